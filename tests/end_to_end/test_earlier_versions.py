"""Run files of lehr 0.1 stay readable; its journals are refused with a sentence."""

import csv
import gzip
import json
import pathlib
import shlex
import shutil

import pytest
from conftest import assert_refused
from test_report import commands_of

KEPT = pathlib.Path(__file__).parent / "runs_of_0.1"
RUNS = ("probit", "probit-no-latents", "logit", "logit-no-latents")


@pytest.fixture
def kept(lehr):
    """A folder with the files of 0.1, unpacked."""
    shutil.copy(KEPT / "table.csv", lehr.folder)
    shutil.copy(KEPT / "killed.nc.partial", lehr.folder)
    for run in RUNS:
        lehr.write(f"{run}.nc", gzip.decompress((KEPT / f"{run}.nc.gz").read_bytes()))
    return lehr


def said_by_its_own_program(run, what):
    return (KEPT / f"{run.removesuffix('-no-latents')}.{what}").read_text()


@pytest.mark.parametrize("run", RUNS)
def test_a_run_file_is_summarised_as_its_own_program_did(kept, run):
    before = json.loads(said_by_its_own_program(run, "summary.json"))
    now = kept.json("summary", f"{run}.nc")
    for key in ("acceptance_rate", "chains", "draws"):
        assert now[key] == before[key]
    assert [p["name"] for p in now["parameters"]] == [p["name"] for p in before["parameters"]]
    for parameter, its in zip(now["parameters"], before["parameters"]):
        for key in ("mean", "sd", "q5", "q50", "q95", "rhat", "ess_bulk"):
            assert parameter[key] == pytest.approx(its[key], rel=1e-12)


@pytest.mark.parametrize("run", RUNS)
def test_it_has_no_leave_one_out(kept, run):
    """What 0.1 wrote as log_likelihood is log p(y | f), with which leave-one-out goes wrong."""
    said = kept("summary", f"{run}.nc", "--format", "json")
    assert json.loads(said.stdout)["loo"] is None
    assert "note: the run has no leave-one-out" in said.stderr
    assert "LOO" not in kept("summary", f"{run}.nc").stdout


@pytest.mark.parametrize("run", RUNS)
def test_a_run_file_predicts_what_its_own_program_predicted(kept, run):
    before = list(csv.DictReader(said_by_its_own_program(run, "predictions.csv").splitlines()))
    now = kept.predict(f"{run}.nc", "table.csv", "--latent")
    assert len(before) == 20
    assert now["label"] == [row["label"] for row in before]
    # Where the state is f, its value at a row of the table had no variance in 0.1 and has 1e-9 of the kernel's now. That
    # moves means by 1e-6, and quantiles of so few draws more: between two of them a quantile may be anywhere.
    tolerance = {"lower": 1e-3, "upper": 1e-3} if run.startswith("logit") else {}
    for key in before[0].keys() - {"label"}:
        allowed = tolerance.get(key, 2e-6 if run.startswith("logit") else 1e-9)
        assert now[key] == pytest.approx([float(row[key]) for row in before], rel=1e-6, abs=allowed), key


@pytest.mark.parametrize("run", RUNS)
def test_a_run_file_is_scored_and_reported(kept, run):
    assert kept.json("score", f"{run}.nc", "table.csv")["rows"] == 20
    assert kept("report", f"{run}.nc", "--out", "r.html").returncode == 0


def test_a_journal_is_refused_and_left_alone(kept):
    journal = kept.folder / "killed.nc.partial"
    before = journal.read_bytes()
    for words in (("summary", journal.name), ("predict", journal.name, "table.csv"),
                  ("report", journal.name, "--out", "r.html"),
                  ("fit", "table.csv", "--out", "killed.nc", "--resume")):
        assert_refused(kept(*words, "--quiet"), 3, "killed.nc.partial", "journal of version 2",
                       "finish it with the program that began it")
    assert journal.read_bytes() == before
    assert "killed.nc" not in kept.files() and "r.html" not in kept.files()


def test_a_fit_may_take_the_place_of_a_journal(kept):
    kept.fit("table.csv", "killed.nc", "--overwrite")
    assert "killed.nc" in kept.files() and "killed.nc.partial" not in kept.files()


def test_a_run_file_can_not_be_extended(kept):
    """By the command that its report shows, with more draws."""
    assert kept("report", "probit.nc", "--out", "r.html").returncode == 0
    [command] = commands_of((kept.folder / "r.html").read_text())
    words = shlex.split(command.replace("\\\n", " "))[1:]
    words[words.index("--draws") + 1] = "500"
    before = (kept.folder / "probit.nc").read_bytes()
    assert_refused(kept(*words, "--resume", "--quiet"), 2, "probit.nc", "cannot be extended", "lehr 0.1")
    assert (kept.folder / "probit.nc").read_bytes() == before
