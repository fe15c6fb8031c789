"""What all estimators share. Their options and names come from the registry of the library (_registry.py)."""
import numbers
import re
import warnings
from contextlib import contextmanager

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_consistent_length, check_is_fitted, column_or_1d

from . import _data, _mahala, _pairs
from ._progress import Progress


def _text(value):
    """An option's value as the library reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    return str(value)


_LARGEST_SQUARE = 4096  # features of a metric with an identity part whose components are formed

# Options of fit that mean nothing to partial_fit, which learns from each sample once.
_OF_SAMPLES_AT_HAND = {"steps", "checks", "held_out", "folds", "draw", "window", "prefix"}

# Learners of pairs that count all of them alike: weights would be passed over in silence.
_COUNT_ALIKE = {"hmrf-kmeans", "mmc", "pola"}


@contextmanager
def _threads(n_jobs):
    before = _mahala.threads()
    if n_jobs is not None:
        _mahala.set_threads(0 if n_jobs < 0 else n_jobs)
    try:
        yield
    finally:
        _mahala.set_threads(before)


def _streams(self):
    if self._facts["streams"] == "nothing":
        raise AttributeError(f"{self._facts['name']} does not learn from one example at a time")
    return True


def _ranks(self):
    return self._facts["gives"] == "ranking"


class MetricLearner(BaseEstimator):
    """A learner of the registry as an estimator of scikit-learn."""

    _facts = None  # of the registry
    _options = {}  # the library's name and description of an option, by parameter

    # --- what is learned from
    def _more_tags(self):
        needs = self._facts["needs"]
        return {"requires_y": needs != "nothing", "preserves_dtype": [], "requires_fit": True,
                "allow_nan": self.impute != "none", "binary_only": False}

    def _checked(self, X, reset, least=1):
        # Of ranks each looks at its own rows, in the library: looking at all of them would read the whole file.
        finite = False if _mahala.ranks() > 1 else "allow-nan" if self.impute != "none" else True
        return self._validate_data(X, reset=reset, accept_sparse="csr", dtype=[np.float64, np.float32, np.float16], order="C",
                                   ensure_min_samples=least, force_all_finite=finite)

    def _labelled(self, X, y):
        """Labels or regression targets for the library."""
        needs = self._facts["needs"]
        if needs == "nothing":
            return None
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None: "
                             f"{self._facts['name']} learns from {needs}")
        if needs == "outputs" and self._facts["vector_outputs"]:
            several = np.asarray(y)
            if several.ndim == 2 and several.shape[1] > 1:
                several = check_array(several, dtype=np.float64, input_name="y")
                check_consistent_length(X, several)
                return several
        if needs == "outputs":
            y = check_array(column_or_1d(y, warn=True), ensure_2d=False, dtype=np.float64, input_name="y")
            check_consistent_length(X, y)
            return _data.targets(y)
        if not _data.is_multilabel(y):
            y = column_or_1d(y, warn=True)
            check_classification_targets(y)
            check_consistent_length(X, y)
        labels, self.classes_ = _data.labels(y)
        return labels

    def _tuples(self, X, y, weight):
        """(samples, constraints) of a 3-D array of pairs, triplets or quadruplets."""
        tuples = _pairs.formed(self, X)
        self._as_is = tuples.shape[1] == 4
        if self._as_is:
            self._check_translates()
            tuples = _data.differences_of(tuples)
        elif tuples.shape[1] not in (2, 3):
            raise ValueError(f"tuples are pairs, triplets or quadruplets, and these have {tuples.shape[1]} samples")
        points, places = _data.points_of(tuples)
        if tuples.shape[1] == 2:
            return points, _data.pairs(places, y, weight)
        return points, _data.triplets(places, weight)

    def _check_translates(self):
        if self.prepare not in ("auto", "none"):
            raise ValueError(f"quadruplets are learned from as they are: prepare is {self.prepare!r}")

    def _constraints(self, y, given, weight):
        """Constraints given as indices of X, and whether y is theirs."""
        if sum(each is not None for each in given.values()) > 1:
            raise ValueError("give pairs, triplets, sets or forms, and one of them only")
        if given["pairs"] is not None:
            return _data.pairs(given["pairs"], y, weight), True
        if given["triplets"] is not None:
            return _data.triplets(given["triplets"], weight), False
        if given["sets"] is not None:
            return _data.sets(given["sets"]), False
        if given.get("forms") is not None:
            return _data.forms(given["forms"], weight), False
        return None, False

    def _table(self, X, y, given, weight, reset):
        """(table, constraints, are they tuples)."""
        if self.preprocessor is not None or _pairs.dimensions(X) == 3:
            points, constraints = self._tuples(X, y, weight)
            self.n_features_in_ = points.shape[1]
            return _data.table(points), constraints, True
        self._as_is = False
        X = self._checked(X, reset, 2 if reset and self._facts["needs"] != "nothing" else 1)
        constraints, of_pairs = self._constraints(y, given, weight)
        labelled = None if of_pairs or (constraints is not None and y is None) else self._labelled(X, y)
        features = getattr(self, "feature_names_in_", ())
        return _data.table(X, labelled, features), constraints, constraints is not None

    # --- learning
    def _settings(self):
        settings = {}
        for parameter, option in self._options.items():
            value = getattr(self, parameter)
            if value is not None:
                settings[option["name"]] = _text(value)
        return settings

    def _request(self, progress, streaming=False, weights=(), checkpoint=_data.kept_in()):
        seed = self.random_state
        if seed is None:
            seed = 0
        elif not isinstance(seed, numbers.Integral):
            seed = check_random_state(seed).randint(2**31 - 1)
        training = {"prepare": "none" if self._as_is else self.prepare, "impute": self.impute}
        sampling = {name: _text(value) for name, value in (self.sampling or {}).items()}
        settings = {k: v for k, v in self._settings().items() if not streaming or k not in _OF_SAMPLES_AT_HAND}
        return _mahala.TrainRequest(self._facts["name"], settings, training, sampling, int(seed), progress, list(weights),
                                    checkpoint)

    def _in_parameters(self, message):
        """A message of the library with the names that its options have here."""
        for parameter, option in self._options.items():
            if parameter != option["name"]:
                message = re.sub(rf"\boption {re.escape(option['name'])}\b", f"option {parameter}", message)
        return message

    def _learn(self, work, **of_request):
        progress = Progress(self.verbose, self.callback, self._facts["name"])
        try:
            with _threads(self.n_jobs):
                self._take(work(self._request(progress.needed(), **of_request)))
        except ValueError as error:
            told = self._in_parameters(str(error))
            if told == str(error):
                raise
            raise ValueError(told) from None
        finally:
            progress.close()
        return self

    def _take(self, told):
        if told["status"] == "diverged":
            raise RuntimeError(f"{self._facts['name']} diverged: {told['message']}")
        if told["status"] == "budget spent" and self._facts["streams"] == "nothing":
            warnings.warn(f"{self._facts['name']}: {told['message']}", ConvergenceWarning, stacklevel=4)
        self.model_ = told["model"]
        self.status_, self.message_ = told["status"], told["message"]
        self.n_iter_, self.objective_ = told["n_iter"], told["objective"]
        self.certificate_, self.trace_ = told["certificate"], np.array(told["trace"], dtype=float).reshape(-1, 5)
        self.n_constraints_ = told["constraints"]
        self._set_components()

    def _set_components(self):
        for name in ("components_", "intercept_", "embedding_"):
            if hasattr(self, name):
                delattr(self, name)
        square = self.model_.identity > 0 and self.model_.dim > _LARGEST_SQUARE  # would not fit into memory
        if self.model_.domain == "features" and self.model_.kind == "metric" and not square:
            try:
                self.components_, self.intercept_ = self.model_.affine_map("left")
            except ValueError:  # a preparation that is no linear map: there are embeddings, but no components
                pass

    def fit(self, X, y=None, *, pairs=None, triplets=None, sets=None, forms=None, checkpoint=None, every="60s",
            resume=False, **fit_params):
        """Learn from samples X (n, d) and labels y; or from tuples.

        X may be a 3-D array of pairs (with y of 1 and -1), triplets or quadruplets, or an array of their indices if
        `preprocessor` is set. Or X holds samples, and `pairs`, `triplets` (arrays of indices) or `sets` (a list of
        query, near ones, far ones) say what is known of them, or `forms` of the metric W: a list of (A, relation, value)
        for tr(W A), A a symmetric matrix of features or a list of (i, j, factor) of samples. `sample_weight` weighs pairs and triplets; where these are
        drawn from labels it has a weight for each sample, and a constraint weighs the product of those of its samples.

        What was reached is kept in the file `checkpoint`, `every` so many steps (100) or seconds ("60s"). Whatever ended
        the process, the same call with `resume` goes on from there to the bits of one that was never ended; the file
        goes once learning is over.
        """
        weight = fit_params.pop("sample_weight", None)
        if fit_params:
            raise TypeError(f"fit() got an unexpected keyword argument {next(iter(fit_params))!r}")
        if weight is not None and self._facts["name"] in _COUNT_ALIKE:
            raise ValueError(f"{self._facts['name']} counts all pairs alike: sample_weight would not count")
        given = {"pairs": pairs, "triplets": triplets, "sets": sets, "forms": forms}
        table, constraints, self._from_tuples = self._table(X, y, given, weight, reset=True)
        if hasattr(self, "threshold_"):
            del self.threshold_
        start = self.model_ if self.warm_start and self._facts["continues"] and hasattr(self, "model_") else None
        weights = () if constraints is not None or weight is None else _data.weights(weight, _num_samples(X), "samples")
        self._learn(lambda request: _mahala.fit(request, table, constraints, start), weights=weights,
                    checkpoint=_data.kept_in(checkpoint, every, resume))
        if self._from_tuples and constraints.kind == "pairs" and self.model_.kind != "ranking":
            self._calibrate(table, constraints)
        return self

    @available_if(_streams)
    def partial_fit(self, X, y=None, *, classes=None, triplets=None, pairs=None):
        """Learn from these samples once, one after the other, and go on where the call before stopped."""
        if self.prepare not in ("auto", "none"):
            raise ValueError(f"what passes by cannot be looked at beforehand: prepare is {self.prepare!r}")
        before = getattr(self, "model_", None)
        before = before if before is not None and before.streamed else None
        given = {"pairs": pairs, "triplets": triplets, "sets": None}
        table, constraints, self._from_tuples = self._table(X, y, given, None, reset=before is None)
        if before is None:
            self._stream_classes = classes if classes is not None else getattr(self, "classes_", ())
        if len(self._stream_classes):
            self.classes_ = np.asarray(self._stream_classes)
        names = [str(each) for each in self._stream_classes]
        return self._learn(lambda request: _mahala.learn_more(request, table, constraints, before, names), streaming=True)

    # --- use
    def get_mahalanobis_matrix(self):
        """M of d^2(x, y) = (x - y)^T M (x - y), for samples as they come."""
        check_is_fitted(self, "model_")
        if not hasattr(self, "components_"):
            raise AttributeError(f"a {self.model_.kind} of {self.model_.domain} prepared by {self.model_.prepare} "
                                 "has no matrix of features")
        return self.components_.T @ self.components_

    def get_metric(self):
        """A function of two samples, for whoever takes one as a metric."""
        check_is_fitted(self, "model_")
        return _pairs.metric_function(self)

    def pair_distance(self, pairs):
        """Distances of the samples of each pair: (m, 2, d), or indices if `preprocessor` is set."""
        check_is_fitted(self, "model_")
        if self.model_.kind != "metric":
            raise ValueError(f"{self._facts['name']} gives a {self.model_.kind}, which has no distances")
        return np.sqrt(np.maximum(0, _pairs.values(self, pairs)))

    def pair_score(self, pairs):
        """The larger, the more alike: minus the distance of a metric, the score of a similarity."""
        check_is_fitted(self, "model_")
        return -self.pair_distance(pairs) if self.model_.kind == "metric" else _pairs.values(self, pairs)

    def _calibrate(self, table, constraints, settings=None):
        same = set(np.sign(constraints.same))
        if same != {1.0, -1.0}:
            return
        self.model_ = self.model_.calibrated(table, constraints, settings or {})
        self._set_threshold(self.model_.calibration["threshold"])

    def _set_threshold(self, u):
        self.threshold_ = np.sqrt(max(0, u)) if self.model_.kind == "metric" else -u

    def calibrate_threshold(self, pairs, y, strategy="accuracy", *, beta=1.0, max_fpr=None, probability="auto"):
        """Choose what `predict` calls the same, and probabilities, on pairs that were not learned from.

        strategy: accuracy, f-beta (with beta) or false-positive-rate (at most max_fpr).
        """
        check_is_fitted(self, "model_")
        points, constraints = self._tuples(pairs, y, None)
        if constraints.kind != "pairs" or len(set(np.sign(constraints.same))) < 2:
            raise ValueError("a threshold is chosen on pairs of both sorts")
        settings = {"threshold": strategy.replace("_", "-"), "probability": probability}
        if settings["threshold"] == "f-beta":
            settings["beta"] = _text(beta)
        if max_fpr is not None:
            settings["rate"] = _text(max_fpr)
        self._calibrate(_data.table(points), constraints, settings)
        return self

    def set_threshold(self, threshold):
        """Call pairs of at most this distance (of at least this score) the same."""
        check_is_fitted(self, "model_")
        if not isinstance(threshold, numbers.Real):
            raise ValueError(f"the threshold is a number, not {threshold!r}")
        self.threshold_ = float(threshold)
        return self

    def _predicts(self):
        if not _ranks(self) and not hasattr(self, "threshold_"):
            raise AttributeError("predict needs a threshold: learn from pairs, or call calibrate_threshold")
        return True

    def _sure(self):
        if _ranks(self) or getattr(getattr(self, "model_", None), "calibration", None) is None:
            raise AttributeError("predict_proba needs a calibrated model: learn from pairs, or call calibrate_threshold")
        return True

    @available_if(_ranks)
    def decision_function(self, X):
        """The score of every label, (n, labels)."""
        check_is_fitted(self, "model_")
        return self.model_.label_scores(_data.samples(self._checked(X, reset=False)))

    @available_if(_predicts)
    def predict(self, X):
        """1 for pairs that are the same, else -1; of a ranking the best label of each sample."""
        check_is_fitted(self, "model_")
        if _ranks(self):
            names = np.array([str(each) for each in self.classes_])
            place = {name: k for k, name in enumerate(names)}
            best = self.decision_function(X).argmax(axis=1)
            return np.asarray(self.classes_)[[place[self.model_.labels[k]] for k in best]]
        alike = -self.threshold_ if self.model_.kind == "metric" else self.threshold_
        return np.where(self.pair_score(X) >= alike, 1, -1)

    @available_if(_sure)
    def predict_proba(self, pairs):
        """Probabilities that pairs are different, and the same: (m, 2)."""
        same = self.model_.probabilities(_pairs.values(self, pairs))
        return np.column_stack([1 - same, same])

    def score(self, X, y=None):
        """Larger is better.

        Samples with labels: accuracy of the vote of 5 nearest neighbours, each sample among the others (regression
        targets: R^2 of their mean). Pairs: AUC. Triplets and quadruplets: the share in the right order.
        """
        check_is_fitted(self, "model_")
        return _pairs.score(self, X, y)

    # --- show
    def _repr_html_inner(self):
        shown = super()._repr_html_inner()
        if not hasattr(self, "model_"):
            return shown
        return f"{shown}<p>{_pairs.escaped(self._verdict())}</p>"

    def _verdict(self):
        """What came of learning, in a sentence or two."""
        notes = self.model_.notes
        said = [f"{self._facts['name']}: {self.message_}", notes.get("chosen.why", ""), notes.get("verdict", "")]
        return ". ".join(each.rstrip(".") for each in said if each) + "."

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")


class Transformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, MetricLearner):
    """A learner whose models embed any sample."""

    @property
    def _n_features_out(self):
        return self.model_.rank if self.model_.identity == 0 else self.model_.dim

    def transform(self, X):
        """Embed samples: Euclidean distances there are the learned ones (of a similarity: inner products)."""
        check_is_fitted(self, "model_")
        samples = _data.samples(self._checked(X, reset=False))
        if self.model_.kind == "metric":
            return self.model_.embed(samples)
        side = "right" if self.model_.kind == "ranking" else "left"
        return _data.to_array(self.model_.embed_side(samples, side))

    _placed = transform


class Transductive(MetricLearner):
    """A learner that places the samples it learns from and no others."""

    def fit(self, X, y=None, *, pairs=None, triplets=None, sets=None, forms=None, **fit_params):
        super().fit(X, y, pairs=pairs, triplets=triplets, sets=sets, forms=forms, **fit_params)
        if self.preprocessor is None and _pairs.dimensions(X) == 2:
            rows = np.zeros((len(self.model_.left), max(1, self.n_features_in_)))
            self.embedding_ = self.model_.embed(_data.samples(rows))
        return self

    def fit_transform(self, X, y=None, **fit_params):
        return self.fit(X, y, **fit_params).embedding_

    def _placed(self, X):
        """Where X was placed; X must be what was learned from."""
        if len(self._checked(X, reset=False)) != len(self.embedding_):
            raise ValueError(f"{self._facts['name']} places the {len(self.embedding_)} samples it learned from and no others")
        return self.embedding_
