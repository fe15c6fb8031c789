#!/usr/bin/python3
"""Does feedback improve frozen embeddings? The tables of docs/results/adapt.md.

Usage: bench/adapt.py PROGRAM classic3|query|stsb|glove|gate|pair-gate|label-gate [--runs N] [--sizes 30,100,231] [--splits 5]
                      [--flags "..."]

classic3    mean average precision of held-out queries of Classic3, side two, by how many judged queries were learned
            from: five splits by query with 100 queries held out; the map is chosen inside the training queries
query       the same for side query, where the index stays as it is
stsb        Spearman's correlation on the test part of the STS benchmark, by how many graded pairs were learned from
glove       errors of 5 neighbours of words held out, by how many labels were learned from
gate        how many of N runs with shuffled feedback do not end with the identity
pair-gate   the same for graded pairs whose scores are exchanged
label-gate  the same for labels given at random
Data come from MAHALA_BENCH_DATA, else ../shared/data. Only the program's answers are used but for the measures, which
are computed here from its models.
"""

import argparse
import gzip
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("MAHALA_BENCH_DATA", ROOT.parent / "shared/data"))


def numbers(name):
    """A CSV file of numbers, without a column of labels; and those."""
    with gzip.open(DATA / name, "rt") as file:
        header = file.readline().rstrip().split(",")
        rows = [line.rstrip().split(",") for line in file]
    width = len(header) - (header[-1] == "label")
    return np.array([row[:width] for row in rows], np.float32), [row[-1] for row in rows]


def ids(name):
    with gzip.open(DATA / name, "rt") as file:
        return [json.loads(line)["id"] for line in file]


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-30)


def load(path):
    """Maps of queries and of items from a model file."""
    raw = pathlib.Path(path).read_bytes()
    size, = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(raw[8 + size + begin:8 + size + end]).reshape(entry["shape"])
    steps = header["__metadata__"]["prepare"].split(",")

    def prepared(x):
        x = x.astype(float)
        for k, step in enumerate(steps):
            x = unit(x) if step == "unit" else x @ tensors[f"prepare.{k}.axes"].T
        return x

    left, right = (tensors.get(side) for side in ("left", "right"))
    return (lambda x: prepared(x) if right is None else prepared(x) @ left.T,
            lambda x: prepared(x) if right is None else prepared(x) @ right.T)


def average_precisions(scores, relevant):
    result = []
    for row, positives in zip(scores, relevant):
        order = np.argsort(-row, kind="stable")
        hits = np.isin(order, positives)
        places = np.flatnonzero(hits)
        result.append(np.mean((np.arange(len(places)) + 1) / (places + 1)))
    return np.array(result)


def interval(differences, seed=1):
    rng = np.random.default_rng(seed)
    draws = [np.mean(rng.choice(differences, len(differences))) for _ in range(2000)]
    return "{:+.4f} [{:+.4f}, {:+.4f}]".format(np.mean(differences), *np.percentile(draws, [2.5, 97.5]))


class Classic3:
    def __init__(self):
        self.documents, _ = numbers("classic3_use512.docs.csv.gz")
        self.queries, _ = numbers("classic3_use512.queries.csv.gz")
        self.document_ids, self.query_ids = ids("classic3.jsonl.gz"), ids("classic3.queries.jsonl.gz")
        place = {name: k for k, name in enumerate(self.document_ids)}
        self.relevant = {}
        for line in (DATA / "classic3.qrels.tsv").read_text().splitlines()[1:]:
            query, document, grade = line.split("\t")
            if float(grade) > 0 and document in place:
                self.relevant.setdefault(query, []).append(place[document])
        self.judged = [q for q in self.query_ids if self.relevant.get(q)]
        self.folder = pathlib.Path(tempfile.mkdtemp())
        np.save(self.folder / "documents.npy", self.documents)
        np.save(self.folder / "queries.npy", self.queries)
        (self.folder / "documents.txt").write_text("\n".join(self.document_ids) + "\n")
        (self.folder / "queries.txt").write_text("\n".join(self.query_ids) + "\n")

    def split(self, seed):
        order = self.judged[:]
        random.Random(seed).shuffle(order)
        return order[100:], order[:100]

    def adapt(self, program, queries, flags, relevant=None):
        relevant = relevant or self.relevant
        lines = ["query_id\tdoc_id\trelevance"]
        lines += [f"{q}\t{self.document_ids[d]}\t1" for q in queries for d in relevant[q]]
        (self.folder / "feedback.tsv").write_text("\n".join(lines) + "\n")
        return answer(program, "adapt", self.folder / "documents.npy", self.folder / "feedback.tsv", "--queries",
                      self.folder / "queries.npy", "--ids-file", self.folder / "documents.txt", "--query-ids-file",
                      self.folder / "queries.txt", "-o", self.folder / "a.model", *flags)

    def precision(self, queries):
        """Of the model written last."""
        left, right = load(self.folder / "a.model")
        rows = [self.query_ids.index(q) for q in queries]
        scores = left(self.queries[rows]) @ right(self.documents).T
        return average_precisions(scores, [self.relevant[q] for q in queries])


def answer(program, *arguments):
    done = subprocess.run([program, *map(str, arguments), "--json", "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def classic3(arguments, side):
    data = Classic3()
    for size in arguments.sizes:
        found, picks = {}, []
        for seed in range(arguments.splits):
            train, test = data.split(seed)
            train = train[:size]
            report = data.adapt(arguments.program, train, ["--side", side, *arguments.flags.split()])
            picks.append(("" if report["shipped"] else "identity shipped; best ") + report["best"])
            runs = {"base": "identity", "plain ridge": "ridge:1", "best candidate": report["best"]}
            white = [row["candidate"] for row in report["rows"] if row["name"] == "whitening alone"]
            runs.update({"whitening alone": white[0]} if white else {})
            for name, chosen in runs.items():
                data.adapt(arguments.program, train, ["--side", side, "--map", chosen])
                found.setdefault(name, []).append(data.precision(test))
            gated = found["best candidate"][-1] if report["shipped"] else found["base"][-1]
            found.setdefault("gated", []).append(gated)
            shuffled = train[:]
            random.Random(seed + 100).shuffle(shuffled)
            exchanged = dict(zip(train, (data.relevant[q] for q in shuffled)))
            data.adapt(arguments.program, train, ["--side", side, "--map", report["best"]], exchanged)
            found.setdefault("shuffled feedback", []).append(data.precision(test))
        means = {name: np.concatenate(values) for name, values in found.items()}
        print(f"n = {size}, side {side}: " + ", ".join(f"{k} {v.mean():.4f}" for k, v in means.items()))
        for other in ("base", "whitening alone", "plain ridge"):
            print(f"  best candidate - {other}: {interval(means['best candidate'] - means[other])}")
        print("  picks: " + "; ".join(picks), flush=True)


def rank(values):
    values = np.asarray(values)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def stsb_parts():
    """Embeddings, and rows (id, id, score) to train with, to choose by and to test with."""
    x, _ = numbers("stsb_use512.emb.csv.gz")
    with gzip.open(DATA / "stsb_use512.pairs.csv.gz", "rt") as file:
        rows = [line.rstrip().split(",") for line in file][1:]
    # One pair of sentences is graded twice, differently, which the program refuses: the first grade is taken.
    train = list({tuple(sorted(row[1:3])): row[1:] for row in reversed(rows) if row[0] == "train"}.values())[::-1]
    known = {tuple(sorted(row[:2])) for row in train}
    held_out = [row[1:] for row in rows if row[0] == "dev" and tuple(sorted(row[1:3])) not in known]
    held_out = list({tuple(sorted(row[:2])): row for row in held_out}.values())
    return x, train, held_out, [row[1:] for row in rows if row[0] == "test"]


def write_pairs(path, rows):
    path.write_text("id_a,id_b,score\n" + "\n".join(map(",".join, rows)) + "\n")


def stsb(arguments):
    x, train, held_out, test = stsb_parts()
    folder = pathlib.Path(tempfile.mkdtemp())
    np.save(folder / "x.npy", x)
    write_pairs(folder / "dev.csv", held_out)
    a, b = ([int(row[k]) for row in test] for k in (0, 1))
    scores = [float(row[2]) for row in test]
    ways = {"folds and gate": [], "held-out dev pairs and gate": ["--held-out", folder / "dev.csv"],
            "folds, hardly a gate": ["--confidence", 0.5]}
    for size in arguments.sizes:
        for way, flags in ways.items():
            found = []
            for seed in range(1 if size >= len(train) else arguments.splits):
                some = random.Random(seed).sample(train, min(size, len(train)))
                write_pairs(folder / "pairs.csv", some)
                report = answer(arguments.program, "adapt", folder / "x.npy", folder / "pairs.csv", "-o",
                                folder / "a.model", *flags)
                left, right = load(folder / "a.model")
                said = np.sum(left(x[a]) * right(x[b]), axis=1)
                found.append(np.corrcoef(rank(said), rank(scores))[0, 1])
                print(f"  {report['verdict']}", flush=True)
            print(f"{size} pairs, {way}: Spearman {np.mean(found):.4f} ({', '.join(f'{v:.4f}' for v in found)})", flush=True)


def glove(arguments):
    x, labels = numbers("glove_wordnet.csv.gz")
    labels = np.unique(labels, return_inverse=True)[1]
    folder = pathlib.Path(tempfile.mkdtemp())
    np.save(folder / "x.npy", x)

    def error(known, asked, left, right):
        scores = left(x[asked]) @ right(x[known]).T
        near = labels[known][np.argsort(-scores, axis=1, kind="stable")[:, :5]]
        votes = np.array([np.bincount(row).argmax() for row in near])
        return np.mean(votes != labels[asked])

    for size in arguments.sizes:
        found, base = [], []
        for seed in range(arguments.splits):
            order = np.random.default_rng(seed).permutation(len(x))
            known, asked = order[:size], order[5101:]
            text = "id,label\n" + "".join(f"{i},c{labels[i]}\n" for i in known)
            (folder / "labels.csv").write_text(text)
            report = answer(arguments.program, "adapt", folder / "x.npy", folder / "labels.csv", "-o", folder / "a.model",
                            *arguments.flags.split())
            found.append(error(known, asked, *load(folder / "a.model")))
            base.append(error(known, asked, unit, unit))
            print(f"  {report['verdict']}", flush=True)
        print(f"{size} labels: error {np.mean(found):.4f}, base {np.mean(base):.4f}", flush=True)


def gate(arguments):
    data = Classic3()
    for size in arguments.sizes:
        shipped = []
        for run in range(arguments.runs):
            train = data.split(run)[0][:size]
            shuffled = train[:]
            random.Random(run).shuffle(shuffled)
            exchanged = dict(zip(train, (data.relevant[q] for q in shuffled)))
            report = data.adapt(arguments.program, train, ["--seed", run], exchanged)
            if report["shipped"]:
                shipped.append(report["best"])
            print(f"  n = {size}: {len(shipped)} of {run + 1} runs shipped {shipped[-1:]}", flush=True)


def pair_gate(arguments):
    x, train, _, _ = stsb_parts()
    folder = pathlib.Path(tempfile.mkdtemp())
    np.save(folder / "x.npy", x)
    for size in arguments.sizes:
        shipped = 0
        for run in range(arguments.runs):
            some = random.Random(run).sample(train, size)
            scores = [row[2] for row in some]
            random.Random(run + 1000).shuffle(scores)
            write_pairs(folder / "pairs.csv", [[*row[:2], score] for row, score in zip(some, scores)])
            shipped += answer(arguments.program, "adapt", folder / "x.npy", folder / "pairs.csv", "-o",
                              folder / "a.model", "--seed", run)["shipped"]
            print(f"  {size} pairs: {shipped} of {run + 1} runs shipped", flush=True)


def label_gate(arguments):
    """Labels given at random to normal numbers."""
    folder = pathlib.Path(tempfile.mkdtemp())
    for size in arguments.sizes:
        shipped = 0
        for run in range(arguments.runs):
            rng = np.random.default_rng(run)
            np.save(folder / "x.npy", rng.normal(size=(size, 8 + 4 * (run % 2))))
            text = "".join(f"{i},c{rng.integers(3 + run // 2 % 2)}\n" for i in range(size))
            (folder / "labels.csv").write_text("id,label\n" + text)
            shipped += answer(arguments.program, "adapt", folder / "x.npy", folder / "labels.csv", "-o",
                              folder / "a.model", "--seed", run, *arguments.flags.split())["shipped"]
            print(f"  {size} labels: {shipped} of {run + 1} runs shipped", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("what", choices=["classic3", "query", "stsb", "glove", "gate", "pair-gate", "label-gate"])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--sizes", default="")
    parser.add_argument("--flags", default="", help="more flags of `mahala adapt`, for classic3, query and glove")
    arguments = parser.parse_args()
    usual = {"classic3": "30,100,231", "query": "100", "stsb": "100,1000,5749", "glove": "200,1000,5101", "gate": "100",
             "pair-gate": "100", "label-gate": "60,150"}
    arguments.sizes = [int(n) for n in (arguments.sizes or usual[arguments.what]).split(",")]
    if arguments.what in ("classic3", "query"):
        classic3(arguments, "two" if arguments.what == "classic3" else "query")
    else:
        benches = {"stsb": stsb, "glove": glove, "gate": gate, "pair-gate": pair_gate, "label-gate": label_gate}
        benches[arguments.what](arguments)


if __name__ == "__main__":
    main()
