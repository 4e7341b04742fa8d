"""Leave-one-out after a fit: against refits without the row, against R's package loo, and what the program says of it."""

import math
import subprocess

import pytest
from limits import SANITIZED

KEYS = {"kind", "elpd", "se", "log_loss", "error", "pareto_k_bad", "regression_error"}
OF_R = """
suppressMessages({library(ncdf4); library(loo)})
file <- nc_open(commandArgs(TRUE)[1])
y <- ncvar_get(file, "log_likelihood/y", collapse_degen = FALSE)              # [row, draw, chain]
result <- suppressWarnings(loo(aperm(y, c(2, 3, 1)), r_eff = rep(1, dim(y)[1])))  # [draw, chain, row]
cat(format(c(result$estimates["elpd_loo", ], sum(result$diagnostics$pareto_k > 0.7)), digits = 15), "\\n")
cat(format(max(abs(result$pointwise[, "elpd_loo"] - ncvar_get(file, "loo_elpd"))), digits = 15), "\\n")
"""


def test_a_fit_and_its_summary_tell_the_same(lehr, thyroid):
    loo = lehr.fit(thyroid, "run.nc")["loo"]
    assert loo.keys() == KEYS and loo["kind"] == "ep"
    assert loo == lehr.json("summary", "run.nc")["loo"]
    assert loo["log_loss"] == pytest.approx(-loo["elpd"] / 215)
    assert -30 < loo["elpd"] < -12 and 2 < loo["se"] < 4 and 0.01 < loo["error"] < 0.08
    text = lehr("summary", "run.nc").stdout
    assert f"Each row by the others (LOO): log loss {loo['log_loss']:.4f}, error {100 * loo['error']:.2f} %" in text
    bad = loo["pareto_k_bad"]
    assert f" ± {loo['se']:.2g}; Pareto k above 0.7 in {bad} row{'' if bad == 1 else 's'}\n" in text


@pytest.mark.parametrize("words", [(), ("--no-latents",), ("--likelihood", "logit"), ("--ard",)])
def test_rs_package_loo_finds_the_same_in_the_file(lehr, thyroid, words):
    loo = lehr.fit(thyroid, "run.nc", *words)["loo"]
    lehr.write("loo.R", OF_R)
    run = subprocess.run(["Rscript", "--vanilla", "loo.R", "run.nc"], cwd=lehr.folder, capture_output=True, text=True)
    if "no package called" in run.stderr:
        pytest.skip("not installed (scripts/install-packages test): r-cran-loo")
    assert run.returncode == 0, run.stderr
    elpd, se, bad, difference = map(float, run.stdout.split())
    assert loo["elpd"] == pytest.approx(elpd, abs=1e-6)
    assert loo["se"] == pytest.approx(se, abs=1e-6)
    assert loo["pareto_k_bad"] == bad
    assert difference < 1e-6


def test_it_is_that_of_refits_without_the_row(lehr, data):
    """30 rows, 30 fits: each scores the row that it has not seen. Their Monte Carlo error is about 0.1 nats in all."""
    if SANITIZED:
        pytest.skip("thirty fits take too long with sanitizers")
    header, *rows = (data / "pima.csv").read_text().splitlines()
    rows = rows[:30]
    words = ("--chains", 2, "--warmup", 200, "--draws", 400, "--no-standardize")
    # Standardised by hand, so that a refit sees the same inputs.
    numbers = [[float(cell) for cell in row.split(",")[:-1]] for row in rows]
    columns = list(zip(*numbers))
    mean = [sum(column) / len(column) for column in columns]
    sd = [math.sqrt(sum((x - m) ** 2 for x in column) / (len(column) - 1)) for column, m in zip(columns, mean)]
    rows = [",".join([*(repr((x - m) / s) for x, m, s in zip(row, mean, sd)), text.split(",")[-1]])
            for row, text in zip(numbers, rows)]
    lehr.write("all.csv", "\n".join([header, *rows]) + "\n")
    loo = lehr.fit("all.csv", "all.nc", *words)["loo"]
    total = 0
    for row in range(len(rows)):
        lehr.write("others.csv", "\n".join([header, *rows[:row], *rows[row + 1:]]) + "\n")
        lehr.write("row.csv", "\n".join([header, rows[row]]) + "\n")
        lehr.fit("others.csv", "others.nc", *words, "--overwrite")
        total -= lehr.json("score", "others.nc", "row.csv", "--draws", 800)["log_loss"]
    assert loo["elpd"] == pytest.approx(total, abs=0.5)


def test_the_report_judges_by_it(lehr, thyroid, thyroid_run):
    loo = lehr.json("summary", thyroid_run)["loo"]
    assert lehr("report", thyroid_run, "--out", "r.html").returncode == 0
    page = (lehr.folder / "r.html").read_text()
    assert "leave-one-out</span>" in page and "in-sample</span>" not in page
    assert f"<dd>{loo['log_loss']:.4f}<span>nats per row" in page
    assert f"<dd>{100 * loo['error']:.2f} %<span>" in page
    assert f"elpd <strong>{loo['elpd']:.2f} ± {loo['se']:.2f}</strong>" in page


def test_threads_do_not_change_it(lehr, thyroid):
    one = lehr.fit(thyroid, "one.nc", "--threads", 1)["loo"]
    assert one == lehr.fit(thyroid, "three.nc", "--threads", 3)["loo"]
