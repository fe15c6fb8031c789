"""The reference page is what the program says it is."""

import unittest

from program import ROOT, ProgramTest


class ReferenceTest(ProgramTest):
    def test_reference_page_is_up_to_date(self):
        page = (ROOT / "docs/reference.md").read_text()
        self.assertEqual(page, self.run_ok("learners", "--markdown"),
                         "write it anew: mahala learners --markdown > docs/reference.md")


if __name__ == "__main__":
    unittest.main()
