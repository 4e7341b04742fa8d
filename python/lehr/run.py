"""A posterior as a run file holds it."""

from __future__ import annotations

import dataclasses
import json
import os
import warnings
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np

from . import _core
from .inference_data import to_inference_data
from .progress import ProgressLine
from .settings import prediction_settings, thread_count
from .summary import Summary

Group = Dict[str, np.ndarray]
Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Predictions:
    """What a posterior says about new rows: arrays with one value per row."""

    probability: np.ndarray  # of the positive class, averaged over the posterior
    lower: np.ndarray  # interval of the class probability over the posterior
    upper: np.ndarray
    latent_mean: np.ndarray
    latent_sd: np.ndarray
    mcse_probability: np.ndarray  # Monte Carlo error of the probability, a sd; NaN where draws are too few to tell
    draws: int  # that were averaged over
    variance_regression: Optional[Dict[str, Any]]  # with regressed variances, how far they move a draw's probability


@dataclasses.dataclass(frozen=True)
class LeaveOneOut:
    """What the other rows say of each row, averaged over the posterior: how good the model is."""

    kind: str  # how p(y_i | y of the other rows, theta) was found: "ep" or "exact"
    elpd: float  # sum of its logarithm over the rows, in nats; the larger the better
    se: float  # of elpd, from the scatter over the rows
    log_loss: float  # mean nats of a row
    error: Optional[float]  # share of rows whose class is held less probable than the other
    pareto_k_bad: int  # rows with a Pareto k above 0.7
    regression_error: float  # of elpd, where it was made at some draws and regressed on the parameters at the others
    pointwise: np.ndarray  # the terms of elpd, one for each row
    pareto_k: np.ndarray  # one for each row; -inf where no tail could be fitted


class Run:
    """The draws of a fit with everything that was asked for.

    Arrays have the dimensions (chain, draw, ...). They look into the run's own memory and cannot be written to.
    """

    def __init__(self, core: _core.Run) -> None:
        self._core = core
        self._info: Dict[str, Any] = json.loads(core.info_json)

    @property
    def info(self) -> Dict[str, Any]:
        """Version, model, settings and encoding of the data: what is needed to predict and to run again."""
        return self._info

    @property
    def annotation(self) -> str:
        """Text that is saved with the run and found again by whoever wrote it."""
        return self._core.annotation

    @annotation.setter
    def annotation(self, text: str) -> None:
        self._core.annotation = text

    @property
    def feature_names(self) -> list[str]:
        """The features of the model; constant columns are not among them."""
        return list(self._info["data"]["feature_names"])

    @property
    def parameter_dimensions(self) -> Dict[str, Tuple[str, list[str]]]:
        """Of each variable that holds several parameters, the dimension along them and what they are called."""
        return {name: (along, members) for name, _, members, along in self._core.parameter_blocks() if members}

    @property
    def posterior(self) -> Group:
        """variance, lengthscale, the likelihood's own parameters, f (unless left out) and, for probit, t = f + noise."""
        group = {}
        for name, places, members, _ in self._core.parameter_blocks():
            values = [self._core.parameter(place) for place in places]
            group[name] = np.stack(values, axis=-1) if members else values[0]
        for name, of_rows in (("f", self._core.latents), (self._core.state_name, self._core.states)):
            if of_rows is not None:
                group[name] = of_rows
        return group

    @property
    def sample_stats(self) -> Group:
        """accepted, log_evidence_estimate, log_prior and their sum lp; numbers_from: the iteration whose random numbers the
        estimate is made of; broken: how many proposals since the draw before were rejected because the numbers broke down.

        alpha: what predictions need of a draw besides its parameters. log_theta: what the parameters were made of, where a
        longer run goes on from. Run files of 0.1 have none of the last three.
        """
        log_evidence, log_prior = self._core.log_evidence_estimate, self._core.log_prior
        alphas, log_theta, broken = self._core.alphas, self._core.log_theta, self._core.broken()
        return {
            "accepted": self._core.accepted(),
            "numbers_from": self._core.numbers_from(),
            **({} if broken is None else {"broken": broken}),
            "log_evidence_estimate": log_evidence,
            "log_prior": log_prior,
            "lp": log_prior + log_evidence,
            **({} if alphas is None else {"alpha": alphas}),
            **({} if log_theta is None else {"log_theta": log_theta}),
        }

    @property
    def log_likelihood(self) -> Group:
        """y: log p(y_i | y of the other rows, theta), what ``arviz.loo`` takes. Empty for a run file of 0.1 and for a run
        that was stopped before its end."""
        values = self._core.log_likelihoods
        return {} if values is None else {"y": values}

    @property
    def loo(self) -> Optional[LeaveOneOut]:
        """Leave-one-out; None for a run file of 0.1 and for a run that was stopped before its end."""
        values = self._core.leave_one_out()
        return None if values is None else LeaveOneOut(**values)

    @property
    def observed_data(self) -> Group:
        """y: the labels, -1 or 1."""
        return {"y": np.where(self._core.classes > 0, 1, -1).astype(np.int8)}

    @property
    def constant_data(self) -> Group:
        """x: the inputs as the model sees them; x_mean and x_scale: how they were standardised."""
        features = self._info["encoding"]["features"]
        return {
            "x": self._core.inputs.T,
            "x_mean": np.array([feature["mean"] for feature in features]),
            "x_scale": np.array([feature["scale"] for feature in features]),
        }

    @property
    def diagnostics(self) -> Dict[str, Any]:
        """How the chains went: the keys of ``lehr summary --format json`` but for the parameters and coefficients."""
        report = self._core.report()
        del report["parameters"], report["coefficients"]
        return report

    @property
    def log_model_evidence(self) -> Optional[float]:
        """log p(y | model), the parameters integrated out over their prior; None where the fit did not estimate it."""
        return self._core.report()["log_model_evidence"]

    @property
    def log_model_evidence_error(self) -> Optional[float]:
        """The error of ``log_model_evidence``, a standard deviation."""
        return self._core.report()["log_model_evidence_error"]

    def summary(self) -> Summary:
        """Posterior mean, quantiles, effective sizes and R-hat of each parameter."""
        return Summary(self._core.report()["parameters"])

    @property
    def coefficients(self) -> Dict[str, Dict[str, Optional[float]]]:
        """The posterior of the intercept and slopes beside the kernel: mean, sd, q5, q50, q95, and of a slope mean_per_unit of
        the feature as it was given. Empty without ``intercept`` and ``linear``."""
        return self._core.report()["coefficients"]

    def predict(
        self,
        X: Any,
        *,
        level: float = 0.9,
        draws: int = 400,
        variances: str = "exact",
        threads: Optional[int] = None,
        progress: Optional[bool] = None,
    ) -> Predictions:
        """Predicts rows with the columns of the training table, the label left out.

        ``draws`` are spread evenly over and along the chains; where there are not more, all are taken. ``variances`` of
        the latent function at a draw are exact, or ``"regressed"`` on the parameters from those at some draws: an
        approximation, whose error ``variance_regression`` tells.
        """
        rows = np.asarray(X, dtype=np.float64)
        settings = prediction_settings(level, {"draws": draws, "variances": variances})
        with ProgressLine(progress) as line:
            predictions = Predictions(**self._core.predict(rows, settings, thread_count(threads), line.callback))
        if variances == "regressed" and predictions.variance_regression is None:
            warnings.warn("variances are exact: these draws are too few to regress them", UserWarning, stacklevel=2)
        return predictions

    def relevance(self, *, threads: Optional[int] = None, progress: Optional[bool] = None) -> List[Dict[str, Any]]:
        """How far predictions move with each feature, for each of its standard deviations; the one that matters most first.

        Dicts with ``name``, ``relevance``, ``lower`` and ``upper`` (90 % over the posterior), and ``lengthscale_learned``:
        False where the feature's length-scale is as its prior has it.
        """
        with ProgressLine(progress) as line:
            return self._core.relevance(thread_count(threads), line.callback)

    def check_tails(self, *, threads: Optional[int] = None, progress: Optional[bool] = None) -> Dict[str, Any]:
        """Whether the chains have seen the whole posterior: the draws of each parameter against its exact conditionals.

        The keys of ``tails`` in ``lehr summary --check-tails --format json``. Of each of the ``parameters`` three ``cuts``:
        the share of the posterior that is ``expected`` below ``at``, the ``share`` of the draws that is, and their
        difference ``z`` in standard errors. A |z| above 4 is a ``UserWarning``.
        """
        with ProgressLine(progress) as line:
            tails, alarms, notes = self._core.check_tails(thread_count(threads), line.callback)
        for text in (*alarms, *notes):
            warnings.warn(text, UserWarning, stacklevel=2)
        return tails

    def evidence(
        self, variance: float, lengthscale: Any, settings: _core.EvidenceSettings, threads: int
    ) -> Dict[str, Any]:
        """The estimate of p(y | theta) on the training data."""
        lengthscales = np.atleast_1d(np.asarray(lengthscale, dtype=np.float64))
        return _core.evidence_of_run(self._core, float(variance), lengthscales, settings, threads, None)

    def save(self, path: Path) -> None:
        """Writes the run file: the command line, ArviZ, xarray and R open it."""
        self._core.write(os.fspath(path))

    def to_inference_data(self) -> Any:
        """An ``arviz.InferenceData``; where ArviZ is not installed, a dict of groups, each a dict of arrays."""
        return to_inference_data(self)

    def __repr__(self) -> str:
        report = self._core.report()
        model, data = self._info["model"], self._info["data"]
        return (
            f"<lehr.Run: {data['rows']} rows, {data['features']} features; {model['kernel']} kernel, "
            f"{model['likelihood']} likelihood; {report['chains']} chains of {report['draws']} draws>"
        )

    def __getstate__(self) -> _core.Run:
        return self._core

    def __setstate__(self, core: _core.Run) -> None:
        self.__init__(core)  # type: ignore[misc]


def read_run(path: Path) -> Run:
    """Opens a run file, of ``lehr fit --out`` or of ``GPClassifier.save``.

    A child process reads it, so that a file from a stranger cannot crash this one: it is a ValueError.

    >>> import lehr, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "run.nc")
    >>> model = lehr.GPClassifier(chains=2, warmup=60, draws=50).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> model.save(path)
    >>> lehr.read_run(path).posterior["variance"].shape
    (2, 50)
    """
    return Run(_core.read_run(os.fspath(path)))
