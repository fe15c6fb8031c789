"""What the program writes goes where it is told to, and harms nothing that is there."""

import signal
import subprocess
import time
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, blobs, csv, run


class StandardOutputTest(ProgramTest):
    """/dev/stdout is a place in a file, not a file of its own."""

    def setUp(self):
        super().setUp()
        rows, labels = blobs()
        self.text = csv(rows, labels)
        self.write("w.csv", self.text)

    def shell(self, command):
        done = subprocess.run(["sh", "-c", command.replace("mahala", PROGRAM)],
                              cwd=self.directory, capture_output=True, timeout=300)
        return done.returncode, done.stderr.decode()

    def test_what_was_there_stays(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            self.write("all.csv", "precious\n")
            code, err = self.shell(f"mahala convert w.csv {name} --to csv >> all.csv")
            self.assertEqual(code, 0, err)
            self.assertEqual(self.path("all.csv").read_text(), "precious\n" + self.text, name)

    def test_what_comes_before_and_after_stays(self):
        code, err = self.shell(
            "{ echo head; mahala convert w.csv /dev/stdout --to csv; echo tail; } > f")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.path("f").read_text(), f"head\n{self.text}tail\n")

    def test_a_link_is_as_good(self):
        self.path("link.csv").symlink_to("/dev/stdout")
        self.write("all.csv", "precious\n")
        code, err = self.shell("mahala convert w.csv link.csv >> all.csv")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.path("all.csv").read_text(), "precious\n" + self.text)

    def test_a_failure_takes_nothing_away(self):
        self.write("broken.csv", "a,b\n1,x\n2\n")
        self.write("all.csv", "precious\n")
        code, err = self.shell("mahala convert broken.csv /dev/stdout --to csv >> all.csv")
        self.assertEqual(code, BAD_INPUT, err)
        self.assertEqual(self.path("all.csv").read_text(), "precious\n")

    def test_a_format_that_goes_back_goes_back_no_further_than_its_beginning(self):
        self.run_ok("convert", "w.csv", "w.npz")
        code, err = self.shell("{ echo head; mahala convert w.csv /dev/stdout --to npz; } > f")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.path("f").read_bytes(), b"head\n" + self.path("w.npz").read_bytes())
        self.write("all", "precious\n")
        code, err = self.shell("mahala convert w.csv /dev/stdout --to npz >> all")
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("goes back in the file, and appending does not", err)
        self.assertTrue(self.path("all").read_text(errors="replace").startswith("precious\n"))

    def test_remarks_and_results_do_not_mix(self):
        self.run_ok("sample", "w.csv", "--kind", "triplets", "--count", "5", "-o", "t.csv")
        out = self.run_ok("sample", "w.csv", "--kind", "triplets", "--count", "5", "-o",
                          "/dev/stdout")
        self.assertEqual(out, self.path("t.csv").read_text())
        for command in ("convert w.csv /dev/stdout --to csv --json",
                        "sample w.csv --kind triplets -o /dev/stdout --json",
                        "describe w.csv -o /dev/stdout", "describe w.csv -o /dev/fd/1 --json",
                        "fit w.csv --learner lda -o /dev/stdout"):
            self.run_refused(command, USAGE, ["what the command prints goes there too"])

    def test_a_full_disk_is_no_internal_error(self):
        self.run_ok("fit", "w.csv", "--learner", "lda", "-o", "model")
        for command in ("search model w.csv w.csv -k 50", "describe w.csv", "inspect w.csv"):
            code, err = self.shell(f"mahala {command} > /dev/full")
            self.assertEqual((code, err),
                             (BAD_INPUT, "mahala: standard output cannot be written\n"), command)


class EndTest(ProgramTest):
    """Whoever is told to end takes the half-written file along."""

    def stop(self, number):
        """The exit code of a conversion that is told to end while it writes."""
        out = self.path("out.csv")
        heed = lambda: signal.signal(number, signal.SIG_DFL)
        process = subprocess.Popen([PROGRAM, "convert", self.path("wide.svm"), out],
                                   stderr=subprocess.PIPE, text=True, preexec_fn=heed)
        self.addCleanup(process.kill)
        while process.poll() is None and not self.is_writing():
            time.sleep(0.001)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        return process.returncode, err

    def is_writing(self):
        try:
            return any(part.stat().st_size > 0 for part in self.directory.glob("*.part-*"))
        except FileNotFoundError:  # it was there only to see that a file can be made
            return False

    def test_no_part_is_left(self):
        # A quarter of a gigabyte if it were let.
        self.write("wide.svm", "1 100000:1\n" * 1300)
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            code, err = self.stop(number)
            self.assertEqual((code, err), (expected, "mahala: interrupted\n"))
            self.assertEqual([f.name for f in self.directory.iterdir()], ["wide.svm"])


class ZeroTest(ProgramTest):
    """A line of text does not become gigabytes of zeros."""

    def test_sparse_samples_too_wide_to_fill_in(self):
        self.write("s.svm", "1 2147483647:1\n")
        self.write("two.mtx", "%%MatrixMarket matrix coordinate real general\n2 2147483647 1\n1 1 1\n")
        for command in ("convert s.svm out.csv", "convert s.svm out.npy", "convert s.svm out.npz",
                        "convert s.svm out.jsonl", "convert s.svm out.arff", "describe s.svm",
                        "describe s.svm -o out.html"):
            self.run_refused(command, BAD_INPUT,
                             ["s.svm: 1 x 2147483647 samples", "bytes", "--max-bytes"])
        self.run_refused("convert two.mtx out.csv", BAD_INPUT, ["two.mtx: 2 x 2147483647 samples"])

    def test_sparse_samples_too_wide_to_embed(self):
        self.write("s.svm", "1 2147483647:1\n")
        self.run_ok("fit", "s.svm", "--learner", "euclidean", "-o", "model")
        for output in ("out.csv", "out.svm"):
            self.run_refused(f"embed model s.svm -o {output}", BAD_INPUT,
                             ["s.svm: 1 x 2147483647 samples", "bytes", "--max-bytes"])

    def test_the_bound_is_the_one_given(self):
        self.write("s.svm", "1 1000:1\n")
        self.run_refused("convert s.svm out.csv --max-bytes 7999", BAD_INPUT, ["8000", "7999"])
        self.run_ok("convert", "s.svm", "out.csv", "--max-bytes", 8000)

    def test_what_stays_sparse_is_not_refused(self):
        self.write("s.svm", "1 2147483647:1\n")
        self.run_ok("convert", "s.svm", "out.svm")
        self.assertEqual(self.path("out.svm").read_text(), "1 2147483647:1\n")
        self.run_ok("convert", "s.svm", "out.mtx")


class EmbedTest(ProgramTest):
    """embed says what the file has no place for, as convert does."""

    def setUp(self):
        super().setUp()
        rows, labels = blobs()
        self.write("w.csv", csv(rows, labels, ids=[f"s{i}" for i in range(len(rows))]))
        self.run_ok("fit", "w.csv", "--learner", "lda", "-o", "model")

    def test_says_what_is_lost(self):
        for ending, lost in (("npy", ("labels", "ids")), ("npz", ("ids",)), ("svm", ("ids",)),
                             ("safetensors", ("labels", "ids")), ("mtx", ("labels", "ids")),
                             ("idx", ("labels", "ids")), ("fvecs", ("labels", "ids")),
                             ("csv", ())):
            code, _, err = run("embed", "model", "w.csv", "-o", f"e.{ending}", cwd=self.directory)
            self.assertEqual(code, 0, err)
            for what in ("labels", "ids"):
                self.assertEqual(f"the {what} were left out" in err, what in lost, (ending, err))
            self.assertNotIn("names of features", err)
        self.assertEqual(len(self.run_json("embed", "model", "w.csv", "-o", "e.npy")["lost"]), 2)

    def test_says_that_digits_are_lost(self):
        _, _, err = run("embed", "model", "w.csv", "-o", "e.fvecs", cwd=self.directory)
        self.assertIn("rounded", err)


class InspectTest(ProgramTest):
    def test_safetensors_may_be_data(self):
        rows, labels = blobs()
        self.write("w.csv", csv(rows, labels))
        self.run_ok("convert", "w.csv", "w.safetensors")
        answer = self.run_json("inspect", "w.safetensors")
        self.assertEqual((answer["kind"], answer["samples"], answer["features"]), ("data", 60, 4))
        self.run_ok("fit", "w.csv", "--learner", "lda", "-o", "model")
        self.assertEqual(self.run_json("inspect", "model")["kind"], "model")


class EarlyTest(ProgramTest):
    def test_stop_words_are_an_input(self):
        self.write("t.txt", "the cat sat\na dog ran\n")
        self.write("stop.csv", "the\na\n")
        self.run_refused("convert t.txt stop.csv --format text --stop-words stop.csv", USAGE,
                         ["stop.csv: is an input and would be overwritten"])

    def test_a_report_with_too_many_votes_is_refused_before_learning(self):
        rows, labels = blobs(samples=200, features=10)
        self.write("w.csv", csv(rows, labels))
        endless = "--learner psd-flat --set tolerance=0 max_iterations=1000000000 --count 2000"
        code, _, err = run("report", "w.csv", *endless.split(), "--k", 1000, "-o", "r.html",
                           cwd=self.directory, timeout=60)
        self.assertEqual(code, BAD_INPUT, err)
        self.assertIn("--k: 1000 is above 140", err)
        self.assertNotIn("step", err)


if __name__ == "__main__":
    unittest.main()
