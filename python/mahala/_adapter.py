"""Frozen embeddings adapted to feedback."""
import numpy as np

from . import _data, _mahala
from ._estimator import _text


class Adapter:
    """A small linear map that makes inner products of embeddings agree with feedback, if it can be shown to help.

    fit(items, feedback, queries=None): `feedback` is rows of numbers,
        kind="qrels":      (query, item) or (query, item, relevance); relevance above 0 is a positive, of that weight if
                           graded=True
        kind="clicks":     (query, item) or (query, item, weight); weights of the same two are added up
        kind="triplets":   (query, near, far)
        kind="duplicates": (item, item)
        kind="pairs":      (item, item, score)
        kind="labels":     one label for each item, None or NaN where there is none
    Queries are rows of `queries`, or items if that is None. `held_out` is feedback of the same kind that chooses and tests
    the map instead of folds; nothing is learned from it. Afterwards `report` says what was found on held-out
    feedback, and `report["shipped"]` whether the model is more than the identity.

    The parameters are those of `mahala adapt`. Results are the same as the program's for the same numbers.
    """

    def __init__(self, *, side="two", metric="", map="auto", candidates="closed-form", folds=5, confidence=0.95,
                 control=False, graded=False, random_state=0):
        self.side, self.metric, self.map, self.candidates, self.folds = side, metric, map, candidates, folds
        self.confidence, self.control, self.graded, self.random_state = confidence, control, graded, random_state

    @classmethod
    def _of(cls, model):
        adapter = cls()
        adapter.model_, adapter.report_ = model, None  # what was found is not in the file
        return adapter

    def _settings(self):
        names = ("side", "metric", "map", "candidates", "folds", "confidence", "control")
        return {name: _text(getattr(self, name)) for name in names}

    def fit(self, items, feedback, queries=None, kind="qrels", held_out=()):
        tables = self._tables(items, queries)
        self.model_, self.report_ = _mahala.adapt(*tables, kind, self._rows(feedback, kind), self._rows(held_out, kind),
                                                  self._settings(), self.random_state)
        return self

    def partial_fit(self, items, feedback, queries=None, kind="qrels", forget=0.0):
        """Adds feedback to a model that maps queries by ridge; the first call is `fit`."""
        if not hasattr(self, "model_"):
            return self.fit(items, feedback, queries, kind)
        tables = self._tables(items, queries)
        self.model_, self.update_ = _mahala.update_adapted(self.model_, *tables, kind, self._rows(feedback, kind), forget,
                                                           self.random_state)
        return self

    @staticmethod
    def _tables(items, queries):
        return _data.table(items, source="items"), None if queries is None else _data.table(queries, source="queries")

    @property
    def report(self):
        return self.report_

    def transform_queries(self, queries):
        """What is to be sent to an index of inner products."""
        return _data.to_array(self.model_.embed_side(_data.samples(queries), "left"))

    def transform_documents(self, items):
        """What that index is to hold."""
        return _data.to_array(self.model_.embed_side(_data.samples(items), "right"))

    def _rows(self, feedback, kind):
        if kind == "labels":
            known = [(i, each) for i, each in enumerate(feedback) if each is not None and each == each]
            codes = {name: k for k, name in enumerate(dict.fromkeys(each for _, each in known))}
            return [(i, codes[each], 0.0) for i, each in known]
        rows = [tuple(np.asarray(row).tolist()) for row in feedback]
        if kind == "duplicates":
            return [pair for a, b in rows for pair in ((int(a), int(b), 1.0), (int(b), int(a), 1.0))]
        if kind == "triplets":
            judged = [pair for q, near, far in rows for pair in ((int(q), int(near), 1.0), (int(q), int(far), 0.0))]
            return self._agreed(judged)
        values = [float(row[2]) if len(row) > 2 else 1.0 for row in rows]
        if kind == "qrels" and not self.graded:
            values = [float(value > 0) for value in values]
        judged = [(int(row[0]), int(row[1]), value) for row, value in zip(rows, values)]
        if kind == "clicks":
            weights = {}
            for query, item, weight in judged:
                weights[query, item] = weights.get((query, item), 0.0) + weight
            return [(query, item, weight) for (query, item), weight in weights.items()]
        return self._agreed(judged)

    @staticmethod
    def _agreed(judged):
        """Each judgement once; an error if two of the same two rows differ."""
        said = {}
        for a, b, value in judged:
            if said.setdefault((a, b), value) != value:
                raise ValueError(f"feedback contradicts itself about {a} and {b}: {said[a, b]:g} and {value:g}")
        return [(a, b, value) for (a, b), value in said.items()]
