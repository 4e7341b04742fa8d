"""Extreme parameters and tables give a number or a clear error, never NaN."""

import math

import pytest
from conftest import parse_strictly
from limits import SANITIZED

VALUES = ["--estimator", "approximation", "--format", "json", "--quiet"]


def log_evidence_or_error(lehr, table, variance, lengthscale, *words):
    run = lehr("evidence", table, "--variance", variance, "--lengthscale", lengthscale, *VALUES, *words)
    assert "nan" not in run.stdout.lower()
    if run.returncode == 0:
        value = parse_strictly(run.stdout)["log_evidence"]
        assert isinstance(value, float) and math.isfinite(value) and value < 0, value
        return value
    assert run.returncode == 1 and run.stdout == "" and len(run.stderr) > 30, (run.returncode, run.stderr)
    return None


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
@pytest.mark.parametrize("variance", ["1e-6", "1", "1e6"])
@pytest.mark.parametrize("lengthscale", ["1e-3", "1", "1e3"])
@pytest.mark.parametrize("likelihood", ["probit", "logit"])
def test_extreme_parameters_on_a_table_with_duplicates(lehr, glass, variance, lengthscale, approximation, likelihood):
    value = log_evidence_or_error(
        lehr, glass, variance, lengthscale, "--approximation", approximation, "--likelihood", likelihood)
    assert value is not None
    if variance == "1e-6":  # no latent function to speak of: every label has probability 1/2
        assert value == pytest.approx(-214 * math.log(2), rel=1e-3)


@pytest.mark.parametrize("kernel", ["matern12", "matern32", "matern52"])
@pytest.mark.parametrize("variance, lengthscale", [("1e-6", "1e3"), ("1e6", "1e-3"), ("1e6", "1e3")])
def test_extreme_parameters_with_every_kernel(lehr, glass, kernel, variance, lengthscale):
    log_evidence_or_error(lehr, glass, variance, lengthscale, "--kernel", kernel)


@pytest.mark.parametrize("variance", ["1e-300", "1e300", "1e-320"])
def test_parameters_beyond_reason(lehr, glass, variance):
    log_evidence_or_error(lehr, glass, variance, "1")
    log_evidence_or_error(lehr, glass, "1", variance)


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
def test_hundreds_of_duplicate_rows(lehr, data, approximation):
    assert log_evidence_or_error(lehr, data / "breast.csv", "100", "1", "--approximation", approximation) is not None


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
def test_the_same_row_with_both_labels(lehr, approximation):
    table = lehr.write("t.csv", "a,b,label\n" + "1,2,1\n1,2,-1\n" * 20 + "0,1,1\n")
    assert log_evidence_or_error(lehr, table, "1e4", "1", "--approximation", approximation) is not None


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
def test_labels_that_a_line_separates(lehr, approximation):
    table = lehr.write("t.csv", "a,label\n" + "".join(f"{i},{1 if i >= 50 else -1}\n" for i in range(100)))
    assert log_evidence_or_error(lehr, table, "1e6", "1", "--approximation", approximation) is not None


def test_two_rows(lehr):
    table = lehr.write("t.csv", "a,label\n0,1\n1,-1\n")
    assert log_evidence_or_error(lehr, table, "5", "1") == pytest.approx(2 * math.log(0.5), abs=1.5)


def test_sixty_features(lehr):
    lehr("simulate", "--rows", 150, "--features", 60, "--variance", 5, "--lengthscale", 3, "--out", "wide.csv")
    assert log_evidence_or_error(lehr, "wide.csv", "5", "3") is not None
    assert log_evidence_or_error(lehr, "wide.csv", "5", ",".join(["3"] * 60), "--ard") is not None


@pytest.mark.parametrize("lengthscale", ["1", "1e12"])
def test_features_of_enormous_scale(lehr, glass, lengthscale):
    header, *rows = glass.read_text().splitlines()
    scaled = [",".join([*(repr(float(f) * 1e12) for f in row.split(",")[:-1]), row.split(",")[-1]]) for row in rows]
    table = lehr.write("scaled.csv", "\n".join([header, *scaled]) + "\n")
    assert log_evidence_or_error(lehr, table, "5", lengthscale, "--no-standardize") is not None
    standardised = log_evidence_or_error(lehr, table, "5", "3")
    assert standardised == pytest.approx(-39.44394606, abs=1e-5)


@pytest.mark.skipif(SANITIZED, reason="takes minutes with sanitizers")
@pytest.mark.parametrize("kernel", ["rbf", "matern12"])  # of low rank, and of full rank
def test_two_thousand_rows(lehr, kernel):
    lehr("simulate", "--rows", 2000, "--features", 2, "--kernel", kernel, "--variance", 5, "--lengthscale", 0.3, "--out", "long.csv")
    assert log_evidence_or_error(lehr, "long.csv", "5", "0.3", "--kernel", kernel, "--approximation", "laplace") is not None
