#!/usr/bin/env python3
"""Writes to standard output the scores of scores_cases.csv by scikit-learn 1.2.1 (Debian: python3-sklearn), one a line.

    /usr/bin/python3 generate_scores_reference.py > scores_reference.csv

The expected calibration error and the counts of the bins, which scikit-learn does not have, follow from its calibration
curve and numpy.
"""
import csv
import pathlib

import numpy
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score, zero_one_loss

BINS = 10


def scores(label, probability):
    yield "error", zero_one_loss(label, numpy.where(probability >= 0.5, 1, -1))
    yield "log_loss", log_loss(label, numpy.column_stack([1 - probability, probability]), eps=1e-15, labels=[-1, 1])
    yield "brier", brier_score_loss(label, probability, pos_label=1)
    yield "auc", roc_auc_score(label, probability) if len(set(label)) == 2 else "NA"
    fractions, means = calibration_curve(label, probability, n_bins=BINS, pos_label=1)
    bins = numpy.searchsorted(numpy.linspace(0, 1, BINS + 1)[1:-1], probability)
    counts = numpy.bincount(bins, minlength=BINS)
    yield "ece", numpy.sum(counts[counts > 0] / len(label) * numpy.abs(fractions - means))
    for bin_index, fraction, mean in zip(numpy.flatnonzero(counts), fractions, means):
        yield f"count[{bin_index}]", counts[bin_index]
        yield f"mean_probability[{bin_index}]", mean
        yield f"fraction_positive[{bin_index}]", fraction


def main():
    cases = {}
    with open(pathlib.Path(__file__).with_name("scores_cases.csv"), encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            cases.setdefault(row["case"], []).append((int(row["label"]), float(row["probability"])))
    print("case,score,value")
    for name, rows in cases.items():
        label, probability = (numpy.array(column) for column in zip(*rows))
        for score, value in scores(label, probability):
            print(f"{name},{score},{value if isinstance(value, str) else repr(float(value))}")


if __name__ == "__main__":
    main()
