"""Local Fisher discriminant analysis."""
import warnings

import numpy as np

from .. import _data
from ._learning import learn, with_rows
from ._matrices import _check_n_components
from .base_metric import MahalanobisMixin


class LFDA(MahalanobisMixin):
    """embedding_type: 'weighted' (directions by their ratio), 'orthonormalized' or 'plain'."""

    def __init__(self, n_components=None, k=None, embedding_type="weighted", preprocessor=None):
        self.n_components = n_components
        self.k = k
        self.embedding_type = embedding_type
        super().__init__(preprocessor)

    def fit(self, X, y):
        if self.embedding_type not in ("weighted", "orthonormalized", "plain"):
            raise ValueError("Invalid embedding_type: %r" % self.embedding_type)
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        d = X.shape[1]
        rows = _check_n_components(d, self.n_components)
        learned = learn(self, "lfda", X, labels=_data.labels(y)[0], rank=rows, neighbours=self._neighbours(d), shrinkage=0,
                        scaling="ratios" if self.embedding_type == "weighted" else "unit")
        self.components_ = with_rows(learned.components, rows)
        if self.embedding_type == "orthonormalized":
            self.components_ = np.linalg.qr(self.components_.T)[0].T
        return self

    def _neighbours(self, d):
        if self.k is None:
            return min(7, max(1, d - 1))
        if self.k <= 0:
            raise ValueError("Invalid k=%d, must be positive" % self.k)
        if self.k >= d:
            k = max(1, d - 1)
            warnings.warn("Chosen k (%d) too large, using %d instead." % (self.k, d - 1))
            return k
        return int(self.k)
