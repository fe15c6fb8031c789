"""Several learners on the same folds: the table, what is kept of it, and the choice of one."""

import json
import random
import unittest
import xml.etree.ElementTree as ElementTree

from program import BAD_INPUT, ROOT, USAGE, ProgramTest, blobs
from program import csv as csv_text

WINE = str(ROOT / "data" / "wine.csv")


class CompareTest(ProgramTest):
    def compare(self, *flags):
        return self.run_json("compare", WINE, "--label", "label", "--cv", "2x2", *flags)

    def test_euclidean_and_lda_always_stand_beside_the_others(self):
        answer = self.compare("--learners", "psd-flat", "--ranks", "2,4,99")
        titles = [row["method"] for row in answer["methods"]]
        self.assertEqual(sorted(titles), ["euclidean", "euclidean_raw", "lda", "psd-flat rank 2", "psd-flat rank 4"])
        means = [row["error_mean"] for row in answer["methods"]]
        self.assertEqual(means, sorted(means))
        for row in answer["methods"]:
            self.assertEqual(len(row["errors"]), 4)
            self.assertGreaterEqual(row["megabytes"], 0)
            self.assertTrue(0 <= row["p_best"] <= 1 and 0 <= row["p_euclidean"] <= 1)

    def test_numbers_are_those_of_evaluate(self):
        answer = self.compare("--learners", "psd-flat", "--ranks", "3")
        alone = self.run_json("evaluate", WINE, "--label", "label", "--cv", "2x2", "--learner",
                              "psd-flat", "--set", "rank=3")
        row = next(r for r in answer["methods"] if r["method"] == "psd-flat rank 3")
        self.assertAlmostEqual(row["error_mean"], alone["learned"]["error_mean"], places=12)

    def test_options_are_tried_in_all_combinations(self):
        answer = self.compare("--learners", "itml", "--set", "itml:gamma=0.1/1", "--set",
                              "itml:order=shuffle/fixed")
        titles = [row["method"] for row in answer["methods"] if row["method"].startswith("itml")]
        self.assertEqual(len(titles), 4)

    def test_what_was_measured_is_not_measured_again(self):
        flags = ("--learners", "psd-flat", "--ranks", "2", "--results", "r.json")
        first = self.compare(*flags)
        kept = json.loads(self.path("r.json").read_text())
        for methods in kept["results"].values():
            for row in methods.values():
                row["fit_seconds"] = 123.0
        self.write("r.json", json.dumps(kept))
        again = self.compare(*flags)
        self.assertEqual([r["errors"] for r in again["methods"]],
                         [r["errors"] for r in first["methods"]])
        self.assertTrue(all(r["fit_seconds"] == 123.0 for r in again["methods"]))
        more = self.compare("--learners", "psd-flat", "--ranks", "2,3", "--results", "r.json")
        fresh = [r["method"] for r in more["methods"] if r["fit_seconds"] != 123.0]
        self.assertEqual(fresh, ["psd-flat rank 3"])
        other = self.run_json("compare", WINE, "--label", "label", "--cv", "2x2", "--seed", "7",
                              *flags)
        self.assertTrue(all(r["fit_seconds"] != 123.0 for r in other["methods"]))

    def test_one_that_cannot_be_run_says_why_and_the_others_go_on(self):
        rows, labels = blobs()
        self.write("x.csv", csv_text(rows, labels))
        text = self.run_ok("compare", "x.csv", "--label", "label", "--cv", "2x1", "--learners",
                           "lda,pca", "--set", "pca:rank=4", "--set", "lda:rank=3")
        self.assertIn("not run", text)
        self.assertIn("lda rank 3 was not run: option rank", text)
        self.assertIn("pca rank 4", text)

    def test_picture_and_markdown(self):
        text = self.run_ok("compare", WINE, "--label", "label", "--cv", "2x1", "--learners", "pca",
                           "--ranks", "2", "--picture", "p.svg", "--markdown")
        self.assertIn("| method | error % |", text)
        root = ElementTree.fromstring(self.path("p.svg").read_text())
        self.assertTrue(root.tag.endswith("svg"))

    def test_tuning_saves_the_winner(self):
        answer = self.run_json("tune", WINE, "--label", "label", "--learners", "psd-flat",
                               "--ranks", "2,4", "--cv", "5x2", "-o", "t.model")
        best = min(answer["methods"], key=lambda row: row["error_mean"])
        self.assertEqual(answer["winner"], best["method"])
        notes = self.run_json("inspect", "t.model")["notes"]
        self.assertIn(answer["winner"].split()[0], notes["learner"])
        self.assertEqual(notes["tuned"], answer["verdict"])

    def test_doing_nothing_wins_where_nothing_helps(self):
        rows = [[(i % 2) * 100 + 0.1 * i, i % 7, i % 5] for i in range(60)]
        self.write("x.csv", csv_text(rows, ["ab"[i % 2] for i in range(60)]))
        answer = self.run_json("tune", "x.csv", "--label", "label", "--learners", "pca", "--set",
                               "pca:rank=1/2", "--cv", "2x2", "--prepare", "none", "-o", "t.model")
        self.assertEqual(answer["winner"], "euclidean")
        self.assertIn("nothing helps", answer["verdict"])

    def test_luck_wins_nothing(self):
        rng = random.Random(7)
        rows = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(80)]
        self.write("x.csv", csv_text(rows, ["ab"[i % 2] for i in range(80)]))
        answer = self.run_json("tune", "x.csv", "--label", "label", "--learners", "rca,itml",
                               "--cv", "5x2", "-o", "t.model")
        self.assertEqual(answer["winner"], "euclidean")
        self.assertIn("nothing helps", answer["verdict"])

    def test_what_was_measured_with_other_constraints_is_measured_again(self):
        flags = ("--learners", "itml", "--results", "r.json")
        few = self.compare(*flags, "--count", "4")
        many = self.compare(*flags)
        self.assertNotEqual([r["errors"] for r in few["methods"] if r["method"] == "itml"],
                            [r["errors"] for r in many["methods"] if r["method"] == "itml"])

    def test_two_folds_give_no_marks(self):
        answer = self.run_json("compare", WINE, "--label", "label", "--cv", "2x1", "--learners",
                               "rca")
        self.assertTrue(all(r["p_best"] == 1 for r in answer["methods"]))

    def test_a_spent_budget_leaves_candidates_out_and_says_so(self):
        answer = self.run_json("tune", WINE, "--label", "label", "--learners", "psd-flat",
                               "--ranks", "2,3,4,5", "--cv", "2x2", "--budget", "1e-9", "-o",
                               "t.model")
        self.assertEqual((answer["tried"], answer["candidates"]), (3, 7))

    def test_mistakes_are_named(self):
        self.write("text.json", "{}")
        base = f"compare {WINE} --label label --cv 2x1"
        for command, code, expected in [
            (f"{base} --learners nobody", USAGE, ["nobody"]),
            (f"{base} --learners pca --ranks 98,99", USAGE, ["none of 98,99", "13"]),
            (f"{base} --learners mds", USAGE, ["mds", "no map for new samples"]),
            (f"{base} --learners pca --ranks two", USAGE, ["--ranks", "two"]),
            (f"{base} --learners pca --set rank=2", USAGE, ["learner:option=value"]),
            (f"{base} --learners pca --set itml:gamma=1", USAGE, ["itml does not take part"]),
            (f"{base} --learners pca --set pca:rnk=1", USAGE, ["rnk"]),
            (f"{base} --learners pca --results text.json", BAD_INPUT, ["text.json"]),
            (f"compare {WINE} --label label --cv 1 --learners pca", USAGE, ["1"]),
            (f"{base} --json --markdown", USAGE, ["--markdown"]),
            (f"tune {WINE} --label label --learners pca", USAGE, ["--output"]),
        ]:
            with self.subTest(command):
                self.run_refused(command, code, expected)


if __name__ == "__main__":
    unittest.main()
