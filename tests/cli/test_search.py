"""Searching with a learned metric, and index files that plain FAISS loads."""

import csv as csv_module
import gzip
import io
import json
import os
import pathlib
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, blobs, csv, run, svmlight

PLAIN_FAISS = pathlib.Path(os.environ.get(
    "PLAIN_FAISS", pathlib.Path(PROGRAM).parent / "tests/plain-faiss"))
ROWS, LABELS = blobs(samples=400, features=6)
QUERIES, _ = blobs(samples=25, features=6, seed=2)
KEYS = {"model", "base", "queries", "index", "tune", "k", "items", "query_count", "dim",
        "build_seconds", "search_seconds", "queries_per_second"}
RECALL_KEYS = {"recall_at_1", "recall_at_k", "exact_queries_per_second"}


def parsed(text, separator=","):
    table = list(csv_module.reader(io.StringIO(text), delimiter=separator))
    assert table[0] == ["query", "rank", "item", "distance"], table[0]
    return [(query, int(rank), item, float(distance)) for query, rank, item, distance in table[1:]]


class SearchTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.base = self.write("base.csv", csv(ROWS, LABELS))
        self.queries = self.write("queries.csv", csv(QUERIES))
        self.model = self.path("model")
        self.fit("psd-flat", "--set", "rank=3")

    def fit(self, learner, *more):
        self.run_ok("fit", self.base, "--learner", learner, *more, "-o", self.model)

    def search(self, *more):
        return parsed(self.run_ok("search", self.model, self.base, self.queries, *more))

    def embedded(self, data):
        self.run_ok("embed", self.model, data, "-o", self.path("e.csv"))
        rows = list(csv_module.reader(io.StringIO(self.path("e.csv").read_text())))
        width = sum(name.startswith("e") for name in rows[0])
        return [list(map(float, row[:width])) for row in rows[1:]]

    def naive(self, k):
        """(query, rank, item, squared distance) by the definition."""
        base, found = self.embedded(self.base), []
        for q, x in enumerate(self.embedded(self.queries)):
            near = sorted((sum((a - b) ** 2 for a, b in zip(x, y)), i) for i, y in enumerate(base))
            found += [(str(q), r + 1, str(i), d) for r, (d, i) in enumerate(near[:k])]
        return found

    def check_same(self, found, wanted, places=9):
        self.assertEqual([row[:3] for row in found], [row[:3] for row in wanted])
        for a, b in zip(found, wanted):
            self.assertAlmostEqual(a[3], b[3], delta=10 ** -places * (1 + b[3]))

    def test_every_index_finds_the_neighbours_of_the_learned_metric(self):
        wanted = self.naive(5)
        self.check_same(self.search("-k", 5), wanted)
        for index in ("Flat", "hnsw", "HNSW32 --tune efSearch=400", "IVF4,Flat --tune nprobe=4"):
            with self.subTest(index):
                self.check_same(self.search("-k", 5, "--index", *index.split()), wanted, places=5)

    def test_ten_neighbours_unless_said_otherwise_and_never_more_than_there_are(self):
        self.assertEqual(len(self.search()), 250)
        self.assertEqual(len(self.search("-k", 1)), 25)
        self.assertEqual(len(self.search("--k", 9999)), 25 * 400)

    def test_lists_that_are_shorter_than_asked_for_are_said_to_be(self):
        def said(*more):
            code, _, err = run("search", self.model, self.base, self.queries, *more)
            self.assertEqual(code, 0, err)
            return err
        self.assertIn("base.csv: has 400 samples, so no query has 401 neighbours", said("-k", 401))
        self.assertEqual(said("-k", 400), "")
        self.assertRegex(said("-k", 100, "--index", "IVF8,Flat"),
                         "of 25 queries found fewer than 100 neighbours")
        self.assertEqual(said("-k", 100, "--index", "IVF8,Flat", "--tune", "nprobe=8"), "")

    def test_ids_come_back(self):
        self.base = self.write("b.csv", csv(ROWS, LABELS, [f"item {i}" for i in range(400)]))
        plain = self.search("-k", 3)
        self.assertEqual({row[0] for row in plain}, {str(i) for i in range(25)})
        self.assertTrue(all(row[2].startswith("item ") for row in plain))
        self.queries = self.write("q.csv", csv(QUERIES, None, [f"q{i}" for i in range(25)]))
        named = self.search("-k", 3)
        self.assertEqual([row[0][1:] for row in named], [row[0] for row in plain])
        answer = self.run_json("search", self.model, self.base, self.queries, "-k", 3)
        self.assertEqual([row["item"] for row in answer["results"]], [row[2] for row in named])

    def test_every_output_format_holds_the_same(self):
        wanted = self.search("-k", 4)
        for name in ("o.csv", "o.tsv", "o.csv.gz", "o.jsonl", "o.jsonl.gz"):
            out = self.run_ok("search", self.model, self.base, self.queries, "-k", 4, "-o",
                              self.path(name))
            self.assertEqual(out.count("\n"), 1)
            content = self.path(name).read_bytes()
            text = (gzip.decompress(content) if name.endswith(".gz") else content).decode()
            if "jsonl" in name:
                rows = [tuple(json.loads(line).values()) for line in text.splitlines()]
                rows = [(str(q), r, str(i), d) for q, r, i, d in rows]
            else:
                rows = parsed(text, "\t" if "tsv" in name else ",")
            self.assertEqual(rows, wanted, name)

    def test_json_holds_the_results_unless_a_file_does(self):
        command = ("search", self.model, self.base, self.queries, "--index", "Flat")
        answer = self.run_json(*command)
        self.assertEqual(set(answer), KEYS | {"results"})
        self.assertEqual(len(answer["results"]), 250)
        self.assertEqual(set(answer["results"][0]), {"query", "rank", "item", "distance"})
        self.assertEqual((answer["items"], answer["query_count"], answer["dim"]), (400, 25, 3))
        answer = self.run_json(*command, "-o", self.path("o.csv"))
        self.assertEqual(set(answer), KEYS | {"output"})

    def test_recall_compares_with_the_exact_search(self):
        command = ("search", self.model, self.base, self.queries, "--recall", "--index")
        for index in ("exact", "Flat", "hnsw"):
            answer = self.run_json(*command, index)
            self.assertEqual(set(answer), KEYS | RECALL_KEYS | {"results"})
            self.assertEqual((answer["recall_at_1"], answer["recall_at_k"]), (1, 1), index)
            self.assertGreater(answer["exact_queries_per_second"], 0)
        coarse = self.run_json(*command, "IVF40,Flat")
        fine = self.run_json(*command, "IVF40,Flat", "--tune", "nprobe=40")
        self.assertLess(coarse["recall_at_k"], 1)
        self.assertEqual(fine["recall_at_k"], 1)
        code, out, err = run(*command, "Flat", cwd=self.directory)
        self.assertEqual((code, len(parsed(out))), (0, 250))
        self.assertIn("recall@10 1.0000", err)

    def test_threads_change_nothing(self):
        for index in ("exact", "hnsw", "HNSW16", "IVF8,Flat", "IVF4,PQ3x4"):
            one, two = (self.search("--index", index, "--threads", n) for n in (1, 2))
            self.assertEqual(one, two, index)

    def test_sparse_samples_stay_sparse(self):
        wide = [[0.0] * 5 + row for row in ROWS[:60]]
        text = "".join(f"a 1:{row[5]!r} 90000:{row[6]!r}\n" for row in wide)
        self.base = self.queries = self.write("wide.svm", text)
        self.fit("euclidean")
        found = self.search("-k", 2)
        self.assertEqual([row[2] for row in found if row[1] == 1], [str(i) for i in range(60)])
        code, _, err = run("search", self.model, self.base, self.base, "--index", "Flat")
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("pca:N", err)
        code, _, err = run("index", self.model, self.base, "-o", self.path("i"))
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("pca:N", err)
        self.fit("pca", "--set", "rank=2")
        self.search("-k", 2, "--index", "Flat")
        self.run_ok("index", self.model, self.base, "-o", self.path("i"))

    def test_narrow_sparse_samples_go_into_any_index(self):
        self.base = self.write("base.svm", svmlight(ROWS, LABELS))
        self.fit("euclidean")
        self.check_same(self.search("--index", "Flat"), self.search(), places=5)

    @unittest.skipUnless(PLAIN_FAISS.exists(), "the program that knows only FAISS is not built")
    def test_plain_faiss_finds_the_same_with_raw_vectors(self):
        vectors = "\n".join(" ".join(map(repr, row)) for row in QUERIES)
        learners = (["psd-flat", "--set", "rank=3"], ["lda"], ["euclidean"], ["covariance"],
                    ["euclidean", "--prepare", "none"], ["lda", "--prepare", "scale,pca:4,centre"])
        for learner in learners:
            self.fit(*learner)
            wanted = [(row[2], row[3]) for row in self.naive(5)]
            for index in ("Flat", "HNSW32 --tune efSearch=400", "IVF4,Flat --tune nprobe=4"):
                with self.subTest(learner=learner, index=index):
                    self.run_ok("index", self.model, self.base, "-o", self.path("items.faiss"),
                                "--index", *index.split())
                    out = subprocess.run([PLAIN_FAISS, self.path("items.faiss"), "5"], check=True,
                                         input=vectors.encode(), capture_output=True).stdout
                    found = [line.split() for line in out.decode().splitlines()]
                    self.assertEqual([item for item, _ in found], [item for item, _ in wanted])
                    for (_, a), (_, b) in zip(found, wanted):
                        self.assertAlmostEqual(float(a), b, delta=1e-4 * (1 + b))

    def test_index_answers_in_json(self):
        answer = self.run_json("index", self.model, self.base, "-o", self.path("i"))
        self.assertEqual(set(answer), {"model", "base", "output", "index", "tune", "items",
                                       "input_dim", "dim", "seconds"})
        self.assertEqual((answer["index"], answer["items"], answer["dim"]), ("Flat", 400, 3))

    def test_a_model_that_is_no_linear_map_has_no_index_file(self):
        self.fit("euclidean", "--impute", "mean")
        code, _, err = run("index", self.model, self.base, "-o", self.path("i"))
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("not affine", err)
        self.assertFalse(self.path("i").exists())
        self.search("--index", "Flat")

    def test_unit_length_is_a_transform_of_the_index_file(self):
        self.fit("euclidean", "--prepare", "unit")
        self.assertEqual(self.run_json("index", self.model, self.base, "-o", self.path("i"))["items"], 400)

    def test_every_slip_is_refused_in_words(self):
        self.write("narrow.csv", csv([row[:4] for row in ROWS]))
        self.write("other.csv", csv(QUERIES).replace("f1,f2", "f2,f1"))
        search, index = "search model base.csv queries.csv ", "index model base.csv -o OUT "
        table = [
            (search + "-k 0", USAGE, ["--k: 0 is below 1"]),
            (search + "-k ten", USAGE, ["'ten' is not an integer"]),
            (search + "--index Flatt", BAD_INPUT, ["index Flatt"]),
            (search + "--index IVF999,Flat", BAD_INPUT, ["index IVF999,Flat", "400", "999"]),
            (search + "--index PQ2", BAD_INPUT, ["index PQ2", "multiple"]),
            (search + "--index Flat --tune nprobe=2", BAD_INPUT, ["index Flat", "nprobe"]),
            (search + "--tune nprobe=2", USAGE, ["--tune", "exact"]),
            (search + "--index hnsw --tune nprobe=2", BAD_INPUT, ["hnsw", "tune"]),
            (search + "-o OUT.xls", USAGE, ["OUT.xls", ".csv"]),
            (search + "-o OUT", USAGE, ["OUT", ".jsonl"]),
            (search + "-o base.csv", USAGE, ["base.csv: is an input"]),
            (search + "-o no/where.csv", BAD_INPUT, ["cannot be written"]),
            (search + "--seed 1", USAGE, ["'--seed'"]),
            ("search model base.csv", USAGE, ["QUERIES is required"]),
            ("search nowhere base.csv queries.csv", BAD_INPUT, ["nowhere", "No such file"]),
            ("search model nowhere queries.csv", BAD_INPUT, ["nowhere", "No such file"]),
            ("search model base.csv nowhere", BAD_INPUT, ["nowhere", "No such file"]),
            ("search model narrow.csv queries.csv", BAD_INPUT, ["narrow.csv", "6", "4"]),
            ("search model base.csv narrow.csv", BAD_INPUT, ["narrow.csv", "6", "4"]),
            ("search model base.csv other.csv", BAD_INPUT, ["other.csv", "'f2'", "'f1'"]),
            ("index model base.csv", USAGE, ["--output is required"]),
            ("index model base.csv -o base.csv", USAGE, ["base.csv: is an input"]),
            ("index model base.csv -o no/where", BAD_INPUT, ["cannot be written"]),
            ("index model nowhere -o OUT", BAD_INPUT, ["nowhere", "No such file"]),
            ("index model narrow.csv -o OUT", BAD_INPUT, ["narrow.csv", "6", "4"]),
            (index + "--index hnsw", USAGE, ["'hnsw'", "HNSW32"]),
            (index + "--index exact", USAGE, ["'exact'", "Flat"]),
            (index + "--index Flatt", BAD_INPUT, ["index Flatt"]),
            (index + "--index IVF999,Flat", BAD_INPUT, ["index IVF999,Flat", "400"]),
        ]
        for row in table:
            with self.subTest(row[0]):
                self.run_refused(*row)


if __name__ == "__main__":
    unittest.main()
