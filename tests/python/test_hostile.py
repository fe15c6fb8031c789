"""Whatever is called with whatever: results or Python exceptions, never a crash.

`./dev python` makes 10,000 calls, all tests together a tenth of them."""
import os
import warnings

import numpy as np
import scipy.sparse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import mahala
import mahala.metric_learn as metric_learn
from mahala import _mahala
from mahala.metric_learn.exceptions import PreprocessorError

CALLS = int(os.environ.get("MAHALA_HOSTILE_CALLS", "1000"))
QUICK = [mahala.LDA, mahala.PCA, mahala.RCA, mahala.Covariance, mahala.Euclidean, mahala.LFDA, mahala.ITML, mahala.PSDFlat,
         mahala.LSML, mahala.KPCA, mahala.OneVsRest, mahala.MLKR]
EXPECTED = (ValueError, TypeError, AttributeError, RuntimeError, KeyError, IndexError, OverflowError, PreprocessorError)

numbers = st.one_of(st.floats(-1e3, 1e3), st.floats(), st.sampled_from([0.0, 1.0, -1.0, 1e300, 1e-300]))
shapes = st.one_of(st.tuples(st.integers(0, 9), st.integers(0, 5)), st.tuples(st.integers(0, 6), st.integers(0, 5), st.integers(0, 4)))
points = shapes.flatmap(lambda shape: arrays.arrays(st.sampled_from([np.float64, np.float32]), shape, elements=st.floats(
    -1e3, 1e3, width=32) | st.sampled_from([0.0, np.inf, -np.inf, float(np.float32(1e30))])))
things = st.one_of(points, points.map(lambda x: x.astype(object)), points.map(lambda x: x[::-1]), points.map(lambda x: x.T),
                   points.map(lambda x: scipy.sparse.csr_matrix(x) if x.ndim == 2 else x), points.map(np.ndarray.tolist),
                   st.none(), st.text(max_size=3))
labels = st.one_of(st.none(), st.lists(st.integers(-1, 2), max_size=9), st.lists(st.sampled_from(["a", "b", ""]), max_size=9),
                   st.lists(numbers, max_size=9), st.lists(st.lists(st.integers(0, 2), max_size=2), max_size=9))
tuples = st.one_of(st.none(), arrays.arrays(np.int64, st.tuples(st.integers(0, 5), st.integers(0, 4)), elements=st.integers(-3, 12)))


def called(work):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return work()
        except EXPECTED:
            return None


def hostile(share):
    return settings(max_examples=int(CALLS * share), deadline=None, database=None, derandomize=True,
                    suppress_health_check=list(HealthCheck))


@hostile(0.55)
@given(st.sampled_from(QUICK), things, labels, tuples, st.integers(-1, 6), st.sampled_from(["auto", "none", "unit", "pca:2", "x"]))
def test_estimators_survive(made, X, y, given_tuples, n, prepare):
    estimator = made(prepare=prepare)
    if "n_components" in estimator.get_params():
        estimator.n_components = n
    name = "triplets" if given_tuples is not None and given_tuples.shape[1] == 3 else "pairs"
    fitted = called(lambda: estimator.fit(X, y, **{name: given_tuples}))
    if fitted is not None:
        called(lambda: fitted.transform(X))
        called(lambda: fitted.score(X, y))


@hostile(0.2)
@given(st.sampled_from([metric_learn.ITML, metric_learn.MMC, metric_learn.LSML, metric_learn.Covariance, metric_learn.RCA,
                        metric_learn.LFDA]), things, labels)
def test_the_drop_in_survives(made, X, y):
    called(lambda: made().fit(X, y))
    called(lambda: made(preprocessor=np.eye(3)).fit(X, y))


@hostile(0.25)
@given(st.integers(-2, 5), st.lists(st.integers(-3, 7), max_size=6), st.lists(st.integers(-3, 7), max_size=6),
       st.lists(numbers, max_size=6), points, tuples)
def test_the_module_itself_survives(rows, starts, columns, values, X, pairs):
    made = called(lambda: _mahala.sparse_samples(rows, np.array(starts, dtype=np.int64), np.array(columns, dtype=np.int64),
                                                 np.array(values, dtype=np.float64)))
    if made is not None:
        made.arrays()
    fitted = called(lambda: mahala.Euclidean(prepare="none").fit(np.eye(3)))
    samples = called(lambda: mahala._data.samples(X))
    called(lambda: fitted.model_.embed(samples))
    called(lambda: fitted.model_.pair_values(samples, samples, pairs))
