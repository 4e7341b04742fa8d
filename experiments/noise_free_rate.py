"""How often a random walk would be accepted if the evidence were known: on EP's evidence, as table 1 has it, and on the exact one.

    PYTHONPATH=build/release/python /usr/bin/python3 experiments/noise_free_rate.py TABLE.csv [--ard] [--length L] [--pairs N]

EP's evidence is not exact, and neither is the rate of a walk on it. Here both rates are those of the same proposals: from draws theta of the exact
posterior one step each to theta', by steps as in step_length.py. The exact evidence is GHK with many particles; its rate is the mean of
min(1, p(theta')/p(theta)), EP's the same with EP's densities, each theta weighted by EP's density over the exact one. The difference is given with its
standard error, by bootstrap, which takes the draws for independent: it is too small where they have not mixed. Debian: python3-sklearn."""

import argparse
import concurrent.futures
import math
import pathlib

import lehr
import numpy

from step_length import log_prior, posterior_draws, read_table, steps

PARTICLES = 640


def log_densities(table, log_theta):
    """Of log theta, not normalised: by EP and by GHK."""
    inputs, labels = table
    where = {"variance": math.exp(log_theta[0]), "lengthscale": numpy.exp(log_theta[1:]), "threads": 1, "progress": False}
    ep = lehr.evidence(inputs, labels, approximation="ep", estimator="approximation", **where)
    exact = lehr.evidence(inputs, labels, estimator="ghk", importance_samples=PARTICLES, **where)
    prior = log_prior(log_theta, inputs.shape[1])
    return ep.log_evidence + prior, exact.log_evidence + prior


def rates(here, there):
    """Of a walk on EP's evidence and of one on the exact evidence, in per cent."""
    accepted = 100 * numpy.minimum(1, numpy.exp(there - here))
    weight = numpy.exp(here[:, 0] - here[:, 1] - numpy.max(here[:, 0] - here[:, 1]))
    return numpy.average(accepted[:, 0], weights=weight), numpy.mean(accepted[:, 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path, help="a CSV file with a column label of -1 and 1")
    parser.add_argument("--ard", action="store_true", help="one length-scale for each feature")
    parser.add_argument("--length", type=float, default=1.3, help="length of the steps (1.3, as table 1 has it)")
    parser.add_argument("--pairs", type=int, default=300, help="draws of the posterior (300)")
    words = parser.parse_args()
    if not words.table.is_file():
        parser.error(f"there is no file {words.table}")
    table = read_table(words.table)
    draws = posterior_draws(table, words.ard)
    random = numpy.random.default_rng(1)
    starts = draws[numpy.linspace(0, len(draws) - 1, words.pairs).astype(int)]
    ends = starts + random.standard_normal(starts.shape) @ steps(draws, words.length).T
    with concurrent.futures.ProcessPoolExecutor() as pool:
        found = numpy.array(list(pool.map(log_densities, [table] * (2 * words.pairs), [*starts, *ends])))
    here, there = found[:words.pairs], found[words.pairs:]
    again = [random.integers(words.pairs, size=words.pairs) for _ in range(2000)]
    resampled = numpy.array([rates(here[chosen], there[chosen]) for chosen in again])
    ep, exact = rates(here, there)
    errors = resampled.std(axis=0, ddof=1)
    print(f"{words.table.name}, {'ARD' if words.ard else 'isotropic'}, {words.pairs} steps of length {words.length:g}, exact by {PARTICLES} particles; "
          f"lehr {lehr.__version__}, commit {lehr.__commit__}, seed 1\n"
          f"accepted, on EP's evidence {ep:.1f} ± {errors[0]:.1f} %, on the exact one {exact:.1f} ± {errors[1]:.1f} %; "
          f"exact less EP's {exact - ep:.1f} ± {(resampled[:, 1] - resampled[:, 0]).std(ddof=1):.1f}\n"
          f"exact log evidence above EP's: {numpy.mean(here[:, 1] - here[:, 0]):.2f}, sd over draws {numpy.std(here[:, 1] - here[:, 0], ddof=1):.2f}")


if __name__ == "__main__":
    main()
