"""Run files from a stranger: each is refused in one sentence that names the file; never a crash, a hang, or more than the
limits of memory and time, even where the library that reads them has all of these."""

import os

import pytest
from conftest import SHORT, assert_refused
from forgeries import FORGERIES, HARMLESS, forge
from limits import within_limits


def expect_refused(lehr, made_up, *, code=3):
    """By every command that reads a run file. What must not change is looked at before and after."""
    table, _ = made_up
    before = lehr.files()
    assert_refused(within_limits(lehr, "summary", "bad.nc"), code, "bad.nc")
    assert_refused(within_limits(lehr, "predict", "bad.nc", table), code, "bad.nc")
    assert lehr.files() == before


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_run_is_refused_in_one_sentence(lehr, made_up, kind):
    os.mkfifo(lehr.folder / "pipe")
    forge(made_up[1], lehr.folder / "bad.nc", FORGERIES[kind])
    if kind == "an infinite latent":  # which predictions do not read: they have alpha
        lehr.write("table.csv", made_up[0].read_text())
        longer = within_limits(lehr, "fit", "table.csv", "--out", "bad.nc", "--resume", *SHORT[:4], "--draws", 60)
        assert_refused(longer, 3, "bad.nc")
    elif "latent" in kind or "alpha" in kind or "posterior/f" in kind or "posterior/t" in kind:  # nor does a summary these
        assert_refused(within_limits(lehr, "predict", "bad.nc", made_up[0]), 3, "bad.nc")
    else:
        expect_refused(lehr, made_up)


@pytest.mark.parametrize("kind", HARMLESS)
def test_what_lies_beside_the_run_is_no_matter(lehr, made_up, kind):
    forge(made_up[1], lehr.folder / "odd.nc", HARMLESS[kind])
    odd = within_limits(lehr, "predict", "odd.nc", made_up[0])
    assert odd.returncode == 0 and odd.stdout == lehr("predict", made_up[1], made_up[0]).stdout


@pytest.mark.parametrize("command", ["score", "report", "fit"])
@pytest.mark.parametrize("kind", ["groups in a loop", "no posterior", "a soft link to itself"])
def test_every_command_refuses_it(lehr, made_up, command, kind):
    table, _ = made_up
    forge(made_up[1], lehr.folder / "bad.nc", FORGERIES[kind])
    words = {"score": ("bad.nc", table), "report": ("bad.nc", "--out", "r.html"),
             "fit": (table, "--out", "bad.nc", "--resume", *SHORT)}
    assert_refused(within_limits(lehr, command, *words[command], "--quiet"), 3, "bad.nc")
    assert lehr.files() == ["bad.nc"]


def test_a_run_that_is_cut_off_anywhere_is_refused(lehr, made_up):
    whole = made_up[1].read_bytes()
    for share in range(20):
        lehr.write("bad.nc", whole[:len(whole) * share // 20])
        assert_refused(within_limits(lehr, "summary", "bad.nc"), 3, "bad.nc")


@pytest.mark.parametrize("place", range(8))
def test_a_run_with_a_hole_is_refused(lehr, made_up, place):
    """Zeros in the eighth parts of what comes before the draws; nothing depends on luck but what is said."""
    whole = bytearray(made_up[1].read_bytes())
    part = min(len(whole), 60000) // 8
    whole[max(8, place * part):(place + 1) * part] = bytes((place + 1) * part - max(8, place * part))
    lehr.write("bad.nc", bytes(whole))
    answer = within_limits(lehr, "predict", "bad.nc", made_up[0])
    if answer.returncode != 0:  # the hole may lie where nothing is read
        assert_refused(answer, 3, "bad.nc")
    else:
        assert answer.stdout == lehr("predict", made_up[1], made_up[0]).stdout


OTHER_FILES = {
    "an older netCDF": b"CDF\x01" + b"\0" * 1000,
    "a head and zeros": b"\x89HDF\r\n\x1a\n" + b"\0" * 1000,
    "a head and ones": b"\x89HDF\r\n\x1a\n" + b"\xff" * 1000,
    "a journal's head and zeros": b"LEHRJRNL" + b"\0" * 1000,
    "a table": b"a,b,label\n1,2,0\n2,1,1\n",
    "nothing": b"",
}


@pytest.mark.parametrize("kind", OTHER_FILES)
def test_another_file_is_refused(lehr, made_up, kind):
    lehr.write("bad.nc", OTHER_FILES[kind])
    expect_refused(lehr, made_up)


def test_what_is_no_file_is_refused(lehr, made_up):
    (lehr.folder / "bad.nc").mkdir()
    expect_refused(lehr, made_up)
    os.mkfifo(lehr.folder / "pipe.nc")
    assert_refused(within_limits(lehr, "summary", "pipe.nc"), 3, "pipe.nc")
    assert_refused(within_limits(lehr, "summary", "/dev/zero"), 3, "/dev/zero")
    (lehr.folder / "loop.nc").symlink_to("loop.nc")
    assert_refused(within_limits(lehr, "summary", "loop.nc"), 3, "loop.nc")

