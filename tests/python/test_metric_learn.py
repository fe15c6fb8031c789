"""mahala.metric_learn behaves as metric-learn 0.7 does."""
import re
import sys
from itertools import product

import numpy as np
import pytest
from numpy.linalg import LinAlgError
from sklearn.base import clone
from sklearn.cluster import DBSCAN
from sklearn.datasets import load_iris, make_regression, make_spd_matrix
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics import accuracy_score, f1_score, pairwise_distances
from sklearn.model_selection import cross_val_score
from sklearn.utils import shuffle

import mahala
import mahala.metric_learn as metric_learn
from mahala.metric_learn import (ITML, LFDA, LMNN, LSML, MLKR, MMC, NCA, RCA, Constraints, Covariance, ITML_Supervised,
                                 LSML_Supervised, MMC_Supervised, RCA_Supervised)
from mahala.metric_learn._util import check_input, components_from_metric, make_context
from mahala.metric_learn.constraints import wrap_pairs
from mahala.metric_learn.exceptions import NonPSDError, PreprocessorError

pytestmark = pytest.mark.filterwarnings("ignore")
X, Y = shuffle(*load_iris(return_X_y=True), random_state=42)
FOUND = Constraints(Y).positive_negative_pairs(50, same_length=True, random_state=42)
PAIRS = np.concatenate([np.column_stack(FOUND[:2]), np.column_stack(FOUND[2:])])
SAME = np.concatenate([np.ones(len(FOUND[0]), dtype=int), -np.ones(len(FOUND[2]), dtype=int)])
QUADRUPLETS = np.column_stack(FOUND)
TRIPLETS = Constraints(Y).generate_knntriplets(X, 1, 2)
REGRESSION = make_regression(n_samples=100, n_features=4, random_state=42)

WEAK = [(ITML(max_iter=20), PAIRS, (SAME,)), (MMC(max_iter=20), PAIRS, (SAME,)), (LSML(), QUADRUPLETS, ())]
SUPERVISED = [(Covariance(), X, Y), (LFDA(), X, Y), (LMNN(), X, Y), (NCA(), X, Y), (MLKR(), *REGRESSION),
              (RCA(), X, Y), (ITML_Supervised(), X, Y), (LSML_Supervised(), X, Y), (MMC_Supervised(), X, Y),
              (RCA_Supervised(n_chunks=30), X, Y)]
if "SDML" in mahala.ESTIMATORS:
    WEAK.append((metric_learn.SDML(balance_param=1e-5), PAIRS, (SAME,)))
    SUPERVISED.append((metric_learn.SDML_Supervised(balance_param=1e-5), X, Y))
if "SCML" in mahala.ESTIMATORS:
    WEAK.append((metric_learn.SCML(n_basis=80), TRIPLETS, ()))
    SUPERVISED.append((metric_learn.SCML_Supervised(n_basis=80), X, Y))
CASES = [(e, X[t], y, X) for e, t, y in WEAK] + [(e, x, (y,), x) for e, x, y in SUPERVISED]
IDS = [type(each[0]).__name__ for each in CASES]
weak = pytest.mark.parametrize("estimator, indices, y", WEAK, ids=[type(each[0]).__name__ for each in WEAK])
every = pytest.mark.parametrize("estimator, data, y, points", CASES, ids=IDS)


def separation(points, labels):
    return np.mean([pairwise_distances(points[labels == each]).mean() /
                    pairwise_distances(points[labels == each], points[labels != each]).mean() for each in np.unique(labels)])


@every
def test_distances_embeddings_and_matrices_agree(estimator, data, y, points):
    model = clone(estimator).fit(data, *y)
    some = points[:12]
    pairs = np.array(list(product(some, some)))
    distances = model.pair_distance(pairs).reshape(12, 12)
    assert np.array_equal(distances, distances.T) and (distances.diagonal() == 0).all()
    np.testing.assert_allclose(distances, pairwise_distances(model.transform(some)), atol=1e-5)
    np.testing.assert_array_equal(model.pair_score(pairs), -model.pair_distance(pairs))
    with pytest.warns(FutureWarning, match="score_pairs will be deprecated in release 0.7.0"):
        np.testing.assert_array_equal(model.score_pairs(pairs), model.pair_distance(pairs))
    np.testing.assert_allclose(model.transform(some), some @ model.components_.T)
    assert model.components_.shape[1] == points.shape[1]
    metric, d = model.get_metric(), some[0] - some[1]
    assert metric(some[0], some[1], squared=True) == pytest.approx(d @ model.get_mahalanobis_matrix() @ d)
    assert metric(some[0], some[1]) == metric(some[1], some[0]) and metric(some[0], some[0]) == 0
    DBSCAN(metric=metric).fit(some)


@every
def test_what_is_not_fitted_and_what_has_the_wrong_shape_says_so(estimator, data, y, points):
    model = clone(estimator)
    for use in (lambda: model.transform(points), lambda: model.pair_distance(points[None, :2]),
                model.get_mahalanobis_matrix, model.get_metric):
        with pytest.raises(NotFittedError):
            use()
    model.fit(data, *y)
    with pytest.raises(ValueError) as raised:
        model.transform(points[0])
    assert str(raised.value) == (f"2D array of formed points expected{make_context(estimator)}. Found 1D array instead:\n"
                                 f"input={points[0]}. Reshape your data and/or use a preprocessor.\n")
    with pytest.raises(ValueError) as raised:
        model.pair_distance(points[:2])
    assert str(raised.value) == (f"3D array of formed tuples expected{make_context(estimator)}. Found 2D array instead:\n"
                                 f"input={points[:2]}. Reshape your data and/or use a preprocessor.\n")


@weak
def test_a_preprocessor_gives_the_same_as_formed_tuples(estimator, indices, y):
    formed = clone(estimator).set_params(random_state=0).fit(X[indices], *y)
    for preprocessor in (X, X.tolist(), lambda k: X[k]):
        looked_up = clone(estimator).set_params(preprocessor=preprocessor, random_state=0).fit(indices, *y)
        np.testing.assert_allclose(looked_up.decision_function(indices), formed.decision_function(X[indices]), rtol=1e-7)
        np.testing.assert_array_equal(looked_up.predict(indices), formed.predict(X[indices]))
        assert looked_up.score(indices, *y) == pytest.approx(formed.score(X[indices], *y))
    with pytest.raises(PreprocessorError):
        clone(estimator).set_params(preprocessor=lambda k: 1 / 0).fit(indices, *y)
    with pytest.raises(ValueError, match="Invalid type for the preprocessor"):
        clone(estimator).set_params(preprocessor=7).fit(indices, *y)


@weak
def test_tuples_are_judged_and_cross_validated(estimator, indices, y):
    model = clone(estimator).fit(X[indices], *y)
    assert model.score(X[indices], *y) > 0.7
    assert set(model.predict(X[indices])) <= {-1, 0, 1}
    assert np.isfinite(cross_val_score(clone(estimator), X[indices], *y, cv=3)).all()
    with pytest.raises(ValueError, match=r"Tuples of \d element\(s\) expected"):
        model.decision_function(np.concatenate([X[indices]] * 2, axis=1)[:, :indices.shape[1] + 1])


@pytest.mark.parametrize("estimator", [ITML(max_iter=20), MMC(max_iter=20)], ids=["ITML", "MMC"])
def test_thresholds_of_pairs(estimator):
    model = clone(estimator).fit(X[PAIRS], SAME)
    best = accuracy_score(SAME, model.predict(X[PAIRS]))
    distances = model.pair_distance(X[PAIRS])
    for cut in np.sort(distances):
        assert accuracy_score(SAME, model.set_threshold(cut).predict(X[PAIRS])) <= best
    model.calibrate_threshold(X[PAIRS], SAME, strategy="f_beta", beta=1)
    best = f1_score(SAME, model.predict(X[PAIRS]))
    assert all(f1_score(SAME, model.set_threshold(cut).predict(X[PAIRS])) <= best + 1e-12 for cut in distances)
    for strategy, kept in (("max_tpr", -1), ("max_tnr", 1)):
        model.calibrate_threshold(X[PAIRS], SAME, strategy=strategy, min_rate=0.9)
        assert np.mean(model.predict(X[PAIRS])[SAME == kept] == kept) >= 0.9
    wrong = [({"strategy": "weird"}, 'Strategy can either be "accuracy", "f_beta" or "max_tpr" or "max_tnr". Got "weird" '
              "instead."),
             ({"strategy": "max_tpr", "min_rate": 1.2}, "Parameter min_rate must be a number in[0, 1]. Got 1.2 instead."),
             ({"strategy": "f_beta", "beta": "weird"}, "Parameter beta must be a real number. Got <class 'str'> instead.")]
    for arguments, message in wrong:
        for use in (lambda: model.calibrate_threshold(X[PAIRS], SAME, **arguments),
                    lambda: model.fit(X[PAIRS], SAME, calibration_params=arguments)):
            with pytest.raises(ValueError) as raised:
                use()
            assert str(raised.value) == message
    with pytest.raises(ValueError, match="Parameter threshold must be a real number"):
        model.set_threshold("weird")
    del model.threshold_
    with pytest.raises(AttributeError, match="A threshold for this estimator has not been set"):
        model.predict(X[PAIRS])
    with pytest.raises(ValueError, match=r"should contain only values in \[-1, 1\]"):
        clone(estimator).fit(X[PAIRS], np.where(SAME > 0, 2, -1))


def test_triplets_and_quadruplets_are_right_if_the_first_pair_is_nearer():
    model = clone(WEAK[2][0]).fit(X[QUADRUPLETS])
    model.components_ = np.eye(4)
    line = X[0] + np.arange(4)[:, None] * (X[0] - X[1]) / 4
    given = line[[[0, 2, 0, 1], [1, 3, 1, 0], [1, 2, 0, 3], [3, 0, 2, 1]]]
    assert model.score(given) == 0.25 and list(model.predict(given)) == [-1, -1, 1, -1]


@pytest.mark.parametrize("model, bound", [
    (Covariance(), 0.73), (LSML_Supervised(n_constraints=200), 0.8), (ITML_Supervised(n_constraints=200), 0.2),
    (LMNN(n_neighbors=5), 0.25), (NCA(max_iter=600), 0.15), (LFDA(k=2, n_components=2), 0.15),
    (RCA_Supervised(n_components=2, n_chunks=30), 0.3), (MMC_Supervised(), 0.15), (MMC_Supervised(diagonal=True), 0.2)])
def test_classes_of_iris_come_apart(model, bound):
    assert separation(model.fit(X, Y).transform(X), Y) < bound


def test_covariance_is_the_pseudo_inverse():
    wide = np.column_stack([X, X[:, :2] @ [2, 3]])
    inverse, covariance = Covariance().fit(wide).get_mahalanobis_matrix(), np.cov(wide, rowvar=False)
    np.testing.assert_allclose(covariance @ inverse @ covariance, covariance, atol=1e-10)


@pytest.mark.parametrize("estimator, data, y", [(ITML(), X[PAIRS], (SAME,)), (LSML(), X[QUADRUPLETS], ()),
                                                (ITML_Supervised(), X, (Y,)), (LSML_Supervised(), X, (Y,))])
def test_priors(estimator, data, y):
    for prior in ("identity", "covariance", "random", make_spd_matrix(4, random_state=0)):
        assert np.isfinite(clone(estimator).set_params(prior=prior).fit(data, *y).components_).all()
    wrong = [(np.eye(5), ValueError, "The input dimensionality (5, 5) of the given mahalanobis matrix `prior` must match the "
              "dimensionality of the given inputs (4)."), (np.triu(np.ones((4, 4))), ValueError, "`prior` is not symmetric."),
             ("weird", ValueError, "`prior` must be 'identity', 'covariance', 'random' or a numpy array of shape "
              "(n_features, n_features)."), (np.diag([1.0, 1, 1, -1]), NonPSDError, "Matrix is not positive semidefinite"),
             (np.diag([1.0, 1, 1, 0]), LinAlgError, "You should provide a strictly positive definite matrix as `prior`.")]
    for prior, kind, message in wrong:
        with pytest.raises(kind) as raised:
            clone(estimator).set_params(prior=prior).fit(data, *y)
        assert str(raised.value).startswith(message)
    flat = data.copy()
    flat[..., 3] = flat[..., 0] + flat[..., 1]
    with pytest.raises(LinAlgError, match="Unable to get a true inverse of the covariance matrix"):
        clone(estimator).set_params(prior="covariance").fit(flat, *y)


@pytest.mark.parametrize("estimator, data, y", [(NCA(), X, Y), (LMNN(), X, Y), (MLKR(), *REGRESSION)])
def test_inits_and_numbers_of_components(estimator, data, y):
    has_classes = not isinstance(estimator, MLKR)
    for init in ["identity", "random", "auto", "pca", np.random.RandomState(0).rand(4, 4)] + ["lda"] * has_classes:
        clone(estimator).set_params(init=init, n_components=2 if isinstance(init, str) and init == "lda" else None).fit(data, y)
    assert clone(estimator).set_params(n_components=2).fit(data, y).transform(data).shape == (len(data), 2)
    for n_components in (0, 5):
        with pytest.raises(ValueError, match=r"Invalid n_components, must be in \[1, 4\]"):
            clone(estimator).set_params(n_components=n_components).fit(data, y)
    lda = ", 'lda'" if has_classes else ""
    for init, message in ((1, f"`init` must be 'auto', 'pca', 'identity', 'random'{lda} or a numpy array"),
                          (np.ones((4, 5)), "The input dimensionality (5) of the given linear transformation `init`"),
                          (np.ones((5, 4)), "The output dimensionality (5) of the given linear transformation `init`"),
                          (np.ones((3, 4)), "The preferred dimensionality of the projected space `n_components` (4)")):
        with pytest.raises(ValueError) as raised:
            clone(estimator).set_params(init=init).fit(data, y)
        assert str(raised.value).startswith(message)
    with pytest.warns(ConvergenceWarning, match=rf"\[{type(estimator).__name__}\] {type(estimator).__name__} did not converge"):
        clone(estimator).set_params(max_iter=1, init="random").fit(data, y)


def test_parameters_that_were_renamed_warn():
    for make, old, new in ((lambda: ITML_Supervised(num_constraints=50), "num_constraints", "n_constraints"),
                           (lambda: ITML(convergence_threshold=1e-2), "convergence_threshold", "tol"),
                           (lambda: LMNN(k=2), "k", "n_neighbors"),
                           (lambda: RCA_Supervised(num_chunks=20), "num_chunks", "n_chunks")):
        with pytest.warns(FutureWarning, match=f'"{old}" parameter has been renamed to "{new}"'):
            made = make()
        assert clone(made).get_params() == made.get_params()


def test_bounds_of_itml():
    pairs, y = np.array([[[-10., 0.], [10., 0.]], [[0., 50.], [0., -60]]]), [1, -1]
    for bounds in (None, (20., 100.), [20., 100.], np.array([[20.], [100.]])):
        assert ITML().fit(pairs, y, bounds=bounds).bounds_.shape == (2,)
    for bounds in ("weird", np.array([1, 2, 3]), ["weird1", "weird2"]):
        with pytest.raises(ValueError):
            ITML().fit(pairs, y, bounds=bounds)
    with pytest.raises(ValueError, match=r"1 collapsed pairs found .* out of 2 pairs in total"):
        ITML().fit(np.concatenate([pairs[:1, [0, 0]], pairs[1:]]), y)


def test_warnings_and_errors_of_lfda_lmnn_and_rca():
    with pytest.raises(ValueError, match="Invalid embedding_type: 'weird'"):
        LFDA(embedding_type="weird").fit(X, Y)
    with pytest.raises(ValueError, match="Invalid k=-1, must be positive"):
        LFDA(k=-1).fit(X, Y)
    with pytest.warns(UserWarning, match=r"Chosen k \(9\) too large, using 3 instead"):
        LFDA(k=9).fit(X, Y)
    with pytest.raises(ValueError, match="not enough class labels for specified k"):
        LMNN(n_neighbors=60).fit(X, Y)
    flat = X.copy()
    flat[:, 3] = flat[:, 0] + 3 * flat[:, 1]
    with pytest.warns(UserWarning, match="The inner covariance matrix is not invertible"):
        assert np.isfinite(RCA().fit(flat, Y).components_).all()
    with pytest.warns(UserWarning, match="Due to the parameters of RCA_Supervised"):
        RCA_Supervised(n_chunks=2, chunk_size=2).fit(X, Y)


@pytest.mark.parametrize("estimator, data", [(NCA(max_iter=5, verbose=True), (X, Y)),
                                             (MLKR(max_iter=5, verbose=True), REGRESSION)])
def test_steps_are_printed_as_a_table(estimator, data, capsys):
    estimator.fit(*data)
    lines, name = capsys.readouterr().out.split("\n"), type(estimator).__name__
    header = "{:>10} {:>20} {:>10}".format("Iteration", "Objective Value", "Time(s)")
    assert lines[:3] == [f"[{name}]", f"[{name}] {header}", f"[{name}] {'-' * len(header)}"]
    assert all(re.match(rf"\[{name}\] *\d+ *\d\.\d{{6}}e[+-]\d+ *\d+\.\d\d$", line) for line in lines[3:-2])
    assert re.match(rf"\[{name}\] Training took *\d+\.\d\ds\.$", lines[-2]) and lines[-1] == ""


def test_lmnn_prints_falling_objectives_and_others_a_line_a_step(capsys):
    LMNN(verbose=True).fit(X, Y)
    lines = capsys.readouterr().out.split("\n")
    objectives = [float(line.split()[1]) for line in lines[1:-2]]
    assert objectives == sorted(objectives, reverse=True) and "LMNN converged with objective" in lines[-2]
    ITML(verbose=True).fit(X[PAIRS], SAME)
    assert re.match(r"\[ITML\] iter \d+\t obj -?\d+\.\d{6}\n", capsys.readouterr().out)


def test_where_nothing_can_be_compared_nca_stays_at_its_init():
    init = make_spd_matrix(4, random_state=4)
    for rows in (Y == 0, [np.flatnonzero(Y == each)[0] for each in range(3)]):
        np.testing.assert_array_equal(NCA(init=init).fit(X[rows], Y[rows]).components_, init)


def test_mmc_passes_over_equal_samples_and_takes_its_size_from_init():
    pairs, same = np.concatenate([X[PAIRS], X[[[0, 0]]]]), np.append(SAME, 1)
    for size in (1, 4):
        model = MMC(init=size * np.eye(4)).fit(pairs, same)
        similar = X[PAIRS[SAME > 0]]
        squares = np.sum((similar[:, 0] - similar[:, 1]) ** 2)
        assert np.sum(model.pair_distance(similar) ** 2) == pytest.approx(size * squares / 100)
    with pytest.raises(ValueError, match="2 collapsed pairs found"):
        MMC().fit(X[[[0, 0], [1, 1]]], [1, -1])


def test_scml_says_which_number_of_bases_it_takes():
    message = "As no value for `n_basis` was selected, the number of basis will be set to n_basis= 320"
    with pytest.warns(UserWarning) as raised:
        metric_learn.SCML().fit(X[TRIPLETS])
    assert str(raised[0].message) == message
    with pytest.warns(UserWarning, match="the number of basis will be set to n_basis= 80"):
        metric_learn.SCML_Supervised().fit(X, Y)


def test_modules_are_found_under_the_name_of_metric_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "metric_learn", metric_learn)
    from metric_learn.exceptions import NonPSDError as same_error
    from metric_learn.lmnn import LMNN as same_class
    assert same_error is NonPSDError and same_class is LMNN
    assert LMNN.__module__ == "mahala.metric_learn.lmnn" == sys.modules["metric_learn.lmnn"].__spec__.name
    with pytest.raises(ModuleNotFoundError):
        from metric_learn.nothing import anything  # noqa: F401


def test_constraints_of_labels():
    labels = np.array([0, 0, 0, 1, 1, 2, -1])
    a, b, c, d = Constraints(labels).positive_negative_pairs(3, random_state=0)
    assert (labels[a] == labels[b]).all() and (labels[c] != labels[d]).all() and -1 not in labels[np.r_[a, b, c, d]]
    with pytest.warns(UserWarning, match="Only generated .* positive constraints"):
        Constraints(labels).positive_negative_pairs(100, random_state=0)
    chunks = Constraints(labels).chunks(n_chunks=2, chunk_size=2, random_state=0)
    assert sorted(np.unique(chunks, return_counts=True)[1]) == [2, 2, 3]
    with pytest.raises(ValueError) as raised:
        Constraints(labels).chunks(n_chunks=3, chunk_size=2)
    assert str(raised.value) == ("Not enough possible chunks of 2 elements in each class to form expected 3 chunks - maximum "
                                 "number of chunks is 2")
    line = np.array([[0, 0], [2, 2], [4, 4], [8, 8], [16, 16], [32, 32], [33, 33]])
    found = Constraints([1, 1, 1, 2, 2, 2, -1]).generate_knntriplets(line, 1, 2)
    assert sorted(found.tolist()) == [[0, 1, 3], [0, 1, 4], [1, 0, 3], [1, 0, 4], [2, 1, 3], [2, 1, 4], [3, 4, 1], [3, 4, 2],
                                      [4, 3, 1], [4, 3, 2], [5, 4, 1], [5, 4, 2]]
    pairs, y = wrap_pairs(line, ([0], [1], [2], [3]))
    assert pairs.shape == (2, 2, 2) and list(y) == [1, -1]


def test_helpers_keep_their_messages():
    with pytest.raises(ValueError) as raised:
        check_input(np.array([1, 2]), type_of_inputs="tuples", preprocessor=lambda k: k, estimator="NCA")
    assert str(raised.value) == ("2D array of indicators or 3D array of formed tuples expected by NCA when using a "
                                 "preprocessor. Found 1D array instead:\ninput=[1 2]. Reshape your data.\n")
    with pytest.raises(ValueError, match="Unknown value weird for type_of_inputs"):
        check_input([[0.2, 2.1]], type_of_inputs="weird")
    matrix = make_spd_matrix(5, random_state=1)
    root = components_from_metric(matrix)
    np.testing.assert_allclose(root.T @ root, matrix)
    with pytest.raises(ValueError, match="The input metric should be symmetric."):
        components_from_metric(np.triu(np.ones((3, 3))))
