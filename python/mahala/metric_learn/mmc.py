"""Mahalanobis metric for clustering."""
import numpy as np

from ._deprecated import renamed
from ._matrices import _initialize_metric_mahalanobis
from ._pair_learning import FromLabels, PairClassifier, PairLearner


class _BaseMMC(PairLearner):
    """max_proj and diagonal_c are accepted and not needed: the problem is solved in a form without projections. Of `init`
    the size alone counts: a full metric leaves similar pairs a hundredth of the squared distances they have in it."""

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
        pairs, y = self._prepare_pairs(pairs, y)
        init = _initialize_metric_mahalanobis(pairs, self.init, self.random_state, matrix_name="init")
        self._learn_pairs("mmc", pairs, y, metric="diagonal" if self.diagonal else "full", tolerance=self.tol,
                          max_iterations=self.max_iter)
        if not self.diagonal:
            self._resize(pairs[y > 0, 0] - pairs[y > 0, 1], init)
        return self

    def _resize(self, similar, init):
        wanted, now = np.sum(similar @ init * similar) / 100, np.sum((similar @ self.components_.T) ** 2)
        if wanted > 0 and now > 0:
            self.components_ *= np.sqrt(wanted / now)


class MMC(PairClassifier, _BaseMMC):
    pass


class MMC_Supervised(FromLabels, _BaseMMC):
    def __init__(self, max_iter=100, max_proj=10000, tol=1e-6, n_constraints=None, init="identity", diagonal=False,
                 diagonal_c=1.0, verbose=False, preprocessor=None, random_state=None, num_constraints="deprecated",
                 convergence_threshold="deprecated"):
        super().__init__(max_iter=max_iter, max_proj=max_proj, tol=tol, init=init, diagonal=diagonal,
                         diagonal_c=diagonal_c, verbose=verbose, preprocessor=preprocessor, random_state=random_state,
                         convergence_threshold=convergence_threshold)
        self._set_count(n_constraints, num_constraints)
