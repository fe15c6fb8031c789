"""Clusters under what is known: pairs that must hold, seeds that must stay."""

import csv
import io
import unittest

from program import BAD_INPUT, ROOT, USAGE, ProgramTest

WINE = str(ROOT / "data" / "wine.csv")


class ClusterTest(ProgramTest):
    def cluster(self, *flags):
        return self.run_json("cluster", WINE, *flags)

    def sample_pairs(self, count=100):
        self.run_ok("sample", WINE, "--kind", "pairs", "--protocol", "uniform", "--count", count,
                    "-o", "pairs.csv")
        return "pairs.csv"

    def kept(self, clusters):
        """How many of the pairs in pairs.csv the clusters keep, and how many there are."""
        rows = list(csv.DictReader(io.StringIO(self.path("pairs.csv").read_text())))
        right = sum((clusters[int(row["i"])] == clusters[int(row["j"])]) == (row["relation"] == "<=")
                    for row in rows)
        return right, len(rows)

    def test_pairs_are_kept_without_exception(self):
        pairs = self.sample_pairs()
        plain = self.cluster()
        answer = self.cluster("--pairs", pairs)
        self.assertEqual((plain["method"], answer["method"]), ("kmeans", "cop"))
        right, total = self.kept([row["cluster"] for row in plain["results"]])
        self.assertLess(right, total)
        self.assertEqual(self.kept([row["cluster"] for row in answer["results"]]), (total, total))
        self.assertLess(answer["agreement"]["clustering_error"],
                        plain["agreement"]["clustering_error"])
        self.assertGreater(answer["objective"], plain["objective"])

    def test_pairs_may_be_weighed_instead(self):
        answer = self.cluster("--pairs", self.sample_pairs(), "--method", "hmrf")
        self.assertEqual((answer["method"], answer["clusters"]), ("hmrf", 3))
        self.assertLess(answer["agreement"]["clustering_error"], 0.1)

    def test_seeds_stay_where_they_are_if_constrained(self):
        with open(WINE, newline="") as file:
            labels = [row["label"] for row in csv.DictReader(file)]
        everything = self.cluster("--method", "constrained")
        self.assertEqual([row["cluster"] for row in everything["results"]], labels)
        self.assertIsNone(everything["agreement"])  # every sample is a seed
        free = self.cluster("--method", "seeded")
        self.assertNotEqual([row["cluster"] for row in free["results"]], labels)

    def test_agreement_is_of_samples_that_were_no_seeds(self):
        answer = self.cluster("--method", "seeded", "--seeds", 5)
        self.assertEqual(answer["agreement"]["samples"], 178 - 15)
        self.assertLess(answer["agreement"]["clustering_error"], 0.1)

    def test_samples_without_a_label_are_placed_too(self):
        self.write("x.jsonl", '{"x": [0], "label": "low"}\n{"x": [1]}\n{"x": [9]}\n'
                              '{"x": [10], "label": "high"}\n')
        answer = self.run_json("cluster", "x.jsonl", "--method", "constrained")
        self.assertEqual([row["cluster"] for row in answer["results"]],
                         ["low", "low", "high", "high"])

    def test_a_learned_metric_counts(self):
        # The second column, a hundred times as wide, says nothing.
        rows = [f"{k % 2 + 0.01 * k},{100 * (k // 2 % 2) + k % 3},{'ab'[k % 2]}" for k in range(40)]
        self.write("x.csv", "a,b,label\n" + "\n".join(rows) + "\n")
        self.run_ok("fit", "x.csv", "--learner", "lda", "-o", "m")
        plain = self.run_json("cluster", "x.csv", "--prepare", "none")
        learned = self.run_json("cluster", "x.csv", "--model", "m")
        self.assertEqual(learned["agreement"]["clustering_error"], 0)
        self.assertGreater(plain["agreement"]["clustering_error"], 0.2)

    def test_one_seed_gives_one_file_whatever_the_threads(self):
        pairs = self.sample_pairs()
        files = []
        for threads in (1, 2):
            self.run_ok("cluster", WINE, "--pairs", pairs, "--threads", threads, "--seed", 3,
                        "-o", "c.csv")
            files.append(self.path("c.csv").read_text())
        self.assertEqual(files[0], files[1])
        self.assertTrue(files[0].startswith("sample,cluster\n0,"))
        self.assertEqual(files[0].count("\n"), 179)

    def test_mistakes_are_named(self):
        self.write("pairs.csv", "i,j,relation,value\n0,1,<=,1\n1,2,<=,1\n0,2,>=,1\n")
        self.write("measured.csv", "i,j,relation,value\n0,1,=,1\n")
        self.write("triangle.csv", "i,j,relation,value\n0,1,>=,1\n1,2,>=,1\n0,2,>=,1\n")
        self.write("nothing.csv", "i,j,relation,value\n")
        self.write("plain.csv", "a,b\n1,2\n3,4\n")
        for command, code, expected in [
            (f"cluster {WINE} --method cop", USAGE, ["--method cop needs --pairs"]),
            (f"cluster {WINE} --method kmeans --pairs pairs.csv", USAGE, ["--pairs", "kmeans"]),
            (f"cluster {WINE} --method seeded --clusters 3", USAGE, ["--clusters", "seeded"]),
            (f"cluster {WINE} --seeds 3", USAGE, ["--seeds", "kmeans"]),
            (f"cluster {WINE} --method seeded --restarts 3", USAGE, ["--restarts", "seeded"]),
            (f"cluster {WINE} --model m --prepare none", USAGE, ["--model", "--prepare"]),
            (f"cluster {WINE} -o c.npy", USAGE, ["c.npy"]),
            (f"cluster {WINE} --pairs pairs.csv", BAD_INPUT, ["samples 0 and 2"]),
            (f"cluster {WINE} --pairs measured.csv", BAD_INPUT, ["(=)"]),
            (f"cluster {WINE} --pairs triangle.csv --clusters 2", BAD_INPUT, ["no 2 clusters"]),
            (f"cluster {WINE} --pairs nothing.csv", BAD_INPUT, ["nothing.csv"]),
            ("cluster plain.csv", BAD_INPUT, ["--clusters"]),
            ("cluster plain.csv --method seeded", BAD_INPUT, ["plain.csv", "labels"]),
            ("cluster plain.csv --clusters 3", BAD_INPUT, ["3 clusters of 2 samples"]),
        ]:
            with self.subTest(command):
                self.run_refused(command, code, expected)


if __name__ == "__main__":
    unittest.main()
