"""What metric-learn's estimators share: preprocessors, distances, and what pairs, triplets and quadruplets are judged by."""
import warnings
from abc import ABCMeta, abstractmethod

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.metrics import precision_recall_curve, roc_auc_score, roc_curve
from sklearn.utils.validation import _is_arraylike, check_is_fitted

from ._inputs import ArrayIndexer, check_input
from ._matrices import validate_vector


class BaseMetricLearner(BaseEstimator, metaclass=ABCMeta):
    def __init__(self, preprocessor=None):
        self.preprocessor = preprocessor

    @abstractmethod
    def pair_score(self, pairs):
        """Similarities of pairs: the larger, the more alike."""

    @abstractmethod
    def pair_distance(self, pairs):
        """Distances of pairs."""

    @abstractmethod
    def score_pairs(self, pairs):
        """Deprecated: use pair_score or pair_distance."""

    @abstractmethod
    def get_metric(self):
        """A function of two samples."""

    def _check_preprocessor(self):
        given = self.preprocessor
        if not (given is None or callable(given) or _is_arraylike(given)):
            raise ValueError(f"Invalid type for the preprocessor: {type(given)}. You should provide either None, an "
                             "array-like object, or a callable.")
        self.preprocessor_ = ArrayIndexer(given) if _is_arraylike(given) else given

    def _prepare_inputs(self, X, y=None, type_of_inputs="classic", **kwargs):
        """Sets the preprocessor up, and checks what is learned from."""
        self._check_preprocessor()
        checked = check_input(X, y, type_of_inputs=type_of_inputs, preprocessor=self.preprocessor_, estimator=self,
                              tuple_size=getattr(self, "_tuple_size", None), **kwargs)
        self.n_features_in_ = (checked if y is None else checked[0]).shape[-1]
        return checked


class MetricTransformer(TransformerMixin, metaclass=ABCMeta):
    @abstractmethod
    def transform(self, X):
        """Embed samples."""


class MahalanobisMixin(BaseMetricLearner, MetricTransformer):
    """Estimators with `components_` L: d(x, y) = |L x - L y|."""

    def score_pairs(self, pairs):
        warnings.warn("score_pairs will be deprecated in release 0.7.0. Use pair_score to compute similarity scores, or "
                      "pair_distances to compute distances.", category=FutureWarning)
        return self.pair_distance(pairs)

    def pair_score(self, pairs):
        """Minus the distances."""
        return -1 * self.pair_distance(pairs)

    def pair_distance(self, pairs):
        """Distances of the samples of each pair."""
        check_is_fitted(self, ["preprocessor_"])
        pairs = check_input(pairs, type_of_inputs="tuples", preprocessor=self.preprocessor_, estimator=self, tuple_size=2)
        moved = self.transform(pairs[:, 1, :] - pairs[:, 0, :])
        return np.sqrt(np.sum(moved ** 2, axis=-1))

    def transform(self, X):
        """L x of every sample."""
        check_is_fitted(self, ["preprocessor_", "components_"])
        X = check_input(X, type_of_inputs="classic", estimator=self, preprocessor=self.preprocessor_, accept_sparse=True)
        if X.shape[1] != self.components_.shape[1]:
            raise ValueError(f"X has {X.shape[1]} features, but {type(self).__name__} is expecting "
                             f"{self.components_.shape[1]} features as input")
        return X.dot(self.components_.T)

    def get_metric(self):
        """A function of two samples, free of the estimator; squared=True for squared distances."""
        check_is_fitted(self, "components_")
        components = self.components_.T.copy()

        def metric_fun(u, v, squared=False):
            u, v = validate_vector(u), validate_vector(v)
            moved = (u - v).dot(components)
            squares = np.sum(moved ** 2)
            return squares if squared else np.sqrt(squares)
        return metric_fun

    def get_mahalanobis_matrix(self):
        """M = L^T L."""
        check_is_fitted(self, "components_")
        return self.components_.T.dot(self.components_)


class _PairsClassifierMixin(BaseMetricLearner, ClassifierMixin):
    """Estimators of pairs that are similar (1) or not (-1)."""
    _tuple_size = 2
    classes_ = np.array([0, 1])

    def predict(self, pairs):
        """1 for pairs at most `threshold_` apart, else -1."""
        check_is_fitted(self, "preprocessor_")
        if "threshold_" not in vars(self):
            raise AttributeError("A threshold for this estimator has not been set, call its set_threshold or "
                                 "calibrate_threshold method.")
        return 2 * (-self.decision_function(pairs) <= self.threshold_) - 1

    def decision_function(self, pairs):
        """Similarities."""
        check_is_fitted(self, "preprocessor_")
        pairs = check_input(pairs, type_of_inputs="tuples", preprocessor=self.preprocessor_, estimator=self,
                            tuple_size=self._tuple_size)
        return self.pair_score(pairs)

    def score(self, pairs, y):
        """Area under the ROC curve."""
        return roc_auc_score(y, self.decision_function(pairs))

    def set_threshold(self, threshold):
        check_is_fitted(self, "preprocessor_")
        try:
            self.threshold_ = float(threshold)
        except (TypeError, ValueError) as error:
            raise ValueError(f"Parameter threshold must be a real number. Got {type(threshold)} instead.") from error
        return self

    def calibrate_threshold(self, pairs_valid, y_valid, strategy="accuracy", min_rate=None, beta=1.):
        """Choose the threshold on pairs: best accuracy or F-beta, or best rate of one sort at a least rate of the other."""
        check_is_fitted(self, "preprocessor_")
        self._validate_calibration_params(strategy, min_rate, beta)
        pairs_valid, y_valid = check_input(pairs_valid, y_valid, type_of_inputs="tuples", preprocessor=self.preprocessor_,
                                           estimator=self, tuple_size=self._tuple_size)
        scores = self.decision_function(pairs_valid)
        if strategy == "accuracy":
            self.threshold_ = _most_accurate(scores, y_valid)
        elif strategy == "f_beta":
            self.threshold_ = _best_f(scores, y_valid, beta)
        else:
            self.threshold_ = _best_rate(scores, y_valid, strategy, min_rate)
        return self

    @staticmethod
    def _validate_calibration_params(strategy="accuracy", min_rate=None, beta=1.):
        if strategy not in ("accuracy", "f_beta", "max_tpr", "max_tnr"):
            raise ValueError('Strategy can either be "accuracy", "f_beta" or "max_tpr" or "max_tnr". '
                             f'Got "{strategy}" instead.')
        if strategy in ("max_tpr", "max_tnr") and not (isinstance(min_rate, (int, float)) and 0 <= min_rate <= 1):
            raise ValueError(f"Parameter min_rate must be a number in[0, 1]. Got {min_rate} instead.")
        if strategy == "f_beta" and not isinstance(beta, (int, float)):
            raise ValueError(f"Parameter beta must be a real number. Got {type(beta)} instead.")


def _most_accurate(scores, y):
    """Calls the k best-scored pairs similar, for the k that is right most often; 0 of them is one choice."""
    order = np.argsort(scores)[::-1]
    cuts = np.concatenate([[scores[order[0]] + 1], scores[order]])
    right = np.concatenate([[0], np.cumsum(y[order] == 1)]) + np.concatenate([[0], np.cumsum(y[order][::-1] == -1)])[::-1]
    return -cuts[np.argmax(right)]


def _best_f(scores, y, beta):
    precision, recall, cuts = precision_recall_curve(y, scores, pos_label=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        f = (1 + beta ** 2) * precision * recall / (beta ** 2 * precision + recall)
    return -cuts[np.argmax(np.nan_to_num(f[:-1]))]


def _best_rate(scores, y, strategy, least):
    fpr, tpr, cuts = roc_curve(y, scores, pos_label=1)
    kept, wanted = (1 - fpr, tpr) if strategy == "max_tpr" else (tpr, 1 - fpr)
    allowed = np.where(kept >= least)[0]
    best = allowed[np.argmax(wanted[allowed])]
    return -(cuts[best] - 1) if best == len(cuts) - 1 else -cuts[best]


class _TuplesInOrder(BaseMetricLearner, ClassifierMixin):
    """Estimators of tuples whose first pair should be the nearer one."""
    classes_ = np.array([0, 1])

    def _pairs_of(self, tuples):
        raise NotImplementedError

    def decision_function(self, tuples):
        """How much more alike the first pair is."""
        check_is_fitted(self, "preprocessor_")
        tuples = check_input(tuples, type_of_inputs="tuples", preprocessor=self.preprocessor_, estimator=self,
                             tuple_size=self._tuple_size)
        near, far = self._pairs_of(tuples)
        return self.pair_score(near) - self.pair_score(far)

    def score(self, tuples, y=None):
        """The share in the right order."""
        return self.predict(tuples).mean() / 2 + 0.5


class _TripletsClassifierMixin(_TuplesInOrder):
    """Triplets: the first sample is nearer to the second than to the third."""
    _tuple_size = 3

    def _pairs_of(self, tuples):
        return tuples[:, :2], tuples[:, [0, 2]]

    def predict(self, triplets):
        """1 for triplets in order, else -1."""
        return 2 * (self.decision_function(triplets) > 0) - 1


class _QuadrupletsClassifierMixin(_TuplesInOrder):
    """Quadruplets: the first two samples are nearer to each other than the last two."""
    _tuple_size = 4

    def _pairs_of(self, tuples):
        return tuples[:, :2], tuples[:, 2:]

    def predict(self, quadruplets):
        """1 for quadruplets in order, -1 for others, 0 for ties."""
        return np.sign(self.decision_function(quadruplets))
