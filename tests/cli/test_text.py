"""Raw text from files to neighbours, as docs/text.md tells it."""

import collections
import csv
import gzip
import json
import pathlib
import random
import re
import shlex
import shutil
import unittest

from program import BAD_INPUT, ROOT, USAGE, ProgramTest, run

NEWS = pathlib.Path("/work/shared/data/20newsgroups.jsonl.gz")
TOPICS = {"sport": "goal team match player score league season coach ball keeper",
          "space": "orbit rocket moon launch satellite shuttle planet engine crew capsule",
          "cooking": "oven butter flour sugar recipe bake onion garlic pepper sauce"}
COMMON = "the a is and with of quite usually people thing".split()


def corpus(documents, seed):
    """JSON objects whose words come from their topic, in several forms, and from no topic."""
    rng, made = random.Random(seed), []
    for i in range(documents):
        topic = list(TOPICS)[i % len(TOPICS)]
        words = rng.choices(TOPICS[topic].split(), k=12) + rng.choices(COMMON, k=8)
        words += rng.choices([f"rare{seed}x{i}"] + TOPICS["space"].split(), k=2)
        rng.shuffle(words)
        text = " ".join(w + rng.choice(["", "s", ",", "!"]) for w in words)
        made.append({"id": f"{topic}/{seed}-{i}", "label": topic, "text": text.capitalize(),
                     "lines": [i, {"n": None}]})
    return made


def json_lines(documents):
    return "".join(json.dumps(each) + "\n" for each in documents)


def documented_commands():
    """The commands of the first block of docs/text.md."""
    page = (ROOT / "docs/text.md").read_text()
    block = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1]
    return [shlex.split(line)[1:] for line in block.splitlines()]


def topic_of(name):
    return name.split("/")[0]


class TextTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.train = self.write("train.jsonl", json_lines(corpus(90, 1)))
        self.test = self.write("test.jsonl", json_lines(corpus(30, 2)))
        self.model = self.path("model")

    def fit(self, *more, data=None, prepare="tfidf,unit"):
        self.run_ok("fit", data or self.train, "--learner", "euclidean", "--prepare", prepare,
                    "-o", self.model, *more)

    def found(self, name):
        with open(self.path(name)) as file:
            return list(csv.DictReader(file))

    def hit_rate(self, rows):
        return sum(topic_of(r["query"]) == topic_of(r["item"]) for r in rows) / len(rows)


class Documented(TextTest):
    def test_every_command_of_the_page_runs_and_finds_the_topic(self):
        for command in documented_commands():
            with self.subTest(" ".join(command)):
                self.run_ok(*command)
        rows = self.found("found.csv")
        self.assertEqual(len(rows), 30 * 5)
        self.assertGreater(self.hit_rate(rows), 0.95)
        self.assertTrue(self.path("items.faiss").stat().st_size > 0)
        self.assertEqual(len(self.found("embedded.csv")), 30)

    @unittest.skipUnless(NEWS.exists(), f"{NEWS} is not there")
    def test_the_page_on_20_newsgroups(self):
        parts = collections.defaultdict(list)
        with gzip.open(NEWS, "rt") as lines:
            for line in lines:
                parts[json.loads(line)["split"]].append(line)
        self.train.write_text("".join(parts["train"]))
        self.test.write_text("".join(parts["test"]))
        fit, _, search = documented_commands()[:3]
        self.run_ok(*fit)
        self.run_ok(*search)
        rows = [row for row in self.found("found.csv") if row["rank"] == "1"]
        self.assertEqual(len(rows), len(parts["test"]))
        self.assertGreater(self.hit_rate(rows), 0.65)


class Models(TextTest):
    def embed(self, data, *more, **options):
        self.run_ok("embed", self.model, data, "-o", self.path("e.csv"), *more, **options)
        return [[float(v) for name, v in row.items() if name.startswith("e")]
                for row in self.found("e.csv")]

    def test_embed_what_the_definition_says(self):
        docs = ["red red blue", "blue green", "red"]
        self.write("docs", "\n".join(docs) + "\n")
        self.fit("--format", "text", data="docs", prepare="none")
        self.assertEqual(self.embed("docs"), [[1, 0, 2], [1, 1, 0], [0, 0, 1]])
        self.write("new", "GREEN yellow red\n")
        self.assertEqual(self.embed("new"), [[0, 1, 1]])

    def test_read_text_as_in_training_without_being_told(self):
        self.fit("--text", "text", "--stemmer", "english", "--min-word", "4")
        told = self.embed(self.train)
        other = [{"body": d["text"].upper()} for d in corpus(90, 1)]
        self.write("other.jsonl.gz", json_lines(other))
        self.assertEqual(self.embed("other.jsonl.gz", "--text", "body"), told)
        self.write("lines", "".join(d["body"] + "\n" for d in other))
        self.assertEqual(self.embed("lines", "--format", "text"), told)

    def test_read_a_base_of_json_lines_for_queries_of_plain_lines(self):
        self.fit("--text", "text")
        self.write("lines", "".join(d["text"] + "\n" for d in corpus(30, 2)))
        self.run_ok("search", self.model, self.train, self.test, "-k", "2", "-o", "a.csv")
        self.run_ok("search", self.model, self.train, "lines", "-k", "2", "-o", "b.csv",
                    "--format", "text")
        a, b = ([(r["item"], r["distance"]) for r in self.found(name)]
                for name in ("a.csv", "b.csv"))
        self.assertEqual(a, b)
        self.write("labels", "".join(d["label"] + "\n" for d in corpus(30, 2)))
        given = self.run_json("evaluate", "lines", "--model", self.model, "--base", self.train,
                              "--format", "text", "--labels-file", "labels", "--k", "1")
        plain = self.run_json("evaluate", self.test, "--model", self.model, "--base", self.train,
                              "--k", "1")
        self.assertEqual(given["measured"], plain["measured"])

    def test_count_documents_without_a_known_word(self):
        self.fit("--text", "text")
        self.write("new.jsonl", json_lines([{"text": "orbits"}, {"text": "unheard"}, {"text": ""}]))
        code, _, err = run("embed", "model", "new.jsonl", "-o", "e.csv", cwd=self.directory)
        self.assertEqual(code, 0, err)
        self.assertIn("2 of 3 documents have no word the model knows and are zero vectors", err)
        self.assertEqual([sum(row) > 0 for row in self.embed("new.jsonl")], [True, False, False])

    def test_count_documents_whose_words_were_dropped(self):
        self.write("docs", "alpha beta\nalpha beta\ngamma\n")
        self.fit("--format", "text", data="docs", prepare="min-df:2")
        code, _, err = run("embed", "model", "docs", "-o", "e.csv", cwd=self.directory)
        self.assertEqual(code, 0, err)
        self.assertIn("1 of 3 documents have no word", err)

    def test_inspect_names_the_words_that_are_kept(self):
        self.fit("--text", "text", prepare="gain:5,tfidf")
        answer = self.run_json("inspect", self.model)
        self.assertEqual(answer["dim"], 5)
        self.assertEqual(len(answer["text"]["vocabulary"]), answer["input_dim"])
        words = {w.rstrip("s") for topic in TOPICS.values() for w in topic.split()}
        self.assertEqual([w for w in answer["kept"] if w.rstrip("s") not in words], [])
        self.assertIn(f"features kept            {', '.join(answer['kept'])}\n",
                      self.run_ok("inspect", self.model))

    def test_evaluate_as_they_are(self):
        self.fit("--text", "text")
        answer = self.run_json("evaluate", self.test, "--model", self.model, "--cv", "2x1",
                               "--k", "1")
        self.assertLess(answer["learned"]["error_mean"], 0.2)

    def test_are_tried_on_text_among_other_text(self):
        self.fit("--text", "text", prepare="gain:20,tfidf,unit")
        answer = self.run_json("evaluate", self.test, "--model", self.model, "--base", self.train,
                               "--k", "1", "--measure", "knn,retrieval")
        self.assertEqual((answer["samples"], answer["items"]), (30, 90))
        self.assertLess(answer["measured"]["error"]["value"], 0.2)

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not there")
    def test_are_reported_on_with_their_words(self):
        self.fit("--text", "text", prepare="gain:20,tfidf")
        self.run_ok("report", self.model, self.test, "--k", "1", "-o", self.path("r.html"))
        page = self.path("r.html").read_text()
        words = [w for topic in TOPICS.values() for w in topic.split() if w in page]
        self.assertGreater(len(words), 5)
        code, _, err = run("report", "model", "test.jsonl", "--min-word", "3", cwd=self.directory)
        self.assertEqual(code, USAGE)
        self.assertIn("--min-word: the model keeps", err)

    def test_steps_work_on_counts_in_svmlight_too(self):
        self.write("counts.svm", "a 1:2 3:1\nb 2:1 3:4\na 1:1 3:1\nb 2:2\n")
        self.fit(data="counts.svm", prepare="min-df:2,gain:2,unit")
        self.assertEqual(self.run_json("inspect", self.model)["dim"], 2)
        self.assertEqual(self.embed("counts.svm")[0], [1, 0])

    def test_learn_inside_the_fold(self):
        """A word of one test document alone is chosen by nobody."""
        answer = self.run_json("evaluate", self.train, "--text", "text", "--learner", "lda",
                               "--prepare", "gain:20,tfidf", "--cv", "3x1", "--k", "1")
        self.assertLess(answer["learned"]["error_mean"], 0.2)

    def test_sample_constraints_from_text(self):
        self.run_ok("sample", self.train, "--text", "text", "--prepare", "min-df:2,gain:9,tfidf",
                    "--kind", "pairs", "--count", "20", "-o", self.path("p.csv"))
        self.assertEqual(len(self.found("p.csv")), 20)


class Files(TextTest):
    def test_of_text_become_counts_in_other_formats(self):
        out = self.run_json("convert", self.train, self.path("counts.csv"), "--text", "text")
        rows = self.found("counts.csv")
        self.assertEqual((out["samples"], len(rows)), (90, 90))
        for row, document in zip(rows, corpus(90, 1)):
            words = collections.Counter(re.findall("[a-z0-9]+", document["text"].lower()))
            self.assertEqual((row["id"], row["label"]), (document["id"], document["label"]))
            for word in ("goals", "orbit", "sauce"):
                self.assertEqual(float(row[word]), words[word])
            self.assertNotIn("the", row)

    def test_of_counts_fit_the_model_their_text_made(self):
        self.fit("--text", "text")
        self.run_ok("convert", self.train, self.path("counts.svm"), "--text", "text")
        for data, name in ((self.train, "a.csv"), ("counts.svm", "b.csv")):
            self.run_ok("embed", self.model, data, "-o", self.path(name))
        a, b = ([[v for k, v in row.items() if k.startswith("e")] for row in self.found(name)]
                for name in ("a.csv", "b.csv"))
        self.assertEqual(a, b)

    def test_are_described_by_their_words(self):
        answer = self.run_json("describe", self.train, "--text", "text")
        self.assertEqual((answer["samples"], answer["storage"].split()[0]), (90, "sparse"))
        self.assertEqual(answer["classes"], {topic: 30 for topic in TOPICS})
        self.assertIn("orbit", [feature["name"] for feature in answer["features"]])
        self.assertEqual(["min-df:2,tfidf,unit" in line for line in answer["advice"]], [True])


class BadText(TextTest):
    def test_is_one_line_and_the_right_exit_code(self):
        self.fit("--text", "text")
        self.write("numbers.csv", "a,b\n1,2\n2,3\n")
        self.run_ok("fit", "numbers.csv", "--learner", "euclidean", "-o", "numeric.model")
        self.write("missing.jsonl", '{"text": "one"}\n{"body": "two"}\n')
        self.write("number.jsonl", '{"text": 5}\n')
        self.write("stop.jsonl", '{"text": "the"}\n')
        self.write("nothing.jsonl", "")
        self.write("plain", "orbit and moon\n")
        self.write("wide.svm", "a 1:1 9999:2\n")
        self.write("narrow.svm", "a 1:1 9:2\n")
        fit = "fit DATA --learner euclidean -o OUT "
        table = [
            (fit.replace("DATA", "missing.jsonl") + "--text text", BAD_INPUT,
             ["missing.jsonl:2: has no key 'text'"]),
            (fit.replace("DATA", "number.jsonl") + "--text text", BAD_INPUT,
             ["number.jsonl:1: key 'text' is not a text"]),
            (fit.replace("DATA", "stop.jsonl") + "--text text", BAD_INPUT, ["holds no words"]),
            (fit.replace("DATA", "nothing.jsonl") + "--format text", BAD_INPUT, ["no samples"]),
            (fit.replace("DATA", "nothing.jsonl") + "--text text", BAD_INPUT,
             ["--text is for JSON lines"]),
            (fit.replace("DATA", "nowhere") + "--text text", BAD_INPUT, ["No such file"]),
            (fit.replace("DATA", "train.jsonl") + "--text text --stemmer englisch", USAGE,
             ["--stemmer", "did you mean 'english'?"]),
            (fit.replace("DATA", "train.jsonl") + "--text text --min-word 9 --max-word 8", USAGE,
             ["--min-word: 9 is above --max-word, 8"]),
            (fit.replace("DATA", "train.jsonl") + "--text text --stop-words nowhere", BAD_INPUT,
             ["'nowhere' is no such file"]),
            (fit.replace("DATA", "train.jsonl") + "--text text --prepare min-df:91", BAD_INPUT,
             ["min-df:91 leaves none"]),
            (fit.replace("DATA", "train.jsonl") + "--text text --prepare gain:x", USAGE,
             ["--prepare: gain:x"]),
            (fit.replace("DATA", "plain") + "--format text --prepare gain:2", BAD_INPUT,
             ["gain:2 needs labels"]),
            (fit.replace("DATA", "numbers.csv") + "--text text", BAD_INPUT, ["numbers.csv is CSV"]),
            (fit.replace("DATA", "numbers.csv") + "--stemmer english", BAD_INPUT,
             ["--stemmer is for text"]),
            ("embed model numbers.csv -o OUT.csv", BAD_INPUT, ["numbers.csv: is not JSON lines"]),
            ("embed model wide.svm -o OUT.csv", BAD_INPUT, ["wide.svm: the model takes"]),
            ("search model train.jsonl narrow.svm", BAD_INPUT,
             ["narrow.svm: the model takes", "the data has 9; counts must be of the model's own"]),
            ("embed model plain -o OUT.csv", BAD_INPUT, ["--format text"]),
            ("embed model train.jsonl --stemmer none -o OUT.csv", USAGE,
             ["--stemmer: the model keeps"]),
            ("embed numeric.model train.jsonl --text text -o OUT.csv", BAD_INPUT,
             ["train.jsonl: the model was learned from numbers"]),
            ("search numeric.model plain plain --format text", BAD_INPUT, ["learned from numbers"]),
        ]
        for row in table:
            with self.subTest(row[0]):
                self.run_refused(*row)


if __name__ == "__main__":
    unittest.main()
