"""Embeddings adapted to feedback, and models exported, from outside."""

import json
import random
import struct
import unittest

from program import BAD_INPUT, ProgramTest, run

DIM, ITEMS, QUERIES = 8, 150, 80


def hidden(seed=1):
    """Items, and queries that see an item through a hidden map."""
    draw = random.Random(seed)
    turn = [[draw.gauss(0, DIM ** -0.5) for _ in range(DIM)] for _ in range(DIM)]
    items = [[draw.gauss(0, 1) for _ in range(DIM)] for _ in range(ITEMS)]
    positives = [draw.randrange(ITEMS) for _ in range(QUERIES)]
    queries = [[0.5 * x + sum(t * y for t, y in zip(row, items[p])) + draw.gauss(0, 0.3)
                for x, row in zip(items[p], turn)] for p in positives]
    return items, queries, positives


def table(rows, prefix):
    header = "id," + ",".join(f"f{k}" for k in range(len(rows[0])))
    return "\n".join([header] + [f"{prefix}{i}," + ",".join(map(repr, row)) for i, row in enumerate(rows)]) + "\n"


class Onnx:
    """The few messages of protocol buffers that a graph of ours holds, read without any library."""

    def __init__(self, raw):
        graph = self.fields(self.fields(raw)[7][0])
        self.nodes = [self.fields(node) for node in graph[1]]
        self.constants = {}
        for raw_tensor in graph[5]:
            tensor = self.fields(raw_tensor)
            values = struct.unpack(f"<{len(tensor[9][0]) // 4}f", tensor[9][0])
            self.constants[tensor[8][0].decode()] = (tensor[1], values)

    @staticmethod
    def fields(raw):
        found, at = {}, 0

        def varint():
            nonlocal at
            value = shift = 0
            while True:
                byte = raw[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value
        while at < len(raw):
            key = varint()
            if key & 7 == 0:
                found.setdefault(key >> 3, []).append(varint())
            else:
                size = varint()
                found.setdefault(key >> 3, []).append(raw[at:at + size])
                at += size
        return found

    def __call__(self, x):
        values = {"vectors": list(x)}
        for node in self.nodes:
            kind, inputs = node[4][0].decode(), [name.decode() for name in node[1]]
            first = values.get(inputs[0])
            if kind == "MatMul":
                (rows, columns), numbers = self.constants[inputs[1]]
                made = [sum(first[i] * numbers[i * columns + j] for i in range(rows)) for j in range(columns)]
            elif kind == "Add":
                made = [a + b for a, b in zip(first, self.constants[inputs[1]][1])]
            elif kind == "ReduceL2":
                made = [sum(v * v for v in first) ** 0.5]
            elif kind == "Max":
                made = [max(first[0], self.constants[inputs[1]][1][0])]
            elif kind == "Div":
                made = [v / values[inputs[1]][0] for v in first]
            else:
                made = first
            values[node[2][0].decode()] = made
        return values["embeddings"]


class AdaptingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.items, self.queries, self.positives = hidden()
        self.write("items.csv", table(self.items, "d"))
        self.write("queries.csv", table(self.queries, "q"))
        self.judge(self.positives)

    def judge(self, positives, name="qrels.tsv", first=0):
        rows = [f"q{first + q}\td{p}\t1" for q, p in enumerate(positives)]
        self.write(name, "query_id\tdoc_id\trelevance\n" + "\n".join(rows) + "\n")

    def adapt(self, *flags, feedback="qrels.tsv", output="a.model"):
        return self.run_json("adapt", "items.csv", feedback, "--queries", "queries.csv", "-o", output, *flags)

    def embedded(self, file, side, model="a.model"):
        self.run_ok("embed", model, file, "--side", side, "-o", "e.csv")
        lines = self.path("e.csv").read_text().splitlines()
        return [list(map(float, line.split(",")[1:])) for line in lines[1:]]


class Adapting(AdaptingTest):
    def test_improves_and_says_so(self):
        report = self.adapt("--control")
        self.assertTrue(report["shipped"], report["verdict"])
        rows = {row["name"]: row[report["metric"]]["value"] for row in report["rows"]}
        self.assertGreater(rows["adapted"], rows["base"])
        self.assertGreater(rows["adapted"], rows["shuffled feedback"])
        self.assertIn("whitening alone", rows)
        self.assertTrue(report["needed"] and report["gained"])
        out = self.run_ok("adapt", "items.csv", "qrels.tsv", "--queries", "queries.csv", "-o", "b.model")
        self.assertIn("improves map", out)
        self.assertEqual(self.path("a.model").read_bytes(), self.path("b.model").read_bytes())

    def test_searches_as_it_scores(self):
        self.adapt()
        left, right = self.embedded("queries.csv", "left"), self.embedded("items.csv", "right")
        found = self.run_ok("search", "a.model", "items.csv", "queries.csv", "-k", "1").splitlines()[1:]
        for q, line in enumerate(found):
            scores = [sum(a * b for a, b in zip(left[q], x)) for x in right]
            self.assertEqual(line.split(",")[2], f"d{scores.index(max(scores))}")

    def test_side_query_leaves_items_alone(self):
        self.adapt("--side", "query")
        for x, y in zip(self.items, self.embedded("items.csv", "right")):
            length = sum(v * v for v in x) ** 0.5
            for a, b in zip(x, y):
                self.assertAlmostEqual(a / length, b, places=12)

    def test_says_the_identity_where_nothing_is_known(self):
        self.judge(self.positives[:1])
        report = self.adapt()
        self.assertFalse(report["shipped"])
        self.assertIn("below 10", report["verdict"])
        shuffled = self.positives[:]
        random.Random(3).shuffle(shuffled)
        self.judge(shuffled)
        report = self.adapt()
        self.assertFalse(report["shipped"], report["verdict"])
        self.assertIn("identity", report["verdict"])

    def test_held_out_feedback_judges_and_teaches_nothing(self):
        self.judge(self.positives[:50], "first.tsv")
        self.judge(self.positives[50:], "second.tsv", 50)
        report = self.adapt("--held-out", "second.tsv", feedback="first.tsv")
        self.assertTrue(report["shipped"], report["verdict"])
        self.assertEqual(report["tested"], "map")
        self.adapt("--map", report["best"], feedback="first.tsv", output="alone.model")
        self.assertEqual(self.embedded("queries.csv", "left"), self.embedded("queries.csv", "left", "alone.model"))
        self.run_refused("adapt items.csv first.tsv --queries queries.csv --held-out first.tsv -o b.model", BAD_INPUT,
                         ["learned from and held out"])

    def test_updates_to_the_same_bits(self):
        self.judge(self.positives[:50], "first.tsv")
        self.judge(self.positives[50:], "second.tsv", 50)
        chosen = ("--map", "documents:0.3 + ridge:1")
        self.adapt(*chosen, output="all.model")
        self.adapt(*chosen, feedback="first.tsv", output="first.model")
        report = self.adapt("--update", "first.model", feedback="second.tsv", output="both.model")
        self.assertEqual(report["learned_from"], QUERIES)
        self.assertIn("drift", report)
        for side, file in (("left", "queries.csv"), ("right", "items.csv")):
            self.assertEqual(self.embedded(file, side, "all.model"), self.embedded(file, side, "both.model"))

    def test_learns_from_every_kind(self):
        kinds = {
            "clicks": "query_id,doc_id,weight\n" + "".join(f"q{q},d{p},2\n" for q, p in enumerate(self.positives)),
            "timed": "query_id,doc_id,weight,time\n" + "".join(f"q{q},d{p},1,{q}\n" for q, p in enumerate(self.positives)),
            "triplets": "query,near,far\n" + "".join(
                f"q{q},d{p},d{(p + 1) % ITEMS}\n" for q, p in enumerate(self.positives))}
        for name, text in kinds.items():
            self.write(f"{name}.csv", text)
            self.assertEqual(self.adapt(feedback=f"{name}.csv")["judged"], QUERIES, name)
        among = {"duplicates": "id_a,id_b\n" + "".join(f"d{2 * k},d{2 * k + 1}\n" for k in range(40)),
                 "labels": "id,label\n" + "".join(f"d{k},{'xyz'[k % 3]}\n" for k in range(60)),
                 "pairs": "id_a,id_b,score\n" + "".join(f"d{k},d{k + 50},{k % 5}\n" for k in range(50))}
        for name, text in among.items():
            self.write(f"{name}.csv", text)
            report = self.run_json("adapt", "items.csv", f"{name}.csv", "-o", "m.model")
            self.assertFalse(report["shipped"], name)  # they say nothing that is true

    def test_refuses_bad_input(self):
        def refused(text, expected, *flags):
            self.write("bad.tsv", text)
            code, out, err = run("adapt", "items.csv", "bad.tsv", "--queries", "queries.csv", "-o", "no.model", *flags,
                                 cwd=self.directory)
            self.assertEqual((code, out), (BAD_INPUT, ""), err)
            self.assertIn(expected, err)
            self.assertFalse(self.path("no.model").exists())
        header = "query_id\tdoc_id\trelevance\n"
        refused("", "holds no feedback")
        refused(header, "holds no feedback")
        refused(header + "q0\tnobody\t1\n", "bad.tsv:2: there is no item 'nobody' (set --skip-unknown")
        refused(header + "q0\td1\t1\nq0\td1\t0\n", "bad.tsv:3: contradicts line 2")
        refused(header + "q0\td1\tnan\n", "bad.tsv:2: relevance")
        refused("x,y\n1,2\n", "--feedback-kind")
        self.write("items.csv", table([[0.0] * DIM] + self.items[1:], "d"))
        refused(header + "q0\td1\t1\n", "sample d0 is zero")


class Exporting(AdaptingTest):
    def export(self, name, *flags):
        return self.run_json("export", "a.model", "-o", name, *flags)

    def test_onnx_embeds_raw_vectors(self):
        for side in ("two", "query"):
            self.adapt("--side", side)
            for end, file, rows in (("left", "queries.csv", self.queries), ("right", "items.csv", self.items)):
                self.export(f"{end}.onnx", "--side", end)
                raw = self.path(f"{end}.onnx").read_bytes()
                graph, expected = Onnx(raw), self.embedded(file, end)
                for x, y in zip(rows[:20], expected):
                    for a, b in zip(graph(x), y):
                        self.assertAlmostEqual(a, b, delta=1e-6)
                try:
                    import onnx
                except ImportError:
                    continue
                onnx.checker.check_model(onnx.load_from_string(raw))

    def test_json_and_c_hold_the_stages(self):
        self.adapt()
        self.export("a.json")
        stages = json.loads(self.path("a.json").read_text())["stages"]
        expected = self.embedded("queries.csv", "left")
        for x, y in zip(self.queries[:10], expected):
            for stage in stages:
                if "unit" in stage:
                    length = sum(v * v for v in x) ** 0.5
                    x = [v / length for v in x]
                else:
                    x = [sum(a * v for a, v in zip(row, x)) + b for row, b in zip(stage["a"], stage["b"])]
            for a, b in zip(x, y):
                self.assertAlmostEqual(a, b, delta=1e-9)
        self.export("a.h")
        self.assertIn("mahala_map", self.path("a.h").read_text())

    def test_matrices_say_what_is_left_to_do(self):
        self.adapt()
        for name in ("a.npy", "a.fvecs"):
            self.assertIn("unit length", " ".join(self.export(name)["remarks"]))
        self.assertTrue(self.path("a.npy").read_bytes().startswith(b"\x93NUMPY"))

    def test_faiss_answers_raw_queries(self):
        try:
            import faiss
            import numpy
        except ImportError:
            self.skipTest("python3-faiss is not installed")
        self.adapt()
        self.run_ok("index", "a.model", "items.csv", "-o", "a.index")
        scores, found = faiss.read_index(str(self.path("a.index"))).search(numpy.array(self.queries, "f4"), 3)
        lines = self.run_ok("search", "a.model", "items.csv", "queries.csv", "-k", "3").splitlines()[1:]
        for k, line in enumerate(lines):
            _, _, item, score = line.split(",")
            self.assertEqual(f"d{found[k // 3][k % 3]}", item)
            self.assertAlmostEqual(scores[k // 3][k % 3], float(score), places=5)
        self.export("empty.faiss")
        empty = faiss.read_index(str(self.path("empty.faiss")))
        self.assertEqual((empty.ntotal, empty.d), (0, DIM))

    def test_names_what_it_cannot_write(self):
        self.adapt()
        self.run_refused("export a.model -o a.xyz", 2, ".xyz")


if __name__ == "__main__":
    unittest.main()
