"""Pairs and other tuples of estimators: how they are formed, what a model says of them, how that is judged."""
import html

import numpy as np
from sklearn.utils import check_array

from . import _data


def _looked_up(estimator, indices):
    source = estimator.preprocessor
    if callable(source):
        return np.stack([np.asarray(source(column)) for column in indices.T], axis=1)
    source = np.asarray(source)
    if indices.dtype.kind not in "iu":
        raise ValueError(f"with a preprocessor, tuples are indices, and these are {indices.dtype}")
    if indices.size and (indices.min() < -len(source) or indices.max() >= len(source)):
        raise ValueError(f"index {indices.max() if indices.max() >= len(source) else indices.min()} is outside the "
                         f"{len(source)} samples of the preprocessor")
    return source[indices]


def dimensions(X):
    """Of an array, or of what can be made one."""
    return X.ndim if hasattr(X, "ndim") else np.asarray(X).ndim


def formed(estimator, tuples):
    """Checked tuples as a 3-D array."""
    tuples = np.asarray(tuples)
    if tuples.ndim == 2 and estimator.preprocessor is not None:
        tuples = _looked_up(estimator, tuples)
    if tuples.ndim != 3:
        raise ValueError(f"tuples are an array of shape (n, 2 to 4, features), or of indices if a preprocessor is set; "
                         f"this has the shape {tuples.shape}")
    if tuples.shape[0] == 0:
        raise ValueError("there are no tuples: the array is empty")
    return np.ascontiguousarray(check_array(tuples, allow_nd=True, dtype=np.float64))


def values(estimator, pairs):
    """Squared distances or scores."""
    pairs = formed(estimator, pairs)
    if pairs.shape[1] != 2:
        raise ValueError(f"pairs have 2 samples, and these {pairs.shape[1]}")
    if pairs.shape[2] != estimator.n_features_in_:
        raise ValueError(f"X has {pairs.shape[2]} features, but {type(estimator).__name__} is expecting "
                         f"{estimator.n_features_in_} features as input")
    left, right = (_data.samples(np.ascontiguousarray(pairs[:, k])) for k in (0, 1))
    places = np.repeat(np.arange(len(pairs))[:, None], 2, axis=1)
    return estimator.model_.pair_values(left, right, places)


def metric_function(estimator):
    """Of two samples; `squared=True` for the squared distance."""
    if hasattr(estimator, "components_"):
        components = estimator.components_.copy()

        def metric(u, v, squared=False):
            moved = components @ (np.asarray(u, dtype=float) - np.asarray(v, dtype=float))
            distance = moved @ moved
            return distance if squared else np.sqrt(distance)
        return metric

    def general(u, v, squared=False):
        distance = estimator.pair_distance(np.stack([u, v])[None])[0]
        return distance ** 2 if squared else distance
    return general


def _vote(embedded, y, k=5):
    """Labels or targets of the nearest others of each sample."""
    from sklearn.neighbors import NearestNeighbors
    near = NearestNeighbors(n_neighbors=min(k, len(y) - 1)).fit(embedded)
    return y[near.kneighbors(return_distance=False)]


def _of_samples(estimator, X, y):
    if y is None:
        raise ValueError("score of samples needs their labels: y is None")
    if estimator._facts["gives"] == "ranking":
        return float(np.mean(estimator.predict(X) == np.asarray(y)))
    embedded, y = estimator._placed(X), np.asarray(y)
    if len(y) != len(embedded):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {[len(embedded), len(y)]}")
    if len(y) < 2:
        raise ValueError("score takes at least 2 samples, each judged by the others")
    around = _vote(np.asarray(embedded), y)
    if estimator._facts["needs"] == "outputs":
        from sklearn.metrics import r2_score
        return r2_score(y, around.mean(axis=1))
    classes, codes = np.unique(y, return_inverse=True)
    votes = np.zeros((len(y), len(classes)))
    np.add.at(votes, (np.arange(len(y))[:, None], np.searchsorted(classes, around)), 1)
    return float(np.mean(votes.argmax(axis=1) == codes))


def score(estimator, X, y):
    if estimator.preprocessor is None and dimensions(X) != 3:
        return _of_samples(estimator, X, y)
    tuples = formed(estimator, X)
    if tuples.shape[1] == 2:
        from sklearn.metrics import roc_auc_score
        return roc_auc_score(_data.same_or_not(y, len(tuples)), estimator.pair_score(tuples))
    far = tuples[:, 2:] if tuples.shape[1] == 4 else tuples[:, [0, 2]]
    return float(np.mean(estimator.pair_score(tuples[:, :2]) > estimator.pair_score(far)))


def escaped(text):
    return html.escape(text)
