"""The compiled part of the package."""

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

__version__: str
__commit__: str

Progress = Optional[Callable[[Optional[Tuple[str, float, float]]], None]]

def missing_instructions() -> List[str]: ...
def names_of(kind: str) -> List[str]: ...

class TableDescription:
    columns: Sequence[str]
    has_names: bool
    label_column: str
    negative: str
    positive: str
    standardize: bool

class GammaPrior:
    def __init__(self, shape: float, rate: float) -> None: ...

class ModelSettings:
    kernel: str
    ard: bool
    likelihood: str
    variance_prior: GammaPrior
    lengthscale_prior: Optional[GammaPrior]
    def check(self) -> None: ...

class EvidenceSettings:
    approximation: str
    ep_sweeps: Optional[int]
    ep_converged: bool
    estimator: Optional[str]
    importance_samples: int
    repeats: int
    temperatures: Optional[int]
    ladder: str
    seed: int
    keep_latents: bool
    def check(self, model: ModelSettings) -> None: ...

class FitSettings:
    evidence: EvidenceSettings
    sampler: str
    tune_on: str
    chains: int
    warmup: int
    draws: int
    thin: int
    keep_latents: bool
    def check(self, model: ModelSettings) -> None: ...

class Run:
    annotation: str
    @property
    def info_json(self) -> str: ...
    @property
    def latents(self) -> Optional[np.ndarray]: ...
    @property
    def state_name(self) -> str: ...
    @property
    def states(self) -> Optional[np.ndarray]: ...
    @property
    def log_evidence_estimate(self) -> np.ndarray: ...
    @property
    def log_prior(self) -> np.ndarray: ...
    @property
    def inputs(self) -> np.ndarray: ...
    @property
    def labels(self) -> np.ndarray: ...
    def parameter(self, index: int) -> np.ndarray: ...
    def accepted(self) -> np.ndarray: ...
    def numbers_from(self) -> np.ndarray: ...
    def log_likelihood(self) -> Optional[np.ndarray]: ...
    def report(self) -> Dict[str, Any]: ...
    def predict(self, inputs: np.ndarray, interval: float, threads: int, progress: Progress) -> Dict[str, np.ndarray]: ...
    def write(self, path: str) -> None: ...

def read_run(path: str) -> Run: ...
def sample(
    inputs: np.ndarray,
    labels: np.ndarray,
    table: TableDescription,
    model: ModelSettings,
    settings: FitSettings,
    threads: int,
    progress: Progress,
) -> Tuple[Run, List[str], List[str], Optional[BaseException]]: ...
def evidence(
    inputs: np.ndarray,
    labels: np.ndarray,
    table: TableDescription,
    model: ModelSettings,
    variance: float,
    lengthscales: np.ndarray,
    settings: EvidenceSettings,
    threads: int,
    progress: Progress,
) -> Dict[str, Any]: ...
def evidence_of_run(
    run: Run,
    variance: float,
    lengthscales: np.ndarray,
    settings: EvidenceSettings,
    threads: int,
    progress: Progress,
) -> Dict[str, Any]: ...
