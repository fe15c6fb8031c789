"""Runs that are killed and resumed: fits, comparisons, tuning; what is refused, and what is said."""

import random
import signal
import subprocess
import sys
import time
import unittest

from program import BAD_INPUT, PROGRAM, ROOT, USAGE, ProgramTest, blobs, csv

sys.path.insert(0, str(ROOT / "tools"))
import stop_streams  # noqa: E402


class CheckpointTest(ProgramTest):
    def setUp(self):
        super().setUp()
        rows, labels = blobs(samples=300, features=8)
        self.write("data.csv", csv(rows, labels))

    def killed_after(self, seconds, *arguments):
        """True if it was killed, and had not ended before."""
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.directory, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return True

    def test_fits_killed_at_random_moments_give_the_same_bits(self):
        done = subprocess.run(
            [sys.executable, ROOT / "tools/kill_resume.py", PROGRAM, "--kills", "8", "--samples", "300", "--seed", "3",
             "--learner", "psd-flat", "--learner", "itml", "--learner", "loreta", "--learner", "nca"],
            capture_output=True, timeout=280)
        self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())
        self.assertIn("0 models differ", done.stdout.decode())

    def assert_table_goes_on(self, command, table_of):
        begun = time.monotonic()
        whole = self.run_json(*command)
        seconds = time.monotonic() - begun
        kept = ("--checkpoint", "x.ckpt", "--every", "1", "--resume")
        for share in (0.5, 0.8):
            self.killed_after(share * seconds, *command, *kept)
        self.assertEqual(table_of(self.run_json(*command, *kept)), table_of(whole))
        self.assertFalse(self.path("x.ckpt").exists())

    def test_comparisons_go_on_with_the_folds_that_are_left(self):
        command = ("compare", "data.csv", "--label", "label", "--learners", "lda,nca,psd-flat", "--cv", "3x2", "--quiet")
        self.assert_table_goes_on(command, lambda told: [(row["method"], row["errors"]) for row in told["methods"]])

    def test_tuning_goes_on_to_the_same_model(self):
        command = ("tune", "data.csv", "--label", "label", "--learners", "nca", "--ranks", "2,3", "--cv", "3x2",
                   "-o", "m.model", "--quiet")
        self.run_ok(*command)
        whole = stop_streams.content(self.path("m.model"))
        kept = ("--checkpoint", "x.ckpt", "--every", "1", "--resume")
        for seconds in (0.3, 0.6):
            self.killed_after(seconds, *command, *kept)
        self.run_ok(*command, *kept)
        self.assertEqual(stop_streams.differences(stop_streams.content(self.path("m.model")), whole), [])

    def interrupted(self):
        """A fit that a signal ended, with its file left behind."""
        rows, labels = blobs(samples=400, features=30)
        random.Random(1).shuffle(labels)  # nothing to learn takes longest
        self.write("data.csv", csv(rows, labels))
        command = ("fit", "data.csv", "--label", "label", "--learner", "psd-flat", "--set", "solver=armijo", "--set",
                   "tolerance=0", "--set", "max_iterations=1000000000", "--set", "start=random", "--count", "20000", "-o", "m.model",
                   "--checkpoint", "x.ckpt", "--every", "1")
        process = subprocess.Popen([PROGRAM, *command], cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not self.path("x.ckpt").exists():
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertTrue(self.path("x.ckpt").exists())
        return " ".join(command)

    def test_files_of_other_runs_are_refused_by_what_differs(self):
        command = self.interrupted()
        self.run_refused(command, BAD_INPUT, ["x.ckpt: ", "has not ended", "resume"])
        rows, labels = blobs(samples=400, features=30, seed=2)
        self.write("other.csv", csv(rows, labels))
        for changed, words in (
                (command.replace("psd-flat", "psd-polar"), ["its learner is psd-flat, here it is psd-polar"]),
                (command + " --seed 4", ["its seed is 0, here it is 4"]),
                (command + " --set lambda=0.5", ["its option lambda is auto, here it is 0.5"]),
                (command + " --single", ["its data is 400 samples of 30 features, double"]),
                (command.replace("data.csv", "other.csv"), ["its data is 400 samples of 30 features"]),
                (command.replace("--label label", "--label label --prepare none"), ["its --prepare is auto, here it is none"])):
            with self.subTest(changed):
                self.run_refused(changed + " --resume", BAD_INPUT, ["x.ckpt: is the checkpoint of another run", *words])
        whole = self.path("x.ckpt").read_bytes()
        for content, word in ((whole[:-40], "cut off"), (whole[:100], "cut off"), (b"a,b\n1,2\n", "no checkpoint"),
                              (whole[:60] + b"x" + whole[61:], "damaged")):
            self.write("x.ckpt", content)
            self.run_refused(command + " --resume", BAD_INPUT, ["x.ckpt: ", word])

    def test_what_has_no_steps_says_so(self):
        out = subprocess.run([PROGRAM, "fit", "data.csv", "--label", "label", "--learner", "pca", "-o", "m.model",
                              "--checkpoint", "x.ckpt"], cwd=self.directory, capture_output=True)
        self.assertEqual(out.returncode, 0)
        self.assertIn(b"x.ckpt: there was nothing to keep", out.stderr)
        self.assertFalse(self.path("x.ckpt").exists())

    def test_mistakes_of_usage_are_named(self):
        fit = "fit data.csv --label label --learner nca -o m.model"
        for flags, words in (("--every 5", ["--every is for --checkpoint"]),
                             ("--resume", ["--resume is for --checkpoint"]),
                             ("--checkpoint x.ckpt --every 5m", ["--every", "5m"]),
                             ("--checkpoint data.csv", ["data.csv", "something else"]),
                             ("--checkpoint m.model", ["m.model"])):
            with self.subTest(flags):
                self.run_refused(f"{fit} {flags}", USAGE, words)
        self.run_refused(f"{fit} --checkpoint no/such/x.ckpt", BAD_INPUT, ["no/such"])


if __name__ == "__main__":
    unittest.main()
