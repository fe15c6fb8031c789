"""The way into the library: samples as they are, options by name, components back."""
import os
import tempfile
import warnings
from contextlib import contextmanager

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from .. import _data, _mahala
from .._estimator import _text
from ._matrices import components_from_metric
from ._verbose import spoken

FACTS = {facts["name"]: facts for facts in _mahala.learners()}


class Learned:
    """Components (k, d), and how learning ended."""

    def __init__(self, told, name):
        self.components = told["model"].affine_map("left")[0]
        self.n_iter = max(1, told["n_iter"])
        self.converged = told["status"] == "converged"
        self.message = told["message"]
        self.objective = told["objective"]
        self.seconds = told["seconds"]
        if told["status"] == "diverged":
            raise RuntimeError(f"{name} diverged: {told['message']}")


def learn(estimator, learner, X, *, labels=None, constraints=None, start=None, verbose=False, draws=False, **options):
    """Samples are not prepared: metric-learn learns from them as they are. Options that are None are left alone.

    Without a random state what the learner `draws` is drawn anew in each call; orders of steps stay the same.
    """
    settings = {name: _text(value) for name, value in options.items() if value is not None}
    state = getattr(estimator, "random_state", None)
    seed = 0 if state is None and not draws else int(check_random_state(state).randint(2 ** 31 - 1))
    progress = spoken(estimator, learner) if verbose else None
    request = _mahala.TrainRequest(learner, settings, {"prepare": "none"}, {}, seed, progress, [])
    start = None if start is None or not FACTS[learner]["continues"] else _mahala.metric_of(np.asarray(start, float), {})
    learned = Learned(_mahala.fit(request, _data.table(X, labels), constraints, start), learner)
    if progress is not None:
        progress.close(learned)
    return learned


def warn_unless_converged(estimator, learned):
    name = type(estimator).__name__
    if not learned.converged:
        warnings.warn(f"[{name}] {name} did not converge: {learned.message}", ConvergenceWarning, stacklevel=3)


def with_rows(components, rows):
    """The components with rows of zeros up to so many."""
    missing = max(0, rows - len(components))
    return np.vstack([components, np.zeros((missing, components.shape[1]))])[:rows]


def square(components):
    """(d, d) components of the same metric."""
    return components_from_metric(components.T @ components)


def whitened(tuples, prior):
    """(tuples in which the prior is the identity, S): distances there are |S (x - y)|."""
    root = components_from_metric(prior)
    return tuples @ root.T, root


@contextmanager
def matrix_file(matrix):
    """A file with a matrix, for options that take one."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "matrix.csv")
        np.savetxt(path, matrix, delimiter=",", fmt="%.17g")
        yield path
