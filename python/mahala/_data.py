"""From arrays of NumPy and SciPy to what the library takes, without a copy where there need be none."""
import os

import numpy as np
import scipy.sparse

from . import _mahala


def samples(X):
    """Samples of a checked array: C-ordered doubles, floats and float16 and CSR matrices are used where they lie.

    Positions of 32 bits of a CSR matrix are widened once; its values are shared if they are doubles.
    """
    if scipy.sparse.issparse(X):
        X = X.tocsr()
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        as_is = dict(copy=False)
        return _mahala.sparse_samples(X.shape[1], X.indptr.astype(np.int64, **as_is), X.indices.astype(np.int64, **as_is),
                                      np.ascontiguousarray(X.data, dtype=np.float64))
    X = np.asarray(X)
    kind = X.dtype if X.dtype in (np.float32, np.float16) else np.float64
    return _mahala.dense_samples(np.ascontiguousarray(X, dtype=kind))


def to_array(x):
    """The array of samples: (n, d), or a CSR matrix."""
    arrays = x.arrays()
    if isinstance(arrays, tuple):
        starts, columns, values, width = arrays
        return scipy.sparse.csr_matrix((values, columns, starts), shape=(len(starts) - 1, width))
    return arrays


def kept_in(checkpoint=None, every="60s", resume=False):
    """A checkpoint as the library takes it."""
    if checkpoint is None and resume:
        raise ValueError("resume: name the file to go on from, checkpoint")
    return "" if checkpoint is None else os.fspath(checkpoint), str(every), bool(resume)


def is_multilabel(y):
    """Lists of labels, or a matrix of zeros and ones, instead of one label each."""
    if scipy.sparse.issparse(y):
        return True
    if isinstance(y, np.ndarray):
        return y.ndim == 2 and y.shape[1] > 1
    return isinstance(y, (list, tuple)) and len(y) > 0 and isinstance(y[0], (list, tuple, set, frozenset, np.ndarray))


def _many_labels(y):
    if scipy.sparse.issparse(y) or isinstance(y, np.ndarray):
        rows = scipy.sparse.csr_matrix(y)
        names = [str(k) for k in range(rows.shape[1])]
        return _mahala.LabelList(names, rows.indices.tolist(), rows.indptr[1:].tolist()), np.arange(rows.shape[1])
    classes, codes = np.unique(np.concatenate([np.asarray(list(each)) for each in y]), return_inverse=True)
    ends = np.cumsum([len(each) for each in y])
    return _mahala.LabelList([str(each) for each in classes], codes.tolist(), ends.tolist()), classes


def labels(y):
    """(labels of the library, the classes they stand for)."""
    if is_multilabel(y):
        return _many_labels(y)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    names = [str(each) for each in classes]
    if len(set(names)) < len(names):
        raise ValueError("two labels read the same: " + ", ".join(sorted({n for n in names if names.count(n) > 1})))
    return _mahala.LabelList(names, codes.tolist(), None), classes


def targets(y):
    """Regression targets as labels that are numbers."""
    values, codes = np.unique(np.asarray(y, dtype=np.float64), return_inverse=True)
    return _mahala.LabelList([repr(float(each)) for each in values], codes.tolist(), None)


def table(X, labelled=None, features=(), source="X"):
    """`labelled`: labels of the library, or an array (n, k) of outputs of several numbers."""
    vectors = isinstance(labelled, np.ndarray)
    made = _mahala.Table(samples(X), None if vectors else labelled, [str(each) for each in features], source)
    if vectors:
        made.outputs = labelled.T
    return made


def _indices(array, width, what):
    array = np.asarray(array)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{what} are an array of shape (n, {width}), and this has the shape {array.shape}")
    if array.dtype.kind not in "iu":
        if array.dtype.kind != "f" or not np.all(array == np.floor(array)):
            raise ValueError(f"{what} are indices of samples, and these are {array.dtype}")
    return array.astype(np.int64).tolist()


def weights(weight, count, what="constraints"):
    if weight is None:
        return []
    weight = np.asarray(weight, dtype=np.float64)
    if weight.shape != (count,):
        raise ValueError(f"sample_weight has the shape {weight.shape}, and there are {count} {what}")
    return weight.tolist()


def same_or_not(y, count):
    """+1 or -1 of each pair, from 1 and -1, 1 and 0 or booleans."""
    y = np.asarray(y)
    if y.shape != (count,):
        raise ValueError(f"y has the shape {y.shape}, and there are {count} pairs")
    if y.dtype == bool:
        y = y.astype(int)
    if not np.isin(y, (-1, 0, 1)).all() or (np.isin(-1, y) and np.isin(0, y)):
        raise ValueError("y of pairs is 1 for the same and -1 or 0 for different, and holds other values")
    return np.where(y == 1, 1.0, -1.0)


def pairs(indices, y, weight=None, value=None):
    """Pairs that are the same or not or, with `value`, bounds on their squared distances (y = None: these very ones)."""
    made = _mahala.ConstraintList()
    made.kind = "pairs"
    made.samples = _indices(indices, 2, "pairs")
    count = len(made.samples)
    if y is None and value is None:
        raise ValueError("pairs need a y that says which are the same")
    made.same = [0.0] * count if y is None else same_or_not(y, count).tolist()
    made.value = [] if value is None else np.asarray(value, dtype=np.float64).tolist()
    made.weight = weights(weight, count)
    return made


def triplets(indices, weight=None):
    made = _mahala.ConstraintList()
    made.kind = "triplets"
    made.samples = _indices(indices, 3, "triplets")
    made.weight = weights(weight, len(made.samples))
    return made


def sets(of_queries):
    """(query, near ones, far ones) each."""
    made = _mahala.ConstraintList()
    made.kind = "sets"
    made.samples = [[int(query), *map(int, near)] for query, near, _ in of_queries]
    made.far = [list(map(int, far)) for _, _, far in of_queries]
    return made


_RELATIONS = {"=": 0.0, "<=": 1.0, ">=": -1.0}


def _terms(what, k):
    """(ends of the terms one after the other, factors, are they features) of a symmetric matrix or a list of (i, j, factor)."""
    if scipy.sparse.issparse(what) or (isinstance(what, np.ndarray) and what.ndim == 2 and what.shape[0] == what.shape[1]):
        entries = scipy.sparse.coo_matrix(what)
        if not entries.nnz:
            raise ValueError(f"form {k}: a matrix of zeros")
        return np.column_stack([entries.row, entries.col]).ravel().tolist(), entries.data.astype(float).tolist(), True
    ends = [-1 if end is None else int(end) for i, j, _ in what for end in (i, j)]
    return ends, [float(factor) for _, _, factor in what], False


def forms(of_metric, weight=None):
    """(A, relation, value) each: tr(W A) with a symmetric matrix A of features as they are prepared, or a list of
    (i, j, factor) of samples, the sum of factor times their squared distances (j = None: to the origin)."""
    made = _mahala.ConstraintList()
    made.kind = "forms"
    samples, factors, of_features, same, value = [], [], [], [], []
    for k, (what, relation, bound) in enumerate(of_metric):
        if relation not in _RELATIONS:
            raise ValueError(f"form {k}: the relation is =, <= or >=, not {relation!r}")
        ends, own, features = _terms(what, k)
        samples.append(ends)
        factors.append(own)
        of_features.append(features)
        same.append(_RELATIONS[relation])
        value.append(float(bound))
    made.samples, made.factors, made.of_features, made.same, made.value = samples, factors, of_features, same, value
    made.weight = weights(weight, len(samples))
    return made


def points_of(tuples):
    """(samples, indices) of a 3-D array of tuples, each sample once."""
    flat = tuples.reshape(-1, tuples.shape[2])
    points, places = np.unique(flat, axis=0, return_inverse=True)
    return points, places.reshape(tuples.shape[:2])


def differences_of(quadruplets):
    """Quadruplets (a, b, c, d), d(a, b) < d(c, d), as triplets: a - b is nearer to 0 than c - d."""
    near, far = quadruplets[:, 0] - quadruplets[:, 1], quadruplets[:, 2] - quadruplets[:, 3]
    origin = np.zeros((len(quadruplets), 1, quadruplets.shape[2]))
    return np.concatenate([origin, near[:, None], far[:, None]], axis=1)
