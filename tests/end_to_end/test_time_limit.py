"""`lehr fit --time-limit`: the run ends in order, keeps what it has, and goes on when it is resumed."""

import pytest
from conftest import assert_refused
from limits import SANITIZED

pytestmark = pytest.mark.skipif(SANITIZED, reason="times are those of an optimised build")

WORDS = ("--chains", 2, "--warmup", 60, "--seed", 3)
MORE_THAN_ANY_LIMIT = 1000000  # draws, of which the quickest machine makes a small part in the seconds of a test


@pytest.fixture
def table(lehr):
    made = lehr("simulate", "--rows", 60, "--features", 2, "--variance", 20, "--lengthscale", 0.3, "--out", "t.csv")
    assert made.returncode == 0
    return "t.csv"


def test_a_run_ends_with_what_there_is_and_goes_on_with_another_limit(lehr, table):
    words = ("fit", table, "--out", "r.nc", *WORDS, "--draws", MORE_THAN_ANY_LIMIT, "--goal", 100000, "--no-latents", "--format", "json")
    first = lehr(*words, "--time-limit", "2s")
    assert first.returncode == 0, first.stderr
    assert "the time limit of 2s is reached: 'r.nc' holds" in first.stderr
    assert "the same command with --resume goes on" in first.stderr
    report = lehr.json("summary", "r.nc")
    assert 0 < report["draws"] < MORE_THAN_ANY_LIMIT
    assert (report["complete"], report["goal_reached"]) == (False, False)
    assert 2 <= report["seconds"] < 30
    assert "r.nc.partial" in lehr.files()

    second = lehr(*words, "--resume", "--time-limit", 2)
    assert second.returncode == 0, second.stderr
    longer = lehr.json("summary", "r.nc")
    assert longer["draws"] > report["draws"], "the time of the first piece does not count again"
    assert longer["seconds"] >= report["seconds"] + 2


def test_a_limit_changes_no_bit(lehr, table):
    draws = 2500
    while True:  # as many as take longer than the first limit on this machine
        words = ("fit", table, *WORDS, "--draws", draws, "--no-latents")
        whole = lehr.json(*words, "--out", "whole.nc", "--overwrite")
        if whole["seconds"] > 3:
            break
        draws *= 3
    pieces = 0
    while pieces == 0 or "time limit" in run.stderr:
        run = lehr(*words, "--out", "cut.nc", "--time-limit", 1 + pieces, "--resume")
        assert run.returncode == 0 or "before every chain had a draw" in run.stderr, run.stderr
        pieces += 1
    assert pieces > 1, "it was to be cut"
    assert lehr.json("summary", "cut.nc")["parameters"] == whole["parameters"]
    assert lehr.files() == ["cut.nc", "t.csv", "whole.nc"], "the journal is gone"


def test_a_limit_that_is_not_reached_says_nothing(lehr, table):
    run = lehr("fit", table, "--out", "r.nc", *WORDS, "--draws", 20, "--time-limit", "1h")
    assert run.returncode == 0
    assert "time limit" not in run.stderr
    assert lehr.json("summary", "r.nc")["complete"] is True


def test_without_a_draw_of_every_chain_there_is_no_run_file(lehr):
    made = lehr("simulate", "--rows", 1200, "--features", 8, "--kernel", "matern12", "--variance", 5, "--lengthscale", 1, "--out",
                "large.csv")
    assert made.returncode == 0
    words = ("fit", "large.csv", "--out", "r.nc", "--kernel", "matern12", "--time-limit", "1s")
    run = lehr(*words)
    assert run.returncode == 1 and run.stdout == ""
    error = run.stderr.splitlines()[-1]
    assert error.startswith("lehr fit: the time limit of 1s is reached before every chain had a draw: there is no run file yet")
    assert "--resume goes on" in error
    assert lehr.files() == ["large.csv", "r.nc.partial"]


@pytest.mark.parametrize("text", ["0", "soon", "1.5h", "-3h", "1h30", "400d", ""])
def test_what_is_no_time_is_refused(lehr, table, text):
    run = lehr("fit", table, "--out", "r.nc", "--time-limit", text)
    assert_refused(run, 2, "--time-limit", "1h30m")
    assert lehr.files() == ["t.csv"]
