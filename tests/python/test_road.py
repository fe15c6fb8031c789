"""Reading, saving, judging, exporting, drawing; and what is shipped beside the code."""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mahala

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def test_files_are_read_with_their_labels_and_names(tmp_path):
    (tmp_path / "a.csv").write_text("width,height,label\n1,2,x\n3,4,y\n")
    data = mahala.read(tmp_path / "a.csv", label="label")
    X, y = data
    assert data.feature_names == ["width", "height"] and X.tolist() == [[1, 2], [3, 4]] and list(y) == ["x", "y"]
    (tmp_path / "b.svm").write_text("1 1:0.5 3:2\n-1 2:1\n")
    sparse, y = mahala.read(tmp_path / "b.svm")
    assert sparse.toarray().tolist() == [[0.5, 0, 2], [0, 1, 0]] and list(y) == [1, -1]
    with pytest.raises(ValueError, match="nothing.csv"):
        mahala.read(tmp_path / "nothing.csv")


def test_models_are_saved_and_loaded(wine, wine_pairs, tmp_path):
    X, pairs, same = wine_pairs
    fitted = mahala.ITML(gamma=2.0).fit(X[pairs], same)
    mahala.save(fitted, tmp_path / "m")
    again = mahala.load(tmp_path / "m")
    assert again.gamma == 2.0 and again.threshold_ == fitted.threshold_
    np.testing.assert_array_equal(again.predict_proba(X[pairs]), fitted.predict_proba(X[pairs]))
    told = subprocess.run([os.environ["MAHALA_PROGRAM"], "inspect", tmp_path / "m"], capture_output=True, text=True)
    assert told.returncode == 0 and "itml" in told.stdout
    with pytest.raises(ValueError):
        mahala.load(__file__)


def test_learners_are_compared_tuned_and_evaluated(wine):
    X, y = wine
    table = mahala.compare(X, y, ["lda", mahala.PSDFlat(n_components=3), ("rca", {"shrinkage": 0.1})], cv="2x2")
    assert {row["title"] for row in table} == {"euclidean", "lda", "psd-flat rank=3", "rca shrinkage=0.1"}
    assert table[0]["error"] <= table[-1]["error"] and "lda" in str(table) and "<table>" in table._repr_html_()
    tuned = mahala.tune(X, y, ["euclidean", "lda"], cv="2x2")
    assert tuned["winner"] in ("euclidean", "lda") and tuned["model"].n_features == X.shape[1]
    found = mahala.evaluate("lda", X, y, cv="2x2", measures="retrieval")
    assert "lda" in found["verdict"] and {each["name"] for each in found["baselines"]} >= {"euclidean", "covariance"}
    assert 0 < found["learned"]["map"] <= 1
    fitted = mahala.LDA().fit(X[::2], y[::2])
    assert mahala.measure(fitted, X[1::2], y[1::2])["error"] < 0.1


def test_comparing_and_tuning_keep_what_is_done_and_tidy_up(wine, tmp_path):
    X, y = wine
    kept = {"checkpoint": tmp_path / "a.ckpt", "every": 1, "resume": True}
    plain = mahala.compare(X, y, ["lda", "rca"], cv="3x1")
    again = mahala.compare(X, y, ["lda", "rca"], cv="3x1", **kept)
    assert [row["errors"] for row in again] == [row["errors"] for row in plain]
    tuned, known = (mahala.tune(X, y, ["euclidean", "rca"], cv="3x1", **more) for more in ({}, kept))
    assert np.array_equal(tuned["model"].left, known["model"].left)
    assert not kept["checkpoint"].exists()


def test_pairs_judge_without_labels(wine_pairs):
    X, pairs, same = wine_pairs
    found = mahala.evaluate("itml", X, same, pairs=pairs, cv="2x2")
    assert found["learned"]["error"] < found["baselines"][0]["error"]
    assert mahala.measure(mahala.ITML().fit(X[pairs], same), X, same, pairs=pairs)["auc"] > 0.9


def test_arrays_and_indexes_leave_the_package(wine):
    faiss = pytest.importorskip("faiss")
    X, y = wine
    fitted = mahala.LDA().fit(X, y)
    arrays = mahala.to_numpy(fitted)
    np.testing.assert_allclose(X @ arrays["components"].T + arrays["intercept"], fitted.transform(X), atol=1e-8)
    index = mahala.to_faiss(fitted, X)
    assert isinstance(index, faiss.IndexPreTransform) and index.ntotal == len(X)
    _, near = index.search(X[:5].astype(np.float32), 1)
    assert near.ravel().tolist() == [0, 1, 2, 3, 4]


def test_pictures_are_drawn(wine, wine_pairs, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    X, pairs, same = wine_pairs
    learned = mahala.NCA(n_components=3).fit(*wine)
    of_pairs = mahala.ITML().fit(X[pairs], same)
    drawn = {"scatter": mahala.plots.scatter(learned, *wine)[0], "curve": mahala.plots.learning_curve(learned),
             "spectrum": mahala.plots.spectrum(learned), "reliability": mahala.plots.reliability(of_pairs, X[pairs], same)}
    for name, ax in drawn.items():
        assert ax.has_data()
        ax.figure.savefig(tmp_path / f"{name}.png")
    plt.close("all")


def test_importing_does_not_import_matplotlib():
    told = subprocess.check_output([sys.executable, "-c", "import mahala, sys; print('matplotlib' in sys.modules)"], text=True)
    assert told.strip() == "False"


def test_type_stubs_are_those_of_the_registry():
    told = subprocess.check_output([sys.executable, ROOT / "tools/make_stubs.py", "--print"], text=True)
    assert told == (ROOT / "python/mahala/__init__.pyi").read_text(), "run tools/make_stubs.py"


DATA_OF = {"01_learn_a_metric": "wine", "02_pairs_and_probabilities": "iris", "06_compare_learners": "wine",
           "07_triplets": "iris"}


@pytest.mark.parametrize("name", sorted(each.stem for each in (ROOT / "examples").glob("*.cpp")))
def test_examples_print_the_same_in_both_languages(name, tmp_path):
    program = Path(os.environ["MAHALA_BUILD"], "tests", f"example-{name}")
    in_cpp = subprocess.check_output([program, ROOT / "data" / f"{DATA_OF[name]}.csv"], text=True, cwd=tmp_path)
    assert in_cpp == subprocess.check_output([sys.executable, ROOT / "examples" / f"{name}.py"], text=True, cwd=tmp_path)


@pytest.mark.parametrize("script", sorted(each.name for each in (ROOT / "examples").glob("*.py")))
def test_examples_run(script, tmp_path):
    told = subprocess.run([sys.executable, ROOT / "examples" / script], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "MPLBACKEND": "Agg"})
    assert told.returncode == 0 and told.stdout, told.stderr


def test_snippets_of_the_page_run(tmp_path):
    text = (ROOT / "docs/python.md").read_text()
    blocks = [each.split("```")[0] for each in text.split("```python\n")[1:]]
    assert len(blocks) >= 5
    (tmp_path / "page.py").write_text("\n".join(blocks))
    told = subprocess.run([sys.executable, tmp_path / "page.py"], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "MPLBACKEND": "Agg"})
    assert told.returncode == 0, told.stderr


@pytest.mark.skipif("MAHALA_SANITIZED" in os.environ, reason="the wheel is that of the plain build")
def test_the_wheel_works_without_the_source_tree(tmp_path):
    subprocess.check_call([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir",
                           tmp_path, ROOT], env={**os.environ, "PYTHONPATH": ""})
    [wheel] = tmp_path.glob("*.whl")
    subprocess.check_call([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target",
                           tmp_path / "site", wheel])
    script = ("import mahala; from mahala import metric_learn; X, y = mahala.datasets.load('wine');"
              "print(mahala.__file__, mahala.LDA().fit(X, y).score(X, y) > 0.9, metric_learn.NCA().fit(X[:20], y[:20] != 'x'))")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(tmp_path / "site")})
    assert told.returncode == 0 and str(tmp_path) in told.stdout and "True" in told.stdout, told.stderr
