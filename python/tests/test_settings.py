"""Python's arguments are the rows of the library's tables of settings: nothing missing, nothing unknown, the same defaults."""

import inspect

import numpy as np
import pytest

import lehr
from lehr import _core
from lehr.settings import chain_evidence_settings, evidence_settings, fit_settings, model_settings, prediction_settings

TABLES = _core.settings_table()
CLASSIFIER = {"standardize", "threads", "progress"}  # of the table and of the call, not of the settings
EVIDENCE = CLASSIFIER | {"X", "y", "variance", "lengthscale"}


def defaults_of(settings, table):
    """The library's default of each argument."""
    return {row["argument"]: getattr(settings, row["attribute"]) for row in TABLES[table] if row["argument"]}


def signature_of(function, without):
    parameters = inspect.signature(function).parameters
    return {name: parameter.default for name, parameter in parameters.items() if name not in without}


def without(defaults, *names):
    assert set(names) <= set(defaults), "a name that is left out must be there"
    return {name: value for name, value in defaults.items() if name not in names}


def classifier_defaults():
    fit = _core.FitSettings()
    evidence = without(defaults_of(fit.evidence, "evidence"), "repeats", "keep_latents")
    evidence["random_state"] = evidence.pop("seed")  # scikit-learn's name
    return {**defaults_of(_core.ModelSettings(), "model"), **defaults_of(fit, "fit"), **evidence}


def test_the_classifier_has_every_setting_with_its_default():
    assert signature_of(lehr.GPClassifier, CLASSIFIER) == classifier_defaults()


def test_the_evidence_has_every_setting_with_its_default():
    model = without(defaults_of(_core.ModelSettings(), "model"), "ard", "prior_variance", "prior_lengthscale")  # theta is given
    assert signature_of(lehr.evidence, EVIDENCE) == {**model, **defaults_of(_core.EvidenceSettings(), "evidence")}


def test_predictions_have_every_setting_with_its_default():
    assert signature_of(lehr.Run.predict, CLASSIFIER | {"self", "X"}) == defaults_of(_core.PredictionSettings(), "predictions")


def test_of_how_a_table_is_encoded_arrays_leave_one_setting():
    of_texts = {"label", "positive", "categorical"}  # what these say of a table, arrays say themselves
    assert {row["argument"] for row in TABLES["table"]} == of_texts | {"standardize"}
    for function in (lehr.GPClassifier, lehr.evidence):
        assert inspect.signature(function).parameters["standardize"].default == _core.TableDescription().standardize


OTHER = {"variances": "regressed", "kernel": "matern32", "likelihood": "logit", "approximation": "laplace", "estimator": "ais", "ladder": "paper",
         "sampler": "metropolis", "tune_on": "laplace"}


def another(row, default):
    """A value that is allowed and not the default."""
    if row["kind"] == "switch":
        return not default
    if row["kind"] == "prior":
        return (2.5, 1 / 3)
    if row["kind"] == "time":
        return 5400
    if row["kind"] == "number":
        return default / 2 if default else 2.5
    return OTHER[row["argument"]] if row["kind"] == "word" else (default or 1) + 1


def test_every_argument_reaches_its_setting():
    params = {**classifier_defaults(), "repeats": 1, "random_state": 1, "variances": "exact", "level": 0.9}
    made = {"model": model_settings, "fit": fit_settings, "evidence": chain_evidence_settings,
            "predictions": lambda given: prediction_settings(given["level"], {**given, "draws": given["draws"] or 400})}
    for table, rows in TABLES.items():
        if table == "table":
            continue
        for row in rows:
            name = row["argument"]
            if name in ("", "seed") or (table == "evidence" and name == "keep_latents"):
                continue
            value = another(row, params[name])
            assert getattr(made[table]({**params, name: value}), row["attribute"]) == value, name
    assert chain_evidence_settings({**params, "random_state": 7}).seed == 7
    assert chain_evidence_settings({**params, "ep_sweeps": "converged"}).ep_converged
    assert evidence_settings({"keep_latents": True}).keep_latents


def test_a_run_gives_the_arguments_back(tmp_path):
    X = np.linspace(0, 1, 8)[:, None]
    other = {"prior_variance": (2.5, 1 / 3), "prior_lengthscale": (2.0, 0.5), "intercept": 4.0, "linear": 0.25, "kernel": "matern32", "ard": True, "ep_sweeps": "converged",
             "estimator": "ais", "temperatures": 3, "ladder": "paper", "importance_samples": 2, "sampler": "metropolis",
             "tune_on": "laplace", "chains": 2, "warmup": 60, "draws": 10, "thin": 2, "keep_latents": False, "random_state": 3}
    model = lehr.GPClassifier(**other, progress=False).fit(X, np.arange(8) > 3)
    model.runs_[0].annotation = ""  # as the command line leaves it
    model.runs_[0].save(tmp_path / "run.nc")
    loaded = lehr.GPClassifier.load(tmp_path / "run.nc").get_params()
    expected = {**lehr.GPClassifier(**other).get_params(), "progress": None}
    assert loaded == expected


def test_an_unknown_setting_is_refused():
    with pytest.raises(TypeError, match="no_such_setting"):
        lehr.evidence([[0.0], [1.0]], [0, 1], variance=1, lengthscale=1, no_such_setting=1)
