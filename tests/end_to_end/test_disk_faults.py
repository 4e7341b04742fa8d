"""A disk that is full or cannot be written: a clear error, no half file, and no draw that was kept is lost."""

import resource
import subprocess

import pytest
from conftest import Lehr, assert_refused
from test_resume import journal_size, results

WORDS = ("--chains", 2, "--warmup", 60, "--draws", 60, "--quiet")
KIB = 1024


class Disk:
    """A file system in memory, of a size that can be changed."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        made = self.mount("size=4k", "-t", "tmpfs", "tmpfs")
        if made.returncode != 0:
            pytest.skip("mounting a small disk takes root: " + made.stderr.strip())

    def mount(self, options, *words):
        return subprocess.run(["mount", "-o", options, *words, self.folder], capture_output=True, text=True, check=False)

    def change(self, options):
        assert self.mount("remount," + options).returncode == 0

    def resize(self, size):
        self.change(f"size={size // 4096 * 4096}")


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path / "disk")
    yield disk
    subprocess.run(["umount", "--lazy", disk.folder], check=True)


@pytest.fixture
def on_disk(disk):
    return Lehr(disk.folder)


@pytest.fixture(scope="module")
def whole(tmp_path_factory, made_up):
    """The results of a fit without faults, and about how large its journal grew."""
    lehr = Lehr(tmp_path_factory.mktemp("whole"))
    process = lehr.start("fit", made_up[0], "--out", "r.nc", *WORDS)
    largest = 0
    while process.poll() is None:
        largest = max(largest, journal_size(lehr.folder / "r.nc.partial"))
    assert process.wait() == 0
    return results(lehr, "r.nc", made_up[0]), largest


@pytest.mark.parametrize("share", [0, 0.2, 0.6, 0.9, 1.2])
def test_a_fit_on_a_full_disk_resumes_when_there_is_space(disk, on_disk, made_up, whole, share):
    """At 1.2 there is space for the journal, but not for the run file beside it."""
    expected, largest = whole
    disk.resize(max(4096, int(share * largest)))
    words = ("fit", made_up[0], "--out", "r.nc", *WORDS)
    assert_refused(on_disk(*words), 1, "r.nc", "No space left on device")
    assert on_disk.files() in ([], ["r.nc.partial"])
    if share == 1.2:
        assert on_disk.json("summary", "r.nc.partial")["draws"] == 60
    disk.resize(20 * largest + 4096 * KIB)
    assert on_disk(*words, "--resume").returncode == 0
    assert on_disk.files() == ["r.nc"]
    assert results(on_disk, "r.nc", made_up[0]) == expected


def outputs(made_up):
    table, run = made_up
    return {"predict": ("predict", run, table), "report": ("report", run, "--quiet"),
            "simulate": ("simulate", "--rows", 500, "--features", 2, "--variance", 1, "--lengthscale", 1, "--quiet")}


def assert_failed(answer, reason):
    """Warnings about the run itself may come first."""
    assert answer.returncode == 1 and answer.stdout == ""
    errors = [line for line in answer.stderr.splitlines() if ": warning: " not in line and ": note: " not in line]
    assert len(errors) == 1 and "'out'" in errors[0] and reason in errors[0], answer.stderr


@pytest.mark.parametrize("command", ["predict", "report", "simulate"])
def test_an_output_that_does_not_fit_leaves_the_old_one(disk, on_disk, made_up, command):
    disk.resize(4 * KIB)
    on_disk.write("out", "old")
    assert_failed(on_disk(*outputs(made_up)[command], "--out", "out"), "No space left on device")
    assert on_disk.files() == ["out"] and (on_disk.folder / "out").read_text() == "old"


@pytest.mark.parametrize("command", ["predict", "report", "simulate", "fit"])
def test_a_read_only_folder_is_named(disk, on_disk, made_up, command):
    disk.change("ro")
    words = {**outputs(made_up), "fit": ("fit", made_up[0], *WORDS)}[command]
    assert_failed(on_disk(*words, "--out", "out"), "Read-only file system")
    assert on_disk.files() == []


def test_a_run_in_a_read_only_folder_can_be_used(disk, on_disk, made_up):
    table, run = made_up
    disk.resize(4096 * KIB)
    on_disk.write("r.nc", run.read_bytes())
    disk.change("ro")
    assert on_disk("summary", "r.nc").returncode == 0
    assert on_disk("predict", "r.nc", table).stdout == on_disk("predict", run, table).stdout


@pytest.mark.parametrize("share", [0.3, 1.05])
def test_a_fit_that_meets_a_limit_of_file_sizes_resumes_without_it(lehr, made_up, whole, share):
    """ulimit -f, met by the journal or by the run file; the signal that comes with it would end the program without a word."""
    expected, largest = whole
    size = int(share * largest)
    words = ("fit", made_up[0], "--out", "r.nc", *WORDS)
    run = lehr(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    assert_refused(run, 1, "r.nc", "File too large")
    assert lehr.files() == ["r.nc.partial"]
    assert lehr(*words, "--resume").returncode == 0
    assert results(lehr, "r.nc", made_up[0]) == expected
