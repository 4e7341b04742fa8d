"""The worked examples, in small: each ends, says what it found and draws its figure."""

import subprocess
import sys

import matplotlib.image
import numpy as np
import pytest
from conftest import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SAYS = {
    "pima_threshold": "cases are missed",
    "glass_features": "Most relevant: ",
    "evidence_estimators": "look-ahead from ep",
}


def test_each_example_is_known():
    assert {example.stem for example in EXAMPLES} == set(SAYS)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_draws_its_figure(example, tmp_path):
    figure = tmp_path / "figure.png"
    run = subprocess.run([sys.executable, "-W", "ignore", example, "--quick", "--out", figure], cwd=tmp_path,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0, run.stdout
    assert SAYS[example.stem] in run.stdout
    image = matplotlib.image.imread(figure)[..., :3]
    assert image.shape[1] > 1000
    # Every third of the figure, from left to right, has ink in colour: none of its plots is empty.
    colourful = np.ptp(image, axis=2) > 0.15
    for part in np.array_split(colourful, 3, axis=1):
        assert part.mean() > 0.002
