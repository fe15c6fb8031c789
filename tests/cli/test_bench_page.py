"""The page of benchmarks shows every shape of results it says it takes. Needs gnuplot."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

RESULTS = {
    "machine": {"machine": {"processor": "Abacus", "cores": 2, "date": "2026-01-02",
                            "peaks": {"double_core": 12.5}}},
    "kernels": {"kernels": [{"name": "a_b product", "shape": "n 3", "seconds": 0.5, "gflops": 7.0,
                             "gbytes": 1.0, "percent": 42.4}]},
    "solvers": [{"name": "quick", "seconds": 0.25, "passes": 6.5, "note": "", "group": "Race 1"},
                {"name": "slow", "seconds": 2.5, "passes": 211, "note": "far", "group": "Race 1"}],
    "peer": [{"name": "task", "ours": 1.0, "theirs": 3.0, "unit": "s", "ratio": 3.0, "note": "lib"}],
    "more": {"table": {"title": "A table", "columns": ["x", "y"], "rows": [["one", 1234]]}},
    "idle": {},
}


class BenchPageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, content in RESULTS.items():
            (self.folder / f"{name}.json").write_text(json.dumps(content))

    def test_page_has_every_result_and_its_pictures(self):
        done = subprocess.run([sys.executable, ROOT / "bench/page.py", self.folder, "--output",
                               self.folder / "docs"], text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, "idle.json: nothing to show\n"))
        page = (self.folder / "docs/performance.md").read_text()
        for text in ("Abacus, 2 cores", "Measured on 2026-01-02", "12.5 GFLOP/s",
                     "| a_b product | n 3 | 500 | 7 | 1 | 42 % |", "### Race 1",
                     "| quick | 0.25 | 6.5 |", "| slow | 2.5 | 211 | far |",
                     "| task | 1 | 3 | s | 3 | lib |", "### A table", "| one | 1,234 |"):
            self.assertIn(text, page)
        for name in ("kernels", "race-1"):
            self.assertIn(f"performance/{name}.svg", page)
            picture = (self.folder / f"docs/performance/{name}.svg").read_text()
            self.assertTrue(picture.rstrip().endswith("</svg>"))


if __name__ == "__main__":
    unittest.main()
