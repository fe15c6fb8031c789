#!/usr/bin/env python3
"""Every learner on data that no learner likes, under limits of memory and time.

    tools/hostile.py PROGRAM [--short] [--learner NAME] [--data NAME]

A run passes if the program learns a model whose embeddings (or scores) are finite, or says in one line what is
wrong with the data. Signals, internal errors, numbers that are not finite, time-outs and left-over files do not.
With --short every learner meets one of the data sets, each another.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

SECONDS, PATIENCE, BYTES = 60, 1200, 3 << 30  # of the processor; of the clock, for what hangs; of memory
DONE, BAD_INPUT, USAGE, DIVERGED = 0, 1, 2, 3


def table(rows, labels, names=None):
    """A CSV file of these samples."""
    names = names or [f"f{k}" for k in range(len(rows[0]))]
    lines = [",".join(names + ["label"])]
    lines += [",".join([*(f"{v!r}" for v in row), str(label)]) for row, label in zip(rows, labels)]
    return "\n".join(lines) + "\n"


def normal(n, d, seed=1, scale=1.0):
    rng = random.Random(seed)
    return [[scale * rng.gauss(0, 1) for _ in range(d)] for _ in range(n)]


def shifted(n, d, classes=3, scale=1.0, seed=1):
    """Classes that differ in their first feature, named 0, 1, ..."""
    rows = normal(n, d, seed, scale)
    labels = [i % classes for i in range(n)]
    for row, label in zip(rows, labels):
        row[0] += 3 * scale * label
    return rows, labels


def sparse(n=60, d=400, seed=3):
    """svmlight with empty rows."""
    rng = random.Random(seed)
    lines = []
    for i in range(n):
        places = sorted(rng.sample(range(1, d + 1), 0 if i % 7 == 0 else 8))
        lines.append(f"{i % 2} " + " ".join(f"{k}:{rng.random():.3f}" for k in places))
    return "\n".join(lines) + "\n"


def mixed_scales():
    rows, labels = shifted(60, 6)
    return [[v * 10.0 ** (4 * k - 12) for k, v in enumerate(row)] for row in rows], labels


def outliers():
    rows, labels = shifted(60, 4)
    rows[7][1], rows[20][0] = 1e9, -1e12
    return rows, labels


def collinear():
    rows, labels = shifted(60, 1)
    return [[row[0], 2 * row[0], -row[0], 1e-9 * row[0]] for row in rows], labels


def data_sets():
    """Name -> content of a file."""
    rows, labels = shifted(60, 4)
    return {
        "one_sample": table(rows[:1], labels[:1]),
        "two_samples": table(rows[:2], [0, 1]),
        "two_of_a_class": table(rows[:2], [0, 0]),
        "identical": table([rows[0]] * 40, labels[:40]),
        "zeros": table([[0.0] * 4] * 40, labels[:40]),
        "constant_columns": table([[1.0, row[0], -7.0, row[1]] for row in rows], labels),
        "one_class": table(rows, [0] * 60),
        "singletons": table(rows, range(60)),
        "one_is_alone": table(rows, [0] * 59 + [1]),
        "huge": table(*shifted(60, 4, scale=1e150)),
        "tiny": table(*shifted(60, 4, scale=1e-150)),
        "mixed_scales": table(*mixed_scales()),
        "outliers": table(*outliers()),
        "contradictions": table(rows[:30] * 2, [0] * 30 + [1] * 30),
        "wide": table(*shifted(12, 150)),
        "collinear": table(*collinear()),
        "one_feature": table(*shifted(60, 1)),
        "two_values": table([[float(v > 0) for v in row] for row in rows], labels),
        "many_classes": table(normal(120, 3), [i // 2 for i in range(120)]),
        "far_from_zero": table([[v + 1e8 for v in row] for row in rows], labels),
        "names": table(rows, [["50%", "`id`", "{/=9 x}"][i] for i in labels],
                       ["a %", "'\\n", "@{", "\x1b[31m"]),
        "missing": table([[*row[:3], math.nan] for row in rows], labels),
        "sparse": sparse(),
    }


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(program, *arguments):
    """Exit code (None: it hangs), standard output and standard error."""
    try:
        done = subprocess.run([program, *map(str, arguments), "--threads", "1"], capture_output=True,
                              timeout=PATIENCE, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def is_refusal(code, err):
    lines = err.splitlines()
    return (code in (BAD_INPUT, USAGE, DIVERGED) and len(lines) in (1, 2) and lines[0].startswith("mahala: ")
            and "internal" not in err and len(err) < 600)


def holds_nonsense(path):
    """Is there a number in the file that is not finite?"""
    cells = path.read_text(errors="replace").replace("\n", ",").split(",")
    return any(cell.lower() in ("nan", "-nan", "inf", "-inf") for cell in cells)


def complaint_about(program, learner, data, folder):
    """What is wrong with one run; "" if nothing is."""
    model, out = folder / "model", folder / "out.csv"
    code, _, err = call(program, "fit", data, "--learner", learner, "-o", model, "--quiet")
    if code != DONE:
        fine = is_refusal(code, err)
        return "" if fine else f"fit: exit {code}: {err[-300:]}"
    for command in (("embed", model, data, "-o", out), ("label", model, data, "-o", out)):
        code, _, err = call(program, *command, "--quiet")
        if code == DONE:
            return "the output holds a number that is not finite" if holds_nonsense(out) else ""
        if not is_refusal(code, err):
            return f"{command[0]}: exit {code}: {err[-300:]}"
    return ""  # similarities have sides, which the tests of embed know


def run_one(job):
    program, learner, name, path = job
    with tempfile.TemporaryDirectory() as folder:
        complaint = complaint_about(program, learner, path, pathlib.Path(folder))
        left = [file for file in os.listdir(folder) if ".part" in file]
    return learner, name, complaint or (f"left over: {left}" if left else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--learner")
    parser.add_argument("--data")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    listed = json.loads(subprocess.run([program, "learners", "--json"], capture_output=True, check=True).stdout)
    learners = [each["name"] for each in listed["learners"] if arguments.learner in (None, each["name"])]
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, content in data_sets().items():
            if arguments.data in (None, name):
                paths[name] = pathlib.Path(folder) / f"{name}.{'svm' if name == 'sparse' else 'csv'}"
                paths[name].write_text(content)
        jobs = [(program, learner, name, paths[name]) for learner in learners for name in paths]
        if arguments.short:
            names = list(paths)
            jobs = [(program, learner, name, paths[name]) for k, learner in enumerate(learners)
                    for name in [names[5 * k % len(names)]]]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(run_one, jobs))
    bad = [result for result in results if result[2]]
    for learner, name, complaint in bad:
        print(f"{learner} on {name}: {complaint}")
    print(f"{len(results)} runs of {len(learners)} learners on {len(paths)} data sets, {len(bad)} of them bad")
    return 1 if bad or not results else 0


if __name__ == "__main__":
    sys.exit(main())
