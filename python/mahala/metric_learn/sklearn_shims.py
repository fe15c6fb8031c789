"""Names that moved between versions of scikit-learn, where code written for metric-learn looks for them."""
import warnings

from sklearn.metrics import get_scorer
from sklearn.utils._testing import _get_args, assert_allclose_dense_sparse, ignore_warnings, set_random_state
from sklearn.utils.estimator_checks import _is_public_parameter as is_public_parameter

SKLEARN_AT_LEAST_0_22 = True


def assert_warns_message(category, message, function, *args, **kwargs):
    """Calls the function, which must warn in that category with that text in the warning; returns what it returns."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = function(*args, **kwargs)
    told = [str(each.message) for each in said if issubclass(each.category, category)]
    assert any(message in each for each in told), f"no {category.__name__} says {message!r}: {told}"
    return result


__all__ = ["SKLEARN_AT_LEAST_0_22", "_get_args", "assert_allclose_dense_sparse", "assert_warns_message", "get_scorer",
           "ignore_warnings", "is_public_parameter", "set_random_state"]
