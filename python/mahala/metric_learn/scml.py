"""Sparse compositional metric learning: few out of many directions, from triplets."""
import numbers
import warnings

import numpy as np
from sklearn.utils import check_array

from .. import _data
from ._learning import learn, square, warn_unless_converged
from .base_metric import MahalanobisMixin, _TripletsClassifierMixin

_FEW = "The number of basis is less than the number of classes, which may lead to poor discriminative performance."


def _distinct(triplets):
    """(samples, indices), each sample once; where triplets contradict each other, which the library refuses to be told of
    one sample, each triplet has its own."""
    points, places = _data.points_of(triplets)
    told = set(map(tuple, places))
    if any((query, far, near) in told for query, near, far in told):
        points, places = triplets.reshape(-1, triplets.shape[2]), np.arange(triplets[:, :, 0].size).reshape(-1, 3)
    return points, places


class _BaseSCML(MahalanobisMixin):
    """gamma, output_iter and batch_size are of stochastic steps; they are checked and not needed, since the problem is
    solved to a duality gap in at most max_iter steps."""
    _tuple_size = 3
    _authorized_basis = ["triplet_diffs"]
    _integers = ("max_iter", "output_iter", "batch_size")

    def __init__(self, beta=1e-5, basis="triplet_diffs", n_basis=None, gamma=5e-3, max_iter=10000, output_iter=500,
                 batch_size=10, verbose=False, preprocessor=None, random_state=None):
        self.beta = beta
        self.basis = basis
        self.n_basis = n_basis
        self.gamma = gamma
        self.max_iter = max_iter
        self.output_iter = output_iter
        self.batch_size = batch_size
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def _check_parameters(self):
        wanted = self._integers + (() if self.n_basis is None else ("n_basis",))
        for name in wanted:
            if not isinstance(getattr(self, name), numbers.Integral):
                raise ValueError(f"{name} should be an integer, instead it is of type {type(getattr(self, name))}")
        if self.output_iter > self.max_iter:
            raise ValueError("The value of output_iter must be equal or smaller than max_iter.")

    def _check_basis(self, n_features):
        """The directions given, or None."""
        if isinstance(self.basis, np.ndarray):
            basis = check_array(self.basis, copy=True, dtype=float)
            if basis.shape[1] != n_features:
                raise ValueError(f"The dimensionality ({basis.shape[1]}) of the provided bases must match the "
                                 f"dimensionality of the data ({n_features}).")
            return basis
        if self.basis not in self._authorized_basis:
            raise ValueError("`basis` must be one of the options '{}' or an array of shape (n_basis, n_features)."
                             .format("', '".join(self._authorized_basis)))
        return None

    def _size(self, default):
        if self.n_basis is not None:
            return self.n_basis
        warnings.warn("As no value for `n_basis` was selected, the number of basis will be set to n_basis= %d" % default,
                      stacklevel=4)
        return default

    def _learn(self, X, default_size, labels=None, constraints=None, **options):
        basis = self._check_basis(X.shape[1])
        if basis is None:
            options["basis"] = "lda" if self.basis == "lda" else "differences"
            options["basis_size"] = self._size(default_size)
        learned = learn(self, "scml", X, labels=labels, constraints=constraints, start=basis, verbose=self.verbose,
                        draws=True, beta=self.beta, max_iterations=self.max_iter, **options)
        self.components_ = self._reduced(learned.components)
        self.n_iter_ = learned.n_iter
        warn_unless_converged(self, learned)
        return self

    @staticmethod
    def _reduced(components):
        """Square, or of as many rows as there are independent directions with a weight where those are fewer."""
        d = components.shape[1]
        sizes, directions = np.linalg.svd(components, full_matrices=False)[1:]
        rank = int(np.sum(sizes > 1e-9 * max(1e-300, sizes.max())))
        if rank >= d:
            return square(components)
        warnings.warn("The number of bases with nonzero weight is less than the number of features of the input, in "
                      f"consequence the learned transformation reduces the dimension to {rank}.", stacklevel=4)
        return (sizes[:, None] * directions)[:max(1, rank)]


class SCML(_BaseSCML, _TripletsClassifierMixin):
    """fit(triplets): the first sample of each is nearer to the second than to the third."""

    def fit(self, triplets):
        self._check_parameters()
        triplets = self._prepare_inputs(triplets, type_of_inputs="tuples")
        self._check_basis(triplets.shape[2])
        triplets = np.asarray(triplets, dtype=float)
        differ = np.all([np.any(triplets[:, i] != triplets[:, j], axis=1) for i, j in ((0, 1), (0, 2), (1, 2))], axis=0)
        if not differ.any():
            raise ValueError("all triplets join a sample to itself, and say nothing")
        points, places = _distinct(triplets[differ])
        return self._learn(points, 80 * points.shape[1], constraints=_data.triplets(places))


class SCML_Supervised(_BaseSCML):
    """fit(X, y): every sample with its k_genuine nearest of the same class and k_impostor nearest of others."""
    _tuple_size = None
    _authorized_basis = ["triplet_diffs", "lda"]
    _integers = _BaseSCML._integers + ("k_genuine", "k_impostor")

    def __init__(self, k_genuine=3, k_impostor=10, beta=1e-5, basis="lda", n_basis=None, gamma=5e-3, max_iter=10000,
                 output_iter=500, batch_size=10, verbose=False, preprocessor=None, random_state=None):
        self.k_genuine = k_genuine
        self.k_impostor = k_impostor
        super().__init__(beta=beta, basis=basis, n_basis=n_basis, max_iter=max_iter, output_iter=output_iter,
                         batch_size=batch_size, verbose=verbose, preprocessor=preprocessor, random_state=random_state)
        self.gamma = gamma

    def fit(self, X, y):
        self._check_parameters()
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        X = np.asarray(X, dtype=float)
        self._check_basis(X.shape[1])
        labels, classes = _data.labels(y)
        default_size = 80 * X.shape[1]
        if isinstance(self.basis, str) and self.basis == "lda":
            default_size = self._lda_size(X, len(classes))
        return self._learn(X, default_size, labels=labels, neighbours=self.k_genuine, impostors=self.k_impostor)

    def _lda_size(self, X, n_classes):
        """The number of discriminants unless told, at most what there are samples for; what was told is checked."""
        most = len(X) * 2 * min(n_classes - 1, X.shape[1])
        if self.n_basis is not None and self.n_basis < n_classes:
            warnings.warn(_FEW, stacklevel=3)
        elif self.n_basis is not None and self.n_basis >= most:
            raise ValueError(f"Not enough samples to generate {self.n_basis} LDA bases, n_basisshould be smaller than {most}")
        return max(1, min(20 * X.shape[1], most - 1))
