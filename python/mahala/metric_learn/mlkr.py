"""Metric learning for kernel regression."""
import numpy as np

from .. import _data
from ._factor import FromStart


class MLKR(FromStart):
    def __init__(self, n_components=None, init="auto", tol=None, max_iter=1000, verbose=False, preprocessor=None,
                 random_state=None):
        self.n_components = n_components
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.verbose = verbose
        self.random_state = random_state
        super().__init__(preprocessor)

    def fit(self, X, y):
        X, y = self._prepare_inputs(X, y, y_numeric=True, ensure_min_samples=2)
        if len(X) != len(y):
            raise ValueError(f"Data and label lengths mismatch: {len(X)} != {len(y)}")
        return self._fit_from("mlkr", X, y, _data.targets(np.asarray(y, dtype=float)), has_classes=False,
                              tolerance=1e-9 if self.tol is None else self.tol)
