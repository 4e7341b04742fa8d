"""What `lehr fit` says of time, memory and disk before it begins."""

import os
import re
import signal

import pytest
from conftest import DATA, SHORT
from limits import SANITIZED

LINE = re.compile(r"lehr fit: note: the run will take about (.+) for (.+) of each chain; (\d+) MB of memory, and a run file of ([\d.]+) [MG]B(.*)")


def told(stderr):
    lines = [line for line in stderr.splitlines() if "will take" in line]
    assert len(lines) == 1, stderr
    match = LINE.fullmatch(lines[0])
    assert match, lines[0]
    return match.groups()


def test_the_cost_is_told_once_before_the_run(lehr, made_up):
    run = lehr("fit", made_up[0], "--out", "r.nc", "--chains", 2, "--warmup", 60)
    assert run.returncode == 0
    time, draws, _, _, rest = told(run.stderr)
    assert re.fullmatch(r"(a second|\d+ s|\d+ min.*)", time)
    assert re.fullmatch(r"400 effective draws, some \d+", draws)
    assert rest == "", "no advice for a short run"


def test_draws_that_were_asked_for_are_told_as_such(lehr, made_up):
    run = lehr("fit", made_up[0], "--out", "r.nc", *SHORT)
    assert told(run.stderr)[1] == "50 draws"


def test_quiet_drops_it(lehr, made_up):
    assert "will take" not in lehr("fit", made_up[0], "--out", "r.nc", *SHORT, "--quiet").stderr


@pytest.mark.skipif(SANITIZED, reason="sanitizers take memory of their own")
def test_the_room_is_what_is_taken(lehr, thyroid):
    running = lehr.start("fit", thyroid, "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 300, "--threads", 1)
    stderr = running.stderr.read()
    _, code, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(code)
    assert running.returncode == 0
    _, draws, memory, disk, _ = told(stderr)
    assert draws == "300 draws"
    size = (lehr.folder / "r.nc").stat().st_size / 1e6
    assert size / 1.5 < int(disk) < 1.5 * size
    peak = usage.ru_maxrss * 1024e-6
    assert peak / 2 < int(memory) < 2 * peak


def test_a_finished_or_refused_run_takes_nothing(lehr, made_up):
    words = ("fit", made_up[0], "--out", "r.nc", *SHORT)
    assert lehr(*words).returncode == 0
    assert "will take" not in lehr(*words).stderr
    again = lehr(*words, "--resume")
    assert "nothing is left to do" in again.stderr and "will take" not in again.stderr


def test_a_long_run_gets_advice(lehr):  # hours, on the quickest machine too
    running = lehr.start("fit", DATA / "pima.csv", "--out", "r.nc", "--goal", 1000000, "--draws", 1000000, "--ard")
    seen = ""
    for line in running.stderr:
        seen += line
        if "will take" in line:
            break
    running.send_signal(signal.SIGINT)
    running.communicate()
    assert running.returncode == 130
    assert told(seen)[4] == ("; to shorten it: fewer rows, fewer features, a smaller --goal, a --time-limit, to take what there is then")


def test_a_limit_that_comes_first_is_told(lehr, made_up):
    run = lehr("fit", made_up[0], "--out", "r.nc", "--draws", 1000000, "--no-latents", "--chains", 2, "--warmup", 60, "--time-limit", "1s")
    assert run.returncode == 0
    assert told(run.stderr)[4] == "; the time limit comes first"
