"""Others who remove, shorten or write a file while the program uses it: a clear error, and what was kept stays whole."""

import fcntl
import os
import struct
import subprocess
import termios

import pytest
from conftest import assert_refused
from test_fit import draws_of
from test_resume import wait_for_journal

ENDLESS = ("--chains", 2, "--warmup", 60, "--draws", 100000, "--quiet")
WORDS = ("--chains", 2, "--warmup", 60, "--draws", 50)


def error_of(process):
    out, error = process.communicate(timeout=60)
    assert process.returncode == 1 and out == ""
    assert len(error.splitlines()) == 1, error
    return error


def bytes_in_pipe(end):
    """That nobody has read yet."""
    return struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0" * 4))[0]


@pytest.fixture
def running(lehr, made_up):
    """A fit that has draws in its journal, and will not end by itself."""
    process = lehr.start("fit", made_up[0], "--out", "r.nc", *ENDLESS)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    yield process
    process.kill()
    process.communicate()


def test_a_journal_that_is_removed_ends_the_fit(lehr, running):
    (lehr.folder / "r.nc.partial").unlink()
    assert "'r.nc.partial'" in (error := error_of(running)) and "deleted" in error
    assert lehr.files() == []


def test_a_journal_that_is_shortened_ends_the_fit_and_its_rest_can_be_resumed(lehr, made_up, running):
    os.truncate(lehr.folder / "r.nc.partial", 95000)
    assert "'r.nc.partial'" in (error := error_of(running)) and "shorter" in error
    assert lehr.json("summary", "r.nc.partial")["draws"] > 0
    again = lehr.start("fit", made_up[0], "--out", "r.nc", *ENDLESS, "--resume")
    wait_for_journal(again, lehr.folder / "r.nc.partial", 100000)
    again.kill()
    again.communicate()


def test_a_folder_that_is_removed_ends_the_fit(lehr, made_up):
    (lehr.folder / "sub").mkdir()
    process = lehr.start("fit", made_up[0], "--out", "sub/r.nc", *ENDLESS)
    wait_for_journal(process, lehr.folder / "sub/r.nc.partial", 100000)
    (lehr.folder / "sub/r.nc.partial").unlink()
    (lehr.folder / "sub").rmdir()
    assert "'sub/r.nc.partial'" in error_of(process)


def test_a_table_that_is_removed_does_not_matter_to_a_fit_that_has_read_it(lehr, made_up):
    lehr.write("t.csv", made_up[0].read_bytes())
    process = lehr.start("fit", "t.csv", "--out", "r.nc", *WORDS, "--thin", 200, "--quiet", "--format", "json")
    wait_for_journal(process, lehr.folder / "r.nc.partial", 2000)
    (lehr.folder / "t.csv").unlink()
    assert process.wait(timeout=60) == 0
    process.communicate()
    assert lehr.files() == ["r.nc"]


@pytest.mark.parametrize("deed", ["removed", "shortened", "replaced"])
def test_a_run_that_goes_while_predict_waits_for_its_table_is_exit_3(lehr, made_up, deed):
    """predict looks into the run to learn the columns, then reads the table, then the draws."""
    table, run = made_up
    path = lehr.folder / "r.nc"
    path.write_bytes(run.read_bytes())
    process = lehr.start("predict", "r.nc", "-", "--quiet", stdin=subprocess.PIPE)
    process.stdin.write(table.read_text()[:100])
    process.stdin.flush()
    while bytes_in_pipe(process.stdin) > 0:  # it reads the table: it has looked into the run
        assert process.poll() is None
    if deed == "removed":
        path.unlink()
    elif deed == "shortened":
        os.truncate(path, 20000)
    else:
        path.write_bytes(b"something else")
    out, error = process.communicate(table.read_text()[100:], timeout=60)
    assert process.returncode == 3 and out == ""
    assert len(error.splitlines()) == 1 and "r.nc" in error, error


@pytest.mark.parametrize("words", [(), ("--overwrite",), ("--resume",)])
def test_of_fits_that_begin_together_on_one_file_one_wins(lehr, made_up, words):
    """Whoever comes second finds a journal that is in use, or a run that is there already; nobody spoils the file."""
    table, _ = made_up
    expected = draws_of(lehr.fit(table, "alone.nc", *WORDS))
    fits = [lehr.start("fit", table, "--out", "r.nc", *WORDS, "--quiet", *words) for _ in range(4)]
    codes = []
    for process in fits:
        out, error = process.communicate(timeout=120)
        codes.append(process.returncode)
        assert process.returncode == 0 or ("r.nc" in error and out == ""), error
    assert 0 in codes and set(codes) <= {0, 1, 2}, codes
    assert lehr.files() == ["alone.nc", "r.nc"]
    assert draws_of(lehr.json("summary", "r.nc")) == expected


def test_what_a_killed_fit_of_this_file_left_is_removed_and_what_others_left_is_not(lehr, made_up):
    for name in (".r.nc.lehr-abcdef", ".q.nc.lehr-abcdef", ".r.nc.lehr"):
        lehr.write(name, "half a file")
    lehr.fit(made_up[0], "r.nc")
    assert lehr.files() == [".q.nc.lehr-abcdef", ".r.nc.lehr", "r.nc"]


def test_an_old_journal_is_not_taken_for_a_new_one(lehr, made_up):
    """The journal of another table, put instead of this one's."""
    table, _ = made_up
    lehr.write("other.csv", table.read_text().replace("0.", "1.", 1))
    process = lehr.start("fit", "other.csv", "--out", "r.nc", *ENDLESS)
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    process.kill()
    process.communicate()
    assert_refused(lehr("fit", table, "--out", "r.nc", *ENDLESS, "--resume"), 2, "other")
