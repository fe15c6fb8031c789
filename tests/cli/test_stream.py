"""Learning from samples that pass by once: pipes, checkpoints, interruptions, bad lines."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from program import BAD_INPUT, PROGRAM, ROOT, USAGE, ProgramTest, run

sys.path.insert(0, str(ROOT / "tools"))
import stop_streams  # noqa: E402


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

    def content(self, model):
        """Tensors and metadata, but for the learning curve, which has seconds in it."""
        metadata, tensors = stop_streams.content(self.path(model))
        return metadata, tensors

    def assert_continues(self, lines, stop, *flags):
        """A stream that ends at line `stop` and is continued gives the bits of one that does not."""
        def stream(some, *more):
            self.run_json("fit", "--stream", "-", *more, stdin=("\n".join(some) + "\n").encode())
        stream(lines, *flags, "-o", "whole.model")
        stream(lines[:stop], *flags, "-o", "a.model")
        stream(lines[stop:], "--from", "a.model", "-o", "b.model")
        different = stop_streams.differences(self.content("b.model"), self.content("whole.model"))
        self.assertEqual(different, [], flags)

    def test_every_learner_goes_on_to_the_last_bit(self):
        # Nothing is said again: learner, options and step size are those of the model.
        for name, settings in (("lms", "gain=0.001"), ("nlms", "gain=0.3"),
                               ("nlms", "space=polar"), ("nlms", "space=affine rank=0"),
                               ("nlms", "space=vector rank=0"),
                               ("oja", "schedule=constant step=0.05"),
                               ("oja", "schedule=adaptive step=1 half_life=50")):
            settings = settings.split() if "rank" in settings else ["rank=2", *settings.split()]
            settings = [s for s in settings if s != "rank=0"]
            self.assert_continues(system(300), 170, "--learner", name, "--features", "5",
                                  *[w for s in settings for w in ("--set", s)])
        for name, settings in (("loreta", "rank=2"), ("loreta", "rank=2 batch=7 decay=true"),
                               ("loreta", "rank=2 precision=single"), ("loreta-psd", "rank=2"),
                               ("loreta-mi", "rank=2"), ("pa", "rank=2"), ("bilinear-gd", "rank=2"),
                               ("psd-gd", "rank=2"), ("oasis", "shape=psd every=50"),
                               ("lego", "loss=triplets"), ("lego", "near=0.5 far=3")):
            self.assert_continues(classes(400), 231, "--learner", name, "--features", "8",
                                  "--reservoir", "40",
                                  *[w for s in ["step=0.1", *settings.split()]
                                    for w in ("--set", s)])

    def test_rankings_go_on_to_the_last_bit(self):
        self.write("names.txt", "up\ndown\n")
        for name, settings in (("loreta-labels", "rank=2"), ("loreta-labels", "rank=1 start=zero"),
                               ("loreta-labels", "rank=2 loss=squared"), ("warp", "rank=2"),
                               ("warp", "rank=2 method=wsabie"), ("pa-labels", "rank=2"),
                               ("perceptron", ""), ("group-perceptron", "")):
            for stop in (5, 130):
                self.assert_continues(classes(300), stop, "--learner", name, "--features", "8",
                                      "--label-names", "names.txt",
                                      *[w for s in ["step=0.1", *settings.split()]
                                        for w in ("--set", s)])

    def test_a_step_size_chosen_on_a_prefix_is_kept(self):
        self.assert_continues(classes(900), 500, "--learner", "loreta", "--set", "rank=2",
                              "--features", "8", "--prefix", "200")

    def stopped_after(self, pause, lines, learner):
        """The exit code of a stream that is told to stop `pause` seconds after the lines were sent."""
        process = subprocess.Popen([PROGRAM, "fit", "--stream", "-", "--format", "svmlight", *learner,
                                    "-o", "a.model", "--quiet"], cwd=self.directory,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        process.stdin.write(("\n".join(lines) + "\n").encode())
        process.stdin.flush()
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        return process.wait(10)

    def test_a_stream_stopped_before_its_step_size_was_chosen_goes_on_to_the_last_bit(self):
        lines = classes(700)
        learner = ("--learner", "loreta", "--set", "rank=2", "--features", "8", "--prefix", "200")
        self.stream(lines, learner=learner, output="whole.model")
        rest = ("\n".join(lines[120:]) + "\n").encode()
        differences = ["nothing was stopped"]
        for pause in (0.5, 2, 8):  # a slow machine has not read all of the lines yet
            if self.stopped_after(pause, lines[:120], learner) != 130:
                continue
            self.assertEqual(self.run_json("inspect", "a.model")["notes"]["samples"], "0")
            self.run_json("fit", "--stream", "-", "--from", "a.model", "-o", "b.model", stdin=rest)
            differences = stop_streams.differences(self.content("b.model"),
                                                   self.content("whole.model"))
            if not differences:
                break
        self.assertEqual(differences, [])

    def test_random_stops_of_a_stream_of_triplets_and_pairs_leave_no_trace(self):
        for learner in ("loreta", "pola"):
            done = subprocess.run(
                ["/usr/bin/python3", str(ROOT / "tools/stop_streams.py"), PROGRAM, "--learner", learner,
                 "--stops", "6", "--examples", "1200", "--every", "20"], capture_output=True, timeout=240)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertIn("6 stops", done.stdout.decode())

    def test_other_options_continue_from_the_factors_alone_and_say_so(self):
        self.stream(system(300), output="a.model")
        code, _, err = run("fit", "--stream", "-", "--learner", "nlms", "--from", "a.model", "--set",
                           "gain=0.1", "-o", "b.model", cwd=self.directory,
                           stdin=("\n".join(system(50)) + "\n").encode())
        self.assertEqual(code, 0, err)
        self.assertIn("gain was 0.5 and is 0.1; learning continues from its factors alone", err)
        self.assertEqual(self.run_json("inspect", "b.model")["notes"]["samples"], "50")

    def test_a_stream_that_begins_anew_is_passed_over_as_far_as_it_was_seen(self):
        self.write("x.svm", "\n".join(system(500)) + "\n")
        self.run_json("fit", "--stream", "x.svm", *NLMS, "--most", "300", "-o", "a.model")
        self.run_json("fit", "--stream", "x.svm", "--from", "a.model", "--resume", "-o", "b.model")
        self.run_json("fit", "--stream", "x.svm", *NLMS, "-o", "whole.model")
        self.assertEqual(stop_streams.differences(self.content("b.model"),
                                                  self.content("whole.model")), [])
        self.write("short.svm", "\n".join(system(100)) + "\n")
        self.run_refused("fit --stream short.svm --from a.model --resume -o c.model", BAD_INPUT,
                         ["short.svm", "ends after 100 samples", "seen 300"])
        self.run_refused("fit --stream x.svm --learner nlms --resume -o c.model", USAGE,
                         ["--resume", "--from"])

    def examples(self, count, learner="loreta"):
        rng = random.Random(7)
        return [json.dumps(stop_streams.example(rng, learner, 6)) for _ in range(count)]

    def test_triplets_and_pairs_come_with_their_samples(self):
        answer = self.stream(self.examples(600), "--triplets", "-",
                             learner=("--learner", "loreta", "--set", "rank=2"))
        self.assertEqual((answer["iterations"], answer["input_dim"]), (600, 6))
        self.assertLess(answer["objective"], 0.5)
        answer = self.stream(self.examples(600, "pola"), "--pairs", "-", learner=("--learner", "pola"))
        self.assertEqual(answer["iterations"], 600)
        words = [json.dumps({"i": [k, 1], "j": [-k, 2], "relation": word}) for k, word in
                 enumerate(["same", "different", "must-link", "cannot-link", "yes", "no", 1, 0, -1,
                             "+1", "True", False, "Must_Link"], 1)]
        self.assertEqual(self.stream(words, "--pairs", "-", learner=("--learner", "pola"))
                         ["iterations"], 13)

    def test_bad_lines_of_triplets_and_pairs_are_named(self):
        good = self.examples(3)
        for bad, words in (('{"query": [1, 2], "near": [1, 2]}', ["numbers, expected 6"]),
                           ('{"near": [1, 2]}', ["no key 'query'"]),
                           ('{"query": 5}', ["'query'", "no array"]),
                           ('{"query": [1, null, 3, 4, 5, 6]}', ["'query', number 1", "missing"]),
                           ('{"query": ["a"]}', ['"a" is not a number']),
                           ("[1, 2]", ["keys query, near and far"]), ("nonsense", ["not JSON"]),
                           (good[0].replace("far", "x"), ["no key 'far'"])):
            self.write("x.jsonl", "\n".join([*good, bad]) + "\n")
            self.run_refused("fit --stream x.jsonl --triplets x.jsonl --learner loreta --set step=1 "
                             "-o m.model", BAD_INPUT, ["x.jsonl:4: ", *words])
        for bad, words in (('"near": [3, 4], "far": [3, 4]', ["'near' and 'far'"]),
                           ('"near": [1, 2], "far": [3, 4]', ["'query' and 'near'"]),
                           ('"near": [3, 4], "far": [5, 6], "weight": "nan"',
                            ["'weight'", "not a number"]),
                           ('"near": [3, 4], "far": [5, 6], "weight": 2', ["'weight'", "is not 1"])):
            self.write("x.jsonl", '{"query": [1, 2], ' + bad + "}\n")
            self.run_refused("fit --stream x.jsonl --triplets x.jsonl --learner loreta --set step=1 "
                             "-o m.model", BAD_INPUT, ["x.jsonl:1: ", *words])
        self.run_refused("fit --stream x.jsonl --triplets x.jsonl --format csv --learner loreta "
                         "--set step=1 -o m.model", USAGE, ["--format csv", "JSON lines"])
        for bad, words in (('{"i": [1], "j": [1], "same": true}', ["'i' and 'j'", "same sample"]),
                           ('{"i": [1], "j": [2]}', ["no key 'same'"]),
                           ('{"i": [1], "j": [2], "same": "maybe"}', ['"maybe"', "neither"]),
                           ('{"i": [1], "j": [2], "same": 2}', ["neither"])):
            self.write("x.jsonl", bad + "\n")
            self.run_refused("fit --stream x.jsonl --pairs x.jsonl --learner pola -o m.model",
                             BAD_INPUT, ["x.jsonl:1: ", *words])

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

    def test_signals_end_an_idle_stream_with_its_model_saved(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            for file in self.directory.iterdir():
                file.unlink()
            process = self.started("--checkpoint", "c.model", "--every", "100")
            self.feed(process, 2901)
            self.wait_for("c.model")
            # The last checkpoint is saved when the example after it has come: then nothing comes.
            while self.run_json("inspect", "c.model")["notes"]["samples"] != "2900":
                time.sleep(0.02)
            process.send_signal(which)
            self.assertEqual(process.wait(10), 130)
            self.assertEqual(self.run_json("inspect", "m.model")["notes"]["samples"], "2901")
            self.assertIn("interrupted after 2901 examples; the model so far is in m.model",
                          process.stderr.read().decode())

    def test_half_a_line_is_not_learned_from_when_a_signal_comes(self):
        process = self.started("--format", "svmlight", "--checkpoint", "c.model", "--every", "9")
        process.stdin.write(("\n".join(system(10)) + "\n1 1:1 2:").encode())
        process.stdin.flush()
        self.wait_for("c.model")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        self.assertEqual(self.run_json("inspect", "m.model")["notes"]["samples"], "10")

    def test_lines_are_learned_from_as_they_come_when_the_format_is_given(self):
        process = self.started("--format", "svmlight", "--checkpoint", "c.model", "--every", "2")
        self.feed(process, 3)
        self.wait_for("c.model", 10)
        self.assertEqual(self.run_json("inspect", "c.model")["notes"]["samples"], "2")

    def ended_while_silent(self, *flags):
        """A stream that is told to stop before anything came, once the program listens."""
        for pause in (0.3, 1, 3, 10):
            process = subprocess.Popen([PROGRAM, "fit", "--stream", "-", *flags, "-o", "m.model",
                                        "--quiet"], cwd=self.directory, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(self.end, process)
            time.sleep(pause)
            process.send_signal(signal.SIGTERM)
            if process.wait(10) == 130:
                break
        self.assertEqual(process.returncode, 130)
        return process.stderr.read().decode()

    def test_a_signal_before_the_first_sample_leaves_no_model_or_the_one_there_was(self):
        self.assertIn("interrupted before the first sample came",
                      self.ended_while_silent(*NLMS))
        self.stream(system(50), output="a.model")
        self.ended_while_silent("--from", "a.model")
        self.assertEqual(self.content("m.model")[1], self.content("a.model")[1])

    def test_a_second_ctrl_c_leaves_nothing_half_written(self):
        process = self.started("--checkpoint", "c.model", "--every", "100")
        self.feed(process, 3000)
        self.wait_for("c.model")
        for _ in range(2):
            process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        for file in self.directory.iterdir():
            self.assertIn(file.name, ("c.model", "m.model"))
            self.assertEqual(self.run_json("inspect", file.name)["learner"], "nlms")

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
                ("x.svm --learner nlms --every 5", ["--every", "--checkpoint"]),
                ("--stream x.svm --learner nlms --prepare standardise", ["beforehand", "--from"]),
                ("--stream x.svm --learner nlms --count 5", ["--count"]),
                ("--stream x.svm --learner oja --features 5", ["schedule"]),
                ("--stream x.svm --learner oja --features 5 --set schedule=constant", ["step"]),
                ("--stream x.svm --learner oja --features 5 --set schedule=constant --set step=1 "
                 "--set passes=2", ["passes"]),
                ("--stream x.svm --learner nlms --features 5 --set passes=2", ["passes"]),
                ("--stream x.svm --learner nlms --label-names x.svm", ["ranks no labels"]),
                ("--stream x.svm --learner nlms --ids-file x.svm", ["--ids-file"]),
                ("--stream x.svm --learner pola", ["pairs", "--pairs x.svm"]),
                ("--stream x.svm --learner loreta --triplets y.jsonl", ["--triplets x.svm"]),
                ("--stream x.svm --learner loreta --pairs x.svm", ["--pairs", "triplets"])):
            with self.subTest(flags):
                self.run_refused(f"fit {flags} -o m.model", USAGE, words)
        self.run_refused("fit --stream x.svm --learner nlms -o m.model", BAD_INPUT, ["--features"])


if __name__ == "__main__":
    unittest.main()
