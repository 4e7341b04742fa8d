"""Fits on rows enough for covariances of low rank: what holds for dense ones holds there too."""

import pytest
from conftest import Lehr
from test_resume import results, wait_for_journal

WORDS = ("--chains", 2, "--warmup", 60, "--draws", 150, "--seed", 4, "--quiet")


@pytest.fixture(scope="module")
def smooth(tmp_path_factory):
    """A table of 400 rows from a smooth kernel of two features, and an uninterrupted run on one thread."""
    lehr = Lehr(tmp_path_factory.mktemp("smooth"))
    made = lehr("simulate", "--rows", 400, "--features", 2, "--variance", 5, "--lengthscale", 1, "--seed", 2, "--out", "smooth.csv", "--quiet")
    assert made.returncode == 0, made.stderr
    assert lehr("fit", "smooth.csv", "--out", "r.nc", *WORDS, "--threads", 1).returncode == 0
    return lehr.folder / "smooth.csv", lehr.folder / "r.nc", results(lehr, "r.nc", "smooth.csv")


def means(report):
    return {row["name"]: row["mean"] for row in report["parameters"]}


def test_the_run_was_about_low_rank(lehr, smooth):
    table, run, _ = smooth
    centre = means(lehr.json("summary", run))
    at_centre = lehr.evidence(table, centre["variance"], centre["lengthscale"], "--quiet")
    assert 0 < at_centre["rank"] < 120


def test_two_threads_find_the_same_bits(lehr, smooth):
    table, _, expected = smooth
    assert lehr("fit", table, "--out", "r.nc", *WORDS, "--threads", 2).returncode == 0
    assert results(lehr, "r.nc", table) == expected


@pytest.mark.parametrize("size", [20_000, 200_000])  # in warm-up, and among the draws
def test_a_killed_run_resumes_to_the_same_bits(lehr, smooth, size):
    table, _, expected = smooth
    process = lehr.start("fit", table, "--out", "r.nc", *WORDS, "--threads", 2)
    wait_for_journal(process, lehr.folder / "r.nc.partial", size)
    process.kill()
    process.communicate()
    assert lehr("fit", table, "--out", "r.nc", *WORDS, "--resume").returncode == 0
    assert results(lehr, "r.nc", table) == expected


@pytest.mark.parametrize("words", [("--estimator", "ais"), ("--estimator", "is", "--importance-samples", 256)])
def test_other_estimators_find_the_same_posterior(lehr, smooth, words):
    """In a short run: each mean within six of the standard errors of both, at a false-alarm rate of some per billion."""
    table, run, _ = smooth
    ghk = {row["name"]: row for row in lehr.json("summary", run)["parameters"]}
    other = {row["name"]: row for row in lehr.fit(table, "o.nc", *WORDS[2:], "--chains", 2, *words)["parameters"]}
    for name, row in other.items():
        error = (row["mcse_mean"] ** 2 + ghk[name]["mcse_mean"] ** 2) ** 0.5
        assert abs(row["mean"] - ghk[name]["mean"]) < 6 * error, name
