"""Least squared-residual metric learning: quadruplets (a, b, c, d) with d(a, b) < d(c, d)."""
import numpy as np

from .. import _data
from ._deprecated import renamed
from ._inputs import check_collapsed_pairs
from ._learning import learn, square, warn_unless_converged, whitened
from ._matrices import _initialize_metric_mahalanobis
from .base_metric import MahalanobisMixin, _QuadrupletsClassifierMixin
from .constraints import Constraints


class _BaseLSML(MahalanobisMixin):
    _tuple_size = 4

    def __init__(self, tol=1e-3, max_iter=1000, prior="identity", verbose=False, preprocessor=None, random_state=None):
        self.prior = prior
        self.tol = tol
        self.max_iter = max_iter
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def _fit(self, quadruplets, weights=None):
        quadruplets = self._prepare_inputs(quadruplets, type_of_inputs="tuples")
        check_collapsed_pairs(quadruplets[:, :2])
        check_collapsed_pairs(quadruplets[:, 2:])
        n = len(quadruplets)
        weights = np.ones(n) if weights is None else np.asarray(weights, dtype=float)
        self.w_ = weights / weights.sum()
        prior = _initialize_metric_mahalanobis(quadruplets, self.prior, self.random_state, strict_pd=True,
                                               matrix_name="prior")
        moved, root = whitened(_data.differences_of(np.asarray(quadruplets, dtype=float)), prior)
        given = _data.triplets(np.arange(3 * n).reshape(n, 3), self.w_ * n)
        learned = learn(self, "lsml", moved.reshape(3 * n, -1), constraints=given, verbose=self.verbose,
                        tolerance=self.tol / 100, max_iterations=self.max_iter)
        self.components_ = square(learned.components @ root)
        self.n_iter_ = learned.n_iter
        warn_unless_converged(self, learned)
        return self


class LSML(_BaseLSML, _QuadrupletsClassifierMixin):
    def fit(self, quadruplets, weights=None):
        return self._fit(quadruplets, weights=weights)


class LSML_Supervised(_BaseLSML):
    def __init__(self, tol=1e-3, max_iter=1000, prior="identity", n_constraints=None, weights=None, verbose=False,
                 preprocessor=None, random_state=None, num_constraints="deprecated"):
        super().__init__(tol=tol, max_iter=max_iter, prior=prior, verbose=verbose, preprocessor=preprocessor,
                         random_state=random_state)
        self.n_constraints = renamed("num_constraints", num_constraints, "n_constraints", n_constraints)
        self.num_constraints = "deprecated"
        self.weights = weights

    _tuple_size = None

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        count = self.n_constraints if self.n_constraints is not None else 20 * len(np.unique(y)) ** 2
        found = Constraints(y).positive_negative_pairs(count, same_length=True, random_state=self.random_state)
        quadruplets = X[np.column_stack(found)]
        differ = np.all([np.any(quadruplets[:, k] != quadruplets[:, k + 1], axis=1) for k in (0, 2)], axis=0)
        weights = None if self.weights is None else np.asarray(self.weights)[differ]
        return self._fit(quadruplets[differ], weights=weights)
