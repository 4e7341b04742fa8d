"""Which estimator of the evidence? Noise against samples, at kernel parameters near the posterior of the glass data.

A pseudo-marginal chain needs p(y | theta) without bias and with little noise: the standard deviation of the log estimate
should stay below about 1.5, or the chain gets stuck. Importance sampling (is) and annealed importance sampling (ais) start from a
Gaussian approximation, Laplace's or EP's; look-ahead draws the labels' latent causes one after the other. For each,
the example estimates the evidence many times with few and with many samples.

    python examples/evidence_estimators.py [--quick] [--out FIGURE.png]
"""

import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas

import lehr

DATA = pathlib.Path(__file__).resolve().parents[1] / "data/glass.csv"
THETA = {"variance": 15.0, "lengthscale": 3.8}
WAYS = {  # estimator and approximation, colour, marker
    ("is", "laplace"): ("#d9762b", "v"),
    ("ais", "laplace"): ("#d9762b", "o"),
    ("is", "ep"): ("#1f5fa8", "v"),
    ("ais", "ep"): ("#1f5fa8", "o"),
    ("look-ahead", "ep"): ("#2a8a4a", "D"),
}
STUCK = 1.5


def measure(X, y, samples, repeats):
    """For each way and number of samples: all log estimates, and the seconds that one of them takes."""
    results = {}
    for estimator, approximation in WAYS:
        for count in samples:
            result = lehr.evidence(X, y, **THETA, estimator=estimator, approximation=approximation,
                                   importance_samples=count, repeats=repeats, threads=1)
            results[estimator, approximation, count] = (result.log_estimates, result.seconds / repeats)
    return results


def draw_noise(axes, results, samples):
    for (estimator, approximation), (colour, marker) in WAYS.items():
        noise = [results[estimator, approximation, count][0].std(ddof=1) for count in samples]
        axes.plot(samples, noise, color=colour, marker=marker, markersize=5, linewidth=1.2,
                  label=f"{estimator} from {approximation}")
    axes.set(xscale="log", yscale="log", xlabel="samples of one estimate", ylabel="noise: sd of the log estimate",
             title="Noise against samples")
    axes.set_xticks(samples, [str(count) for count in samples])
    axes.minorticks_off()
    top = axes.get_ylim()[1]
    axes.axhspan(STUCK, top, color="#8a8f98", alpha=0.12, linewidth=0)
    axes.set_ylim(top=top)
    axes.text(samples[-1], STUCK * 1.07, "above: chains get stuck", ha="right", fontsize=8, color="#5a5f68")
    axes.legend(frameon=False, fontsize=8)


def draw_estimates(axes, results, count, truth):
    """The estimates themselves: their logarithms lie below the truth, the more so the noisier they are."""
    for place, ((estimator, approximation), (colour, _)) in enumerate(WAYS.items()):
        estimates = results[estimator, approximation, count][0]
        jitter = np.random.default_rng(place).uniform(-0.18, 0.18, len(estimates))
        axes.plot(estimates, place + jitter, ".", color=colour, alpha=0.5, markersize=4)
    axes.axvline(truth, color="black", linewidth=1)
    axes.set_yticks(range(len(WAYS)), [f"{estimator} from {approximation}" for estimator, approximation in WAYS])
    axes.invert_yaxis()
    axes.set(xlabel="log estimate", title=f"Estimates from {count} samples each; line: the evidence")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few repeats and samples")
    parser.add_argument("--out", default="evidence_estimators.png", help="the figure to write")
    options = parser.parse_args()

    samples, repeats, many = ([1, 8], 20, 2000) if options.quick else ([1, 4, 16, 64, 256], 200, 100_000)
    table = pandas.read_csv(DATA)
    X, y = table.drop(columns="label"), table["label"]
    reference = lehr.evidence(X, y, **THETA, importance_samples=many)
    print(f"log evidence by {reference.estimator}, {many} samples: {reference.log_evidence:.4f} ± {reference.se_log:.4f}")
    results = measure(X, y, samples, repeats)

    figure, axes = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
    draw_noise(axes[0], results, samples)
    draw_estimates(axes[1], results, samples[1], reference.log_evidence)
    figure.savefig(options.out, dpi=110)

    print(f"{'way':18} {'samples':>7} {'noise':>7} {'ms each':>8}")
    for (estimator, approximation, count), (estimates, seconds) in results.items():
        way = f"{estimator} from {approximation}"
        print(f"{way:18} {count:7d} {estimates.std(ddof=1):7.3f} {1000 * seconds:8.2f}")


if __name__ == "__main__":
    main()
