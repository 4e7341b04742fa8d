"""The package and the program are two doors to one library: the same seed gives the same numbers."""

import json
import re

import numpy as np
import pandas
import pytest
from conftest import SHORT, run_program, short_model

import lehr

WORDS = [f"--{name}={value}" for name, value in SHORT.items() if name != "progress"]


@pytest.fixture(scope="module")
def program_run(thyroid_file, tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "program.nc"
    run_program("fit", thyroid_file, "--out", path, "--quiet", *WORDS)
    return path


def test_the_same_draws(program_run, fitted):
    theirs, ours = lehr.read_run(program_run), fitted.runs_[0]
    for name, values in theirs.posterior.items():
        assert np.array_equal(values, ours.posterior[name]), name
    for name, values in theirs.sample_stats.items():
        assert np.array_equal(values, ours.sample_stats[name]), name
    assert np.array_equal(theirs.log_likelihood["y"], ours.log_likelihood["y"])


def test_the_same_draws_with_other_choices(thyroid_file, tmp_path):
    words = ["--ard", "--likelihood", "logit", "--kernel", "matern52", "--sampler", "metropolis", "--seed", 7]
    words += ["--prior-lengthscale", "2,1", "--estimator", "ais", "--importance-samples", 4, "--no-standardize"]
    table = pandas.read_csv(thyroid_file)[::5]
    table.to_csv(tmp_path / "table.csv", index=False)
    run_program("fit", tmp_path / "table.csv", "--out", tmp_path / "run.nc", "--quiet", *WORDS, *words)
    model = short_model(
        ard=True, likelihood="logit", kernel="matern52", sampler="metropolis", random_state=7,
        prior_lengthscale=(2, 1), estimator="ais", importance_samples=4, standardize=False,
    ).fit(table.drop(columns="label"), table["label"])
    theirs = lehr.read_run(tmp_path / "run.nc")
    assert theirs.posterior["lengthscale"].shape == (2, 50, 5)
    for name, values in theirs.posterior.items():
        assert np.array_equal(values, model.runs_[0].posterior[name]), name


def test_the_same_defaults(program_run):
    fit, model = lehr.read_run(program_run).info["fit"], lehr.read_run(program_run).info["model"]
    ours = lehr.GPClassifier().get_params()
    assert ours["kernel"] == model["kernel"] and ours["likelihood"] == model["likelihood"] and not ours["ard"]
    assert ours["prior_variance"] == tuple(model["variance_prior"].values())
    assert ours["prior_lengthscale"] is model["lengthscale_prior"] is None
    for name in ("sampler", "tune_on", "thin", "keep_latents"):
        assert ours[name] == fit[name], name
    for name in ("approximation", "ep_sweeps", "estimator", "importance_samples", "temperatures", "ladder"):
        assert ours[name] == fit["evidence"][name], name
    assert ours["random_state"] == fit["evidence"]["seed"]
    help_text = " ".join(run_program("fit", "--help").split())
    for name in ("chains", "warmup"):
        assert re.search(rf"--{name} \w [^-(]*\(default {ours[name]}\)", help_text), name
    assert ours["goal"] is ours["draws"] is None  # the library's own: a goal of 400, at most 4000 draws
    assert "(default: 400; none where --draws is given alone)" in help_text
    assert "(default: at most 4000)" in help_text


def test_the_same_predictions(program_run, fitted, thyroid, thyroid_file):
    theirs = json.loads(run_program("predict", program_run, thyroid_file, "--latent", "--format", "json", "--quiet"))
    assert fitted.predict_proba(thyroid[0])[:, 1] == pytest.approx(np.array(theirs["probability"]), abs=1e-12)
    for ours, name in zip((*fitted.predict_interval(thyroid[0]), *fitted.predict_latent(thyroid[0])),
                          ("lower", "upper", "latent_mean", "latent_sd")):
        assert ours == pytest.approx(np.array(theirs[name]), abs=1e-12), name
    assert fitted.predict(thyroid[0]).tolist() == [int(label) for label in theirs["label"]]


def test_the_program_predicts_from_a_saved_classifier(fitted, thyroid, thyroid_file, tmp_path):
    fitted.save(tmp_path / "ours.nc")
    theirs = json.loads(run_program("predict", tmp_path / "ours.nc", thyroid_file, "--format", "json", "--quiet"))
    assert fitted.predict_proba(thyroid[0])[:, 1] == pytest.approx(np.array(theirs["probability"]), abs=1e-12)
    summary = json.loads(run_program("summary", tmp_path / "ours.nc", "--format", "json"))
    for parameter in summary["parameters"]:
        assert {**fitted.summary()[parameter["name"]], "name": parameter["name"]} == pytest.approx(parameter)


def test_the_package_loads_a_run_of_the_program(program_run, fitted, thyroid):
    model = lehr.GPClassifier.load(program_run)
    assert np.array_equal(model.predict_proba(thyroid[0]), fitted.predict_proba(thyroid[0]))
    assert model.classes_.tolist() == [-1, 1]
    params = model.get_params()
    assert {name: params[name] for name in ("chains", "warmup", "draws")} == {"chains": 2, "warmup": 60, "draws": 50}


@pytest.mark.parametrize("estimator", ["look-ahead", "ghk", "ais", "is", "approximation"])
def test_the_same_evidence(thyroid, thyroid_file, estimator):
    words = ["--variance", 15, "--lengthscale", 3, "--estimator", estimator, "--repeats", 3, "--seed", 5]
    theirs = json.loads(run_program("evidence", thyroid_file, *words, "--format", "json", "--quiet"))
    ours = lehr.evidence(*thyroid, variance=15, lengthscale=3, estimator=estimator, repeats=3, seed=5)
    assert ours.log_estimates.tolist() == theirs["log_estimates"]
    for name in ("log_evidence", "sd_log", "se_log", "approximation_log_evidence", "pareto_k", "warnings"):
        assert getattr(ours, name) == theirs[name], name


def test_a_table_without_names_is_read_by_position(tmp_path):
    X = np.linspace(0, 1, 8)[:, None]
    model = short_model(draws=10).fit(X, np.arange(8) > 3)
    model.save(tmp_path / "run.nc")
    pandas.DataFrame(X).to_csv(tmp_path / "new.csv", index=False, header=False)
    theirs = json.loads(run_program("predict", tmp_path / "run.nc", tmp_path / "new.csv", "--format", "json", "--quiet"))
    assert theirs["label"][0] == "False" and theirs["label"][-1] == "True"
    assert model.predict_proba(X)[:, 1] == pytest.approx(np.array(theirs["probability"]), abs=1e-12)
