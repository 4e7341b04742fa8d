"""What scikit-learn's GaussianProcessClassifier costs: Laplace's approximation with the logit likelihood, RBF kernel.

    sklearn_laplace.py DATA.csv VARIANCE LENGTHSCALE     exits 77 where scikit-learn is missing

Prints a line of CSV for each piece of work: its name, the log evidence it ends with, and its seconds of processor time. The first is
the log evidence at the parameters given, the second the largest one, climbed to from there.
"""

import csv
import sys
import time
import warnings

try:
    import numpy
    from sklearn.gaussian_process import GaussianProcessClassifier
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel
except ImportError:
    sys.exit(77)


def read(path):
    """The features, standardised as Lehr does, and the labels."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    x = numpy.array([[float(value) for value in row[:-1]] for row in rows])
    return (x - x.mean(axis=0)) / x.std(axis=0, ddof=1), numpy.array([row[-1] for row in rows])


def seconds_of(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def main():
    path, variance, lengthscale = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    warnings.simplefilter("ignore")  # a maximum at the edge of its bounds is still what the program answers
    x, y = read(path)
    start = ConstantKernel(variance) * RBF(lengthscale)
    fixed = GaussianProcessClassifier(start, optimizer=None).fit(x, y)
    once = sorted(seconds_of(lambda: fixed.log_marginal_likelihood(start.theta)) for _ in range(7))[3]
    climbing = GaussianProcessClassifier(start)
    climb = seconds_of(lambda: climbing.fit(x, y))
    print("work,log_evidence,seconds")
    print(f"evidence,{fixed.log_marginal_likelihood(start.theta):.6f},{once:.6f}")
    print(f"maximum,{climbing.log_marginal_likelihood_value_:.6f},{climb:.6f}")


if __name__ == "__main__":
    main()
