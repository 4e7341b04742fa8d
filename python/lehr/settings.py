"""From the words of the command line to the library's settings. Every refusal is a ValueError that names the setting."""

from __future__ import annotations

import numbers
import os
from typing import Any, Mapping, Optional, Union

import numpy as np
from sklearn.utils import check_random_state

from . import _core

Sweeps = Union[int, str, None]
DRAWN_SEEDS = 2**31


def whole_number(name: str, value: Any, least: int = 1) -> int:
    """The value as an int, or a ValueError that names it."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return int(value)


def optional_whole_number(name: str, value: Any, least: int = 1) -> Optional[int]:
    """The same, or None."""
    return None if value is None else whole_number(name, value, least)


def word(name: str, value: Any) -> str:
    """The value as a string; the library knows which words there are."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string, not {value!r}")
    return value


def gamma_prior(name: str, value: Any) -> _core.GammaPrior:
    """Gamma(shape, rate) from a pair of numbers."""
    try:
        shape, rate = (float(part) for part in value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a pair of numbers (shape, rate), not {value!r}") from None
    return _core.GammaPrior(shape, rate)


def thread_count(value: Any) -> int:
    """The number of threads to use; None is all that this process may use."""
    return len(os.sched_getaffinity(0)) if value is None else whole_number("threads", value)


def seed_of(random_state: Any) -> int:
    """scikit-learn's random_state as a seed: a whole number is one, a generator or None draws one."""
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(DRAWN_SEEDS))
    return whole_number("random_state", random_state, least=0)


def model_settings(params: Mapping[str, Any]) -> _core.ModelSettings:
    """Kernel, likelihood and priors from the parameters of a classifier, checked."""
    settings = _core.ModelSettings()
    settings.kernel = word("kernel", params["kernel"])
    settings.ard = bool(params["ard"])
    settings.likelihood = word("likelihood", params["likelihood"])
    settings.variance_prior = gamma_prior("prior_variance", params["prior_variance"])
    if params["prior_lengthscale"] is not None:
        settings.lengthscale_prior = gamma_prior("prior_lengthscale", params["prior_lengthscale"])
    settings.check()
    return settings


def evidence_settings(params: Mapping[str, Any], seed: int, repeats: int = 1) -> _core.EvidenceSettings:
    """How p(y | theta) is estimated."""
    settings = _core.EvidenceSettings()
    settings.approximation = word("approximation", params["approximation"])
    if params["ep_sweeps"] == "converged":
        settings.ep_converged = True
    else:
        settings.ep_sweeps = optional_whole_number("ep_sweeps", params["ep_sweeps"])
    if params["estimator"] is not None:
        settings.estimator = word("estimator", params["estimator"])
    settings.importance_samples = whole_number("importance_samples", params["importance_samples"])
    settings.temperatures = optional_whole_number("temperatures", params["temperatures"])
    settings.ladder = word("ladder", params["ladder"])
    settings.repeats = whole_number("repeats", repeats)
    settings.seed = whole_number("seed", seed, least=0)
    return settings


def fit_settings(params: Mapping[str, Any]) -> _core.FitSettings:
    """How the posterior is sampled."""
    settings = _core.FitSettings()
    settings.evidence = evidence_settings(params, seed_of(params["random_state"]))
    settings.sampler = word("sampler", params["sampler"])
    settings.tune_on = word("tune_on", params["tune_on"])
    settings.chains = whole_number("chains", params["chains"])
    settings.warmup = whole_number("warmup", params["warmup"])
    settings.draws = whole_number("draws", params["draws"])
    settings.thin = whole_number("thin", params["thin"])
    settings.keep_latents = bool(params["keep_latents"])
    return settings
