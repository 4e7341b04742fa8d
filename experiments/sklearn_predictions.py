"""Probabilities of scikit-learn's classifiers on the folds of `lehr reproduce predictions`, which sets them beside its own.

    sklearn_predictions.py --out DIR --data DIR [--data DIR...]

For each set in OUT/predictions-folds whose table is in a data folder, writes OUT/predictions-sklearn/SET.csv: row, fold, and for each
classifier the probability of label 1 by a model that has not seen the row; seed and scikit-learn's version. A file of the same folds is kept. Debian: python3-sklearn."""

import argparse
import csv
import os
import pathlib

import numpy
import sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 1


def classifiers(features):
    kernel = ConstantKernel(10.0, (1e-3, 1e4)) * RBF(numpy.sqrt(features), (1e-2, 1e3))
    return {
        "sklearn GP": make_pipeline(StandardScaler(), GaussianProcessClassifier(kernel, random_state=SEED)),
        "sklearn logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "sklearn forest": RandomForestClassifier(n_estimators=500, random_state=SEED),
    }


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def probabilities(inputs, labels, folds):
    """By classifier, the probability of label 1 for every row."""
    found = {name: numpy.empty(len(labels)) for name in classifiers(inputs.shape[1])}
    for fold in sorted(set(folds)):
        seen, left_out = folds != fold, folds == fold
        for name, classifier in classifiers(inputs.shape[1]).items():
            classifier.fit(inputs[seen], labels[seen])
            positive = list(classifier.classes_).index(1)
            found[name][left_out] = classifier.predict_proba(inputs[left_out])[:, positive]
    return found


def write_atomically(path, rows):
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    with open(temporary, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    temporary.rename(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="the folder given to lehr reproduce predictions")
    parser.add_argument("--data", required=True, type=pathlib.Path, action="append", help="a folder with the data sets")
    words = parser.parse_args()
    for folds_file in sorted((words.out / "predictions-folds").glob("*.csv")):
        target = words.out / "predictions-sklearn" / folds_file.name
        tables = [folder / folds_file.name for folder in words.data if (folder / folds_file.name).exists()]
        dealt = read_rows(folds_file)
        is_there = target.exists() and [row["fold"] for row in read_rows(target)] == [row["fold"] for row in dealt]
        if is_there or not tables:
            print(f"{folds_file.stem}: {'is there' if is_there else 'no such table in the data folders'}")
            continue
        rows = read_rows(tables[0])
        labels = numpy.array([int(row["label"]) for row in rows])
        if [int(row["label"]) for row in dealt] != list(labels):
            raise SystemExit(f"{folds_file}: these folds are not those of {tables[0]}")
        inputs = numpy.array([[float(value) for name, value in row.items() if name != "label"] for row in rows])
        folds = numpy.array([int(row["fold"]) for row in dealt])
        found = probabilities(inputs, labels, folds)
        columns = [[repr(float(value)) for value in values] for values in found.values()]
        columns += [[value] * len(rows) for value in (SEED, sklearn.__version__)]
        write_atomically(target, [["row", "fold", *found, "seed", "version"], *zip(range(1, len(rows) + 1), folds, *columns)])
        print(f"{folds_file.stem}: {len(rows)} rows")


if __name__ == "__main__":
    main()
