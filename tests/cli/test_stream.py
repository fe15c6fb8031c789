"""Learning from samples that pass by once: pipes, checkpoints, interruptions, bad lines."""

import contextlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, run


def system(samples, features=5, seed=3):
    """svmlight lines of a system with outputs (x1 + 2 x2)^2."""
    rng = random.Random(seed)
    lines = []
    for _ in range(samples):
        x = [rng.gauss(0, 1) for _ in range(features)]
        y = (x[0] + 2 * x[1]) ** 2
        lines.append(f"{y!r} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(x)))
    return lines


def classes(samples, features=8, seed=4):
    """svmlight lines of two classes that differ in the sign of their first feature."""
    rng = random.Random(seed)
    lines = []
    for k in range(samples):
        x = [rng.gauss(0, 1) for _ in range(features)]
        x[0] = (1 if k % 2 else -1) + 0.2 * x[0]
        lines.append(f"{'up' if k % 2 else 'down'} " +
                     " ".join(f"{i + 1}:{v!r}" for i, v in enumerate(x)))
    return lines


NLMS = ("--learner", "nlms", "--set", "rank=1", "--features", "5")


class StreamTest(ProgramTest):
    def stream(self, lines, *flags, learner=NLMS, output="m.model"):
        return self.run_json("fit", "--stream", "-", *learner, *flags, "-o", output,
                             stdin=("\n".join(lines) + "\n").encode())

    def mean_precisions(self, data):
        """mAP of m.model, and of what stands beside it."""
        found = self.run_json("evaluate", data, "--model", "m.model")["measured"]["map"]
        beside = found.get("inner_product") or found["frequency"]
        return found["value"], beside["value"]

    def test_a_pipe_is_learned_from_as_a_file_is(self):
        lines = system(2000)
        self.write("x.svm", "\n".join(lines) + "\n")
        piped = self.stream(lines)
        read = self.run_json("fit", "--stream", "x.svm", *NLMS, "-o", "n.model")
        self.assertEqual(piped["iterations"], 2000)
        self.assertEqual(piped["objective"], read["objective"])
        spectrum = [self.run_json("inspect", name)["spectrum"] for name in ("m.model", "n.model")]
        self.assertEqual(spectrum[0], spectrum[1])
        self.assertAlmostEqual(spectrum[0][0], 5, delta=0.05)  # |(1, 2)|^2

    def test_filters_and_subspaces_stream(self):
        for learner, flags in (("lms", ("gain=0.001",)), ("nlms", ("gain=0.5",)),
                               ("oja", ("schedule=constant", "step=0.05"))):
            settings = [word for flag in flags for word in ("--set", flag)]
            answer = self.stream(system(3000), "--set", "rank=2", *settings,
                                 learner=("--learner", learner, "--features", "5"))
            self.assertEqual((answer["iterations"], answer["rank"]), (3000, 2))
            curve = self.run_json("inspect", "m.model")["notes"]["learning_curve"].split()
            self.assertEqual(len(curve[0].split(":")), 3)  # step, loss, seconds

    def test_dense_formats_say_themselves_how_many_features_there_are(self):
        lines = ["a,b,label"] + [f"{i % 7},{i % 5},{(i % 7) ** 2}" for i in range(200)]
        answer = self.stream(lines, learner=("--learner", "nlms", "--set", "rank=1"))
        self.assertEqual(answer["input_dim"], 2)
        objects = [json.dumps({"x": [i % 7, i % 5], "label": (i % 7) ** 2}) for i in range(200)]
        self.assertEqual(self.stream(objects, learner=("--learner", "nlms", "--set", "rank=1"))
                         ["objective"], answer["objective"])

    def test_going_on_is_as_if_it_had_never_stopped(self):
        lines = system(1000)
        self.stream(lines[:600], output="a.model")
        self.run_json("fit", "--stream", "-", "--learner", "nlms", "--from", "a.model", "-o",
                      "b.model", stdin=("\n".join(lines[600:]) + "\n").encode())
        self.stream(lines, output="whole.model")
        self.assertAlmostEqual(self.run_json("inspect", "b.model")["spectrum"][0],
                               self.run_json("inspect", "whole.model")["spectrum"][0], places=9)

    def test_checkpoints_hold_what_was_learned_so_far(self):
        lines = system(1000)
        self.stream(lines, "--checkpoint", "c.model", "--every", "300")
        kept = self.run_json("inspect", "c.model")
        self.assertEqual(kept["notes"]["samples"], "900")
        self.stream(lines[:900], output="n.model")
        self.assertEqual(kept["spectrum"], self.run_json("inspect", "n.model")["spectrum"])
        self.assertEqual(self.run_json("inspect", "m.model")["notes"]["samples"], "1000")

    def test_similarities_stream_with_a_step_chosen_on_a_prefix(self):
        self.write("test.svm", "\n".join(classes(200, seed=5)) + "\n")
        for name in ("loreta", "loreta-psd", "pa", "bilinear-gd", "psd-gd", "oasis", "loreta-mi"):
            low_rank = () if name == "oasis" else ("--set", "rank=2")
            answer = self.stream(classes(1500), "--prefix", "200",
                                 learner=("--learner", name, *low_rank, "--features", "8"))
            self.assertIn("chosen by", answer["message"], name)
            self.assertGreater(answer["iterations"], 1400, name)
            learned, plain = self.mean_precisions("test.svm")
            self.assertGreater(learned, plain + 0.1, name)

    def test_rankings_stream_with_their_labels_named_first(self):
        self.write("names.txt", "up\ndown\n")
        self.write("test.svm", "\n".join(classes(200, seed=5)) + "\n")
        for name in ("loreta-labels", "warp", "pa-labels", "perceptron", "group-perceptron"):
            low_rank = ("--set", "rank=2") if name in ("loreta-labels", "warp", "pa-labels") else ()
            answer = self.stream(classes(800), "--label-names", "names.txt",
                                 learner=("--learner", name, *low_rank, "--set", "step=0.05",
                                          "--features", "8"))
            self.assertEqual(answer["iterations"], 800, name)
            self.assertGreater(self.mean_precisions("test.svm")[0], 0.9, name)  # chance: 0.75

    def test_a_label_named_twice_is_an_error_at_once(self):
        self.write("names.txt", "up\ndown\nup\n")
        self.write("x.svm", "\n".join(classes(20)) + "\n")
        self.run_refused("fit --stream x.svm --learner perceptron --features 8 --set step=1 "
                         "--label-names names.txt -o m.model", BAD_INPUT,
                         ["names.txt:3", "'up'", "line 1"])

    def test_a_checkpoint_never_overwrites_an_input(self):
        self.stream(system(50), output="a.model")
        before = self.path("a.model").read_bytes()
        self.write("x.svm", "\n".join(system(50)) + "\n")
        for target in ("a.model", "x.svm"):
            self.run_refused("fit --stream x.svm --learner nlms --from a.model --every 10 "
                             f"--checkpoint {target} -o b.model", USAGE, [target, "is an input"])
        self.run_refused("fit --stream x.svm --learner nlms --from a.model -o x.svm", USAGE,
                         ["x.svm", "is an input"])
        self.assertEqual(self.path("a.model").read_bytes(), before)

    def test_what_ran_away_is_not_kept(self):
        lines = system(40) + ["1e30 1:1e30"] + system(40)
        for flags in (("--every", "15"), ("--every", "41", "--checkpoint", "c.model")):
            with self.subTest(flags):
                self.path("m.model").unlink(missing_ok=True)
                code, out, err = run("fit", "--stream", "-", "--learner", "lms", "--set", "rank=1",
                                     "--features", "5", "--set", "gain=0.001", *flags, "-o",
                                     "m.model", "--json", cwd=self.directory,
                                     stdin=("\n".join(lines) + "\n").encode())
                self.assertEqual(code, 3, err)
                answer = json.loads(out)
                self.assertEqual((answer["status"], answer["model"]), ("diverged", None))
                self.assertNotEqual(answer["objective"], 0)
                if "15" in flags:
                    self.assertIn("the last checkpoint is in m.model", err)
                    self.assertEqual(self.run_json("inspect", "m.model")["notes"]["samples"], "30")
                else:
                    self.assertIn("no model was saved", err)
                    self.assertFalse(self.path("c.model").exists())
                    self.assertFalse(self.path("m.model").exists())

    def test_a_missing_cell_is_met_with_advice_that_a_stream_can_follow(self):
        self.write("x.csv", "a,b,label\n1,2,3\n1,,3\n")
        self.run_refused("fit --stream x.csv --learner nlms --set rank=1 -o m.model", BAD_INPUT,
                         ["x.csv:3", "missing value (a stream is imputed as the model of --from"])

    def test_no_more_than_asked_for(self):
        self.assertEqual(self.stream(system(100), "--most", "40")["iterations"], 40)

    def started(self, *flags):
        process = subprocess.Popen([PROGRAM, "fit", "--stream", "-", *NLMS, "-o", "m.model",
                                    "--quiet", *flags], cwd=self.directory, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def wait_for(self, name, seconds=60):
        end = time.monotonic() + seconds
        while not self.path(name).exists():
            self.assertLess(time.monotonic(), end, f"{name} never came")
            time.sleep(0.02)

    def feed(self, process, samples):
        process.stdin.write(("\n".join(system(samples)) + "\n").encode())
        process.stdin.flush()

    def test_ctrl_c_saves_the_model_when_the_next_sample_comes(self):
        process = self.started("--checkpoint", "c.model", "--every", "100")
        self.feed(process, 3000)
        self.wait_for("c.model")
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(BrokenPipeError):  # it may have had samples left to notice
            self.feed(process, 200)
        self.assertEqual(process.wait(60), 130)
        samples = self.run_json("inspect", "m.model")["notes"]["samples"]
        self.assertGreater(int(samples), 99)
        self.assertIn(f"interrupted after {samples} examples; the model so far is in m.model",
                      process.stderr.read().decode())

    def test_a_second_ctrl_c_leaves_the_last_checkpoint_whole(self):
        process = self.started("--checkpoint", "c.model", "--every", "100")
        self.feed(process, 3000)
        self.wait_for("c.model")
        time.sleep(0.3)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        self.assertEqual(process.wait(60), 130)
        self.assertFalse(self.path("m.model").exists())
        self.assertEqual(self.run_json("inspect", "c.model")["learner"], "nlms")
        self.assertEqual(sorted(p.name for p in self.directory.iterdir()), ["c.model"])

    def test_a_stream_is_not_kept(self):
        limit = ("import resource, sys, os;"
                 "resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[1]),) * 2);"
                 "os.execv(sys.argv[2], sys.argv[2:])")
        if os.environ.get("MAHALA_SANITIZED"):
            self.skipTest("sanitizers hold memory of their own")
        lines = ("\n".join(system(2000)) + "\n").encode()
        process = subprocess.Popen(
            ["python3", "-c", limit, str(160 << 20), PROGRAM, "fit", "--stream", "-", *NLMS, "-o",
             "m.model", "--threads", "1", "--json"], cwd=self.directory, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        try:
            for _ in range(150):  # 300,000 samples, 30 MB of text
                process.stdin.write(lines)
        except BrokenPipeError:
            pass
        out, err = process.communicate()
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(json.loads(out)["iterations"], 300000)

    def test_a_bad_line_is_named(self):
        good = system(3)
        for bad, words in (("1.5 1:2 x:3", ["x:3"]), ("hello 1:2", ["hello", "not a finite number"]),
                           ("1 6:1", ["feature 6", "5 features"]), ("1:2 2:3", [])):
            with self.subTest(bad):
                self.write("x.svm", "\n".join(good + [bad]) + "\n")
                code, out, err = run("fit", "--stream", "x.svm", *NLMS, "-o", "m.model",
                                     cwd=self.directory)
                self.assertEqual((code, out), (BAD_INPUT, ""), err)
                for text in ["x.svm:4: ", *words]:
                    self.assertIn(text, err)
                self.assertFalse(self.path("m.model").exists())

    def test_mistakes_of_usage_are_named(self):
        self.write("x.svm", "\n".join(system(5)) + "\n")
        for flags, words in (
                ("--stream x.svm --learner psd-flat", ["psd-flat", "one example at a time"]),
                ("x.svm --stream x.svm --learner nlms", ["together"]),
                ("--learner nlms", ["DATA"]),
                ("x.svm --learner nlms --every 5", ["--every", "--stream"]),
                ("--stream x.svm --learner nlms --prepare standardise", ["beforehand", "--from"]),
                ("--stream x.svm --learner nlms --count 5", ["--count"]),
                ("--stream x.svm --learner nlms --checkpoint c.model", ["--every"]),
                ("--stream x.svm --learner oja --features 5", ["schedule"]),
                ("--stream x.svm --learner oja --features 5 --set schedule=constant", ["step"]),
                ("--stream x.svm --learner oja --features 5 --set schedule=constant --set step=1 "
                 "--set passes=2", ["passes"]),
                ("--stream x.svm --learner nlms --features 5 --set passes=2", ["passes"]),
                ("--stream x.svm --learner nlms --label-names x.svm", ["ranks no labels"])):
            with self.subTest(flags):
                self.run_refused(f"fit {flags} -o m.model", USAGE, words)
        self.run_refused("fit --stream x.svm --learner nlms -o m.model", BAD_INPUT, ["--features"])


if __name__ == "__main__":
    unittest.main()
