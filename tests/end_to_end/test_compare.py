"""`lehr compare`: models of the same table side by side."""

import pytest
from conftest import assert_refused

KEYS = ["file", "log_model_evidence", "log_model_evidence_error", "elpd_loo", "elpd_loo_se", "elpd_difference", "elpd_difference_se"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory, thyroid):
    """A folder with short runs on data/thyroid.csv: smooth.nc, rough.nc, skipped.nc; and on other rows."""
    from conftest import Lehr
    lehr = Lehr(tmp_path_factory.mktemp("compare"))
    lehr.fit(thyroid, "smooth.nc")
    lehr.fit(thyroid, "rough.nc", "--kernel", "matern12")
    lehr.fit(thyroid, "skipped.nc", "--no-model-evidence")
    lines = thyroid.read_text().splitlines()
    lehr.write("other.csv", "\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    lehr.write("shorter.csv", "\n".join(lines[:-1]) + "\n")
    middle = [f"{float(cell) + 1:.17g}" if row == 7 else cell
              for row, cell in enumerate((line.split(",")[1] for line in lines[1:]), start=1)]
    changed = [",".join([cells[0], value, *cells[2:]]) for cells, value in zip((line.split(",") for line in lines[1:]), middle)]
    lehr.write("changed.csv", "\n".join([lines[0], *changed]) + "\n")
    lehr.write("fewer.csv", "\n".join(line.split(",", 1)[1] for line in lines) + "\n")
    for name in ("other", "shorter", "fewer", "changed"):
        lehr.fit(f"{name}.csv", f"{name}.nc")
    return lehr


def test_it_has_the_numbers_of_the_summaries_best_first(runs):
    answer = runs.json("compare", "rough.nc", "smooth.nc")
    assert list(answer) == ["runs"]
    summaries = {name: runs.json("summary", name) for name in ("rough.nc", "smooth.nc")}
    for entry in answer["runs"]:
        assert list(entry) == KEYS
        for key in ("log_model_evidence", "log_model_evidence_error"):
            assert entry[key] == summaries[entry["file"]][key]
        loo = summaries[entry["file"]]["loo"]
        assert entry["elpd_loo"] == pytest.approx(loo["elpd"], rel=1e-12) and entry["elpd_loo_se"] == pytest.approx(loo["se"], rel=1e-12)
    values = [entry["log_model_evidence"] for entry in answer["runs"]]
    assert values == sorted(values, reverse=True)
    first, second = answer["runs"]
    assert first["elpd_difference"] == 0 and first["elpd_difference_se"] == 0
    assert second["elpd_difference"] == pytest.approx(second["elpd_loo"] - first["elpd_loo"]) and second["elpd_difference_se"] > 0
    assert runs.json("compare", "smooth.nc", "rough.nc") == answer


def test_the_text_has_the_bayes_factor_in_words(runs):
    run = runs("compare", "rough.nc", "smooth.nc")
    assert run.returncode == 0 and run.stderr == ""
    assert "215 rows, 2 runs, the best first" in run.stdout
    [last] = run.stdout.splitlines()[-1:]
    assert "smooth.nc over rough.nc: " in last or "rough.nc over smooth.nc: " in last
    assert any(word in last for word in ("mention", "positive", "strong", "leave open"))


def test_other_features_are_what_it_is_for(runs):
    assert len(runs.json("compare", "smooth.nc", "fewer.nc")["runs"]) == 2


def test_a_run_without_it_has_null_and_a_note(runs):
    run = runs("compare", "smooth.nc", "skipped.nc")
    assert run.returncode == 0 and "leave-one-out" not in run.stderr and "note: 'skipped.nc' has no log p(y | model): it was fitted with --no-model-evidence" in run.stderr
    entry = next(e for e in runs.json("compare", "smooth.nc", "skipped.nc")["runs"] if e["file"] == "skipped.nc")
    assert entry["log_model_evidence"] is None and entry["log_model_evidence_error"] is None
    assert runs.json("summary", "skipped.nc")["log_model_evidence"] is None


def test_refusals(runs):
    assert_refused(runs("compare"), 2, "two run files")
    assert_refused(runs("compare", "smooth.nc"), 2, "two run files")
    assert_refused(runs("compare", "smooth.nc", "missing.nc"), 3, "missing.nc")
    assert_refused(runs("compare", "smooth.nc", "other.nc"), 3, "their responses differ")
    assert_refused(runs("compare", "smooth.nc", "shorter.nc"), 3, "rows")
    assert_refused(runs("compare", "smooth.nc", "changed.nc"), 3, "hold other numbers, first in row 7")
    assert_refused(runs("compare", "smooth.nc", "fewer.csv"), 3, "fewer.csv")
