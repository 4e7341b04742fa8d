"""A table that cannot be used is refused with its place, exit code 3, and nothing written."""

import subprocess

import pytest
from conftest import assert_refused

PARAMETERS = ("--variance", 5, "--lengthscale", 3)

BAD_TABLES = {
    "an empty file": ("", ["t.csv", "empty"]),
    "a header without rows": ("a,b,label\n", ["t.csv", "no rows"]),
    "a row that is too short": ("a,b,label\n1,2,1\n3,1\n4,5,-1\n", ["t.csv", "line 3", "2 fields", "3"]),
    "a row that is too long": ("a,b,label\n1,2,1\n3,1,1,1\n4,5,-1\n", ["t.csv", "line 3", "4 fields", "3"]),
    "text in a feature": ("a,b,label\n1,2,1\n3,x,-1\n", ["t.csv", "line 3", "column 2", "'x'"]),
    "NaN in a feature": ("a,b,label\n1,2,1\nnan,4,-1\n", ["t.csv", "line 3", "column 1", "nan"]),
    "infinity in a feature": ("a,b,label\n1,-inf,1\n2,4,-1\n", ["t.csv", "line 2", "column 2", "-inf"]),
    "a number beyond doubles": ("a,b,label\n1,2,1\n2,1e400,-1\n", ["t.csv", "line 3", "column 2", "1e400"]),
    "an empty field": ("a,b,label\n1,,1\n2,4,-1\n", ["t.csv", "line 2", "column 2", "missing"]),
    "NA in a feature": ("a,b,label\n1,NA,1\n2,4,-1\n", ["t.csv", "line 2", "column 2", "missing"]),
    "a missing label": ("a,b,label\n1,2,\n2,4,-1\n", ["t.csv", "line 2", "column 3", "missing"]),
    "one class only": ("a,b,label\n1,2,1\n2,4,1\n", ["t.csv", "column 3", "two classes"]),
    "one row": ("a,b,label\n1,2,1\n", ["t.csv", "column 3", "two classes"]),
    "three labels": ("a,b,label\n1,2,1\n2,4,0\n3,3,2\n", ["t.csv", "line 4", "column 3", "two labels"]),
    "constant features only": ("a,label\n1,1\n1,-1\n", ["t.csv", "'a'"]),
    "a label column only": ("label\n1\n-1\n", ["t.csv", "one column"]),
    "a quote that is never closed": ('a,b,label\n1,"2,1\n2,4,-1\n', ["t.csv", "line 2", "column 2", "quote"]),
    "a binary file": (b"a,b,label\n1,\x00,1\n2,3,-1\n", ["t.csv", "line 2", "column 2"]),
}


@pytest.mark.parametrize("kind", BAD_TABLES)
def test_a_bad_table_is_refused_with_its_place(lehr, kind):
    text, parts = BAD_TABLES[kind]
    table = lehr.write("t.csv", text)
    assert_refused(lehr("evidence", table, *PARAMETERS), 3, *parts)
    assert lehr.files() == ["t.csv"]


def test_a_missing_file_is_named(lehr):
    assert_refused(lehr("evidence", "nowhere.csv", *PARAMETERS), 3, "nowhere.csv", "no such file")
    assert lehr.files() == []


def test_a_directory_is_no_table(lehr):
    assert_refused(lehr("evidence", ".", *PARAMETERS), 3, "directory")


@pytest.mark.parametrize("option, value", [("--label", "zz"), ("--positive", "7"), ("--categorical", "zz")])
def test_a_name_that_the_table_lacks_is_refused(lehr, option, value):
    table = lehr.write("t.csv", "a,b,label\n1,2,1\n2,4,-1\n")
    assert_refused(lehr("evidence", table, *PARAMETERS, option, value), 3, "t.csv", option, f"'{value}'")


def test_standard_input_is_named_in_messages(lehr):
    run = lehr("evidence", "-", *PARAMETERS, stdin="a,b,label\n1,2,1\n3,x,-1\n")
    assert_refused(run, 3, "standard input", "line 3", "column 2")


def test_a_closed_standard_input_is_refused(lehr):
    program = ["/bin/sh", "-c", '"$0" evidence - --variance 5 --lengthscale 3 <&-', lehr.program]
    run = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert_refused(run, 3, "standard input")


def test_control_characters_of_a_file_do_not_reach_the_terminal(lehr):
    table = lehr.write("t.csv", "a,b,label\n1,2,1\n3,\x1b[31mred,-1\n")
    run = lehr("evidence", table, *PARAMETERS)
    assert run.returncode == 3
    assert "\x1b" not in run.stderr


def test_a_constant_column_is_left_out_with_a_warning(lehr):
    table = lehr.write("t.csv", "a,b,label\n1,7,1\n2,7,-1\n3,7,-1\n")
    run = lehr("evidence", table, *PARAMETERS, "--format", "json", "--quiet")
    assert run.returncode == 0
    assert "warning" in run.stderr and "'b'" in run.stderr
    assert '"features": 1' in run.stdout and "constant" in run.stdout
