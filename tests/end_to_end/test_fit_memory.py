"""A fit streams its draws to disk: its memory grows neither with their number nor beyond a bound. Peak memory is what the
operating system saw of the finished process."""

import os
import subprocess

import pytest
from limits import SANITIZED

MEGABYTE = 1024  # in kilobytes, the unit of ru_maxrss


def peak_of(lehr, *words):
    """Kilobytes."""
    command = [lehr.program, *map(str, words)]
    process = subprocess.Popen(command, cwd=lehr.folder, env=lehr.environment(), stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, errors
    return usage.ru_maxrss


def simulate(lehr, rows, features):
    words = ("--rows", rows, "--features", features, "--variance", 5, "--lengthscale", 0.9, "--balanced")
    assert lehr("simulate", *words, "--out", "table.csv").returncode == 0


@pytest.mark.skipif(SANITIZED, reason="sanitizers keep memory that was freed")
def test_memory_does_not_grow_with_the_number_of_draws(lehr):
    simulate(lehr, 20, 1)
    words = ("fit", "table.csv", "--overwrite", "--out", "r.nc", "--chains", 1, "--quiet", "--draws")
    few = peak_of(lehr, *words, 1000)
    many = peak_of(lehr, *words, 100_000)
    # The latents alone are 100,000 x 20 x 2 doubles, 31 MB; kept for the summary: 5 doubles of a draw, a few times over.
    assert many - few < 25 * MEGABYTE, (few, many)


@pytest.mark.skipif(not os.environ.get("LEHR_LONG"), reason="takes half an hour; scripts/test --long runs it")
def test_a_large_fit_stays_below_a_gigabyte(lehr):
    simulate(lehr, 1372, 4)
    assert peak_of(lehr, "fit", "table.csv", "--out", "r.nc", "--chains", 4, "--threads", 2, "--quiet") < 1000 * MEGABYTE
