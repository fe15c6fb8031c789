"""Matrices that learning starts from, and components of a Mahalanobis matrix."""
import sys
import time
import warnings

import numpy as np
from numpy.linalg import LinAlgError
from scipy.linalg import eigh, pinvh
from sklearn.datasets import make_spd_matrix
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.utils import check_array, check_random_state

from .exceptions import NonPSDError

_SINGULAR = ("The covariance matrix is not invertible: using the pseudo-inverse instead."
             "To make the covariance matrix invertible you can remove any linearly dependent features and/or reduce the "
             "dimensionality of your input, for instance using `sklearn.decomposition.PCA` as a preprocessing step.")


def _check_sdp_from_eigen(w, tol=None):
    """Whether eigenvalues are all positive; NonPSDError if one is negative."""
    if tol is None:
        tol = np.abs(w).max() * len(w) * np.finfo(w.dtype).eps
    if tol < 0:
        raise ValueError("tol should be positive.")
    if np.any(w < -tol):
        raise NonPSDError()
    return not np.any(np.abs(w) < tol)


def components_from_metric(metric, tol=None):
    """L of metric = L^T L: diagonal, a Cholesky factor or, if it is singular, from the eigenvectors."""
    if not np.allclose(metric, metric.T):
        raise ValueError("The input metric should be symmetric.")
    diagonal = np.diag(metric)
    if np.array_equal(metric, np.diag(diagonal)):
        _check_sdp_from_eigen(diagonal, tol)
        return np.diag(np.sqrt(np.maximum(0, diagonal)))
    try:
        return np.linalg.cholesky(metric).T
    except LinAlgError:
        w, V = np.linalg.eigh(metric)
        _check_sdp_from_eigen(w, tol)
        return V.T * np.sqrt(np.maximum(0, w[:, None]))


def validate_vector(u, dtype=None):
    """One sample as a 1-D array."""
    u = np.atleast_1d(np.asarray(u, dtype=dtype, order="c").squeeze())
    if u.ndim > 1:
        raise ValueError("Input vector should be 1-D.")
    return u


def _check_n_components(n_features, n_components):
    if n_components is None:
        return n_features
    if 0 < n_components <= n_features:
        return n_components
    raise ValueError("Invalid n_components, must be in [1, %d]" % n_features)


def _pseudo_inverse_from_eig(w, V, tol=None):
    if tol is None:
        tol = np.amax(w) * np.max(w.shape) * np.finfo(w.dtype).eps
    inverse = np.where(np.abs(w) > tol, 1 / np.where(np.abs(w) > tol, w, 1), 0)
    return (V * inverse) @ np.conjugate(V).T


def _auto_select_init(has_classes, n_features, n_samples, n_components, n_classes):
    if has_classes and n_components <= min(n_features, n_classes - 1):
        return "lda"
    return "pca" if n_components < min(n_features, n_samples) else "identity"


def _check_init_array(init, n_components, n_features):
    init = check_array(init, copy=True)
    if init.shape[1] != n_features:
        raise ValueError(f"The input dimensionality ({init.shape[1]}) of the given linear transformation `init` must match "
                         f"the dimensionality of the given inputs `X` ({n_features}).")
    if init.shape[0] > init.shape[1]:
        raise ValueError(f"The output dimensionality ({init.shape[0]}) of the given linear transformation `init` cannot be "
                         f"greater than its input dimensionality ({init.shape[1]}).")
    if n_components != init.shape[0]:
        raise ValueError(f"The preferred dimensionality of the projected space `n_components` ({n_components}) does not "
                         f"match the output dimensionality of the given linear transformation `init` ({init.shape[0]})!")
    return init


def _reduced(init, n_components, points, y, random_state):
    if init == "pca":
        return PCA(n_components=n_components, random_state=random_state).fit(points).components_
    return LinearDiscriminantAnalysis(n_components=n_components).fit(points, y).scalings_.T[:n_components]


def _initialize_components(n_components, input, y=None, init="auto", verbose=False, random_state=None, has_classes=True):
    """The components that learning starts from."""
    n_features = input.shape[-1]
    if isinstance(init, np.ndarray):
        return _check_init_array(init, n_components, n_features)
    known = ["auto", "pca", "identity", "random"] + (["lda"] if has_classes else [])
    if init not in known:
        raise ValueError("`init` must be '{}' or a numpy array of shape (n_components, n_features)."
                         .format("', '".join(known)))
    random_state = check_random_state(random_state)
    if init == "auto":
        n_classes = len(np.unique(y)) if has_classes else -1
        init = _auto_select_init(has_classes, n_features, input.shape[0], n_components, n_classes)
    if init == "identity":
        return np.eye(n_components, n_features)
    if init == "random":
        return random_state.randn(n_components, n_features)
    begin = time.time()
    if verbose:
        print("Finding principal components... " if init == "pca" else "Finding most discriminative components... ")
    found = _reduced(init, n_components, input, y, random_state)
    if verbose:
        print(f"done in {time.time() - begin:5.2f}s")
        sys.stdout.flush()
    return found


def _given_matrix(init, n_features, strict_pd, return_inverse, name):
    """(matrix, inverse) of an array."""
    init = check_array(init, copy=True)
    if init.shape != (n_features, n_features):
        raise ValueError(f"The input dimensionality {init.shape} of the given mahalanobis matrix `{name}` must match the "
                         f"dimensionality of the given inputs ({n_features}).")
    if not np.allclose(init, init.T):
        raise ValueError(f"`{name}` is not symmetric.")
    w, V = eigh(init, check_finite=False)
    definite = _check_sdp_from_eigen(w)
    if strict_pd and not definite:
        raise LinAlgError(f"You should provide a strictly positive definite matrix as `{name}`. This one is not definite. "
                          f"Try another {name}, or an algorithm that does not require the {name} to be strictly positive "
                          "definite.")
    if return_inverse and not definite:
        warnings.warn("The initialization matrix is not invertible: using the pseudo-inverse instead.")
    return init, _pseudo_inverse_from_eig(w, V)


def _covariance_matrix(input, strict_pd, name):
    """(inverse covariance, covariance) of the samples, each once if they come in tuples."""
    points = np.unique(input.reshape(-1, input.shape[-1]), axis=0) if input.ndim == 3 else input
    covariance = np.atleast_2d(np.cov(points, rowvar=False))
    w, V = eigh(covariance, check_finite=False)
    definite = _check_sdp_from_eigen(w)
    if strict_pd and not definite:
        raise LinAlgError("Unable to get a true inverse of the covariance matrix since it is not definite. Try another "
                          f"`{name}`, or an algorithm that does not require the `{name}` to be strictly positive definite.")
    if not definite:
        warnings.warn(_SINGULAR)
    return _pseudo_inverse_from_eig(w, V), covariance


def _initialize_metric_mahalanobis(input, init="identity", random_state=None, return_inverse=False, strict_pd=False,
                                   matrix_name="matrix"):
    """The matrix that learning starts from or stays near, and its inverse if asked for."""
    n_features = input.shape[-1]
    if isinstance(init, np.ndarray):
        both = _given_matrix(init, n_features, strict_pd, return_inverse, matrix_name)
    elif init not in ("identity", "covariance", "random"):
        raise ValueError(f"`{matrix_name}` must be 'identity', 'covariance', 'random' or a numpy array of shape "
                         "(n_features, n_features).")
    elif init == "identity":
        both = np.eye(n_features), np.eye(n_features)
    elif init == "covariance":
        both = _covariance_matrix(input, strict_pd, matrix_name)
    else:
        drawn = make_spd_matrix(n_features, random_state=check_random_state(random_state))
        both = drawn, pinvh(drawn)
    return both if return_inverse else both[0]
