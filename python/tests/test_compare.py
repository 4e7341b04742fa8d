"""`lehr.compare`, the evidence of a model and the relevance of its features."""

import numpy as np
import pytest

import lehr
from conftest import short_model


@pytest.fixture(scope="module")
def runs(thyroid):
    return [short_model(kernel=kernel).fit(*thyroid).runs_[0] for kernel in ("rbf", "matern12")]


def test_a_run_has_its_log_evidence(runs):
    for run in runs:
        assert run.log_model_evidence == run.diagnostics["log_model_evidence"] < 0 < run.log_model_evidence_error


def test_it_can_be_skipped(thyroid):
    run = short_model(model_evidence=False).fit(*thyroid).runs_[0]
    assert run.log_model_evidence is None and run.log_model_evidence_error is None


def test_the_better_run_comes_first_by_memory_and_by_file(runs, tmp_path):
    compared = lehr.compare(*runs)
    assert [run["file"] for run in compared] == sorted(("run 1", "run 2"), key=lambda name: -runs[int(name[-1]) - 1].log_model_evidence)
    paths = [tmp_path / f"{place}.nc" for place in (1, 2)]
    for run, path in zip(runs, paths):
        run.save(path)
    from_files = lehr.compare(*paths)
    assert [run["log_model_evidence"] for run in from_files] == [run["log_model_evidence"] for run in compared]
    assert from_files[0]["file"] == str(paths[int(compared[0]["file"][-1]) - 1])


def test_other_responses_are_refused(runs, thyroid):
    X, y = thyroid
    other = short_model().fit(X, np.roll(np.asarray(y), 40)).runs_[0]
    with pytest.raises(ValueError, match="cannot be compared"):
        lehr.compare(runs[0], other)
    with pytest.raises(ValueError, match="at least two"):
        lehr.compare(runs[0])


def test_the_tails_are_those_that_the_program_tells(runs):
    tails = runs[0].check_tails()
    assert [parameter["name"] for parameter in tails["parameters"]] == ["variance", "lengthscale"]
    for parameter in tails["parameters"]:
        assert [round(cut["expected"], 6) for cut in parameter["cuts"]] == [0.1, 0.5, 0.9]
        draws = runs[0].posterior[parameter["name"]]
        for cut in parameter["cuts"]:
            assert cut["share"] == pytest.approx(np.mean(draws < cut["at"]), abs=1e-12)
    zs = [abs(cut["z"]) for parameter in tails["parameters"] for cut in parameter["cuts"]]
    assert tails["largest_z"] == max(zs) < 4.5
    assert tails["draws"] >= 40 and tails["evaluations"] > 0


def test_relevance_names_every_feature_the_most_relevant_first(runs):
    features = runs[0].relevance()
    assert {feature["name"] for feature in features} == set(runs[0].feature_names)
    values = [feature["relevance"] for feature in features]
    assert values == sorted(values, reverse=True) and min(values) > 0
