"""The classifier in scikit-learn's manner."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from . import _core, model_files
from .labels import label_text
from .progress import ProgressLine
from .run import Path, Predictions, Run
from .settings import Sweeps, chain_evidence_settings, fit_settings, model_settings, thread_count
from .summary import Summary
from .table import describe_labels, describe_table


class GPClassifier(ClassifierMixin, BaseEstimator):
    """Gaussian process classification by exact Bayesian inference.

    ``fit`` draws the kernel's parameters and the latent function from their posterior by pseudo-marginal MCMC;
    predictions average over all draws. The parameters have the names and the defaults of the command line's options:
    ``lehr fit --help`` says more. The same seed gives the same draws there and here.

    With more than two classes there is one classifier for each class against the others, and the probabilities of a
    row are divided by their sum: the normalised probabilities are not a posterior of a joint model.

    Ctrl-C stops a fit within a second or so and raises ``KeyboardInterrupt``; what was sampled by then is kept, and
    with two classes the classifier can predict from it.

    Parameters
    ----------
    kernel : {"rbf", "matern12", "matern32", "matern52"}
    ard : bool
        One length-scale for each feature instead of one for all.
    likelihood : {"probit", "logit"}
    standardize : bool
        Give every feature zero mean and unit standard deviation first.
    prior_variance, prior_lengthscale : (shape, rate)
        Gamma priors. Without one, the length-scale has Gamma(1, 1) with ``ard``, else Gamma(1, 1/sqrt(features)).
    intercept, linear : float
        Prior variances of a constant and of the slope of each feature, beside the kernel. 0: none.
    approximation, ep_sweeps, estimator, importance_samples, temperatures, ladder
        How p(y | theta) is estimated: see ``lehr.evidence``.
    sampler : {"emulator", "metropolis"}
    tune_on : {"ep", "laplace"}
        The approximation that warm-up learns from.
    chains, warmup, thin : int
        Independent chains, evaluations of each before its draws, iterations for each draw.
    goal, draws : int, optional
        Sampling ends when the chains agree and every parameter has ``goal`` effective draws, or when each chain has ``draws``
        of its own. By default 400 and at most 4000; ``draws`` without a ``goal`` is the exact number.
    keep_latents : bool
        Keep the latent function's values at the training rows even where predictions can do without (probit).
    model_evidence : bool
        Estimate log p(y | model), by which models are compared, after the draws.
    time_limit : int or str, optional
        End sampling after so many seconds, or so long ("45m", "1h30m"), with the draws there are by then; a warning says so. With
        more than two classes it is the limit of each.
    random_state : int, numpy.random.RandomState or None
        A whole number is the seed.
    threads : int or None
        None: all cores. The number of threads changes no result.
    progress : bool or None
        Show progress on stderr. None: on a terminal and in a notebook.

    Attributes
    ----------
    classes_ : array of the labels, sorted; the second of two is the positive one.
    n_features_in_ : int
    feature_names_in_ : array of the column names, if X was a pandas frame.
    runs_ : list of lehr.Run; one, or one for each of more than two classes.
    diagnostics_ : dict, or for more than two classes a dict for each class: how the chains went.

    Examples
    --------
    >>> from lehr import GPClassifier
    >>> X = [[0.0, 1.0], [0.2, 0.9], [0.3, 1.2], [2.0, 0.1], [2.1, 0.3], [1.8, 0.2]]
    >>> y = ["no", "no", "no", "yes", "yes", "yes"]
    >>> model = GPClassifier(chains=2, warmup=60, draws=200, progress=False).fit(X, y)
    >>> model.predict([[0.1, 1.0], [2.0, 0.2]])
    array(['no', 'yes'], dtype='<U3')
    >>> model.predict_proba([[0.1, 1.0]]).shape
    (1, 2)
    >>> lower, upper = model.predict_interval([[0.1, 1.0]])
    >>> bool(lower[0] < model.predict_proba([[0.1, 1.0]])[0, 1] < upper[0])
    True
    """

    runs_: List[Run]
    classes_: np.ndarray

    def __init__(
        self,
        *,
        kernel: str = "rbf",
        ard: bool = False,
        likelihood: str = "probit",
        standardize: bool = True,
        prior_variance: Tuple[float, float] = (1.1, 0.1),
        prior_lengthscale: Optional[Tuple[float, float]] = None,
        intercept: float = 0,
        linear: float = 0,
        approximation: str = "ep",
        ep_sweeps: Sweeps = None,
        estimator: Optional[str] = None,
        importance_samples: int = 16,
        temperatures: Optional[int] = None,
        ladder: str = "default",
        sampler: str = "emulator",
        tune_on: str = "ep",
        chains: int = 4,
        warmup: int = 1000,
        goal: Optional[int] = None,
        draws: Optional[int] = None,
        thin: int = 1,
        keep_latents: bool = True,
        model_evidence: bool = True,
        time_limit: Union[int, str, None] = None,
        random_state: Union[int, np.random.RandomState, None] = 1,
        threads: Optional[int] = None,
        progress: Optional[bool] = None,
    ) -> None:
        self.kernel = kernel
        self.ard = ard
        self.likelihood = likelihood
        self.standardize = standardize
        self.prior_variance = prior_variance
        self.prior_lengthscale = prior_lengthscale
        self.intercept = intercept
        self.linear = linear
        self.approximation = approximation
        self.ep_sweeps = ep_sweeps
        self.estimator = estimator
        self.importance_samples = importance_samples
        self.temperatures = temperatures
        self.ladder = ladder
        self.sampler = sampler
        self.tune_on = tune_on
        self.chains = chains
        self.warmup = warmup
        self.goal = goal
        self.draws = draws
        self.thin = thin
        self.keep_latents = keep_latents
        self.model_evidence = model_evidence
        self.time_limit = time_limit
        self.random_state = random_state
        self.threads = threads
        self.progress = progress

    def fit(self, X: Any, y: Any) -> GPClassifier:
        """Samples the posterior given the rows of X and their labels y."""
        label_column = getattr(y, "name", None)
        X, y = self._validate_data(X, y, multi_output=True, dtype=np.float64, y_numeric=False)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
        if len(classes) == 1:
            raise ValueError(f"y has one class only, {classes[0]!r}: there is nothing to tell apart")
        params = self.get_params(deep=False)
        model, settings = model_settings(params), fit_settings(params)
        settings.check(model)
        self.classes_ = classes
        self.runs_ = []
        for positive in [1] if len(classes) == 2 else range(len(classes)):
            self.runs_.append(self._fit_one(X, codes, positive, model, settings, label_column))
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each class, in the order of ``classes_``, averaged over the posterior."""
        positive = self._positive_columns(self._predict(X), "probability")
        if len(self.runs_) == 1:
            return np.column_stack([1 - positive[:, 0], positive[:, 0]])
        return positive / positive.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> np.ndarray:
        """The most probable label of each row."""
        probability = self.predict_proba(X)
        if len(self.runs_) == 1:
            return self.classes_[(probability[:, 1] >= 0.5).astype(int)]  # like the command line, 1/2 is positive
        return self.classes_[probability.argmax(axis=1)]

    def predict_latent(self, X: Any) -> Tuple[np.ndarray, np.ndarray]:
        """Posterior mean and standard deviation of the latent function, of shape (rows,).

        With more than two classes (rows, classes): one latent function for each class against the others.
        """
        predictions = self._predict(X)
        return self._for_user(predictions, "latent_mean"), self._for_user(predictions, "latent_sd")

    def predict_interval(self, X: Any, level: float = 0.9) -> Tuple[np.ndarray, np.ndarray]:
        """Lower and upper end of the posterior interval of the probability of ``classes_[1]``, of shape (rows,).

        With more than two classes (rows, classes): of each class against the others, not normalised.
        """
        predictions = self._predict(X, level)
        return self._for_user(predictions, "lower"), self._for_user(predictions, "upper")

    def summary(self) -> Union[Summary, Dict[Any, Summary]]:
        """The kernel's parameters: posterior mean, quantiles, effective sizes, R-hat. For each of more than two classes."""
        check_is_fitted(self)
        return self._by_class([run.summary() for run in self.runs_])

    @property
    def diagnostics_(self) -> Any:
        if not hasattr(self, "runs_"):
            raise AttributeError("diagnostics_ comes with fit")
        return self._by_class([run.diagnostics for run in self.runs_])

    def log_evidence(
        self,
        variance: Optional[float] = None,
        lengthscale: Any = None,
        *,
        importance_samples: int = 64,
        repeats: int = 1,
    ) -> Any:
        """An estimate of log p(y | variance, lengthscale) on the training data, by this classifier's estimator.

        Without a value, a parameter is taken at its posterior median. With more than two classes, an array with one
        value for each class against the others. ``lehr.evidence`` also tells the error of the estimate.
        """
        check_is_fitted(self)
        params = {**self.get_params(deep=False), "importance_samples": importance_samples}
        settings = chain_evidence_settings(params, repeats=repeats)
        values = [self._log_evidence_of(run, variance, lengthscale, settings) for run in self.runs_]
        return values[0] if len(values) == 1 else np.array(values)

    def save(self, path: Path) -> None:
        """Writes the fitted classifier to a run file, which the command line, ArviZ, xarray and R open too.

        With more than two classes ``path`` becomes a folder with one run file for each class.
        """
        check_is_fitted(self)
        model_files.save(self, path)

    @classmethod
    def load(cls, path: Path) -> GPClassifier:
        """A fitted classifier from what ``save`` or ``lehr fit`` wrote."""
        return model_files.load(cls, path)

    def to_inference_data(self) -> Any:
        """An ``arviz.InferenceData``, or a dict of groups of arrays where ArviZ is not installed.

        With more than two classes, one of them for each class.
        """
        check_is_fitted(self)
        return self._by_class([run.to_inference_data() for run in self.runs_])

    def _fit_one(
        self,
        X: np.ndarray,
        codes: np.ndarray,
        positive: int,
        model: _core.ModelSettings,
        settings: _core.FitSettings,
        label_column: Any,
    ) -> Run:
        """The classifier of one class against all others."""
        table = describe_table(X.shape[1], getattr(self, "feature_names_in_", None), self.standardize)
        name = label_text(self.classes_[positive])
        others = label_text(self.classes_[0]) if len(self.classes_) == 2 else f"not {name}"
        describe_labels(table, label_column, name, others)
        classes = (codes == positive).astype(np.float64)
        with ProgressLine(self.progress, self._progress_prefix(positive)) as line:
            core, notes, data_warnings, interruption = _core.sample(
                X, classes, table, model, settings, thread_count(self.threads), line.callback
            )
        run = Run(core)
        if interruption is not None:
            if len(self.classes_) == 2:
                self.runs_.append(run)
            raise interruption
        for text in data_warnings:
            warnings.warn(text, UserWarning, stacklevel=3)
        for text in [*notes, *run.diagnostics["warnings"]]:
            warnings.warn(text, ConvergenceWarning, stacklevel=3)
        return run

    def _progress_prefix(self, positive: int) -> str:
        return "" if len(self.classes_) == 2 else f"class {label_text(self.classes_[positive])}: "

    def _predict(self, X: Any, level: float = 0.9) -> List[Predictions]:
        check_is_fitted(self)
        rows = self._validate_data(X, dtype=np.float64, reset=False)
        return [run.predict(rows, level=level, threads=self.threads, progress=self.progress) for run in self.runs_]

    def _positive_columns(self, predictions: List[Predictions], name: str) -> np.ndarray:
        return np.column_stack([getattr(prediction, name) for prediction in predictions])

    def _for_user(self, predictions: List[Predictions], name: str) -> np.ndarray:
        columns = self._positive_columns(predictions, name)
        return columns[:, 0] if len(self.runs_) == 1 else columns

    def _by_class(self, values: List[Any]) -> Any:
        return values[0] if len(values) == 1 else dict(zip(self.classes_.tolist(), values))

    def _log_evidence_of(self, run: Run, variance: Any, lengthscale: Any, settings: _core.EvidenceSettings) -> float:
        draws = run.posterior
        at_variance = np.median(draws["variance"]) if variance is None else float(variance)
        at_lengthscale = np.median(draws["lengthscale"], axis=(0, 1)) if lengthscale is None else lengthscale
        report = run.evidence(at_variance, at_lengthscale, settings, thread_count(self.threads))
        return float(report["log_evidence"])

    def __sklearn_is_fitted__(self) -> bool:
        if not hasattr(self, "runs_"):
            return False
        return len(self.runs_) == (1 if len(self.classes_) == 2 else len(self.classes_))
