"""Examples in docstrings and in docs/python.md, run."""

import os
import pathlib
import re
import sys

from conftest import ROOT, call

PACKAGE = pathlib.Path(os.environ["LEHR_BUILD"]) / "python/lehr"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
