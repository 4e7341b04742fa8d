"""`lehr summary --check-tails`: have the chains seen the whole posterior?"""

import gzip
import os
import pathlib
import re
import signal

import h5py
import pytest
from conftest import assert_refused
from limits import SANITIZED
from test_interrupts import end

LONG = bool(os.environ.get("LEHR_LONG"))
KEPT = pathlib.Path(__file__).parent / "runs_of_0.1"
SHIPPED = ("breast", "glass", "pima", "thyroid")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A run of three parameters on forty rows."""
    from conftest import Lehr
    lehr = Lehr(tmp_path_factory.mktemp("tails"))
    words = ("--rows", 40, "--features", 2, "--variance", 20, "--lengthscale", 0.3, "--balanced")
    assert lehr("simulate", *words, "--out", "table.csv").returncode == 0
    lehr.fit("table.csv", "run.nc", "--ard", "--warmup", 400, "--draws", 300)
    return lehr


def test_draws_of_a_fit_have_the_law_of_the_conditionals(small):
    tails = small.json("summary", "run.nc", "--check-tails")["tails"]
    assert [parameter["name"] for parameter in tails["parameters"]] == ["variance", "lengthscale[x1]", "lengthscale[x2]"]
    largest = 0
    for parameter in tails["parameters"]:
        assert 0 < parameter["noise"] <= 0.05
        assert [round(cut["expected"], 6) for cut in parameter["cuts"]] == [0.1, 0.5, 0.9]
        assert [cut["at"] for cut in parameter["cuts"]] == sorted(cut["at"] for cut in parameter["cuts"])
        for cut in parameter["cuts"]:
            assert list(cut) == ["at", "expected", "share", "z"] and 0 <= cut["share"] <= 1
            assert cut["z"] == 0 or (cut["z"] > 0) == (cut["expected"] > cut["share"])
            largest = max(largest, abs(cut["z"]))
    assert tails["largest_z"] == largest < 4
    assert tails["draws"] == 40 and tails["importance_samples"] >= 64
    assert tails["evaluations"] >= 3 * 40 * 9


def test_the_shares_are_those_of_the_draws(small):
    xarray = pytest.importorskip("xarray")
    tails = small.json("summary", "run.nc", "--check-tails")["tails"]
    posterior = xarray.open_dataset(small.folder / "run.nc", group="posterior")
    for place, parameter in enumerate(tails["parameters"][1:]):
        draws = posterior["lengthscale"].values[..., place]
        for cut in parameter["cuts"]:
            assert cut["share"] == pytest.approx((draws < cut["at"]).mean(), abs=1e-12)


def test_without_the_flag_there_is_none(small):
    plain = small.json("summary", "run.nc")
    assert plain["tails"] is None
    checked = small.json("summary", "run.nc", "--check-tails")
    assert {**checked, "tails": None} == plain


def test_the_text_says_the_same_and_how_long_it_takes(small):
    run = small("summary", "run.nc", "--check-tails")
    tails = small.json("summary", "run.nc", "--check-tails")["tails"]
    assert run.returncode == 0
    rows = [line.split() for line in run.stdout.splitlines() if re.match(r"(variance|lengthscale\[\w+\]) .* %", line)]
    cuts = [(parameter["name"], cut) for parameter in tails["parameters"] for cut in parameter["cuts"]]
    assert [row[0] for row in rows] == [name for name, _ in cuts]
    for row, (_, cut) in zip(rows, cuts, strict=True):
        assert row[-1] == f"{cut['z']:.1f}" and row[-3] == f"{100 * cut['share']:.1f}"
    last = run.stdout.splitlines()[-1]
    assert last == (f"The draws agree with the exact conditionals: |z| is at most {tails['largest_z']:.1f}, "
                    f"by {tails['evaluations']} evaluations.")
    assert re.search(r"note: the check of the tails will take about (a second|\d+ s): 3 parameters, 40 draws", run.stderr)


def test_it_does_not_depend_on_threads(small):
    one, three = (small.json("summary", "run.nc", "--check-tails", "--threads", threads) for threads in (1, 3))
    assert one == three


def test_chains_that_miss_a_part_of_the_posterior_are_warned_of(lehr):
    """A run file whose lowest quarter of a parameter was moved up by hand."""
    words = ("--rows", 40, "--features", 1, "--variance", 20, "--lengthscale", 0.3, "--balanced")
    assert lehr("simulate", *words, "--out", "t.csv").returncode == 0
    lehr.fit("t.csv", "r.nc", "--draws", 500)
    with h5py.File(lehr.folder / "r.nc", "a") as run:
        values = run["posterior/variance"][...]
        floor = sorted(values.ravel())[values.size // 4]
        values[values < floor] = floor
        run["posterior/variance"][...] = values
    report = lehr("summary", "r.nc", "--check-tails")
    assert report.returncode == 0
    assert re.search(r"warning: variance: 10 % of the posterior lies below [\d.]+, but 0.0 % of the draws do", report.stderr)
    assert "The draws do not agree with the exact conditionals" in report.stdout
    found = lehr.json("summary", "r.nc", "--check-tails")
    assert found["tails"]["parameters"][0]["cuts"][0]["z"] > 4
    assert any(warning.startswith("variance: 10 %") for warning in found["warnings"])


@pytest.mark.parametrize("name", ["probit-no-latents", "logit-no-latents"])
def test_runs_of_0_1_can_be_checked(lehr, name):
    (lehr.folder / "r.nc").write_bytes(gzip.decompress((KEPT / f"{name}.nc.gz").read_bytes()))
    tails = lehr.json("summary", "r.nc", "--check-tails")["tails"]
    assert tails["parameters"][0]["name"] == "variance" and len(tails["parameters"][0]["cuts"]) == 3


@pytest.mark.skipif(SANITIZED, reason="times are those of an optimised build")
def test_it_can_be_interrupted(lehr, tmp_path):
    words = ("--rows", 600, "--features", 8, "--variance", 5, "--lengthscale", 1, "--kernel", "matern32")
    assert lehr("simulate", *words, "--out", "t.csv").returncode == 0
    lehr.fit("t.csv", "r.nc", "--ard", "--kernel", "matern32", "--warmup", 20, "--draws", 20, "--no-model-evidence", "--chains", 1)
    process = lehr.start("summary", "r.nc", "--check-tails", "--threads", "1")
    out, err, seconds = end(process, signal.SIGTERM, 1)
    assert process.returncode == 130 and out == "" and "interrupted" in err
    assert seconds < 10


def test_refusals(lehr, thyroid):
    assert_refused(lehr("summary", "missing.nc", "--check-tails"), 3, "missing.nc")
    assert_refused(lehr("summary", thyroid, "--check-tails"), 3, "thyroid.csv")


@pytest.mark.skipif(not LONG, reason="takes many minutes; scripts/test --long runs it")
@pytest.mark.parametrize("ard", [(), ("--ard",)], ids=["isotropic", "ard"])
def test_default_fits_of_the_shipped_sets_have_seen_all(lehr, data, ard):
    """Of some hundred z at most one is above 4, which comes by chance once in 16,000."""
    above = 0
    for name in SHIPPED:
        fitted = lehr("fit", data / f"{name}.csv", "--out", f"{name}.nc", "--no-model-evidence", *ard, timeout=3600)
        assert fitted.returncode == 0, fitted.stderr
        tails = lehr.json("summary", f"{name}.nc", "--check-tails", timeout=3600)["tails"]
        above += sum(abs(cut["z"]) > 4 for parameter in tails["parameters"] for cut in parameter["cuts"])
    assert above <= 1
