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


if __name__ == "__main__":
    unittest.main()
