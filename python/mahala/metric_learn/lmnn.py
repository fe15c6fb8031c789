"""Large margin nearest neighbours."""
import numpy as np

from .. import _data
from ._deprecated import renamed
from ._factor import FromStart
from ._matrices import _check_n_components


class LMNN(FromStart):
    """learn_rate and min_iter are accepted and not needed: steps are chosen by a line search."""

    def __init__(self, init="auto", n_neighbors=3, min_iter=50, max_iter=1000, learn_rate=1e-7, regularization=0.5,
                 convergence_tol=0.001, verbose=False, preprocessor=None, n_components=None, random_state=None,
                 k="deprecated"):
        self.init = init
        self.n_neighbors = renamed("k", k, "n_neighbors", n_neighbors)
        self.k = "deprecated"
        self.min_iter = min_iter
        self.max_iter = max_iter
        self.learn_rate = learn_rate
        self.regularization = regularization
        self.convergence_tol = convergence_tol
        self.verbose = verbose
        self.n_components = n_components
        self.random_state = random_state
        super().__init__(preprocessor)

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, dtype=float, ensure_min_samples=2)
        _check_n_components(X.shape[1], self.n_components)
        if len(y) != len(X):
            raise ValueError("Must have one label per point.")
        classes, codes = np.unique(y, return_inverse=True)
        self.labels_ = np.arange(len(classes))
        smallest = np.bincount(codes).min()
        if self.n_neighbors > smallest:
            raise ValueError("not enough class labels for specified k (smallest class has %d)" % smallest)
        return self._fit_from("lmnn", X, y, _data.labels(codes)[0], targets=int(self.n_neighbors),
                              push=float(self.regularization), tolerance=float(self.convergence_tol) / 100, **{"lambda": 0})


def _sum_outer_products(data, a_inds, b_inds, weights=None):
    """sum_i w_i (x_a - x_b)(x_a - x_b)^T over pairs of indices."""
    differences = data[a_inds] - data[b_inds]
    weighted = differences if weights is None else differences * np.asarray(weights)[:, None]
    return differences.T @ weighted
