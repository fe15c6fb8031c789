#!/usr/bin/python3
"""NCA beside scikit-learn's NeighborhoodComponentsAnalysis on the same standardised digits, in one run.

Both start where scikit-learn's default does: at the identity, or the principal axes below full rank. Seconds of
learning are those of scikit-learn's defaults, beside ours after the fewest steps that reach its objective and after
all steps. The objective, the share of random neighbours that are of another class, is computed here from the two
maps. Processor time is shown beside the clock's because it depends less on what else the machine does.
"""

import tempfile

import figures

CHOSEN = figures.arguments(__doc__)  # before libraries that read how many threads there are

import numpy as np
from sklearn.neighbors import NeighborhoodComponentsAnalysis

REPEATS = 3
STEPS = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 30, 50)


def other_class_share(z, y):
    """Mean probability of a random neighbour of another class."""
    squares = (z * z).sum(1)
    d = squares[:, None] + squares[None] - 2 * z @ z.T
    np.fill_diagonal(d, np.inf)
    p = np.exp(d.min(1, keepdims=True) - d)
    p /= p.sum(1, keepdims=True)
    return 1 - (p * (y[:, None] == y[None])).sum() / len(y)


def ours(mahala, x, y, rank, steps, reading):
    """Objective and the least seconds after so many steps; processor seconds without reading the samples."""
    goes = [mahala.fit("nca", rank=rank, max_iterations=steps, **{"lambda": 0}) for _ in range(REPEATS)]
    return (other_class_share(mahala.embed(x), y), min(report["seconds"] for report, _ in goes),
            min(processor for _, processor in goes) - reading)


def compare(mahala, x, y, rank, found):
    learner = NeighborhoodComponentsAnalysis(n_components=rank, random_state=0)
    learned, clock, processor = figures.best(REPEATS, lambda: learner.fit(x, y))
    theirs = other_class_share(x @ learned.components_.T, y)
    reading = min(mahala.fit("euclidean")[1] for _ in range(REPEATS))
    for steps in STEPS:
        as_good = ours(mahala, x, y, rank, steps, reading)
        if as_good[0] <= theirs:
            break
    whole = ours(mahala, x, y, rank, 200, reading)
    for name, mine, after in (("as good", as_good, f"; ours after {steps} steps"), ("to the end", whole, "")):
        of = f"nca digits, rank {rank}, {name}"
        found.add(f"{of}: objective", mine[0], theirs, "", f"scikit-learn{after}")
        found.add(f"{of}: learning", mine[1], clock, "s", f"scikit-learn, {CHOSEN.threads} threads")
        found.add(f"{of}: learning", mine[2], processor, "cpu s", f"scikit-learn, {CHOSEN.threads} threads")


def main():
    x, y = figures.read_table(figures.ROOT / "data/digits.csv")
    spread = x.std(0, ddof=1)
    x = (x - x.mean(0)) / np.where(spread > 0, spread, 1)
    found = figures.Figures(CHOSEN.json)
    with tempfile.TemporaryDirectory() as folder:
        mahala = figures.Ours(CHOSEN, folder, x, y)
        for rank in (x.shape[1], 10):
            compare(mahala, x, y, rank, found)
    found.write()


if __name__ == "__main__":
    main()
