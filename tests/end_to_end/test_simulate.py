"""`lehr simulate` writes a table that can be read back, whole or not at all."""

import os
import resource
import stat

import pytest
from conftest import assert_refused

MODEL = ("--rows", 40, "--features", 3, "--variance", 20, "--lengthscale", 0.3)


def rows_of(text):
    header, *lines = text.splitlines()
    return header, [line.split(",") for line in lines]


def test_the_table_has_named_inputs_in_the_unit_cube_and_labels(lehr):
    run = lehr("simulate", *MODEL)
    assert run.returncode == 0
    header, rows = rows_of(run.stdout)
    assert header == "x1,x2,x3,label"
    assert len(rows) == 40
    assert all(0 <= float(value) <= 1 for row in rows for value in row[:-1])
    assert {row[-1] for row in rows} == {"1", "-1"}
    assert all(repr(float(value)) == value or float(value) < 1e-4 for row in rows for value in row[:-1])


def test_same_seed_same_table(lehr):
    first, again, other = (lehr("simulate", *MODEL, "--seed", seed).stdout for seed in (7, 7, 8))
    assert first == again != other


def test_the_file_holds_what_standard_output_would(lehr):
    run = lehr("simulate", *MODEL, "--out", "t.csv")
    assert run.returncode == 0
    assert "40 rows" in run.stdout
    assert (lehr.folder / "t.csv").read_text() == lehr("simulate", *MODEL).stdout
    assert lehr("simulate", *MODEL, "--out", "-").stdout == lehr("simulate", *MODEL).stdout
    assert lehr.files() == ["t.csv"]


def test_balanced_labels(lehr):
    words = ("--rows", 400, "--features", 1, "--variance", 50, "--lengthscale", 1)
    for seed in range(1, 6):
        result = lehr.json("simulate", *words, "--seed", seed, "--balanced", "--out", "t.csv")
        assert 140 < result["positive_rows"] < 260


def test_json_names_file_and_settings(lehr):
    words = ("--rows", 9, "--features", 2, "--variance", 2, "--ard", "--lengthscale", "1,2", "--kernel", "matern32")
    result = lehr.json("simulate", *words, "--likelihood", "logit", "--out", "t.csv")
    assert result["out"] == "t.csv" and result["rows"] == 9 and result["features"] == 2
    assert result["kernel"] == "matern32" and result["likelihood"] == "logit" and result["ard"] is True
    assert result["variance"] == 2 and result["lengthscale"] == [1, 2] and result["seed"] == 1


def test_an_old_file_is_replaced_and_keeps_its_permissions(lehr):
    old = lehr.folder / lehr.write("t.csv", "old")
    old.chmod(0o640)
    assert lehr("simulate", *MODEL, "--out", "t.csv").returncode == 0
    assert old.read_text().startswith("x1,")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_link_stays_a_link(lehr):
    lehr.write("real.csv", "old")
    (lehr.folder / "link.csv").symlink_to("real.csv")
    assert lehr("simulate", *MODEL, "--out", "link.csv").returncode == 0
    assert (lehr.folder / "link.csv").is_symlink()
    assert (lehr.folder / "real.csv").read_text().startswith("x1,")


@pytest.mark.parametrize("out, part", [("no/such/folder/t.csv", "No such file"), (".", "directory"), ("/dev/full", "space")])
def test_an_output_that_cannot_be_written_is_exit_1(lehr, out, part):
    assert_refused(lehr("simulate", *MODEL, "--out", out), 1, out, part)
    assert lehr.files() == []


def test_a_device_is_written_to_and_not_replaced(lehr):
    assert lehr("simulate", *MODEL, "--out", "/dev/null").returncode == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_limit_of_file_sizes_leaves_the_old_file(lehr):
    def small_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    lehr.write("t.csv", "old")
    run = lehr("simulate", *MODEL, "--out", "t.csv", preexec_fn=small_disk)
    assert_refused(run, 1, "t.csv", "File too large")
    assert (lehr.folder / "t.csv").read_text() == "old"
    assert lehr.files() == ["t.csv"]
