#!/usr/bin/python3
"""NCA beside scikit-learn's NeighborhoodComponentsAnalysis on the same standardised digits, in one run.

Prints for each rank the share of random neighbours that are of the own class (the objective of both, computed
here from the two maps), seconds, and their ratio. Both start at the identity, or the principal axes below full rank.
Processor time is shown beside the clock's because it does not depend on what else the machine does.

    bench/peers/nca.py [build/release/mahala] [data/digits.csv]
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
from sklearn.neighbors import NeighborhoodComponentsAnalysis

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/mahala")
DATA = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "data/digits.csv")


def own_class_share(z, y):
    """Mean probability of a random neighbour of the own class."""
    squares = (z * z).sum(1)
    d = squares[:, None] + squares[None] - 2 * z @ z.T
    np.fill_diagonal(d, np.inf)
    p = np.exp(d.min(1, keepdims=True) - d)
    p /= p.sum(1, keepdims=True)
    return (p * (y[:, None] == y[None])).sum() / len(y)


def theirs(x, y, rank):
    start = "identity" if rank == x.shape[1] else "pca"
    clock, processor = time.perf_counter(), time.process_time()
    learned = NeighborhoodComponentsAnalysis(n_components=rank, init=start, random_state=0).fit(x, y)
    seconds = time.perf_counter() - clock, time.process_time() - processor
    return own_class_share(x @ learned.components_.T, y), *seconds


def run(x, y, rank, folder, steps):
    """Ours after so many steps: objective, seconds of learning, processor seconds of the whole program."""
    samples, model, embedded = (str(folder / name) for name in ("x.csv", "model", "z.npy"))
    command = [PROGRAM, "fit", samples, "--label", str(x.shape[1]), "--learner", "nca", "--prepare", "none",
               "--set", f"rank={rank}", "--set", f"max_iterations={steps}", "-o", model, "--json", "--quiet"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    subprocess.run([PROGRAM, "embed", model, samples, "--label", str(x.shape[1]), "-o", embedded, "--quiet"],
                   check=True, capture_output=True)
    return own_class_share(np.load(embedded), y), report["seconds"], processor


def ours(x, y, rank, folder, wanted):
    """The fewest steps that reach the objective wanted, and all of them; without reading the file."""
    np.savetxt(folder / "x.csv", np.column_stack([x, y]), delimiter=",", fmt=["%.17g"] * x.shape[1] + ["%d"])
    reading = run(x, y, rank, folder, 0)[2]
    for steps in (5, 8, 11, 13, 15, 20, 30, 50, 200):
        objective, seconds, processor = run(x, y, rank, folder, steps)
        if objective >= wanted:
            break
    return (objective, seconds, processor - reading), (lambda all: (*all[:2], all[2] - reading))(
        run(x, y, rank, folder, 200))


def main():
    table = np.loadtxt(DATA, delimiter=",", skiprows=1)
    x, y = table[:, :-1], table[:, -1].astype(int)
    spread = x.std(0, ddof=1)
    x = (x - x.mean(0)) / np.where(spread > 0, spread, 1)
    print(f"NCA on {x.shape[0]} samples of {x.shape[1]} features")
    print(f"{'rank':>5} {'':>20} {'objective':>10} {'seconds':>9} {'processor':>10} {'ratios':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for rank in (x.shape[1], 10):
            other = theirs(x, y, rank)
            as_good, whole = ours(x, y, rank, pathlib.Path(folder), other[0])
            print(f"{rank:>5} {'scikit-learn':>20} {other[0]:>10.5f} {other[1]:>9.2f} {other[2]:>10.2f}")
            for name, mine in (("mahala, as good", as_good), ("mahala, to the end", whole)):
                print(f"{'':>5} {name:>20} {mine[0]:>10.5f} {mine[1]:>9.2f} {mine[2]:>10.2f}"
                      f" {other[1] / mine[1]:>6.1f} {other[2] / mine[2]:>5.1f}")


if __name__ == "__main__":
    main()
