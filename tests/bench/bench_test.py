"""Runs the benchmark program in small and looks at what it tells.

    bench_test.py LEHR_BENCH        in the folder of the project
"""

import json
import os
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop()


def bench(*words, **variables):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, env={**os.environ, **variables}, timeout=250)


def answer(*words, **variables):
    result = bench(*words, "--format", "json", **variables)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


class Bench(unittest.TestCase):
    def test_work_is_told_in_units_of_a_factorisation(self):
        problem, = answer("--quick", "--filter", "ghk-10/200")["problems"]
        work, = problem["work"]
        self.assertEqual(problem["rows"], 200)
        self.assertAlmostEqual(work["units"], work["seconds"] / work["unit_seconds"])
        self.assertGreater(work["units"], 0)

    def test_growth_tells_cost_memory_and_noise_of_every_size(self):
        series = answer("--growth", "--rows", "500")["series"]
        self.assertEqual([each["name"] for each in series], ["low-rank", "standardised", "dense"])
        for each in series:
            self.assertEqual([point["rows"] for point in each["points"]], [100, 200, 500])
            for point in each["points"]:
                self.assertTrue(point["unit_was_measured"])
                self.assertGreater(point["seconds"], 0)
                self.assertGreater(point["peak_bytes"], 8 * point["rows"] ** 2)
                self.assertTrue(0 < point["sd_log"] < 1, point)

    def test_a_peer_that_is_not_installed_is_skipped_in_plain_words(self):
        words = ("--peers", "--filter", "sampling", "--draws", "20")
        ours, stan = answer(*words, PATH="/nowhere")["sampling"]
        self.assertGreater(ours["units_per_effective_draw"], 0)
        self.assertIn("not installed", stan["skipped"])
        self.assertIn("skipped: R or its package", bench(*words, PATH="/nowhere").stdout)

    def test_damping_tells_sweeps_of_every_case(self):
        result = bench("--damping", "--filter", "as it is")
        self.assertEqual(result.returncode, 0, result.stderr)
        line = [each for each in result.stdout.splitlines() if each.startswith("as it is")][0]
        counts = line.removeprefix("as it is").split()
        self.assertEqual(len(counts), 7)
        for count in counts:
            self.assertTrue(0 < int(count) < 200, line)

    def test_leave_one_out_tells_its_part_of_a_fit(self):
        result = bench("--leave-one-out", "--quick", "--filter", "glass-ard")
        self.assertEqual(result.returncode, 0, result.stderr)
        line = [each for each in result.stdout.splitlines() if each.startswith("| glass-ard")][0]
        elpd, _, _, before, seconds, share = [cell.split()[0] for cell in line.strip("| ").split(" | ")[1:]]
        self.assertTrue(-60 < float(elpd) < -20, line)
        self.assertAlmostEqual(100 * float(seconds) / float(before), float(share), delta=5)

    def test_reach_tells_what_is_measured_beside_its_goal(self):
        lines = answer("--reach", "--quick", "--filter", "evidences")["reach"]
        self.assertEqual([(line["work"], line["reach"]) for line in lines],
                         [("laplace", 3.2), ("ep-converged", 11), ("ais-laplace-10", 7)])
        for line in lines:
            self.assertGreater(line["measured"], 0)
            self.assertEqual(line["met"], line["measured"] <= line["reach"])
        names = bench("--reach", "--list").stdout.split("\n")
        self.assertIn("commands: predictions", names)
        self.assertNotIn("commands: 5000 rows", names)
        self.assertIn("commands: 5000 rows", bench("--reach", "--long", "--list").stdout.split("\n"))

    def test_what_cannot_be_meant_is_refused(self):
        for words in (["--rows", "ten"], ["--draws", "3"], ["--growth", "--filter", "nothing"], ["--such"]):
            result = bench(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertTrue(result.stderr.startswith("lehr_bench: "), result.stderr)


if __name__ == "__main__":
    unittest.main()
