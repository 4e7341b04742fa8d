#!/usr/bin/env python3
"""Writes scores_cases.csv to standard output: probabilities and labels, one row a line."""
import math
import random

random.seed(20220)


def drawn(count, probability, label_probability=lambda p: p):
    rows = []
    for _ in range(count):
        p = probability()
        rows.append((1 if random.random() < label_probability(p) else -1, p))
    return rows


CASES = {
    "calibrated": drawn(400, lambda: round(random.random(), 6)),
    "overconfident": drawn(300, lambda: round(random.betavariate(0.3, 0.3), 6), lambda p: 0.25 + 0.5 * p),
    "rare": drawn(250, lambda: round(random.betavariate(1, 20), 6)),
    "ties": drawn(200, lambda: random.randrange(1, 10) / 10),
    "halves": drawn(60, lambda: random.choice([0.5, 0.5, 0.25, 0.75])),
    "edges": drawn(110, lambda: random.randrange(0, 11) / 10),
    "sure_and_wrong": [(1, 0.0), (-1, 1.0), (1, 1.0), (-1, 0.0), (1, 1e-20), (-1, 0.3)],
    "close_to_sure": [(1, 1 - 1e-9), (-1, 1e-12), (1, math.nextafter(1, 0)), (-1, 0.9999), (1, 1e-7)],
    "perfect": [(1, 0.9), (-1, 0.2), (1, 0.8), (-1, 0.1)],
    "reversed": [(-1, 0.9), (1, 0.2), (-1, 0.8), (1, 0.1)],
    "one_class": [(1, 0.9), (1, 0.2), (1, 0.7)],
    "one_row": [(-1, 0.4)],
}

print("case,label,probability")
for name, rows in CASES.items():
    for label, p in rows:
        print(f"{name},{label},{p!r}")
