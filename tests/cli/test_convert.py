"""mahala convert: any format into any other, in memory that does not grow with the file."""

import os
import random
import struct
import unittest

from program import PROGRAM, ProgramTest, blobs, csv, run

MEGABYTE = 1 << 20


def peak_memory(*arguments):
    """The most memory one call of the program held, in bytes."""
    pid = os.posix_spawn(PROGRAM, [PROGRAM, *map(str, arguments)], os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, arguments
    return usage.ru_maxrss * 1024


class ConvertTest(ProgramTest):
    def test_says_what_it_wrote_and_what_was_lost(self):
        rows, labels = blobs()
        self.write("a.csv", csv(rows, labels, ids=[f"s{i}" for i in range(len(rows))]))
        code, out, err = run("convert", "a.csv", "b.npy", cwd=self.directory)
        self.assertEqual((code, out), (0, "60 samples of 4 features: b.npy (npy)\n"))
        for lost in ("labels", "ids", "names of features"):
            self.assertIn(f"the {lost} were left out: npy files have no place for them", err)
        answer = self.run_json("convert", "a.csv", "b.out", "--to", "svmlight")
        self.assertEqual((answer["samples"], answer["dim"], answer["format"]), (60, 4, "svmlight"))
        self.assertEqual(len(answer["lost"]), 2)

    def test_single_precision_halves_files_that_have_floats(self):
        self.write("a.csv", "x,y,label\n0.1,2,a\n,-3,b\n")
        self.run_ok("convert", "a.csv", "a.npy", "--single")
        self.run_ok("convert", "a.csv", "b.npy")
        self.assertEqual(self.path("a.npy").read_bytes()[128:],
                         struct.pack("<4f", 0.1, 2, float("nan"), -3))
        self.assertEqual(len(self.path("b.npy").read_bytes()) - 128, 32)
        self.write("large.csv", "x,y\n1,2\n3,1e300\n")
        self.run_refused("convert large.csv l.npy --single", 1,
                         ["large.csv: sample 1, feature 1: 1e+300 is beyond the range of single precision"])
        self.write("sparse.svm", "1 1:2 3:1\n2 2:1\n")
        self.run_refused("convert sparse.svm s.npy --single", 1, ["sparse"])

    def test_half_precision_quarters_files_and_is_learned_from_where_it_lies(self):
        rows, labels = blobs()
        self.write("a.csv", csv(rows, labels))
        self.write("y.txt", "\n".join(labels) + "\n")
        models = []
        for folder, source, width in (("half", "a.csv", 2), ("single", "half/x.npy", 4)):
            self.path(folder).mkdir()
            self.run_ok("convert", source, f"{folder}/x.npy", "--half")
            if width == 4:
                content = self.path("half/x.npy").read_bytes()
                numbers = struct.unpack("<240e", content[128:])
                self.write("single/x.npy", content[:128].replace(b"<f2", b"<f4") + struct.pack("<240f", *numbers))
            self.assertEqual(len(self.path(f"{folder}/x.npy").read_bytes()), 128 + 240 * width)
            code, _, err = run("fit", "x.npy", "--labels-file", "../y.txt", "--learner", "psd-flat",
                               "--prepare", "standardise", "-o", "m", "--quiet", cwd=self.path(folder))
            self.assertEqual(code, 0, err)
            models.append(self.path(f"{folder}/m").read_bytes())
        self.assertEqual(*models)

    def test_numbers_beyond_half_precision_are_named(self):
        self.write("large.csv", "x,y\n" + 70000 * "1,2\n" + "3,65520\n")
        self.run_refused("convert large.csv l.npy --half", 1,
                         ["large.csv: sample 70000, feature 1: 65520 is beyond the range of half precision"])
        self.run_refused("convert large.csv l.npy --half --single", 2, ["--single", "--half"])

    def test_there_and_back_is_the_same_bytes(self):
        rows, labels = blobs()
        self.write("a.csv", csv(rows, labels, ids=[f"s{i}" for i in range(len(rows))]))
        self.run_ok("convert", "a.csv", "a.arff.gz")
        self.run_ok("convert", "a.arff.gz", "b.jsonl")
        self.run_ok("convert", "b.jsonl", "c.csv")
        self.run_ok("convert", "a.csv", "d.csv")
        self.assertEqual(self.path("c.csv").read_bytes(), self.path("d.csv").read_bytes())

    def test_names_like_numbers_are_not_read_back_as_a_sample(self):
        """With labels the line of names is known by theirs; else the names are left out, aloud."""
        rng = random.Random(3)
        for names in (["1", "2", "3"], ["a", "1e3"], ["nan", "b"], ["?", "c"], ["inf", "-.5"],
                      ["x1", "2x"]):
            rows = [[rng.random() for _ in names] for _ in range(4)]
            for labels in (None, list("abab")):
                lines = csv(rows, labels).splitlines()
                header = ",".join(names + (["label"] if labels else []))
                self.write("a.csv", "\n".join([header] + lines[1:]) + "\n")
                for name in ("b.csv", "b.tsv"):
                    with self.subTest(names=names, labels=labels, name=name):
                        answer = self.run_json("convert", "a.csv", name, "--header", "yes")
                        back = self.run_json("describe", name)
                        self.assertEqual(back["samples"], 4)
                        kept = labels is not None or names == ["x1", "2x"]
                        self.assertEqual(["names of features" in l for l in answer["lost"]],
                                         [] if kept else [True])
                        found = sorted(f["name"] for f in back["features"])
                        self.assertEqual(found, sorted(names) if kept
                                         else [f"f{k}" for k in range(len(names))])

    def test_words_like_numbers_are_not_read_back_as_a_sample(self):
        self.write("n.txt", "2024 1999 moon\n1999 11\n")
        self.run_ok("convert", "n.txt", "n.csv", "--format", "text")
        answer = self.run_json("describe", "n.csv")
        self.assertEqual((answer["samples"], answer["dim"]), (2, 4))

    def test_reads_and_writes_pipes(self):
        rows, labels = blobs()
        text = csv(rows, labels).encode()
        self.run_ok("convert", "/dev/stdin", "a.npz", stdin=text)
        out = self.run_ok("convert", "a.npz", "/dev/stdout", "--to", "csv")
        self.assertEqual(out.encode(), text)
        code, _, err = run("convert", "/dev/stdin", "b.npy", "--max-bytes", 100, stdin=text,
                           cwd=self.directory)
        self.assertEqual(code, 1)
        self.assertIn("/dev/stdin: holds more than 100 bytes", err)
        code, _, err = run("convert", "/dev/stdin", "b.npy", stdin=b"a,b\n1,2\n3,x\n",
                           cwd=self.directory)
        self.assertEqual(code, 1)
        self.assertIn("/dev/stdin:3: column 'b' (1): 'x' is not a number", err)

    def test_a_wrong_input_leaves_no_output(self):
        self.write("a.csv", "a,b,label\n1,2,x\n3\n")
        code, _, err = run("convert", "a.csv", "b.npy", cwd=self.directory)
        self.assertEqual(code, 1)
        self.assertIn("a.csv:3: 1 cells, expected 3", err)
        self.assertEqual([path.name for path in self.directory.iterdir()], ["a.csv"])

    def test_wrong_names_are_usage_mistakes(self):
        self.write("a.csv", "a\n1\n")
        for arguments, message in ((("a.csv", "b.xls"), "the ending says no format"),
                                   (("a.csv", "b", "--to", "cvs"), "csv"),
                                   (("a.csv", "a.csv"), "would be overwritten"),
                                   (("a.csv",), "OUTPUT")):
            code, _, err = run("convert", *arguments, cwd=self.directory)
            self.assertEqual(code, 2, arguments)
            self.assertIn(message, err)


@unittest.skipIf(os.environ.get("MAHALA_SANITIZED"), "sanitizers hold memory of their own")
class MemoryTest(ProgramTest):
    """A file of 40 MB goes through a program that never holds 24 MB more than it does at rest."""

    def setUp(self):
        super().setUp()
        rows, labels = blobs(samples=2000, features=10)
        lines = csv(rows, labels, ids=["name"] * len(rows)).splitlines()[1:]
        with open(self.path("a.csv"), "w") as file:
            file.write("id," + ",".join(f"f{k}" for k in range(10)) + ",label\n")
            for copy in range(100):
                file.writelines(f"{copy}-{i}{line[4:]}\n" for i, line in enumerate(lines))
        with open(self.path("e.fvecs"), "wb") as file:  # what we hold would count as the program's
            for _ in range(1000):
                file.write(struct.pack("<i10f", 10, *range(10)) * 1000)

    def test_memory_does_not_grow_with_the_file(self):
        size = self.path("a.csv").stat().st_size
        self.assertGreater(size, 36 * MEGABYTE)
        rest = peak_memory("--version")
        for source, target in (("a.csv", "b.svm"), ("a.csv", "b.npy"), ("a.csv", "b.npz"),
                               ("a.csv", "b.jsonl"), ("b.svm", "c.csv"), ("b.npy", "c.arff"),
                               ("b.jsonl", "c.csv"), ("c.arff", "d.safetensors"),
                               ("d.safetensors", "c.csv"), ("b.npy", "c.mtx"),
                               ("e.fvecs", "f.npy")):
            peak = peak_memory("convert", self.path(source), self.path(target), "--quiet")
            self.assertLess(peak - rest, 24 * MEGABYTE, (source, target))


if __name__ == "__main__":
    unittest.main()
