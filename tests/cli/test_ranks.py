"""mpirun -n P mahala: samples shared out among processes, and the same answer whatever P is."""

import array
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, blobs, csv, npy, run

# Ranks that wait leave the processors to others.
LAUNCHER = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]
# Open MPI itself leaves memory behind when it ends.
SANITIZERS = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))
ALONE = {"OMP_NUM_THREADS": "1", "ASAN_OPTIONS": SANITIZERS}


def has_ranks():
    """Is there a launcher, and was the program built with MPI?"""
    if shutil.which("mpirun") is None:
        return False
    return "libmpi" in subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout


# One of each kind: python/test_ranks.py has all learners.
LEARNERS = {
    "itml": ["gamma=1", "max_sweeps=50"],
    "lda": [],
    "loreta": ["steps=60", "step=0.01"],
    "nca": ["max_iterations=5"],
    "psd-flat": [],
}


@unittest.skipUnless(has_ranks(), "mpirun is not there, or the program was built without MPI")
class RanksTest(ProgramTest):
    def setUp(self):
        super().setUp()
        rows, labels = blobs(1003, 6, 3)
        self.write("x.npy", npy(rows))
        self.write("y.txt", "\n".join(labels) + "\n")
        self.write("x.csv", csv(rows, labels))

    def start(self, ranks, *arguments):
        return subprocess.Popen([*LAUNCHER, "-n", str(ranks), PROGRAM, *map(str, arguments)],
                                cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env={**os.environ, **ALONE}, text=True)

    def run_ranks(self, ranks, *arguments, expected=0):
        process = self.start(ranks, *arguments)
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, expected, f"{ranks} ranks: {arguments}\n{out}{err}")
        return out, err

    def model(self, ranks, learner, *options, data=("x.npy", "--labels-file", "y.txt")):
        """The bytes of what is learned; 0 ranks: the program by itself."""
        settings = [part for option in options for part in ("--set", option)]
        arguments = ["fit", *data, "--learner", learner, *settings, "-o", "m.model", "--quiet"]
        self.path("m.model").unlink(missing_ok=True)
        self.run_ranks(ranks, *arguments) if ranks else self.run_ok(*arguments)
        return self.path("m.model").read_bytes()

    def learned(self, *arguments, **how):
        """What a model file holds, less the seconds of its learning curve and the sum over all."""
        header, numbers = opened(self.model(*arguments, **how))
        notes = header["__metadata__"]
        notes.pop("checksum")
        curve = notes.pop("note.learning_curve", "").split()
        return header, numbers, [step.split(":")[:2] for step in curve]

    def check_same(self, learner, *options, ranks=(2, 3, 4), **how):
        expected = self.learned(0, learner, *options, **how)
        for count in ranks:
            with self.subTest(learner=learner, options=options, ranks=count):
                found = self.learned(count, learner, *options, **how)
                self.assertTrue(found == expected, f"{learner}: {count} ranks learn something else")

    def test_learners_give_the_bits_of_one_process(self):
        for learner, options in LEARNERS.items():
            with self.subTest(learner=learner):
                self.check_same(learner, *options, ranks=(2, 3))

    def test_one_rank_is_one_process(self):
        self.check_same("psd-flat", ranks=(1,))

    def test_text_and_floats_are_shared_out_as_well(self):
        self.check_same("psd-flat", ranks=(3,), data=("x.csv",))
        self.check_same("pca", "rank=2", ranks=(2,), data=("x.csv", "--single"))
        self.run_ok("convert", "x.npy", "half.npy", "--half")
        self.check_same("psd-flat", ranks=(3,), data=("half.npy", "--labels-file", "y.txt"))
        self.check_same("lda", ranks=(2,), data=("half.npy", "--labels-file", "y.txt", "--prepare", "unit"))
        self.check_same("pca", "rank=2", ranks=(2,), data=("x.csv", "--prepare", "scale,unit"))
        self.check_same("pca", "rank=2", ranks=(2,), data=("x.csv", "--prepare", "pca:4"))

    def test_many_parts_of_many_samples(self):
        rng = random.Random(5)
        numbers = array.array("d", (rng.random() for _ in range(2 * 300_001)))
        self.write("many.npy", npy([[0.0, 0.0]]).replace(b"(1, 2), }     ", b"(300001, 2), }")[:128]
                   + numbers.tobytes())
        self.check_same("covariance", ranks=(3,), data=("many.npy",))

    def test_many_pairs_of_many_features_are_dealt(self):
        rng = random.Random(6)
        count, dim = 6000, 210
        numbers = array.array("d", (rng.random() for _ in range(count * dim)))
        self.write("wide.npy", npy([[0.0, 0.0]]).replace(b"(1, 2), }     ", b"(6000, 210), }")[:128]
                   + numbers.tobytes())
        lines = []
        for k in range(5000):
            i, j = rng.sample(range(count), 2)
            lines.append(f"{i},{'origin' if k % 7 == 0 else j},=,{rng.random()}\n")
        self.write("wide.csv", "i,j,relation,value\n" + "".join(lines))
        self.check_same("psd-flat", "rank=10", "start=random", "stages=false", "max_iterations=3", ranks=(2, 3, 4, 5),
                        data=("wide.npy", "--pairs", "wide.csv"))

    def test_fewer_samples_than_ranks(self):
        rows, labels = blobs(3, 4, 3)
        self.write("few.csv", csv(rows, labels))
        self.write("few.npy", npy(rows))
        self.write("few.txt", "a\nb\na\n")
        for learner in ("covariance", "pca"):
            self.check_same(learner, ranks=(4,), data=("few.csv",))
        self.check_same("psd-flat", ranks=(4,),
                        data=("few.npy", "--labels-file", "few.txt"))

    def test_evaluate_gives_the_same_numbers(self):
        for arguments in (("x.npy", "--labels-file", "y.txt", "--learner", "psd-flat", "--cv", "3"),
                          ("x.csv", "--learner", "lda", "--cv", "2")):
            expected = self.run_json("evaluate", *arguments)
            for ranks in (2, 3):
                out, _ = self.run_ranks(ranks, "evaluate", *arguments, "--json")
                self.assertEqual(without_times(json.loads(out)), without_times(expected))

    def test_a_model_is_measured_and_goes_on(self):
        self.run_ok("fit", "x.csv", "--learner", "psd-flat", "--set", "rank=2", "-o", "a.model")
        expected = self.run_json("evaluate", "x.csv", "--model", "a.model")
        out, _ = self.run_ranks(2, "evaluate", "x.csv", "--model", "a.model", "--json")
        self.assertEqual(without_times(json.loads(out)), without_times(expected))
        self.check_same("psd-flat", ranks=(2,), data=("x.csv", "--from", "a.model"))

    def test_only_the_first_speaks_and_says_what_it_received(self):
        out, err = self.run_ranks(3, "fit", "x.npy", "--labels-file", "y.txt", "--learner", "pca",
                                  "--set", "rank=2", "--prepare", "none", "-o", "m.model")
        self.assertEqual((out.count("pca:"), err), (1, ""))
        self.assertRegex(out, r"ranks +3; the first received \S+ MB in \S+ s\n")
        self.assertEqual(sorted(file.name for file in self.directory.iterdir()),
                         ["m.model", "x.csv", "x.npy", "y.txt"])

    def refused(self, code, expected, *arguments, ranks=3):
        """One message, whichever rank has found what is wrong; nothing is written."""
        before = sorted(file.name for file in self.directory.iterdir())
        out, err = self.run_ranks(ranks, *arguments, expected=code)
        told = [line for line in err.splitlines() if line.startswith("mahala: ")]
        self.assertEqual((len(told), out), (1, ""), err)
        self.assertIn(expected, told[0])
        self.assertEqual(before, sorted(file.name for file in self.directory.iterdir()))

    def test_wrong_use_is_refused_once(self):
        self.refused(USAGE, "'describe' works in one process", "describe", "x.csv")
        self.refused(USAGE, "mvu needs all samples in one process", "fit", "x.csv", "--learner",
                     "mvu", "-o", "m.model")
        self.refused(USAGE, "--stream", "fit", "--stream", "x.csv", "--learner", "loreta", "--set",
                     "step=0.1", "-o", "m.model")
        self.refused(BAD_INPUT, "none.csv", "fit", "none.csv", "--learner", "pca", "-o", "m.model")

    def test_what_one_rank_finds_in_its_rows_ends_all_with_its_words(self):
        rows, labels = blobs(1003, 6, 3)
        rows[900][4] = float("nan")
        self.write("bad.npy", npy(rows))
        self.refused(BAD_INPUT, "bad.npy: row 900, column 4", "fit", "bad.npy", "--learner", "pca",
                     "-o", "m.model", ranks=4)

    def test_sparse_samples_are_refused(self):
        self.write("x.svm", "1 1:2 3:1\n2 2:1\n1 1:1\n2 2:3\n")
        self.refused(BAD_INPUT, "sparse samples are not shared out among ranks", "fit", "x.svm",
                     "--learner", "pca", "-o", "m.model")

    def test_a_lost_rank_ends_the_job_within_seconds_and_leaves_nothing(self):
        for lost in range(3):
            with self.subTest(rank=lost):
                process = self.start(3, "fit", "x.csv", "--learner", "loreta", "--set",
                                     "steps=100000000", "--set", "step=0.001", "-o", "m.model")
                children = wait_for_children(process.pid, 3)
                time.sleep(0.5)
                os.kill(children[lost], signal.SIGKILL)
                begin = time.monotonic()
                out, err = process.communicate(timeout=60)
                self.assertLess(time.monotonic() - begin, 15)
                self.assertNotEqual(process.returncode, 0)
                self.assertIn("killed", err.lower() + out.lower())
                self.assertEqual(sorted(file.name for file in self.directory.iterdir()),
                                 ["x.csv", "x.npy", "y.txt"])


def opened(content):
    """Header and tensors of a safetensors file."""
    length = struct.unpack("<Q", content[:8])[0]
    return json.loads(content[8:8 + length]), content[8 + length:]


def without_times(answer):
    """The answer less what differs from run to run."""
    if isinstance(answer, dict):
        return {key: without_times(value) for key, value in answer.items()
                if "second" not in key and key != "ranks"}
    return [without_times(each) for each in answer] if isinstance(answer, list) else answer


def wait_for_children(parent, count):
    """The processes of the program that a launcher has started, in the order of their ranks."""
    for _ in range(200):
        found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True)
        children = [int(pid) for pid in found.stdout.split()]
        if len(children) >= count:
            return sorted(children)
        time.sleep(0.05)
    raise AssertionError("the ranks did not start")


if __name__ == "__main__":
    unittest.main()
