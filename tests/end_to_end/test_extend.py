"""`lehr fit --resume` with more draws or a larger goal: a finished run goes on, to the bits of one longer run."""

import json
import subprocess
import time

import h5py
import numpy as np
import pytest
from conftest import Lehr, assert_refused
from forgeries import forge, with_value, without
from limits import SANITIZED

QUICK = ("--chains", 2, "--warmup", 60, "--seed", 3)


def contents(path):
    """Every bit of a run file that a longer run must have too: all but the time it took."""
    with h5py.File(path) as file:
        found = {}
        file.visititems(lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None)
        held = {name: (item.shape, str(item.dtype), item[()].tolist() if item.dtype.hasobject else item[()].tobytes())
                for name, item in found.items()}
        outcome = json.loads(file.attrs["lehr_outcome"])
        del outcome["seconds"]
        return {**held, "lehr_run": bytes(file.attrs["lehr_run"]), "lehr_outcome": outcome}


def assert_same_bits(one, other):
    a, b = contents(one), contents(other)
    assert a.keys() == b.keys()
    assert [name for name in a if a[name] != b[name]] == []


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A table of 16 rows."""
    lehr = Lehr(tmp_path_factory.mktemp("tiny"))
    words = ("--rows", 16, "--features", 1, "--variance", 20, "--lengthscale", 0.3, "--balanced")
    assert lehr("simulate", *words, "--out", "table.csv").returncode == 0
    return lehr.folder / "table.csv"


def fit(lehr, table, run, *words):
    """A fit that must succeed; what it said on standard error."""
    done = lehr("fit", table, "--out", run, *QUICK, *words)
    assert done.returncode == 0, done.stderr
    assert f"{run}.partial" not in lehr.files()
    return done.stderr


WAYS = {
    "as usual": (),
    "every second iteration": ("--thin", 2),
    "a random walk": ("--sampler", "metropolis"),
    "without latents": ("--no-latents",),
    "length-scales of their own": ("--ard", "--likelihood", "logit"),
    "no estimates": ("--estimator", "approximation"),
}


@pytest.mark.parametrize("way", WAYS)
def test_more_draws_are_those_of_one_longer_run(lehr, tiny, way):
    fit(lehr, tiny, "long.nc", *WAYS[way], "--draws", 90, "--threads", 2)
    fit(lehr, tiny, "r.nc", *WAYS[way], "--draws", 40, "--threads", 1)
    fit(lehr, tiny, "r.nc", *WAYS[way], "--draws", 90, "--threads", 2, "--resume")
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def test_four_chains_of_200_become_four_of_500(lehr, tiny):
    four = ("--chains", 4, "--warmup", 60)
    for run, draws, words in (("long.nc", 500, ()), ("r.nc", 200, ()), ("r.nc", 500, ("--resume",))):
        assert lehr("fit", tiny, "--out", run, *four, "--draws", draws, *words).returncode == 0
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def test_a_larger_goal_ends_where_one_longer_run_ends(lehr, tiny):
    fit(lehr, tiny, "long.nc", "--goal", 300)
    fit(lehr, tiny, "r.nc", "--goal", 100)
    before = lehr.json("summary", "r.nc")
    said = fit(lehr, tiny, "r.nc", "--goal", 300, "--resume")
    assert "anew" not in said and "asks for no more" not in said
    after = lehr.json("summary", "r.nc")
    assert before["draws"] < after["draws"] and before["goal_reached"] and after["goal_reached"]
    assert after["seconds"] > before["seconds"]
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def test_several_extensions_by_draws_and_goals_end_where_the_last_alone_ends(lehr, tiny):
    """Lengths that are looks and lengths that are none, a goal that is missed, exact numbers between goals."""
    fit(lehr, tiny, "long.nc", "--goal", 300)
    for words in (("--draws", 30), ("--goal", 100), ("--goal", 5000, "--draws", 130), ("--draws", 156), ("--goal", 300)):
        fit(lehr, tiny, "r.nc", *words, "--resume")
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def interrupted(lehr, table, *words):
    """An endless fit to r.nc that was ended by Ctrl-C when it had draws."""
    process = lehr.start("fit", table, "--out", "r.nc", *QUICK, "--quiet", *words)
    wait_for(process, lehr.folder / "r.nc.partial", 40000)
    process.terminate()
    process.communicate()
    assert process.returncode == 130
    return lehr.json("summary", "r.nc")["draws"]


def wait_for(process, journal, size):
    while process.poll() is None and not (journal.exists() and journal.stat().st_size > size):
        time.sleep(0.001)
    assert process.poll() is None, process.communicate()


@pytest.mark.parametrize("journal", ["there", "lost"])
def test_an_interrupted_run_may_be_asked_for_another_length(lehr, tiny, journal):
    """More or less than at first, but more than it has; by its journal, or by its run file alone."""
    interrupted(lehr, tiny, "--draws", 10**6)
    draws = max(lehr.json("summary", "r.nc.partial")["progress"]["draws"])
    if journal == "lost":
        (lehr.folder / "r.nc.partial").unlink()
    fit(lehr, tiny, "r.nc", "--draws", draws + 100, "--resume")
    fit(lehr, tiny, "long.nc", "--draws", draws + 100)
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def test_an_interrupted_run_may_be_asked_for_a_goal(lehr, tiny):
    draws = interrupted(lehr, tiny, "--draws", 10**6)
    goal = 4 * draws + 400
    fit(lehr, tiny, "r.nc", "--goal", goal, "--draws", 20 * draws, "--resume")
    fit(lehr, tiny, "long.nc", "--goal", goal, "--draws", 20 * draws)
    assert_same_bits(lehr.folder / "r.nc", lehr.folder / "long.nc")


def test_an_interrupted_run_is_not_cut_back(lehr, tiny):
    interrupted(lehr, tiny, "--draws", 10**6)
    draws = max(lehr.json("summary", "r.nc.partial")["progress"]["draws"])
    before = (lehr.folder / "r.nc.partial").read_bytes()
    less = lehr("fit", tiny, "--out", "r.nc", *QUICK, "--draws", draws - 1, "--resume")
    assert_refused(less, 2, f"has {draws} draws of a chain already", f"--draws {draws - 1} ends with {draws - 1}", "--overwrite")
    assert (lehr.folder / "r.nc.partial").read_bytes() == before


MORE = 600


@pytest.fixture(scope="module")
def short_and_long(tmp_path_factory, tiny):
    """Runs of 50 draws and of MORE."""
    lehr = Lehr(tmp_path_factory.mktemp("long"))
    fit(lehr, tiny, "short.nc", "--draws", 50)
    fit(lehr, tiny, "long.nc", "--draws", MORE)
    return lehr.folder / "short.nc", lehr.folder / "long.nc"


def assert_goes_on(lehr, table, long):
    fit(lehr, table, "r.nc", "--draws", MORE, "--resume")
    assert lehr.files() == ["r.nc"]
    assert_same_bits(lehr.folder / "r.nc", long)


@pytest.mark.parametrize("size", [0, 150_000])
def test_a_killed_extension_loses_nothing(lehr, tiny, short_and_long, size):
    """The old run file stays until the new one is there; --resume goes on. The whole journal has some 350,000 bytes."""
    short, long = short_and_long
    (lehr.folder / "r.nc").write_bytes(short.read_bytes())
    process = lehr.start("fit", tiny, "--out", "r.nc", *QUICK, "--draws", MORE, "--resume", "--quiet")
    wait_for(process, lehr.folder / "r.nc.partial", size)
    process.kill()
    process.communicate()
    assert [name for name in lehr.files() if not name.startswith(".")] == ["r.nc", "r.nc.partial"]
    assert (lehr.folder / "r.nc").read_bytes() == short.read_bytes()
    assert lehr.json("summary", "r.nc.partial")["draws"] >= 50, "the journal appears with all that was there"
    assert_goes_on(lehr, tiny, long)


@pytest.mark.skipif(SANITIZED, reason="sanitizers do not go with strace")
@pytest.mark.parametrize("call, number", [("pwrite64", 60), ("link", 1)])
def test_killed_while_the_run_file_is_copied_it_begins_the_copy_again(lehr, tiny, short_and_long, call, number):
    short, long = short_and_long
    (lehr.folder / "r.nc").write_bytes(short.read_bytes())
    words = ("fit", tiny, "--out", "r.nc", *QUICK, "--draws", MORE, "--resume", "--quiet")
    subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}",
                    lehr.program, *map(str, words)], cwd=lehr.folder, check=False, capture_output=True)
    left = lehr.files()
    assert "r.nc" in left and any(name.startswith(".r.nc.partial") for name in left), left
    assert (lehr.folder / "r.nc").read_bytes() == short.read_bytes()
    assert_goes_on(lehr, tiny, long)


def test_what_has_enough_is_left_as_it_is(lehr, tiny):
    fit(lehr, tiny, "r.nc", "--draws", 160)
    before = (lehr.folder / "r.nc").read_bytes()
    for words, part in ((("--draws", 160), "is a finished run: nothing is left to do"),
                        (("--draws", 40), "has 160 draws of each chain, and --draws 40 asks for no more"),
                        (("--goal", 5), "has 160 draws of each chain, and --goal 5 --draws 4000 asks for no more"),
                        (("--goal", 5000, "--draws", 160), "asks for no more: it is left as it is")):
        again = lehr("fit", tiny, "--out", "r.nc", *QUICK, *words, "--resume")
        assert again.returncode == 0 and part in again.stderr, again.stderr
        assert "2 chains of 160 draws" in again.stdout
        assert (lehr.folder / "r.nc").read_bytes() == before and lehr.files() == ["r.nc"]


def test_a_goal_that_is_reached_stays_so_with_more_draws_allowed(lehr, tiny):
    """90 draws are a look only where they are the most."""
    fit(lehr, tiny, "r.nc", "--goal", 10, "--draws", 90)
    assert lehr.json("summary", "r.nc")["goal_reached"] is True
    assert "asks for no more" in fit(lehr, tiny, "r.nc", "--goal", 10, "--resume")


OTHERS = {
    "--chains 2, now --chains 3": ("--chains", 3),
    "without --ard, now --ard": ("--ard",),
    "--kernel rbf, now --kernel matern52": ("--kernel", "matern52"),
    "--seed 3, now --seed 4": ("--seed", 4),
    "without --estimator, now --estimator ais": ("--estimator", "ais"),
    "without --no-latents, now --no-latents": ("--no-latents",),
    "--thin 1, now --thin 2": ("--thin", 2),
    "without --no-standardize, now --no-standardize": ("--no-standardize",),
    "--positive 1, now --positive -1": ("--positive=-1",),
    "without --ep-sweeps, now --ep-sweeps converged": ("--ep-sweeps", "converged"),
}


def test_another_option_is_named(lehr, tiny):
    fit(lehr, tiny, "r.nc", "--draws", 10)
    before = (lehr.folder / "r.nc").read_bytes()
    for named, words in OTHERS.items():
        given = dict(zip(QUICK[::2], QUICK[1::2]))
        given.pop(words[0], None)
        own = [word for pair in given.items() for word in pair]
        other = lehr("fit", tiny, "--out", "r.nc", *own, "--draws", 20, *words, "--resume")
        assert_refused(other, 2, "'r.nc' was made with other options", named, "--overwrite")
    lehr.write("other.csv", tiny.read_text())
    assert_refused(lehr("fit", "other.csv", "--out", "r.nc", *QUICK, "--draws", 20, "--resume"), 2, "another table", "now 'other.csv'")
    assert (lehr.folder / "r.nc").read_bytes() == before and lehr.files() == ["other.csv", "r.nc"]


def test_another_option_of_an_unfinished_run_is_named(lehr, tiny):
    interrupted(lehr, tiny, "--draws", 10**6)
    other = lehr("fit", tiny, "--out", "r.nc", *QUICK, "--draws", 10**6, "--thin", 3, "--resume")
    assert_refused(other, 2, "the unfinished run was begun with other options (--thin 1, now --thin 3)")


def test_a_table_with_another_row_is_another_table(lehr, tiny):
    rows = tiny.read_text().splitlines()
    lehr.write("t.csv", "\n".join(rows) + "\n")
    fit(lehr, "t.csv", "r.nc", "--draws", 10)
    lehr.write("t.csv", "\n".join(rows[:-1]) + "\n")
    assert_refused(lehr("fit", "t.csv", "--out", "r.nc", *QUICK, "--draws", 20, "--resume"), 2, "another table", "rows in 't.csv'")


# What is written to the file by a stranger: the words of the refusal.
SPOILT = {
    "no warm-up, as in 0.1": (without("warmup_evaluations"), 2, "cannot be extended"),
    "no log theta": (without("sample_stats/log_theta"), 3, "no variable 'sample_stats/log_theta'"),
    "another log theta": (with_value("sample_stats/log_theta", 0.123), 3, "does not go with its parameters"),
    "a log theta that is none": (with_value("sample_stats/log_theta", np.nan), 3, "not finite"),
    "a warm-up that is none": (with_value("warmup_evaluations", np.nan), 3, "not finite"),
    "an infinite warm-up": (with_value("warmup_evaluations", np.inf), 3, "not finite"),
    "a state that is none": (with_value("posterior/t", np.nan), 3, "not finite"),
    "no states": (without("posterior/t"), 3, "the states of its draws are missing"),
    "no latents": (without("posterior/f"), 3, "the states of its draws are missing"),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_a_run_that_no_chain_can_go_on_from_is_refused(lehr, tiny, made_run, kind):
    change, code, part = SPOILT[kind]
    forge(made_run, lehr.folder / "bad.nc", change)
    before = (lehr.folder / "bad.nc").read_bytes()
    assert_refused(lehr("fit", tiny, "--out", "bad.nc", *QUICK, "--draws", 20, "--resume"), code, "bad.nc", part)
    assert lehr.files() == ["bad.nc"] and (lehr.folder / "bad.nc").read_bytes() == before


@pytest.fixture(scope="module")
def made_run(tmp_path_factory, tiny):
    lehr = Lehr(tmp_path_factory.mktemp("made"))
    fit(lehr, tiny, "run.nc", "--draws", 10)
    return lehr.folder / "run.nc"


def test_the_end_of_a_disk_in_the_middle_of_the_copy_leaves_the_run(lehr, tiny, made_run):
    """A limit on the size of files stands for the disk."""
    (lehr.folder / "r.nc").write_bytes(made_run.read_bytes())
    command = f"ulimit -f 4; trap '' XFSZ; exec {lehr.program} fit {tiny} --out r.nc --chains 2 --warmup 60 --seed 3 --draws 20 --resume --quiet"
    full = subprocess.run(["bash", "-c", command], cwd=lehr.folder, capture_output=True, text=True, check=False)
    assert full.returncode == 1 and "cannot be written" in full.stderr, full.stderr
    assert lehr.files() == ["r.nc"] and (lehr.folder / "r.nc").read_bytes() == made_run.read_bytes()


def test_of_extensions_that_begin_together_one_wins(lehr, tiny, short_and_long):
    short, long = short_and_long
    (lehr.folder / "r.nc").write_bytes(short.read_bytes())
    fits = [lehr.start("fit", tiny, "--out", "r.nc", *QUICK, "--draws", MORE, "--resume", "--quiet") for _ in range(3)]
    for process in fits:
        _, error = process.communicate(timeout=120)
        assert process.returncode == 0 or (process.returncode == 1 and "another run" in error), error
    assert 0 in [process.returncode for process in fits]
    assert lehr.files() == ["r.nc"]
    assert_same_bits(lehr.folder / "r.nc", long)
