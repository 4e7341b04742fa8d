"""Opens a run file with xarray, as ArviZ does, and compares it with the numbers the test wrote (run_file_test.cpp). Exits
with 77 where xarray or netCDF4 is not installed."""

import json
import sys

try:
    import netCDF4
    import numpy
    import xarray
except ImportError as error:
    print(error)
    raise SystemExit(77)

CHAINS, DRAWS, ROWS = 2, 5, 3
FEATURES = ["age, years", "colour=r\u00f6d"]


def base():
    return 100.0 * numpy.arange(CHAINS)[:, None] + numpy.arange(DRAWS)[None, :]


def check(name, values, expected, dims):
    if values.dims != dims:
        raise SystemExit(f"{name} has dimensions {values.dims}, not {dims}")
    numpy.testing.assert_allclose(values.values, expected, rtol=1e-15, atol=1e-15, err_msg=name)


def main():
    path, ard = sys.argv[1], sys.argv[2] == "ard"
    with netCDF4.Dataset(path) as file:
        groups = list(file.groups)
        run = json.loads(file.getncattr("lehr_run"))
        if file.inference_library != "lehr":
            raise SystemExit("the file does not name its library")
    expected_groups = ["posterior", "sample_stats", "log_likelihood", "observed_data", "constant_data"]
    if groups != expected_groups:
        raise SystemExit(f"groups {groups}, not {expected_groups}")
    if run["fit"]["evidence"]["seed"] != 18446744073709551615 or run["data"]["feature_names"] != FEATURES:
        raise SystemExit(f"another description of the run was written: {run}")
    data = {}
    for name in groups:
        with xarray.open_dataset(path, group=name) as group:
            data[name] = group.load()

    posterior, draw, row = data["posterior"], ("chain", "draw"), numpy.arange(ROWS)
    check("variance", posterior.variance, 1 + base(), draw)
    if ard:
        check("lengthscale", posterior.lengthscale, 1 + base()[..., None] + numpy.array([0.1, 0.2]), draw + ("feature",))
        if list(posterior.feature.values) != FEATURES:
            raise SystemExit(f"features {posterior.feature.values}")
    else:
        check("lengthscale", posterior.lengthscale, 1 + base() + 0.1, draw)
    check("f", posterior.f, numpy.sin(base()[..., None] + 10.0 * row), draw + ("row",))
    check("t", posterior.t, numpy.cos(base()[..., None] + 10.0 * row), draw + ("row",))
    if list(posterior.draw.values) != list(range(DRAWS)) or list(posterior.chain.values) != list(range(CHAINS)):
        raise SystemExit("the coordinates are not 0, 1, …")

    stats = data["sample_stats"]
    check("log_evidence_estimate", stats.log_evidence_estimate, -base() - 0.3, draw)
    check("log_prior", stats.log_prior, -2 * base() - 1 / 3, draw)
    check("lp", stats.lp, (-2 * base() - 1 / 3) + (-base() - 0.3), draw)
    if stats.accepted.dtype != bool:
        raise SystemExit(f"accepted is of type {stats.accepted.dtype}")
    check("accepted", stats.accepted, numpy.tile(numpy.arange(DRAWS) % 2 == 1, (CHAINS, 1)), draw)

    if stats.broken.dtype != numpy.int64:
        raise SystemExit(f"broken is of type {stats.broken.dtype}")
    check("broken", stats.broken, numpy.add.outer(numpy.arange(CHAINS), numpy.arange(DRAWS)) % 3, draw)
    if stats.numbers_from.dtype != numpy.int64:
        raise SystemExit(f"numbers_from is of type {stats.numbers_from.dtype}")
    check("numbers_from", stats.numbers_from, 1000 * base() + 7, draw)

    parameters = [posterior.variance.values[..., None]]
    parameters.append(posterior.lengthscale.values.reshape(CHAINS, DRAWS, -1))
    check("log_theta", stats.log_theta, numpy.log(numpy.concatenate(parameters, axis=-1)), draw + ("parameter",))
    if list(stats.parameter.values) != run["parameter_names"]:
        raise SystemExit(f"parameters {stats.parameter.values}")
    with xarray.open_dataset(path) as root:
        expected = [[-1.5, -numpy.inf, -2.0 - chain, -0.25] for chain in range(CHAINS)]
        check("warmup_evaluations", root.warmup_evaluations.load(), expected, ("warmup_chain", "warmup_number"))

    with xarray.open_dataset(path) as root:
        check("loo_elpd", root.loo_elpd.load(), [-0.5, -1 / 3, -2], ("loo_row",))
        check("loo_pareto_k", root.loo_pareto_k.load(), [0.1, -numpy.inf, 0.8], ("loo_row",))
    check("log_likelihood", data["log_likelihood"].y, -0.5 - base()[..., None] - row / 8, draw + ("row",))
    check("y", data["observed_data"].y, [1, -1, 1], ("row",))
    constant = data["constant_data"]
    check("x", constant.x, numpy.array([[0.1, 1e308], [-1 / 3, -0.0], [5e-324, 2]]), ("row", "feature"))
    check("x_mean", constant.x_mean, [0.1, 0], ("feature",))
    check("x_scale", constant.x_scale, [1e-300, 1 / 3], ("feature",))
    print("xarray reads what was written")


if __name__ == "__main__":
    main()
