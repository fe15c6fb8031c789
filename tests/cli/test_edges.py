"""Where the program meets others: terminals, signals, limits, files that change, libraries."""

import gzip
import json
import os
import resource
import signal
import struct
import subprocess
import time
import unittest

from program import BAD_INPUT, PROGRAM, USAGE, ProgramTest, blobs, csv, npy, run

INTERRUPTED = 130
SANITIZED = os.environ.get("MAHALA_SANITIZED", "")
PATIENCE = 10 if SANITIZED else 5  # seconds for what takes one on a machine that does nothing else
ESCAPE, BELL, TURNED = "\x1b[31m", "\x07", "\u202e"


def leftovers(directory):
    return [file.name for file in directory.iterdir() if ".part" in file.name]


class EdgeTest(ProgramTest):
    def start(self, *arguments, limits=(), stderr=subprocess.PIPE):
        def prepare():
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for limit, value in limits:
                resource.setrlimit(limit, (value, value))
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=stderr, text=True, preexec_fn=prepare, cwd=self.directory)
        self.addCleanup(process.kill)
        return process

    def end(self, process, timeout=60):
        out, err = process.communicate(timeout=timeout)
        return process.returncode, out, err

    def data(self, name="data.csv", **shape):
        rows, labels = blobs(**shape)
        return self.write(name, csv(rows, labels))


class NamesTest(EdgeTest):
    def test_names_are_drawn_as_they_are(self):
        rows, labels = blobs(samples=60, features=3)
        header = "alcohol %,a %s b,100%,label"
        names = {"a": "50%", "b": "%d", "c": "%"}
        lines = [header] + [",".join(map(repr, row)) + "," + names[label]
                            for row, label in zip(rows, labels)]
        data = self.write("p.csv", "\n".join(lines) + "\n")
        self.run_ok("report", data, "--learner", "lda", "-o", self.path("r.html"))
        page = self.path("r.html").read_text()
        for name in (*header.split(",")[:3], *names.values()):
            self.assertIn(f">{name}<", page)

    def test_braces_in_names_of_columns_are_drawn_as_they_are(self):
        rows, labels = blobs(samples=60, features=3)
        names = ["{", "{/Symbol a}", "a_{b}^@"]
        lines = [",".join([*names, "label"])] + [",".join(map(repr, row)) + "," + label
                                                 for row, label in zip(rows, labels)]
        data = self.write("p.csv", "\n".join(lines) + "\n")
        self.run_ok("report", data, "--learner", "lda", "-o", self.path("r.html"))
        page = self.path("r.html").read_text()
        for name in names:
            self.assertIn(f">{name}<", page)

    def test_no_name_commands_a_terminal(self):
        hostile = f"b{ESCAPE}{BELL}{TURNED}"
        rows, labels = blobs(samples=30, features=1)
        lines = [f"f,{hostile},label"] + [f"{row[0]!r},{i},{label}{ESCAPE}"
                                          for i, (row, label) in enumerate(zip(rows, labels))]
        data = self.write(f"d{ESCAPE}.csv", "\n".join(lines) + "\n")
        model = self.path(f"m{ESCAPE}")
        commands = [("fit", data, "--learner", "pca", "--label", "nope", "-o", model),
                    ("fit", data, "--learner", "lda", "-o", model), ("inspect", data),
                    ("inspect", model), ("describe", data), ("embed", model, "nowhere" + ESCAPE),
                    ("evaluate", data, "--learner", "lda", "--cv", "2x2"),
                    ("fit", data, "--learner", "lda", "--set", "x=" + ESCAPE, "-o", model)]
        for command in commands:
            _, out, err = run(*command, cwd=self.directory)
            for sign in ("\x1b", BELL, TURNED):
                self.assertNotIn(sign, out + err, command)
        _, _, err = run(*commands[0], cwd=self.directory)
        self.assertIn(r"b\x1b[31m\x07\u202e", err)

    def test_names_in_a_models_metadata_are_escaped_too(self):
        text = json.dumps({"__metadata__": {"format": "mahala", "format_version": "1" + ESCAPE},
                           "t" + ESCAPE: {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]}})
        text += " " * (-len(text) % 8)
        content = struct.pack("<Q", len(text)) + text.encode() + bytes(8)
        code, out, err = run("inspect", self.write("m", content))
        self.assertEqual(code, BAD_INPUT)
        self.assertNotIn("\x1b", out + err)


class PackedTest(EdgeTest):
    def check_refused(self, content, expected):
        code, _, err = run("inspect", self.path("d.gz"), cwd=self.directory,
                           stdin=self.path("d.gz").write_bytes(content) and b"")
        self.assertEqual(code, BAD_INPUT, err)
        self.assertIn(expected, err)

    def test_members_of_gzip_are_read_or_refused(self):
        first = gzip.compress(b"a,label\n" + b"".join(b"%d,x\n" % k for k in range(50)))
        second = gzip.compress(b"".join(b"%d,y\n" % k for k in range(50)))
        self.path("d.gz").write_bytes(first + second)
        self.assertEqual(self.run_json("inspect", self.path("d.gz"))["samples"], 100)
        self.check_refused(first + b"\x1e" + second[1:], "what follows the gzip stream is not gzip")
        self.check_refused(first + b"garbage", "what follows the gzip stream is not gzip")
        self.check_refused(first + second[:-4], "ends early")
        self.check_refused(first + second[:1], "ends early")
        for at in (3, 12, 30, len(second) - 6):
            broken = bytearray(second)
            broken[at] ^= 0x55
            code, out, _ = run("inspect", "--json", self.write("b.bin", first + bytes(broken)))
            self.assertTrue(code == BAD_INPUT or json.loads(out)["samples"] == 100, at)


class IndexTest(EdgeTest):
    def test_no_description_of_an_index_crashes(self):
        data = self.data(samples=60, features=4)
        self.run_ok("fit", data, "--learner", "lda", "--set", "rank=2", "-o", "m", "--quiet")
        bad = ["PQ0", "HNSW0", "HNSW1", "IVF0,Flat", "IVF4", "IVF4,IVF4,Flat", "Flat,Flat", "PQ3",
               "IVF-1,Flat", "PCA0,Flat", "PCA9,Flat", "OPQ0,PQ2", "SQ5", "PQ2x0", "PQ2x99", ",", "",
               "IVF99999999999999999999,Flat", "A" * 100000, "IMI2x0,Flat", "Refine(Flat)", "%s",
               "Flat,RFlat,RFlat", "IVF4(IVF2,Flat),Flat", "IDMap,Flat", "((((", "HNSW4,HNSW4"]
        for index in bad:
            code, _, err = run("search", "m", data, data, "--index", index, "-o", "s.csv",
                               cwd=self.directory, timeout=60)
            self.assertIn(code, (BAD_INPUT, USAGE), (index[:40], err))
            self.assertLess(len(err), 400)
            self.assertNotIn("internal", err)
        for tune in ("nprobe=0", "nprobe=-1", "nprobe=1e14", "nprobe", "nprobe=", "x=1", ",",
                     "nprobe=2,", "efSearch=3", "nprobe=99999999999999999999", "nprobe=2=3"):
            code, _, err = run("search", "m", data, data, "--index", "IVF4,Flat", "--tune", tune,
                               "-o", "s.csv", cwd=self.directory)
            self.assertIn(code, (BAD_INPUT, USAGE), (tune, err))
            self.assertNotIn("internal", err)


class MemoryTest(EdgeTest):
    @unittest.skipIf(SANITIZED, "sanitizers take terabytes of addresses")
    def test_little_memory_ends_with_an_error_that_names_it(self):
        data = self.data(samples=300, features=20)
        codes = set()
        for megabytes in (60, 75, 90, 120, 160, 200, 260, 400):
            limits = [(resource.RLIMIT_AS, megabytes << 20)]
            process = self.start("fit", data, "--learner", "psd-flat", "--set", "max_iterations=3",
                                 "-o", "m", "--quiet", limits=limits)
            code, _, err = self.end(process, 20)
            codes.add(code)
            # 127: not even loaded; 130: OpenBLAS ends it as it is loaded
            self.assertIn(code, (0, BAD_INPUT, 127, 130), (megabytes, err))
            if code == BAD_INPUT:
                self.assertIn("memory", err)
        self.assertIn(0, codes)
        self.assertEqual(leftovers(self.directory), [])


    @unittest.skipIf(SANITIZED, "sanitizers take terabytes of addresses")
    def test_samples_larger_than_the_memory_allowed_give_the_same_model(self):
        rows = [[i * k % 17 - (i + k) % 5 for k in range(400)] for i in range(500)]
        content = npy(rows)
        self.write("big.npy", content[:128].replace(b"(500, 400), }   ", b"(120000, 400), }") + 240 * content[128:])
        self.assertGreater(self.path("big.npy").stat().st_size, 320 << 20)
        models = []
        for memory in ("4G", "320M"):
            self.run_ok("fit", "big.npy", "--learner", "pca", "--rank", "3", "--prepare", "standardise,unit",
                        "--memory", memory, "--threads", "2", "-o", "m.model", "--quiet")
            models.append(self.path("m.model").read_bytes())
        self.assertEqual(*models)

    @unittest.skipIf(SANITIZED, "sanitizers take terabytes of addresses")
    def test_pairs_larger_than_the_memory_allowed_give_the_same_model(self):
        rows = [[i * k % 17 - (i + k) % 5 for k in range(1, 5)] for i in range(600)]
        self.write("x.npy", npy(rows))
        some = "".join(f"{i},{j},{(i * j) % 2}\n" for i in range(600) for j in range(i + 1, 600))
        with open(self.path("pairs.csv"), "w") as file:
            file.write("i,j,same\n")
            file.writelines([some] * 4)
        models = []
        for memory in ("4G", "220M"):  # of which linear algebra takes 150
            self.run_ok("fit", "x.npy", "--learner", "psd-flat", "--pairs", "pairs.csv", "--set", "max_iterations=3",
                        "--set", "rank=2", "--memory", memory, "--threads", "1", "-o", "m.model", "--quiet")
            models.append(self.path("m.model").read_bytes())
        self.assertEqual(*models)

    @unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
    def test_what_memory_cannot_hold_is_said_before_it_is_begun(self):
        self.write("wide.npy", npy([list(range(4900)), list(range(1, 4901))]))
        self.write("long.npy", npy([[i, -i] for i in range(6000)]))
        for data, learner, size in (("wide.npy", "covariance", "183 MB"), ("long.npy", "kpca", "275 MB")):
            code, _, err = run("fit", data, "--learner", learner, "--memory", "170M", "-o", "w.model",
                               "--quiet", cwd=self.directory)
            self.assertEqual(code, BAD_INPUT)
            self.assertIn(f"takes {size}, and memory is limited to 170 MB", err)
        for amount in ("0", "-1G", "2X", "1e99G", "G", "nan"):
            code, _, err = run("fit", "long.npy", "--memory", amount, "-o", "w.model", cwd=self.directory)
            self.assertEqual(code, USAGE, amount)
            self.assertIn("--memory", err)


class StandardStreamsTest(EdgeTest):
    def test_messages_nobody_hears_do_not_end_the_work(self):
        data = self.data()
        for broken in ("2>&-", "2>/dev/full"):
            done = subprocess.run(["/bin/sh", "-c", f'"{PROGRAM}" convert data.csv c.npy {broken}'],
                                  cwd=self.directory, stdout=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0, broken)
            done = subprocess.run(["/bin/sh", "-c", f'"{PROGRAM}" inspect nowhere {broken}'],
                                  cwd=self.directory, stdout=subprocess.DEVNULL)
            self.assertEqual(done.returncode, BAD_INPUT, broken)

    def test_no_message_gets_into_an_output_file(self):
        self.data()
        script = f'"{PROGRAM}" convert data.csv c.csv 0<&- 1>&- 2>&-'
        subprocess.run(["/bin/sh", "-c", script], cwd=self.directory)
        self.run_ok("convert", "data.csv", "d.csv")
        self.assertEqual(self.path("c.csv").read_bytes(), self.path("d.csv").read_bytes())


class FilesTest(EdgeTest):
    def test_a_mapped_file_that_is_cut_is_named(self):
        content = npy([[i + 0.5 for i in range(50)]])
        head, row = content[:128].replace(b"(1, 50), }     ", b"(400000, 50), }"), content[128:]
        code = 0
        for pause in (0.05, 0.1, 0.15, 0.2, 0.3):
            big = self.write("big.npy", head + 400000 * row)
            process = self.start("convert", big, "b.csv", "--quiet")
            time.sleep(pause)
            os.truncate(big, 4096)
            code, _, err = self.end(process)
            self.assertIn(code, (0, BAD_INPUT), err)
            self.assertEqual(leftovers(self.directory), [])
            if code == BAD_INPUT:
                self.assertIn("big.npy", err)
                break
        self.assertEqual(code, BAD_INPUT, "no pause met the reading")

    def writing(self, limits=()):
        """The program, in the middle of writing a file."""
        process = self.start("generate", "--samples", "400000", "--features", "40", "-o", "out.csv",
                             "--quiet", limits=limits)
        deadline = time.monotonic() + 30
        while not leftovers(self.directory) and process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return process

    def test_whatever_ends_the_program_leaves_no_unfinished_file(self):
        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE,
                   signal.SIGXCPU, signal.SIGABRT, signal.SIGSEGV, signal.SIGUSR1]
        if SANITIZED:
            numbers.remove(signal.SIGSEGV)  # the sanitizer has a handler of its own
        for number in numbers:
            process = self.writing([(resource.RLIMIT_CORE, 0)])
            process.send_signal(number)
            code, _, _ = self.end(process)
            self.assertNotEqual(code, 0)
            self.assertEqual(leftovers(self.directory), [], number)
            self.assertFalse(self.path("out.csv").exists())

    def test_a_limit_of_file_sizes_is_an_error_of_the_file(self):
        code, _, err = self.end(self.writing([(resource.RLIMIT_FSIZE, 100000)]))
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("out.csv", err)
        self.assertEqual(leftovers(self.directory), [])

    def test_the_next_run_removes_what_a_killed_one_left(self):
        for _ in range(5):  # on a busy machine it may end before it is killed
            process = self.writing()
            process.kill()
            self.end(process)
            if leftovers(self.directory):
                break
        self.assertEqual(len(leftovers(self.directory)), 1)
        mine = self.write("out.csv.part-000001", "parts of somebody else")
        living = self.writing()
        self.run_ok("generate", "--samples", "20", "--features", "20", "-o", "out.csv", "--quiet")
        self.assertEqual(self.path("out.csv").read_text().count("\n"), 21)
        left = [name for name in leftovers(self.directory) if name != mine.name]
        self.assertLessEqual(len(left), 1, "that of the process that is still writing")
        living.send_signal(signal.SIGTERM)
        self.end(living)
        self.assertEqual(leftovers(self.directory), [mine.name])

    @unittest.skipUnless(os.path.exists("/usr/bin/strace"), "strace is not installed")
    def test_a_new_name_is_made_durable(self):
        data, trace = self.data(), self.path("trace")
        done = subprocess.run(["strace", "-f", "-o", trace, "-e", "trace=fsync,rename,unlink",
                               PROGRAM, "convert", data, self.path("c.npy"), "--quiet"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            self.skipTest("strace may not trace here")
        calls = [line.split("(")[0].split()[-1] for line in trace.read_text().splitlines()
                 if "(" in line and " = 0" in line]
        self.assertEqual(calls[-3:], ["fsync", "rename", "fsync"])


class ModelTest(EdgeTest):
    def setUp(self):
        super().setUp()
        self.base = self.data(samples=60, features=4)
        self.run_ok("fit", self.base, "--learner", "lda", "-o", "m", "--quiet")
        self.model = self.path("m").read_bytes()
        (self.length,) = struct.unpack_from("<Q", self.model)

    def metadata(self):
        return json.loads(self.model[8:8 + self.length])

    def rewritten(self, change):
        header = self.metadata()
        change(header["__metadata__"])
        text = json.dumps(header)
        text += " " * (-len(text) % 8)
        return struct.pack("<Q", len(text)) + text.encode() + self.model[8 + self.length:]

    def test_a_flipped_bit_is_noticed(self):
        for at in range(8 + self.length, len(self.model), 7):
            broken = bytearray(self.model)
            broken[at] ^= 1 << (at % 8)
            code, _, err = run("inspect", self.write("broken", bytes(broken)))
            self.assertEqual(code, BAD_INPUT, at)
            self.assertIn("broken", err)
        code, _, err = run("inspect", self.write("b", self.rewritten(
            lambda metadata: metadata.update({"note.learner": "somebody else"}))))
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("checksum", err)

    def test_files_without_a_checksum_load(self):
        self.write("old", self.rewritten(lambda metadata: metadata.pop("checksum")))
        for model in ("old", "m"):
            self.run_ok("embed", model, self.base, "-o", model + ".csv")
        self.assertEqual(self.path("old.csv").read_text(), self.path("m.csv").read_text())

    def test_numbers_out_of_range_are_no_answer(self):
        start = 8 + self.length
        for value in (1e308, 1e200, -1e308):
            content = bytearray(self.rewritten(lambda metadata: metadata.pop("checksum")))
            begin = len(content) - (len(self.model) - start)
            left = self.metadata()["left"]["data_offsets"]
            for at in range(begin + left[0], begin + left[1], 8):
                content[at:at + 8] = struct.pack("<d", value)
            self.write("huge", bytes(content))
            for command in (("embed", "huge", self.base, "-o", "e.csv"),
                            ("search", "huge", self.base, self.base, "-o", "e.csv")):
                code, out, err = run(*command, cwd=self.directory)
                written = self.path("e.csv").read_text() if self.path("e.csv").exists() else ""
                self.path("e.csv").unlink(missing_ok=True)
                self.assertTrue(code == BAD_INPUT or "inf" not in written and "nan" not in written,
                                (command, value))
            code, _, err = run("search", "huge", self.base, self.base, "-o", "e.csv",
                               cwd=self.directory)
            self.assertEqual(code, BAD_INPUT)
            self.assertIn("range of numbers", err)


class InterruptionTest(EdgeTest):
    """Slow steps: seconds to minutes each."""

    def stop_soon(self, *arguments):
        process = self.start("fit", *arguments, "-o", self.path("m"))
        line = process.stderr.readline()
        while "will take about" in line or "reading" in line:
            line = process.stderr.readline()
        # A quick machine may have made a step before the first line is due.
        self.assertRegex(line, "so far|step ")
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        code, _, err = self.end(process, 60)
        self.assertLess(time.monotonic() - begin, PATIENCE, err)
        self.assertEqual(code, INTERRUPTED, err)
        return err

    def test_long_steps_and_closed_forms_stop_within_a_second(self):
        self.run_ok("generate", "--samples", "12000", "--features", "30", "-o", "n.npz", "--quiet")
        for learner in ("nca", "mcml"):
            err = self.stop_soon("n.npz", "--learner", learner)
            self.assertIn("interrupted", err)
        self.run_ok("generate", "--samples", "4900", "--features", "60", "-o", "k.npz", "--quiet")
        for learner in ("kpca", "ksr"):
            self.stop_soon("k.npz", "--learner", learner, "--set", "kernel=gaussian")

    def test_progress_shows_within_a_second(self):
        self.run_ok("generate", "--samples", "12000", "--features", "30", "-o", "n.npz", "--quiet")
        begin = time.monotonic()
        process = self.start("fit", "n.npz", "--learner", "nca", "--set", "start=pca", "-o",
                             self.path("m"))
        process.stderr.readline()
        self.assertLess(time.monotonic() - begin, PATIENCE)
        process.kill()
        self.end(process)


class MessageTest(EdgeTest):
    def test_messages_are_short_and_name_the_thing(self):
        many = bytes([0, 0, 0x0E, 255]) + b"\xff" * 1020 + bytes(64)
        code, _, err = run("inspect", self.write("axes.idx", many), "--format", "idx")
        self.assertEqual(code, BAD_INPUT)
        self.assertLess(len(err), 300)
        self.assertIn("255 axes", err)
        self.run_ok("generate", "--samples", "5100", "--features", "20", "-o", "k.npz", "--quiet")
        code, _, err = run("fit", "k.npz", "--learner", "logdet-kernel", "--set", "kernel=gaussian",
                           "-o", "m", cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("samples", err)
        self.assertNotIn("pca", err)

    def test_bytes_without_end_and_names_without_letters_are_refused(self):
        for form in ("auto", "csv", "svmlight", "jsonl", "npy", "fvecs"):
            code, _, err = run("inspect", "/dev/zero", "--format", form)
            self.assertEqual(code, BAD_INPUT, form)
            self.assertLess(len(err), 300)
        code, _, err = run("inspect", "/dev/zero")
        self.assertIn("NUL", err)
        code, _, err = run("fit", "builtin:wine", "--learner", "pca", "-o", "")
        self.assertEqual(code, BAD_INPUT)
        self.assertIn("name of the file", err)


class SpanTest(EdgeTest):
    def test_few_samples_of_many_features_take_seconds(self):
        lines = []
        for i in range(40):
            cells = " ".join(f"{1 + (37 * i + 53 * k) % 2000}:{0.1 + (i * k % 7) / 7:.3f}"
                             for k in range(37))
            cells = " ".join(sorted(cells.split(), key=lambda cell: int(cell.split(":")[0])))
            lines.append(f"{i % 2} {cells}")
        data = self.write("wide.svm", "\n".join(lines) + "\n")
        for learner in ("lego", "frobmetric"):
            begin = time.monotonic()
            self.run_ok("fit", data, "--learner", learner, "-o", "m", "--quiet", timeout=100)
            self.assertLess(time.monotonic() - begin, 100 if SANITIZED else 20, learner)

    def test_a_full_metric_of_few_wide_samples_takes_few_steps(self):
        rows, labels = blobs(samples=40, features=300)
        data = self.write("wide.csv", csv(rows, labels))
        answer = self.run_json("fit", data, "--learner", "spd-affine", "--prepare", "none", "-o",
                               "m", "--quiet", timeout=300)
        self.assertLessEqual(answer["iterations"], 40)  # a quarter of a second each


if __name__ == "__main__":
    unittest.main()
