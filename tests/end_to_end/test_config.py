"""Options from a file."""

import pytest
from conftest import assert_refused


def test_a_file_gives_options_and_the_command_line_wins(lehr, glass):
    config = lehr.write("c.toml", '# a comment\nvariance = 5\nlengthscale = 3\nkernel = "matern32"\nseed = 9\nquiet = true\n')
    result = lehr.json("evidence", glass, "--config", config, "--seed", 4)
    assert (result["variance"], result["lengthscale"], result["kernel"], result["seed"]) == (5, [3], "matern32", 4)


def test_lists_and_switches(lehr, glass):
    config = lehr.write("c.toml", "variance = 5\nard = true\nlengthscale = [1, 2, 3, 4, 5, 6, 7, 8, 9]\nno-standardize = false\n")
    result = lehr.json("evidence", glass, "--config", config)
    assert result["lengthscale"] == list(range(1, 10)) and result["ard"] is True and result["standardize"] is True


def test_sections_are_for_their_command(lehr, glass):
    config = lehr.write("c.ini", "variance = 5\n[evidence]\nlengthscale = 3\n[simulate]\nrows = 7\nfeatures = 1\nlengthscale = 1\n")
    assert lehr.json("evidence", glass, "--config", config)["lengthscale"] == [3]
    assert lehr.json("simulate", "--config", config, "--out", "t.csv")["rows"] == 7


@pytest.mark.parametrize(
    "text, part",
    [
        ("kernl = rbf\n", "did you mean kernel?"),
        ("[evidense]\nseed = 1\n", "[evidense]"),
        ("seed = 1\nkernel = rbf\nseed = 2\n", "'seed' twice"),
        ("seed = many\n", "--seed"),
        ("ard = perhaps\n", "--ard"),
        ("config = other.toml\n", "config"),
        ("ab\n", "line 1"),
        ("some text without sense\n", "no option"),
    ],
)
def test_a_bad_key_or_value_is_exit_2_before_the_table_is_opened(lehr, text, part):
    config = lehr.write("c.toml", text)
    run = lehr("evidence", "nowhere.csv", "--variance", 5, "--lengthscale", 3, "--config", config)
    assert_refused(run, 2, part)


@pytest.mark.parametrize("path", ["nowhere.toml", "."])
def test_an_unreadable_file_is_exit_3(lehr, path):
    run = lehr("evidence", "nowhere.csv", "--variance", 5, "--lengthscale", 3, "--config", path)
    assert_refused(run, 3, "configuration file", f"'{path}'")


def test_options_are_judged_before_the_file(lehr):
    assert_refused(lehr("evidence", "nowhere.csv", "--variance", -5, "--config", "nowhere.toml"), 2, "--variance")
    assert_refused(lehr("evidence", "nowhere.csv", "--frobnicate", "--config", "nowhere.toml"), 2, "--frobnicate")


def test_a_file_without_end_or_with_strange_bytes_is_refused(lehr, glass):
    words = ("evidence", glass, "--variance", 5, "--lengthscale", 3)
    assert_refused(lehr(*words, "--config", "/dev/zero"), 2, "configuration file", "more than")
    assert_refused(lehr(*words, "--config", lehr.write("c.ini", b"seed = 9\nquiet = tr\0ue\n")), 2, "NUL in line 2")


def test_a_mark_of_the_byte_order_is_passed_over(lehr, glass):
    config = lehr.write("c.ini", b"\xef\xbb\xbfseed = 9\n")
    assert lehr.json("evidence", glass, "--variance", 5, "--lengthscale", 3, "--config", config)["seed"] == 9
