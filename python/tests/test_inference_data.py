"""What ArviZ, xarray and R see. Debian 12 has no ArviZ: the layout is held against its published schema."""

import importlib.util
import json
import pickle
import re
import subprocess

import netCDF4
import numpy as np
import pytest
import xarray
from conftest import ROOT, short_model

from lehr.inference_data import GROUPS, to_datasets

SAMPLED = ("posterior", "sample_stats", "log_likelihood")


@pytest.fixture(scope="module", params=[False, True], ids=["isotropic", "ard"])
def model(request, thyroid):
    return short_model(ard=request.param, draws=30).fit(*thyroid)


@pytest.fixture(scope="module")
def run_file(model, tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.nc"
    model.save(path)
    return path


def open_group(path, name):
    with xarray.open_dataset(path, group=name) as group:
        return group.load()


def test_the_file_has_the_groups_of_the_schema(run_file):
    with netCDF4.Dataset(run_file) as file:
        assert set(file.groups) == set(GROUPS)
        assert file.data_model == "NETCDF4"


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_is_laid_out_as_the_schema_asks(run_file, name):
    group = open_group(run_file, name)
    assert group.attrs["inference_library"] == "lehr"
    assert group.attrs["inference_library_version"]
    assert not set(group.data_vars) & set(group.dims)
    assert set(group.dims) == set(group.coords), "every dimension has its coordinate"
    for variable in group.data_vars.values():
        if name in SAMPLED:
            assert variable.dims[:2] == ("chain", "draw")
        assert variable.dtype == bool or np.isfinite(variable).all()


def test_log_likelihood_is_ready_for_leave_one_out(run_file):
    log_likelihood, observed = open_group(run_file, "log_likelihood"), open_group(run_file, "observed_data")
    assert list(log_likelihood.data_vars) == list(observed.data_vars) == ["y"]
    assert log_likelihood.y.shape == (2, 30, 215)
    assert (log_likelihood.y <= 0).all()


def test_leave_one_out_is_the_mean_over_these_draws(model):
    run = model.runs_[0]
    loo, values = run.loo, run.log_likelihood["y"].reshape(60, 215)
    plain = -np.log(np.mean(np.exp(-values), axis=0))  # without the smoothing of the largest weights
    assert loo.pointwise == pytest.approx(plain, abs=0.2)
    assert loo.elpd == pytest.approx(loo.pointwise.sum()) and loo.log_loss == pytest.approx(-loo.elpd / 215)
    assert loo.pareto_k_bad == (loo.pareto_k > 0.7).sum()
    assert run.diagnostics["loo"]["elpd"] == loo.elpd
    again = pickle.loads(pickle.dumps(run))
    assert np.array_equal(again.log_likelihood["y"], run.log_likelihood["y"])
    assert np.array_equal(again.loo.pareto_k, loo.pareto_k)


@pytest.mark.parametrize("name", GROUPS)
def test_what_is_handed_to_arviz_equals_the_file(model, run_file, name):
    ours, theirs = to_datasets(model.runs_[0])[name], open_group(run_file, name)
    xarray.testing.assert_equal(ours, theirs)
    assert ours.attrs == theirs.attrs


def test_without_arviz_it_is_a_dict_of_arrays(model):
    if importlib.util.find_spec("arviz") is not None:
        pytest.skip("ArviZ is installed here, so the result is its own type")
    data = model.to_inference_data()
    assert set(data) == set(GROUPS)
    assert data["posterior"]["variance"].shape == (2, 30)


def blocks_of_r():
    page = (ROOT / "docs/r.md").read_text(encoding="utf-8")
    return re.findall(r"^```r\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_r_reads_a_run_in_six_lines(model, run_file):
    code, _ = blocks_of_r()
    assert len(code.splitlines()) == 6
    code = code.replace('"run.nc"', json.dumps(str(run_file)))
    code += 'cat("mean", mean(draws$variance), mean(draws$lengthscale), posterior::rhat(draws$variance), sep = "\\n")'
    run = subprocess.run(["Rscript", "--vanilla", "-e", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    values = [float(line) for line in run.stdout.split("mean\n")[-1].split()]
    summary = model.summary()
    assert values == pytest.approx([*(stats["mean"] for stats in summary.values()), summary["variance"]["rhat"]])


def test_r_compares_runs_by_leave_one_out(model, run_file):
    _, code = blocks_of_r()
    code = code.replace('"run.nc"', json.dumps(str(run_file))).replace('"rough.nc"', json.dumps(str(run_file)))
    code = f"options(digits = 15)\n{code}\n" + 'cat("elpd", smooth$estimates["elpd_loo", "Estimate"], sep = "\n")'
    run = subprocess.run(["Rscript", "--vanilla", "-e", code], capture_output=True, text=True)
    if "no package called" in run.stderr:
        pytest.skip("not installed (scripts/install-packages test): r-cran-loo")
    assert run.returncode == 0, run.stderr
    assert float(run.stdout.split("elpd\n")[-1]) == pytest.approx(model.runs_[0].loo.elpd, abs=1e-6)
    assert "elpd_diff" in run.stdout and "rough" in run.stdout
