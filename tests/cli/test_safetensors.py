"""A model file read by somebody who has never heard of mahala."""

import csv
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["MAHALA_PROGRAM"]
IRIS = pathlib.Path(__file__).resolve().parents[2] / "data" / "iris.csv"


def mahala(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def read_safetensors(path):
    """Metadata, and tensors as (shape, flat row-major numbers)."""
    content = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length])
    data = content[8 + length :]
    metadata = header.pop("__metadata__")
    tensors, end = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, stop = entry["data_offsets"]
        assert entry["dtype"] == "F64" and begin == end and (8 + length + begin) % 8 == 0
        tensors[name] = entry["shape"], struct.unpack(f"<{(stop - begin) // 8}d", data[begin:stop])
        end = stop
    assert end == len(data)
    return metadata, tensors


def rows_of(path):
    """The numbers of a CSV file with a header, without its label column."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return [[float(cell) for name, cell in row.items() if name != "label"] for row in rows]


class ModelFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        folder = pathlib.Path(cls.folder.name)
        cls.model, cls.embedded = folder / "m.mhl", folder / "embedded.csv"
        mahala("fit", IRIS, "--learner", "psd-flat", "--label", "label", "--set", "rank=2",
               "--prepare", "standardise",
               "--seed", "1", "-o", cls.model, "--json")
        mahala("embed", cls.model, IRIS, "--label", "label", "-o", cls.embedded)
        cls.metadata, cls.tensors = read_safetensors(cls.model)

    def test_names_what_it_is(self):
        self.assertEqual(self.metadata["format"], "mahala")
        self.assertEqual(self.metadata["format_version"], "1")
        self.assertEqual(self.metadata["prepare"], "standardise")
        self.assertEqual(float(self.metadata["identity"]), 0)
        self.assertTrue(all(isinstance(text, str) for text in self.metadata.values()))

    def test_has_the_tensors_its_plan_asks_for(self):
        shapes = {name: shape for name, (shape, _) in self.tensors.items()}
        self.assertEqual(shapes, {"left": [2, 4], "prepare.0.shift": [4], "prepare.0.scale": [4]})

    def test_embeds_by_hand_as_the_program_does(self):
        left, shift, scale = (self.tensors[name][1] for name in
                              ("left", "prepare.0.shift", "prepare.0.scale"))
        samples, embedded = rows_of(IRIS), rows_of(self.embedded)
        self.assertEqual(len(embedded), len(samples))
        for sample, found in zip(samples, embedded):
            x = [(value - a) / b for value, a, b in zip(sample, shift, scale)]
            expected = [sum(w * v for w, v in zip(left[4 * k : 4 * k + 4], x)) for k in range(2)]
            self.assertEqual(len(found), 2)
            for one, other in zip(expected, found):
                self.assertAlmostEqual(one, other, delta=1e-9)

    def test_one_seed_gives_one_file(self):
        again = self.model.with_name("again.mhl")
        mahala("fit", IRIS, "--learner", "psd-flat", "--label", "label", "--set", "rank=2",
               "--prepare", "standardise",
               "--seed", "1", "-o", again, "--json")
        self.assertEqual(again.read_bytes(), self.model.read_bytes())


try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipIf(numpy is None, "NumPy is not there")
class ReaderOfThePage(unittest.TestCase):
    """docs/formats.md defines the file by a few lines of NumPy."""

    PLANS = ("none", "standardise", "scale,unit", "centre,pca:3", "gain:3,standardise", "unit")

    def setUp(self):
        page = (IRIS.parents[1] / "docs/formats.md").read_text()
        reader = {}
        code = page.split("```python\n")[1].split("```")[0]
        self.assertEqual(sum(bool(line.strip()) for line in code.splitlines()), 15)
        exec(code, reader)
        self.read_model, self.prepared = reader["read_model"], reader["prepared"]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check_embedding(self, data, x, *arguments):
        model, out = self.folder / "m.mhl", self.folder / "e.csv"
        label = ["--label", "label"] if data == IRIS else []
        mahala("fit", data, *label, *arguments, "-o", model)
        mahala("embed", model, data, *label, "-o", out)
        meta, tensors = self.read_model(model)
        numpy.testing.assert_allclose(self.prepared(x, meta, tensors) @ tensors["left"].T, rows_of(out),
                                      atol=1e-9, err_msg=" ".join(arguments))

    def test_prepares_and_embeds_as_the_program_does(self):
        for plan in self.PLANS:
            self.check_embedding(IRIS, numpy.array(rows_of(IRIS)), "--learner", "psd-flat", "--rank", "2",
                                 "--prepare", plan)

    def test_fills_missing_cells_and_weighs_words(self):
        data = self.folder / "d.csv"
        data.write_text("a,b\n1,2\n,4\n3,9\n5,1\n")
        x = numpy.array([[1, 2], [numpy.nan, 4], [3, 9], [5, 1]])
        self.check_embedding(data, x, "--learner", "pca", "--impute", "median", "--prepare", "centre")
        data.write_text("a,b,c\n1,2,0\n0,4,1\n0,9,3\n5,0,0\n")
        x = numpy.array([[1.0, 2, 0], [0, 4, 1], [0, 9, 3], [5, 0, 0]])
        self.check_embedding(data, x, "--learner", "pca", "--prepare", "tfidf")
        self.check_embedding(data, x, "--learner", "pca", "--prepare", "top-df:2,unit")


if __name__ == "__main__":
    unittest.main()
