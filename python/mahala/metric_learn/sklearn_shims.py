"""Names that moved between versions of scikit-learn, where code written for metric-learn looks for them."""
from sklearn.metrics import get_scorer
from sklearn.utils._testing import _get_args, assert_allclose_dense_sparse, ignore_warnings, set_random_state
from sklearn.utils.estimator_checks import _is_public_parameter as is_public_parameter

__all__ = ["_get_args", "assert_allclose_dense_sparse", "get_scorer", "ignore_warnings", "is_public_parameter",
           "set_random_state"]
