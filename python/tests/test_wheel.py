"""The wheel: built without a network from what is compiled already, put into a fresh environment, used from elsewhere."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT

USE = """
import lehr, os
import numpy as np
from lehr import GPClassifier
X = np.linspace(0, 1, 20)[:, None]
model = GPClassifier(chains=1, warmup=60, draws=50).fit(X, X[:, 0] > 0.5)
print(os.path.dirname(lehr.__file__), model.score(X, X[:, 0] > 0.5))
assert os.path.exists(os.path.join(os.path.dirname(lehr.__file__), "py.typed"))
model.runs_[0].save("run.nc")
assert lehr.read_run("run.nc").posterior["variance"].shape == (1, 50)  # by the program lehr-read that came with it
"""


def call(*command, **options):
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    run = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env={**clean, "LEHR_PRESET": os.path.basename(os.environ["LEHR_BUILD"])}, **options)
    assert run.returncode == 0, run.stdout
    return run.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--system-site-packages", folder / "V")
    pip = (folder / "V/bin/pip", "--disable-pip-version-check")
    call(*pip, "wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", folder / "wheels", ".", cwd=ROOT)
    (wheel,) = (folder / "wheels").iterdir()
    call(*pip, "install", "--no-index", wheel)
    return folder


def test_it_works_from_another_folder(environment, tmp_path):
    place, score = call(environment / "V/bin/python", "-W", "ignore", "-c", USE, cwd=tmp_path).split()
    assert place.startswith(str(environment))
    assert float(score) > 0.8


def test_it_can_be_removed(environment):
    call(environment / "V/bin/pip", "uninstall", "--yes", "lehr")
    with pytest.raises(AssertionError, match="No module named 'lehr'"):
        call(environment / "V/bin/python", "-c", "import lehr", cwd=environment)
