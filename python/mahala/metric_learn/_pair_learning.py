"""What estimators of pairs share: ITML, MMC, SDML and their forms that draw pairs from labels."""
import numpy as np

from .. import _data
from ._deprecated import renamed
from ._inputs import check_collapsed_pairs
from ._learning import learn, square, warn_unless_converged
from .base_metric import MahalanobisMixin, _PairsClassifierMixin
from .constraints import Constraints, wrap_pairs


def _without_collapsed(pairs, y):
    differ = np.linalg.norm(pairs[:, 0] - pairs[:, 1], axis=1) >= 1e-9
    if not differ.any():
        check_collapsed_pairs(pairs)
    return pairs[differ], y[differ]


class PairLearner(MahalanobisMixin):
    _tuple_size = 2

    def _prepare_pairs(self, pairs, y):
        """Checked pairs without those of equal samples, which say nothing; an error if there are no others."""
        pairs, y = self._prepare_inputs(pairs, y, type_of_inputs="tuples")
        return _without_collapsed(np.asarray(pairs, dtype=float), y)

    def _learn_pairs(self, learner, pairs, y, root=None, bounds=None, **options):
        """Components from pairs; with `root` S the pairs are of S x, and the components for x. `bounds` are on squared
        distances."""
        n = len(pairs)
        given = _data.pairs(np.arange(2 * n).reshape(n, 2), y, value=bounds)
        learned = learn(self, learner, pairs.reshape(2 * n, -1), constraints=given, verbose=self.verbose, **options)
        self.components_ = square(learned.components if root is None else learned.components @ root)
        self.n_iter_ = learned.n_iter
        warn_unless_converged(self, learned)
        return self

    def _drawn_pairs(self, X, y):
        """(pairs, y) from labels, 20 (number of classes)^2 of each sort unless told."""
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        count = 20 * len(np.unique(y)) ** 2 if self.n_constraints is None else self.n_constraints
        found = Constraints(y).positive_negative_pairs(count, random_state=self.random_state)
        return _without_collapsed(*wrap_pairs(X, found))


class PairClassifier(_PairsClassifierMixin):
    """fit(pairs, y): y of 1 for similar pairs and -1 for others."""

    def fit(self, pairs, y, calibration_params=None):
        return self._fit_and_calibrate(pairs, y, calibration_params)

    def _fit_and_calibrate(self, pairs, y, calibration_params, **given):
        calibration_params = calibration_params or {}
        self._validate_calibration_params(**calibration_params)
        self._fit(pairs, y, **given)
        return self.calibrate_threshold(pairs, y, **calibration_params)


class FromLabels(PairLearner):
    """fit(X, y): pairs are drawn from the labels."""
    _tuple_size = None

    def fit(self, X, y):
        return self._fit(*self._drawn_pairs(X, y))

    def _set_count(self, n_constraints, num_constraints):
        self.n_constraints = renamed("num_constraints", num_constraints, "n_constraints", n_constraints)
        self.num_constraints = "deprecated"
