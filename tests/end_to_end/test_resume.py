"""A run survives kill -9 at any moment and Ctrl-C, and continues to the same bits."""

import collections
import os
import pathlib
import random
import re
import signal
import subprocess
import time

import pytest
from conftest import DATA, Lehr, assert_refused
from limits import SANITIZED
from test_fit import draws_of

DRAWS = 400
WORDS = ("--chains", 2, "--warmup", 60, "--draws", DRAWS, "--seed", 3)
KILLS = 50 if os.environ.get("LEHR_LONG") else 3


def results(lehr, run, table):
    """All that the draws decide: the summary, and every bit of the predictions."""
    return draws_of(lehr.json("summary", run)), lehr("predict", run, table, "--latent").stdout


def journal_size(path):
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def wait_for_journal(process, path, size):
    """Returns when the journal has grown to that size."""
    while process.poll() is None and journal_size(path) < size:
        time.sleep(0.001)
    assert process.poll() is None, ("the run ended before", size, process.communicate())


@pytest.fixture(scope="module")
def whole(tmp_path_factory, thyroid):
    """An uninterrupted run: its results, and about how large its journal grew."""
    lehr = Lehr(tmp_path_factory.mktemp("whole"))
    process = lehr.start("fit", thyroid, "--out", "r.nc", *WORDS, "--quiet")
    largest = 0
    while process.poll() is None:
        largest = max(largest, journal_size(lehr.folder / "r.nc.partial"))
        time.sleep(0.001)
    assert process.wait() == 0
    return results(lehr, "r.nc", thyroid), largest


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_run_resumes_to_the_same_bits(lehr, thyroid, whole, number):
    expected, largest = whole
    journal = lehr.folder / "r.nc.partial"
    chance = random.Random(number)
    # One kill in each part of the run, so that few of them already meet warm-up and sampling; then one more on resuming.
    share = (number + chance.random()) / KILLS
    words = ("fit", thyroid, "--out", "r.nc", *WORDS, "--quiet")
    process = lehr.start(*words, "--threads", 2)
    wait_for_journal(process, journal, 0.97 * share * largest)
    process.kill()
    process.communicate()
    assert lehr.files() in ([], ["r.nc.partial"])
    process = lehr.start(*words, "--threads", 1, "--resume")
    wait_for_journal(process, journal, (0.97 * share + (0.98 - 0.97 * share) * chance.random()) * largest)
    process.kill()
    process.communicate()
    finished = lehr(*words, "--threads", 2, "--resume")
    assert finished.returncode == 0, finished.stderr
    assert lehr.files() == ["r.nc"]
    assert results(lehr, "r.nc", thyroid) == expected


TO_THE_DISK = "write,pwrite64,ftruncate,fallocate,fchmod,fsync,rename,unlink"


def file_calls(lehr, *words):
    """The calls to the system that change files, in their order, in a run of the program."""
    log = lehr.folder / "calls"
    subprocess.run(["strace", "-f", "-o", log, "-e", f"trace={TO_THE_DISK}", lehr.program, *map(str, words)], cwd=lehr.folder, check=True,
                   capture_output=True)
    calls = re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.MULTILINE)
    log.unlink()
    return calls


@pytest.mark.skipif(SANITIZED, reason="sanitizers do not go with strace")
def test_killed_at_any_call_that_writes_the_run_file_it_resumes_to_the_same_bits(lehr, made_up):
    """The end of a fit, from the last draws in the journal to the journal's removal: every call but those that write the body
    of the run file, of which some."""
    table, run = made_up
    words = ("fit", table, "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 50, "--threads", 1, "--quiet")
    expected = results(lehr, run, table)
    calls = file_calls(lehr, *words)
    assert "rename" in calls and calls[-1] != "rename", calls[-5:]
    (lehr.folder / "r.nc").unlink()
    seen = collections.Counter()
    places = []
    for call in calls:
        seen[call] += 1
        places.append((call, seen[call]))
    end = places[max(0, places.index(("fallocate", 1)) - 3):]
    body = [place for place in end if place[0] == "pwrite64"]
    for call, number in [place for place in end if place[0] != "pwrite64"] + body[:: max(1, len(body) // 6)]:
        subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}",
                        lehr.program, *map(str, words)], cwd=lehr.folder, check=False, capture_output=True)
        assert "r.nc.partial" in lehr.files() or "r.nc" in lehr.files(), (call, number)
        if "r.nc" in lehr.files():  # it is there only when it is whole
            assert results(lehr, "r.nc", table) == expected, (call, number)
        again = lehr(*words, "--resume")
        assert again.returncode == 0, (call, number, again.stderr)
        assert lehr.files() == ["r.nc"], (call, number)
        assert results(lehr, "r.nc", table) == expected, (call, number)
        (lehr.folder / "r.nc").unlink()


def journal_sizes(lehr, *words):
    """The size of the journal after each call that writes to it, in a run of the program."""
    log = lehr.folder / "calls"
    subprocess.run(["strace", "-f", "-o", log, "-e", "trace=pwrite64,fallocate", lehr.program, *map(str, words)], cwd=lehr.folder, check=True,
                   capture_output=True)
    of_journal = log.read_text().split("fallocate(")[0]  # by which the run file begins
    log.unlink()
    return [int(size) + int(offset) for size, offset in re.findall(r", (\d+), (\d+)\) *= \d+$", of_journal, re.MULTILINE)]


@pytest.mark.skipif(SANITIZED, reason="sanitizers do not go with strace")
def test_interrupted_late_in_sampling_it_resumes_to_the_same_bits(lehr, made_up):
    """Among the last draws, which strace makes slow: a signal is heeded within a tenth of a second."""
    table, run = made_up
    words = ("fit", table, "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 50, "--threads", 1, "--quiet")
    sizes = journal_sizes(lehr, *words)
    (lehr.folder / "r.nc").unlink()
    slow = f"inject=pwrite64:delay_enter=100000:when={len(sizes) - 20}..{len(sizes)}"
    strace = subprocess.Popen(["strace", "-f", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", slow, lehr.program, *map(str, words)],
                              cwd=lehr.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_journal(strace, lehr.folder / "r.nc.partial", sizes[-20])
    (process,) = pathlib.Path(f"/proc/{strace.pid}/task/{strace.pid}/children").read_text().split()
    os.kill(int(process), signal.SIGINT)
    _, err = strace.communicate(timeout=60)
    assert strace.returncode == 130, err
    assert 40 <= lehr.json("summary", "r.nc")["draws"] < 50
    assert lehr(*words, "--resume").returncode == 0
    assert lehr.files() == ["r.nc"]
    assert results(lehr, "r.nc", table) == results(lehr, run, table)


@pytest.mark.skipif(SANITIZED, reason="times are those of an optimised build")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupt_keeps_the_draws_and_says_how_to_go_on(lehr, thyroid, whole, number):
    expected, largest = whole
    process = lehr.start("fit", thyroid, "--out", "r.nc", *WORDS, "--threads", 2)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 0.4 * largest)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and out == ""
    assert "interrupted" in err and "--resume" in err
    report = lehr.json("summary", "r.nc")
    assert 0 < report["draws"] < DRAWS and report["complete"] is False
    assert any("interrupted" in warning for warning in report["warnings"])
    assert len(lehr.predict("r.nc", thyroid)["probability"]) == 215
    again = lehr("fit", thyroid, "--out", "r.nc", *WORDS)
    assert_refused(again, 2, "--resume", "--overwrite")
    assert lehr("fit", thyroid, "--out", "r.nc", *WORDS, "--resume").returncode == 0
    assert lehr.files() == ["r.nc"]
    assert results(lehr, "r.nc", thyroid) == expected


@pytest.mark.skipif(SANITIZED, reason="times are those of an optimised build")
def test_an_interrupt_of_warm_up_can_be_resumed_too(lehr):
    """On rows enough for warm-up to last longer than a signal takes, on any machine."""
    words = ("fit", DATA / "pima.csv", "--chains", 2, "--draws", 20, "--seed", 3)
    process = lehr.start(*words, "--out", "r.nc")
    wait_for_journal(process, lehr.folder / "r.nc.partial", 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and out == ""
    assert "interrupted" in err and "--resume" in err
    assert lehr.files() == ["r.nc.partial"]
    assert lehr(*words, "--out", "r.nc", "--resume").returncode == 0
    assert lehr(*words, "--out", "whole.nc").returncode == 0
    assert results(lehr, "r.nc", DATA / "pima.csv") == results(lehr, "whole.nc", DATA / "pima.csv")


def test_a_journal_is_not_lost_unasked(lehr, made_up):
    table, _ = made_up
    process = lehr.start("fit", table, "--out", "r.nc", "--draws", 100000)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    process.kill()
    process.communicate()
    kept = (lehr.folder / "r.nc.partial").read_bytes()
    assert_refused(lehr("fit", table, "--out", "r.nc", "--draws", 100000), 2, "--resume", "--overwrite")
    assert_refused(lehr("fit", table, "--out", "r.nc", "--draws", 9, "--resume"), 2, "draws of a chain already", "--draws 9")
    assert_refused(lehr("fit", table, "--out", "r.nc", "--draws", 100000, "--seed", 2, "--resume"), 2, "other options", "--seed 1, now --seed 2")
    assert (lehr.folder / "r.nc.partial").read_bytes() == kept
    lehr.fit(table, "r.nc", "--overwrite")
    assert lehr.files() == ["r.nc"]


def test_two_runs_do_not_write_to_one_file(lehr, made_up):
    table, _ = made_up
    process = lehr.start("fit", table, "--out", "r.nc", "--draws", 100000)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    second = lehr("fit", table, "--out", "r.nc", "--draws", 100000, "--resume")
    assert process.poll() is None
    process.kill()
    process.communicate()
    assert_refused(second, 1, "r.nc.partial")


def test_a_finished_run_is_left_alone(lehr, made_up):
    table, _ = made_up
    first = lehr.fit(table, "r.nc")
    before = (lehr.folder / "r.nc").read_bytes()
    run = lehr("fit", table, "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 50, "--resume")
    assert run.returncode == 0 and "finished" in run.stderr and "variance" in run.stdout
    assert (lehr.folder / "r.nc").read_bytes() == before
    assert lehr.fit(table, "r.nc", "--resume") == first
    assert_refused(lehr("fit", table, "--out", "r.nc", "--draws", 60, "--resume"), 2, "r.nc", "other options")
    assert_refused(lehr("fit", table, "--out", "r.nc", "--kernel", "matern52", "--resume"), 2, "other options")
    assert (lehr.folder / "r.nc").read_bytes() == before


def test_resuming_nothing_starts_anew_and_says_so(lehr, made_up):
    table, run = made_up
    answer = lehr("fit", table, "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 50, "--resume")
    assert answer.returncode == 0 and "starting anew" in answer.stderr
    assert results(lehr, "r.nc", table) == results(lehr, run, table)


def test_a_torn_end_of_the_journal_is_cut_off(lehr, thyroid, whole):
    expected, largest = whole
    words = ("fit", thyroid, "--out", "r.nc", *WORDS, "--quiet")
    process = lehr.start(*words)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 0.5 * largest)
    process.kill()
    process.communicate()
    journal = lehr.folder / "r.nc.partial"
    journal.write_bytes(journal.read_bytes()[:-7])
    assert lehr(*words, "--resume").returncode == 0
    assert results(lehr, "r.nc", thyroid) == expected
