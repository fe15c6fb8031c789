"""tools/same_models.py: one program learns the same twice, and a changed model is found."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from program import PROGRAM, ROOT

LEARNERS = ("euclidean", "pca")  # quick ones


class SameModelsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.models = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.compare(cls.models)  # a folder for NEW keeps the models

    @staticmethod
    def compare(new, old=PROGRAM):
        done = subprocess.run([sys.executable, ROOT / "tools/same_models.py", old, new, *LEARNERS],
                              capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout

    def kept(self):
        """A copy of the models, to be changed."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        return shutil.copytree(self.models, folder, dirs_exist_ok=True)

    def test_a_program_learns_what_it_learned_before(self):
        self.assertEqual(self.compare(PROGRAM, old=self.models), (0, "6 models compared, 0 differ\n"))

    def test_one_bit_of_a_tensor_and_a_word_of_the_notes_are_seen(self):
        folder = self.kept()
        pca, euclidean = folder / "pca-wine.model", folder / "euclidean-digits.model"
        content = bytearray(pca.read_bytes())
        content[-8] ^= 1  # the lowest bit of the last number
        pca.write_bytes(content)
        euclidean.write_bytes(euclidean.read_bytes().replace(b'"euclidean"', b'"euclideam"'))
        code, out = self.compare(PROGRAM, old=folder)
        self.assertEqual(code, 1, out)
        self.assertRegex(out, r"(?m)^pca on wine: tensor ")
        self.assertRegex(out, r"(?m)^euclidean on digits: note ")
        self.assertIn("6 models compared, 2 differ", out)

    def test_another_exit_code_is_a_difference(self):
        folder = self.kept()
        (folder / "pca-sparse.code").write_text("1")
        code, out = self.compare(PROGRAM, old=folder)
        self.assertEqual(code, 1, out)
        self.assertIn("pca on sparse: exit code 1 against 0", out)


if __name__ == "__main__":
    unittest.main()
