"""LogDet learners from the command line."""

import unittest

from program import BAD_INPUT, ROOT, USAGE, ProgramTest, run

WINE = ROOT / "data/wine.csv"
DIVERGED = 3


class LogDetTest(ProgramTest):
    def fit(self, learner, *more, data=WINE, expected_code=0):
        return self.run_json("fit", data, "--learner", learner, "--label", "label", "-o",
                             self.path("model"), *more, expected_code=expected_code)

    def test_every_learner_certifies_its_gap(self):
        for learner in ("itml", "iplr", "logdet-kernel", "logdet-lowrank"):
            with self.subTest(learner):
                answer = self.fit(learner, "--set", "tolerance=1e-7")
                self.assertEqual(answer["status"], "converged")
                self.assertEqual(answer["certificate"]["name"], "relative duality gap")
                self.assertLessEqual(answer["certificate"]["value"], 1e-7)
                self.assertIn("rank", self.run_ok("inspect", self.path("model")))

    def test_solvers_agree(self):
        found = [self.fit("itml", "--set", f"solver={solver}", "--set", "gamma=20", "--set",
                          "tolerance=1e-9", "--set", "max_sweeps=10000")["objective"]
                 for solver in ("projections", "blocked", "path")]
        for value in found[1:]:
            self.assertAlmostEqual(value, found[0], delta=1e-6 * found[0])

    def test_itml_beats_the_euclidean_metric_on_wine(self):
        answer = self.run_json("evaluate", WINE, "--label", "label", "--learner", "itml",
                               "--protocol", "per-class", "--cv", "2x5")
        self.assertLess(answer["learned"]["error_mean"],
                        answer["baselines"]["euclidean"]["error_mean"])

    def test_gamma_auto_says_what_it_chose(self):
        for learner in ("itml", "iplr", "logdet-kernel", "logdet-lowrank"):
            with self.subTest(learner):
                self.assertIn("chosen by two-fold cross-validation",
                              self.fit(learner, "--set", "gamma=auto")["message"])

    def test_triplets_and_a_model_to_stay_near(self):
        self.run_ok("sample", WINE, "--label", "label", "--kind", "triplets", "--count", "200",
                    "-o", self.path("triplets.csv"))
        answer = self.fit("itml", "--triplets", self.path("triplets.csv"))
        self.assertEqual(answer["status"], "converged")
        again = self.run_json("fit", WINE, "--learner", "itml", "--label", "label", "--from",
                              self.path("model"), "-o", self.path("next"))
        self.assertEqual(again["status"], "converged")

    def test_a_kernel_in_place_of_samples(self):
        rows = [[4, 1, 0, 0], [1, 3, 0, 1], [0, 0, 2, 1], [0, 1, 1, 5]]
        kernel = self.write("kernel.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
        pairs = self.write("pairs.csv", "i,j,relation,value\n0,1,<=,1\n2,3,<=,1\n0,2,>=,9\n")
        answer = self.run_json("fit", kernel, "--learner", "logdet-kernel", "--set",
                               "kernel=precomputed", "--prepare", "none", "--pairs", pairs, "-o",
                               self.path("model"))
        self.assertEqual(answer["status"], "converged")
        code, _, err = run("fit", kernel, "--learner", "logdet-kernel", "--set",
                           "kernel=precomputed", "--pairs", pairs, "-o", self.path("m"))
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("--prepare none", err)

    def test_contradicting_hard_bounds_leave_no_model(self):
        answer = self.fit("itml", "--set", "gamma=inf", expected_code=DIVERGED)
        self.assertIn("finite gamma", answer["message"])
        self.assertIsNone(answer["model"])
        self.assertFalse(self.path("model").exists())

    def test_mistakes_are_named(self):
        self.write("wine.csv", WINE.read_text())
        fit = "fit wine.csv --label label -o model --learner "
        self.run_refused(fit + "itml --set gamma=-3", USAGE, "option gamma: -3 is not above 0")
        self.run_refused(fit + "itml --set gamma=much", USAGE, "not a number nor inf or auto")
        self.run_refused(fit + "itml --online", USAGE, "itml has no online solver")
        self.run_refused(fit + "itml --set slack=hinge --set solver=path", BAD_INPUT,
                         "path needs slack=logdet")
        self.run_refused(fit + "itml --set prior_file=absent.csv", BAD_INPUT, "absent.csv")
        self.run_refused(fit + "iplr --set basis_size=100", BAD_INPUT, "option basis_size")
        self.run_refused(fit + "logdet-lowrank --set rank=1000", BAD_INPUT, "option rank")


if __name__ == "__main__":
    unittest.main()
