"""Too little memory is said before the work begins, with what is needed."""
import os
import pathlib
import resource
import subprocess

import pytest
from limits import SANITIZED

pytestmark = pytest.mark.skipif(SANITIZED,
                                reason="sanitizers take more address space than any limit leaves")
LIMIT = 1 << 30


def limited(lehr, limit, *words):
    """The program with so many bytes of address space."""
    return subprocess.run([lehr.program, *map(str, words)], cwd=lehr.folder, capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), check=False)


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
    run = limited(lehr, LIMIT, *words, "--quiet", "--threads", "1")
    assert run.returncode == 1
    assert "9000 rows need about" in run.stderr and "GB" in run.stderr
    assert sorted(os.listdir(lehr.folder)) == ["many.csv"]


def test_a_smooth_kernel_needs_little(lehr, many_rows):
    words = ("evidence", "many.csv", "--variance", "1", "--lengthscale", "1", "--quiet", "--threads", "1")
    run = limited(lehr, LIMIT // 2, *words)
    assert run.returncode == 0, run.stderr


def refusal_of_table(lehr, limit):
    run = limited(lehr, limit, "evidence", "t.csv", "--variance", "1", "--lengthscale", "1", "--quiet")
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


def refusal(run):
    """Not enough memory, in one sentence, or None where the run succeeded."""
    if run.returncode == 0:
        return None
    assert run.returncode == 1 and run.stdout == "", (run.returncode, run.stderr)
    assert len(run.stderr.splitlines()) == 1 and "there is not enough memory" in run.stderr, run.stderr
    return run.stderr


# Below 75 MB the program and its libraries cannot be loaded, which is said by the system's loader.
SMALL_LIMITS = [megabytes << 20 for megabytes in (75, 90, 105, 120, 135, 150, 165, 180, 200, 220, 240, 280)]


def test_at_every_small_limit_a_fit_is_done_or_refused_and_a_refused_one_leaves_nothing(lehr, made_up):
    words = ("fit", made_up[0], "--out", "r.nc", "--chains", 2, "--warmup", 60, "--draws", 50, "--quiet", "--threads", 2)
    outcomes = []
    for limit in SMALL_LIMITS:
        outcomes.append(refusal(limited(lehr, limit, *words)) is None)
        assert lehr.files() == (["r.nc"] if outcomes[-1] else []), limit
        for path in lehr.folder.iterdir():
            path.unlink()
    assert outcomes == sorted(outcomes) and outcomes[-1] and not outcomes[0], "more memory never does harm"


@pytest.mark.parametrize("command", ["summary", "predict", "report"])
def test_at_every_small_limit_a_sound_run_is_read_or_memory_is_said_to_be_short(lehr, made_up, command):
    table, run = made_up
    words = {"summary": ("summary", run), "predict": ("predict", run, table, "--threads", 2), "report": ("report", run, "--out", "r.html")}
    outcomes = [refusal(limited(lehr, limit, *words[command], "--quiet")) is None for limit in SMALL_LIMITS]
    assert outcomes == sorted(outcomes) and outcomes[-1] and not outcomes[0]


def test_threads_that_cannot_be_had_are_said(lehr, made_up):
    words = ("evidence", made_up[0], "--variance", 1, "--lengthscale", 1, "--repeats", 2000, "--quiet", "--threads", 256)
    run = limited(lehr, 400 << 20, *words)
    assert run.returncode == 1 and "threads" in run.stderr and len(run.stderr.splitlines()) == 1, run.stderr


@pytest.fixture
def small_group():
    """A control group of 1 GB, as containers and batch systems make them: its file for processes."""
    for root, limit in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        group = pathlib.Path(root) / f"lehr-test-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        if (group / limit).exists():
            (group / limit).write_text(str(LIMIT))
            yield group / "cgroup.procs"
            group.rmdir()
            return
        group.rmdir()
    pytest.skip("no control group with a limit of memory can be made here")


def test_the_limit_of_a_container_counts(lehr, many_rows, small_group):
    words = ("evidence", "many.csv", "--kernel", "matern12", "--variance", 1, "--lengthscale", 1, "--quiet", "--threads", 1)
    run = lehr(*words, preexec_fn=lambda: small_group.write_text(str(os.getpid())))
    assert "9000 rows need about" in refusal(run)


def test_a_stream_without_end_is_left_before_it_fills_the_memory(lehr):
    run = limited(lehr, LIMIT, "fit", "/dev/zero", "--out", "r.nc", "--quiet")
    assert "/dev/zero needs about" in refusal(run)
    assert lehr.files() == []
