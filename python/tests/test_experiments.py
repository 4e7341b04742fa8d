"""The scripts in experiments/ that docs/paper.md cites, on a small table: they run with the package as it is, and what they print makes sense."""

import re
import sys

import numpy as np
import pandas
import pytest
from conftest import ROOT, call, short_model

EXPERIMENTS = ROOT / "experiments"
sys.path.insert(0, str(EXPERIMENTS))
from step_length import log_prior, read_table  # noqa: E402


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """30 rows of thyroid, of both classes, with two of the five features."""
    rows = pandas.read_csv(ROOT / "data/thyroid.csv")[::7][:30]
    path = tmp_path_factory.mktemp("experiments") / "small.csv"
    rows.iloc[:, [0, 1, -1]].to_csv(path, index=False)
    return path


def run(script, *words):
    """The lines that the script prints, warnings of its short fits among them."""
    return call(sys.executable, "-B", EXPERIMENTS / script, *words).splitlines()


@pytest.mark.parametrize("ard", [False, True])
def test_the_walks_prior_is_the_programs(table, ard):
    inputs, labels = read_table(table)
    fit = short_model(ard=ard).fit(inputs, labels).runs_[0]
    lengthscale = fit.posterior["lengthscale"].reshape(100, -1)
    log_theta = np.log(np.column_stack([fit.posterior["variance"].reshape(100), lengthscale]))
    ours = np.array([log_prior(row, 2) for row in log_theta])
    theirs = fit.sample_stats["log_prior"].reshape(100)
    np.testing.assert_allclose(ours - ours[0], theirs - theirs[0], atol=1e-9)
    assert np.ptp(ours) > 0.1


def test_steps_that_are_shorter_are_accepted_more_often(table):
    lines = run("step_length.py", table, "--lengths", "1,0.001", "--columns", "no noise,AIS-LA 10", "--chains", 2, "--discard", 0, "--keep", 60)
    rates = {float(line.split()[0]): float(line.split()[1]) for line in lines if re.match(r"\s+[\d.]+  ", line)}
    assert set(rates) == {1, 0.001} and rates[1] < 80 and rates[0.001] > 95


def test_the_rate_without_noise_is_that_of_ep_where_ep_is_good(table):
    text = "\n".join(run("noise_free_rate.py", table, "--pairs", 40))
    ep, exact = map(float, re.search(r"EP's evidence ([\d.]+) ± [\d.]+ %, on the exact one ([\d.]+) ±", text).groups())
    assert 5 < ep < 80 and abs(ep - exact) < 5


def test_a_wider_prior_has_a_larger_variance(table, tmp_path):
    folds = tmp_path / "folds.csv"
    folds.write_text("row,fold\n" + "".join(f"{row + 1},{row % 2}\n" for row in range(30)), encoding="utf-8")
    lines = [line for line in run("prior_width.py", table, folds) if line.startswith("Gamma")]
    assert [line.split("  ")[0] for line in lines] == ["Gamma(1.1, 0.1)", "Gamma(1.1, 0.001)"]
    medians = [float(line.split()[-1]) for line in lines]
    assert medians[1] > 2 * medians[0]
