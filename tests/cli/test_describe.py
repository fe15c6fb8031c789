"""mahala describe: what to know about data before learning from them."""

import shutil
import unittest
import xml.etree.ElementTree as xml

from program import ProgramTest, blobs, csv, run, svmlight


class DescribeTest(ProgramTest):
    def spoiled(self):
        """Data with one thing of every kind wrong."""
        rows, labels = blobs()
        for row in rows:
            row += [row[0] * 1e6, 7.0, row[1]]  # wide, constant, repeated
        rows[9] = list(rows[3])
        lines = csv(rows, labels[:-1] + ["alone"]).splitlines()
        lines[5] = "," + lines[5].split(",", 1)[1]
        return "\n".join(lines) + "\n"

    def test_text_names_everything_that_is_wrong(self):
        self.write("a.csv", self.spoiled())
        out = self.run_ok("describe", "a.csv")
        for text in ("60 samples of 7 features", "missing cells      1", "constant features  1",
                     "1 ('f6' is 'f1')", "1 (9 is 3)", "--impute median", "--prepare standardise",
                     "1 class has one sample", "'alone'"):
            self.assertIn(text, out)

    def test_json_says_the_same_in_numbers(self):
        self.write("a.csv", self.spoiled())
        answer = self.run_json("describe", "a.csv")
        self.assertEqual((answer["samples"], answer["dim"], answer["missing"]), (60, 7, 1))
        self.assertEqual(answer["constant"], [5])
        self.assertEqual(answer["same_features"], {"count": 1, "first": [[6, 1]]})
        self.assertEqual(answer["same_samples"], {"count": 1, "first": [[9, 3]]})
        self.assertEqual(answer["features"][0]["missing"], 1)
        self.assertEqual(answer["features"][5]["sd"], 0)
        self.assertEqual(answer["classes"]["alone"], 1)
        self.assertGreaterEqual(len(answer["advice"]), 6)

    def test_sparse_data_are_described_as_they_are(self):
        rows, labels = blobs()
        self.write("a.svm", svmlight([[0.0, *row[1:]] for row in rows], labels))
        answer = self.run_json("describe", "a.svm")
        self.assertEqual((answer["storage"], answer["density"]), ("sparse", 0.75))
        self.assertEqual(answer["constant"], [0])

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_page_is_sound_and_has_three_pictures(self):
        self.write("a.csv", self.spoiled())
        self.run_ok("describe", "a.csv", "-o", "a.html")
        page = xml.fromstring(self.path("a.html").read_text())
        pictures = [e for e in page.iter() if e.tag.endswith("svg")]
        self.assertEqual(len(pictures), 3)
        self.assertIn("--impute median", "".join(page.itertext()))

    def test_bad_input_is_named(self):
        self.write("a.csv", "a,b\n1,x\n")
        code, out, err = run("describe", "a.csv", "-o", "a.html", cwd=self.directory)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("a.csv:2: column 'b' (1): 'x' is not a number", err)
        self.assertFalse(self.path("a.html").exists())
        code, _, err = run("describe", "a.csv", "-o", "a.csv", cwd=self.directory)
        self.assertEqual(code, 2)
        self.assertIn("would be overwritten", err)


if __name__ == "__main__":
    unittest.main()
