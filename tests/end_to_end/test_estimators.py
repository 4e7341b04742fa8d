"""Unbiased estimates through the command line: their values, errors and settings."""

import math

import pytest
from conftest import assert_refused

GLASS = (15, 3.8)
TRUTH = -37.413  # ± 0.003, by two other programs
KINDS = pytest.mark.parametrize("estimator", ["is", "ais", "look-ahead"])


@pytest.mark.parametrize("estimator", ["ais", "look-ahead"])  # is has infinite variance here: no error bar to test against
def test_estimates_agree_with_the_truth_within_their_error(lehr, glass, estimator):
    result = lehr.evidence(glass, *GLASS, "--estimator", estimator, "--importance-samples", 256, "--repeats", 8)
    # 5 standard errors: a false alarm in 2e6 seeds, and the seed is fixed.
    assert abs(result["log_evidence"] - TRUTH) < 5 * math.hypot(result["se_log"], 0.003)
    assert 0 < result["se_log"] < 0.2


@KINDS
def test_the_summary_follows_from_the_repeats(lehr, glass, estimator):
    result = lehr.evidence(glass, *GLASS, "--estimator", estimator, "--repeats", 5)
    logs = result["log_estimates"]
    assert len(logs) == result["repeats"] == 5
    mean = sum(logs) / 5
    assert result["log_evidence"] == pytest.approx(math.log(sum(math.exp(v) for v in logs) / 5), abs=1e-9)
    assert result["sd_log"] == pytest.approx(math.sqrt(sum((v - mean) ** 2 for v in logs) / 4), rel=1e-9)
    assert result["r"] == pytest.approx(result["sd_log"] / math.log(10), rel=1e-12)
    assert 1 <= result["effective_sample_size"] <= result["importance_samples"] == 64
    assert result["ep_sweeps"] == 5 and result["approximation_log_evidence"] is not None


@KINDS
def test_one_repeat_has_no_spread(lehr, glass, estimator):
    result = lehr.evidence(glass, *GLASS, "--estimator", estimator)
    assert result["sd_log"] is None and result["r"] is None
    assert result["log_estimates"] == [result["log_evidence"]]


@KINDS
def test_the_seed_alone_decides_the_bits(lehr, glass, estimator):
    words = ("--estimator", estimator, "--repeats", 2)
    first, more_threads, other_seed = (
        lehr.evidence(glass, *GLASS, *words, "--threads", threads, "--seed", seed)["log_estimates"]
        for threads, seed in ((1, 3), (3, 3), (1, 4)))
    assert first == more_threads
    assert first != other_seed


def test_the_default_is_look_ahead_for_probit_and_ais_otherwise(lehr, glass):
    assert lehr.evidence(glass, *GLASS)["estimator"] == "look-ahead"
    logit = lehr.evidence(glass, *GLASS, "--likelihood", "logit")
    assert logit["estimator"] == "ais"
    assert (logit["temperatures"], logit["ladder"]) == (15, "default")


def test_temperatures_and_ladder_are_for_annealing(lehr, glass):
    annealed = lehr.evidence(glass, *GLASS, "--estimator", "ais", "--temperatures", 7, "--ladder", "paper")
    assert (annealed["temperatures"], annealed["ladder"]) == (7, "paper")
    look_ahead = lehr.evidence(glass, *GLASS, "--estimator", "look-ahead")
    assert look_ahead["temperatures"] is None and look_ahead["ladder"] is None


def test_the_number_of_sweeps_can_be_chosen(lehr, glass):
    words = ("--estimator", "look-ahead", "--ep-sweeps")
    assert lehr.evidence(glass, *GLASS, *words, 2)["ep_sweeps"] == 2
    converged = lehr.evidence(glass, *GLASS, *words, "converged")
    assert converged["converged"] is True and converged["ep_sweeps"] > 5


def test_the_prior_serves_estimators_but_has_no_evidence(lehr, glass):
    result = lehr.evidence(glass, *GLASS, "--approximation", "prior", "--estimator", "ais")
    assert math.isfinite(result["log_evidence"]) and result["ep_sweeps"] is None


def test_ghk_is_another_name_of_look_ahead(lehr, glass):
    by_one, by_other = (lehr.evidence(glass, *GLASS, "--estimator", name) for name in ("look-ahead", "ghk"))
    assert by_other["estimator"] == "look-ahead"
    assert by_one["log_estimates"] == by_other["log_estimates"]


def test_look_ahead_serves_logit_too(lehr, glass):
    words = ("--likelihood", "logit", "--importance-samples", 400)
    ours, annealed = (lehr.evidence(glass, *GLASS, *words, "--estimator", name) for name in ("look-ahead", "ais"))
    error = (ours["se_log"] ** 2 + annealed["se_log"] ** 2) ** 0.5
    assert abs(ours["log_evidence"] - annealed["log_evidence"]) < 6 * error < 0.5


def test_an_unknown_estimator_is_refused_before_files(lehr):
    words = ("--variance", 5, "--lengthscale", 3, "--estimator", "gkh")
    assert_refused(lehr("evidence", "nowhere.csv", *words), 2, "gkh", "look-ahead")


def test_infinite_variance_is_said_in_words(lehr, glass):
    run = lehr("evidence", glass, "--variance", 15, "--lengthscale", 3.8, "--estimator", "is", "--quiet")
    assert run.returncode == 0 and "infinite variance" in run.stderr


def test_a_heavy_tail_of_the_weights_is_said_in_words(lehr, glass):
    words = ("--approximation", "prior", "--estimator", "look-ahead", "--importance-samples", 200)
    rough = lehr("evidence", glass, "--variance", 15, "--lengthscale", 3.8, *words, "--quiet")
    assert rough.returncode == 0 and "Pareto k" in rough.stderr
    assert lehr.evidence(glass, 15, 3.8, *words)["pareto_k"] > 0.7
    fine = lehr("evidence", glass, "--variance", 15, "--lengthscale", 3.8, "--quiet")
    assert fine.stderr == ""


def test_text_shows_approximation_and_estimate(lehr, glass):
    run = lehr("evidence", glass, "--variance", 15, "--lengthscale", 3.8, "--repeats", 3)
    _, _, _, approximation, estimate = run.stdout.splitlines()
    assert approximation.startswith("ep (5 steps)")
    assert estimate.startswith("look-ahead") and "±" in estimate and "of 64" in estimate


def test_all_ways_side_by_side(lehr, glass):
    ways = lehr.json("evidence", glass, "--variance", 15, "--lengthscale", 3.8, "--compare")["comparison"]
    pairs = {(way["approximation"], way["estimator"]) for way in ways}
    assert {("ep", "approximation"), ("laplace", "approximation"), ("prior", "ais"), ("ep", "look-ahead"), ("ep", "is")} <= pairs
    assert all(way["log_evidence"] is not None for way in ways)
