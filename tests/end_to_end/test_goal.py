"""`lehr fit --goal`: where a run ends, what it says of it, and that neither threads nor interrupts move the end."""

import os
import pty
import re
import signal
import subprocess
import time

import pytest
from conftest import DATA

QUICK = ("--chains", 2, "--warmup", 100, "--seed", 3)
LOOKS = [100]
while LOOKS[-1] < 4000:
    LOOKS.append(min(LOOKS[-1] + LOOKS[-1] // 4, 4000))


def fit(lehr, table, run, *words):
    return lehr.json("fit", table, "--out", run, *QUICK, *words)


def test_a_goal_alone_ends_at_the_first_look_that_reaches_it(lehr, thyroid):
    report = fit(lehr, thyroid, "goal.nc", "--goal", 150)
    assert report["goal_reached"] is True and report["complete"] is True
    assert report["draws"] in LOOKS[:-1]
    for parameter in report["parameters"]:
        assert min(parameter["ess_bulk"], parameter["ess_tail"]) >= 150
    assert lehr.json("summary", "goal.nc") == report
    assert lehr.files() == ["goal.nc"], "the journal is gone"


def test_the_draws_are_those_of_a_run_of_exactly_so_many(lehr, thyroid):
    to_goal = fit(lehr, thyroid, "goal.nc", "--goal", 150)
    exactly = fit(lehr, thyroid, "draws.nc", "--draws", to_goal["draws"])
    assert exactly["parameters"] == to_goal["parameters"]
    assert exactly["goal_reached"] is None


def test_draws_alone_are_exactly_so_many_without_a_goal(lehr, thyroid):
    report = fit(lehr, thyroid, "draws.nc", "--draws", 110)
    assert (report["draws"], report["goal_reached"], report["complete"]) == (110, None, True)
    assert "The goal" not in lehr("summary", "draws.nc").stdout


def test_of_both_the_draws_may_come_first(lehr, thyroid):
    report = fit(lehr, thyroid, "both.nc", "--goal", 5000, "--draws", 110)
    assert (report["draws"], report["goal_reached"], report["complete"]) == (110, False, True)
    text = lehr("summary", "both.nc").stdout
    assert "The goal of 5000 effective draws is not reached with 110 draws of each chain: allow more with --draws" in text


def test_of_both_the_goal_may_come_first(lehr, thyroid):
    report = fit(lehr, thyroid, "both.nc", "--goal", 20, "--draws", 3000)
    assert (report["draws"], report["goal_reached"]) == (100, True)
    assert "The goal of 20 effective draws is reached." in lehr("summary", "both.nc").stdout


def test_without_either_the_goal_is_400(lehr, thyroid):
    run = lehr("fit", thyroid, "--out", "usual.nc", *QUICK)
    assert run.returncode == 0, run.stderr
    assert "goal of 400 effective draws, at most 4000 draws of each chain" in run.stderr
    assert "The goal of 400 effective draws is reached." in run.stdout
    assert lehr.json("summary", "usual.nc")["draws"] in LOOKS


@pytest.mark.parametrize("words", [("--goal", 0), ("--goal", -4), ("--goal", 2.5), ("--goal", "many"), ("--goal", "")])
def test_what_is_no_goal_is_refused(lehr, thyroid, words):
    run = lehr("fit", thyroid, "--out", "r.nc", *words)
    assert run.returncode == 2 and "--goal" in run.stderr
    assert lehr.files() == []


def test_threads_do_not_move_the_end(lehr, thyroid):
    one = fit(lehr, thyroid, "one.nc", "--goal", 150, "--threads", 1)
    two = fit(lehr, thyroid, "two.nc", "--goal", 150, "--threads", 2)
    assert (one["draws"], one["parameters"]) == (two["draws"], two["parameters"])


def test_an_interrupt_does_not_move_the_end(lehr, thyroid):
    whole = fit(lehr, thyroid, "whole.nc", "--goal", 600)
    words = ("fit", thyroid, "--out", "cut.nc", *QUICK, "--goal", 600)
    running = lehr.start(*words, "--quiet")
    journal = lehr.folder / "cut.nc.partial"
    while running.poll() is None:
        time.sleep(0.02)
        if journal.exists() and journal.stat().st_size > 400_000:
            running.send_signal(signal.SIGINT)
            break
    running.communicate()
    assert running.returncode == 130, "it was to be interrupted on its way"
    unfinished = lehr.json("summary", "cut.nc")
    assert (unfinished["complete"], unfinished["goal_reached"]) == (False, False)
    assert 0 < unfinished["draws"] < whole["draws"]
    assert lehr(*words, "--resume").returncode == 0
    resumed = lehr.json("summary", "cut.nc")
    assert (resumed["draws"], resumed["parameters"]) == (whole["draws"], whole["parameters"])
    assert resumed["goal_reached"] is whole["goal_reached"]


def test_a_run_at_its_goal_is_finished(lehr, thyroid):
    words = ("fit", thyroid, "--out", "goal.nc", *QUICK, "--goal", 60)
    assert lehr(*words).returncode == 0
    again = lehr(*words, "--resume")
    assert again.returncode == 0 and "is a finished run: nothing is left to do" in again.stderr


FAR = ("--goal", 10**8, "--draws", 10**8)  # it ends by a kill


def test_a_line_of_progress_tells_effective_draws_on_their_way_to_the_goal(lehr, made_up):
    """In a log; how many draws it takes is not known, so that nothing is said of the most."""
    process = lehr.start("fit", made_up[0], "--out", "r.nc", *QUICK, *FAR)
    line = next(line for line in process.stderr if "sampling" in line)
    process.kill()
    process.communicate()
    assert re.search(r"sampling: \d+ draws, accepted \d+ %, effective draws \d+ of 100000000, about .+ left", line), line


def shown_until(lehr, pattern, *words):
    """What a terminal shows of a command until the pattern is there; the command is killed then."""
    leader, follower = pty.openpty()
    process = subprocess.Popen([lehr.program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                               cwd=lehr.folder, env=lehr.environment(TERM="xterm"))
    os.close(follower)
    shown = b""
    try:
        while not re.search(pattern, shown):
            shown += os.read(leader, 65536)
    except OSError:  # the command has ended
        pytest.fail(f"never shown: {shown}")
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    return shown


def test_a_terminal_shows_each_chain_and_the_way_to_the_goal(lehr, made_up):
    shown = shown_until(lehr, rb"effective draws \d+ of 100000000", "fit", made_up[0], "--out", "r.nc", *QUICK, *FAR)
    for chain in (1, 2):
        assert re.search(rb"chain %d  sampling +\d+ draws  accepted +\d+ %%  ESS +\d+" % chain, shown), shown
    assert b" of 100000000 draws" not in shown and b"done" not in shown


def test_what_comes_after_the_last_draw_is_shown_by_its_name(lehr):
    """On rows enough for it to take some refreshes of the terminal, on any machine."""
    shown_until(lehr, rb"leave-one-out: \d+ %", "fit", DATA / "pima.csv", "--out", "r.nc", "--draws", 40)


def test_the_report_says_whether_the_goal_is_reached(lehr, made_up):
    fit(lehr, made_up[0], "yes.nc", "--goal", 20)
    fit(lehr, made_up[0], "no.nc", "--goal", 5000, "--draws", 110)
    for run, part in (("yes.nc", "The goal of 20 effective draws is reached."), ("no.nc", "is not reached with 110 draws of each chain")):
        assert lehr("report", run, "--out", f"{run}.html").returncode == 0
        assert part in (lehr.folder / f"{run}.html").read_text()


def test_a_run_with_too_few_draws_is_told_how_to_go_on(lehr, made_up):
    table = made_up[0]
    short = lehr("fit", table, "--out", "draws.nc", *QUICK, "--draws", 40)
    advice = re.search(r"note: for more draws: lehr fit .* --out draws.nc … (--resume --draws (\d+))", short.stderr)
    assert advice and int(advice[2]) >= 80, short.stderr
    missed = lehr("fit", table, "--out", "goal.nc", *QUICK, "--goal", 5000, "--draws", 110)
    assert re.search(r"note: for more draws: lehr fit .* … --resume --goal 5000 --draws \d{4}", missed.stderr), missed.stderr
    assert lehr("fit", table, "--out", "draws.nc", *QUICK, *advice[1].split()).returncode == 0
    assert lehr.json("summary", "draws.nc")["draws"] == int(advice[2])
    enough = lehr("fit", table, "--out", "enough.nc", *QUICK, "--goal", 200)
    assert "for more draws" not in enough.stderr and "for more draws" not in lehr("summary", "enough.nc").stderr
