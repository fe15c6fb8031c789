#!/usr/bin/env python3
"""What learning from pairs or triplets alone brings: the tables of docs/generalise.md and docs/results/pairs.md.

  tools/pairs_results.py judge PROGRAM FILE.csv ...       AUC and triplets right on held-out samples
  tools/pairs_results.py calibrate PROGRAM FILE.csv ...   probabilities on classes that were never seen

PROGRAM is `mahala`; files (CSV, also gzipped) have their class in the last column, from which pairs are drawn and
which is then left out. Prints Markdown.
"""
import csv
import gzip
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PER_SAMPLE = 4            # pairs or triplets to learn from, for each sample
FOLDS = 4
PARTS, SPLITS = 5, 3      # of the classes: two parts to learn from, two to calibrate on, one to judge by
LEARNED, CALIBRATED, JUDGED = 20000, 20000, 5000  # pairs
SAME_SHARE = 0.1          # of pairs


def ask(program, *arguments):
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return json.loads(done.stdout)


def read(path):
    """Rows of cells without the class, and the classes."""
    opened = gzip.open(path, "rt", newline="") if path.suffix == ".gz" else open(path, newline="")
    with opened as file:
        rows = list(csv.reader(file))[1:]
    return [row[:-1] for row in rows], [row[-1] for row in rows]


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def write_samples(folder, rows):
    return write(folder / "x.csv", [f"f{k}" for k in range(len(rows[0]))], rows)


def members_of(classes, wanted=None):
    members = {}
    for i, name in enumerate(classes):
        if wanted is None or name in wanted:
            members.setdefault(name, []).append(i)
    return {name: some for name, some in members.items() if len(some) > 1}


def random_pairs(classes, count, rng):
    """Any two samples."""
    pairs = {}
    while len(pairs) < count:
        i, j = sorted(rng.sample(range(len(classes)), 2))
        pairs[i, j] = int(classes[i] == classes[j])
    return [(i, j, same) for (i, j), same in pairs.items()]


def random_triplets(classes, count, rng):
    members = members_of(classes)
    queries = [i for some in members.values() for i in some]
    triplets = []
    while len(triplets) < count:
        query = rng.choice(queries)
        near, far = rng.choice(members[classes[query]]), rng.randrange(len(classes))
        if near != query and classes[far] != classes[query]:
            triplets.append((query, near, far))
    return triplets


def pairs_of_classes(classes, wanted, count, rng):
    """A share of pairs inside a class, others between two, all classes alike."""
    members = members_of(classes, wanted)
    names = sorted(members)
    pairs = {}
    for _ in range(50 * count):
        if rng.random() < SAME_SHARE:
            i, j = sorted(rng.sample(members[rng.choice(names)], 2))
        else:
            a, b = rng.sample(names, 2)
            i, j = sorted((rng.choice(members[a]), rng.choice(members[b])))
        pairs[i, j] = int(classes[i] == classes[j])
        if len(pairs) == count:
            break
    return [(i, j, same) for (i, j), same in pairs.items()]


def judge(program, files):
    print("| set | pairs: raw | standardised | psd-flat | auto | triplets: raw | standardised | psd-flat | auto |")
    print("|---|---|---|---|---|---|---|---|---|")
    columns = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in files:
            rows, classes = read(file)
            data = write_samples(folder, rows)
            rng = random.Random(1)
            count = PER_SAMPLE * len(rows)
            given = {"pairs": ("auc", write(folder / "pairs.csv", ["i", "j", "same"],
                                            random_pairs(classes, count, rng))),
                     "triplets": ("triplet_accuracy", write(folder / "triplets.csv", ["query", "near", "far"],
                                                            random_triplets(classes, count, rng)))}
            cells = []
            for kind, (number, path) in given.items():
                for learner in ("psd-flat", "auto"):
                    found = ask(program, "evaluate", data, "--learner", learner, f"--{kind}", path, "--cv", FOLDS)
                    if learner == "psd-flat":
                        cells += [found["baselines"][b][number]["mean"] for b in ("euclidean_raw", "euclidean")]
                    cells.append(found["learned"][number]["mean"])
            columns.append(cells)
            print(f"| {file.name.split('.')[0]} | " + " | ".join(f"{x:.3f}" for x in cells) + " |", flush=True)
    means = [sum(column) / len(columns) for column in zip(*columns)]
    print("| **mean** | " + " | ".join(f"**{x:.3f}**" for x in means) + " |")


def quality(forecasts):
    """Brier score, log loss and expected calibration error over ten bins."""
    n = len(forecasts)
    brier = sum((p - same) ** 2 for p, same in forecasts) / n
    loss = -sum(math.log(p if same else 1 - p) for p, same in forecasts) / n
    bins = {}
    for p, same in forecasts:
        count, total, hits = bins.get(min(int(10 * p), 9), (0, 0, 0))
        bins[min(int(10 * p), 9)] = count + 1, total + p, hits + same
    error = sum(abs(total - hits) for _, total, hits in bins.values()) / n
    return brier, loss, error


def auc(pairs):
    """How often a same pair is nearer than a different one."""
    nearer = won = 0
    for _, same in sorted(pairs):
        nearer += same
        won += 0 if same else nearer
    return won / (nearer * (len(pairs) - nearer))


def class_folds(classes, seed):
    """Classes to learn from, to calibrate on and to judge by; every class is judged by once."""
    names = sorted(members_of(classes))
    random.Random(seed).shuffle(names)
    parts = [set(names[k::PARTS]) for k in range(PARTS)]
    for k in range(PARTS):
        yield parts[k - 1] | parts[k - 2], parts[k - 3] | parts[k - 4], parts[k]


def calibrate(program, files):
    print("| set | distance | AUC | decisions right | Brier | log loss | calibration error, % | of a fold, % |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        model, scored = folder / "m.model", folder / "scored.csv"
        for file in files:
            rows, classes = read(file)
            data = write_samples(folder, rows)
            for learner in ("euclidean", "psd-flat"):
                pooled, aucs, single, right = [], [], [], []
                for split in range(SPLITS):
                    for fold in class_folds(classes, split):
                        rng = random.Random(split)
                        learn, hold, test = (
                            pairs_of_classes(classes, part, count, rng)
                            for part, count in zip(fold, (LEARNED, CALIBRATED, JUDGED)))
                        paths = [write(folder / f"{k}.csv", ["i", "j", "same"], some)
                                 for k, some in enumerate((learn, hold, test))]
                        given = [] if learner == "euclidean" else ["--pairs", paths[0]]
                        ask(program, "fit", data, "--learner", learner, *given, "-o", model)
                        ask(program, "calibrate", model, data, "--pairs", paths[1])
                        ask(program, "score", model, data, "--pairs", paths[2], "-o", scored)
                        with open(scored, newline="") as lines:
                            here = list(csv.DictReader(lines))
                        truth = [same for _, _, same in test]
                        aucs.append(auc([(float(row["distance"]), same) for row, same in zip(here, truth)]))
                        right += [(row["decision"] == "same") == bool(same) for row, same in zip(here, truth)]
                        forecasts = [(float(row["probability"]), same) for row, same in zip(here, truth)]
                        single.append(quality(forecasts)[2])
                        pooled += forecasts
                brier, loss, error = quality(pooled)
                mean = lambda some: sum(some) / len(some)
                print(f"| {file.name.split('.')[0]} | {learner} | {mean(aucs):.3f} | {mean(right):.3f} | {brier:.3f} | "
                      f"{loss:.3f} | {100 * error:.2f} | {100 * mean(single):.2f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in ("judge", "calibrate"):
        sys.exit(__doc__)
    (judge if sys.argv[1] == "judge" else calibrate)(sys.argv[2], [pathlib.Path(name) for name in sys.argv[3:]])
