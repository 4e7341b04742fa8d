"""A fitted classifier in files: one run file, or a folder of them for more than two classes."""

from __future__ import annotations

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Dict, List, Type

import numpy as np

from .labels import classes_from_json, classes_from_texts, classes_to_json
from .run import Path, Run, read_run
from .settings import arguments_of

if TYPE_CHECKING:
    from .classifier import GPClassifier

FORMAT = 1


def save(model: GPClassifier, path: Path) -> None:
    """See GPClassifier.save."""
    names = getattr(model, "feature_names_in_", None)
    note: Dict[str, Any] = {
        "format": FORMAT,
        "params": _plain_params(model),
        "classes": classes_to_json(model.classes_),
        "feature_names": None if names is None else [str(name) for name in names],
    }
    if len(model.runs_) == 1:
        _save_run(model.runs_[0], path, note)
        return
    folder = pathlib.Path(path)
    folder.mkdir(exist_ok=True)
    for index, run in enumerate(model.runs_):
        _save_run(run, _class_file(folder, index), {**note, "class": index})


def load(cls: Type[GPClassifier], path: Path) -> GPClassifier:
    """See GPClassifier.load."""
    place = pathlib.Path(path)
    if not place.is_dir():
        return _assemble(cls, [read_run(place)])
    runs: List[Run] = []
    while _class_file(place, len(runs)).exists():
        runs.append(read_run(_class_file(place, len(runs))))
    if not runs:
        raise ValueError(f"the folder '{os.fspath(path)}' holds no saved classifier: there is no class-0.nc in it")
    return _assemble(cls, runs)


def _save_run(run: Run, path: Path, note: Dict[str, Any]) -> None:
    run.annotation = json.dumps(note)
    run.save(path)


def _class_file(folder: pathlib.Path, index: int) -> pathlib.Path:
    return folder / f"class-{index}.nc"


def _plain_params(model: GPClassifier) -> Dict[str, Any]:
    """The parameters as JSON holds them; a generator of random numbers is not kept."""
    params = model.get_params(deep=False)
    if isinstance(params["random_state"], np.random.RandomState):
        params["random_state"] = None
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in params.items()}


def _assemble(cls: Type[GPClassifier], runs: List[Run]) -> GPClassifier:
    note = json.loads(runs[0].annotation) if runs[0].annotation else _note_of_command_line(runs[0])
    if note.get("format") != FORMAT:
        raise ValueError("the run was saved by another version of the Python package")
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in note["params"].items()}
    model = cls(**params)
    model.classes_ = classes_from_json(note["classes"])
    if len(runs) != (1 if len(model.classes_) == 2 else len(model.classes_)):
        raise ValueError(f"{len(model.classes_)} classes were saved, but there are run files of {len(runs)}")
    model.n_features_in_ = runs[0].info["encoding"]["columns"] - 1
    if note["feature_names"] is not None:
        model.feature_names_in_ = np.array(note["feature_names"], dtype=object)
    model.runs_ = runs
    return model


def _note_of_command_line(run: Run) -> Dict[str, Any]:
    """The same for a run of `lehr fit`: its options are the classifier's parameters."""
    encoding = run.info["encoding"]
    return {
        "format": FORMAT,
        "params": {**arguments_of(run.info), "standardize": encoding["standardized"]},
        "classes": classes_to_json(classes_from_texts([encoding["negative"], encoding["positive"]])),
        "feature_names": _columns_of(encoding) if encoding["has_header"] else None,
    }


def _columns_of(encoding: Dict[str, Any]) -> Any:
    """The columns of the training table but the label; None where a constant one was left out, whose name is not kept."""
    names = [feature["column"] for feature in encoding["features"]]
    return names if len(names) == encoding["columns"] - 1 else None
