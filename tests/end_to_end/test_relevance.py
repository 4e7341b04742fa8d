"""`lehr relevance`: which features matter to predictions."""

import csv
import math
import random

import pytest
from conftest import assert_refused

KEYS = ["name", "relevance", "lower", "upper", "lengthscale_learned"]


@pytest.fixture(scope="module")
def wavy(tmp_path_factory):
    """A run on f = 2.5 x1 + sin(4 x3), x2 for nothing: x3 has the shortest length-scale, x1 matters most."""
    from conftest import Lehr
    lehr = Lehr(tmp_path_factory.mktemp("relevance"))
    numbers = random.Random(3)
    rows = ["x1,x2,x3,label"]
    for _ in range(250):
        x = [numbers.gauss(0, 1) for _ in range(3)]
        latent = 2.5 * x[0] + math.sin(4 * x[2])
        rows.append(",".join(f"{v:.5f}" for v in x) + f",{int(latent + 0.3 * numbers.gauss(0, 1) > 0)}")
    lehr.write("wavy.csv", "\n".join(rows) + "\n")
    lehr.summary = lehr.fit("wavy.csv", "wavy.nc", "--ard", "--chains", 2, "--warmup", 400, "--draws", 150)
    return lehr


def test_a_strong_straight_feature_comes_before_a_weak_wiggly_one(wavy):
    features = wavy.json("relevance", "wavy.nc")["features"]
    assert [list(feature) for feature in features] == [KEYS] * 3
    assert [feature["name"] for feature in features] == ["x1", "x3", "x2"]
    assert features[0]["relevance"] > 1.05 * features[1]["relevance"]
    for feature in features:
        assert 0 <= feature["lower"] <= feature["relevance"] <= feature["upper"]
    medians = {p["name"]: p["q50"] for p in wavy.summary["parameters"]}
    assert medians["lengthscale[x3]"] < medians["lengthscale[x1]"]  # by its inverse, x3 would come first


def test_the_table_and_the_text_say_the_same(wavy):
    run = wavy("relevance", "wavy.nc", "--out", "r.csv")
    assert run.returncode == 0 and "wavy.csv: 3 features" in run.stdout
    rows = list(csv.DictReader((wavy.folder / "r.csv").open()))
    features = wavy.json("relevance", "wavy.nc")["features"]
    assert list(rows[0]) == KEYS
    for row, feature in zip(rows, features, strict=True):
        assert row["name"] == feature["name"] and float(row["relevance"]) == feature["relevance"]
        assert row["lengthscale_learned"] == str(int(feature["lengthscale_learned"]))
        assert f"{feature['relevance']:.3f}" in run.stdout


def test_it_does_not_depend_on_threads(wavy):
    assert wavy.json("relevance", "wavy.nc", "--threads", 1) == wavy.json("relevance", "wavy.nc", "--threads", 3)


def test_a_length_scale_that_is_its_prior_is_not_learned(lehr):
    numbers = random.Random(4)
    rows = ["x,label"] + [f"{numbers.gauss(0, 1):.4f},{i % 2}" for i in range(8)]
    lehr.write("t.csv", "\n".join(rows) + "\n")
    lehr.fit("t.csv", "r.nc", "--prior-variance", "1,100", "--draws", 200)  # hardly any function at all
    [feature] = lehr.json("relevance", "r.nc")["features"]
    assert feature["lengthscale_learned"] is False
    assert "as its prior" in lehr("relevance", "r.nc").stdout


def test_one_length_scale_for_all_will_do(lehr, thyroid, thyroid_run):
    features = lehr.json("relevance", thyroid_run)["features"]
    assert len(features) == 5 and {feature["lengthscale_learned"] for feature in features} == {True}


def test_refusals(lehr, thyroid, thyroid_run):
    assert_refused(lehr("relevance"), 2, "no run file")
    assert_refused(lehr("relevance", "missing.nc"), 3, "missing.nc")
    assert_refused(lehr("relevance", thyroid), 3, "thyroid.csv")
    assert_refused(lehr("relevance", thyroid_run, "--out", thyroid_run), 2, "--out")
    assert_refused(lehr("relevance", thyroid_run, "--out", "no/such/r.csv"), 1, "no/such/r.csv")
    assert_refused(lehr("relevance", thyroid_run, "--out", "-"), 2, "--out")
