"""Type hints, checked by mypy; examples in docstrings and in docs/python.md, run."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import ROOT

PACKAGE = pathlib.Path(os.environ["LEHR_BUILD"]) / "python/lehr"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def call(*command, **options):
    run = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert run.returncode == 0, run.stdout
    return run.stdout


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


def test_the_examples_in_docstrings_are_true():
    out = call(sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", PACKAGE)
    assert re.search(r"[3-9] passed", out), out


def test_the_page_on_python_is_true(tmp_path):
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = BLOCK.findall(page)
    assert len(blocks) >= 3
    (tmp_path / "data").symlink_to(ROOT / "data")
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    out = call(sys.executable, "-W", "ignore", script, cwd=tmp_path)
    assert "lengthscale" in out
