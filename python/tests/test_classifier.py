"""Fitting and predicting: labels, frames, classes, refusals."""

import warnings

import numpy as np
import pandas
import pytest
from conftest import short_model
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_score

from lehr import GPClassifier


def test_predicts_thyroid_well(fitted, thyroid):
    assert fitted.score(*thyroid) > 0.95
    assert log_loss(thyroid[1], fitted.predict_proba(thyroid[0])) < 0.15


def test_probabilities_are_between_the_ends_of_their_interval(fitted, thyroid):
    probability = fitted.predict_proba(thyroid[0])
    assert probability.sum(axis=1) == pytest.approx(1)
    lower, upper = fitted.predict_interval(thyroid[0])
    wide_lower, wide_upper = fitted.predict_interval(thyroid[0], level=0.99)
    assert np.all((wide_lower <= lower) & (lower < upper) & (upper <= wide_upper))
    inside = upper < 1 - 1e-9  # the others round to 1
    assert inside.sum() > 100
    assert np.all((wide_lower < lower) & (upper < wide_upper) | ~inside)


def test_an_impossible_level_is_refused(fitted, thyroid):
    with pytest.raises(ValueError, match="level must be a share between 0 and 1, not 1"):
        fitted.predict_interval(thyroid[0], level=1)


def test_the_latent_has_the_sign_of_the_prediction(fitted, thyroid):
    mean, sd = fitted.predict_latent(thyroid[0])
    assert np.all(sd > 0)
    clear = np.abs(mean) > sd
    assert clear.sum() > 50
    assert np.array_equal(mean[clear] > 0, fitted.predict(thyroid[0])[clear] == 1)


@pytest.mark.parametrize(
    "labels",
    [[0, 1], [-1, 1], [False, True], ["no", "yes"], [2.0, 7.0], np.array(["a", "b"], dtype=object)],
    ids=lambda labels: str(labels),
)
def test_labels_of_any_type_come_back_as_they_were(labels):
    X = np.arange(12.0)[:, None]
    y = np.array(labels)[(np.arange(12) > 5).astype(int)]
    model = short_model(draws=20).fit(X, y)
    assert model.classes_.dtype == y.dtype
    assert model.predict(X).dtype == y.dtype
    assert np.array_equal(model.predict([[0.0], [11.0]]), np.array(labels, dtype=y.dtype))


def test_feature_names_come_from_the_frame(fitted, thyroid):
    assert list(fitted.feature_names_in_) == list(thyroid[0].columns)
    with pytest.raises(ValueError, match="feature names"):
        fitted.predict(thyroid[0][thyroid[0].columns[::-1]])


def test_more_than_two_classes_get_normalised_probabilities(fitted_to_three, three_classes):
    X, y = three_classes
    probability = fitted_to_three.predict_proba(X)
    assert probability.shape == (45, 3)
    assert probability.sum(axis=1) == pytest.approx(1)
    assert fitted_to_three.score(X, y) > 0.95
    assert list(fitted_to_three.summary()) == ["blue", "green", "red"]
    assert fitted_to_three.predict_latent(X)[0].shape == (45, 3)
    assert fitted_to_three.log_evidence().shape == (3,)


def test_refits_to_the_same_draws_and_clones(fitted, thyroid):
    again = clone(fitted).fit(*thyroid)
    assert np.array_equal(again.runs_[0].posterior["f"], fitted.runs_[0].posterior["f"])
    other = clone(fitted).set_params(random_state=2).fit(*thyroid)
    assert not np.array_equal(other.runs_[0].posterior["f"], fitted.runs_[0].posterior["f"])


def test_the_number_of_threads_changes_no_draw(fitted, thyroid):
    one = short_model(threads=1).fit(*thyroid)
    assert np.array_equal(one.runs_[0].posterior["f"], fitted.runs_[0].posterior["f"])


def test_a_random_state_that_is_a_generator_draws_the_seed():
    X, y = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1]

    def draws(state):
        return short_model(draws=10, random_state=state).fit(X, y).runs_[0].posterior["variance"]

    assert np.array_equal(draws(np.random.RandomState(5)), draws(np.random.RandomState(5)))
    assert not np.array_equal(draws(np.random.RandomState(5)), draws(np.random.RandomState(6)))


def test_works_inside_cross_validation(three_classes):
    X, y = three_classes
    keep = y != "blue"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        scores = cross_val_score(short_model(draws=20), X[keep], y[keep], cv=2, n_jobs=2)
    assert np.all(scores > 0.8)


def test_a_constant_column_is_left_out_with_a_warning():
    X = np.column_stack([np.arange(8.0), np.full(8, 3.0)])
    frame = pandas.DataFrame(X, columns=["size", "always"])
    with pytest.warns(UserWarning, match="constant: column 'always'"):
        model = short_model(draws=10).fit(frame, [0, 0, 0, 0, 1, 1, 1, 1])
    assert model.n_features_in_ == 2
    assert model.runs_[0].feature_names == ["size"]
    assert model.predict_proba(frame).shape == (8, 2)


def test_few_draws_are_warned_about(thyroid):
    with pytest.warns(ConvergenceWarning, match="effective"):
        short_model().fit(*thyroid)


@pytest.mark.parametrize(
    "params, message",
    [
        ({"kernel": "cubic"}, "there is no kernel 'cubic'; choose one of: matern12"),
        ({"kernel": 3}, "kernel must be a string, not 3"),
        ({"chains": 0}, "chains must be a whole number of at least 1, not 0"),
        ({"draws": 2.5}, "draws must be a whole number of at least 1, not 2.5"),
        ({"warmup": 5}, "warmup must be from 20 to 1000000000, not 5"),
        ({"prior_variance": (1, -1)}, "-1"),
        ({"prior_variance": (1, 3e-11)}, "12 % of its mass outside the values that can be computed"),
        ({"prior_lengthscale": 2}, "prior_lengthscale must be a pair of numbers"),
        ({"estimator": "gkh", "likelihood": "logit"}, "there is no estimator 'gkh'"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0"),
        ({"threads": 0}, "threads must be a whole number of at least 1"),
        ({"ep_sweeps": "many"}, "ep_sweeps must be a whole number"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_impossible_setting_is_a_value_error(params, message):
    with pytest.raises(ValueError, match=message):
        short_model(**params).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(
    "X, y, message",
    [
        ([[0.0], [np.nan]], [0, 1], "NaN"),
        ([[0.0], [np.inf]], [0, 1], "infinity"),
        ([[0.0], [1.0]], [0.5, 1.25], "Unknown label type"),
        ([[0.0], [1.0]], [1, 1], "one class only"),
        ([[1.0], [1.0]], [0, 1], "no column varies"),
        ([[0.0], [1.0]], [0, 1, 1], "inconsistent numbers of samples"),
    ],
)
def test_bad_data_is_a_value_error(X, y, message):
    with pytest.raises(ValueError, match=message):
        short_model().fit(X, y)


def test_an_unfitted_classifier_says_so():
    for method in ("predict", "predict_proba", "predict_latent", "predict_interval"):
        with pytest.raises(NotFittedError):
            getattr(GPClassifier(), method)([[0.0]])
    assert not hasattr(GPClassifier(), "diagnostics_")


def test_log_evidence_is_that_of_the_training_data(fitted):
    assert fitted.log_evidence(15, 3, repeats=4) == pytest.approx(-43.33, abs=0.2)  # published: -43.329
    assert isinstance(fitted.log_evidence(), float)


@pytest.mark.parametrize("estimator", ["ghk", "is"])
def test_draws_tell_where_the_random_numbers_of_their_estimates_come_from(thyroid, estimator):
    features, labels = thyroid
    stats = short_model(estimator=estimator, draws=200).fit(features[::4], labels[::4]).runs_[0].sample_stats
    numbers = stats["numbers_from"]
    renewed = numbers[:, 1:] != numbers[:, :-1]
    moved = stats["accepted"][:, 1:]
    assert (numbers[:, 1:] >= numbers[:, :-1]).all()
    assert not (renewed & ~moved).any()
    if estimator == "is":
        assert (renewed == moved).all()
    else:  # a quarter of the 300 or more that moved, and five standard errors
        assert moved.sum() > 300 and abs(renewed.sum() / moved.sum() - 0.25) < 5 * (0.25 * 0.75 / 300) ** 0.5
    estimates = stats["log_evidence_estimate"]
    assert (estimates[:, 1:][~moved] == estimates[:, :-1][~moved]).all()


def test_a_run_predicts_from_some_draws_and_tells_how_well(fitted, thyroid):
    run = fitted.runs_[0]
    everything = run.predict(thyroid[0], draws=10**6)
    some = run.predict(thyroid[0], draws=20)
    assert everything.draws == run.posterior["variance"].size > some.draws >= 20
    assert everything.variance_regression is None
    assert np.all(everything.mcse_probability > 0) and np.all(everything.mcse_probability < 0.1)
    assert np.median(some.mcse_probability) > np.median(everything.mcse_probability)
    for words in ({"draws": 0}, {"draws": 2.5}, {"variances": "guessed"}, {"variances": None}):
        with pytest.raises(ValueError, match=next(iter(words))):
            run.predict(thyroid[0], **words)


def test_regressed_variances_tell_their_error(fitted, thyroid):
    run = fitted.runs_[0]
    exact, regressed = (run.predict(thyroid[0], variances=way) for way in ("exact", "regressed"))
    told = regressed.variance_regression
    assert told["anchors"] == 22 and 0 < told["mean_error"] <= told["largest_error"]
    assert np.abs(exact.probability - regressed.probability).max() < 10 * told["largest_error"]
    with pytest.warns(UserWarning, match="too few"):
        run.predict(thyroid[0], variances="regressed", draws=10)


def test_an_intercept_and_slopes_have_coefficients_and_change_what_is_far_away():
    generator = np.random.default_rng(5)
    X = generator.normal(size=(60, 2)) * [5, 0.1] + [2, 0]
    y = np.where(X[:, 0] > 7, "yes", "no")
    without = short_model().fit(X, y)
    assert without.runs_[0].coefficients == {}
    far = [[-1000.0, 0.0]]
    assert without.predict_proba(far)[0, 1] == pytest.approx(0.5, abs=1e-6)
    both = short_model(intercept=9, linear=1.0).fit(X, y)
    found = both.runs_[0].coefficients
    assert list(found) == ["intercept", "slope[x1]", "slope[x2]"]
    assert found["intercept"]["mean"] < 0 < found["slope[x1]"]["mean"]
    assert found["intercept"]["mean_per_unit"] is None
    assert found["slope[x1]"]["mean_per_unit"] == pytest.approx(found["slope[x1]"]["mean"] / X[:, 0].std(ddof=1))
    assert both.predict_proba(far)[0, 1] < 0.2, "0.105 by many draws"
    for name, value in (("intercept", -1), ("linear", float("nan")), ("linear", 1e9), ("intercept", "much")):
        with pytest.raises(ValueError, match=f"{name} must be a number"):
            short_model(**{name: value}).fit(X, y)
