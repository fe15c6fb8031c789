"""Every learner has a page: fixed headings, a picture, a line in the table of which one when."""

import re
import unittest
import xml.etree.ElementTree as ElementTree

from program import ROOT, ProgramTest

PAGES = ROOT / "docs" / "learners"
HEADINGS = ["Problem", "Update", "Cost", "When to use", "Options", "Example", "Reference"]


class LearnerPagesTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.learners = {entry["name"]: entry for entry in self.run_json("learners")["learners"]}
        self.names = list(self.learners)
        self.pages = {name: (PAGES / f"{name}.md").read_text() for name in self.names
                      if (PAGES / f"{name}.md").exists()}

    def test_every_learner_has_a_page_and_every_page_a_learner(self):
        files = {path.stem for path in PAGES.glob("*.md")} - {"README"}
        self.assertEqual(sorted(files), sorted(self.names))

    def test_pages_have_the_fixed_headings_with_something_below_each(self):
        for name, page in self.pages.items():
            with self.subTest(name):
                self.assertTrue(page.startswith(f"# {name}\n"))
                parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)
                self.assertEqual(parts[1::2], HEADINGS)
                for heading, text in zip(parts[1::2], parts[2::2]):
                    self.assertGreater(len(text.split()), 2, heading)

    def test_examples_use_the_learner_and_options_are_the_programs(self):
        for name, page in self.pages.items():
            with self.subTest(name):
                if self.learners[name]["options"]:
                    self.assertIn(f"`mahala learners {name}`", page)
                example = page[page.index("## Example"):page.index("## Reference")]
                self.assertRegex(example, rf"(?s)```.*{re.escape(name)}\b.*```")

    def test_pages_have_a_picture_that_is_there_and_is_one(self):
        for name, page in self.pages.items():
            with self.subTest(name):
                pictures = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", page)
                self.assertTrue(pictures, "no picture")
                for words, file in pictures:
                    self.assertGreater(len(words), 20, "what is to be seen, for those who cannot")
                    root = ElementTree.parse(PAGES / file).getroot()
                    self.assertTrue(root.tag.endswith("svg"))

    def test_which_one_when_covers_all(self):
        table = (PAGES / "README.md").read_text()
        for name in self.names:
            rows = [row for row in table.splitlines()
                    if row.startswith("|") and f"[{name}]({name}.md)" in row]
            self.assertEqual(len(rows), 1, name)
            cells = [cell.strip() for cell in rows[0].strip("|").split("|")]
            self.assertEqual(len(cells), 4, name)
            self.assertTrue(all(cells), name)


if __name__ == "__main__":
    unittest.main()
