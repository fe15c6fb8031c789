"""Stopping early loses nothing, and being killed breaks nothing."""

import json
import random
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, blobs, csv, npy, run

ENDLESS = ("--learner", "psd-flat", "--set", "solver=armijo", "--set", "tolerance=0",
           "--set", "max_iterations=1000000000", "--set", "start=random", "--count", "20000")


class InterruptTest(ProgramTest):
    def setUp(self):
        super().setUp()
        rows, labels = blobs(samples=400, features=30)
        random.Random(1).shuffle(labels)  # nothing to learn takes longest
        self.data = self.write("data.csv", csv(rows, labels))

    def start(self, *arguments):
        # A test run in the background may have been told to ignore Ctrl-C; the program was not.
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, preexec_fn=heed)
        self.addCleanup(process.kill)
        return process

    def interrupt(self, process, number=signal.SIGINT):
        """Signals once learning is under way, which shows in the first line of progress."""
        first = process.stderr.readline()
        while first.startswith("mahala: reading"):
            first = process.stderr.readline()
        self.assertRegex(first, "(step|fold) ")
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def check_saved(self, number):
        process = self.start("fit", self.data, *ENDLESS, "-o", self.path("model"), "--json")
        code, out, err = self.interrupt(process, number)
        self.assertEqual(code, 130, err)
        self.assertEqual(json.loads(out)["status"], "stopped")
        self.assertIn("interrupted", err)
        self.assertEqual(self.run_json("inspect", self.path("model"))["status"], "stopped")

    def test_ctrl_c_saves_the_best_model(self):
        self.check_saved(signal.SIGINT)

    def test_a_polite_kill_saves_the_best_model(self):
        self.check_saved(signal.SIGTERM)

    def test_ctrl_c_is_noticed_while_a_step_size_is_chosen(self):
        process = self.start("fit", self.data, "--learner", "loreta", "--set", "steps=1000000000",
                             "--set", "prefix=1000000000", "-o", self.path("model"), "--json")
        code, out, err = self.interrupt(process)
        self.assertEqual(code, 130, err)
        answer = json.loads(out)
        self.assertEqual((answer["status"], answer["objective"]), ("stopped", None))
        self.assertIn("while a step size was chosen", answer["message"])

    def test_ctrl_c_at_the_end_is_told_though_the_model_is_complete(self):
        rng = random.Random(1)
        rows = [[rng.random() for _ in range(800)] for _ in range(900)]
        arguments = ("fit", self.write("wide.npy", npy(rows)), "--learner", "covariance", "-o",
                     self.path("model"))
        begin = time.monotonic()
        self.assertEqual(run(*arguments)[0], 0)
        duration = time.monotonic() - begin
        for _ in range(60):  # until it is neither before learning nor after
            process = self.start(*arguments)
            time.sleep(rng.uniform(0, duration))
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            if "interrupted; the model is complete and in" in err:
                break
        self.assertIn("interrupted; the model is complete and in", err)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.run_json("inspect", self.path("model"))["status"], "converged")

    def test_interrupted_evaluation_prints_no_half_truth(self):
        # Folds must end for the first line of progress: short ones, many of them.
        process = self.start("evaluate", self.data, "--learner", "psd-flat", "--set",
                             "max_iterations=50", "--set", "tolerance=0", "--count", "2000",
                             "--cv", "2x5000")
        code, out, err = self.interrupt(process)
        self.assertEqual((code, out), (130, ""), err)
        self.assertIn("interrupted", err)

    def test_a_kill_at_any_moment_leaves_no_broken_model(self):
        model = self.path("model")
        arguments = ("fit", self.data, "--learner", "psd-flat", "--set", "max_iterations=20",
                     "--count", "500", "-o", model, "--quiet")
        begin = time.monotonic()
        code, _, err = run(*arguments)
        self.assertEqual(code, 0, err)
        duration = time.monotonic() - begin
        model.unlink()
        rng = random.Random(7)
        killed = 0
        for _ in range(25):
            process = self.start(*arguments)
            time.sleep(rng.uniform(0, 1.1 * duration))
            process.kill()
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
            if model.exists():
                self.run_json("inspect", model)
        self.assertGreater(killed, 0)
        self.assertEqual(run(*arguments)[0], 0)
        self.assertEqual([f.name for f in self.directory.iterdir() if ".part" in f.name], [])


if __name__ == "__main__":
    unittest.main()
