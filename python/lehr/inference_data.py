"""The way to ArviZ: the groups of a run as labelled arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

if TYPE_CHECKING:
    from .run import Run

GROUPS = ("posterior", "sample_stats", "log_likelihood", "observed_data", "constant_data")
DIMENSIONS = {
    ("posterior", "f"): ("chain", "draw", "row"),
    ("posterior", "t"): ("chain", "draw", "row"),
    ("sample_stats", "alpha"): ("chain", "draw", "row"),
    ("sample_stats", "log_theta"): ("chain", "draw", "parameter"),
    ("log_likelihood", "y"): ("chain", "draw", "row"),
    ("observed_data", "y"): ("row",),
    ("constant_data", "x"): ("row", "feature"),
    ("constant_data", "x_mean"): ("feature",),
    ("constant_data", "x_scale"): ("feature",),
}


def groups_of(run: Run) -> Dict[str, Dict[str, Any]]:
    """The groups that are not empty, each a dict of arrays."""
    return {name: group for name in GROUPS if (group := getattr(run, name))}


def to_datasets(run: Run) -> Dict[str, Any]:
    """Each group as an ``xarray.Dataset`` with the dimensions and coordinates of the run file."""
    import xarray

    datasets = {}
    members = run.parameter_dimensions
    for name, group in groups_of(run).items():
        variables = {}
        for variable, values in group.items():
            dimensions = DIMENSIONS.get((name, variable), ("chain", "draw"))
            if name == "posterior" and variable in members:
                dimensions = ("chain", "draw", members[variable][0])
            variables[variable] = (dimensions, values)
        sizes = {d: n for dimensions, values in variables.values() for d, n in zip(dimensions, values.shape)}
        coordinates: Dict[str, Any] = {d: list(range(n)) for d, n in sizes.items()}
        if "feature" in sizes:
            coordinates["feature"] = run.feature_names
        coordinates.update({along: called for along, called in members.values() if along in sizes})
        if "parameter" in sizes:
            coordinates["parameter"] = run.info["parameter_names"]
        attributes = {"inference_library": "lehr", "inference_library_version": run.info["version"]}
        datasets[name] = xarray.Dataset(variables, coordinates, attributes)
    return datasets


def to_inference_data(run: Run) -> Any:
    """An ``arviz.InferenceData``; without ArviZ the plain groups."""
    try:
        import arviz
    except ImportError:
        return groups_of(run)
    if hasattr(arviz, "InferenceData"):
        return arviz.InferenceData(**to_datasets(run))
    import xarray

    tree: Any = getattr(xarray, "DataTree")  # in which ArviZ 1 holds the groups
    return tree.from_dict(to_datasets(run))
