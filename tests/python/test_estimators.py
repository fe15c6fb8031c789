"""Estimators: made from the registry, and good citizens of scikit-learn."""
import inspect
import json
import os
import pickle
import subprocess
import warnings

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

import mahala

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
NAMES = sorted(mahala.ESTIMATORS)


def test_there_is_an_estimator_for_every_learner_of_the_program():
    told = json.loads(subprocess.check_output([os.environ["MAHALA_PROGRAM"], "learners", "--json"]))
    listed = {each["name"]: each for each in told["learners"]}
    assert {made._facts["name"] for made in mahala.ESTIMATORS.values()} == set(listed)
    for made in mahala.ESTIMATORS.values():
        options = {each["name"]: each for each in listed[made._facts["name"]]["options"]}
        assert {each["name"] for each in made._options.values()} == set(options)


@pytest.mark.parametrize("name", NAMES)
def test_signatures_defaults_and_docs_come_from_the_options(name):
    made = getattr(mahala, name)
    parameters = inspect.signature(made).parameters
    for parameter, option in made._options.items():
        assert parameter in parameters
        assert parameter == "n_components" or parameters[parameter].default == option["default"]
        assert option["help"].split(";")[0] in made.__doc__
    assert made().get_params().keys() == parameters.keys()


def test_a_model_is_that_of_the_program(wine, tmp_path):
    X, y = wine
    table = tmp_path / "wine.csv"
    np.savetxt(table, np.column_stack([X, np.unique(y, return_inverse=True)[1]]), delimiter=",", fmt="%.17g")
    subprocess.check_call([os.environ["MAHALA_PROGRAM"], "fit", table, "--label", "-1", "--header", "no", "--learner",
                           "psd-flat", "--rank", "3", "-o", tmp_path / "wine.model", "--quiet"])
    theirs = mahala.load(tmp_path / "wine.model")
    ours = mahala.PSDFlat(n_components=3).fit(X, np.unique(y, return_inverse=True)[1])
    np.testing.assert_array_equal(theirs.transform(X), ours.transform(X))
    assert isinstance(theirs, mahala.PSDFlat) and theirs.n_components == 3


def test_the_components_are_the_embedding(wine):
    X, y = wine
    fitted = mahala.LDA().fit(X, y)
    np.testing.assert_allclose(X @ fitted.components_.T + fitted.intercept_, fitted.transform(X), atol=1e-8)
    d = X[0] - X[1]
    squared = d @ fitted.get_mahalanobis_matrix() @ d
    np.testing.assert_allclose(fitted.pair_distance(X[None, :2])[0] ** 2, squared)
    np.testing.assert_allclose(fitted.get_metric()(X[0], X[1], squared=True), squared)


def test_arrays_are_learned_from_where_they_lie(wine):
    X, _ = wine
    for kind, storage in ((np.float64, "mapped double"), (np.float32, "mapped float"), (np.float16, "mapped half")):
        array = np.ascontiguousarray(X, dtype=kind)
        held = mahala._data.samples(array)
        assert held.storage == storage
        assert held.arrays().dtype == kind
        np.testing.assert_array_equal(held.arrays(), array)


def test_float16_gives_what_the_same_numbers_in_float32_give(wine):
    X, y = wine
    half = X.astype(np.float16)
    learned = [mahala.PSDFlat(n_components=2).fit(each, y).transform(each) for each in (half, half.astype(np.float32))]
    np.testing.assert_array_equal(*learned)


def test_no_preparation_writes_into_the_users_arrays(wine):
    X, y = wine
    sparse = scipy.sparse.csr_matrix(X)
    for data, plans in ((X.copy(), ("standardise", "unit", "pca:3")), (sparse, ("scale", "unit"))):
        before = data.copy()
        for plan in plans:
            mahala.LDA(prepare=plan).fit(data, y).transform(data)
        assert (abs(data - before)).max() == 0


def test_other_layouts_give_the_same_as_contiguous_doubles(wine):
    X, y = wine
    expected = mahala.PSDFlat(n_components=2).fit(X, y).transform(X)
    wide = np.zeros((len(X), 2 * X.shape[1]))
    wide[:, ::2] = X
    for other in (np.asfortranarray(X), wide[:, ::2], X.astype(object), X.tolist()):
        np.testing.assert_array_equal(mahala.PSDFlat(n_components=2).fit(other, y).transform(other), expected)
    sparse = mahala.PSDFlat(n_components=2, prepare="none").fit(scipy.sparse.csr_matrix(X), y).transform(X)
    dense = mahala.PSDFlat(n_components=2, prepare="none").fit(X, y).transform(X)
    np.testing.assert_allclose(abs(sparse), abs(dense), rtol=1e-4, atol=1e-4)


def test_pipelines_grids_pickles_and_clones(wine):
    X, y = wine
    search = GridSearchCV(make_pipeline(mahala.PSDFlat(), KNeighborsClassifier(5)),
                          {"psdflat__n_components": [2, 4]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    assert GridSearchCV(mahala.LDA(), {"prepare": ["none", "standardise"]}, cv=3).fit(X, y).best_score_ > 0.9
    fitted = mahala.LFDA(n_components=3).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.transform(X), fitted.transform(X))
    assert not hasattr(clone(fitted), "model_")


def test_pandas_goes_in_and_comes_out(wine):
    pandas = pytest.importorskip("pandas")
    X, y = wine
    frame = pandas.DataFrame(X, columns=[f"f{k}" for k in range(X.shape[1])])
    fitted = mahala.LDA(n_components=2).fit(frame, y)
    assert list(fitted.feature_names_in_) == list(frame.columns)
    out = fitted.set_output(transform="pandas").transform(frame)
    assert list(out.columns) == ["lda0", "lda1"] and out.shape == (len(X), 2)


def test_pairs_give_a_threshold_probabilities_and_a_score(wine_pairs):
    X, pairs, same = wine_pairs
    for fitted, given in ((mahala.ITML().fit(X[pairs], same), X[pairs]),
                          (mahala.ITML(preprocessor=X).fit(pairs, same), pairs),
                          (mahala.ITML(preprocessor=lambda k: X[k]).fit(pairs, same), pairs)):
        assert fitted.score(given, same) > 0.95
        probability = fitted.predict_proba(given)
        np.testing.assert_allclose(probability.sum(axis=1), 1)
        assert np.mean(fitted.predict(given) == same) > 0.9
        np.testing.assert_array_equal(fitted.predict(given) == 1, fitted.pair_distance(given) <= fitted.threshold_)
        np.testing.assert_array_equal(fitted.pair_score(given), -fitted.pair_distance(given))


def test_thresholds_can_be_calibrated_and_set(wine, wine_pairs):
    (X, y), (_, pairs, same) = wine, wine_pairs
    fitted = mahala.LDA().fit(X, y)
    assert not hasattr(fitted, "predict") and not hasattr(fitted, "predict_proba")
    fitted.calibrate_threshold(X[pairs], same, "false_positive_rate", max_fpr=0.0)
    assert not np.any((fitted.predict(X[pairs]) == 1) & (same == -1))
    assert np.all(fitted.set_threshold(1e9).predict(X[pairs]) == 1)


def test_constraints_may_be_indices_of_samples(wine, wine_pairs, wine_triplets):
    X, pairs, same = wine_pairs
    assert mahala.PSDFlat().fit(X, same, pairs=pairs, sample_weight=np.ones(len(pairs))).score(*wine) > 0.9
    _, triplets = wine_triplets
    assert mahala.LSML().fit(X, triplets=triplets).score(X[triplets]) > 0.8
    sets = [(q, [n], [f]) for q, n, f in triplets[:60]]
    assert mahala.FrobMetric().fit(X, sets=sets).score(X[triplets]) > 0.7


def test_weights_of_pairs_count(wine_pairs):
    X, pairs, same = wine_pairs
    plain = mahala.PSDFlat(prepare="none").fit(X, same, pairs=pairs)
    heavy = mahala.PSDFlat(prepare="none").fit(X, same, pairs=pairs, sample_weight=np.arange(1.0, 1 + len(pairs)))
    assert not np.allclose(plain.get_mahalanobis_matrix(), heavy.get_mahalanobis_matrix())


@pytest.mark.parametrize("made", [mahala.PSDFlat, mahala.ITML, mahala.SDML, mahala.LSML])
def test_weights_of_samples_weigh_what_is_drawn_from_labels(made, wine):
    X, y = wine
    learner = made(prepare="standardise", random_state=1)
    plain = learner.fit(X, y).get_mahalanobis_matrix()
    np.testing.assert_allclose(learner.fit(X, y, sample_weight=np.full(len(X), 3.0)).get_mahalanobis_matrix(), plain,
                               rtol=1e-5, atol=1e-8)
    weight = np.where(np.arange(len(X)) % 3 == 0, 10.0, 0.1)
    assert not np.allclose(learner.fit(X, y, sample_weight=weight).get_mahalanobis_matrix(), plain, rtol=1e-3)
    for wrong, message in ((weight[1:], "sample_weight has the shape"), (-weight, "weights are finite and not negative"),
                           (0 * weight, "nothing is left to learn from")):
        with pytest.raises(ValueError, match=message):
            learner.fit(X, y, sample_weight=wrong)


@pytest.mark.parametrize("made, message", [(mahala.LDA, "lda draws no pairs or triplets from labels"),
                                           (mahala.Loreta, "loreta draws no pairs or triplets from labels"),
                                           (mahala.FrobMetric, "sets have no weights"),
                                           (mahala.MMC, "mmc counts all pairs alike"),
                                           (mahala.POLA, "pola counts all pairs alike")])
def test_learners_that_weigh_nothing_refuse_weights(made, message, wine):
    X, y = wine
    with pytest.raises(ValueError, match=message):
        made().fit(X, y, sample_weight=np.ones(len(X)))


def test_quadruplets_compare_distances_wherever_they_are(wine_triplets):
    X, triplets = wine_triplets
    quadruplets = np.stack([X[triplets[:, k]] for k in (0, 1, 0, 2)], axis=1)
    fitted = mahala.LSML().fit(quadruplets)
    assert fitted.score(quadruplets) > 0.8 and fitted.model_.prepare == "none"
    moved = quadruplets.copy()
    moved[:, 2:] += 8.0
    again = mahala.LSML().fit(moved)  # differences differ by rounding, and so does the last step
    np.testing.assert_allclose(again.pair_distance(quadruplets[:, :2]), fitted.pair_distance(quadruplets[:, :2]), rtol=0.1)


def test_what_learns_online_learns_in_parts(wine):
    order = np.random.RandomState(0).permutation(len(wine[1]))
    X, y = (each[order] for each in wine)
    whole = mahala.Loreta(step=0.1).partial_fit(X, y)
    parts = mahala.Loreta(step=0.1).partial_fit(X[:60], y[:60])
    parts = pickle.loads(pickle.dumps(parts)).partial_fit(X[60:], y[60:])
    np.testing.assert_allclose(parts.transform(X), whole.transform(X))
    assert not hasattr(mahala.LDA(), "partial_fit")


def test_rankings_predict_labels(wine):
    X, y = wine
    fitted = mahala.OneVsRest().fit(X, y)
    assert fitted.score(X, y) > 0.95 and set(fitted.predict(X)) <= set(y)
    many = np.eye(3, dtype=int)[np.unique(y, return_inverse=True)[1]]
    assert mahala.OneVsRest().fit(X, many).decision_function(X).shape == (len(X), 3)


def test_transductive_learners_place_their_samples(wine):
    X, _ = wine
    placed = mahala.MDS(n_components=2)
    assert placed.fit_transform(X).shape == (len(X), 2) and not hasattr(placed, "transform")


def test_a_warm_start_continues(wine):
    X, y = wine
    fitted = mahala.NCA(max_iterations=3, warm_start=True).fit(X, y)
    first = fitted.objective_
    assert fitted.fit(X, y).objective_ <= first + 1e-9


def test_progress_is_told_and_can_stop(wine, capsys):
    X, y = wine
    seen = []
    fitted = mahala.NCA(callback=lambda told: seen.append(told["step"]) or len(seen) < 5, verbose=True).fit(X, y)
    assert fitted.status_ == "stopped" and len(seen) >= 5
    assert capsys.readouterr().err

    def broken(told):
        raise KeyError("mine")
    with pytest.raises(KeyError, match="mine"):
        mahala.NCA(callback=broken).fit(X, y)


def test_ctrl_c_ends_a_fit(tmp_path):
    script = ("import mahala, numpy as np, os, signal, threading\n"
              "X = np.random.RandomState(0).randn(4000, 60); y = np.arange(4000) % 7\n"
              "threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
              "try:\n    mahala.LMNN(n_components=60, max_iterations=100000, tolerance=0, prepare='none').fit(X, y)\n"
              "except KeyboardInterrupt:\n    print('interrupted')\n")
    told = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, timeout=120)
    assert told.stdout.strip() == "interrupted", told.stderr


def test_what_does_not_converge_warns_and_what_is_not_fitted_says_so(wine):
    X, y = wine
    with pytest.warns(ConvergenceWarning, match="lmnn"):
        mahala.LMNN(max_iterations=1).fit(X, y)
    for use in ("transform", "get_mahalanobis_matrix", "get_metric"):
        with pytest.raises(NotFittedError):
            getattr(mahala.LMNN(), use)(*([X] if use == "transform" else []))


def test_the_page_of_an_estimator_says_what_came_of_it(wine):
    shown = mahala.Auto(samples=60).fit(*wine)._repr_html_()
    assert "auto" in shown and "</div>" in shown and "<p>" in shown


@pytest.mark.parametrize("wrong, message", [
    (dict(X=np.full((5, 3), np.nan), y=[0, 1, 0, 1, 0]), "NaN"),
    (dict(X=np.zeros((5, 3)), y=[0, 1]), "inconsistent"),
    (dict(X=np.array([["a", "b"]] * 4, dtype=object), y=[0, 1, 0, 1]), "could not convert"),
    (dict(X=np.zeros((0, 2, 3)), y=[]), "empty"),
    (dict(X=np.zeros((4, 5, 3)), y=[1, -1, 1, -1]), "5 samples"),
    (dict(X=np.arange(24.0).reshape(4, 2, 3), y=[1, 2, 3, 4]), "other values"),
    (dict(X=np.eye(4), y=[1, -1], pairs=[[0, 9], [1, 2]]), "9"),
    (dict(X=np.eye(4), y=[1, -1], pairs=[[0, -3], [1, 2]]), "-3"),
    (dict(X=np.eye(4), y=[1, -1], pairs=[[0.5, 1], [1, 2]]), "indices"),
])
def test_bad_input_is_a_value_error_with_a_message(wrong, message):
    with pytest.raises(ValueError, match=message):
        mahala.ITML().fit(**wrong)


def test_options_out_of_range_have_the_librarys_message():
    with pytest.raises(ValueError, match="option n_components"):
        mahala.PSDFlat(n_components=-2).fit(np.eye(4), [0, 0, 1, 1])
    with pytest.raises(ValueError, match="option solver"):
        mahala.ITML(solver="nonsense").fit(np.eye(4), [0, 0, 1, 1])
    with pytest.raises(ValueError, match="no learner"):
        mahala.estimator("nonsense")


def test_forms_of_the_metric_are_learned_from_matrices_and_from_samples():
    rng = np.random.RandomState(0)
    g = rng.randn(5, 2)
    matrices = [a + a.T for a in rng.randn(40, 5, 5)]
    forms = [(a, "=", float(np.trace(g @ g.T @ a))) for a in matrices]
    X = np.eye(5)
    learned = mahala.PSDFlat(n_components=2, start="random", random_state=1).fit(X, forms=forms)
    np.testing.assert_allclose(learned.get_mahalanobis_matrix(), g @ g.T, atol=0.05)
    X = rng.randn(20, 3)
    near = mahala.ITML(gamma="inf").fit(X, forms=[([(0, 1, 1.0), (2, 3, -1.0)], "<=", -1.0)])
    d = [near.pair_distance(X[None, [i, j]])[0] ** 2 for i, j in ((0, 1), (2, 3))]
    assert d[0] - d[1] <= -1 + 1e-3
    with pytest.raises(ValueError, match="relation is =, <= or >="):
        mahala.ITML().fit(X, forms=[(np.eye(3), "<", 1)])
    with pytest.raises(ValueError, match="learns from"):
        mahala.LMNN().fit(X, forms=[(np.eye(3), "<=", 1)])


def test_outputs_of_several_numbers_are_learned_and_predicted():
    rng = np.random.RandomState(1)
    X, W = rng.randn(500, 6), rng.randn(3, 1) @ rng.randn(1, 6)
    learned = mahala.NLMS(space="tasks", n_components=1, passes=5).fit(X, X @ W.T)
    np.testing.assert_allclose(learned.transform(X), X @ W.T, atol=0.01)
    V = np.linalg.qr(rng.randn(6, 2))[0]
    learned = mahala.NLMS(space="subspace", n_components=2, passes=2).fit(X, X @ V @ V.T)
    np.testing.assert_allclose(learned.get_mahalanobis_matrix(), V @ V.T, atol=0.01)
    with pytest.raises(ValueError):
        mahala.MLKR().fit(X, X @ W.T)


@pytest.mark.parametrize("name", ["NCA", "ITML", "PSDFlat", "Loreta", "NLMS", "MVU"])
def test_a_fit_that_was_ended_goes_on_to_the_same_bits(name, tmp_path):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(150, 6))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=150) > 0, 1, 2)
    made = getattr(mahala, name)
    options = {"step": 0.1, "steps": 4000} if name == "Loreta" else {"passes": 9} if name == "NLMS" else {}
    steps = []
    whole = made(callback=lambda progress: steps.append(1), **options).fit(X, y)

    class Ended(Exception):
        pass

    left = []

    def end(progress):
        left.append(1)
        if len(left) == max(1, 2 * len(steps) // 3):
            raise Ended

    file = tmp_path / "fit.ckpt"
    with pytest.raises(Ended):
        made(callback=end, **options).fit(X, y, checkpoint=file, every=1)
    assert file.exists()
    with pytest.raises(ValueError, match="has not ended"):
        made(**options).fit(X, y, checkpoint=file)
    with pytest.raises(ValueError, match="its data is 150 samples of 6 features"):
        made(**options).fit(X + 1, y, checkpoint=file, resume=True)
    left.clear()
    resumed = made(callback=lambda progress: left.append(1), **options).fit(X, y, checkpoint=file, every="5s", resume=True)
    assert np.array_equal(resumed.model_.left, whole.model_.left)
    assert np.array_equal(resumed.trace_[:, :3], whole.trace_[:, :3], equal_nan=True)
    assert len(left) < len(steps) or len(steps) < 3
    assert not file.exists()


def test_a_checkpoint_that_cannot_be_is_refused(tmp_path):
    X, y = np.random.default_rng(1).normal(size=(40, 3)), np.arange(40) % 2
    with pytest.raises(ValueError, match="no number of steps"):
        mahala.NCA().fit(X, y, checkpoint=tmp_path / "a", every="often")
    with pytest.raises(ValueError, match="checkpoint"):
        mahala.NCA().fit(X, y, resume=True)
    with pytest.raises(ValueError, match="no/such"):
        mahala.NCA().fit(X, y, checkpoint=tmp_path / "no/such/a")
