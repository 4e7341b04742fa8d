"""What a run says of its sampling."""

import random

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


def test_a_run_tells_how_its_sampling_went(lehr):
    lehr.write("t.csv", table(30, 2, 1, by_sum))
    fitted = lehr.fit("t.csv", "r.nc", *QUICK)
    again = lehr.json("summary", "r.nc")
    for key in ("broken_proposals", "warmup_evaluations", "estimator", "sampler", "fallback_reason"):
        assert fitted[key] == again[key], key
    assert (fitted["broken_proposals"], fitted["fallback_reason"]) == (0, None)
    assert 20 <= fitted["warmup_evaluations"] <= 120 and fitted["estimator"] == "look-ahead"
    line = f"Estimator look-ahead; warm-up of {fitted['warmup_evaluations']} evaluations; 0 of 120 proposals broke down\n"
    assert line in lehr("summary", "r.nc").stdout
