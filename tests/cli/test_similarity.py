"""Similarities and rankings of labels: scoring, searching, embedding, labelling and measuring."""

import csv
import io
import json
import os
import pathlib
import random
import struct
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, ROOT, USAGE, ProgramTest, blobs
from program import csv as csv_text

WINE = ROOT / "data/wine.csv"
PLAIN_FAISS = pathlib.Path(os.environ.get(
    "PLAIN_FAISS", pathlib.Path(PROGRAM).parent / "tests/plain-faiss"))


def safetensors(tensors, metadata):
    """The bytes of a file of float64 matrices, each a list of rows."""
    header, data = {"__metadata__": metadata}, b""
    for name, rows in tensors.items():
        values = [v for row in rows for v in row]
        begin = len(data)
        data += struct.pack(f"<{len(values)}d", *values)
        header[name] = {"dtype": "F64", "shape": [len(rows), len(rows[0])],
                        "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def model(kind, left=None, right=None, identity=0, labels=None):
    """A model file; factors are lists of components, as the format has them."""
    metadata = {"format": "mahala", "format_version": "2", "kind": kind, "prepare": "none",
                "identity": repr(identity), "domain": "features"}
    if labels is not None:
        metadata["labels"] = json.dumps(labels)
    tensors = {name: rows for name, rows in (("left", left), ("right", right)) if rows}
    return safetensors(tensors, metadata)


def gaussian(rows, columns, seed):
    rng = random.Random(seed)
    return [[rng.gauss(0, 1) for _ in range(columns)] for _ in range(rows)]


def products(rows, components):
    return [[sum(a * b for a, b in zip(row, c)) for c in components] for row in rows]


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


class SimilarityTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.left, self.right = gaussian(2, 4, 1), gaussian(2, 4, 2)
        self.write("s.model", model("similarity", self.left, self.right))
        self.write("psd.model", model("similarity", self.left))
        self.write("eye.model", model("similarity", self.left, self.right, identity=0.5))
        self.write("full.model", model("similarity", right=gaussian(4, 4, 5)))
        self.rows, self.labels = blobs(30)
        self.other = gaussian(12, 4, 3)
        self.write("x.csv", csv_text(self.rows, self.labels))
        self.write("z.csv", csv_text(self.other, ids=[f"z{i}" for i in range(12)]))

    def score(self, x, z):
        return dot(products([x], self.left)[0], products([z], self.right)[0])

    def test_pairs_are_scored_by_the_bilinear_form(self):
        self.write("pairs.csv", "i,j\n0,z3\n7,z0\n7,11\n")
        found = table(self.run_ok("score", "s.model", "x.csv", "z.csv", "--pairs", "pairs.csv"))
        self.assertEqual([(r["i"], r["j"]) for r in found], [("0", "z3"), ("7", "z0"), ("7", "z11")])
        for row, (i, j) in zip(found, [(0, 3), (7, 0), (7, 11)]):
            self.assertAlmostEqual(float(row["score"]), self.score(self.rows[i], self.other[j]))
        answer = self.run_json("score", "eye.model", "x.csv", "z.csv", "--pairs", "pairs.csv")
        expected = self.score(self.rows[0], self.other[3]) + 0.5 * dot(self.rows[0], self.other[3])
        self.assertAlmostEqual(answer["results"][0]["score"], expected)

    def test_pairs_of_a_metric_get_distances(self):
        self.run_ok("fit", "x.csv", "--learner", "euclidean", "--prepare", "none", "-o", "m.model")
        self.write("pairs.csv", "i,j\n0,3\n4,4\n")
        found = table(self.run_ok("score", "m.model", "x.csv", "--pairs", "pairs.csv"))
        expected = sum((a - b) ** 2 for a, b in zip(self.rows[0], self.rows[3]))
        self.assertAlmostEqual(float(found[0]["distance"]), expected)
        self.assertEqual(float(found[1]["distance"]), 0)

    def test_sides_are_embedded_so_that_inner_products_are_scores(self):
        for name in ("s.model", "eye.model", "full.model"):
            self.write("pairs.csv", "i,j\n2,z5\n")
            self.run_ok("embed", name, "x.csv", "--side", "left", "-o", "l.csv")
            self.run_ok("embed", name, "z.csv", "--side", "right", "-o", "r.csv")
            left = [v for k, v in table(self.path("l.csv").read_text())[2].items() if k[0] == "e"]
            right = [v for k, v in table(self.path("r.csv").read_text())[5].items() if k[0] == "e"]
            score = self.run_json("score", name, "x.csv", "z.csv", "--pairs", "pairs.csv")
            self.assertAlmostEqual(dot(map(float, left), map(float, right)),
                                   score["results"][0]["score"])

    def test_a_symmetric_one_needs_no_side(self):
        self.run_ok("embed", "psd.model", "x.csv", "-o", "e.csv")
        self.run_refused("embed s.model x.csv -o f.csv", BAD_INPUT, ["not symmetric", "--side"])

    def test_search_finds_the_largest_scores(self):
        found = table(self.run_ok("search", "s.model", "z.csv", "x.csv", "-k", 3))
        for i, row in enumerate(self.rows):
            best = sorted(range(12), key=lambda j: -self.score(row, self.other[j]))[:3]
            mine = [r for r in found if r["query"] == str(i)]
            self.assertEqual([r["item"] for r in mine], [f"z{j}" for j in best])
            self.assertAlmostEqual(float(mine[0]["score"]), self.score(row, self.other[best[0]]))

    def test_indexes_find_the_same(self):
        for index in ("Flat", "HNSW32"):
            answer = self.run_json("search", "s.model", "z.csv", "x.csv", "-k", 3, "--index", index,
                                   "--recall")
            self.assertEqual(answer["recall_at_k"], 1)
        self.run_refused("search s.model z.csv x.csv --index hnsw", BAD_INPUT, ["HNSW32"])

    @unittest.skipUnless(PLAIN_FAISS.exists(), "the program that knows only FAISS is not built")
    def test_an_index_file_takes_raw_queries_on_the_left(self):
        vectors = "\n".join(" ".join(map(repr, row)) for row in self.rows)
        for name in ("s.model", "eye.model", "full.model"):
            self.run_ok("index", name, "z.csv", "-o", "items.faiss")
            out = subprocess.run([PLAIN_FAISS, self.path("items.faiss"), "3"], check=True,
                                 input=vectors.encode(), capture_output=True).stdout
            found = [line.split() for line in out.decode().splitlines()]
            wanted = table(self.run_ok("search", name, "z.csv", "x.csv", "-k", 3))
            self.assertEqual(["z" + item for item, _ in found], [row["item"] for row in wanted])
            for (_, score), row in zip(found, wanted):
                self.assertAlmostEqual(float(score), float(row["score"]), delta=1e-3)

    def test_evaluate_gives_map_beside_the_inner_product(self):
        answer = self.run_json("evaluate", "x.csv", "--model", "s.model", "--at", "1,5")
        scores = [[self.score(q, p) for p in self.rows] for q in self.rows]
        total = 0
        for q in range(30):
            order = sorted((i for i in range(30) if i != q), key=lambda i: (-scores[q][i], i))
            hits, precisions = 0, []
            for rank, i in enumerate(order, 1):
                if self.labels[i] == self.labels[q]:
                    hits += 1
                    precisions.append(hits / rank)
            total += sum(precisions) / len(precisions)
        self.assertAlmostEqual(answer["measured"]["map"]["value"], total / 30)
        self.assertIn("precision_at_5", answer["measured"])
        self.assertIn("inner_product", answer["measured"]["map"])
        self.assertIn("inner product", self.run_ok("evaluate", "x.csv", "--model", "s.model"))

    def test_inspect_says_what_it_is(self):
        self.assertIn("model: similarity of rank 2 on 4 features",
                      self.run_ok("inspect", "s.model"))
        answer = self.run_json("inspect", "psd.model")
        self.assertEqual((answer["model_kind"], answer["symmetric"]), ("similarity", True))

    def test_what_it_cannot_do_is_refused(self):
        self.write("pairs.csv", "i,j\n0,99\n")
        for command, code, words in (
                ("label s.model x.csv", BAD_INPUT, ["is a similarity", "mahala search"]),
                ("evaluate x.csv --model s.model --measure knn", BAD_INPUT, ["knn", "similarity"]),
                ("evaluate x.csv --model s.model --cv 2", BAD_INPUT, ["no distances"]),
                ("score s.model x.csv z.csv --pairs pairs.csv", BAD_INPUT, ["pairs.csv:2", "99"]),
                ("score s.model x.csv z.csv", USAGE, ["--pairs"]),
                ("score s.model x.csv --pairs pairs.csv -o o.txt", USAGE, [".csv"]),
                ("fit x.csv --learner psd-flat --from s.model -o o.model", BAD_INPUT,
                 ["psd-flat gives a metric and cannot continue from a similarity"]),
                ("embed s.model x.csv --side middle -o e.csv", USAGE,
                 ["--side: 'middle' is not one of left, right"]),
                ("fit x.csv --learner loreta --from full.model -o o.model", BAD_INPUT,
                 ["is of full rank"]),
                ("fit x.csv --learner loreta --from s.model --set start=identity -o o.model", USAGE,
                 ["start=identity", "--from"])):
            with self.subTest(command):
                self.run_refused(command, code, words)

    def test_what_learners_draw_themselves_is_not_counted(self):
        flags = ("--label", "label", "--set", "steps=500", "--set", "step=0.01", "-o", "m.model")
        self.assertRegex(self.run_ok("fit", "x.csv", "--learner", "loreta", *flags),
                         "constraints +drawn from labels")
        self.write("t.csv", "query,near,far\n0,3,1\n")
        self.assertRegex(self.run_ok("fit", "x.csv", "--learner", "loreta", "--triplets", "t.csv",
                                     *flags), "constraints +1\n")

    def test_large_samples_do_not_count_as_divergence(self):
        self.write("large.csv", csv_text([[1e3 * v for v in row] for row in self.rows],
                                         self.labels))
        answer = self.run_json("fit", "large.csv", "--learner", "loreta", "--prepare", "none",
                               "--set", "step=1e-12", "--set", "steps=2000", "-o", "m.model")
        self.assertEqual((answer["status"], answer["message"]), ("budget spent", "2000 steps"))

    def test_files_that_contradict_themselves_are_refused(self):
        self.write("bad.model", model("similarity", self.left, gaussian(3, 4, 1)))
        self.run_refused("inspect bad.model", BAD_INPUT, ["left has 2 columns, right 3"])
        whole = self.path("s.model").read_bytes()
        self.write("cut.model", whole[:-8])
        self.run_refused("inspect cut.model", BAD_INPUT, ["truncated"])


class RankingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        rows, labels = blobs(120)
        several = [[label, "early"] if i < 60 else [label] for i, label in enumerate(labels)]
        lines = [json.dumps({"id": f"s{i}", "label": own, "x": row})
                 for i, (own, row) in enumerate(zip(several, rows))]
        self.write("train.jsonl", "\n".join(lines[:80]) + "\n")
        self.write("test.jsonl", "\n".join(lines[80:]) + "\n")
        self.fitted = self.run_json("fit", "train.jsonl", "--learner", "one-vs-rest", "-o",
                                    "r.model")

    def test_labels_of_samples_are_listed_best_first(self):
        found = table(self.run_ok("label", "r.model", "test.jsonl", "--k", 2))
        self.assertEqual(len(found), 80)
        self.assertEqual([r["rank"] for r in found[:4]], ["1", "2", "1", "2"])
        self.assertGreaterEqual(float(found[0]["score"]), float(found[1]["score"]))
        self.assertTrue(found[0]["sample"].startswith("s"))
        self.run_ok("label", "r.model", "test.jsonl", "-o", "labels.jsonl")
        first = json.loads(self.path("labels.jsonl").read_text().splitlines()[0])
        self.assertEqual(first["label"], found[0]["label"])

    def test_it_is_measured_by_the_order_of_labels(self):
        answer = self.run_json("evaluate", "test.jsonl", "--model", "r.model", "--at", "1,2")
        measured = answer["measured"]
        self.assertGreater(measured["map"]["value"], measured["map"]["frequency"]["value"])
        self.assertAlmostEqual(measured["one_error"]["value"],
                               1 - measured["precision_at_1"]["value"])
        self.assertIn("one error", self.run_ok("evaluate", "test.jsonl", "--model", "r.model"))

    def test_features_are_embedded(self):
        answer = self.run_json("embed", "r.model", "test.jsonl", "-o", "e.csv")
        self.assertEqual((answer["samples"], answer["dim"]), (40, 4))
        self.run_refused("embed r.model test.jsonl --side left -o f.csv", BAD_INPUT, ["labels"])

    def test_inspect_lists_its_labels(self):
        self.assertEqual(self.run_json("inspect", "r.model")["labels"], ["a", "b", "c", "early"])
        self.assertIn("ranking of 4 labels", self.run_ok("inspect", "r.model"))

    def test_a_report_shows_its_numbers(self):
        answer = self.run_json("report", "r.model", "test.jsonl", "-o", "page.html")
        self.assertEqual(answer["model_kind"], "ranking")
        page = self.path("page.html").read_text()
        for text in ("one error", "spectrum of the ranking", "took no steps"):
            self.assertIn(text, page)

    def test_what_it_cannot_do_is_refused(self):
        self.write("pairs.csv", "i,j\n0,1\n")
        for command, code, words in (
                ("search r.model test.jsonl test.jsonl", BAD_INPUT, ["ranks labels"]),
                ("index r.model test.jsonl -o i.faiss", BAD_INPUT, ["ranks labels"]),
                ("score r.model test.jsonl --pairs pairs.csv", BAD_INPUT, ["mahala label"]),
                ("evaluate test.jsonl --model r.model --measure retrieval", BAD_INPUT, ["ranking"]),
                ("evaluate test.jsonl --learner one-vs-rest", USAGE, ["evaluate --model"]),
                ("evaluate test.jsonl --learner lda --measure labels", USAGE, ["labels"]),
                ("report test.jsonl --learner one-vs-rest -o p.html", USAGE, ["no distances"]),
                ("label r.model test.jsonl --k 0", USAGE, ["k"])):
            with self.subTest(command):
                self.run_refused(command, code, words)

    def test_rankings_need_samples_with_labels(self):
        self.write("bare.csv", "a,b\n1,2\n2,3\n3,4\n")
        self.write("given.csv", "sample,relevant\n0,x\n")
        self.run_refused("fit bare.csv --learner loreta-labels --rankings given.csv -o m.model",
                         BAD_INPUT, ["given.csv:2", "samples' labels, and they have none"])

    def test_a_metric_is_not_asked_for_labels(self):
        self.run_ok("fit", WINE, "--learner", "lda", "--label", "label", "-o", "m.model")
        self.run_refused(f"evaluate {WINE} --model m.model --measure labels --label label",
                         BAD_INPUT, ["labels", "metric"])


if __name__ == "__main__":
    unittest.main()
