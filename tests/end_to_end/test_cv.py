"""`lehr cv`: cross-validation."""

import csv
import math
import signal
import statistics
import time

import pytest
from conftest import SHORT, assert_refused

KEYS = ["error", "log_loss", "brier", "auc", "ece", "rows", "error_se", "log_loss_se", "brier_se", "auc_se", "elpd", "elpd_se",
        "reliability", "folds"]
FEW = ("--folds", 3, *SHORT)


def test_it_scores_every_row_once(lehr, made_up):
    answer = lehr.json("cv", made_up[0], *FEW, "--out", "cv.csv")
    assert list(answer) == KEYS
    assert answer["rows"] == 60 and [fold["rows"] for fold in answer["folds"]] == [20, 20, 20]
    rows = list(csv.DictReader((lehr.folder / "cv.csv").open()))
    assert [int(row["row"]) for row in rows] == list(range(1, 61))
    labels = [line.rsplit(",", 1)[1] for line in made_up[0].read_text().split()[1:]]
    wrong = sum((float(row["probability"]) >= 0.5) != (label == "1") for row, label in zip(rows, labels, strict=True))
    assert answer["error"] == pytest.approx(wrong / 60)
    assert answer["log_loss"] == pytest.approx(sum(fold["log_loss"] for fold in answer["folds"]) / 3)
    assert 0 < answer["log_loss_se"] < 0.3 and answer["error"] < 0.45
    likely = [float(row["probability"]) if label == "1" else 1 - float(row["probability"]) for row, label in zip(rows, labels, strict=True)]
    logs = [math.log(p) for p in likely]
    assert answer["elpd"] == pytest.approx(sum(logs), rel=1e-9)
    assert answer["elpd_se"] == pytest.approx(math.sqrt(60) * statistics.stdev(logs), rel=1e-9)
    assert sum(each["count"] for each in answer["reliability"]) == 60


def test_it_checks_leave_one_out(lehr, thyroid):
    """Each fit lacks a tenth of the rows: elpd is lower than by leave-one-out, here by some 2.7 nats, but not by much."""
    loo = lehr.fit(thyroid, "r.nc", "--draws", 200)["loo"]
    answer = lehr.json("cv", thyroid, "--draws", 100)
    assert loo["elpd"] - 5 < answer["elpd"] < loo["elpd"]
    assert answer["elpd_se"] == pytest.approx(loo["se"], rel=0.3)


def test_a_fold_is_what_a_fit_to_the_others_scores(lehr, made_up):
    answer = lehr.json("cv", made_up[0], *FEW, "--out", "cv.csv")
    fold_of = [int(row["fold"]) for row in csv.DictReader((lehr.folder / "cv.csv").open())]
    header, *lines = made_up[0].read_text().split()
    lehr.write("train.csv", "\n".join([header, *(l for l, f in zip(lines, fold_of) if f != 2)]) + "\n")
    lehr.write("test.csv", "\n".join([header, *(l for l, f in zip(lines, fold_of) if f == 2)]) + "\n")
    lehr.fit("train.csv", "r.nc")
    assert lehr.json("score", "r.nc", "test.csv")["log_loss"] == pytest.approx(answer["folds"][1]["log_loss"], abs=1e-12)


def test_threads_change_nothing(lehr, made_up):
    answers = [lehr.json("cv", made_up[0], *FEW, "--threads", threads) for threads in (1, 4)]
    assert answers[0] == answers[1]


def test_kept_runs_give_the_same_and_are_gone_on_with(lehr, made_up):
    answer = lehr.json("cv", made_up[0], *FEW)
    assert lehr.json("cv", made_up[0], *FEW, "--runs", "folds") == answer
    assert sorted(path.name for path in (lehr.folder / "folds").iterdir()) == ["fold-1.nc", "fold-2.nc", "fold-3.nc"]
    (lehr.folder / "folds/fold-2.nc").unlink()
    assert_refused(lehr("cv", made_up[0], *FEW, "--runs", "folds"), 2, "already there", "--resume")
    assert lehr.json("cv", made_up[0], *FEW, "--runs", "folds", "--resume") == answer


def test_an_interrupted_one_is_gone_on_with(lehr, made_up):
    words = ("cv", made_up[0], "--folds", 3, "--chains", 2, "--warmup", 60, "--draws", 4000, "--runs", "folds", "--threads", 1)
    run = lehr.start(*words)
    time.sleep(1)
    run.send_signal(signal.SIGTERM)
    run.communicate()
    assert run.returncode == 130
    assert lehr.json(*words, "--resume") == lehr.json(*words[:-4])


def test_the_text_has_a_line_for_each_fold(lehr, made_up):
    run = lehr("cv", made_up[0], *FEW)
    assert run.returncode == 0 and "60 rows in 3 folds" in run.stdout
    assert [line.split()[0] for line in run.stdout.splitlines()[2:8]] == ["fold", "1", "2", "3", "all", "±"]
    assert "elpd -" in run.stdout.splitlines()[9]
    assert [line.split()[:3] for line in run.stdout.splitlines()[12:14]] == [["0.0", "to", "0.1"], ["0.1", "to", "0.2"]]


def test_refusals(lehr, made_up):
    assert_refused(lehr("cv"), 2, "no table")
    assert_refused(lehr("cv", made_up[0], "--folds", 1), 2, "--folds")
    assert_refused(lehr("cv", made_up[0], "--folds", 61), 3, "61 folds")
    assert_refused(lehr("cv", made_up[0], "--resume"), 2, "--runs")
    assert_refused(lehr("cv", "missing.csv"), 3, "missing.csv")
    assert_refused(lehr("cv", made_up[0], "--runs", made_up[0]), 1, "no folder")
