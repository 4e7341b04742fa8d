"""Draws growth.svg of docs/performance.md: what an estimate costs as the rows grow.

    scripts/bench --growth --json GROWTH.json && docs/figures/make_growth_figure.py GROWTH.json     (Debian: python3-matplotlib)
"""

import json
import sys

import matplotlib
from make_figures import BLUE, GREY, ORANGE, save
from matplotlib import pyplot

GREEN = "#4a8c5c"


def draw(results):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for series, color in zip(results["series"], (BLUE, GREEN, ORANGE)):
        rows = [point["rows"] for point in series["points"]]
        seconds = [point["seconds"] for point in series["points"]]
        label = f"{series['name']}: {series['description']}"
        left.plot(rows, seconds, "o-", color=color, label=label, markersize=4)
        right.plot(rows, [1e-6 * point["peak_bytes"] for point in series["points"]], "o-", color=color, label=label, markersize=4)
        if series["slope"] is not None:
            left.annotate(f"rows$^{{{series['slope']:.2f}}}$", (rows[-1], seconds[-1]), (0, 7), textcoords="offset points", color=color, ha="right")
    measured = {point["rows"]: point["unit_seconds"] for series in results["series"] for point in series["points"]}
    left.plot(sorted(measured), [measured[rows] for rows in sorted(measured)], ":", color=GREY, label="C: one factorisation")
    left.set_ylabel("seconds of one estimate")
    right.set_ylabel("peak memory in MB")
    left.legend(frameon=False, fontsize=8)
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("rows")
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, "growth.svg")


if __name__ == "__main__":
    matplotlib.rcParams.update({"svg.hashsalt": "lehr", "svg.fonttype": "none", "font.size": 10})
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file))
