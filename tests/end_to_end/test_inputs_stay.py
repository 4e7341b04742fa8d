"""No output takes the place of a file that is read, or of a run."""

import os

import pytest
from conftest import assert_refused
from test_resume import wait_for_journal


@pytest.fixture
def files(lehr, made_up):
    table, run = made_up
    lehr.write("t.csv", table.read_bytes())
    lehr.write("r.nc", run.read_bytes())
    lehr.write("other.nc", run.read_bytes())
    os.symlink("r.nc", lehr.folder / "link")
    os.link(lehr.folder / "t.csv", lehr.folder / "hard")
    before = {path.name: path.read_bytes() for path in lehr.folder.iterdir()}
    yield
    assert {path.name: path.read_bytes() for path in lehr.folder.iterdir()} == before


@pytest.mark.parametrize("out", ["r.nc", "t.csv", "link", "hard", "./r.nc", "other.nc"])
@pytest.mark.parametrize("words", [("predict", "r.nc", "t.csv"), ("report", "r.nc", "--test", "t.csv")])
def test_predictions_and_reports_replace_no_input_and_no_run(lehr, files, words, out):
    assert_refused(lehr(*words, "--out", out, "--quiet"), 2, f"--out is '{out}'", "another file")


@pytest.mark.parametrize("out", ["t.csv", "hard"])
def test_a_fit_does_not_replace_its_table(lehr, files, out):
    assert_refused(lehr("fit", "t.csv", "--out", out, "--overwrite", "--quiet"), 2, f"--out is '{out}'", "read too")


def test_a_run_is_not_called_as_a_journal_is(lehr, files):
    assert_refused(lehr("fit", "t.csv", "--out", "z.partial", "--quiet"), 2, "z.partial", "another")


def test_predictions_do_not_take_the_place_of_a_journal(lehr, made_up):
    table, run = made_up
    process = lehr.start("fit", table, "--out", "r.nc", "--draws", 100000, "--quiet")
    wait_for_journal(process, lehr.folder / "r.nc.partial", 100000)
    refused = lehr("predict", run, table, "--out", "r.nc.partial", "--quiet")
    assert process.poll() is None
    process.kill()
    process.communicate()
    assert_refused(refused, 2, "r.nc.partial", "is a run")


def test_other_files_are_replaced(lehr, made_up):
    table, run = made_up
    lehr.write("p.csv", "old")
    assert lehr("predict", run, table, "--out", "p.csv").returncode == 0
    assert (lehr.folder / "p.csv").read_text().startswith("probability,")
