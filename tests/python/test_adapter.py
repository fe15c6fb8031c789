"""Embeddings adapted to feedback from Python."""
import os
import subprocess

import mahala
import numpy as np
import pytest


def hidden(seed=1, dim=8, items=150, queries=80):
    """Items, and queries that see an item through a hidden map."""
    rng = np.random.default_rng(seed)
    x, turn = rng.normal(size=(items, dim)), rng.normal(size=(dim, dim)) / dim ** 0.5
    positives = rng.integers(items, size=queries)
    q = 0.5 * x[positives] + x[positives] @ turn + 0.3 * rng.normal(size=(queries, dim))
    return x, q, np.column_stack([np.arange(queries), positives])


def test_adapts_as_the_program_does(tmp_path):
    x, q, rows = hidden()
    adapter = mahala.Adapter(control=True).fit(x, rows, q)
    assert adapter.report["shipped"], adapter.report["verdict"]
    assert [row["name"] for row in adapter.report["rows"]] == ["base", "whitening alone", "adapted", "shuffled feedback"]
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "q.npy", q)
    (tmp_path / "f.csv").write_text("query_id,doc_id\n" + "".join(f"{a},{b}\n" for a, b in rows))
    subprocess.run([os.environ["MAHALA_PROGRAM"], "adapt", "x.npy", "f.csv", "--queries", "q.npy", "-o", "m"], check=True,
                   cwd=tmp_path, capture_output=True)
    again = mahala.load(tmp_path / "m")
    assert np.array_equal(again.model_.left, adapter.model_.left)
    assert np.array_equal(again.transform_queries(q), adapter.transform_queries(q))
    scores = adapter.transform_queries(q) @ adapter.transform_documents(x).T
    base = (q / np.linalg.norm(q, axis=1, keepdims=True)) @ (x / np.linalg.norm(x, axis=1, keepdims=True)).T
    right = rows[:, 1]
    assert np.mean(scores.argmax(1) == right) > np.mean(base.argmax(1) == right)


def test_learns_on():
    x, q, rows = hidden()
    whole = mahala.Adapter(map="documents:0.3 + ridge:1").fit(x, rows, q)
    parts = mahala.Adapter(map="documents:0.3 + ridge:1").partial_fit(x, rows[:50], q).partial_fit(x, rows[50:], q)
    assert np.array_equal(whole.model_.left, parts.model_.left)
    assert parts.update_["learned_from"] == len(rows)


def test_every_kind_is_taken():
    x, _, _ = hidden()
    rng = np.random.default_rng(2)
    assert not mahala.Adapter().fit(x, rng.integers(3, size=len(x)).tolist(), kind="labels").report["shipped"]
    pairs = np.column_stack([np.arange(60), np.arange(60) + 60])
    # By luck random pairs may help: one test in twenty lets them.
    assert "shipped" in mahala.Adapter().fit(x, pairs, kind="duplicates").report
    scored = np.column_stack([pairs, rng.normal(size=60)])
    assert not mahala.Adapter().fit(x, scored, kind="pairs").report["shipped"]


def test_held_out_feedback_judges_and_teaches_nothing():
    x, q, rows = hidden()
    adapter = mahala.Adapter().fit(x, rows[:50], q, held_out=rows[50:])
    assert adapter.report["shipped"], adapter.report["verdict"]
    assert adapter.report["needed"] and adapter.report["gained"]
    alone = mahala.Adapter(map=adapter.report["best"]).fit(x, rows[:50], q)
    assert np.array_equal(adapter.model_.left, alone.model_.left)


def test_clicks_and_triplets():
    x, q, rows = hidden()
    clicked = mahala.Adapter(map="ridge:1").fit(x, np.vstack([rows, rows]), q, kind="clicks")
    wrong = (rows[:, 1] + 1) % len(x)
    judged = mahala.Adapter(map="ridge:1").fit(x, np.column_stack([rows, wrong]), q, kind="triplets")
    assert np.array_equal(clicked.model_.left, judged.model_.left)
    with pytest.raises(ValueError, match="contradicts itself about 0 and 1"):
        mahala.Adapter().fit(x, [(0, 1, 1), (0, 1, 0)], q)
