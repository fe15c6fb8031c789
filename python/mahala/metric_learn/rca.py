"""Relevant component analysis: chunks of samples that are alike."""
import warnings

import numpy as np

from .. import _data
from ._deprecated import renamed
from ._learning import learn, with_rows
from ._matrices import _check_n_components
from .base_metric import MahalanobisMixin
from .constraints import Constraints

_SINGULAR = ("The inner covariance matrix is not invertible, so the transformation matrix may contain Nan values. You should "
             "remove any linearly dependent features and/or reduce the dimensionality of your input, for instance using "
             "`sklearn.decomposition.PCA` as a preprocessing step.")


def _within(X, chunks):
    """Samples of chunks, minus the means of those."""
    own = np.unique(chunks[chunks >= 0])
    return np.vstack([X[chunks == each] - X[chunks == each].mean(axis=0) for each in own])


class RCA(MahalanobisMixin):
    """fit(X, chunks): the chunk of every sample, -1 for none."""

    def __init__(self, n_components=None, preprocessor=None):
        self.n_components = n_components
        super().__init__(preprocessor)

    def fit(self, X, chunks):
        X, chunks = self._prepare_inputs(X, chunks, ensure_min_samples=2)
        chunks = np.asanyarray(chunks, dtype=int)
        if not np.any(chunks >= 0):
            raise ValueError("no sample belongs to a chunk: all are -1")
        X = np.asarray(X, dtype=float)
        rows = _check_n_components(X.shape[1], self.n_components)
        if np.linalg.matrix_rank(np.atleast_2d(np.cov(_within(X, chunks), rowvar=False, bias=True))) < X.shape[1]:
            warnings.warn(_SINGULAR)
        kept = chunks >= 0
        learned = learn(self, "rca", X[kept], labels=_data.labels(chunks[kept])[0], rank=rows, shrinkage=0)
        self.components_ = with_rows(learned.components, rows)
        return self


class RCA_Supervised(RCA):
    def __init__(self, n_components=None, n_chunks=100, chunk_size=2, preprocessor=None, random_state=None,
                 num_chunks="deprecated"):
        super().__init__(n_components=n_components, preprocessor=preprocessor)
        self.n_chunks = renamed("num_chunks", num_chunks, "n_chunks", n_chunks)
        self.num_chunks = "deprecated"
        self.chunk_size = chunk_size
        self.random_state = random_state

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        chunks = Constraints(y).chunks(n_chunks=self.n_chunks, chunk_size=self.chunk_size, random_state=self.random_state)
        if self.n_chunks * (self.chunk_size - 1) < X.shape[1]:
            warnings.warn("Due to the parameters of RCA_Supervised, the inner covariance matrix is not invertible, so the "
                          "transformation matrix will contain Nan values. Increase the number or size of the chunks to "
                          "correct this problem.")
        return super().fit(X, chunks)
