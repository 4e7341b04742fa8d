"""An intercept and linear terms beside the kernel: what users are told, and what they are for."""

import math
import random

import pytest
from conftest import SHORT, Lehr, assert_refused

TERMS = ("--intercept", 9, "--linear", 0.5)
FAR = "x,z\n1000,-1000\n"


def table_of(rows, share, seed=3):
    """Two features in units far from one; `share` of the labels are yes, more of them where x is large."""
    numbers = random.Random(seed)
    points = [(numbers.gauss(0, 1), numbers.gauss(0, 1)) for _ in range(rows)]
    ranked = sorted(range(rows), key=lambda i: points[i][0] + 0.5 * numbers.gauss(0, 1))
    yes = set(ranked[-round(share * rows):])
    lines = [f"{5 * x + 2},{z / 10},{'yes' if i in yes else 'no'}" for i, (x, z) in enumerate(points)]
    return "x,z,label\n" + "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    """A table with few positives and runs on it with terms and without."""
    lehr = Lehr(tmp_path_factory.mktemp("terms"))
    lehr.write("t.csv", table_of(90, 0.1))
    lehr.write("far.csv", FAR)
    lehr.fit("t.csv", "with.nc", *TERMS)
    lehr.fit("t.csv", "without.nc")
    return lehr


def coefficients(report):
    return {row["name"]: row for row in report["coefficients"]}


def test_the_evidence_has_none_unless_they_are_given(lehr, glass):
    plain = lehr.evidence(glass, 15, 3.8, "--estimator", "approximation")
    none = lehr.evidence(glass, 15, 3.8, "--estimator", "approximation", "--intercept", 0, "--linear", 0)
    assert none["log_evidence"] == plain["log_evidence"]
    assert (plain["intercept"], plain["linear"]) == (0, 0)
    both = lehr.evidence(glass, 15, 3.8, "--estimator", "approximation", *TERMS)
    assert (both["intercept"], both["linear"]) == (9, 0.5)
    assert abs(both["log_evidence"] - plain["log_evidence"]) > 0.1
    text = lehr("evidence", glass, "--variance", 15, "--lengthscale", 3.8, *TERMS).stdout
    assert "length-scale 3.8, intercept 9, linear 0.5; probit" in text


def test_categories_count_as_columns(lehr):
    rows = [f"{'abc'[i % 3]},{i % 7},{'yes' if i % 3 == 0 and i % 7 < 5 else 'no'}" for i in range(40)]
    lehr.write("t.csv", "colour,number,label\n" + "\n".join(rows) + "\n")
    found = coefficients(lehr.fit("t.csv", "r.nc", "--categorical", "colour", "--linear", 1))
    assert list(found) == ["slope[colour=a]", "slope[colour=b]", "slope[colour=c]", "slope[number]"]
    assert found["slope[colour=a]"]["mean"] > 0 > found["slope[number]"]["mean"]


def test_the_summary_has_the_posterior_of_the_coefficients(fitted):
    report = fitted.json("summary", "with.nc")
    found = coefficients(report)
    assert list(found) == ["intercept", "slope[x]", "slope[z]"]
    assert (report["intercept"], report["linear"]) == (9, 0.5)
    for row in found.values():
        assert row["q5"] < row["q50"] < row["q95"]
        assert 0 < row["sd"] < 3
        assert abs(row["mean"] - row["q50"]) < row["sd"]
    assert found["intercept"]["mean"] < 0, "few labels are yes"
    assert found["slope[x]"]["mean"] > abs(found["slope[z]"]["mean"])
    assert found["intercept"]["mean_per_unit"] is None
    sd = found["slope[x]"]["mean"] / found["slope[x]"]["mean_per_unit"]
    assert 4 < sd < 6, "the sd of the column x"
    text = fitted("summary", "with.nc").stdout
    assert "kernel with intercept and linear terms; probit" in text
    assert "coefficient" in text and "slope[x]" in text and "mean per unit" in text
    assert fitted.json("summary", "without.nc")["coefficients"] == []
    assert "coefficient" not in fitted("summary", "without.nc").stdout


def test_far_from_the_data_the_base_rate_holds(fitted):
    near_one = fitted.predict("without.nc", "far.csv")["probability"][0]
    assert abs(near_one - 0.5) < 1e-6
    fitted.fit("t.csv", "intercept.nc", "--intercept", 9, "--prior-variance", "2,2")
    assert fitted.predict("intercept.nc", "far.csv")["probability"][0] < 0.4
    # With slopes a row far along x is of the class that x speaks for.
    fitted.write("right.csv", "x,z\n1000,0\n")
    assert fitted.predict("with.nc", "right.csv")["probability"][0] > 0.9


def test_variances_by_regression_know_the_terms(fitted):
    fitted.fit("t.csv", "long.nc", *TERMS, "--chains", 2, "--draws", 200)
    exact = fitted.predict("long.nc", "t.csv")["probability"]
    regressed = fitted.predict("long.nc", "t.csv", "--variances", "regressed")
    assert regressed["variance_regression"] is not None
    assert max(abs(a - b) for a, b in zip(exact, regressed["probability"])) < 0.01


def test_the_report_tells_them_and_how_to_run_again(fitted):
    assert fitted("report", "with.nc", "--out", "r.html").returncode == 0
    page = (fitted.folder / "r.html").read_text().replace('<span class="option">', "").replace("</span>", "")
    assert "--intercept 9" in page and "--linear 0.5" in page
    assert "slope[x]" in page and "prior variance of the intercept" in page
    assert fitted("report", "without.nc", "--out", "w.html").returncode == 0
    page = (fitted.folder / "w.html").read_text().replace('<span class="option">', "").replace("</span>", "")
    assert "--intercept 0" in page and "slope[x]" not in page


def test_a_run_with_other_terms_is_not_resumed(fitted):
    refused = fitted("fit", "t.csv", "--out", "with.nc", *SHORT, "--intercept", 4, "--linear", 0.5, "--resume", "--quiet")
    assert_refused(refused, 2, "--intercept 9", "--intercept 4")


def test_an_extended_run_has_the_coefficients_of_one_longer_run(fitted):
    fitted.fit("t.csv", "longer.nc", *TERMS, "--draws", 80)
    fitted.fit("t.csv", "extended.nc", *TERMS)
    fitted.fit("t.csv", "extended.nc", *TERMS, "--draws", 80, "--resume")
    assert coefficients(fitted.json("summary", "extended.nc")) == coefficients(fitted.json("summary", "longer.nc"))
    assert coefficients(fitted.json("summary", "with.nc")) != coefficients(fitted.json("summary", "longer.nc"))


def test_they_do_not_need_latents_or_depend_on_threads(fitted):
    one = coefficients(fitted.fit("t.csv", "one.nc", *TERMS, "--threads", 1, "--no-latents"))
    assert one == coefficients(fitted.json("summary", "with.nc"))


def test_simulated_labels_have_them(lehr):
    words = ("--rows", 300, "--features", 2, "--variance", 0.001, "--lengthscale", 1)

    def labels(*more):
        lines = lehr("simulate", *words, *more, "--quiet").stdout.splitlines()[1:]
        return [line.split(",") for line in lines]

    plain = sum(row[-1] == "1" for row in labels())
    assert 100 < plain < 200
    constant = sum(row[-1] == "1" for row in labels("--intercept", 1e4))
    assert constant in (0, 300)
    report = lehr.json("simulate", *words, "--linear", 1e4, "--intercept", 2, "--out", "s.csv")
    assert (report["intercept"], report["linear"]) == (2, 1e4)


@pytest.mark.parametrize("option", ["--intercept", "--linear"])
@pytest.mark.parametrize("value", ["-1", "nan", "inf", "1e400", "2e6", "two"])
def test_what_is_no_variance_is_refused(lehr, option, value):
    lehr.write("t.csv", table_of(20, 0.5))
    for words in (("fit", "t.csv", "--out", "r.nc"), ("evidence", "t.csv", "--variance", 1, "--lengthscale", 1)):
        assert_refused(lehr(*words, f"{option}={value}"), 2, option, "a number from 0 to")
    assert lehr.files() == ["t.csv"]


@pytest.mark.parametrize("size", ["e3", "e5", "e200"])
def test_inputs_as_they_are_have_slopes_of_any_size(lehr, size):
    rows = [f"{sign}{1 + i % 3}{size},{'no' if sign else 'yes'}" for i, sign in enumerate(["", "-"] * 10)]
    lehr.write("t.csv", "x,label\n" + "\n".join(rows) + "\n")
    words = ("--linear", 1, "--no-standardize", "--quiet")
    if size != "e200":  # the slope is up or down, and that is all; the error of the estimate is 0.013
        found = lehr.evidence("t.csv", 1, 1, *words, "--importance-samples", 5000)
        assert abs(found["log_evidence"] - math.log(0.5)) < 0.08
        return
    assert_refused(lehr("evidence", "t.csv", "--variance", 1, "--lengthscale", 1, *words), 1, "the numbers broke down")
    assert_refused(lehr("fit", "t.csv", "--out", "r.nc", *SHORT, *words), 1, "check the data and priors")
