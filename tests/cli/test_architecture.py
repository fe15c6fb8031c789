"""docs/architecture.md names files and folders that are there."""

import re
import unittest

from program import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text()


class ArchitectureTest(unittest.TestCase):
    def test_the_reading_tour_is_short_and_leads_through_files_that_exist(self):
        tour = PAGE[PAGE.index("## A reading tour"):PAGE.index("## Decisions")]
        files = re.findall(r"^\| `([^`]+)`", tour, re.MULTILINE)
        self.assertEqual([file for file in files if not (ROOT / file).exists()], [])
        self.assertTrue(20 <= len(files) <= 35, len(files))

    def test_files_named_by_decisions_exist(self):
        decisions = PAGE[PAGE.index("## Decisions"):]
        files = re.findall(r"`([a-z_]+/[a-z_/]+\.(?:[ch]pp|py|json))`", decisions)
        missing = [f for f in files if not (ROOT / f).exists() and not (ROOT / "mahala" / f).exists()]
        self.assertEqual(missing, [])

    def test_every_folder_of_the_library_is_told(self):
        table = PAGE[PAGE.index("## Folders"):PAGE.index("## A reading tour")]
        folders = [folder.name for folder in (ROOT / "mahala").iterdir() if folder.is_dir()]
        self.assertEqual([name for name in folders if f"`{name}/`" not in table], [])


if __name__ == "__main__":
    unittest.main()
