"""Estimators whose components are learned from a start: NCA, MLKR, LMNN."""
from ._learning import learn, warn_unless_converged, with_rows
from ._matrices import _check_n_components, _initialize_components
from .base_metric import MahalanobisMixin


class FromStart(MahalanobisMixin):
    """Learns `n_components` components from `init`."""

    def _fit_from(self, learner, X, y, labels, has_classes=True, **options):
        rows = _check_n_components(X.shape[1], self.n_components)
        start = _initialize_components(rows, X, y, self.init, self.verbose, self.random_state, has_classes=has_classes)
        learned = learn(self, learner, X, labels=labels, start=with_rows(start, rows), verbose=self.verbose, rank=rows,
                        max_iterations=self.max_iter, **options)
        self.components_ = with_rows(learned.components, rows)
        self.n_iter_ = learned.n_iter
        warn_unless_converged(self, learned)
        return self
