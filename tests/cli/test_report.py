"""The report: what it says, what it refuses, and that a browser draws every figure of it."""

import html.parser
import re
import unittest
import xml.etree.ElementTree as xml

import browser
from program import ROOT, ProgramTest, blobs, csv, npy, run, svmlight

LEARN = ("--learner", "psd-flat", "--set", "rank=2", "--set", "max_iterations=30")
FIGURES = 9


class Outline(html.parser.HTMLParser):
    """Headings, the labels of pictures, and attributes that could reach outside."""

    def __init__(self, text):
        super().__init__()
        self.headings, self.labels, self.links, self.inside = [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.inside = tag
        if tag == "svg":
            self.labels.append(attributes.get("aria-label"))
        self.links += [attributes[k] for k in ("src", "href", "xlink:href") if k in attributes]

    def handle_data(self, data):
        if self.inside == "h2" and data.strip():
            self.headings.append(data.strip())
            self.inside = None


class ReportTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows, self.labels = blobs(120)
        self.data = self.write("data.csv", csv(self.rows, self.labels))
        self.page = self.path("report.html")

    def fit(self, name="model", *more):
        self.run_ok("fit", self.data, *LEARN, *more, "-o", self.path(name))
        return self.path(name)

    def text(self):
        content = self.page.read_text()
        xml.fromstring(content.replace("<!DOCTYPE html>", ""))  # fails unless well-formed
        return content


class ContentTest(ReportTest):
    def test_a_learner_is_judged_by_samples_it_has_not_seen(self):
        answer = self.run_json("report", self.data, *LEARN, "-o", self.page)
        self.assertEqual((answer["judged"], answer["among"]), (36, 84))
        names = [d["name"] for d in answer["distances"]]
        self.assertEqual(names, ["plain, raw features", "plain, standardised features",
                                 "plain, same rank", "learned"])
        for distance in answer["distances"]:
            low, high = distance["error_interval"]
            self.assertLessEqual(low, distance["error"])
            self.assertGreaterEqual(high, distance["error"])
            self.assertLessEqual({"auc", "equal_error_rate", "threshold", "accuracy",
                                  "neighbours_alike", "rank"}, set(distance))
        change = answer["error_change"]["mean"]
        errors = [d["error"] for d in answer["distances"]]
        self.assertAlmostEqual(change, errors[3] - min(errors[:2]))
        self.assertIn("84 samples", answer["basis"])
        self.assertEqual(len(answer["spectrum"]), 2)
        self.assertEqual({s["feature"] for s in answer["stretch"]}, {"f0", "f1", "f2", "f3"})
        self.assertEqual(answer["report"], str(self.page))

    def test_the_page_has_every_part_and_needs_nothing_else(self):
        self.run_ok("report", self.data, *LEARN, "-o", self.page)
        outline = Outline(self.text())
        self.assertEqual(outline.headings, [
            "Summary", "The samples before and after", "Distances within and between classes",
            "Confusion matrix", "Neighbours before and after", "What was learned",
            "Where it comes from"])
        self.assertEqual(len(outline.labels), FIGURES)
        self.assertTrue(all(outline.labels))
        self.assertTrue(all(link.startswith("#") for link in outline.links), outline.links)
        self.assertNotIn("<script", self.text())
        self.assertIn("<title>psd-flat on data.csv</title>", self.text())

    def test_a_model_shows_the_curve_of_its_own_learning(self):
        model = self.fit()
        notes = self.run_json("inspect", model)["notes"]
        steps = notes["learning_curve"].split()
        self.assertEqual(int(steps[-1].split(":")[0]), int(notes["iterations"]))
        self.assertNotIn("learning_curve", self.run_ok("inspect", model))
        self.run_ok("report", model, self.data, "-o", self.page)
        self.assertIn('aria-label="learning curve"', self.text())

    def test_a_closed_form_has_no_curve_and_the_page_says_so(self):
        self.run_ok("report", self.data, "--learner", "lda", "-o", self.page)
        self.assertIn("There is no learning curve: lda took no steps.", self.text())
        self.assertNotIn('aria-label="learning curve"', self.text())

    def test_numbers_on_the_samples_of_the_model_are_called_optimistic(self):
        model = self.fit()
        seen = self.run_json("report", model, self.data, "-o", self.page)
        self.assertIn("optimistic", seen["basis"])
        self.assertEqual((seen["judged"], seen["among"]), (120, 120))
        rows, labels = blobs(60, seed=1)
        other = self.write("other.csv", csv(rows, labels))
        self.assertNotIn("optimistic", self.run_json("report", model, other, "-o", self.page)["basis"])

    def test_without_labels_the_page_says_what_is_left_out(self):
        data = self.write("plain.csv", csv(self.rows))
        for arguments in ((self.fit(), data), (data, "--learner", "pca")):
            answer = self.run_json("report", *arguments, "-o", self.page)
            self.assertNotIn("error", answer["distances"][0])
            self.assertIn("The data has no labels.", self.text())
            self.assertNotIn("Confusion matrix", self.text())

    def test_large_data_are_thinned_and_the_page_says_so(self):
        answer = self.run_json("report", self.fit(), self.data, "--judged", 50, "-o", self.page)
        self.assertEqual((answer["judged"], answer["among"]), (50, 120))
        self.assertIn("50 samples (of 120, drawn at random)", self.text())

    def test_one_seed_gives_one_page_whatever_the_threads(self):
        pages = []
        for seed, threads in ((3, 1), (3, 2), (4, 1)):
            self.run_ok("report", self.data, *LEARN, "--seed", seed, "--threads", threads,
                        "-o", self.page)
            pages.append(self.text())
        self.assertEqual(pages[0], pages[1])
        self.assertNotEqual(pages[0], pages[2])

    def test_constraints_may_come_from_a_file(self):
        self.run_ok("sample", self.data, "--kind", "pairs", "-o", self.path("pairs.csv"))
        self.run_ok("report", self.data, *LEARN, "--pairs", self.path("pairs.csv"), "-o", self.page)

    def test_names_from_the_data_are_text(self):
        labels = [f"<b>&{label}" for label in self.labels]
        data = self.write("odd.csv", csv(self.rows, labels, ids=[f"<i>{i}" for i in range(120)]))
        self.run_ok("report", data, *LEARN, "--id", "id", "--label", "label", "-o", self.page)
        self.assertNotIn("<i>", self.text())
        self.assertIn("&lt;i&gt;", self.text())

    def test_other_kinds_of_data(self):
        sparse = self.write("data.svm", svmlight(self.rows, self.labels))
        npy_file = self.write("data.npy", npy(self.rows))
        constant = [[1.0, *row[1:]] for row in self.rows]
        one_class = self.write("one.csv", csv(self.rows, ["a"] * 120))
        missing = csv(self.rows, self.labels).replace(repr(self.rows[5][1]), "", 1)
        for arguments in ((sparse, *LEARN),
                          (npy_file, "--learner", "pca"),
                          (self.write("constant.csv", csv(constant, self.labels)), *LEARN),
                          (one_class, *LEARN),
                          (self.write("missing.csv", missing), *LEARN, "--impute", "median"),
                          (self.data, "--learner", "psd-flat", "--set", "rank=1"),
                          (self.data, "--learner", "euclidean"),
                          (self.write("few.csv", csv(self.rows[:4], ["a", "b"] * 2)), *LEARN,
                           "--k", 1, "--held-out", 0.5)):
            with self.subTest(arguments=arguments):
                self.run_ok("report", *arguments, "-o", self.page)
                self.text()


class RefusalTest(ReportTest):
    def refused(self, code, words, *arguments):
        with self.subTest(arguments=arguments):
            found, out, err = run("report", *arguments, "-o", self.page, cwd=self.directory)
            self.assertEqual(found, code, err)
            self.assertIn(words, err)
            self.assertEqual(out, "")
            self.assertFalse(self.page.exists())

    def test_the_command_line_is_checked(self):
        model = self.fit()
        self.refused(2, "give DATA, or MODEL and DATA")
        self.refused(2, "one argument too many", model, self.data, self.data)
        self.refused(2, "--learner is for learning", model, self.data, "--learner", "lda")
        self.refused(2, "--prepare is for learning", model, self.data, "--prepare", "none")
        self.refused(2, "--pairs is for learning", model, self.data, "--pairs", "p.csv")
        self.refused(2, "--count is for learning", model, self.data, "--count", 3)
        self.refused(2, "--held-out is for learning", model, self.data, "--held-out", 0.2)
        self.refused(2, "--held-out: 1.5 is above", self.data, *LEARN, "--held-out", 1.5)
        self.refused(2, "did you mean 'lda'", self.data, "--learner", "ldaa")
        self.refused(2, "--k: 0 is below 1", model, self.data, "--k", 0)

    def test_inputs_are_checked(self):
        model = self.fit()
        self.refused(1, "is not a safetensors file", self.data, self.data)
        self.refused(1, "cannot be read", self.path("nowhere"), self.data)
        self.refused(1, "takes 4 features", model, self.write("wide.csv", "a,b\n1,2\n3,4\n"))
        self.refused(1, "--k: 5 is above 1", model, self.write("two.csv", csv(self.rows[:2], "ab")))
        self.refused(1, "has no neighbours", model, self.write("single.csv", csv(self.rows[:1], "a")))
        self.refused(1, "leaves one part empty", self.path("two.csv"), *LEARN)
        missing = csv(self.rows, self.labels).replace(repr(self.rows[5][1]), "", 1)
        self.refused(1, "missing value", model, self.write("missing.csv", missing))
        self.refused(1, "no labels to draw", self.write(
            "plain.csv", csv(self.rows)), *LEARN)

    def test_an_input_is_not_overwritten_and_a_bad_place_is_told(self):
        model = self.fit()
        for output, code, words in ((self.data, 2, "would be overwritten"),
                                    (model, 2, "would be overwritten"),
                                    ("/nowhere/x.html", 1, "cannot be written")):
            found, _, err = run("report", model, self.data, "-o", output)
            self.assertEqual(found, code, err)
            self.assertIn(words, err)

    def test_without_gnuplot_it_says_so_before_learning(self):
        found, _, err = run("report", self.data, "--learner", "psd-flat", "-o", self.page,
                            environment={"PATH": "/nowhere"})
        self.assertEqual(found, 1, err)
        self.assertEqual(err, "mahala: gnuplot is needed to draw pictures; install gnuplot-nox\n")

    def test_a_damaged_curve_in_a_model_is_told(self):
        model = self.fit()
        content = model.read_bytes().replace(b'"checksum"', b'"chopsums"')  # is of no concern here
        note = re.search(rb'"note.learning_curve":"([^"]*)"', content)
        damaged = b"x" * len(note[1])
        self.write("damaged", content[:note.start(1)] + damaged + content[note.end(1):])
        self.refused(1, "learning_curve", self.path("damaged"), self.data)


@unittest.skipUnless(browser.CHROMIUM, "chromium is not installed: nobody can look at the page")
class DrawingTest(ReportTest):
    """A picture is drawn if its box holds several colours besides white, and enough of them."""

    def undrawn(self, drawn):
        """The boxes with nothing to see."""
        empty = []
        for box in drawn.boxes:
            counts = drawn.picture.colours(*box)
            white = counts.pop(b"\xff\xff\xff", 0)
            marked = sum(counts.values())
            if marked < 0.01 * (white + marked) or len(counts) < 3:
                empty.append(box)
        return empty

    def test_every_figure_is_drawn_and_nothing_is_wider_than_the_screen(self):
        names = [f"class {label}" for label in self.labels]
        self.data = self.write("data.csv", csv(self.rows, names))
        self.run_ok("report", self.data, *LEARN, "-o", self.page)
        for width in (390, 800):  # one below the other, and side by side
            with self.subTest(width=width):
                drawn = browser.Drawn(self.page, width)
                self.assertEqual(len(drawn.boxes), FIGURES)
                self.assertEqual(self.undrawn(drawn), [])
                self.assertEqual(drawn.width, width)
                for left, _, across, up in drawn.boxes:
                    self.assertGreaterEqual(left, 0)
                    self.assertLessEqual(left + across, width)
                    self.assertGreater(min(across, up), 120)

    def test_the_digits_of_ten_classes_are_drawn(self):
        self.run_ok("report", ROOT / "data/digits.csv", "--label", "label", *LEARN, "-o", self.page)
        drawn = browser.Drawn(self.page, 390)
        self.assertEqual(len(drawn.boxes), FIGURES)
        self.assertEqual(self.undrawn(drawn), [])
        self.assertEqual(drawn.width, 390)

    def test_the_page_of_the_demo_is_drawn(self):
        self.run_ok("demo", "-o", self.page)
        drawn = browser.Drawn(self.page, 390)
        self.assertGreaterEqual(len(drawn.boxes), 15)  # before, after, spectrum of five sets
        self.assertEqual(self.undrawn(drawn), [])
        self.assertEqual(drawn.width, 390)

    def test_an_empty_figure_would_be_found(self):
        self.run_ok("report", self.data, *LEARN, "-o", self.page)
        content = self.text()
        first = content.index("<svg")
        inside = content.index(">", first) + 1
        end = content.index("</svg>", first)
        self.page.write_text(content[:inside] + content[end:])
        drawn = browser.Drawn(self.page, 390)
        self.assertEqual(self.undrawn(drawn), [drawn.boxes[0]])

    def test_a_page_too_wide_would_be_found(self):
        self.run_ok("report", self.data, *LEARN, "-o", self.page)
        wide = '<p style="white-space: nowrap; width: 900px">wide</p></body>'
        self.page.write_text(self.text().replace("</body>", wide))
        self.assertGreater(browser.Drawn(self.page, 390).width, 390)


if __name__ == "__main__":
    unittest.main()
