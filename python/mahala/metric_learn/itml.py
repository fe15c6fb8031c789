"""Information theoretic metric learning."""
import numpy as np
from sklearn.metrics import pairwise_distances
from sklearn.utils import check_array

from ._deprecated import renamed
from ._inputs import check_collapsed_pairs
from ._learning import whitened
from ._matrices import _initialize_metric_mahalanobis
from ._pair_learning import FromLabels, PairClassifier, PairLearner


class _BaseITML(PairLearner):
    def __init__(self, gamma=1., max_iter=1000, tol=1e-3, prior="identity", verbose=False, preprocessor=None,
                 random_state=None, convergence_threshold="deprecated"):
        self.gamma = gamma
        self.max_iter = max_iter
        self.tol = renamed("convergence_threshold", convergence_threshold, "tol", tol)
        self.convergence_threshold = "deprecated"
        self.prior = prior
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def _fit(self, pairs, y, bounds=None):
        pairs, y = self._prepare_inputs(pairs, y, type_of_inputs="tuples")
        check_collapsed_pairs(pairs)
        self.bounds_ = self._bounds(pairs, bounds)
        prior = _initialize_metric_mahalanobis(pairs, self.prior, self.random_state, strict_pd=True, matrix_name="prior")
        moved, root = whitened(np.asarray(pairs, dtype=float), prior)
        return self._learn_pairs("itml", moved, y, root=root, bounds=np.where(y > 0, *self.bounds_ ** 2), gamma=self.gamma,
                                 max_sweeps=self.max_iter, tolerance=self.tol)

    @staticmethod
    def _bounds(pairs, bounds):
        """Largest distance of similar pairs and smallest of others: those given, or percentiles 5 and 95."""
        if bounds is None:
            points = np.unique(pairs.reshape(-1, pairs.shape[2]), axis=0)
            found = np.percentile(pairwise_distances(points), (5, 95))
        else:
            found = check_array(bounds, allow_nd=False, ensure_min_samples=0, ensure_2d=False, dtype=float).ravel()
            if found.size != 2:
                raise ValueError("`bounds` should be an array-like of two elements.")
        return np.where(found == 0, 1e-9, found)


class ITML(_BaseITML, PairClassifier):
    """fit(pairs, y): y of 1 for similar pairs and -1 for others. bounds: distances, (largest, smallest)."""

    def fit(self, pairs, y, bounds=None, calibration_params=None):
        return self._fit_and_calibrate(pairs, y, calibration_params, bounds=bounds)


class ITML_Supervised(FromLabels, _BaseITML):
    """fit(X, y): pairs are drawn from the labels, 20 (number of classes)^2 of each sort unless told."""

    def __init__(self, gamma=1.0, max_iter=1000, tol=1e-3, n_constraints=None, prior="identity", verbose=False,
                 preprocessor=None, random_state=None, num_constraints="deprecated", convergence_threshold="deprecated"):
        super().__init__(gamma=gamma, max_iter=max_iter, tol=tol, prior=prior, verbose=verbose, preprocessor=preprocessor,
                         random_state=random_state, convergence_threshold=convergence_threshold)
        self._set_count(n_constraints, num_constraints)

    def fit(self, X, y, bounds=None):
        return self._fit(*self._drawn_pairs(X, y), bounds=bounds)
