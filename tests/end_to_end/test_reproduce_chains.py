"""`lehr reproduce table1` and `predictions`: whole small runs."""

import csv
import json
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import DATA, Lehr, assert_refused


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def run_table1(lehr):
    """The run, and the table's lines by column."""
    run = lehr("reproduce", "table1", "--out", "paper", "--quick", "--data", DATA, env={"LEHR_DATA": ""})
    assert run.returncode == 0, run.stderr
    return run, {row["column"]: row for row in read_csv(lehr.folder / "paper/table1.csv")}


@pytest.fixture(scope="module")
def table1(tmp_path_factory):
    lehr = Lehr(tmp_path_factory.mktemp("table1"))
    return lehr, *run_table1(lehr)


def test_table1_has_every_column_beside_the_paper_and_says_what_is_missing(table1):
    lehr, run, cells = table1
    assert "banknote.csv is in none of" in run.stderr
    assert list(cells) == ["is-laplace-1", "is-laplace-10", "ais-laplace-1", "ais-laplace-10", "ais-ep-1", "ais-ep-10", "ghk-1", "ghk-10",
                           "ceiling", "emulator-1", "emulator-10"]
    assert (cells["ais-laplace-10"]["paper_acceptance"], cells["ais-laplace-10"]["paper_sd"]) == ("11.4", "5.3")
    assert cells["ghk-1"]["paper_acceptance"] == ""
    for cell in cells.values():
        assert 0 <= float(cell["acceptance"]) <= 100 and float(cell["cost_of_iteration"]) > 1
        assert cell["commit"] and cell["seed"] == "1"
        before = "the emulator's warm-up" if cell["column"].startswith("emulator") else "150 of tuning"
        assert cell["work"] == f"2 chains of 20 + 80 iterations after {before}, a quick run"
    # Long runs give 3 % for the noisiest estimates and 20 % and more for the best; so short a run can say no more than this.
    assert float(cells["is-laplace-1"]["acceptance"]) < float(cells["ghk-10"]["acceptance"])
    assert "glass isotropic" in (lehr.folder / "paper/table1.md").read_text(encoding="utf-8")


def test_table1_goes_on_after_it_was_killed(lehr, table1):
    """The finished parts are kept when the program is killed, and the rest gives the same numbers."""
    words = ("reproduce", "table1", "--out", "paper", "--quick", "--data", DATA, "--threads", 1)
    process = lehr.start(*words)
    parts = lehr.folder / "paper/cache"
    while process.poll() is None and (not parts.exists() or len(list(parts.glob("*.json"))) < 5):
        time.sleep(0.05)
    process.kill()
    process.communicate()
    kept = {part: part.read_bytes() for part in parts.glob("*.json")}
    assert 5 <= len(kept) < 24
    _, resumed = run_table1(lehr)
    assert all(part.read_bytes() == text for part, text in kept.items())
    _, _, whole = table1
    for column in whole:
        for key in ("acceptance", "sd", "effective_per_1000"):
            assert resumed[column][key] == whole[column][key], (column, key)


def test_summaries_are_enough_where_the_parts_are_gone(lehr, table1):
    """Only the cell whose summary is missing is run, and all others stay as they are."""
    whole_lehr, _, whole = table1
    shutil.copytree(whole_lehr.folder / "paper/summaries", lehr.folder / "paper/summaries")
    shown = lehr("reproduce", "table1", "--out", "paper", "--quick", "--show", "--data", DATA)
    assert shown.returncode == 0, shown.stderr
    assert {row["column"]: row for row in read_csv(lehr.folder / "paper/table1.csv")} == whole
    (lehr.folder / "paper/summaries/quick-table1-glass-isotropic-ais-ep-10.json").unlink()
    _, again = run_table1(lehr)
    parts = {part.name for part in (lehr.folder / "paper/cache").iterdir()}
    assert parts == {f"quick-table1-glass-isotropic-{name}-chain{chain}-part0.json" for name in ("ais-ep-10", "walk-laplace-150") for chain in (0, 1)}
    assert {column: again[column] for column in again if column != "ais-ep-10"} == {column: whole[column] for column in whole if column != "ais-ep-10"}
    assert again["ais-ep-10"]["acceptance"] == whole["ais-ep-10"]["acceptance"]


def test_a_summary_tells_all_settings_of_its_cell(table1):
    lehr, _, _ = table1
    options = json.loads((lehr.folder / "paper/summaries/quick-table1-glass-isotropic-ais-ep-10.json").read_text(encoding="utf-8"))["options"]
    assert options["approximation"] == "ep" and options["estimator"] == "ais" and options["importance_samples"] == 10
    assert options["ladder"] == "paper" and options["sampler"] == "metropolis" and options["seed"] == 1
    options = json.loads((lehr.folder / "paper/summaries/quick-table1-glass-isotropic-emulator-1.json").read_text(encoding="utf-8"))["options"]
    assert options["sampler"] == "emulator" and options["warmup"] > 0 and options["draws"] == 100


def test_summaries_of_another_seed_are_not_replaced(table1):
    lehr, _, _ = table1
    kept = {path: path.read_bytes() for path in (lehr.folder / "paper").rglob("*.*")}
    other = ("reproduce", "table1", "--out", "paper", "--quick", "--seed", 2, "--data", DATA, "--quiet")
    assert_refused(lehr(*other), 2, "11 summaries", "quick-table1-glass-isotropic-is-laplace-1.json' has seed 1 instead of 2", "--out")
    assert_refused(lehr(*other, "--show"), 1, "without --show")
    assert all(path.read_bytes() == bytes for path, bytes in kept.items())


@pytest.mark.parametrize("experiment", ["table1", "predictions"])
def test_nothing_is_shown_and_no_table_replaced_where_nothing_is_there(lehr, experiment):
    table = lehr.folder / f"paper/{experiment}.csv"
    table.parent.mkdir()
    table.write_text("kept\n", encoding="utf-8")
    assert_refused(lehr("reproduce", experiment, "--out", "paper", "--quick", "--show", "--quiet", "--data", DATA), 1, "without --show")
    assert table.read_text(encoding="utf-8") == "kept\n"


def test_an_interrupt_keeps_the_parts_and_show_makes_tables_of_them(lehr):
    words = ("reproduce", "table1", "--out", "paper", "--quick", "--data", DATA, "--threads", 1)
    process = lehr.start(*words)
    parts = lehr.folder / "paper/cache"
    while process.poll() is None and not list(parts.glob("*is-laplace-1-chain1*.json")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command goes on" in said
    count = len(list(parts.glob("*.json")))
    shown = lehr(*words, "--show")
    assert shown.returncode == 0 and len(list(parts.glob("*.json"))) == count
    assert "is-laplace-1" in {row["column"] for row in read_csv(lehr.folder / "paper/table1.csv")}
    assert "glass isotropic: not run: " in shown.stdout


def test_predictions_compare_ours_with_scikit_learn_on_the_same_folds(lehr):
    words = ("reproduce", "predictions", "--out", "paper", "--quick", "--data", DATA)
    first = lehr(*words)
    assert first.returncode == 0 and "scikit-learn's methods are missing for glass" in first.stderr
    script = DATA.parent / "experiments/sklearn_predictions.py"
    subprocess.run(["/usr/bin/python3", script, "--out", "paper", "--data", DATA], cwd=lehr.folder, check=True, capture_output=True)
    second = lehr(*words)
    assert second.returncode == 0 and "missing for" not in second.stderr
    assert re.search(r"^glass, EP, optimised: variance \S+ to \S+, median", second.stdout, re.MULTILINE)
    assert re.search(r"^glass, exact posterior: effective draws \d+ to \d+, R-hat at most 1\.\d+$", second.stdout, re.MULTILINE)
    assert re.search(r"^glass: \d+ s of processor time, \d+ s for the longest part$", second.stdout, re.MULTILINE)
    scores = {(row["method"], row["score"]): float(row["value"]) for row in read_csv(lehr.folder / "paper/predictions.csv")}
    methods = ["exact posterior", "Laplace, sampled", "Laplace, optimised", "EP, optimised", "sklearn GP", "sklearn logistic",
               "sklearn forest"]
    assert list(dict.fromkeys(method for method, _ in scores)) == methods
    for method in methods:  # guessing by the share of windows gives a log loss of 0.55 and an error of 0.24
        assert 0.05 < scores[method, "log loss"] < 0.35 and scores[method, "error"] < 0.15
    picture = ElementTree.parse(lehr.folder / "paper/predictions-reliability.svg").getroot()
    curves = [path.get("d") for path in picture.iter("{http://www.w3.org/2000/svg}path") if path.get("class") == "seen"]
    assert len(curves) == len(methods) and all("L" in curve for curve in curves)

    folds = read_csv(lehr.folder / "paper/predictions-folds/glass.csv")
    theirs = lehr.folder / "paper/predictions-sklearn/glass.csv"
    rows = read_csv(theirs)
    assert [row["fold"] for row in rows] == [row["fold"] for row in folds]
    assert_refused(lehr(*words, "--seed", 2, "--quiet"), 3, "glass.csv", "other folds")
    theirs.rename(lehr.folder / "theirs.csv")
    assert_refused(lehr(*words, "--seed", 2, "--quiet"), 2, "3 summaries", "seed 1 instead of 2")
    (lehr.folder / "theirs.csv").rename(theirs)
    assert read_csv(lehr.folder / "paper/predictions-folds/glass.csv") == folds
    wrong = theirs.read_text(encoding="utf-8").replace("\n1,", "\n1,9", 1)
    theirs.write_text(wrong, encoding="utf-8")
    assert_refused(lehr(*words, "--quiet"), 3, "glass.csv", "other folds")
