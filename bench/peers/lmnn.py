#!/usr/bin/python3
"""LMNN of rank 30 on USPS: seconds of learning, and the error of 3 nearest neighbours on the official test part,
beside scikit-learn's PCA of the same rank, which is where LMNN starts (scikit-learn has no LMNN).

Needs the benchmark data (MAHALA_BENCH_DATA).
"""

import sys
import tempfile

import figures

CHOSEN = figures.arguments(__doc__)  # before libraries that read how many threads there are

from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier

RANK = 30


def error(train, y_train, test, y_test):
    return 100 * (1 - KNeighborsClassifier(3).fit(train, y_train).score(test, y_test))


def main():
    parts = [figures.SHARED / f"usps.{part}.csv.gz" for part in ("train", "test")]
    if not all(part.exists() for part in parts):
        sys.exit(f"there is no {parts[0]}: nothing is compared")
    (train, y_train), (test, y_test) = map(figures.read_table, parts)
    found = figures.Figures(CHOSEN.json)
    with tempfile.TemporaryDirectory() as folder:
        mahala = figures.Ours(CHOSEN, folder, train, y_train)
        report, processor = mahala.fit("lmnn", rank=RANK, **{"lambda": 0})
        wrong = error(mahala.embed(train), y_train, mahala.embed(test), y_test)
    note = f"{report['iterations']} steps, objective {report['objective']:.6g}, {CHOSEN.threads} threads"
    found.add(f"lmnn usps, rank {RANK}: learning", report["seconds"], None, "s", note)
    found.add(f"lmnn usps, rank {RANK}: whole program", processor, None, "cpu s", note)
    pca = PCA(RANK, svd_solver="full").fit(train)  # no chance in it
    found.add(f"lmnn usps, rank {RANK}: 3-NN error", wrong,
              error(pca.transform(train), y_train, pca.transform(test), y_test), "%", "scikit-learn's PCA")
    found.write()


if __name__ == "__main__":
    main()
