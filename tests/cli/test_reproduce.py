"""The papers' experiments from the command line."""

import json
import os
import signal
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, run


class ReproduceTest(ProgramTest):
    def test_the_list_names_papers_figures_data_and_what_is_not_possible(self):
        text = self.run_ok("reproduce", "list", environment={"MAHALA_BENCH_DATA": ""})
        for word in ("toy-subspace", "meyer-2011", "Figure 3", "generated", "wants ionosphere.csv", "not possible", "ImageNet"):
            self.assertIn(word, text)
        self.assertEqual(text, self.run_ok("reproduce", environment={"MAHALA_BENCH_DATA": ""}))

    def test_data_are_found_where_they_are_said_to_be(self):
        self.write("usps.test.csv.gz", "f0,label\n1,2\n")
        for flags, environment in ((("--data", self.directory), {}), ((), {"MAHALA_BENCH_DATA": str(self.directory)})):
            listed = self.run_json("reproduce", "list", *flags, environment=environment)
            missing = {e["experiment"]: e["missing"] for e in listed["experiments"]}
            self.assertEqual(missing["usps-kernel"], "")
            self.assertEqual(missing["usps-plane"], "usps.train.csv.gz")

    def test_a_quick_run_writes_numbers_picture_and_pages_and_is_not_measured_twice(self):
        first = self.run_json("reproduce", "toy-subspace", "--quick", "--seeds", 2, "-o", "out")
        self.assertEqual(first["results"][0]["verdict"], "holds")
        self.assertEqual((first["results"][0]["cells"], first["results"][0]["known"]), (4, 0))
        for name in ("papers.md", "papers/toy-subspace.json", "papers/toy-subspace-fixed.svg", "papers/meyer-2011.md"):
            self.assertTrue((self.path("out") / name).exists(), name)
        cells = json.loads((self.path("out") / "papers/toy-subspace.json").read_text())["runs"]["quick"]["cells"]
        self.assertEqual(len(cells), 4)
        again = self.run_json("reproduce", "toy-subspace", "--quick", "--seeds", 2, "-o", "out")
        self.assertEqual(again["results"][0]["known"], 4)

    def test_what_cannot_be_run_says_why(self):
        code, _, err = run("reproduce", "toy-subspce", cwd=self.directory)
        self.assertEqual(code, USAGE)
        self.assertIn("did you mean 'toy-subspace'?", err)
        code, _, err = run("reproduce", "clustering", "--data", self.directory, cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("ionosphere.csv", err)
        self.assertIn(str(self.directory), err)
        code, _, err = run("reproduce", "toy-subspace", "-o", "/proc/none", cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("/proc/none", err)

    def test_ctrl_c_keeps_what_was_measured(self):
        command = [PROGRAM, "reproduce", "toy-lambda", "-o", "out"]
        with subprocess.Popen(command, cwd=self.directory, stderr=subprocess.PIPE, env={**os.environ}) as program:
            file = self.path("out") / "papers/toy-lambda.json"
            while not file.exists() and program.poll() is None:
                pass
            program.send_signal(signal.SIGINT)
            _, err = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130, err)
        cells = json.loads(file.read_text())["runs"]["full"]["cells"]
        self.assertGreater(len(cells), 0)


if __name__ == "__main__":
    unittest.main()
