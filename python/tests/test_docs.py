"""Examples in docstrings and in Python on README.md and the pages of docs/, run."""

import os
import pathlib
import re
import sys

import pytest
from conftest import ROOT, call

PACKAGE = pathlib.Path(os.environ["LEHR_BUILD"]) / "python/lehr"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {page.name: BLOCK.findall(page.read_text(encoding="utf-8")) for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")]}
SAYS = {"README.md": r"0\.\d+", "python.md": "lengthscale"}


def test_the_examples_in_docstrings_are_true():
    out = call(sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", PACKAGE)
    assert re.search(r"[3-9] passed", out), out


@pytest.mark.parametrize("page", [page for page, blocks in PAGES.items() if blocks])
def test_a_page_is_true(page, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "data")
    script = tmp_path / "page.py"
    script.write_text("\n".join(PAGES[page]), encoding="utf-8")
    out = call(sys.executable, "-W", "ignore", script, cwd=tmp_path)
    assert re.search(SAYS[page], out), out


def test_each_page_with_python_is_known():
    assert {page for page, blocks in PAGES.items() if blocks} == set(SAYS)
