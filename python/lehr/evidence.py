"""The estimators of p(y | theta) at given kernel parameters, for methodologists."""

from __future__ import annotations

import dataclasses
from typing import Any, List, Optional

import numpy as np
from sklearn.utils.validation import check_X_y

from . import _core
from .progress import ProgressLine
from .settings import Sweeps, evidence_settings, model_settings, thread_count
from .table import describe_table


@dataclasses.dataclass(frozen=True)
class Evidence:
    """An estimate of log p(y | theta) with its error and all that it was made from.

    ``log_evidence`` is the log of the mean over all repeats and ``se_log`` its standard error; ``log_estimates`` has one
    value for each repeat and ``sd_log`` is their standard deviation, ``noise`` that of one log estimate. What cannot be
    known is None. Where ``heavy_tail`` (by ``pareto_k`` of the weights) or ``infinite_variance``, these errors are too small.

    ``log_weights`` has one row for each repeat: exp of every single one is an unbiased estimate of p(y | theta).
    ``latents`` (repeat, sample, row), if asked for, is where each particle ended: together with the weights a sample
    of f given y and theta, or, where ``state_name`` is "t" (look-ahead with probit), of t = f + standard normal noise.
    """

    log_evidence: float
    log_estimates: np.ndarray
    sd_log: Optional[float]
    se_log: Optional[float]
    approximation_log_evidence: Optional[float]
    effective_sample_size: Optional[float]
    noise: Optional[float]
    pareto_k: Optional[float]
    rows: int
    features: int
    seconds: float
    kernel: str
    likelihood: str
    approximation: str
    estimator: str
    iterations: int
    converged: bool
    infinite_variance: bool
    heavy_tail: bool
    jitter: float
    rank: Optional[int]
    importance_samples: int
    temperatures: int
    ladder: str
    warnings: List[str]
    log_weights: Optional[np.ndarray]
    latents: Optional[np.ndarray]
    state_name: str


def _as_classes(y: np.ndarray) -> np.ndarray:
    """Labels as 0 and 1: the larger of two is 1. Labels that are -1 and +1 may be of one class."""
    labels = np.unique(y)
    if set(labels.tolist()) <= {-1, 1}:
        return (y > 0).astype(np.float64)
    if len(labels) != 2:
        raise ValueError(f"y must have two classes, not {len(labels)}")
    return (y == labels[1]).astype(np.float64)


def evidence(
    X: Any,
    y: Any,
    *,
    variance: float,
    lengthscale: Any,
    kernel: str = "rbf",
    likelihood: str = "probit",
    intercept: float = 0,
    linear: float = 0,
    standardize: bool = True,
    approximation: str = "ep",
    ep_sweeps: Sweeps = None,
    estimator: Optional[str] = None,
    importance_samples: int = 64,
    repeats: int = 1,
    temperatures: Optional[int] = None,
    ladder: str = "default",
    keep_latents: bool = False,
    seed: int = 1,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Evidence:
    """Estimates log p(y | theta) of a Gaussian process classifier: ``lehr evidence`` with arrays.

    ``variance`` is that of the kernel, ``lengthscale`` one number or one for each feature; ``intercept`` and ``linear`` are the
    prior variances of a constant and of the slope of each feature. ``estimator`` is "look-ahead", "ais",
    "is" or "approximation" (the approximation's own evidence, not exact); None takes the best for the likelihood.

    >>> import lehr
    >>> X = [[0.0], [0.5], [1.0], [2.0], [2.5]]
    >>> result = lehr.evidence(X, [0, 0, 0, 1, 1], variance=5, lengthscale=1.0, estimator="ais")
    >>> round(result.log_evidence, 1)
    -2.5
    """
    params = dict(locals())  # every argument by its name; the tables of settings take those that are theirs
    X, y = check_X_y(X, y, dtype=np.float64)
    classes = _as_classes(y)
    table = describe_table(X.shape[1], None, standardize)
    lengthscales = np.atleast_1d(np.asarray(lengthscale, dtype=np.float64))
    model = model_settings({**params, "ard": len(lengthscales) > 1})
    settings = evidence_settings(params)
    with ProgressLine(progress) as line:
        report = _core.evidence(
            X, classes, table, model, float(variance), lengthscales, settings, thread_count(threads), line.callback
        )
    return Evidence(**report)
