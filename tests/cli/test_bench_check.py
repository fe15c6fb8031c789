"""The guard against slowness names jobs that grew, fed with counts instead of counting them."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class BenchCheckTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def check(self, counts, stored, *words):
        self.path("counts.json").write_text(json.dumps(counts))
        if stored is not None:
            self.path("stored.json").write_text(json.dumps(stored))
        return subprocess.run([sys.executable, ROOT / "bench/check.py", *words,
                               "--counts", self.path("counts.json"),
                               "--stored", self.path("stored.json")],
                              text=True, capture_output=True)

    def test_growth_of_more_than_five_percent_is_a_fault(self):
        done = self.check({"a": 1060, "b": 1000}, {"a": 1000, "b": 1000})
        self.assertEqual(done.returncode, 1)
        self.assertIn("a: 1,000 instructions before, 1,060 now (+6.0 %)", done.stdout)
        self.assertNotIn("b:", done.stdout)

    def test_growth_of_less_is_none(self):
        done = self.check({"a": 1049}, {"a": 1000})
        self.assertEqual((done.returncode, done.stdout), (0, "1 jobs counted, none at fault\n"))

    def test_a_gain_is_told_and_no_fault(self):
        done = self.check({"a": 500}, {"a": 1000})
        self.assertEqual(done.returncode, 0)
        self.assertIn("(-50.0 %)", done.stdout)

    def test_jobs_that_are_new_or_gone_are_faults(self):
        done = self.check({"new": 10}, {"old": 10})
        self.assertEqual(done.returncode, 1)
        self.assertIn("old: stored, but there is no such job", done.stdout)
        self.assertIn("new: 10 instructions, not stored", done.stdout)

    def test_update_stores_what_was_counted(self):
        self.assertEqual(self.check({"a": 2000}, {"a": 1000}, "--update").returncode, 0)
        self.assertEqual(json.loads(self.path("stored.json").read_text()), {"a": 2000})
        self.assertEqual(self.check({"a": 2000}, None).returncode, 0)

    def test_stored_counts_are_of_a_dozen_jobs(self):
        stored = json.loads((ROOT / "bench/instructions.json").read_text())
        self.assertGreaterEqual(len(stored), 12)
        self.assertTrue(all(count > 1e6 for count in stored.values()), stored)

    def test_either_the_program_or_counts_are_needed(self):
        done = subprocess.run([sys.executable, ROOT / "bench/check.py"], capture_output=True)
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
