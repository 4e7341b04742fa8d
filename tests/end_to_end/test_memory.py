"""Too little memory is said before the work begins, with what is needed."""
import os
import resource
import subprocess

import pytest

pytestmark = pytest.mark.skipif(os.environ.get("LEHR_SANITIZED", "") not in ("", "OFF"),
                                reason="sanitizers take more address space than any limit leaves")
LIMIT = 1 << 30


@pytest.fixture
def many_rows(lehr):
    """9,000 rows: one matrix of them takes 650 MB."""
    rows = "\n".join(f"{i % 97},{i * 7 % 89},{1 if i % 3 else -1}" for i in range(9000))
    return lehr.write("many.csv", "a,b,label\n" + rows + "\n")


@pytest.mark.parametrize("words", [
    ("evidence", "many.csv", "--kernel", "matern12", "--variance", "1", "--lengthscale", "1"),
    ("fit", "many.csv", "--out", "many.nc"),
    ("simulate", "--rows", "9000", "--features", "2", "--kernel", "matern12", "--variance", "1", "--lengthscale", "1", "--out", "new.csv"),
])
def test_work_that_does_not_fit_is_refused_with_what_it_needs(lehr, many_rows, words):
    run = subprocess.run([lehr.program, *words, "--quiet", "--threads", "1"], cwd=lehr.folder, capture_output=True, text=True,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)), check=False)
    assert run.returncode == 1
    assert "9000 rows need about" in run.stderr and "GB" in run.stderr
    assert sorted(os.listdir(lehr.folder)) == ["many.csv"]


def test_a_smooth_kernel_needs_little(lehr, many_rows):
    words = ("evidence", "many.csv", "--variance", "1", "--lengthscale", "1", "--quiet", "--threads", "1")
    run = subprocess.run([lehr.program, *words], cwd=lehr.folder, capture_output=True, text=True,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT // 2, LIMIT // 2)), check=False)
    assert run.returncode == 0, run.stderr


def refusal_of_table(lehr, limit):
    run = subprocess.run([lehr.program, "evidence", "t.csv", "--variance", "1", "--lengthscale", "1", "--quiet"], cwd=lehr.folder,
                         capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), check=False)
    assert run.returncode == 1 and run.stdout == "" and len(run.stderr.splitlines()) == 1, run.stderr
    return run.stderr


def test_a_table_larger_than_the_memory_is_refused_before_it_is_read(lehr):
    with open(lehr.folder / "t.csv", "wb") as file:
        file.truncate(5 << 30)  # takes no space on the disk
    assert "t.csv needs about 5.4 GB" in refusal_of_table(lehr, LIMIT)


def test_a_table_of_very_many_cells_is_refused_before_they_are_cut(lehr):
    """Each of 16 million cells takes two bytes of the file, and 16 bytes of memory besides."""
    lehr.write("t.csv", b"1,2\n" * 8_000_000)
    assert "t.csv needs about 0.29 GB" in refusal_of_table(lehr, 320 << 20)
