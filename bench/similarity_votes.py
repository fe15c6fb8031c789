#!/usr/bin/python3
"""Do learned similarities vote better than plain ones? Errors of the 5 samples of largest score, on held-out samples.

Usage: bench/similarity_votes.py PROGRAM [--learners A,B,...] [--sets A,B,...] [--repeats N] [--keep FILE]

Sets and their sizes are those of bench/generalise.py, whose `evaluate` judges metrics alone: a similarity is learned on one half
(of every class), the 5 samples there of the largest score vote on each sample of the other half, and the other way round, `repeats`
times. Beside them vote the nearest by raw and by standardised Euclidean distance. "LEARNER:OPTION=VALUE:--FLAG=VALUE" is a learner with
options. With --keep, what was measured is kept in that file and not measured again.
"""

import argparse
import collections
import csv
import pathlib
import random
import subprocess
import tempfile

from generalise import SETS, Kept, drawn, mean_change, rows_of

PLAIN = ["euclidean:--prepare=none", "euclidean:--prepare=standardise"]
LEARNERS = ["loreta", "loreta-psd", "psd-gd", "pa", "oasis", "lego"]


def halves(header, rows, repeats):
    """Pairs of (learned from, judged by), of every class half."""
    label = header.index("label")
    for repeat in range(repeats):
        rng, parts, seen = random.Random(repeat), ([], []), collections.Counter()
        for row in sorted(rows, key=lambda row: (row[label], rng.random())):
            parts[seen[row[label]] % 2].append(row)
            seen[row[label]] += 1
        yield parts
        yield parts[::-1]


def write(path, header, rows):
    with open(path, "w", newline="") as table:
        csv.writer(table).writerows([header, *rows])


def wrong(program, learner, header, train, test, folder):
    """How many samples of the test part are voted wrong."""
    model, items, queries = (folder / name for name in ("model", "items.csv", "queries.csv"))
    write(items, header, train)
    write(queries, header, test)
    name, *more = learner.split(":")
    command = [program, "fit", items, "--label", "label", "--learner", name, "-o", model, "--quiet"]
    for word in more:
        command += [word] if word.startswith("--") else ["--set", word]
    subprocess.run(command, check=True, capture_output=True)
    found = subprocess.run([program, "search", model, items, queries, "-k", "5", "--label", "label"], check=True,
                           capture_output=True, text=True).stdout
    votes, label = collections.defaultdict(list), header.index("label")
    for row in csv.DictReader(found.splitlines()):
        votes[int(row["query"])].append(train[int(row["item"])][label])
    chosen = {q: min(collections.Counter(all_votes).items(), key=lambda each: (-each[1], each[0]))[0]
              for q, all_votes in votes.items()}
    return sum(chosen[q] != row[label] for q, row in enumerate(test))


def error(program, learner, name, repeats, folder):
    files, most = SETS[name]
    header, rows = rows_of(files)
    rows = drawn(header, rows, most)
    missed = [wrong(program, learner, header, train, test, folder) for train, test in halves(header, rows, repeats)]
    return 100 * sum(missed) / (repeats * len(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--sets", default="wine,wdbc,ionosphere,vowel,pendigits,digits,usps")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    chosen = parser.parse_args()
    learners, kept, results = PLAIN + chosen.learners.split(","), Kept(chosen.keep), {}
    print("| set | raw | standardised | " + " | ".join(learners[2:]) + " |")
    print("|---" * (len(learners) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.sets.split(","):
            results[name] = [kept.get(name, learner, lambda: error(chosen.program, learner, name, chosen.repeats,
                                                                   pathlib.Path(folder))) for learner in learners]
            print(f"| {name} | " + " | ".join(f"{each:.1f}" for each in results[name]) + " |", flush=True)
    better = [min(row[:2]) for row in results.values()]
    print("| against the better plain one | | | " + " | ".join(
        f"{mean_change([row[k] for row in results.values()], better):+.1f} %" for k in range(2, len(learners))) + " |")


if __name__ == "__main__":
    main()
