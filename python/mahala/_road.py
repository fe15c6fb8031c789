"""Reading, saving, judging: the functions beside the estimators."""
import copyreg
import os
import tempfile
from dataclasses import dataclass, field

import numpy as np

from . import _data, _mahala
from ._estimator import MetricLearner, _text


def _bytes_of(model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        model.save(path)
        with open(path, "rb") as file:
            return file.read()


def _model_of(content):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        with open(path, "wb") as file:
            file.write(content)
        return _mahala.load(path)


copyreg.pickle(_mahala.Model, lambda model: (_model_of, (_bytes_of(model),)))


@dataclass
class Data:
    """What a file held."""
    X: object
    y: object = None
    ids: list = field(default_factory=list)
    feature_names: list = field(default_factory=list)
    remarks: list = field(default_factory=list)

    def __iter__(self):
        return iter((self.X, self.y))


def _labels_told(told):
    if told is None:
        return None
    names, codes = told
    if any(len(each) != 1 for each in codes):
        return [[names[k] for k in each] for each in codes]
    try:
        values = np.array([float(each) for each in names])
        if np.all(values == np.floor(values)):
            values = values.astype(int)
    except ValueError:
        values = np.array(names)
    return values[[each[0] for each in codes]]


def read(path, *, model=None, **options):
    """Samples and labels of a file in any supported format: X, y = mahala.read("wine.csv", label="label")."""
    told = _mahala.read(os.fspath(path), {name: _text(value) for name, value in options.items()}, _model(model))
    return Data(_data.to_array(told["x"]), _labels_told(told["labels"]), told["ids"], told["features"], told["remarks"])


def _model(model):
    return model.model_ if isinstance(model, MetricLearner) else model


def join_ranks():
    """(rank, ranks) of this process among those that mpirun has started; import mpi4py.MPI first.

    From then on estimators and `evaluate` share the rows of X among the ranks. All of them call the same functions and
    give the same whole X (a memory-mapped file costs none of them more than its own rows) and y, and all get the model.
    `save` writes on rank 0.
    """
    if not _mahala.knows_ranks():
        raise RuntimeError("mahala was built without MPI, so that there are no ranks to join")
    return _mahala.join_ranks()


def save(model, path):
    """Write a fitted estimator or a model to a file that the program reads too."""
    _model(model).save(os.fspath(path))


def load(path):
    """A fitted estimator of the model in a file, as `save` or the program wrote it; an Adapter, if it was adapted."""
    from ._adapter import Adapter
    from ._registry import ESTIMATORS
    model = _mahala.load(os.fspath(path))
    learner = model.notes.get("learner", "euclidean")
    if learner == "adapt":
        return Adapter._of(model)
    made = next(each for each in ESTIMATORS.values() if each._facts["name"] == learner)
    estimator = made(**_noted_parameters(made, model.notes))
    estimator.prepare = model.prepare
    estimator.model_, estimator.message_ = model, model.notes.get("message", "loaded from a file")
    estimator.status_, estimator.n_features_in_ = model.notes.get("status", "unknown"), model.n_features
    estimator._from_tuples = False
    if model.labels:
        estimator.classes_ = np.array(model.labels)
    if model.feature_names:
        estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
    if model.calibration is not None:
        estimator._set_threshold(model.calibration["threshold"])
    estimator._set_components()
    return estimator


def _number_or_text(text):
    """Of options that take a number or a word, as gamma does."""
    try:
        return float(text)
    except ValueError:
        return text


def _noted_parameters(made, notes):
    """Options as the notes of a model have them."""
    read_as = {"int": int, "float": float, "bool": lambda text: text == "true", "str": _number_or_text, "choice": str}
    noted = {}
    for parameter, option in made._options.items():
        text = notes.get(f"option.{option['name']}")
        if text is not None:
            noted[parameter] = read_as[option["type"]](text)
    if noted.get("n_components") == 0:
        noted["n_components"] = None  # the learner's own, as in a signature
    return noted


def _named(learner):
    """(name, settings) of an estimator, a name, or a pair of both."""
    if isinstance(learner, MetricLearner):
        plain = type(learner)()._settings()
        return learner._facts["name"], {k: v for k, v in learner._settings().items() if plain.get(k) != v}
    if isinstance(learner, str):
        return learner, {}
    name, settings = learner
    return name, {option: _text(value) for option, value in settings.items()}


def _judged(X, y, pairs, triplets):
    """(table, what to judge by)."""
    if pairs is not None:
        return _data.table(X), _data.pairs(pairs, y)
    if triplets is not None:
        return _data.table(X), _data.triplets(triplets)
    return _data.table(X, _data.labels(y)[0]), None


class Table(list):
    """Rows of a comparison, the best first; prints and shows as a table."""

    def __str__(self):
        return "\n".join(f"{row['title']:<30} {100 * row['error']:7.2f} % +- {100 * row['sd']:.2f}"
                         if not row["failure"] else f"{row['title']:<30} {row['failure']}" for row in self)

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{row['title']}</td><td>{100 * row['error']:.2f} %</td></tr>" for row in self)
        return f"<table><tr><th>learner</th><th>error</th></tr>{rows}</table>"


def compare(X, y, learners=("lda", "rca", "psd-flat"), *, cv="5x2", k=5, random_state=0, prepare="auto", pairs=None,
            triplets=None, checkpoint=None, every="60s", resume=False):
    """Learners (names, estimators, or pairs of a name and options) on the same folds, Euclidean among them.

    Folds that are done are kept in the file `checkpoint`, from which the same call with `resume` goes on.
    """
    table, by = _judged(X, y, pairs, triplets)
    return Table(_mahala.compare(table, [_named(each) for each in learners], cv, k, random_state, {"prepare": prepare}, by,
                                 _data.kept_in(checkpoint, every, resume)))


def tune(X, y, candidates=(), *, budget=60.0, cv="5x2", k=5, random_state=0, prepare="auto", pairs=None, triplets=None,
         checkpoint=None, every="60s", resume=False):
    """Choose a learner and its options by cross-validation, and fit it; see `verdict`, `model` and `table`.

    What was reached is kept in the file `checkpoint`, from which the same call with `resume` goes on.
    """
    table, by = _judged(X, y, pairs, triplets)
    told = _mahala.tune(table, [_named(each) for each in candidates], budget, cv, k, random_state, {"prepare": prepare}, by,
                        _data.kept_in(checkpoint, every, resume))
    return {**told, "table": Table(told["table"])}


def evaluate(learner, X, y, *, cv="5x2", k=5, measures="", random_state=0, prepare="auto", pairs=None, triplets=None):
    """Does it help? A learner beside the Euclidean metric, covariance and LDA on the same folds.

    A fitted model (mahala.load, or estimator.model_) stays as it is in all folds.
    """
    table, by = _judged(X, y, pairs, triplets)
    model = learner if isinstance(learner, _mahala.Model) else None
    name, settings = ("", {}) if model is not None else _named(learner)
    return _mahala.evaluate(table, name, settings, model, cv, k, random_state, measures, {"prepare": prepare}, by)


def measure(model, X, y, *, measures="", k=5, pairs=None, triplets=None):
    """Numbers of a fitted model on samples it did not learn from."""
    table, by = _judged(X, y, pairs, triplets)
    return _mahala.measure(_model(model), table, measures or ("" if by is not None else "knn"), k, by)


def to_numpy(model):
    """The arrays of a model: W = identity I + left left^T (or left right^T), and x -> components x + intercept."""
    model = _model(model)
    arrays = {"identity": model.identity, "left": model.left, "right": model.right}
    try:
        arrays["components"], arrays["intercept"] = model.affine_map("left")
    except ValueError:  # what is no affine map of features has its factors alone
        pass
    return arrays


def to_faiss(model, X=None):
    """A FAISS index (Debian: python3-faiss) that takes raw vectors; with X they are added."""
    import faiss
    model = _model(model)
    components, intercept = model.affine_map("left" if model.kind == "metric" else "right")
    width, dim = components.shape
    linear = faiss.LinearTransform(dim, width, True)
    faiss.copy_array_to_vector(np.ascontiguousarray(components, dtype=np.float32).ravel(), linear.A)
    faiss.copy_array_to_vector(np.ascontiguousarray(intercept, dtype=np.float32), linear.b)
    linear.is_trained = True
    plain = faiss.IndexFlatL2(width) if model.kind == "metric" else faiss.IndexFlatIP(width)
    index = faiss.IndexPreTransform(linear, plain)
    linear.this.disown()
    plain.this.disown()
    index.own_fields = True
    if X is not None:
        index.add(np.ascontiguousarray(X, dtype=np.float32))
    return index
