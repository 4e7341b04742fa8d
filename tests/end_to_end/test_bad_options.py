"""An impossible option is refused with exit code 2 before any file is opened."""

import pytest
from conftest import assert_refused

GIVEN = {"--variance": "5", "--lengthscale": "3"}

# Of the sub-command evidence on a file that does not exist: exit code 3 would show that it was looked for.
BAD_VALUES = [
    ("--variance", "-1", "above 0"),
    ("--variance", "0", "above 0"),
    ("--variance", "nan", "finite"),
    ("--variance", "inf", "finite"),
    ("--variance", "1e400", "finite"),
    ("--variance", "five", "number"),
    ("--variance", "5x", "number"),
    ("--variance", "", "number"),
    ("--lengthscale", "0", "above 0"),
    ("--lengthscale", "3,,4", "commas"),
    ("--lengthscale", "3,-1", "commas"),
    ("--lengthscale", "3,4", "--ard"),
    ("--prior-variance", "1", "shape and rate"),
    ("--prior-variance", "1,2,3", "shape and rate"),
    ("--prior-lengthscale", "1,0", "above 0"),
    ("--importance-samples", "0", "from 1 to"),
    ("--importance-samples", "2.5", "whole number"),
    ("--importance-samples", "99999999999", "from 1 to"),
    ("--repeats", "0", "from 1 to"),
    ("--temperatures", "0", "from 1 to"),
    ("--ep-sweeps", "0", "from 1 to"),
    ("--ep-sweeps", "often", "converged"),
    ("--threads", "0", "from 1 to"),
    ("--threads", "many", "whole number"),
    ("--seed", "-1", "from 0 to 18446744073709551615"),
    ("--seed", "18446744073709551616", "from 0 to 18446744073709551615"),
    ("--format", "xml", "text, json"),
    ("--header", "maybe", "yes, no"),
    ("--ladder", "rope", "default, paper"),
    ("--kernel", "rbff", "did you mean rbf?"),
    ("--likelihood", "probt", "did you mean probit?"),
    ("--approximation", "laplas", "did you mean laplace?"),
    ("--estimator", "guess", "approximation"),
]


def evidence(**options):
    return ["evidence", "nowhere.csv", *(word for pair in {**GIVEN, **options}.items() for word in pair)]


@pytest.mark.parametrize("option, value, part", BAD_VALUES)
def test_a_bad_value_is_named_before_files_are_opened(lehr, option, value, part):
    assert_refused(lehr(*evidence(**{option: value})), 2, option, part)
    assert lehr.files() == []


@pytest.mark.parametrize(
    "words, part",
    [
        (["evidence"], "no table"),
        (["evidence", "nowhere.csv"], "--variance is missing"),
        (["evidence", "nowhere.csv", "--variance", "5"], "--lengthscale is missing"),
        ([*evidence(), "--treads", "2"], "did you mean --threads?"),
        ([*evidence(), "other.csv"], "'other.csv'"),
        ([*evidence(), "--seed"], "--seed"),
        ([*evidence(), "--seed", "1", "--seed", "2"], "--seed"),
        ([*evidence(), "--ard=perhaps"], "--ard"),
        ([*evidence(), "--ep-sweeps", "3", "--approximation", "laplace"], "--ep-sweeps"),
        ([*evidence(), "--temperatures", "5"], "--temperatures"),
        ([*evidence(), "--ladder", "paper", "--estimator", "is"], "--ladder"),
        ([*evidence(), "--approximation", "prior", "--estimator", "approximation"], "prior"),
        (["simulate", "--rows", "0", "--features", "2", "--variance", "1", "--lengthscale", "1"], "--rows"),
        (["simulate", "--features", "2", "--variance", "1", "--lengthscale", "1"], "--rows is missing"),
        (["simulate", "--rows", "5", "--variance", "1", "--lengthscale", "1"], "--features is missing"),
        (["simulate", "--rows", "5", "--features", "2", "--variance", "1", "--lengthscale", "1,2"], "--ard"),
        (["simulate", "--rows", "5", "--features", "2", "--ard", "--variance", "1", "--lengthscale", "1"], "per feature"),
        (["simulate", "--rows", "5", "--features", "2", "--variance", "1", "--lengthscale", "1", "--out", ""], "--out"),
        (["simulate", "--rows", "5", "--features", "2", "--variance", "1", "--lengthscale", "1", "--format", "json"], "--out"),
        (["list", "--kernel", "rbf"], "--kernel"),
        (["doctor", "now"], "'now'"),
        (["evidnce"], "did you mean evidence?"),
        (["fry", "nowhere.csv"], "fit, summary, compare, predict, score, relevance, report, cv, evidence, simulate, reproduce, list, doctor"),
        (["--quiet", "list"], "after the command"),
    ],
)
def test_an_impossible_call_is_refused(lehr, words, part):
    assert_refused(lehr(*words), 2, part)
    assert lehr.files() == []


def test_the_number_of_length_scales_is_judged_when_the_features_are_known(lehr, glass):
    run = lehr("evidence", glass, "--ard", "--variance", 5, "--lengthscale", "3,4")
    assert_refused(run, 2, "--lengthscale", "2 values", "9")


def test_a_file_may_follow_an_option_with_values(lehr, glass):
    run = lehr("evidence", "--variance", 5, "--lengthscale", 3, glass)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("command", ["fit", "summary", "predict", "score", "evidence", "simulate", "list", "doctor"])
def test_the_common_options_are_taken_by_every_command(lehr, glass, made_up, command):
    table, run = made_up
    words = {
        "fit": [table, "--out", "f.nc", "--chains", 4, "--warmup", 200, "--draws", 400],  # enough to have no warning
        "summary": ["f.nc"],
        "predict": [run, table],
        "score": [run, table],
        "evidence": [glass, "--variance", 15, "--lengthscale", 3.8],
        "simulate": ["--rows", 5, "--features", 1, "--variance", 5, "--lengthscale", 3, "--out", "s.csv"],
    }.get(command, [])
    common = ["--label", "label", "--positive", "1", "--seed", 2, "--threads", 1, "--format", "json", "--quiet"]
    if command == "summary":
        assert lehr("fit", table, "--out", "f.nc", "--chains", 4, "--warmup", 200, "--draws", 400).returncode == 0
    run = lehr(command, *words, *common)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert run.stdout.startswith("{")
