"""The program under test, as a user meets it: arguments in, exit code and text out."""

import ast
import gzip
import json
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAD_INPUT, USAGE = 1, 2
PROGRAM = os.environ.get("MAHALA_PROGRAM", str(ROOT / "build/release/mahala"))


def run(*arguments, cwd=None, environment=None, timeout=300, stdin=b""):
    """Exit code, standard output and standard error of one call."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, timeout=timeout,
                          env={**os.environ, **(environment or {})},
                          input=stdin, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


class ProgramTest(unittest.TestCase):
    """Tests with a directory of their own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def path(self, name):
        return self.directory / name

    def write(self, name, content):
        """A text or binary file in the directory; gzipped if its name says so."""
        content = content.encode() if isinstance(content, str) else content
        self.path(name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return self.path(name)

    def run_ok(self, *arguments, **options):
        code, out, err = run(*arguments, cwd=self.directory, **options)
        self.assertEqual(code, 0, err)
        return out

    def run_json(self, *arguments, expected_code=0, **options):
        """The one JSON object that --json puts on standard output."""
        code, out, err = run(*arguments, "--json", cwd=self.directory, **options)
        self.assertEqual(code, expected_code, err)
        answer = json.loads(out)  # fails if there is anything before or after it
        self.assertIsInstance(answer, dict)
        return answer

    def run_refused(self, command, code, expected):
        """Nothing is written but the reason, in words and with the usage if that is the mistake."""
        before = {file.name: file.read_bytes() for file in self.directory.iterdir()}
        found, out, err = run(*command.split(), cwd=self.directory)
        after = {file.name: file.read_bytes() for file in self.directory.iterdir()}
        self.assertEqual((found, out), (code, ""), err)
        self.assertTrue(err.startswith("mahala: "), err)
        self.assertEqual(err.count("\n"), 2 if code == USAGE else 1, err)
        for text in expected:
            self.assertIn(text, err)
        for text in ("internal error", "terminate", "what()", "std::"):
            self.assertNotIn(text, err)
        self.assertEqual(before, after, "a file was written")


def blobs(samples=60, features=4, classes=3, seed=1):
    """Rows of numbers in overlapping groups, and the name of each row's group."""
    rng = random.Random(seed)
    centres = [[rng.gauss(0, 2) for _ in range(features)] for _ in range(classes)]
    rows, labels = [], []
    for i in range(samples):
        k = i % classes
        rows.append([rng.gauss(c, 1) * (1 + f) for f, c in enumerate(centres[k])])
        labels.append("abcdefgh"[k])
    return rows, labels


def csv(rows, labels=None, ids=None, separator=","):
    """The text of a CSV file with a header."""
    header = (["id"] if ids else []) + [f"f{k}" for k in range(len(rows[0]))]
    lines = [separator.join(header + (["label"] if labels else []))]
    for i, row in enumerate(rows):
        cells = ([ids[i]] if ids else []) + [repr(v) for v in row]
        lines.append(separator.join(cells + ([labels[i]] if labels else [])))
    return "\n".join(lines) + "\n"


def svmlight(rows, labels):
    lines = (f"{label} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(row))
             for row, label in zip(rows, labels))
    return "\n".join(lines) + "\n"


def npy(rows):
    """The bytes of a C-ordered float64 array in NumPy's format."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header = header.ljust(117) + "\n"
    data = b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def read_npy(content):
    """Rows of a file that `npy` could have made."""
    length = struct.unpack("<H", content[8:10])[0]
    header = ast.literal_eval(content[10:10 + length].decode().strip())
    n, d = header["shape"]
    values = struct.unpack(f"<{n * d}d", content[10 + length:])
    return [list(values[i * d:(i + 1) * d]) for i in range(n)]
