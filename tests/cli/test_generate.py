"""The problem that can be made with one command."""

import unittest

from program import USAGE, ProgramTest

SMALL = ("--samples", 40, "--features", 12, "--subspace", 3, "--classes", 3)


class GenerateTest(ProgramTest):
    def test_one_seed_gives_one_file(self):
        files = []
        for name, seed in (("a.csv", 3), ("b.csv", 3), ("c.csv", 4)):
            self.run_ok("generate", "-o", name, "--seed", seed, *SMALL)
            files.append(self.path(name).read_bytes())
        self.assertEqual(files[0], files[1])
        self.assertNotEqual(files[0], files[2])

    def test_data_are_of_the_size_asked_for_in_every_format_with_labels(self):
        for name in ("x.csv", "x.npz", "x.svm", "x.jsonl.gz"):
            answer = self.run_json("generate", "-o", name, *SMALL)
            self.assertEqual((answer["samples"], answer["features"], answer["classes"]), (40, 12, 3))
            self.assertEqual(answer["lost"], [])
            data = self.run_json("inspect", name)
            self.assertEqual((data["samples"], data["features"]), (40, 12))
            self.assertEqual(data["classes"], {"0": 14, "1": 13, "2": 13})

    def test_what_a_format_cannot_hold_is_said(self):
        answer = self.run_json("generate", "-o", "x.npy", *SMALL)
        self.assertIn("labels", answer["lost"][0])

    def test_low_rank_learning_solves_what_euclidean_cannot(self):
        self.run_ok("generate", "-o", "x.npz")
        answer = self.run_json("compare", "x.npz", "--learners", "rca,lda,pca", "--ranks", 10, "--cv", 2)
        error = {row["method"]: row["error_mean"] for row in answer["methods"]}
        self.assertLess(error["rca rank 10"], 0.03)
        self.assertLess(error["lda"], 0.03)
        self.assertGreater(error["euclidean"], 0.6)
        self.assertGreater(error["pca rank 10"], 0.8)

    def test_mistakes_are_named(self):
        for command, expected in [
            ("generate", ["--output"]),
            ("generate -o x.foo", ["x.foo"]),
            ("generate -o x.csv --classes 11", ["--classes"]),
            ("generate -o x.csv --subspace 300", ["--subspace"]),
            ("generate -o x.csv --least-noise 9", ["--least-noise"]),
            ("generate -o x.csv --samples 0", ["--samples"]),
            ("generate -o /dev/stdout --json", ["/dev/stdout"]),
        ]:
            with self.subTest(command):
                self.run_refused(command, USAGE, expected)


if __name__ == "__main__":
    unittest.main()
