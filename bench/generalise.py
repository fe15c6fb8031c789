#!/usr/bin/python3
"""Do learned distances help when nothing is chosen? Errors of learners with default options on 16 data sets.

Usage: bench/generalise.py PROGRAM [--learners A,B,...] [--sets A,B,...] [--keep FILE] [--page FOLDER]

Error of 5 neighbours in percent, two folds three times; whatever is chosen is chosen inside the training part by the
program. Sets come from the benchmark data (MAHALA_BENCH_DATA, else ../shared/data), at most 1,000 samples of each
(600 of madelon, isolet and mnist) by a stratified draw of seed 1. "rel" is the geometric mean of
(error + 0.3) / (error of raw Euclid + 0.3), minus 1. With --keep, what was measured is kept in that file and not measured again; with --page,
generalise.md and generalise.svg are written there. "LEARNER:OPTION=VALUE:--FLAG=VALUE" is a learner with options.
"""

import argparse
import csv
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("MAHALA_BENCH_DATA", ROOT.parent / "shared/data"))

SETS = {  # files, and how many samples at most
    "wine": (["wine.csv"], 1000), "iris": (["iris.csv"], 1000), "balance": (["balance_scale.csv"], 1000),
    "wdbc": (["breast_cancer_wdbc.csv"], 1000), "ionosphere": (["ionosphere.csv"], 1000),
    "soybean": (["soybean_complete.csv"], 1000), "vowel": (["vowel.train.csv", "vowel.test.csv"], 1000),
    "pendigits": (["pendigits.train.csv", "pendigits.test.csv"], 1000), "digits": (["digits8x8.csv"], 1000),
    "usps": (["usps.train.csv.gz", "usps.test.csv.gz"], 1000), "glove": (["glove_wordnet.csv.gz"], 1000),
    "madelon": (["madelon.csv"], 600), "isolet": (["isolet.train.csv.gz", "isolet.test.csv.gz"], 600),
    "mnist": (["mnist.train.csv.gz"], 600), "colon": (["alon_colon.csv.gz"], 1000),
    "leukemia": (["golub_leukemia.csv.gz"], 1000),
}
LEARNERS = ["auto", "psd-flat", "frobmetric", "lmnn"]
COLOURS = ["#d95f02", "#1b9e77", "#7570b3", "#e7298a", "#66a61e", "#e6ab02", "#a6761d", "#666666"]


def rows_of(files):
    """The header and all rows of the files."""
    rows = []
    for name in files:
        opened = gzip.open if name.endswith(".gz") else open
        with opened(DATA / name, "rt") as lines:
            header, *more = csv.reader(lines)
            rows += more
    return header, rows


def drawn(header, rows, most):
    """At most so many rows, of every class its share."""
    rng = random.Random(1)
    rng.shuffle(rows)
    if len(rows) <= most:
        return rows
    classes = {}
    for row in rows:
        classes.setdefault(row[header.index("label")], []).append(row)
    kept = [row for members in classes.values()
            for row in members[:max(2, round(most * len(members) / len(rows)))]]
    rng.shuffle(kept)
    return kept[:most]


def write_set(name, folder):
    files, most = SETS[name]
    header, rows = rows_of(files)
    path = pathlib.Path(folder) / f"{name}.csv"
    with open(path, "w", newline="") as table:
        csv.writer(table).writerows([header, *drawn(header, rows, most)])
    return path


def evaluate(program, path, learner):
    """Errors in percent by method, and p-values against both Euclids."""
    name, *more = learner.split(":")
    command = [program, "evaluate", path, "--label", "label", "--cv", "2x3", "--json", "--quiet", "--learner", name]
    for word in more:
        command += [word] if word.startswith("--") else ["--set", word]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    euclids = {name: answer["baselines"][name] for name in ("euclidean_raw", "euclidean")}
    return {"error": 100 * answer["learned"]["error_mean"],
            "raw": 100 * euclids["euclidean_raw"]["error_mean"], "std": 100 * euclids["euclidean"]["error_mean"],
            "p": {name: each["p_value"] for name, each in euclids.items()}}


def mean_change(errors, references):
    logs = [math.log((a + 0.3) / (b + 0.3)) for a, b in zip(errors, references)]
    return 100 * (math.exp(sum(logs) / len(logs)) - 1)


def worse(found, against, key):
    """Sets on which the learner is significantly worse."""
    return sum(each["p"][key] < 0.05 and each["error"] > each[against] for each in found)


def table(results, learners):
    lines = ["| set | raw | standardised | " + " | ".join(learners) + " |", "|---" * (len(learners) + 3) + "|"]
    for name, found in results.items():
        first = found[learners[0]]
        lines.append(f"| {name} | {first['raw']:.1f} | {first['std']:.1f} | "
                     + " | ".join(f"{found[learner]['error']:.1f}" for learner in learners) + " |")
    return lines


def summary(results, learners):
    lines = ["| learner | rel to raw | without wine | at or below raw | significantly worse than raw / standardised |",
             "|---|---|---|---|---|"]
    for learner in learners:
        found = [each[learner] for each in results.values()]
        others = [each[learner] for name, each in results.items() if name != "wine"]
        lines.append(
            f"| {learner} | {mean_change([f['error'] for f in found], [f['raw'] for f in found]):+.1f} % "
            f"| {mean_change([f['error'] for f in others], [f['raw'] for f in others]):+.1f} % "
            f"| {sum(f['error'] <= f['raw'] for f in found)} of {len(found)} "
            f"| {worse(found, 'raw', 'euclidean_raw')} / {worse(found, 'std', 'euclidean')} |")
    return lines


def picture(results, learners):
    """A row for each set: how each error compares with that of the better Euclid, on a logarithmic axis."""
    left, width, step = 110, 640, 24
    height = 60 + step * len(results)
    place = lambda ratio: left + width * (math.log2(min(max(ratio, 0.125), 2)) + 3) / 4
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 20}" height="{height + 30}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for ratio in (0.125, 0.25, 0.5, 1, 2):
        colour = "#000" if ratio == 1 else "#ccc"
        parts.append(f'<line x1="{place(ratio):.1f}" x2="{place(ratio):.1f}" y1="40" y2="{height - 10}" stroke="{colour}"/>'
                     f'<text x="{place(ratio):.1f}" y="{height + 8}" text-anchor="middle">{ratio:g}</text>')
    for k, learner in enumerate(learners):
        parts.append(f'<circle cx="{left + 82 * k}" cy="18" r="5" fill="{COLOURS[k % len(COLOURS)]}"/>'
                     f'<text x="{left + 82 * k + 9}" y="22">{learner}</text>')
    for row, (name, found) in enumerate(results.items()):
        y = 54 + step * row
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{name}</text>')
        for k, learner in enumerate(learners):
            each = found[learner]
            ratio = (each["error"] + 0.3) / (min(each["raw"], each["std"]) + 0.3)
            parts.append(f'<circle cx="{place(ratio):.1f}" cy="{y}" r="5" fill="{COLOURS[k % len(COLOURS)]}" '
                         'fill-opacity="0.75"/>')
    parts.append(f'<text x="{left + width / 2}" y="{height + 25}" text-anchor="middle">errors as a share of those of '
                 'the better Euclidean distance (left is better)</text></svg>')
    return "\n".join(parts) + "\n"


def page(results, learners):
    return "\n".join([
        "# Learned distances when nothing is chosen", "",
        "Error of 5 neighbours in %, two folds three times, everything chosen inside the training part, all options at their",
        "defaults; at most 1,000 samples of each set (600 of madelon, isolet and mnist). Written by `bench/generalise.py`.", "",
        *table(results, learners), "",
        "\"rel\" is the geometric mean over sets of (error + 0.3) / (error of raw Euclid + 0.3), minus 1; significance is by the",
        "corrected resampled t-test, p < 0.05.", "", *summary(results, learners), "",
        "![errors against the better Euclidean distance](generalise.svg)", ""])


class Kept:
    """Errors that were measured before, by set and learner, in a file."""

    def __init__(self, path):
        self.path = path
        self.found = json.loads(path.read_text()) if path and path.exists() else {}

    def get(self, name, learner, measured):
        row = self.found.setdefault(name, {})
        if learner not in row:
            row[learner] = measured()
            if self.path:
                self.path.write_text(json.dumps(self.found, indent=1))
        return row[learner]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    chosen = parser.parse_args()
    learners, results, kept = chosen.learners.split(","), {}, Kept(chosen.keep)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.sets.split(","):
            path = write_set(name, folder)
            results[name] = {learner: kept.get(name, learner, lambda: evaluate(chosen.program, path, learner))
                             for learner in learners}
            print(name, {learner: round(found["error"], 1) for learner, found in results[name].items()}, flush=True)
    print("\n".join(table(results, learners) + [""] + summary(results, learners)))
    if chosen.page:
        (chosen.page / "generalise.md").write_text(page(results, learners))
        (chosen.page / "generalise.svg").write_text(picture(results, learners))


if __name__ == "__main__":
    main()
