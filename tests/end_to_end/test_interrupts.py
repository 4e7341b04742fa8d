"""Ctrl-C and SIGTERM end a run with 130 and leave nothing behind."""

import os
import pathlib
import re
import signal
import subprocess
import time

import pytest
from limits import SANITIZED

pytestmark = pytest.mark.skipif(SANITIZED, reason="times are those of an optimised build")
BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


def wait_until_it_listens(process, number):
    """A program that has just begun dies of a signal; on a busy machine that may last longer than any pause."""
    while process.poll() is None:
        caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8"))[1]
        if int(caught, 16) >> (number - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("the run ended before it could be interrupted")


def end(process, number, after):
    wait_until_it_listens(process, number)
    time.sleep(after)
    assert process.poll() is None, "the run ended before it could be interrupted"
    process.send_signal(number)
    begin = time.monotonic()
    out, err = process.communicate(timeout=60)
    return out, err, time.monotonic() - begin


def large_table(lehr):
    words = ("--rows", 4000, "--features", 2, "--variance", 5, "--lengthscale", 0.3)
    assert lehr("simulate", *words, "--out", "large.csv").returncode == 0
    return "large.csv"


@BOTH
def test_evidence_stops(lehr, number):
    table = large_table(lehr)
    process = lehr.start("evidence", table, "--kernel", "matern12", "--variance", 20, "--lengthscale", 0.2)
    out, err, seconds = end(process, number, 0.5)
    assert process.returncode == 130
    assert out == "" and "interrupted" in err
    assert seconds < 5
    assert lehr.files() == ["large.csv"]


def processor_seconds(pid):
    """Of all threads of a running process; on a busy machine they pass more slowly than those of the clock."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("after", [3, 6])
def test_a_fit_with_large_factorisations_works_on_for_less_than_two_seconds(lehr, after):
    words = ("--rows", 5000, "--features", 8, "--kernel", "matern32", "--variance", 5, "--lengthscale", 1)
    assert lehr("simulate", *words, "--out", "large.csv").returncode == 0
    process = subprocess.Popen([lehr.program, "fit", "large.csv", "--out", "large.nc", "--kernel", "matern32", "--threads", "1"],
                               cwd=lehr.folder, env=lehr.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until_it_listens(process, signal.SIGTERM)
    while process.poll() is None and processor_seconds(process.pid) < after:
        time.sleep(0.05)
    assert process.poll() is None, "the run ended before it could be interrupted"
    before = processor_seconds(process.pid)
    process.send_signal(signal.SIGTERM)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 130
    assert usage.ru_utime + usage.ru_stime - before < 2
    assert "large.nc" not in lehr.files()


def test_simulate_stops_and_keeps_the_old_file(lehr):
    lehr.write("t.csv", "old")
    words = ("--rows", 12000, "--features", 2, "--kernel", "matern12", "--variance", 5, "--lengthscale", 0.3, "--out", "t.csv")
    process = lehr.start("simulate", *words)
    out, err, seconds = end(process, signal.SIGINT, 0.3)
    assert process.returncode == 130
    assert out == "" and "interrupted" in err
    assert seconds < 5
    assert lehr.files() == ["t.csv"]
    assert (lehr.folder / "t.csv").read_text() == "old"


@BOTH
def test_waiting_for_input_stops_at_once(lehr, number):
    process = lehr.start("evidence", "-", "--variance", 1, "--lengthscale", 1, stdin=subprocess.PIPE)
    wait_until_it_listens(process, number)
    time.sleep(0.3)
    process.send_signal(number)
    assert process.wait(timeout=5) == 130


def test_a_second_signal_ends_at_once(lehr):
    words = ("--rows", 12000, "--features", 2, "--kernel", "matern12", "--variance", 5, "--lengthscale", 0.3, "--out", "t.csv")
    process = lehr.start("simulate", *words)
    wait_until_it_listens(process, signal.SIGINT)
    time.sleep(0.3)
    for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):  # both are there before it can answer one
        process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "lehr: interrupted", "one that was answered in order names the command"
    assert lehr.files() == []
