"""What the program says about itself, and how it meets a slip of the finger."""

import unittest

from program import ProgramTest, run

COMMANDS = ("fit", "evaluate", "embed", "inspect", "learners", "sample", "cluster",
            "generate", "report", "demo", "help")


class HelpTest(ProgramTest):
    def test_no_arguments_is_a_friendly_start(self):
        out = self.run_ok()
        for command in COMMANDS:
            self.assertRegex(out, rf"(?m)^  {command} ")
        self.assertGreaterEqual(out.count("  mahala "), 2)
        self.assertLess(len(out.splitlines()), 30)

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
                             ("fit", "evaluate", "sample", "cluster", "generate", "report", "demo"))

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
            (["help", "evalute"], "evaluate", "help help"),
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


if __name__ == "__main__":
    unittest.main()
