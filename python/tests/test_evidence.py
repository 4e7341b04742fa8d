"""The estimators at given parameters, as arrays."""

import numpy as np
import pytest

import lehr

X = np.array([[0.0], [0.3], [1.0], [1.4], [2.0]])
Y = np.array([-1, -1, 1, -1, 1])


def run(**choices):
    return lehr.evidence(X, Y, **{"variance": 4, "lengthscale": 0.8, "standardize": False, **choices})


def test_the_estimates_are_the_means_of_the_weights():
    result = run(estimator="ais", importance_samples=7, repeats=3)
    assert result.log_weights.shape == (3, 7)
    assert result.log_estimates == pytest.approx(np.log(np.exp(result.log_weights).mean(axis=1)))
    assert result.log_evidence == pytest.approx(np.log(np.exp(result.log_weights).mean()))
    assert result.latents is None


@pytest.mark.parametrize("estimator", ["is", "ais", "look-ahead"])
def test_weighted_latents_have_the_posterior_mean(estimator):
    """Against rejection sampling from the prior in numpy."""
    # Weights of at most 1 from the prior have a variance; those from a Gaussian approximation may have none.
    approximation = "ep" if estimator == "look-ahead" else "prior"
    result = run(estimator=estimator, approximation=approximation, importance_samples=20_000, keep_latents=True)
    assert result.latents.shape == (1, 20_000, 5)
    assert result.state_name == ("t" if estimator == "look-ahead" else "f")
    weights = np.exp(result.log_weights[0] - result.log_weights[0].max())
    ours = weights @ result.latents[0] / weights.sum()

    generator = np.random.default_rng(1)
    covariance = 4 * np.exp(-0.5 * ((X - X.T) / 0.8) ** 2)
    f = generator.multivariate_normal(np.zeros(5), covariance, 1_000_000)
    t = f + generator.standard_normal(f.shape)
    agree = np.all(t * Y > 0, axis=1)  # the labels are the signs of t
    states = {"f": f, "t": t}[result.state_name][agree]
    error = states.std(axis=0) * np.sqrt(1 / agree.sum() + np.sum(weights**2) / weights.sum() ** 2)
    assert np.all(np.abs(ours - states.mean(axis=0)) < 5 * error)  # false alarm: 3e-6 for five numbers
    share = np.log(agree.mean())
    assert abs(result.log_evidence - share) < 5 * np.hypot(result.se_log, np.sqrt(1 / agree.sum()))


def test_the_approximation_alone_has_no_weights():
    result = run(estimator="approximation")
    assert result.log_weights is None and result.latents is None
    assert result.sd_log == 0


def test_labels_may_be_of_any_two_kinds():
    assert lehr.evidence(X, np.where(Y > 0, "yes", "no"), variance=4, lengthscale=0.8).log_evidence == (
        lehr.evidence(X, Y, variance=4, lengthscale=0.8).log_evidence
    )


def test_one_class_is_allowed_where_labels_are_signs():
    assert lehr.evidence(X, np.ones(5), variance=4, lengthscale=0.8).log_evidence < 0
    with pytest.raises(ValueError, match="two classes, not 1"):
        lehr.evidence(X, ["a"] * 5, variance=4, lengthscale=0.8)


@pytest.mark.parametrize(
    "choices, message",
    [
        ({"variance": -1}, "variance must be a positive finite number, not -1"),
        ({"lengthscale": [1, 2]}, "lengthscale"),
        ({"estimator": "best"}, "there is no estimator 'best'"),
        ({"importance_samples": 0}, "importance_samples must be a whole number of at least 1"),
        ({"approximation": "prior", "estimator": "approximation"}, "no evidence of its own"),
    ],
    ids=str,
)
def test_an_impossible_setting_is_a_value_error(choices, message):
    with pytest.raises(ValueError, match=message):
        run(**choices)
