"""docs/cpp.md shows the program that tests/install builds against the installed library, and nothing else."""

import re
import unittest

from program import ROOT

PAGE = (ROOT / "docs/cpp.md").read_text()
CONSUMER = ROOT / "tests/install/consumer"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


class CppPageTest(unittest.TestCase):
    def test_shows_the_program_that_is_built_and_run(self):
        self.assertEqual(blocks("cpp"), [(CONSUMER / "main.cpp").read_text()])
        self.assertEqual(blocks("cmake"), [(CONSUMER / "CMakeLists.txt").read_text()])

    def test_the_program_stays_short(self):
        self.assertLessEqual(len((CONSUMER / "main.cpp").read_text().splitlines()), 50)

    def test_names_headers_that_exist(self):
        named = re.findall(r"`(mahala/[\w/]+\.hpp)`", PAGE)
        self.assertGreater(len(named), 5)
        for header in named:
            self.assertTrue((ROOT / header).exists(), header)


if __name__ == "__main__":
    unittest.main()
