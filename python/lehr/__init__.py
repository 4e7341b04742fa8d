"""Exact Bayesian inference for Gaussian process classification.

``GPClassifier`` is the classifier in scikit-learn's manner, ``evidence`` the estimators of p(y | theta) at given
kernel parameters, ``read_run`` opens a run file of the command line, ``compare`` sets runs side by side.
"""

from ._core import __commit__, __version__, missing_instructions
from .classifier import GPClassifier
from .compare import compare
from .evidence import Evidence, evidence
from .run import Predictions, Run, read_run
from .summary import Summary

if missing_instructions():
    raise ImportError(
        "lehr was compiled for a CPU with " + ", ".join(missing_instructions()) + ", which this one lacks: compile it here"
    )

__all__ = ["Evidence", "GPClassifier", "Predictions", "Run", "Summary", "__commit__", "__version__", "compare", "evidence", "read_run"]
