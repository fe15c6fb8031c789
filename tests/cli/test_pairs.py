"""Pairs without numbers: learned from, chosen by, calibrated on and scored."""

import csv
import io
import itertools
import os
import random
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, ROOT, USAGE, ProgramTest, blobs
from program import csv as csv_text
from test_readme import shell_lines


def pair_rows(labels, count, part, names=None, form=("1", "0")):
    """Rows i,j,same of random pairs, each once; no two parts have one in common."""
    pairs = list(itertools.combinations(range(len(labels)), 2))
    random.Random(1).shuffle(pairs)
    pairs = pairs[part * count:(part + 1) * count]
    names = names or [str(i) for i in range(len(labels))]
    return [(names[i], names[j], form[labels[i] != labels[j]]) for i, j in pairs]


def pair_file(rows, header="i,j,same"):
    return "\n".join([header, *(",".join(row) for row in rows)]) + "\n"


class Page(ProgramTest):
    def test_commands_of_the_page_run_in_their_order(self):
        os.symlink(ROOT / "data", self.path("data"))
        os.symlink(PROGRAM, self.path("mahala"))
        commands = list(shell_lines((ROOT / "docs/pairs.md").read_text()))
        self.assertGreaterEqual(len(commands), 8)
        said = []
        for line in commands:
            done = subprocess.run(line, shell=True, timeout=300, cwd=self.directory, text=True,
                                  env={**os.environ, "PATH": f".:{os.environ['PATH']}"},
                                  capture_output=True)
            self.assertEqual(done.returncode, 0, line + "\n" + done.stderr)
            said.append(done.stdout)
        self.assertNotIn("was calibrated on", said[-1])
        with open(self.path("scored.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["i", "j", "distance", "decision", "probability"])
        self.assertTrue(all(0 < float(row["probability"]) < 1 for row in rows))
        self.assertEqual({row["decision"] for row in rows}, {"same", "different"})
        self.assertIn("<svg", self.path("reliability.svg").read_text())


class Pairs(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.rows, cls.labels = blobs(samples=90, features=5)

    def setUp(self):
        super().setUp()
        self.ids = [f"s{i}" for i in range(90)]
        self.write("d.csv", csv_text(self.rows, ids=self.ids))
        for seed, name in enumerate(("learn", "hold", "judge")):
            self.write(f"{name}.csv", pair_file(pair_rows(self.labels, 600, seed, self.ids)))

    def test_files_of_all_forms_give_one_model(self):
        models = set()
        for header, form in (("i,j,same", ("1", "0")), ("i,j,same", ("True", "False")),
                             ("i,j,relation", ("must-link", "cannot-link"))):
            self.write("p.csv", pair_file(pair_rows(self.labels, 300, 1, self.ids, form), header))
            answer = self.run_json("fit", "d.csv", "--learner", "psd-flat", "--pairs", "p.csv",
                                   "-o", "m.mhl")
            self.assertEqual(answer["bounds"]["rule"], "unit")
            self.assertEqual(answer["bounds"]["same"], 0)
            models.add(self.path("m.mhl").read_bytes())
        self.assertEqual(len(models), 1)

    def test_derived_bounds_are_said(self):
        said = self.run_ok("fit", "d.csv", "--learner", "itml", "--pairs", "learn.csv", "-o", "m.mhl")
        self.assertIn("percentiles 5 and 95", said)
        self.assertNotIn("bounds", self.run_ok("fit", "d.csv", "--learner", "rca", "--pairs",
                                               "learn.csv", "-o", "m.mhl"))

    def test_learning_is_judged_by_pairs_alone(self):
        answer = self.run_json("evaluate", "d.csv", "--learner", "auto", "--pairs", "learn.csv",
                               "--cv", "3x2")
        self.assertEqual(answer["judged_by"], "pairs")
        self.assertEqual(answer["learner"], "auto")
        self.assertLessEqual({"learner", "options", "prepare"}, set(answer["chosen"]))
        self.assertLessEqual({"euclidean_raw", "euclidean"}, set(answer["baselines"]))
        learned, plain = answer["learned"], answer["baselines"]["euclidean"]
        self.assertGreater(learned["auc"]["mean"], plain["auc"]["mean"])
        self.assertAlmostEqual(learned["auc"]["mean"], 1 - learned["error_mean"], places=9)
        self.assertIn("random pairs", answer["note"])

    def test_triplets_judge_too(self):
        rng = random.Random(3)
        rows = []
        while len(rows) < 400:
            a, b, c = rng.sample(range(90), 3)
            if self.labels[a] == self.labels[b] != self.labels[c]:
                rows.append(f"{c},{a},{b}")
        self.write("t.csv", "far,query,near\n" + "\n".join(rows) + "\n")
        answer = self.run_json("evaluate", "d.csv", "--learner", "psd-flat", "--triplets", "t.csv",
                               "--cv", "3")
        self.assertEqual(answer["judged_by"], "triplets")
        self.assertGreater(answer["learned"]["triplet_accuracy"]["mean"],
                           answer["baselines"]["euclidean"]["triplet_accuracy"]["mean"])
        chosen = self.run_json("fit", "d.csv", "--triplets", "t.csv", "-o", "m.mhl")
        self.assertEqual(chosen["learner"], "auto")

    def test_noise_brings_the_plain_distance_back(self):
        rng = random.Random(8)
        self.write("n.csv", csv_text([[rng.gauss(0, 1) for _ in range(4)] for _ in range(80)]))
        pairs = pair_rows([rng.choice("ab") for _ in range(80)], 300, 5)
        self.write("n-pairs.csv", pair_file(pairs))
        answer = self.run_json("tune", "n.csv", "--pairs", "n-pairs.csv", "-o", "m.mhl")
        self.assertTrue(answer["winner"].startswith("euclidean"), answer["verdict"])
        self.assertIn("nothing", answer["verdict"])

    def test_compare_ranks_by_auc(self):
        text = self.run_ok("compare", "d.csv", "--pairs", "learn.csv", "--learners", "rca,psd-flat",
                           "--cv", "3x2")
        for word in ("AUC", "EER", "accuracy", "euclidean_raw", "note: AUC speaks"):
            self.assertIn(word, text)
        self.assertNotIn("lda", text)

    def test_a_calibrated_model_says_decision_and_probability(self):
        self.run_ok("fit", "d.csv", "--learner", "psd-flat", "--pairs", "learn.csv", "-o", "m.mhl")
        before = self.run_ok("score", "m.mhl", "d.csv", "--pairs", "judge.csv")
        answer = self.run_json("calibrate", "m.mhl", "d.csv", "--pairs", "hold.csv", "-o", "c.mhl",
                               "--threshold", "false-positive-rate", "--rate", "0.05")
        after = list(csv.DictReader(io.StringIO(
            self.run_ok("score", "c.mhl", "d.csv", "--pairs", "judge.csv"))))
        for plain, full in zip(csv.DictReader(io.StringIO(before)), after):
            self.assertEqual(plain["distance"], full["distance"])
            self.assertEqual(full["decision"] == "same",
                             float(full["distance"]) <= answer["threshold"])
        self.assertEqual(answer["probability"],
                         "platt" if answer["log_loss_platt"] <= answer["log_loss_isotonic"]
                         else "isotonic")
        judged = self.run_json("evaluate", "d.csv", "--model", "c.mhl", "--pairs", "judge.csv")
        truth = [same == "1" for _, _, same in pair_rows(self.labels, 600, 2, self.ids)]
        brier = sum((float(row["probability"]) - same) ** 2 for row, same in zip(after, truth)) / 600
        self.assertAlmostEqual(judged["calibration"]["brier"]["value"], brier, places=9)
        self.assertIn("decision", self.run_ok("inspect", "c.mhl"))

    def test_own_pairs_are_pointed_out(self):
        self.run_ok("fit", "d.csv", "--learner", "rca", "--pairs", "learn.csv", "-o", "m.mhl")
        self.assertIn("learned from these pairs", self.run_json(
            "calibrate", "m.mhl", "d.csv", "--pairs", "learn.csv", "-o", "c.mhl")["note"])
        self.run_ok("calibrate", "m.mhl", "d.csv", "--pairs", "hold.csv")
        judge, hold = (self.path(f"{name}.csv").read_text().splitlines() for name in ("judge", "hold"))
        self.write("mixed.csv", "\n".join(judge[:301] + hold[1:101]) + "\n")
        # Rows turned round, of a file with another order of samples.
        self.write("turned.csv", "j,i,same\n" + "\n".join(hold[:0:-1]) + "\n")
        self.write("e.csv", csv_text(self.rows[::-1], ids=self.ids[::-1]))
        for data, file, told in (("d.csv", "hold.csv", "calibrated on these pairs"),
                                 ("e.csv", "turned.csv", "calibrated on these pairs"),
                                 ("d.csv", "mixed.csv", "calibrated on some "),
                                 ("d.csv", "judge.csv", "")):
            note = self.run_json("evaluate", data, "--model", "m.mhl", "--pairs", file)["note"]
            self.assertIn(told or "learned from other pairs", note)
            self.assertEqual("calibrated" in note, bool(told), note)

    def test_similarities_are_calibrated_and_judged_too(self):
        rng = random.Random(3)
        rows = [rng.sample(range(90), 3) for _ in range(2000)]
        rows = [f"{a},{b},{c}" for a, b, c in rows
                if self.labels[a] == self.labels[b] != self.labels[c]]
        self.write("t.csv", "query,near,far\n" + "\n".join(rows) + "\n")
        self.run_ok("fit", "d.csv", "--learner", "oasis", "--set", "step=0.01", "--set",
                    "steps=5000", "--triplets", "t.csv", "-o", "s.mhl")
        self.run_ok("calibrate", "s.mhl", "d.csv", "--pairs", "hold.csv")
        found = self.run_json("evaluate", "d.csv", "--model", "s.mhl", "--pairs", "judge.csv",
                              "--picture", "r.svg")
        self.assertGreater(found["measured"]["auc"]["value"],
                           found["measured"]["auc"]["inner_product"]["value"])
        self.assertLess(found["calibration"]["brier"]["value"], 0.2)
        self.assertIn("<svg", self.path("r.svg").read_text())

    def test_triplets_and_sets_are_made_of_pairs(self):
        self.write("p.csv", "same,i,j\nyes,s0,s3\nno,s1,s0\nno,s0,s2\nyes,s4,s1\n")
        self.run_ok("sample", "d.csv", "--pairs", "p.csv", "--kind", "sets", "-o", "s.csv")
        self.assertEqual(self.path("s.csv").read_text(), "query,near,far\ns0,s3,\"s1;s2\"\ns1,s4,s0\n")
        self.run_ok("sample", "d.csv", "--pairs", "p.csv", "--kind", "triplets", "-o", "t.csv")
        self.assertEqual(self.path("t.csv").read_text(),
                         "query,near,far\ns0,s3,s1\ns0,s3,s2\ns1,s4,s0\n")
        few = self.run_json("sample", "d.csv", "--pairs", "learn.csv", "--kind", "triplets",
                            "--count", "500", "-o", "t.csv")
        self.assertEqual(few["count"], 500)
        self.run_ok("fit", "d.csv", "--learner", "frobmetric", "--triplets", "t.csv", "-o", "m.mhl")
        for command, code, words in (
                ("sample d.csv --pairs p.csv --kind pairs -o x.csv", USAGE, ["not pairs"]),
                ("sample d.csv --pairs p.csv --kind sets --count 3 -o x.csv", USAGE,
                 ["--count is for drawing from labels"]),
                ("sample d.csv --pairs p.csv --kind sets --learner itml -o x.csv", USAGE,
                 ["--learner is for drawing from labels"])):
            with self.subTest(command=command):
                self.run_refused(command, code, words)

    def test_what_learns_from_nothing_is_judged_by_pairs_too(self):
        found = self.run_json("evaluate", "d.csv", "--learner", "pca", "--pairs", "learn.csv",
                              "--cv", "3")
        self.assertEqual(found["judged_by"], "pairs")
        self.assertGreater(found["learned"]["auc"]["mean"], 0.5)

    def test_what_does_not_fit_is_refused(self):
        self.run_ok("fit", "d.csv", "--learner", "rca", "--pairs", "learn.csv", "-o", "m.mhl")
        self.write("one.csv", "i,j,same\ns0,s3,1\n")
        for command, code, words in (
                ("calibrate m.mhl d.csv --pairs one.csv", BAD_INPUT, ["no pair that is different"]),
                ("calibrate m.mhl d.csv --pairs hold.csv --rate 0.1", USAGE, ["rate"]),
                ("evaluate d.csv --model m.mhl --pairs hold.csv --picture x.svg", BAD_INPUT,
                 ["not calibrated"]),
                ("tune d.csv --pairs hold.csv --k 3 -o x.mhl", USAGE, ["--k is for labels"]),
                ("compare d.csv --pairs hold.csv --learners lmnn", USAGE, ["learns from labels"]),
                ("evaluate d.csv --pairs hold.csv --measure retrieval", USAGE, ["--measure"])):
            with self.subTest(command=command):
                self.run_refused(command, code, words)


if __name__ == "__main__":
    unittest.main()
