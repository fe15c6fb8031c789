"""What the program says about itself, and how it meets a slip of the finger."""

import unittest

from program import ProgramTest, run

COMMANDS = ("fit", "evaluate", "embed", "inspect", "learners", "sample", "cluster",
            "generate", "report", "demo", "reproduce", "help")


class HelpTest(ProgramTest):
    def test_no_arguments_is_a_friendly_start(self):
        out = self.run_ok()
        for command in COMMANDS:
            self.assertRegex(out, rf"(?m)^  {command} ")
        self.assertGreaterEqual(out.count("  mahala "), 2)
        self.assertLess(len(out.splitlines()), 33)

    def test_all_ways_to_ask_for_help_agree(self):
        self.assertEqual(self.run_ok(), self.run_ok("--help"))
        self.assertEqual(self.run_ok(), self.run_ok("-h"))
        self.assertEqual(self.run_ok(), self.run_ok("help"))
        for command in COMMANDS:
            text = self.run_ok("help", command)
            self.assertEqual(text, self.run_ok(command, "--help"))
            self.assertIn("--json", text)
            for flag in ("--threads", "--quiet"):
                self.assertEqual(flag in text, command not in ("learners", "help"), command)
            self.assertEqual("--seed" in text, command in
                             ("fit", "evaluate", "sample", "cluster", "generate", "report", "demo",
                              "reproduce"))

    def test_help_is_no_wider_than_a_terminal(self):
        for command in COMMANDS:
            for line in self.run_ok("help", command).splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_help_shows_described_options(self):
        text = self.run_ok("help", "fit")
        for flag in ("--label ", "--labels-file", "--per-class", "--low-percentile", "--prepare"):
            self.assertIn(flag, text)
        self.assertIn("one of", text)
        self.assertIn("default", text)

    def test_sample_speaks_of_no_model(self):
        self.assertNotIn("stored in the model", self.run_ok("help", "sample"))

    def test_version(self):
        self.assertEqual(self.run_ok("--version"), self.run_ok("--version", "--json"))
        self.assertRegex(self.run_ok("--version"), r"^mahala \d+\.\d+\.\d+\n$")

    def test_slips_of_the_finger_are_understood(self):
        data = self.write("data.csv", "a,label\n1,x\n2,y\n")
        output = ("-o", self.path("model"))
        slips = [
            (["fti", data], "fit", "help"),
            (["lerners"], "learners", "help"),
            (["help", "evalute"], "evaluate", "help"),
            (["fit", data, "--learner", "psd-flta", *output], "psd-flat", "help fit"),
            (["fit", data, "--learner", "psd-flat", "--set", "rnk=3", *output], "rank", "help fit"),
            (["fit", data, "--lable", "label", "--learner", "psd-flat", *output], "--label",
             "help fit"),
            (["fit", data, "--lerner", "psd-flat", *output], "--learner", "help fit"),
            (["fit", data, "--ouput=m", "--learner", "psd-flat"], "--output", "help fit"),
            (["evaluate", data, "--learner", "lda", "--sedd", "3"], "--seed", "help evaluate"),
            (["learners", "covarience"], "covariance", "help learners"),
            (["fit", data, "--learner", "psd-flat", "--protocol", "unifrom", *output], "uniform",
             "help fit"),
            (["--verison"], "--version", "help"),
        ]
        for arguments, meant, hint in slips:
            with self.subTest(arguments=[str(a) for a in arguments]):
                code, out, err = run(*arguments)
                self.assertEqual((code, out), (2, ""))
                self.assertIn(f"did you mean '{meant}'?", err)
                self.assertTrue(err.endswith(f"try 'mahala {hint}'\n"), err)
                self.assertTrue(err.startswith("mahala: "))

    def test_words_of_other_programs_point_to_ours(self):
        pointers = {"train": "fit", "learn": "fit", "transform": "embed", "project": "embed",
                    "predict": "label", "classify": "label", "knn": "search", "plot": "report"}
        for word, meant in pointers.items():
            with self.subTest(word=word):
                code, out, err = run(word, "data.csv")
                self.assertEqual((code, out), (2, ""))
                self.assertIn(f"no sub-command '{word}'; use 'mahala {meant}'", err)

    def test_learners_are_known_in_other_spellings(self):
        shown = self.run_ok("learners", "psd-flat")
        for name in ("PSD_Flat", "psd_flat", "PSD-FLAT"):
            self.assertEqual(self.run_ok("learners", name), shown)
        data = self.write("data.csv", "a,b,label\n1,2,x\n2,0,y\n0,1,x\n3,1,y\n")
        fit = self.run_json("fit", data, "--learner", "LDA", "-o", self.path("model"))
        self.assertEqual(fit["learner"], "lda")

    def test_unknown_learners_are_met_with_a_short_hint(self):
        code, _, err = run("learners", "zzzzzzzzzzz")
        self.assertEqual(code, 2)
        self.assertIn("'mahala learners' lists them", err)
        self.assertLess(len(err), 150)

    def test_rank_is_a_flag_of_its_own(self):
        data = self.write("data.csv", "a,b,c,label\n1,2,0,x\n2,0,1,y\n0,1,1,x\n3,1,2,y\n")
        models = []
        for k, flags in enumerate((["--rank", "2"], ["--set", "rank=2"])):
            output = self.path(f"model{k}")
            self.run_ok("fit", data, "--learner", "psd-flat", *flags, "-o", output)
            models.append(self.run_json("inspect", output))
        for model in models:
            model["notes"].pop("seconds", None)
            self.assertEqual(model["rank"], 2)
        self.assertEqual(models[0]["spectrum"], models[1]["spectrum"])
        self.assertEqual(models[0]["notes"], models[1]["notes"])

    def test_american_spellings_of_preparation_make_the_same_model(self):
        data = self.write("data.csv", "a,b,label\n1,2,x\n2,0,y\n0,1,x\n3,1,y\n")
        for american, british in (("standardize", "standardise"), ("center,unit", "centre,unit")):
            fit = ("fit", data, "--learner", "covariance", "-o", self.path("model"))
            self.run_ok(*fit, "--preprocess", american)
            here = self.run_json("inspect", self.path("model"))
            self.run_ok(*fit, "--prepare", british)
            there = self.run_json("inspect", self.path("model"))
            self.assertEqual(here["prepare"], british)
            self.assertEqual(here["spectrum"], there["spectrum"])


if __name__ == "__main__":
    unittest.main()
