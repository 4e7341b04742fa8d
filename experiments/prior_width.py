"""What the prior of the variance does to the predictions of the exact posterior: cross-validated scores, one line for each prior.

    PYTHONPATH=build/release/python /usr/bin/python3 experiments/prior_width.py TABLE.csv FOLDS.csv [--priors SHAPE,RATE ...]

FOLDS.csv is of `lehr reproduce predictions` (OUT/predictions-folds), whose numbers of chains and draws are used here too. Log loss and error
with standard errors over folds, and the median of the variance over all draws and folds. Debian: python3-sklearn."""

import argparse
import pathlib

import lehr
import numpy

from step_length import read_table


def pair(text):
    shape, rate = (float(part) for part in text.split(","))
    return shape, rate


def score(model, inputs, labels):
    """Mean log loss and error."""
    of_label = model.predict_proba(inputs)[range(len(labels)), (labels == 1).astype(int)]
    return -numpy.log(of_label).mean(), (of_label < 0.5).mean()


def by_fold(table, folds, prior):
    """For each fold, its rows, its scores and the draws of the variance."""
    inputs, labels = table
    for fold in numpy.unique(folds):
        seen, left_out = folds != fold, folds == fold
        model = lehr.GPClassifier(prior_variance=prior, warmup=500, draws=500, progress=False).fit(inputs[seen], labels[seen])
        yield left_out.sum(), *score(model, inputs[left_out], labels[left_out]), model.runs_[0].posterior["variance"]


def mean_and_error(values, rows):
    """Over all rows, and its standard error from the scatter of the folds."""
    mean = numpy.average(values, weights=rows)
    shares = rows / rows.sum()
    return mean, numpy.sqrt(len(values) / (len(values) - 1) * numpy.sum((shares * (values - mean)) ** 2))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path, help="a CSV file with a column label of -1 and 1")
    parser.add_argument("folds", type=pathlib.Path, help="a CSV file with columns row and fold")
    parser.add_argument("--priors", type=pair, nargs="+", default=[(1.1, 0.1), (1.1, 0.001)],
                        help="SHAPE,RATE of the Gamma priors of the variance (1.1,0.1 1.1,0.001)")
    words = parser.parse_args()
    for path in (words.table, words.folds):
        if not path.is_file():
            parser.error(f"there is no file {path}")
    table = read_table(words.table)
    folds = numpy.genfromtxt(words.folds, delimiter=",", names=True)
    if not numpy.array_equal(folds["row"], numpy.arange(1, len(table[1]) + 1)):
        parser.error(f"{words.folds} is not of the rows of {words.table}")
    print(f"{words.table.name}, isotropic, {len(numpy.unique(folds['fold']))} folds; lehr {lehr.__version__}, commit {lehr.__commit__}, seed 1")
    print("prior of the variance         log loss              error  median of the variance", flush=True)
    for prior in words.priors:
        rows, losses, errors, variances = zip(*by_fold(table, folds["fold"], prior))
        (loss, loss_error), (error, error_error) = (mean_and_error(numpy.array(values), numpy.array(rows)) for values in (losses, errors))
        print(f"{f'Gamma({prior[0]:g}, {prior[1]:g})':<21}  {loss:.4f} ± {loss_error:.4f}  {error:.4f} ± {error_error:.4f}  "
              f"{numpy.median(numpy.concatenate(variances)):22.0f}", flush=True)


if __name__ == "__main__":
    main()
