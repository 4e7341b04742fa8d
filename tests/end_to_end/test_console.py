"""What goes to which stream, and what a terminal changes."""

import os
import pty
import subprocess

import pytest
from limits import SANITIZED

EVIDENCE = ("--variance", 5, "--lengthscale", 3)
ESCAPE = "\x1b["


def on_terminal(lehr, *words, env=None):
    """Runs with standard output and error on one terminal; returns exit code and what was shown."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [lehr.program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, cwd=lehr.folder,
        env=lehr.environment(**{"TERM": "xterm", **(env or {})}))
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # Linux says EIO when the other side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    return process.wait(), shown.decode()


def slow_words(lehr):
    """A call of three to five seconds, on any machine."""
    made = lehr("simulate", "--rows", 2500, "--features", 2, "--kernel", "matern12", "--variance", 20, "--lengthscale", 0.2,
                "--out", "slow.csv")
    assert made.returncode == 0
    words = ["evidence", "slow.csv", "--kernel", "matern12", "--variance", 20, "--lengthscale", 0.2, "--estimator", "approximation"]
    few = 4
    seconds = lehr.json(*words, "--ep-sweeps", few)["seconds"]
    return [*words, "--ep-sweeps", max(few, round(few * 5 / seconds))]


def test_choices_made_by_default_are_said(lehr, glass):
    notes = lehr("evidence", glass, *EVIDENCE).stderr
    for part in ("label column 'label'", "positive class '1'", "kernel rbf", "likelihood probit", "seed 1", "threads",
                 "standardised", "approximation ep", "estimator"):
        assert part in notes, part
    assert all(line.startswith("lehr evidence: note: ") for line in notes.splitlines())


def test_choices_made_by_the_user_are_not_repeated(lehr, glass):
    notes = lehr("evidence", glass, *EVIDENCE, "--kernel", "rbf", "--seed", 1, "--approximation", "ep").stderr
    assert "kernel" not in notes and "seed" not in notes and "approximation ep" not in notes


def test_quiet_drops_notes_and_keeps_warnings(lehr):
    table = lehr.write("t.csv", "a,b,label\n1,7,1\n2,7,-1\n3,7,-1\n")
    loud = lehr("evidence", table, *EVIDENCE)
    quiet = lehr("evidence", table, *EVIDENCE, "--quiet")
    assert "note:" in loud.stderr and "warning:" in loud.stderr
    assert "note:" not in quiet.stderr and "warning:" in quiet.stderr


def test_quiet_keeps_errors(lehr):
    assert "no such file" in lehr("evidence", "nowhere.csv", *EVIDENCE, "--quiet").stderr


def test_no_escape_codes_without_a_terminal(lehr, glass):
    run = lehr("evidence", glass, *EVIDENCE, env={"TERM": "xterm"})
    assert ESCAPE not in run.stdout + run.stderr


def test_colours_on_a_terminal_only_if_wanted(lehr, glass):
    words = ("evidence", glass, *EVIDENCE)
    assert ESCAPE in on_terminal(lehr, *words)[1]
    assert ESCAPE in on_terminal(lehr, *words, env={"NO_COLOR": ""})[1]
    assert ESCAPE not in on_terminal(lehr, *words, env={"NO_COLOR": "1"})[1]
    assert ESCAPE not in on_terminal(lehr, *words, env={"TERM": "dumb"})[1]


@pytest.mark.skipif(SANITIZED, reason="takes minutes with sanitizers")
def test_progress_of_a_long_call(lehr):
    words = slow_words(lehr)
    plain = lehr(*words)
    assert plain.returncode == 0
    lines = [line for line in plain.stderr.splitlines() if "note:" not in line and "warning:" not in line]
    assert lines and all(line.startswith("lehr evidence: ") and line.endswith(" s") for line in lines)
    assert "\r" not in plain.stderr
    quiet = lehr(*words, "--quiet")
    assert not [line for line in quiet.stderr.splitlines() if "warning:" not in line]
    code, shown = on_terminal(lehr, *words, env={"NO_COLOR": "1"})
    assert code == 0
    assert shown.count("\r\x1b[K") > 3, "a line that is redrawn"
    assert "\r\x1b[K" not in shown[shown.rindex("log evidence"):], "and is gone before the result"


@pytest.mark.parametrize("words", [("list",), ("doctor",), ("--help",), ("--version",), ("evidence", "--help")])
def test_a_full_output_is_exit_1(lehr, words):
    with open("/dev/full", "w") as full:
        run = subprocess.run([lehr.program, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert run.returncode == 1
    assert "standard output cannot be written" in run.stderr


def test_a_full_or_closed_output_of_evidence_is_exit_1(lehr, glass):
    command = f'"$0" evidence {glass} --variance 5 --lengthscale 3 --quiet'
    for redirection in (">/dev/full", ">&-", "| true; exit ${PIPESTATUS[0]}"):
        run = subprocess.run(["/bin/bash", "-c", f"{command} {redirection}", lehr.program], capture_output=True, text=True)
        if "PIPESTATUS" in redirection and run.returncode == 0:
            continue  # the reader was slower than the writer
        assert run.returncode == 1, redirection
        assert "standard output cannot be written" in run.stderr


def test_closed_streams_do_not_leak_into_files(lehr):
    command = '"$0" simulate --rows 5 --features 1 --variance 1 --lengthscale 1 --out t.csv >&- 2>&-'
    run = subprocess.run(["/bin/sh", "-c", command, lehr.program], cwd=lehr.folder)
    assert run.returncode == 1  # the summary could not be said
    assert (lehr.folder / "t.csv").read_text().count("\n") == 6
