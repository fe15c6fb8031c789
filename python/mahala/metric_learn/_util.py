"""The helpers of metric-learn under the names it gives them."""
from ._inputs import (ArrayIndexer, check_collapsed_pairs, check_input, check_tuple_size, check_y_valid_values_for_pairs,
                      make_context, make_name, preprocess_points, preprocess_tuples)
from ._matrices import (_auto_select_init, _check_n_components, _check_sdp_from_eigen, _initialize_components,
                        _initialize_metric_mahalanobis, _pseudo_inverse_from_eig, components_from_metric, validate_vector)

__all__ = ["ArrayIndexer", "_auto_select_init", "_check_n_components", "_check_sdp_from_eigen", "_initialize_components",
           "_initialize_metric_mahalanobis", "_pseudo_inverse_from_eig", "check_collapsed_pairs", "check_input",
           "check_tuple_size", "check_y_valid_values_for_pairs", "components_from_metric", "make_context", "make_name",
           "preprocess_points", "preprocess_tuples", "validate_vector"]
