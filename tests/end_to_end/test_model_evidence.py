"""log p(y | model) in fits, run files, summaries and reports."""

import signal
import time

import pytest


def of(answer):
    return answer["log_model_evidence"], answer["log_model_evidence_error"]


@pytest.mark.parametrize("kernel, truth", [("rbf", -38.99), ("matern52", -38.54), ("matern12", -41.56)])
def test_glass_with_each_kernel(lehr, glass, kernel, truth):
    priors = ("--prior-variance", "1.1,0.1", "--prior-lengthscale", "1,0.3333333333333333")
    value, error = of(lehr.json("fit", glass, "--out", "r.nc", "--kernel", kernel, *priors))
    assert error < 0.05
    assert value == pytest.approx(truth, abs=0.1)


def test_glass_with_a_lengthscale_for_each_feature(lehr, glass):
    """By both criteria; ten refits without a tenth of the rows each say -32.0 of elpd."""
    priors = ("--prior-variance", "1.1,0.1", "--prior-lengthscale", "1,1", "--intercept", "0")
    answer = lehr.json("fit", glass, "--out", "r.nc", "--ard", *priors)
    value, error = of(answer)
    assert error < 0.06
    assert value == pytest.approx(-46.9, abs=0.1)
    assert answer["loo"]["elpd"] == pytest.approx(-32.0, abs=1.5)


def test_it_is_in_fit_summary_and_report(lehr, thyroid):
    fitted = of(lehr.fit(thyroid, "r.nc"))
    assert of(lehr.json("summary", "r.nc")) == fitted
    text = lehr("summary", "r.nc").stdout
    [line] = [line for line in text.splitlines() if line.startswith("log p(y | model) = ")]
    assert f"{fitted[0]:.2f} ± " in line
    assert lehr("report", "r.nc", "--out", "r.html").returncode == 0
    assert f"<strong>{fitted[0]:.2f} ± " in (lehr.folder / "r.html").read_text()


def test_it_does_not_depend_on_threads(lehr, made_up):
    answers = [of(lehr.fit(made_up[0], f"{threads}.nc", "--threads", threads)) for threads in (1, 2, 5)]
    assert answers[1:] == answers[:1] * 2


def test_it_can_be_skipped(lehr, made_up):
    answer = lehr.fit(made_up[0], "r.nc", "--no-model-evidence")
    assert of(answer) == (None, None)
    assert "log p(y" not in lehr("summary", "r.nc").stdout


def test_the_draws_are_the_same_without_it(lehr, made_up):
    assert lehr.fit(made_up[0], "a.nc")["parameters"] == lehr.fit(made_up[0], "b.nc", "--no-model-evidence")["parameters"]


def test_an_extended_run_has_that_of_one_longer_run(lehr, made_up):
    shorter = of(lehr.fit(made_up[0], "r.nc", "--draws", 60))
    extended = of(lehr.fit(made_up[0], "r.nc", "--draws", 120, "--resume"))
    assert extended == of(lehr.fit(made_up[0], "long.nc", "--draws", 120)) != shorter


def test_a_resumed_run_has_that_of_an_uninterrupted_one(lehr, made_up):
    words = ("--draws", 1500, "--chains", 2, "--warmup", 60)
    fit = lehr.start("fit", made_up[0], "--out", "r.nc", *words)
    time.sleep(0.7)
    fit.send_signal(signal.SIGTERM)
    fit.communicate()
    assert of(lehr.fit(made_up[0], "r.nc", *words, "--resume")) == of(lehr.fit(made_up[0], "whole.nc", *words))


def test_the_approximation_itself_has_one_too(lehr, made_up):
    value, error = of(lehr.fit(made_up[0], "r.nc", "--estimator", "approximation"))
    exact, exact_error = of(lehr.fit(made_up[0], "exact.nc"))
    assert abs(value - exact) < 0.5 + 5 * (error + exact_error)


def test_a_run_that_hardly_moved_has_none(lehr, made_up):
    answer = lehr.fit(made_up[0], "r.nc", "--draws", 1)
    assert of(answer) == (None, None)
