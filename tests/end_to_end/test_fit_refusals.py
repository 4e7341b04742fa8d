"""What `lehr fit`, `summary`, `predict` and `score` refuse, with which exit code, and that nothing is written or lost."""

import pytest
from conftest import SHORT, assert_refused

BAD_VALUES = [
    ("--sampler", "metropolit", "did you mean metropolis?"),
    ("--tune-on", "prior", "ep, laplace"),
    ("--chains", "0", "from 1 to"),
    ("--chains", "2.5", "whole number"),
    ("--warmup", "0", "from 20 to"),
    ("--draws", "0", "from 1 to"),
    ("--draws", "-5", "from 1 to"),
    ("--thin", "0", "from 1 to"),
    ("--importance-samples", "0", "from 1 to"),
    ("--prior-variance", "1", "shape and rate"),
    ("--prior-variance", "1,3e-11", "12 % of its mass outside the values that can be computed, 5.1e-131 to 7.2e+10"),
    ("--prior-lengthscale", "0.001,1", "outside the values that can be computed"),
    ("--prior-lengthscale", "0,1", "above 0"),
    ("--estimator", "guess", "approximation"),
    ("--kernel", "rbff", "did you mean rbf?"),
    ("--out", "", "--out"),
    ("--out", "-", "standard output"),
]


@pytest.mark.parametrize("option, value, part", BAD_VALUES)
def test_a_bad_value_is_named_before_files_are_opened(lehr, option, value, part):
    out = [] if option == "--out" else ["--out", "r.nc"]
    assert_refused(lehr("fit", "nowhere.csv", *out, option, value), 2, option, part)
    assert lehr.files() == []


@pytest.mark.parametrize("words, part", [
    (["fit"], "no table"),
    (["fit", "nowhere.csv"], "--out is missing"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--resume", "--overwrite"], "--overwrite"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--likelihood", "logit", "--estimator", "gkh"], "gkh"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--approximation", "prior", "--estimator", "approximation"], "prior"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--approximation", "laplace", "--ep-sweeps", "3"], "--ep-sweeps"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--repeats", "3"], "--repeats"),
    (["fit", "nowhere.csv", "--out", "r.nc", "--variance", "3"], "--variance"),
    (["summary"], "no run file"),
    (["predict"], "no run file"),
    (["predict", "nowhere.nc"], "no table"),
    (["predict", "nowhere.nc", "nowhere.csv", "--out", ""], "--out"),
    (["score"], "no run file"),
    (["score", "nowhere.nc"], "no table"),
    (["score", "nowhere.nc", "nowhere.csv", "more"], "'more'"),
])
def test_an_impossible_call_is_refused(lehr, words, part):
    assert_refused(lehr(*words), 2, part)
    assert lehr.files() == []


@pytest.mark.parametrize("text, part", [
    (None, "no such file"),
    ("a,b,label\n1,2,1\n2,4,1\n", "two classes"),
    ("a,b,label\n1,2,1\n2,x,-1\n", "line 3"),
])
def test_a_bad_table_is_exit_3_and_nothing_is_written(lehr, text, part):
    if text is not None:
        lehr.write("t.csv", text)
    assert_refused(lehr("fit", "t.csv", "--out", "r.nc"), 3, "t.csv", part)
    assert lehr.files() == ([] if text is None else ["t.csv"])


@pytest.mark.parametrize("out, part", [("no/such/folder/r.nc", "No such file"), (".", "directory"),
                                       ("/dev/null", "regular file")])
def test_a_run_file_that_cannot_be_written_is_exit_1(lehr, made_up, out, part):
    assert_refused(lehr("fit", made_up[0], "--out", out, *SHORT), 1, out, part)
    assert_refused(lehr("fit", made_up[0], "--out", out, *SHORT, "--overwrite"), 1, out, part)
    assert lehr.files() == []


@pytest.mark.parametrize("kind", ["a run", "another file"])
def test_an_existing_file_is_not_replaced_unasked(lehr, made_up, kind):
    table, run = made_up
    old = run.read_bytes() if kind == "a run" else b"precious"
    lehr.write("r.nc", old)
    assert_refused(lehr("fit", table, "--out", "r.nc", *SHORT), 2, "r.nc", "--overwrite", "--resume")
    assert lehr.files() == ["r.nc"] and (lehr.folder / "r.nc").read_bytes() == old
    lehr.fit(table, "r.nc", "--overwrite", "--seed", 2)
    assert lehr.files() == ["r.nc"]
    assert lehr.json("summary", "r.nc")["seed"] == 2


def test_a_file_that_is_no_run_cannot_be_resumed(lehr, made_up):
    lehr.write("r.nc", "precious")
    assert_refused(lehr("fit", made_up[0], "--out", "r.nc", *SHORT, "--resume"), 3, "r.nc")
    assert lehr.files() == ["r.nc"] and (lehr.folder / "r.nc").read_text() == "precious"


def using(run, table):
    return {"summary": ["summary", run], "predict": ["predict", run, table], "score": ["score", run, table]}


@pytest.mark.parametrize("command", ["summary", "predict", "score"])
def test_a_missing_run_file_is_exit_3(lehr, made_up, command):
    assert_refused(lehr(*using("nowhere.nc", made_up[0])[command]), 3, "nowhere.nc")


@pytest.mark.parametrize("command", ["summary", "predict", "score"])
def test_a_table_is_no_run_file(lehr, made_up, command):
    table, _ = made_up
    assert_refused(lehr(*using(table, table)[command]), 3, "table.csv", "run file")


@pytest.mark.parametrize("command", ["summary", "predict", "score"])
@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.7, 0.999])
def test_a_run_file_that_was_cut_off_is_exit_3(lehr, made_up, command, share):
    table, run = made_up
    whole = run.read_bytes()
    lehr.write("cut.nc", whole[:int(share * len(whole))])
    assert_refused(lehr(*using("cut.nc", table)[command]), 3, "cut.nc")


@pytest.mark.parametrize("place", [0.02, 0.2, 0.4, 0.6, 0.8, 0.98])
def test_a_run_file_with_a_damaged_block_is_refused_or_unharmed(lehr, made_up, place):
    table, run = made_up
    damaged = bytearray(run.read_bytes())
    begin = int(place * len(damaged))
    damaged[begin:begin + 64] = bytes(255 - byte for byte in damaged[begin:begin + 64])
    lehr.write("damaged.nc", bytes(damaged))
    answer = lehr("predict", "damaged.nc", table)
    if answer.returncode == 0:
        assert answer.stdout == lehr("predict", run, table).stdout
    else:
        assert_refused(answer, 3, "damaged.nc")


@pytest.mark.parametrize("command", ["predict", "score"])
def test_a_missing_feature_is_named(lehr, made_up, command):
    table, run = made_up
    lehr.write("t.csv", "x1,label\n0.5,1\n0.2,-1\n")
    assert_refused(lehr(*using(run, "t.csv")[command]), 3, "t.csv", "'x2'")


@pytest.mark.parametrize("text, parts", [
    ("x1,x2,label\n0.5,0.5,1\n0.2,0.1,7\n", ["t.csv", "line 3", "'7'"]),
    ("x1,x2\n0.5,0.5\n", ["t.csv", "label"]),
    ("x1,x2,label\n0.5,oops,1\n", ["t.csv", "line 2", "column 2", "oops"]),
    ("", ["t.csv", "empty"]),
])
def test_a_bad_table_to_score_is_named_with_its_place(lehr, made_up, text, parts):
    lehr.write("t.csv", text)
    assert_refused(lehr("score", made_up[1], "t.csv"), 3, *parts)


def test_predictions_that_cannot_be_written_are_exit_1(lehr, made_up):
    table, run = made_up
    assert_refused(lehr("predict", run, table, "--out", "no/such/folder/p.csv"), 1, "no/such/folder")
    lehr.write("p.csv", "old")
    lehr.write("bad.csv", "x1,x2\n0.5,nan\n")
    assert_refused(lehr("predict", run, "bad.csv", "--out", "p.csv"), 3, "bad.csv")
    assert (lehr.folder / "p.csv").read_text() == "old"


def test_another_positive_class_than_the_run_has_is_refused(lehr, made_up):
    table, run = made_up
    assert_refused(lehr("predict", run, table, "--positive", "-1"), 2, "--positive", "'1'")
