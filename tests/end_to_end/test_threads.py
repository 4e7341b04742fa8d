"""Every command that uses threads, with one and with four of them: the same output. In the build of the preset tsan, the
thread sanitizer looks on, and a race for memory is a failure."""

import re

import pytest

ROWS = "".join(f"{i * 37 % 23},{i * 17 % 19},{1 if (i * 37 % 23) + (i * 7 % 5) > 12 else -1}\n" for i in range(40))
FIT = ("--chains", 4, "--warmup", 30, "--draws", 8)


def without_times_and_threads(text):
    return re.sub(r'("seconds": |"threads": |; )[\d.e+-]+( s\b)?', "", text)


def both(lehr, *words):
    """What a command prints with one thread and with four, without the seconds and the number of threads."""
    answers = [lehr(*words, "--threads", threads, "--quiet") for threads in (1, 4)]
    assert [answer.returncode for answer in answers] == [0, 0], [answer.stderr for answer in answers]
    return [without_times_and_threads(answer.stdout) for answer in answers]


@pytest.fixture
def table(lehr):
    return lehr.write("t.csv", "a,b,label\n" + ROWS)


@pytest.mark.parametrize("words", [
    ("--importance-samples", 40, "--repeats", 3), ("--estimator", "ais", "--repeats", 3), ("--likelihood", "logit", "--repeats", 3),
])
def test_evidence(lehr, table, words):
    one, four = both(lehr, "evidence", table, "--variance", 5, "--lengthscale", 1, "--format", "json", *words)
    assert one == four


@pytest.mark.parametrize("words", [(), ("--sampler", "metropolis", "--ard"), ("--likelihood", "logit")])
def test_fit_predict_and_report(lehr, table, words):
    one, four = both(lehr, "fit", table, "--out", "r.nc", "--overwrite", "--format", "json", *FIT, *words)
    assert one == four
    one, four = both(lehr, "predict", "r.nc", table)
    assert one == four and one.count("\n") == 41
    one, four = both(lehr, "report", "r.nc", "--out", "r.html", "--test", table)
    assert one == four
