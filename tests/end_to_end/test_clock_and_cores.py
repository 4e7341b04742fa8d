"""Neither the clock of the machine nor the number of its cores changes a draw."""

import os
import shutil
import subprocess
import time

import pytest
from limits import SANITIZED
from test_resume import results, wait_for_journal

WORDS = ("--chains", 2, "--warmup", 60, "--draws", 50, "--quiet")
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
needs_faketime = pytest.mark.skipif(SANITIZED or not os.path.exists(FAKETIME),
                                    reason="needs libfaketime (Debian: faketime) and no sanitizer")


def with_clock(folder, clock):
    """An environment in which the time of day is what the file `clock` says. As on a real machine, the time since its start
    goes on evenly."""
    (folder / "clock").write_text(clock)
    return {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(folder / "clock"), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def start(lehr, environment, *words):
    return subprocess.Popen([lehr.program, *map(str, words)], cwd=lehr.folder, env=lehr.environment(**environment), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@needs_faketime
@pytest.mark.parametrize("clock", ["1970-01-02 00:00:00", "2100-01-01 00:00:00"])
def test_a_wrong_date_changes_nothing(lehr, made_up, clock, tmp_path_factory):
    table, run = made_up
    environment = with_clock(tmp_path_factory.mktemp("clock"), "@" + clock)
    told = subprocess.run(["date", "+%Y"], env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == clock[:4], "the clock is not faked"
    report = lehr.fit(table, "r.nc", env=environment)
    assert 0 < report["seconds"] < 1000
    assert results(lehr, "r.nc", table) == results(lehr, run, table)


@needs_faketime
def test_a_clock_that_jumps_during_a_fit_changes_nothing(lehr, made_up, tmp_path_factory):
    table, _ = made_up
    words = ("fit", table, "--out", "r.nc", *WORDS, "--thin", 100)
    assert lehr(*words).returncode == 0
    expected = results(lehr, "r.nc", table)
    folder = tmp_path_factory.mktemp("clock")
    process = start(lehr, with_clock(folder, "+0"), *words, "--overwrite")
    for clock in ("-10y", "+10y", "-1d", "+0"):
        time.sleep(0.1)
        (folder / "clock").write_text(clock)
    assert process.poll() is None, "the fit was over before the last jump"
    out, error = process.communicate(timeout=120)
    assert process.returncode == 0, error
    assert results(lehr, "r.nc", table) == expected


@needs_faketime
def test_a_journal_from_the_future_is_only_just_written(lehr, made_up):
    process = lehr.start("fit", made_up[0], "--out", "r.nc", "--draws", 100000, *WORDS[:4])
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    process.kill()
    process.communicate()
    tomorrow = time.time() + 86400
    os.utime(lehr.folder / "r.nc.partial", (tomorrow, tomorrow))
    progress = lehr.json("summary", "r.nc.partial")["progress"]
    assert progress["seconds_since_written"] == 0
    assert lehr("report", "r.nc.partial", "--out", "r.html").returncode == 0


@pytest.mark.skipif(shutil.which("taskset") is None, reason="needs taskset (Debian: util-linux)")
def test_one_core_gives_the_same_bits(lehr, made_up):
    table, run = made_up
    core = str(min(os.sched_getaffinity(0)))
    answer = subprocess.run(["taskset", "-c", core, lehr.program, "fit", table, "--out", "r.nc", *map(str, WORDS)],
                            cwd=lehr.folder, env=lehr.environment(), capture_output=True, text=True, timeout=300, check=False)
    assert answer.returncode == 0, answer.stderr
    assert results(lehr, "r.nc", table) == results(lehr, run, table)
