#!/usr/bin/python3
"""LDA beside scikit-learn's LinearDiscriminantAnalysis: seconds of fitting, and the error of 3 nearest neighbours
among what both make of held-out samples.

Digits in two halves, and isolet's official parts where the benchmark data is (MAHALA_BENCH_DATA). scikit-learn's is
shown with the same shrinkage as ours (solver=eigen, shrinkage=auto) and with its defaults (solver=svd, none).
"""

import tempfile

import figures

CHOSEN = figures.arguments(__doc__)  # before libraries that read how many threads there are

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

REPEATS = 3
THEIRS = {"same shrinkage": {"solver": "eigen", "shrinkage": "auto"}, "its defaults": {}}


def error(train, y_train, test, y_test):
    return 100 * (1 - KNeighborsClassifier(3).fit(train, y_train).score(test, y_test))


def compare(name, train, y_train, test, y_test, found):
    with tempfile.TemporaryDirectory() as folder:
        mahala = figures.Ours(CHOSEN, folder, train, y_train)
        seconds = min(mahala.fit("lda")[0]["seconds"] for _ in range(REPEATS))
        wrong = error(mahala.embed(train), y_train, mahala.embed(test), y_test)
    for way, options in THEIRS.items():
        fitted, clock, _ = figures.best(REPEATS, lambda: LinearDiscriminantAnalysis(**options).fit(train, y_train))
        note = f"scikit-learn, {way}"
        found.add(f"lda {name}: fitting", seconds, clock, "s", note)
        found.add(f"lda {name}: 3-NN error", wrong,
                  error(fitted.transform(train), y_train, fitted.transform(test), y_test), "%", note)


def main():
    found = figures.Figures(CHOSEN.json)
    x, y = figures.read_table(figures.ROOT / "data/digits.csv")
    train, test, y_train, y_test = train_test_split(x, y, test_size=0.5, random_state=0, stratify=y)
    compare("digits", train, y_train, test, y_test, found)
    parts = [figures.SHARED / f"isolet.{part}.csv.gz" for part in ("train", "test")]
    if all(part.exists() for part in parts):
        compare("isolet", *figures.read_table(parts[0]), *figures.read_table(parts[1]), found)
    else:
        print(f"isolet is left out: there is no {parts[0]}")
    found.write()


if __name__ == "__main__":
    main()
