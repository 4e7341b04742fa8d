"""The numbers of `lehr evidence`, and all it says about them."""

import pytest

# Log evidences on which independent programs agree (features standardised with n-1, rbf, one length-scale).
REFERENCE = [
    # data, sigma, tau, Laplace probit, EP probit, Laplace logit
    ("pima", 5, 3, -382.68462800, -381.78896172, -375.63000140),
    ("pima", 20, 1, -482.80908200, -431.58265217, -447.25431552),
    ("breast", 5, 3, -74.83127521, -73.88300286, -77.61909197),
    ("breast", 20, 1, -169.50735940, -138.09346478, -151.11975131),
    ("glass", 5, 3, -40.21988881, -39.44394606, -46.04994083),
    ("glass", 20, 1, -60.40137759, -49.75898981, -54.50844690),
]
OWN_VALUE = ("--estimator", "approximation")

KEYS = {
    "log_evidence": float, "log_estimates": list, "sd_log": float, "r": float, "se_log": None,
    "approximation_log_evidence": float, "effective_sample_size": None, "rows": int, "features": int, "seconds": float,
    "kernel": str, "ard": bool, "likelihood": str, "variance": float, "lengthscale": list, "approximation": str,
    "ep_sweeps": int, "converged": bool, "estimator": str, "importance_samples": None, "repeats": int,
    "temperatures": None, "ladder": None, "seed": int, "threads": int, "standardize": bool, "label": str,
    "positive": str, "jitter": float, "rank": None, "warnings": list,
}


@pytest.mark.parametrize("name, variance, lengthscale, laplace, ep, laplace_logit", REFERENCE)
def test_evidences_equal_those_of_other_programs(lehr, data, name, variance, lengthscale, laplace, ep, laplace_logit):
    table = data / f"{name}.csv"

    def value(*words):
        return lehr.evidence(table, variance, lengthscale, *OWN_VALUE, *words)["log_evidence"]

    assert value("--approximation", "laplace") == pytest.approx(laplace, abs=1e-6, rel=0)
    assert value("--approximation", "ep") == pytest.approx(ep, abs=1e-6, rel=0)
    assert value("--approximation", "laplace", "--likelihood", "logit") == pytest.approx(laplace_logit, abs=1e-6, rel=0)


def test_json_has_every_key_of_the_contract(lehr, glass):
    result = lehr.evidence(glass, 5, 3, *OWN_VALUE)
    for key, kind in KEYS.items():
        assert key in result, key
        if kind is None:
            assert result[key] is None, key
        else:
            assert isinstance(result[key], kind), (key, result[key])
    assert result["log_estimates"] == [result["log_evidence"]]
    assert result["approximation_log_evidence"] == result["log_evidence"]
    assert (result["rows"], result["features"]) == (214, 9)
    assert (result["sd_log"], result["r"]) == (0, 0)
    assert result["lengthscale"] == [3]
    assert result["estimator"] == "approximation"
    assert result["standardize"] is True
    assert (result["label"], result["positive"]) == ("label", "1")


def test_sweeps_are_for_ep_only(lehr, glass):
    assert lehr.evidence(glass, 5, 3, *OWN_VALUE, "--approximation", "laplace")["ep_sweeps"] is None
    assert lehr.evidence(glass, 5, 3, *OWN_VALUE, "--ep-sweeps", "3")["ep_sweeps"] == 3


def test_text_is_a_table_with_the_settings_above(lehr, glass):
    run = lehr("evidence", glass, "--variance", 5, "--lengthscale", 3, *OWN_VALUE)
    assert run.returncode == 0
    settings, blank, heading, row = run.stdout.splitlines()
    for part in ("glass.csv", "214 rows", "9 features", "rbf", "variance 5", "length-scale 3", "probit"):
        assert part in settings
    assert blank == ""
    assert heading.split()[:3] == ["method", "log", "evidence"]
    assert row.startswith("ep (") and "-39.443946" in row


def test_one_length_scale_per_feature(lehr, glass):
    equal = lehr.evidence(glass, 5, ",".join(["3"] * 9), "--ard", *OWN_VALUE)
    assert equal["log_evidence"] == pytest.approx(-39.44394606, abs=1e-6)
    assert equal["ard"] is True and equal["lengthscale"] == [3] * 9
    other = lehr.evidence(glass, 5, "1,2,3,4,5,6,7,8,9", "--ard", *OWN_VALUE)
    assert other["log_evidence"] != equal["log_evidence"]


def test_the_class_called_positive_does_not_change_the_evidence(lehr, glass):
    one, other = (lehr.evidence(glass, 5, 3, *OWN_VALUE, "--positive", value) for value in ("1", "-1.0"))
    assert (one["positive"], other["positive"]) == ("1", "-1")
    assert one["log_evidence"] == pytest.approx(other["log_evidence"], abs=1e-9)


def test_standard_input_is_a_table_too(lehr, glass):
    from_file = lehr.evidence(glass, 5, 3, *OWN_VALUE)
    from_stdin = lehr.evidence("-", 5, 3, *OWN_VALUE, stdin=glass.read_text())
    assert from_stdin["log_evidence"] == from_file["log_evidence"]


def test_tables_as_users_have_them(lehr, glass):
    rows = [line.split(",") for line in glass.read_text().splitlines()]
    semicolons = lehr.write("semicolons.csv", "\ufeff" + "\r\n".join(" ; ".join(f'"{f}"' for f in row) for row in rows))
    headless = lehr.write("headless.csv", "\n".join("\t".join(row) for row in rows[1:]) + "\n")
    renamed = lehr.write(
        "renamed.csv", "\n".join(",".join([row[-1].replace("-1", "no"), *row[:-1]]) for row in rows) + "\n")
    expected = lehr.evidence(glass, 5, 3, *OWN_VALUE)["log_evidence"]
    assert lehr.evidence(semicolons, 5, 3, *OWN_VALUE)["log_evidence"] == expected
    assert lehr.evidence(headless, 5, 3, *OWN_VALUE)["log_evidence"] == expected
    assert lehr.evidence(headless, 5, 3, *OWN_VALUE, "--header", "no")["log_evidence"] == expected
    assert lehr.evidence(renamed, 5, 3, *OWN_VALUE, "--label", "label")["log_evidence"] == pytest.approx(expected, abs=1e-9)


def test_text_columns_become_features_when_asked(lehr):
    rows = ["1,red,yes", "2,blue,no", "3,red,no", "4,green,yes", "5,blue,yes"]
    table = lehr.write("t.csv", "size,colour,label\n" + "\n".join(rows) + "\n")
    for words in (["--categorical", "colour"], ["--categorical", "colour,size"], ["--categorical", "colour", "size"]):
        result = lehr.evidence(table, 5, 3, *OWN_VALUE, *words)
        assert result["features"] > 2
    assert lehr.evidence(table, 5, 3, *OWN_VALUE, "--categorical", "colour")["features"] == 4
    last = lehr("evidence", "--variance", 5, "--lengthscale", 3, "--categorical", "colour", table)
    assert last.returncode == 0, last.stderr
    swallowed = lehr("evidence", "--categorical", "colour", table, "--variance", 5, "--lengthscale", 3)
    assert swallowed.returncode == 2 and "before --categorical" in swallowed.stderr


def test_the_seed_and_the_threads_do_not_change_a_deterministic_value(lehr, glass):
    first = lehr.evidence(glass, 5, 3, *OWN_VALUE, "--threads", 1)
    second = lehr.evidence(glass, 5, 3, *OWN_VALUE, "--threads", 2, "--seed", 2**64 - 1)
    assert first["log_evidence"] == second["log_evidence"]
    assert (second["threads"], second["seed"]) == (2, 2**64 - 1)


@pytest.mark.parametrize("option", ["--repeats", "--importance-samples"])
def test_samples_that_nothing_draws_are_told_of(lehr, glass, option):
    run = lehr("evidence", glass, "--variance", 5, "--lengthscale", 3, *OWN_VALUE, option, 5)
    assert run.returncode == 0 and "are not used" in run.stderr
