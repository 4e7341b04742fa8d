#!/usr/bin/env python3
"""Judges the ranks that scripts/calibrate gathered: one line a setting, exit code 1 if any is not uniform.

    /usr/bin/python3 judge.py FOLDER --worlds R [--figure FILE.svg] SETTING...

The two checks of each quantity, chi-square in 16 bins and Kolmogorov-Smirnov, have a false-alarm rate of 2e-6 each:
2.4e-4 for all twelve settings together. Acceptance has to be two thirds of that of a chain without noise.
A setting with fewer than R worlds fails.
"""
import argparse
import csv
import math
import pathlib
import sys

QUANTITIES = ["log_variance", "log_lengthscale", "f_1", "f_2", "log_likelihood"]
RANKS = 64
BINS = 16
LARGEST_Z = 4.61
LARGEST_DISTANCE = 2.63
LEAST_ACCEPTANCE = 2 / 3


def read(path):
    with open(path, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def counts(ranks):
    found = [0] * RANKS
    for rank in ranks:
        found[rank] += 1
    return found


def chi_square_z(ranks):
    expected = len(ranks) / BINS
    width = RANKS // BINS
    found = counts(ranks)
    chi = sum((sum(found[b * width:(b + 1) * width]) - expected) ** 2 / expected for b in range(BINS))
    spread = 2 / (9 * (BINS - 1))
    return ((chi / (BINS - 1)) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def differences(ranks):
    """Of the distribution function of the ranks from that of uniform ones, times sqrt(count)."""
    below = 0
    for rank, found in enumerate(counts(ranks)):
        below += found
        yield math.sqrt(len(ranks)) * (below / len(ranks) - (rank + 1) / RANKS)


def acceptance(rows):
    return sum(float(row["acceptance"]) for row in rows) / len(rows)


def reference(name):
    kinds = {"logit": "logit-", "prior": "tame-", "laplace": "tame-"}
    kind = next((kinds[kind] for kind in kinds if f"-{kind}-" in name), "")
    return f"noise-free-{kind}{name.rsplit('-', 1)[1]}"


def judge(tables, worlds):
    failed = False
    print(f"{'setting':24} {'worlds':>6} {'acceptance':>10} {'noise-free':>10} {'chi-square z':>13} {'distance':>9}")
    for name, rows in tables.items():
        if name.startswith("noise-free"):
            continue
        ranks = {q: [int(row[q]) for row in rows] for q in QUANTITIES}
        z = max(chi_square_z(r) for r in ranks.values())
        distance = max(abs(d) for r in ranks.values() for d in differences(r))
        rate, ceiling = acceptance(rows), acceptance(tables[reference(name)])
        complaints = [text for wrong, text in ((len(rows) < worlds, "TOO FEW WORLDS"),
                                               (z > LARGEST_Z or distance > LARGEST_DISTANCE, "NOT UNIFORM"),
                                               (rate < LEAST_ACCEPTANCE * ceiling, "TOO FEW ACCEPTED")) if wrong]
        failed = failed or bool(complaints)
        print(f"{name:24} {len(rows):6} {rate:10.3f} {ceiling:10.3f} {z:13.2f} {distance:9.2f}  {', '.join(complaints)}".rstrip())
    return failed


def draw(tables, path):
    """The differences of the distribution functions, with the band that 95 % of uniform samples stay in."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "lehr"
    from matplotlib import pyplot

    names = [name for name in tables if not name.startswith("noise-free")]
    figure, axes = pyplot.subplots(len(names), len(QUANTITIES), figsize=(11, 1.2 * len(names)), sharex=True, sharey=True)
    for row, name in enumerate(names):
        for column, quantity in enumerate(QUANTITIES):
            axis = axes[row][column]
            axis.axhspan(-1.36, 1.36, color="0.9")
            axis.axhline(0, color="0.6", linewidth=0.6)
            axis.step(range(RANKS), list(differences([int(r[quantity]) for r in tables[name]])), color="#1f5fa8", linewidth=1)
            axis.set_ylim(-3, 3)
            axis.tick_params(labelsize=6)
            if row == 0:
                axis.set_title({"log_likelihood": "log p(y | f)"}.get(quantity, quantity.replace("_", " ")), fontsize=9)
            if column == 0:
                axis.set_ylabel(name.replace("-", " "), fontsize=7, rotation=0, ha="right", va="center")
    figure.supxlabel("rank of the truth among 63 posterior draws", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--worlds", type=int, required=True)
    parser.add_argument("--figure", type=pathlib.Path)
    words = parser.parse_args()
    tables = {name: read(words.folder / f"{name}.csv") for name in words.settings}
    failed = judge(tables, words.worlds)
    if words.figure:
        draw(tables, words.figure)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
