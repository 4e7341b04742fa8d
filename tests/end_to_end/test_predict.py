"""`lehr predict` and `lehr score`."""

import csv
import io
import math

import pytest
from conftest import SHORT, assert_refused

COLUMNS = ["probability", "lower", "upper", "label"]
LATENT = ["latent_mean", "latent_sd"]
KNOWN = ["mcse_probability", "draws"]
BIN_KEYS = ["lower", "upper", "count", "mean_probability", "fraction_positive"]


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def check_row(row):
    probability, lower, upper = (float(row[key]) for key in COLUMNS[:3])
    assert 0 <= lower < upper <= 1 and 0 < probability < 1
    assert row["label"] == ("1" if probability >= 0.5 else "-1")


def test_a_row_out_for_each_row_in(lehr, thyroid, thyroid_run):
    run = lehr("predict", thyroid_run, thyroid)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[0] == ",".join(COLUMNS)
    rows = rows_of(run.stdout)
    assert len(rows) == 215
    for row in rows:
        check_row(row)


def test_the_latent_columns(lehr, thyroid, thyroid_run):
    rows = rows_of(lehr("predict", thyroid_run, thyroid, "--latent").stdout)
    assert list(rows[0]) == COLUMNS + LATENT
    assert all(float(row["latent_sd"]) > 0 for row in rows)
    # Probit: the probability is on the latent's side of one half wherever the latent is far from 0 for its spread.
    for row in rows:
        mean, spread = float(row["latent_mean"]), float(row["latent_sd"])
        if abs(mean) > 2 * spread:
            assert (float(row["probability"]) > 0.5) == (mean > 0)


def test_json_has_the_same_columns(lehr, thyroid, thyroid_run):
    rows = rows_of(lehr("predict", thyroid_run, thyroid, "--latent").stdout)
    columns = lehr.predict(thyroid_run, thyroid, "--latent")
    assert list(columns) == COLUMNS + LATENT + KNOWN
    for key in COLUMNS + LATENT:
        assert [row[key] if key == "label" else float(row[key]) for row in rows] == columns[key]
    assert list(lehr.predict(thyroid_run, thyroid)) == COLUMNS + KNOWN


def test_some_draws_and_their_monte_carlo_error(lehr, thyroid, thyroid_run):
    everything = lehr.predict(thyroid_run, thyroid)
    some = lehr.predict(thyroid_run, thyroid, "--draws", 20)
    assert everything["draws"] == 100 and some["draws"] == 20  # of two chains of 50
    assert all(0 < error < 0.1 for error in everything["mcse_probability"])
    # The errors are of the size of what the other draws change: over 215 rows, of which many tell the same.
    changes = sum((mine - theirs) ** 2 for mine, theirs in zip(some["probability"], everything["probability"]))
    errors = sum(error**2 for error in some["mcse_probability"])
    assert errors / 9 < changes < 9 * errors
    run = lehr("predict", thyroid_run, thyroid, "--draws", 20)
    assert "note: 20 of the run's 100 draws; the Monte Carlo error" in run.stderr
    few = lehr("predict", thyroid_run, thyroid, "--draws", 4, "--format", "json")
    assert "too few of each chain to tell the Monte Carlo error" in few.stderr and '"mcse_probability":[null' in few.stdout.replace(" ", "").replace("\n", "")
    assert "note: 20 of" in lehr("score", thyroid_run, thyroid, "--draws", 20).stderr
    assert lehr("report", thyroid_run, "--out", "r.html", "--draws", 20).returncode == 0


def test_regressed_variances_are_never_silent(lehr, thyroid, thyroid_run):
    exact = lehr.predict(thyroid_run, thyroid)
    run = lehr("predict", thyroid_run, thyroid, "--variances", "regressed")
    assert run.returncode == 0 and "variances are regressed on the parameters, from 22 draws: an approximation" in run.stderr
    regressed = lehr.predict(thyroid_run, thyroid, "--variances", "regressed")
    told = regressed["variance_regression"]
    assert list(told) == ["anchors", "draws", "rows", "mean_error", "largest_error"] and told["anchors"] == 22
    gaps = [abs(a - b) for a, b in zip(exact["probability"], regressed["probability"])]
    assert 0 < max(gaps) < 10 * told["largest_error"]
    few = lehr("predict", thyroid_run, thyroid, "--variances", "regressed", "--draws", 20)
    assert "variances are exact: these draws are too few" in few.stderr


def test_impossible_choices_of_draws_and_variances(lehr):
    for words in (["--draws", "0"], ["--draws", "many"], ["--variances", "guessed"]):
        assert_refused(lehr("predict", "nowhere.nc", "nowhere.csv", *words), 2, words[0])


def test_a_file_holds_what_standard_output_would(lehr, thyroid, thyroid_run):
    lehr.write("p.csv", "old")
    run = lehr("predict", thyroid_run, thyroid, "--out", "p.csv")
    assert run.returncode == 0 and "p.csv: 215 rows" in run.stdout
    assert (lehr.folder / "p.csv").read_text() == lehr("predict", thyroid_run, thyroid).stdout
    assert lehr.files() == ["p.csv"]


def test_training_rows_are_mostly_predicted_right(lehr, thyroid, thyroid_run):
    truth = [line.split(",")[-1] for line in thyroid.read_text().splitlines()[1:]]
    labels = lehr.predict(thyroid_run, thyroid)["label"]
    wrong = sum(label != true for label, true in zip(labels, truth))
    assert wrong / len(truth) < 0.03
    assert lehr.json("score", thyroid_run, thyroid)["error"] == pytest.approx(wrong / len(truth), abs=1e-12)


def test_separable_data_are_separated(lehr):
    table = lehr.write("t.csv", "a,label\n" + "".join(f"{i},{'yes' if i >= 20 else 'no'}\n" for i in range(40)))
    lehr.fit(table, "r.nc")
    columns = lehr.predict("r.nc", table)
    assert columns["label"] == ["no"] * 20 + ["yes"] * 20
    assert columns["probability"][0] < 0.1 < 0.9 < columns["probability"][-1]


@pytest.mark.parametrize("likelihood", ["probit", "logit"])
def test_a_row_does_not_depend_on_the_others(lehr, made_up, likelihood):
    table, _ = made_up
    lehr.fit(table, "r.nc", "--likelihood", likelihood)
    header, *rows = table.read_text().splitlines()
    together = lehr.predict("r.nc", table, "--latent")
    backwards = lehr.predict("r.nc", "-", "--latent", stdin="\n".join([header, *reversed(rows * 9)]) + "\n")
    for index in (0, 1, 17, 42, 59):
        alone = lehr.predict("r.nc", "-", "--latent", stdin=f"{header}\n{rows[index]}\n")
        for key in COLUMNS[:3] + LATENT:
            assert alone[key][0] == pytest.approx(together[key][index], rel=1e-10, abs=1e-10)
            assert backwards[key][59 - index] == pytest.approx(together[key][index], rel=1e-10, abs=1e-10)


def test_threads_do_not_change_a_bit(lehr, thyroid, thyroid_run):
    one, two = (lehr("predict", thyroid_run, thyroid, "--latent", "--threads", n).stdout for n in (1, 2))
    assert one == two


def test_columns_are_matched_by_name(lehr, made_up):
    table, run = made_up
    header, *rows = (line.split(",") for line in table.read_text().splitlines())
    assert header == ["x1", "x2", "label"]
    lehr.write("t.csv", "\n".join(["more,x2,x1", *(f"hello,{row[1]},{row[0]}" for row in rows)]) + "\n")
    answer = lehr("predict", run, "t.csv")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == lehr("predict", run, table).stdout
    assert "note" in answer.stderr and "'more'" in answer.stderr


def test_columns_are_matched_by_position_without_a_header(lehr, made_up):
    table, run = made_up
    body = "\n".join(table.read_text().splitlines()[1:]) + "\n"
    without_label = "\n".join(line.rsplit(",", 1)[0] for line in body.splitlines()) + "\n"
    expected = lehr("predict", run, table).stdout
    assert lehr("predict", run, "-", stdin=body).stdout == expected
    assert lehr("predict", run, "-", "--header", "no", stdin=without_label).stdout == expected


def test_labels_are_written_as_the_training_table_had_them(lehr, made_up):
    table, run = made_up
    lehr.write("words.csv", table.read_text().replace(",-1\n", ',"no, never"\n').replace(",1\n", ",yes\n"))
    lehr("fit", "words.csv", "--out", "words.nc", *SHORT)
    words, numbers = (rows_of(lehr("predict", which, table).stdout) for which in ("words.nc", run))
    names = {"-1": "no, never", "1": "yes"}
    assert [row["label"] for row in words] == [names[row["label"]] for row in numbers]
    assert [row["probability"] for row in words] == [row["probability"] for row in numbers]


def test_the_scores(lehr, made_up):
    table, run = made_up
    scores = lehr.json("score", run, table)
    assert list(scores) == ["error", "log_loss", "brier", "auc", "ece", "rows", "reliability"]
    columns = lehr.predict(run, table)
    truth = [line.endswith(",1") for line in table.read_text().splitlines()[1:]]
    losses = [-math.log(p if positive else 1 - p) for p, positive in zip(columns["probability"], truth)]
    squares = [(p - positive) ** 2 for p, positive in zip(columns["probability"], truth)]
    assert scores["rows"] == 60
    assert scores["log_loss"] == pytest.approx(sum(losses) / 60, rel=1e-12)
    assert scores["brier"] == pytest.approx(sum(squares) / 60, rel=1e-12)
    assert 0.9 < scores["auc"] <= 1
    assert [list(bin) for bin in scores["reliability"]] == [BIN_KEYS] * 10
    assert sum(bin["count"] for bin in scores["reliability"]) == 60
    gaps = [bin["count"] / 60 * abs(bin["mean_probability"] - bin["fraction_positive"])
            for bin in scores["reliability"] if bin["count"]]
    assert scores["ece"] == pytest.approx(sum(gaps), rel=1e-12)


def test_the_text_of_the_scores(lehr, made_up):
    run = lehr("score", made_up[1], made_up[0])
    assert run.returncode == 0
    for part in ("60 rows", "error", "log loss", "Brier", "AUC", "ECE", "0.9 to 1.0"):
        assert part in run.stdout, part


def test_one_class_can_be_scored_and_has_no_auc(lehr, made_up):
    table, run = made_up
    lines = table.read_text().splitlines()
    lehr.write("t.csv", "\n".join([lines[0], *(line for line in lines if line.endswith(",1"))]) + "\n")
    assert lehr.json("score", run, "t.csv")["auc"] is None
    assert lehr("score", run, "t.csv").returncode == 0


def test_the_label_column_may_have_another_name(lehr, made_up):
    table, run = made_up
    lehr.write("t.csv", table.read_text().replace("label", "truth", 1))
    assert lehr.json("score", run, "t.csv", "--label", "truth") == lehr.json("score", run, table)
