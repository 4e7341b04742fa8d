"""What a run says of itself where something went wrong, or where the data said nothing."""

import random

import pytest

QUICK = ("--chains", 2, "--draws", 60)


def table(rows, features, scale, label):
    """Normal inputs times the scale; label(inputs) is 1 or -1."""
    stream = random.Random(7)
    lines = [",".join([*(f"x{j}" for j in range(features)), "label"])]
    for _ in range(rows):
        inputs = [stream.gauss(0, 1) for _ in range(features)]
        lines.append(",".join([*(repr(scale * x) for x in inputs), str(label(inputs, stream))]))
    return "\n".join(lines) + "\n"


def by_sum(inputs, _):
    return 1 if sum(inputs) > 0 else -1


def by_chance(_, stream):
    return stream.choice((1, -1))


def test_a_run_tells_how_its_sampling_went(lehr):
    lehr.write("t.csv", table(30, 2, 1, by_sum))
    fitted = lehr.fit("t.csv", "r.nc", *QUICK)
    again = lehr.json("summary", "r.nc")
    for key in ("broken_proposals", "warmup_evaluations", "estimator", "sampler", "fallback_reason", "silence"):
        assert fitted[key] == again[key], key
    assert (fitted["broken_proposals"], fitted["fallback_reason"], fitted["silence"]) == (0, None, None)
    assert 20 <= fitted["warmup_evaluations"] <= 120 and fitted["estimator"] == "look-ahead"
    line = f"Estimator look-ahead; warm-up of {fitted['warmup_evaluations']} evaluations; 0 of 120 proposals broke down\n"
    assert line in lehr("summary", "r.nc").stdout


@pytest.mark.parametrize("likelihood", ["probit", "logit"])
def test_rows_that_are_strangers_to_each_other_say_nothing(lehr, likelihood):
    lehr.write("t.csv", table(30, 2, 1e6, by_sum))
    lehr.fit("t.csv", "r.nc", *QUICK, "--no-standardize", "--likelihood", likelihood)
    said = lehr.json("summary", "r.nc")["silence"]
    assert said.startswith("The data say nothing: ") and "Standardise the features" in said
    assert lehr("summary", "r.nc").stdout.endswith(f"{said}\n")
    assert lehr("report", "r.nc", "--out", "r.html").returncode == 0
    page = (lehr.folder / "r.html").read_text()
    assert "The data say nothing: " in page and "can be used" not in page
    assert lehr.fit("t.csv", "scaled.nc", *QUICK, "--likelihood", likelihood)["silence"] is None


def test_random_labels_are_no_silence(lehr):
    """They say that the function is flat or rough: the posterior is far from the prior."""
    lehr.write("t.csv", table(60, 2, 1, by_chance))
    assert lehr.fit("t.csv", "r.nc", *QUICK)["silence"] is None


def test_two_rows_hardly_move_the_prior(lehr):
    lehr.write("t.csv", "a,label\n0,1\n1,-1\n")
    assert lehr.fit("t.csv", "r.nc", "--chains", 4, "--draws", 400)["silence"].startswith("The data say next to nothing")


def test_a_long_stay_at_a_lucky_estimate_is_told_as_such(lehr, thyroid):
    """Importance sampling from a poor approximation: the noise of the estimates is 4 nats."""
    noisy = ("--estimator", "is", "--approximation", "laplace", "--importance-samples", 8)
    warnings = lehr.fit(thyroid, "r.nc", *noisy, "--chains", 2, "--draws", 600)["warnings"]
    told = [text for text in warnings if "long stretch without acceptance" in text]
    assert len(told) == 1 and told[0].endswith("above fresh ones at the same parameters. Take more importance samples.")
    assert lehr.json("summary", "r.nc")["warnings"] == warnings
