"""Every command in the guide to embeddings runs, in its order."""

import os
import shlex
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest
from test_readme import shell_lines


class GuideTest(ProgramTest):
    def test_commands_run(self):
        os.symlink(ROOT / "data", self.path("data"))
        lines = [line for line in shell_lines((ROOT / "docs/guides/embeddings.md").read_text()) if line]
        self.assertGreater(len(lines), 8)
        for line in lines:
            with self.subTest(line=line):
                done = subprocess.run(f"mahala() {{ {shlex.quote(PROGRAM)} \"$@\"; }}; {line}", shell=True, timeout=300,
                                      cwd=self.directory, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(self.path("adapted.index").exists())

    def test_the_shipped_set_is_made_by_its_rule(self):
        done = subprocess.run(["python3", ROOT / "tools/make_handbook.py", self.directory], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("handbook.jsonl", "handbook.queries.jsonl", "handbook.qrels.tsv"):
            self.assertTrue(self.path(name).read_text())


if __name__ == "__main__":
    unittest.main()
