"""Sparse determinant metric learning: a graphical lasso on the covariance of pairs."""
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from ._learning import matrix_file
from ._matrices import _initialize_metric_mahalanobis
from ._pair_learning import FromLabels, PairClassifier, PairLearner

_NOT_PSD = ("Warning, the input matrix of graphical lasso is not positive semi-definite (PSD). The algorithm may diverge, and "
            "lead to degenerate solutions. To prevent that, try to decrease the balance parameter `balance_param` and/or to "
            "set prior='identity'.")


class _BaseSDML(PairLearner):
    """Where `balance_param` leaves the problem unbounded, half of the largest that does not is taken, with a warning."""

    def __init__(self, balance_param=0.5, sparsity_param=0.01, prior="identity", verbose=False, preprocessor=None,
                 random_state=None):
        self.balance_param = balance_param
        self.sparsity_param = sparsity_param
        self.prior = prior
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def _balance(self, pairs, y, inverse):
        differences = pairs[:, 0] - pairs[:, 1]
        lasso = inverse + self.balance_param * (differences.T * y) @ differences
        if np.linalg.eigvalsh(lasso).min() > 0:
            return self.balance_param
        warnings.warn(_NOT_PSD, ConvergenceWarning, stacklevel=4)
        return 0

    def _fit(self, pairs, y):
        pairs, y = self._prepare_pairs(pairs, y)
        prior, inverse = _initialize_metric_mahalanobis(pairs, self.prior, self.random_state, return_inverse=True,
                                                        strict_pd=True, matrix_name="prior")
        with matrix_file(prior) as file:
            return self._learn_pairs("sdml", pairs, y, balance=self._balance(pairs, y, inverse),
                                     sparsity=self.sparsity_param, prior_file=file)


class SDML(PairClassifier, _BaseSDML):
    pass


class SDML_Supervised(FromLabels, _BaseSDML):
    def __init__(self, balance_param=0.5, sparsity_param=0.01, prior="identity", n_constraints=None, verbose=False,
                 preprocessor=None, random_state=None, num_constraints="deprecated"):
        super().__init__(balance_param=balance_param, sparsity_param=sparsity_param, prior=prior, verbose=verbose,
                         preprocessor=preprocessor, random_state=random_state)
        self._set_count(n_constraints, num_constraints)
