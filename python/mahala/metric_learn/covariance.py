"""The inverse of the covariance: the classical Mahalanobis distance."""
import numpy as np

from ._learning import learn, with_rows
from .base_metric import MahalanobisMixin


class Covariance(MahalanobisMixin):
    """components_ (d, d) of the (pseudo-)inverse covariance."""

    def __init__(self, preprocessor=None):
        super().__init__(preprocessor)

    def fit(self, X, y=None):
        X = self._prepare_inputs(X, ensure_min_samples=2)
        learned = learn(self, "covariance", np.asarray(X, dtype=float))
        self.components_ = with_rows(learned.components, X.shape[1])
        return self
