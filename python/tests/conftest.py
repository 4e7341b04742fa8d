"""What the tests of the Python package share."""

import os
import pathlib
import subprocess

import numpy as np
import pandas
import pytest

from lehr import GPClassifier

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = {"chains": 2, "warmup": 60, "draws": 50, "progress": False}  # a fit of a second or two


def pytest_configure(config):
    # Short runs are warned about, as they should be; a test that asks for the warning still gets it.
    config.addinivalue_line("filterwarnings", "ignore::sklearn.exceptions.ConvergenceWarning")


def short_model(**params):
    return GPClassifier(**{**SHORT, **params})


def call(*command, **options):
    """What a command wrote, which must succeed."""
    run = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert run.returncode == 0, run.stdout
    return run.stdout


def run_program(*words):
    """What the command line says on standard output; it must succeed."""
    run = subprocess.run([os.environ["LEHR_PROGRAM"], *map(str, words)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="session")
def thyroid_file():
    return ROOT / "data/thyroid.csv"


@pytest.fixture(scope="session")
def thyroid(thyroid_file):
    """Features as a frame, and labels."""
    table = pandas.read_csv(thyroid_file)
    return table.drop(columns="label"), table["label"]


@pytest.fixture(scope="session")
def three_classes():
    """Three clouds of points in the plane with text for labels, far enough from each other."""
    generator = np.random.default_rng(3)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])
    X = np.concatenate([generator.normal(centre, 0.5, (15, 2)) for centre in centres])
    return X, np.repeat(["red", "green", "blue"], 15)


@pytest.fixture(scope="session")
def fitted(thyroid):
    return short_model().fit(*thyroid)


@pytest.fixture(scope="session")
def fitted_to_three(three_classes):
    return short_model().fit(*three_classes)
