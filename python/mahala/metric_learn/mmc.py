"""Mahalanobis metric for clustering."""
import numpy as np

from .. import _data
from ._deprecated import renamed
from ._inputs import check_collapsed_pairs
from ._learning import drawn_pairs, learn, square, warn_unless_converged
from ._matrices import _initialize_metric_mahalanobis
from .base_metric import MahalanobisMixin, _PairsClassifierMixin


class _BaseMMC(MahalanobisMixin):
    """max_proj and diagonal_c are accepted and not needed: the problem is solved in a form without projections."""
    _tuple_size = 2

    def __init__(self, max_iter=100, max_proj=10000, tol=1e-3, init="identity", diagonal=False, diagonal_c=1.0,
                 verbose=False, preprocessor=None, random_state=None, convergence_threshold="deprecated"):
        self.max_iter = max_iter
        self.max_proj = max_proj
        self.tol = renamed("convergence_threshold", convergence_threshold, "tol", tol)
        self.convergence_threshold = "deprecated"
        self.init = init
        self.diagonal = diagonal
        self.diagonal_c = diagonal_c
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def _fit(self, pairs, y):
        pairs, y = self._prepare_inputs(pairs, y, type_of_inputs="tuples")
        check_collapsed_pairs(pairs)
        _initialize_metric_mahalanobis(pairs, self.init, self.random_state, matrix_name="init")
        n = len(pairs)
        given = _data.pairs(np.arange(2 * n).reshape(n, 2), y)
        learned = learn(self, "mmc", np.asarray(pairs, dtype=float).reshape(2 * n, -1), constraints=given,
                        verbose=self.verbose, metric="diagonal" if self.diagonal else "full", tolerance=self.tol,
                        max_iterations=self.max_iter)
        self.components_ = square(learned.components)
        self.n_iter_ = learned.n_iter
        warn_unless_converged(self, learned)
        return self


class MMC(_BaseMMC, _PairsClassifierMixin):
    def fit(self, pairs, y, calibration_params=None):
        calibration_params = calibration_params or {}
        self._validate_calibration_params(**calibration_params)
        self._fit(pairs, y)
        return self.calibrate_threshold(pairs, y, **calibration_params)


class MMC_Supervised(_BaseMMC):
    def __init__(self, max_iter=100, max_proj=10000, tol=1e-6, n_constraints=None, init="identity", diagonal=False,
                 diagonal_c=1.0, verbose=False, preprocessor=None, random_state=None, num_constraints="deprecated",
                 convergence_threshold="deprecated"):
        super().__init__(max_iter=max_iter, max_proj=max_proj, tol=tol, init=init, diagonal=diagonal,
                         diagonal_c=diagonal_c, verbose=verbose, preprocessor=preprocessor, random_state=random_state,
                         convergence_threshold=convergence_threshold)
        self.n_constraints = renamed("num_constraints", num_constraints, "n_constraints", n_constraints)
        self.num_constraints = "deprecated"

    _tuple_size = None

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        return self._fit(*drawn_pairs(self, X, y, self.n_constraints))
