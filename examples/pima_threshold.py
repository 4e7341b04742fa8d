"""Whom to send for a second test? Calibrated probabilities, a decision threshold, and how sure both are.

Of 768 women of the Pima people we know eight measurements and whether diabetes showed within five years. The model
learns from some of them and predicts the others. A case that is missed is taken to cost five times as much as a needless
second test, so the best threshold is a probability of 1/6, if the probabilities are calibrated: the example looks at that
first. Then it counts the patients for whom the posterior leaves the decision open.

    python examples/pima_threshold.py [--quick] [--out FIGURE.png]
"""

import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import train_test_split

from lehr import GPClassifier

DATA = pathlib.Path(__file__).resolve().parents[1] / "data/pima.csv"
COST_OF_A_MISS = 5.0  # in second tests
THRESHOLD = 1 / (1 + COST_OF_A_MISS)
BLUE, ORANGE, GREY = "#1f5fa8", "#d9762b", "#8a8f98"


def load(quick):
    table = pandas.read_csv(DATA)
    X, sick = table.drop(columns="label"), table["label"] == 1
    rows = 120 if quick else 500
    return train_test_split(X, sick, train_size=rows, random_state=1, stratify=sick)


def cost_per_patient(probability, sick, threshold):
    """Second tests per patient, those for nothing and five for each case that is missed."""
    tested = probability >= threshold
    return np.mean(np.where(sick, np.where(tested, 0.0, COST_OF_A_MISS), np.where(tested, 1.0, 0.0)))


def bootstrap_costs(probability, sick, thresholds, repeats=400):
    """Cost curves of patients drawn anew with replacement: [repeat, threshold]."""
    generator = np.random.default_rng(1)
    draws = generator.integers(len(sick), size=(repeats, len(sick)))
    return np.array([[cost_per_patient(probability[rows], sick[rows], t) for t in thresholds] for rows in draws])


def draw_reliability(axes, probability, sick, bins=8):
    edges = np.quantile(probability, np.linspace(0, 1, bins + 1))
    which = np.clip(np.searchsorted(edges, probability, side="right") - 1, 0, bins - 1)
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=1)
    for b in range(bins):
        inside = which == b
        share, count = sick[inside].mean(), inside.sum()
        error = 1.645 * np.sqrt(max(share * (1 - share), 0.25 / count) / count)
        axes.errorbar(probability[inside].mean(), share, yerr=error, fmt="o", color=BLUE, capsize=2, markersize=5)
    axes.set(xlim=(0, 1), ylim=(-0.02, 1.02), xlabel="predicted probability", ylabel="share that fell ill",
             title="Calibrated? Held-out patients")


def draw_costs(axes, probability, sick):
    thresholds = np.linspace(0.02, 0.8, 60)
    costs = bootstrap_costs(probability, sick, thresholds)
    low, high = np.quantile(costs, [0.05, 0.95], axis=0)
    axes.fill_between(thresholds, low, high, color=BLUE, alpha=0.18, linewidth=0, label="90 % over patients")
    axes.plot(thresholds, [cost_per_patient(probability, sick, t) for t in thresholds], color=BLUE)
    best = np.quantile(thresholds[costs.argmin(axis=1)], [0.05, 0.95])
    axes.axvspan(*best, color=GREY, alpha=0.15, linewidth=0, label="where the best may lie")
    axes.axvline(THRESHOLD, color=ORANGE, label="from the costs: 1/6")
    axes.set(xlabel="threshold", ylabel="cost per patient, in second tests", title="What a threshold costs", ylim=(0, None))
    axes.legend(frameon=False, fontsize=8)
    return best


def draw_patients(axes, probability, lower, upper):
    order = np.argsort(probability)
    open_case = ((lower < THRESHOLD) & (upper > THRESHOLD))[order]
    rank = np.arange(len(order))
    for chosen, colour, label in ((open_case, ORANGE, "open"), (~open_case, BLUE, "settled")):
        axes.vlines(rank[chosen], lower[order][chosen], upper[order][chosen], color=colour, alpha=0.45, linewidth=1,
                    label=f"{label}: {chosen.sum()} patients")
    axes.plot(rank, probability[order], color="black", linewidth=1.2)
    axes.axhline(THRESHOLD, color=ORANGE, linewidth=1)
    axes.set(xlabel="patients, by probability", ylabel="probability with its 90 % interval", ylim=(0, 1), title="Who is settled")
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    return open_case.sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rows and draws")
    parser.add_argument("--out", default="pima_threshold.png", help="the figure to write")
    options = parser.parse_args()

    X_train, X_test, y_train, y_test = load(options.quick)
    chains = {"chains": 2, "warmup": 100, "draws": 100} if options.quick else {}
    model = GPClassifier(**chains).fit(X_train, y_train)
    print(model.summary())
    probability, sick = model.predict_proba(X_test)[:, 1], y_test.to_numpy()
    lower, upper = model.predict_interval(X_test)

    figure, axes = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    draw_reliability(axes[0], probability, sick)
    best = draw_costs(axes[1], probability, sick)
    undecided = draw_patients(axes[2], probability, lower, upper)
    figure.savefig(options.out, dpi=110)

    tested = probability >= THRESHOLD
    print(f"{len(sick)} patients held out: log loss {log_loss(sick, probability):.3f}, AUC {roc_auc_score(sick, probability):.3f}")
    print(f"At 1/6, {tested.sum()} are tested again and {np.sum(sick & ~tested)} of {sick.sum()} cases are missed.")
    print(f"These patients would allow a threshold from {best[0]:.2f} to {best[1]:.2f}.")
    print(f"For {undecided} patients the interval holds the threshold: the data leave their case open.")


if __name__ == "__main__":
    main()
