"""Samples and tuples as they are given: formed, looked up by a preprocessor, checked, with metric-learn's messages."""
import numpy as np
from sklearn.utils import check_array, check_X_y

from .exceptions import PreprocessorError

_EXPECTED = {"points": "2D array of formed points", "tuples": "3D array of formed tuples",
             "points or indicators": "1D array of indicators or 2D array of formed points",
             "tuples or indicators": "2D array of indicators or 3D array of formed tuples"}
_PERMISSIVE = dict(ensure_2d=False, allow_nd=True, copy=False, force_all_finite=False, accept_sparse=True, dtype=None,
                   ensure_min_features=0, ensure_min_samples=0)


def make_name(estimator):
    """The name of an estimator, or the text itself."""
    return estimator if estimator is None or isinstance(estimator, str) else type(estimator).__name__


def make_context(estimator):
    name = make_name(estimator)
    return "" if name is None else f" by {name}"


class ArrayIndexer:
    """Looks indices up in an array."""

    def __init__(self, X):
        self.X = check_array(X, **{**_PERMISSIVE, "estimator": None})

    def __call__(self, indices):
        return self.X[indices]


def preprocess_points(points, preprocessor):
    try:
        return preprocessor(points)
    except Exception as error:
        raise PreprocessorError(error) from error


def preprocess_tuples(tuples, preprocessor):
    try:
        return np.column_stack([preprocessor(column)[:, np.newaxis] for column in tuples.T])
    except Exception as error:
        raise PreprocessorError(error) from error


def _refuse(found, expected, context, when="", advice=""):
    raise ValueError(f"{_EXPECTED[expected]} expected{context}{when}. Found {found.ndim}D array instead:\ninput={found}. "
                     f"Reshape your data{advice}.\n")


def _formed(given, what, ndim, preprocessor, look_up, context):
    """What was given with `ndim` dimensions, or one less where a preprocessor looks it up."""
    if given.ndim == ndim:
        return given, ""
    if given.ndim == ndim - 1:
        if preprocessor is None:
            _refuse(given, what, context, advice=" and/or use a preprocessor")
        return look_up(given, preprocessor), " after the preprocessor has been applied"
    if preprocessor is None:
        _refuse(given, what, context)
    _refuse(given, what + " or indicators", context, when=" when using a preprocessor")


def _check_formed(given, what, ndim, when, context, checks):
    given = check_array(given, allow_nd=True, ensure_2d=False, **checks)
    if given.ndim != ndim:
        _refuse(given, what, context, when=when, advice="" if when else " and/or use a preprocessor")
    return given


def check_tuple_size(tuples, tuple_size, context):
    if tuple_size is not None and tuples.shape[1] != tuple_size:
        raise ValueError(f"Tuples of {tuple_size} element(s) expected{context}. Got tuples of {tuples.shape[1]} element(s) "
                         f"instead (shape={tuples.shape}):\ninput={tuples}.\n")


def check_y_valid_values_for_pairs(y):
    if not np.array_equal(np.abs(y), np.ones_like(y)):
        raise ValueError("When training on pairs, the labels (y) should contain only values in [-1, 1]. "
                         "Found an incorrect value.")


def check_collapsed_pairs(pairs):
    same = int((np.linalg.norm(pairs[:, 0] - pairs[:, 1], axis=1) < 1e-9).sum())
    if same:
        raise ValueError(f"{same} collapsed pairs found (where the left element is the same as the right element), "
                         f"out of {pairs.shape[0]} pairs in total.")


def _check_tuples(given, preprocessor, tuple_size, context, checks):
    given, when = _formed(given, "tuples", 3, preprocessor, preprocess_tuples, context)
    least = checks["ensure_min_features"]
    given = check_array(given, allow_nd=True, ensure_2d=False, **checks)
    if least > 0 and given.ndim > 2 and given.shape[2] < least:
        raise ValueError(f"Found array with {given.shape[2]} feature(s) (shape={given.shape}) while a minimum of {least} "
                         f"is required{context}.")
    given = _check_formed(given, "tuples", 3, when, context, checks)
    check_tuple_size(given, tuple_size, context)
    return given


def check_input(input_data, y=None, preprocessor=None, type_of_inputs="classic", tuple_size=None, accept_sparse=False,
                dtype="numeric", order=None, copy=False, force_all_finite=True, multi_output=False, ensure_min_samples=1,
                ensure_min_features=1, y_numeric=False, estimator=None):
    """Checked samples ('classic') or tuples ('tuples'), with y if it is given; options as scikit-learn's check_X_y."""
    context = make_context(estimator)
    checks = dict(accept_sparse=accept_sparse, dtype=dtype, order=order, copy=copy, force_all_finite=force_all_finite,
                  ensure_min_samples=ensure_min_samples, ensure_min_features=ensure_min_features, estimator=estimator)
    if y is None:
        input_data = check_array(input_data, **_PERMISSIVE)
    else:
        input_data, y = check_X_y(input_data, y, multi_output=multi_output, y_numeric=y_numeric, **_PERMISSIVE)
    if type_of_inputs == "classic":
        input_data, when = _formed(input_data, "points", 2, preprocessor, preprocess_points, context)
        input_data = _check_formed(input_data, "points", 2, when, context, checks)
    elif type_of_inputs == "tuples":
        input_data = _check_tuples(input_data, preprocessor, tuple_size, context, checks)
        if y is not None and input_data.shape[1] == 2:
            check_y_valid_values_for_pairs(y)
    else:
        raise ValueError(f"Unknown value {type_of_inputs} for type_of_inputs. Valid values are 'classic' or 'tuples'.")
    return input_data if y is None else (input_data, y)
