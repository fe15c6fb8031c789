"""Local Fisher discriminant analysis."""
import warnings

import numpy as np
import scipy.linalg
from sklearn.metrics import pairwise_distances

from ._matrices import _check_n_components
from .base_metric import MahalanobisMixin


def _affinities(samples, k):
    """exp(-d_ij^2 / (s_i s_j)) within one class, 0 where a scale is.

    metric-learn takes the k-th column of the partitioned distances for s^2, where the k-th row has those of the k-th nearest;
    `mahala.LFDA` takes the row. Here its numbers count.
    """
    squares = pairwise_distances(samples, metric="sqeuclidean")
    scale = np.sqrt(np.partition(squares, k, axis=0)[:, k])
    scales = np.outer(scale, scale)
    return np.where(scales > 0, np.exp(-squares / np.where(scales > 0, scales, 1)), 0)


def _scatters(X, codes, k):
    """Local scatter (between, within) classes."""
    n, d = X.shape
    between, within = np.zeros((d, d)), np.zeros((d, d))
    for members in (X[codes == code] for code in range(codes.max() + 1)):
        size, total = len(members), members.sum(axis=0)
        weights = _affinities(members, min(k, size - 1))
        local = members.T @ (weights.sum(axis=0)[:, None] * members) - members.T @ weights @ members
        between += local / n + (1 - size / n) * members.T @ members + np.outer(total, total) / n
        within += local / size
    total = X.sum(axis=0)
    between -= np.outer(total, total) / n + within
    return (between + between.T) / 2, (within + within.T) / 2


def _leading(between, within, count):
    """Largest ratios and their directions; where the scatter within classes is singular, in its pseudo-inverse."""
    try:
        ratios, directions = scipy.linalg.eigh(between, within)
    except np.linalg.LinAlgError:
        ratios, directions = np.linalg.eig(np.linalg.pinv(within) @ between)
        ratios, directions = ratios.real, directions.real
    order = np.argsort(-ratios, kind="stable")[:count]
    return ratios[order], directions[:, order]


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
        X, codes = np.asarray(X, dtype=float), np.unique(y, return_inverse=True)[1]
        rows = _check_n_components(X.shape[1], self.n_components)
        ratios, directions = _leading(*_scatters(X, codes, self._neighbours(X.shape[1])), rows)
        if self.embedding_type == "weighted":
            directions = directions * np.sqrt(np.maximum(ratios, 0))
        elif self.embedding_type == "orthonormalized":
            directions = np.linalg.qr(directions)[0]
        self.components_ = directions.T
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
