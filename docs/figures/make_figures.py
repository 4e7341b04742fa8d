"""Draws the figures of docs/mathematics.md from what the program computes.

    docs/figures/make_figures.py PROGRAM     (Debian: python3-matplotlib)
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
BLUE, ORANGE, GREY = "#1f5f8b", "#d1731b", "#5d6670"
ROWS = [(-2.1, -1), (-1.8, -1), (-1.7, -1), (-1.2, -1), (-1.0, -1), (-0.7, 1), (-0.4, 1), (-0.1, 1), (0.2, 1), (0.5, 1), (0.7, 1),
        (0.9, 1), (1.2, -1), (1.5, 1), (1.8, -1), (2.0, -1), (2.2, -1)]


def call(program, *words):
    return subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout


def save(figure, name):
    figure.savefig(HERE / name, metadata={"Date": None})


def latent(program):
    """A fit to one feature: the latent function with its sd, and the probability with its 90 % interval."""
    with tempfile.TemporaryDirectory() as scratch:
        table, grid, run = (pathlib.Path(scratch) / name for name in ("table.csv", "grid.csv", "run.nc"))
        table.write_text("x,label\n" + "".join(f"{x},{y}\n" for x, y in ROWS))
        xs = [-7 + 0.05 * i for i in range(281)]
        grid.write_text("x\n" + "".join(f"{x}\n" for x in xs))
        call(program, "fit", table, "--out", run, "--no-standardize", "--quiet")
        rows = list(csv.DictReader(call(program, "predict", run, grid, "--latent", "--quiet").splitlines()))
    column = {name: [float(row[name]) for row in rows] for name in ("probability", "lower", "upper", "latent_mean", "latent_sd")}
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3), layout="constrained")
    low = [m - s for m, s in zip(column["latent_mean"], column["latent_sd"])]
    high = [m + s for m, s in zip(column["latent_mean"], column["latent_sd"])]
    left.fill_between(xs, low, high, color=BLUE, alpha=0.2, linewidth=0)
    left.plot(xs, column["latent_mean"], color=BLUE)
    left.set_title("latent function: mean ± sd")
    right.fill_between(xs, column["lower"], column["upper"], color=BLUE, alpha=0.2, linewidth=0)
    right.plot(xs, column["probability"], color=BLUE)
    right.scatter([x for x, _ in ROWS], [(y + 1) / 2 for _, y in ROWS], s=14, color=[ORANGE if y > 0 else GREY for _, y in ROWS], zorder=3)
    right.axhline(0.5, color=GREY, linestyle=":", linewidth=1)
    right.set_title("probability, with its 90 % interval")
    for axes in (left, right):
        axes.set_xlabel("feature")
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, "latent.svg")


def noise(program):
    answer = json.loads(call(program, "evidence", HERE.parents[1] / "data/glass.csv", "--variance", 15, "--lengthscale", 3.8,
                             "--compare", "--importance-samples", 1, "--repeats", 200, "--quiet", "--format", "json"))
    methods = [entry for entry in answer["comparison"] if entry["sd_log"]]
    methods.sort(key=lambda entry: -entry["sd_log"])
    figure, axes = pyplot.subplots(figsize=(8, 3), layout="constrained")
    names = [f"{entry['estimator']} from {entry['approximation']}" for entry in methods]
    axes.barh(names, [entry["sd_log"] for entry in methods], color=BLUE)
    axes.axvline(1.5, color=ORANGE)
    axes.set_xscale("log")
    axes.set_xlabel("sd of the logarithm of one estimate with one sample (glass data; line: 1.5)")
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, "noise.svg")


if __name__ == "__main__":
    matplotlib.rcParams.update({"svg.hashsalt": "lehr", "svg.fonttype": "none", "font.size": 10})
    latent(sys.argv[1])
    noise(sys.argv[1])
