"""From the words of the command line to the library's settings. Every refusal is a ValueError that names the setting."""

from __future__ import annotations

import numbers
import os
from typing import Any, Dict, Mapping, Tuple, Union

import numpy as np
from sklearn.utils import check_random_state

from . import _core

Sweeps = Union[int, str, None]
CONVERGED = "converged"
DRAWN_SEEDS = 2**31
TABLES = _core.settings_table()


def whole_number(name: str, value: Any, least: int = 1) -> int:
    """The value as an int, or a ValueError that names it."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return int(value)


def number(name: str, value: Any) -> float:
    """The value as a float, or a ValueError that names it."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ValueError(f"{name} must be a number, not {value!r}")
    return float(value)


def word(name: str, value: Any) -> str:
    """The value as a string; the library knows which words there are."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string, not {value!r}")
    return value


def gamma_prior(name: str, value: Any) -> Tuple[float, float]:
    """Gamma(shape, rate) from a pair of numbers."""
    try:
        shape, rate = (float(part) for part in value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a pair of numbers (shape, rate), not {value!r}") from None
    return shape, rate


def converted(row: Mapping[str, Any], value: Any) -> Any:
    """The value as the row's setting takes it; its range is the library's affair."""
    name, kind = row["argument"], row["kind"]
    if kind == "switch":
        return bool(value)
    if kind == "whole number":
        return whole_number(name, value, least=min(row["least"], 1))
    if kind == "number":
        return number(name, value)
    if kind == "time" and not isinstance(value, str):
        return whole_number(name, value)
    return word(name, value) if kind in ("word", "time") else gamma_prior(name, value)


def thread_count(value: Any) -> int:
    """The number of threads to use; None is all that this process may use."""
    return len(os.sched_getaffinity(0)) if value is None else whole_number("threads", value)


def seed_of(random_state: Any) -> int:
    """scikit-learn's random_state as a seed: a whole number is one, a generator or None draws one."""
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(DRAWN_SEEDS))
    return whole_number("random_state", random_state, least=0)


def fill(settings: Any, table: str, params: Mapping[str, Any]) -> None:
    """Sets what the table has an argument for among ``params``; the rest keeps its default."""
    for row in TABLES[table]:
        name = row["argument"]
        if name not in params:
            continue
        value = params[name]
        if name == "ep_sweeps" and value == CONVERGED:  # one argument for two settings
            settings.ep_converged = True
        elif value is not None or not row["may_be_none"]:
            setattr(settings, row["attribute"], converted(row, value))


def model_settings(params: Mapping[str, Any]) -> _core.ModelSettings:
    """Kernel, likelihood and priors from the parameters of a classifier, checked."""
    settings = _core.ModelSettings()
    fill(settings, "model", params)
    settings.check()
    return settings


def evidence_settings(params: Mapping[str, Any]) -> _core.EvidenceSettings:
    """How p(y | theta) is estimated."""
    settings = _core.EvidenceSettings()
    fill(settings, "evidence", params)
    return settings


def fit_settings(params: Mapping[str, Any]) -> _core.FitSettings:
    """How the posterior is sampled."""
    settings = _core.FitSettings()
    settings.evidence = chain_evidence_settings(params)
    fill(settings, "fit", params)
    return settings


def prediction_settings(level: Any, params: Mapping[str, Any]) -> _core.PredictionSettings:
    """How rows are predicted, checked."""
    settings = _core.PredictionSettings()
    fill(settings, "predictions", {**params, "level": level})
    settings.check()
    return settings


def chain_evidence_settings(params: Mapping[str, Any], **others: Any) -> _core.EvidenceSettings:
    """How a classifier estimates p(y | theta); its ``keep_latents`` is that of the draws."""
    own = {name: value for name, value in params.items() if name != "keep_latents"}
    return evidence_settings({**own, "seed": seed_of(params["random_state"]), **others})


def arguments_of(info: Mapping[str, Any]) -> Dict[str, Any]:
    """The way back: a classifier's parameters from the description of a run."""
    fit = info["fit"]
    params: Dict[str, Any] = {}
    for table, values in (("model", info["model"]), ("fit", fit), ("evidence", fit["evidence"])):
        for row in TABLES[table]:
            if not row["argument"] or not row["key"] or not row["of_fits"]:
                continue
            value = values[row["key"]]
            params[row["argument"]] = [value["shape"], value["rate"]] if isinstance(value, dict) else value
    if fit["evidence"]["ep_converged"]:
        params["ep_sweeps"] = CONVERGED
    params["random_state"] = params.pop("seed")
    return params
