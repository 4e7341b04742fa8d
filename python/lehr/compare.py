"""Which of several models suits a table best."""

from __future__ import annotations

import os
import warnings
from typing import Any, Dict, List, Union

from . import _core
from .run import Path, Run, read_run


def compare(*runs: Union[Run, Path]) -> List[Dict[str, Any]]:
    """Compares runs on the same rows, as ``lehr compare`` does: a dict for each, the best first.

    The keys are ``file`` (the path, or "run 1" of a run in memory), ``log_model_evidence`` and its error, ``elpd_loo`` and
    its standard error, and the difference of the latter to the first run, row by row. What a run does not tell is None; a
    warning says why. Runs on other rows or responses are a ValueError.

    >>> import lehr
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> short = {"chains": 2, "warmup": 60, "draws": 50, "progress": False}
    >>> runs = [lehr.GPClassifier(kernel=kernel, **short).fit(X, y).runs_[0] for kernel in ("rbf", "matern12")]
    >>> [round(run["log_model_evidence"]) for run in lehr.compare(*runs)]
    [-3, -3]
    """
    named = [(_name(place, run), _opened(run)._core) for place, run in enumerate(runs, start=1)]
    compared, notes = _core.compare(named)
    for note in notes:
        warnings.warn(note, UserWarning, stacklevel=2)
    return compared


def _opened(run: Union[Run, Path]) -> Run:
    return run if isinstance(run, Run) else read_run(run)


def _name(place: int, run: Union[Run, Path]) -> str:
    return f"run {place}" if isinstance(run, Run) else os.fspath(run)
