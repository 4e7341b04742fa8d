"""Which features matter? How far predictions move with each, on fragments of glass.

A forensic laboratory measured the refractive index and eight elements of 214 fragments: does a fragment come from a
window? A feature matters if predictions move with it. Its length-scale says something else, how wiggly the function is
along it: the two are shown side by side, each with its uncertainty.

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


def draw_relevance(axes, found):
    """Relevance of each feature with its interval, the most relevant on top."""
    for place, feature in enumerate(reversed(found)):
        axes.plot([feature["lower"], feature["upper"]], [place, place], color=BLUE, linewidth=1.6)
        axes.plot(feature["relevance"], place, "o", color="white", markeredgecolor=BLUE, markersize=5)
    axes.set_yticks(range(len(found)), [NAMES[feature["name"]] for feature in reversed(found)])
    axes.set(xlabel="move of the prediction for one sd of the feature", title="Relevance: mean and 90 % of the posterior")


def draw_lengthscales(axes, found, lengthscales):
    """Of the same features in the same order, beside the prior."""
    low, high = np.quantile(np.random.default_rng(1).gamma(1.0, 1.0, 100_000), [0.05, 0.95])  # Gamma(1, 1)
    axes.axvspan(low, high, color=GREY, alpha=0.15, linewidth=0, label="prior, 90 %")
    for place, feature in enumerate(reversed(found)):
        q5, q25, q50, q75, q95 = np.quantile(lengthscales[feature["name"]], LEVELS)
        axes.plot([q5, q95], [place, place], color=BLUE, linewidth=1.2)
        axes.plot([q25, q75], [place, place], color=BLUE, linewidth=4, solid_capstyle="butt")
        axes.plot(q50, place, "o", color="white", markeredgecolor=BLUE, markersize=5)
    axes.set_yticks([])
    axes.set(xscale="log", xlabel="length-scale (feature standardised)",
             title="How smooth along each: median, 50 % and 90 %")
    axes.legend(frameon=False, fontsize=8, loc="upper left")


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

    run = model.runs_[0]
    found = run.relevance(progress=False)
    lengthscale = run.posterior["lengthscale"]
    lengthscales = dict(zip(run.feature_names, lengthscale.reshape(-1, lengthscale.shape[-1]).T, strict=True))
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
    draw_relevance(axes[0], found)
    draw_lengthscales(axes[1], found, lengthscales)
    figure.savefig(options.out, dpi=110)

    first = found[0]
    print(f"Most relevant: {NAMES[first['name']]}, {first['relevance']:.2f} ({first['lower']:.2f} to {first['upper']:.2f}).")
    rivals = [NAMES[each["name"]] for each in found[1:] if each["upper"] > first["relevance"]]
    print("As relevant within 90 %:", ", ".join(rivals) or "none")


if __name__ == "__main__":
    main()
