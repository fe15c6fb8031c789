"""Neighbourhood components analysis."""
from .. import _data
from ._factor import FromStart


class NCA(FromStart):
    def __init__(self, init="auto", n_components=None, max_iter=100, tol=None, verbose=False, preprocessor=None,
                 random_state=None):
        self.n_components = n_components
        self.init = init
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, ensure_min_samples=2)
        return self._fit_from("nca", X, y, _data.labels(y)[0], tolerance=1e-9 if self.tol is None else self.tol, **{"lambda": 0})
