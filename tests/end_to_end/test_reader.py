"""The program lehr-read, which reads run files: how it is found, and what is said when it cannot do its work."""

import os
import pathlib
import shutil
import time

import pytest
from conftest import Lehr, assert_refused

BUILD = pathlib.Path(os.environ["LEHR_PROGRAM"]).resolve().parents[1]
READER = BUILD / "libexec/lehr/lehr-read"
NOBODY = 65534


@pytest.fixture
def moved(tmp_path):
    """The program, copied to where no lehr-read is near."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy2(os.environ["LEHR_PROGRAM"], folder / "lehr")
    lehr = Lehr(tmp_path)
    lehr.program = folder / "lehr"
    return lehr


def test_without_it_the_places_are_named(moved, thyroid_run):
    beside = moved.program.with_name("lehr-read")
    assert_refused(moved("summary", thyroid_run), 1, "lehr-read", "missing", str(beside), "LEHR_READER")


def test_a_fit_says_so_before_the_work(moved, thyroid):
    assert_refused(moved("fit", thyroid, "--out", "r.nc"), 1, "lehr-read", "missing")
    assert moved.files() == ["elsewhere"]


def test_it_is_found_beside_the_program(moved, thyroid_run):
    shutil.copy2(READER, moved.program.with_name("lehr-read"))
    assert moved("summary", thyroid_run).returncode == 0


def test_it_is_found_in_the_installation(moved, thyroid_run):
    for name in ("bin", "libexec/lehr"):
        (moved.folder / "usr" / name).mkdir(parents=True)
    moved.program = moved.program.rename(moved.folder / "usr/bin/lehr")
    shutil.copy2(READER, moved.folder / "usr/libexec/lehr")
    assert moved("summary", thyroid_run).returncode == 0


def test_it_is_found_by_a_variable(moved, thyroid_run):
    assert moved("summary", thyroid_run, env={"LEHR_READER": str(READER)}).returncode == 0
    assert_refused(moved("summary", thyroid_run, env={"LEHR_READER": "none"}), 1, "LEHR_READER", "none", "No such file")


@pytest.mark.skipif(os.geteuid() != 0, reason="giving a file away takes root")
def test_one_that_somebody_else_put_there_is_not_started(moved, thyroid_run):
    """As anybody can in /tmp."""
    os.chown(moved.program, 1, 1)
    shutil.copy2(READER, moved.program.with_name("lehr-read"))
    os.chown(moved.program.with_name("lehr-read"), NOBODY, NOBODY)
    assert_refused(moved("summary", thyroid_run), 1, "lehr-read", "missing")


def script(lehr, text):
    path = lehr.folder / lehr.write("reader", "#!/bin/sh\n" + text)
    path.chmod(0o700)
    return {"LEHR_READER": str(path)}


def test_one_of_another_version_is_told_from_a_damaged_file(lehr, thyroid_run):
    says_its_version = r"printf '\005\0\0\0\0\0\0\0000.0.1' >&0; sleep 5"
    run = lehr("summary", thyroid_run, env=script(lehr, says_its_version))
    assert_refused(run, 1, "is of lehr 0.0.1, and this is lehr ")


def test_one_that_does_not_work_is_told_from_a_damaged_file(lehr, thyroid_run):
    assert_refused(lehr("summary", thyroid_run, env=script(lehr, "exit 127")), 1, "does not work: it ended too early")


def test_one_that_sends_nothing_is_ended(lehr, thyroid_run):
    begin = time.monotonic()
    run = lehr("summary", thyroid_run, env=script(lehr, "exec sleep 100"))
    assert_refused(run, 1, "does not work: it sent nothing for 10 seconds")
    assert time.monotonic() - begin < 60


def test_by_itself_it_says_what_it_is_for(lehr):
    lehr.program = READER
    assert_refused(lehr(), 2, "lehr starts this program to read run files")
