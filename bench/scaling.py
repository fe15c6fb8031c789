#!/usr/bin/python3
"""The table of docs/scaling.md: seconds, memory and bytes received for every learner that shares samples among ranks.

scaling.py PROGRAM [--ranks 1,2,4] [--samples N] [--features D] [--only NAME,...] prints rows of Markdown. Iterative learners run
with two numbers of steps, and the difference is divided by the steps between: that of an iteration. Memory is the peak of a
rank, bytes are what rank 0 received. Seconds are of its processor, one thread, less those of messages, so that a busy machine and
more ranks than cores (marked *) do not count; closed forms have reading and the fingerprint of the data in theirs.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

# What is set, and the option that counts steps with two values of it; None for closed forms.
LEARNERS = {
    "covariance": ([], None),
    "pca": (["rank=10"], None),
    "lda": (["shrinkage=0.1"], None),
    "lda (shrinkage by class)": ([], None),
    "rca": (["identity=0"], None),
    "lfda": (["identity=0"], None),
    "psd-flat": (["rank=10", "start=random", "stages=false", "tolerance=0"], ("max_iterations", 5, 15)),
    "psd-flat online": (["rank=10", "start=random", "solver=online", "passes=1", "prefix=100"], None),
    "psd-polar": (["rank=10", "start=random", "stages=false", "tolerance=0"], ("max_iterations", 5, 15)),
    "spd-flat": (["tolerance=0"], ("max_iterations", 3, 6)),
    "loreta": (["step=0.01", "draw=anywhere"], ("steps", 1000, 3000)),
    "loreta-psd": (["draw=anywhere"], ("steps", 1000, 3000)),
    "nca": (["start=random"], ("max_iterations", 2, 6)),
    "lmnn": ([], ("max_iterations", 4, 8)),
    "mcml": (["start=random"], ("max_iterations", 2, 6)),
    "frobmetric": ([], ("max_iterations", 3, 6)),
    "itml": (["gamma=1"], ("max_sweeps", 5, 10)),
    "iplr": (["gamma=1"], ("max_sweeps", 5, 10)),
}
FROM_PAIRS = {"psd-flat", "psd-flat online", "psd-polar", "spd-flat", "itml", "iplr"}
FROM_SETS = {"frobmetric"}
SMALL = {"frobmetric": 4000, "lfda": 8000, "lmnn": 8000, "mcml": 8000, "nca": 8000}

# Runs a rank and writes down the most memory it held, and how long its processor was busy.
WRAPPER = """import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
open(sys.argv[1] + os.environ.get("OMPI_COMM_WORLD_RANK", "0"), "w").write(f"{usage.ru_maxrss} {usage.ru_utime + usage.ru_stime}")
sys.exit(os.waitstatus_to_exitcode(status))
"""


def generate(folder, samples, features):
    rng = np.random.default_rng(1)
    y = rng.integers(10, size=samples)
    x = rng.normal(size=(samples, features)) + rng.normal(size=(10, features))[y]
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    i, j = rng.integers(samples, size=(2, 100_000))
    with open(folder / "pairs.csv", "w") as file:
        file.write("i,j,relation,value\n")
        for a, b in zip(i, j):
            if a != b:
                file.write(f"{a},{b}," + (f"<=,{features}" if y[a] == y[b] else f">=,{2 * features}") + "\n")
    members = [np.flatnonzero(y == c) for c in range(10)]
    with open(folder / "triplets.csv", "w") as file:
        file.write("query,near,far\n")
        for q in rng.integers(samples, size=5000):
            near, far = rng.choice(members[y[q]]), rng.choice(members[(y[q] + 1) % 10])
            if near != q:
                file.write(f"{q},{near},{far}\n")


def run(program, folder, ranks, name, settings):
    learner = name.split()[0]
    given = ["--pairs", "pairs.csv"] if name in FROM_PAIRS else ["--triplets", "triplets.csv"] if name in FROM_SETS else []
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), sys.executable, "wrapper.py",
               "memory.", program, "fit", "x.npy", "--labels-file", "y.npy", *given, "--learner", learner,
               *[part for each in settings for part in ("--set", each)], "--prepare", "none", "--threads", "1", "--json", "--quiet",
               "-o", "m.model"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr}")
    answer = json.loads(done.stdout)
    received = answer.get("ranks", {})
    used = [[float(each) for each in (folder / f"memory.{rank}").read_text().split()] for rank in range(ranks)]
    busy = used[0][1] - received.get("processor_seconds", 0)
    return (np.array([busy, received.get("received_bytes", 0) / 1e6, received.get("messages", 0)]),
            max(memory for memory, _ in used) / 1024, answer)


def measure(program, folder, ranks, name):
    settings, steps = LEARNERS[name]
    if steps is None:
        numbers, memory, _ = run(program, folder, ranks, name, settings)
        return numbers, memory, "all"
    option, few, many = steps
    begin, _, first = run(program, folder, ranks, name, [*settings, f"{option}={few}"])
    end, memory, last = run(program, folder, ranks, name, [*settings, f"{option}={many}"])
    made = max(1, last["iterations"] - first["iterations"])
    return (end - begin) / made, memory, "a step"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--samples", type=int, default=200_000)
    parser.add_argument("--features", type=int, default=128)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    counts = [int(each) for each in arguments.ranks.split(",")]
    only = arguments.only.split(",") if arguments.only else list(LEARNERS)
    print(f"{arguments.samples} samples of {arguments.features} features; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print("| learner | samples | of | P | seconds | MB received | messages | MB of memory |\n|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folders = {}
        for learner in only:
            samples = min(arguments.samples, SMALL.get(learner, arguments.samples))
            if samples not in folders:
                folders[samples] = pathlib.Path(name) / str(samples)
                folders[samples].mkdir()
                generate(folders[samples], samples, arguments.features)
                (folders[samples] / "wrapper.py").write_text(WRAPPER)
            for ranks in counts:
                numbers, memory, what = measure(program, folders[samples], ranks, learner)
                mark = "*" if ranks > (os.cpu_count() or 1) else ""
                print(f"| {learner} | {samples} | {what} | {ranks}{mark} | {numbers[0]:.3g} | {numbers[1]:.3g} | {numbers[2]:.3g} |"
                      f" {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
