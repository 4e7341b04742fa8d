"""Every check that scikit-learn has for classifiers."""

import os
import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator

from lehr import GPClassifier

SETTINGS = [GPClassifier(chains=1, warmup=100, draws=100, progress=False)]
if os.environ.get("LEHR_LONG"):
    SETTINGS.append(GPClassifier())


@pytest.mark.parametrize("estimator", SETTINGS, ids=str)
def test_passes_every_check(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # so few draws are none to trust
        check_estimator(estimator)
