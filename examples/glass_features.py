"""Which features matter? One length-scale for each (ARD), with its full uncertainty, on fragments of glass.

A forensic laboratory measured the refractive index and eight elements of 214 fragments: does a fragment come from a
window? With a length-scale of its own, a feature that does not matter gets a long one: its relevance 1/lengthscale goes
to 0. An optimiser would give one number for each; the posterior says which of them to believe.

    python examples/glass_features.py [--quick] [--out FIGURE.png]
"""

import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas

from lehr import GPClassifier

DATA = pathlib.Path(__file__).resolve().parents[1] / "data/glass.csv"
NAMES = {"RI": "refractive index", "Na": "sodium", "Mg": "magnesium", "Al": "aluminium", "Si": "silicon",
         "K": "potassium", "Ca": "calcium", "Ba": "barium", "Fe": "iron"}
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
BLUE, GREY = "#1f5fa8", "#8a8f98"


def prior_relevance(count=100_000):
    """1/lengthscale under the prior of ARD, Gamma(1, 1)."""
    return 1 / np.random.default_rng(1).gamma(1.0, 1.0, count)


def draw_relevance(axes, relevance, features):
    """Intervals of each feature's relevance, the most relevant on top."""
    order = np.argsort(np.median(relevance, axis=0))
    low, high = np.quantile(prior_relevance(), [0.05, 0.95])
    axes.axvspan(low, high, color=GREY, alpha=0.15, linewidth=0, label="prior, 90 %")
    for place, feature in enumerate(order):
        q5, q25, q50, q75, q95 = np.quantile(relevance[:, feature], LEVELS)
        axes.plot([q5, q95], [place, place], color=BLUE, linewidth=1.2)
        axes.plot([q25, q75], [place, place], color=BLUE, linewidth=4, solid_capstyle="butt")
        axes.plot(q50, place, "o", color="white", markeredgecolor=BLUE, markersize=5)
    axes.set_yticks(range(len(order)), [NAMES[features[i]] for i in order])
    axes.set(xscale="log", xlabel="relevance, 1 / length-scale (feature standardised)",
             title="Relevance: median, 50 % and 90 % of the posterior")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    return order


def draw_ranks(axes, relevance, order):
    """The posterior probability of each rank for each feature."""
    features = relevance.shape[1]
    rank = np.argsort(np.argsort(-relevance, axis=1), axis=1)
    share = np.array([[np.mean(rank[:, feature] == r) for r in range(features)] for feature in order])
    axes.imshow(share, origin="lower", aspect="auto", cmap="Blues", vmin=0, vmax=max(share.max(), 0.5))
    for row in range(features):
        for column in range(features):
            if share[row, column] >= 0.1:
                dark = share[row, column] > 0.6 * max(share.max(), 0.5)
                axes.text(column, row, f"{100 * share[row, column]:.0f}", ha="center", va="center", fontsize=8,
                          color="white" if dark else "black")
    axes.set_yticks([])
    axes.set_xticks(range(features), [str(r + 1) for r in range(features)])
    axes.set(xlabel="rank by relevance", title="How sure is the ranking? Posterior probability in %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few draws")
    parser.add_argument("--out", default="glass_features.png", help="the figure to write")
    options = parser.parse_args()

    table = pandas.read_csv(DATA)
    X, y = table.drop(columns="label"), table["label"]
    chains = {"chains": 2, "warmup": 100, "draws": 50} if options.quick else {}
    model = GPClassifier(ard=True, **chains).fit(X, y)
    print(model.summary())

    lengthscale = model.runs_[0].posterior["lengthscale"]
    relevance = 1 / lengthscale.reshape(-1, lengthscale.shape[-1])
    features = model.runs_[0].feature_names
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
    order = draw_relevance(axes[0], relevance, features)
    draw_ranks(axes[1], relevance, order)
    figure.savefig(options.out, dpi=110)

    top = np.mean(relevance.argmax(axis=1) == order[-1])
    print(f"Most relevant: {NAMES[features[order[-1]]]}, with posterior probability {top:.2f}.")
    weak = [NAMES[features[i]] for i in order if np.quantile(relevance[:, i], 0.95) < 1]
    print("Length-scale above 1 standard deviation with 95 %:", ", ".join(weak) or "none")


if __name__ == "__main__":
    main()
