"""Parts of experiments' protocols: splits, test files, outputs of systems, bounds on tr(W A), what is measured beside."""

import json
import unittest

from program import BAD_INPUT, USAGE, ProgramTest, run


def rows(path):
    lines = path.read_text().splitlines()
    return lines[0], lines[1:]


class SplitTest(ProgramTest):
    def test_parts_are_disjoint_keep_shares_of_classes_and_follow_the_seed(self):
        self.write("d.csv", "x,label\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(40)))
        told = self.run_json("split", "d.csv", "--train", "a.csv", "--test", "b.csv", "--share", 0.25)
        self.assertEqual((told["train_samples"], told["test_samples"]), (30, 10))
        (header, train), (_, test) = rows(self.path("a.csv")), rows(self.path("b.csv"))
        self.assertEqual(sorted(train + test), sorted(rows(self.path("d.csv"))[1]))
        self.assertEqual(sum(line.endswith("a") for line in test), 5)
        self.run_ok("split", "d.csv", "--train", "c.csv", "--test", "e.csv", "--share", 0.25, "--seed", 1)
        self.assertNotEqual(rows(self.path("e.csv"))[1], test)

    def test_per_class_and_by_group(self):
        self.write("d.csv", "x,who,label\n" + "".join(f"{i},p{i % 8},{'ab'[i % 2]}\n" for i in range(48)))
        told = self.run_json("split", "d.csv", "--train", "a.csv", "--test", "b.csv", "--per-class", 3, "--drop", "who")
        self.assertEqual((told["train_samples"], told["test_samples"]), (6, 42))
        self.run_ok("split", "d.csv", "--train", "a.csv", "--test", "b.csv", "--group", "who", "--share", 0.3)
        xs = [{int(float(line.split(",")[0])) % 8 for line in rows(self.path(name))[1]} for name in ("a.csv", "b.csv")]
        self.assertFalse(xs[0] & xs[1], "a person is on one side")
        self.assertTrue(xs[1])

    def test_what_cannot_be_split_says_why(self):
        self.write("d.csv", "x,label\n1,a\n2,a\n3,b\n")
        for flags, code, words in ((("--per-class", 2), BAD_INPUT, "class 'a' has 2 samples"),
                                   (("--per-class", 2, "--share", 0.5), USAGE, "--share"),
                                   (("--share", 0.001), BAD_INPUT, "leaves one part empty")):
            done = run("split", "d.csv", "--train", "a.csv", "--test", "b.csv", *flags, cwd=self.directory)
            self.assertEqual(done[0], code, done)
            self.assertIn(words, done[2])


class OutputsTest(ProgramTest):
    def test_a_system_is_generated_and_found_again(self):
        self.run_ok("generate", "-o", "s.csv", "--problem", "outputs", "--samples", 3000, "--features", 8, "--subspace", 2,
                    "--noise", 0, "--truth", "true.model")
        self.run_ok("fit", "s.csv", "--learner", "nlms", "--prepare", "none", "--set", "rank=2", "--set", "passes=3", "-o", "m.model")
        distances = []
        for model in ("true.model", "m.model"):
            self.run_ok("embed", model, "s.csv", "-o", "z.csv")
            z = [[float(v) for v in line.split(",")[:2]] for line in rows(self.path("z.csv"))[1][:50]]
            distances.append([sum((a - b) ** 2 for a, b in zip(z[0], other)) for other in z[1:]])
        for a, b in zip(*distances):
            self.assertAlmostEqual(a, b, delta=0.02 * (1 + a))

    def test_flags_of_the_other_problem_are_refused(self):
        for flags, named in ((("--problem", "outputs", "--classes", 3), "--classes"), (("--drift", 0.1), "--drift")):
            code, _, err = run("generate", "-o", "x.csv", *flags, cwd=self.directory)
            self.assertEqual(code, USAGE)
            self.assertIn(named, err)

    def test_several_outputs_are_learned_from_a_file(self):
        self.run_ok("generate", "-o", "x.csv", "--samples", 500, "--features", 5, "--subspace", 2, "--classes", 2)
        header, lines = rows(self.path("x.csv"))
        x = [[float(v) for v in line.split(",")[:5]] for line in lines]
        self.write("in.csv", "\n".join([",".join(header.split(",")[:5])] + [",".join(map(str, r)) for r in x]) + "\n")
        self.write("out.csv", "u,v\n" + "".join(f"{r[0] - r[1]},{2 * r[1] - 2 * r[0]}\n" for r in x))
        self.run_ok("fit", "in.csv", "--learner", "nlms", "--outputs", "out.csv", "--set", "space=tasks", "--set", "rank=1",
                    "--set", "passes=5", "-o", "m.model")
        self.run_ok("embed", "m.model", "in.csv", "-o", "z.csv")
        for predicted, r in zip(rows(self.path("z.csv"))[1][:20], x):
            u, v = map(float, predicted.split(",")[:2])
            self.assertAlmostEqual(u, r[0] - r[1], delta=0.05)
            self.assertAlmostEqual(v, 2 * r[1] - 2 * r[0], delta=0.05)
        code, _, err = run("fit", "in.csv", "--learner", "pca", "--outputs", "out.csv", "-o", "m.model", cwd=self.directory)
        self.assertEqual(code, USAGE)
        self.assertIn("--outputs", err)
        self.write("few.csv", "u\n1\n")
        code, _, err = run("fit", "in.csv", "--learner", "lms", "--outputs", "few.csv", "--set", "space=tasks", "-o", "m.model",
                           cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("few.csv", err)


class FormsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("x.csv", "a,b\n" + "".join(f"{i % 5 - 2},{(i * i) % 7 - 3}\n" for i in range(20)))

    def metric(self):
        self.write("e.csv", "a,b\n0,0\n1,0\n0,1\n1,1\n")
        self.run_ok("embed", "m.model", "e.csv", "-o", "z.csv")
        z = [list(map(float, line.split(","))) for line in rows(self.path("z.csv"))[1]]
        lengths = [sum((p - q) ** 2 for p, q in zip(z[0], each)) for each in z]
        return lengths[1], lengths[2], (lengths[3] - lengths[1] - lengths[2]) / 2

    def test_entries_of_the_metric_are_learned(self):
        self.write("f.csv", "form,relation,value,factor,row,column\nk,=,2,1,a,a\nl,=,3,1,b,b\nm,=,1,1,0,1\n")
        for learner, settings in (("psd-flat", ("rank=2",)), ("psd-polar", ("rank=2",)), ("itml", ("gamma=inf",))):
            with self.subTest(learner):
                sets = [word for each in settings for word in ("--set", each)]
                self.run_ok("fit", "x.csv", "--learner", learner, "--forms", "f.csv", *sets, "-o", "m.model")
                for found, wanted in zip(self.metric(), (2, 3, 1)):
                    self.assertAlmostEqual(found, wanted, delta=0.02)

    def test_bad_files_and_uses_say_where_and_why(self):
        self.write("f.csv", "form,relation,value,factor,row,column\nk,=,2,1,a,c\n")
        code, _, err = run("fit", "x.csv", "--learner", "itml", "--forms", "f.csv", "-o", "m.model", cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("f.csv:2: column 'column': 'c' is not the name or number of a feature", err)
        self.write("g.csv", "form,relation,value,factor,i,j\nk,<=,-1,1,0,1\nk,<=,-1,-1,2,3\n")
        code, _, err = run("fit", "x.csv", "--learner", "lmnn", "--forms", "g.csv", "-o", "m.model", cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("lmnn", err)
        code, _, err = run("compare", "x.csv", "--forms", "g.csv", cwd=self.directory)
        self.assertEqual(code, USAGE)
        self.assertIn("--forms", err)
        self.run_ok("fit", "x.csv", "--learner", "itml", "--forms", "g.csv", "-o", "m.model")


class JudgingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.run_ok("generate", "-o", "d.csv", "--samples", 120, "--features", 6, "--subspace", 3, "--classes", 3,
                    "--separation", 1.5)

    def test_learners_are_compared_on_a_test_file(self):
        self.run_ok("split", "d.csv", "--train", "a.csv", "--test", "b.csv")
        told = self.run_json("compare", "a.csv", "--test", "b.csv", "--learners", "rca", "--baselines", "euclidean")
        errors = {row["method"]: row["error_mean"] for row in told["methods"]}
        self.assertNotIn("lda", errors)
        self.run_ok("fit", "a.csv", "--learner", "euclidean", "--prepare", "none", "-o", "m.model")
        alone = self.run_json("evaluate", "b.csv", "--model", "m.model", "--base", "a.csv")
        self.assertAlmostEqual(errors["euclidean_raw"], alone["measured"]["error"]["value"])

    def test_baselines_can_be_left_out(self):
        common = ("evaluate", "d.csv", "--learner", "rca", "--cv", "2", "--prepare", "none")
        self.assertEqual(self.run_json(*common, "--baselines", "none")["baselines"], {})
        self.assertEqual(list(self.run_json(*common, "--baselines", "lda,euclidean")["baselines"]), ["euclidean", "lda"])
        code, _, err = run(*common, "--baselines", "ldaa", cwd=self.directory)
        self.assertEqual(code, USAGE)
        self.assertIn("did you mean 'lda'?", err)

    def test_every_class_counts_alike_in_recognition(self):
        header, lines = rows(self.path("d.csv"))
        few = [line for k, line in enumerate(lines) if not line.endswith(",2") or k % 10 == 2]
        self.write("few.csv", "\n".join([header] + few) + "\n")
        self.run_ok("fit", "d.csv", "--learner", "euclidean", "--prepare", "none", "-o", "m.model")
        told = self.run_json("evaluate", "few.csv", "--model", "m.model", "--measure", "knn,recognition")["measured"]
        self.assertLessEqual(told["mean_recognition"]["value"], 1)
        self.assertNotAlmostEqual(told["mean_recognition"]["value"], 1 - told["error"]["value"], places=6)
        folds = self.run_json("evaluate", "d.csv", "--learner", "rca", "--cv", "2", "--measure", "recognition", "--baselines", "none")
        self.assertIn("mean_recognition", json.dumps(folds))

    def test_observed_distances_are_compared_with_the_metric(self):
        self.run_ok("fit", "d.csv", "--learner", "euclidean", "--prepare", "none", "-o", "m.model")
        header, lines = rows(self.path("d.csv"))
        x = [[float(v) for v in line.split(",")[:6]] for line in lines]
        pairs = [(0, 1, 0.0), (2, 3, 1.0), (4, 5, -1.0)]
        text = "i,j,relation,value\n"
        for i, j, off in pairs:
            text += f"{i},{j},=,{sum((a - b) ** 2 for a, b in zip(x[i], x[j])) + off}\n"
        self.write("p.csv", text)
        told = self.run_json("evaluate", "d.csv", "--model", "m.model", "--pairs", "p.csv")["measured"]
        self.assertAlmostEqual(told["rmse"]["value"], (2 / 3) ** 0.5, places=4)
        self.assertAlmostEqual(told["mean_absolute_error"]["value"], 2 / 3, places=4)


if __name__ == "__main__":
    unittest.main()
