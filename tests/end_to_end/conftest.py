"""What the end-to-end tests share: running the program and reading what it says."""

import json
import os
import pathlib
import subprocess

import pytest
from limits import SANITIZED

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
PATIENCE = 1500 if SANITIZED else 300  # seconds; fits take thirty times as long with sanitizers
SHORT = ("--chains", 2, "--warmup", 60, "--draws", 50)  # a fit of a second or two


class Lehr:
    """Runs the program in a folder of its own."""

    def __init__(self, folder):
        self.program = os.environ["LEHR_PROGRAM"]
        self.folder = folder

    def environment(self, **more):
        clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        return {**clean, **more}

    def __call__(self, *words, stdin="", env=None, timeout=PATIENCE, **options):
        return subprocess.run(
            [self.program, *map(str, words)], input=stdin, cwd=self.folder, env=self.environment(**(env or {})),
            capture_output=True, text=True, timeout=timeout, **options)

    def start(self, *words, **options):
        return subprocess.Popen(
            [self.program, *map(str, words)], cwd=self.folder, env=self.environment(), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def json(self, *words, **options):
        """The result of a run that must succeed."""
        run = self(*words, "--format", "json", **options)
        assert run.returncode == 0, run.stderr
        return parse_strictly(run.stdout)

    def evidence(self, table, variance, lengthscale, *words, **options):
        return self.json("evidence", table, "--variance", variance, "--lengthscale", lengthscale, *words, **options)

    def fit(self, table, run, *words, **options):
        """The report of a fit that must succeed; short where the words do not say otherwise."""
        short = [word for pair in zip(SHORT[::2], SHORT[1::2]) if pair[0] not in words for word in pair]
        return self.json("fit", table, "--out", run, *short, *words, **options)

    def predict(self, run, table, *words, **options):
        """The columns of the predictions."""
        return self.json("predict", run, table, *words, **options)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())


def parse_strictly(text):
    """JSON without NaN and Infinity, which Python would take."""

    def refuse(constant):
        raise AssertionError(f"{constant} in JSON")

    return json.loads(text, parse_constant=refuse)


def assert_refused(run, code, *parts):
    """One sentence on standard error that holds the parts, nothing on standard output, and the exit code."""
    assert run.returncode == code, (run.returncode, run.stdout, run.stderr)
    assert run.stdout == ""
    errors = [line for line in run.stderr.splitlines() if ": note: " not in line]
    assert len(errors) == 1, run.stderr
    assert errors[0].startswith("lehr")
    for part in parts:
        assert part in errors[0], (part, errors[0])


@pytest.fixture
def lehr(tmp_path):
    return Lehr(tmp_path)


@pytest.fixture
def glass():
    return DATA / "glass.csv"


@pytest.fixture
def data():
    return DATA


@pytest.fixture(scope="session")
def thyroid():
    return DATA / "thyroid.csv"


@pytest.fixture(scope="session")
def thyroid_run(tmp_path_factory, thyroid):
    """The path of a short run on data/thyroid.csv."""
    lehr = Lehr(tmp_path_factory.mktemp("thyroid"))
    lehr.fit(thyroid, "thyroid.nc")
    return lehr.folder / "thyroid.nc"


@pytest.fixture(scope="session")
def made_up(tmp_path_factory):
    """A small simulated table and a short run on it: two paths."""
    lehr = Lehr(tmp_path_factory.mktemp("made_up"))
    words = ("--rows", 60, "--features", 2, "--variance", 20, "--lengthscale", 0.3, "--balanced")
    assert lehr("simulate", *words, "--out", "table.csv").returncode == 0
    lehr.fit("table.csv", "run.nc")
    return lehr.folder / "table.csv", lehr.folder / "run.nc"
