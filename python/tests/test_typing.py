"""Type hints, checked by mypy."""

import os
import pathlib
import re

import pytest
from conftest import ROOT, call

PACKAGE = pathlib.Path(os.environ["LEHR_BUILD"]) / "python/lehr"


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    cache = tmp_path_factory.mktemp("mypy")
    return lambda file: call("mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir", cache, file)


def test_mypy_finds_nothing_in_the_package(mypy):
    assert "no issues found" in mypy(ROOT / "python/lehr")


def test_mypy_sees_a_wrong_type_of_a_caller(mypy, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from lehr import GPClassifier\nGPClassifier(chains='four')\n")
    with pytest.raises(AssertionError, match='incompatible type "str"; expected "int"'):
        mypy(wrong)


def test_the_stub_names_what_the_module_has():
    import lehr._core

    stub = (PACKAGE / "_core.pyi").read_text(encoding="utf-8")
    stubbed = set(re.findall(r"^(?:class|def) (\w+)", stub, re.MULTILINE))
    assert stubbed == {name for name in dir(lehr._core) if not name.startswith("_")}
