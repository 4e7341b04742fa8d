"""How often the paper's chains move, by the length of their steps: a random walk written once more, on `lehr.evidence`.

    PYTHONPATH=build/release/python /usr/bin/python3 experiments/step_length.py TABLE.csv [--ard] [--lengths L,...] [--columns NAME,...]

The paper tuned its steps to an acceptance of 20 to 30 per cent on the Laplace evidence and does not tell where it ended. Steps here have the
covariance of the posterior of log theta, times (L * 2.38)^2 / parameters: L = 1 is the usual choice. For each length, the rates without noise
(on the evidence of EP and of Laplace) and those of the paper's estimators with 1 and 10 importance samples: mean (sd over chains), in per cent.
Other than in `lehr reproduce table1`, chains begin at draws from the posterior; chain k has the same random numbers in every column and for
every length. Debian: python3-sklearn."""

import argparse
import concurrent.futures
import csv
import math
import pathlib

import numpy

import lehr

COLUMNS = {
    "no noise": {"approximation": "ep", "estimator": "approximation"},
    "Laplace": {"approximation": "laplace", "estimator": "approximation"},
    "IS-LA 1": {"approximation": "laplace", "estimator": "is", "importance_samples": 1},
    "IS-LA 10": {"approximation": "laplace", "estimator": "is", "importance_samples": 10},
    "AIS-LA 1": {"approximation": "laplace", "estimator": "ais", "importance_samples": 1, "ladder": "paper"},
    "AIS-LA 10": {"approximation": "laplace", "estimator": "ais", "importance_samples": 10, "ladder": "paper"},
}


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    inputs = [[float(value) for name, value in row.items() if name != "label"] for row in rows]
    return numpy.array(inputs), numpy.array([int(row["label"]) for row in rows])


def log_prior(log_theta, features):
    """The paper's Gamma priors, as densities of log theta."""
    rate = 1 / math.sqrt(features) if len(log_theta) == 2 else 1
    variance, lengthscales = log_theta[0], log_theta[1:]
    return 1.1 * variance - 0.1 * math.exp(variance) + float(numpy.sum(lengthscales - rate * numpy.exp(lengthscales)))


def accepted_share(table, column, start, step, counts, seed):
    """The share of accepted proposals of one chain, after those that are discarded."""
    inputs, labels = table
    random = numpy.random.default_rng(seed)

    def log_target(log_theta):
        """An estimate of the log posterior; none where the numbers break down."""
        try:
            found = lehr.evidence(inputs, labels, variance=math.exp(log_theta[0]), lengthscale=numpy.exp(log_theta[1:]), threads=1,
                                  progress=False, seed=int(random.integers(1 << 62)), **COLUMNS[column])
        except RuntimeError:
            return -math.inf
        return found.log_evidence + log_prior(log_theta, inputs.shape[1])

    discard, keep = counts
    log_theta, value, accepted = start, log_target(start), 0
    for iteration in range(discard + keep):
        proposed = log_theta + step @ random.standard_normal(len(start))
        proposed_value = log_target(proposed)
        if math.log(random.random()) < proposed_value - value:
            log_theta, value = proposed, proposed_value  # this estimate stays with the chain
            accepted += iteration >= discard
    return accepted / keep


def posterior_draws(table, ard):
    run = lehr.GPClassifier(ard=ard, chains=2, draws=500, keep_latents=False).fit(*table).runs_[0]
    lengthscale = run.posterior["lengthscale"]
    log_theta = numpy.dstack([run.posterior["variance"], lengthscale.reshape(*lengthscale.shape[:2], -1)])
    return numpy.log(log_theta.reshape(-1, log_theta.shape[2]))


def steps(draws, length):
    """A matrix that makes a step of standard normal numbers."""
    return length * numpy.linalg.cholesky(numpy.cov(draws.T)) * 2.38 / math.sqrt(draws.shape[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path, help="a CSV file with a column label of -1 and 1")
    parser.add_argument("--ard", action="store_true", help="one length-scale for each feature")
    parser.add_argument("--lengths", default="1.4,1", help="lengths of the steps (1.4,1)")
    parser.add_argument("--columns", default=",".join(COLUMNS), help="estimators, of: " + ", ".join(COLUMNS))
    parser.add_argument("--chains", type=int, default=5, help="how many (5)")
    parser.add_argument("--discard", type=int, default=500, help="iterations before the rate is taken (500)")
    parser.add_argument("--keep", type=int, default=1500, help="iterations of which it is taken (1500)")
    words = parser.parse_args()
    columns, lengths = words.columns.split(","), [float(length) for length in words.lengths.split(",")]
    if not set(columns) <= set(COLUMNS):
        parser.error(f"--columns takes names of: {', '.join(COLUMNS)}")
    if not words.table.is_file():
        parser.error(f"there is no file {words.table}")
    table = read_table(words.table)
    draws = posterior_draws(table, words.ard)
    starts = draws[:: len(draws) // words.chains]
    print(f"{words.table.name}, {'ARD' if words.ard else 'isotropic'}, {words.chains} chains of {words.discard} + {words.keep} iterations; "
          f"lehr {lehr.__version__}, commit {lehr.__commit__}, seeds 0 to {words.chains - 1}", flush=True)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        chains = {(length, column): [pool.submit(accepted_share, table, column, starts[chain], steps(draws, length),
                                                 (words.discard, words.keep), chain) for chain in range(words.chains)]
                  for length in lengths for column in columns}
        print("length  " + "".join(f"{column:>14}" for column in columns), flush=True)
        for length in lengths:
            rates = [numpy.array([100 * chain.result() for chain in chains[length, column]]) for column in columns]
            cells = [f"{rate.mean():.1f} ({rate.std(ddof=1):.1f})" for rate in rates]
            print(f"{length:6g}  " + "".join(f"{cell:>14}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
