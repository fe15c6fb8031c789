#!/usr/bin/python3
"""Our estimators beside scikit-learn's NeighborhoodComponentsAnalysis and LinearDiscriminantAnalysis in one process.

Standardised iris, wine and digits, and 2,000 made-up samples of 256 features. Median processor seconds of one fit on the training half
of the samples with one thread each, and the mean share of the other half that 5 nearest neighbours get wrong afterwards, over
the same five halves. NCA twice: as published, like scikit-learn's, and with our defaults, which hold it near its start.
"""
import sys
import warnings

import figures

CHOSEN = figures.arguments(__doc__)
figures.limit_threads(1)  # before libraries that read how many there are: waiting threads count as processor time
sys.path.insert(0, str(figures.ROOT / "build/release/python"))

import numpy as np
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier, NeighborhoodComponentsAnalysis
from sklearn.preprocessing import StandardScaler

import mahala

HALVES = 5


def sets():
    for name in ("iris", "wine", "digits"):
        yield name, *mahala.datasets.load(name)
    yield "2,000 x 256", *make_classification(2000, 256, n_informative=20, n_redundant=20, n_classes=5, class_sep=1.5,
                                              random_state=0)


def halves(X, y):
    """(X_train, X_test, y_train, y_test), standardised by the training half."""
    for seed in range(HALVES):
        X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=seed, stratify=y)
        scale = StandardScaler().fit(X_train)
        yield np.ascontiguousarray(scale.transform(X_train)), np.ascontiguousarray(scale.transform(X_test)), y_train, y_test


def measured(learner, parts):
    """(median processor seconds of a fit, mean share of errors)."""
    seconds, errors = [], []
    for X_train, X_test, y_train, y_test in parts:
        fitted, _, processor = figures.timed(lambda: learner.fit(X_train, y_train))
        vote = KNeighborsClassifier(5).fit(fitted.transform(X_train), y_train)
        seconds.append(processor)
        errors.append(1 - vote.score(fitted.transform(X_test), y_test))
    return np.median(seconds), np.mean(errors)


def rivals(classes, dim):
    rank = min(10, dim)
    nca = NeighborhoodComponentsAnalysis(rank, random_state=0)
    yield "nca", mahala.NCA(n_components=rank, prepare="none", lambda_=0), nca
    yield "nca near its start", mahala.NCA(n_components=rank, prepare="none"), nca
    yield "lda", mahala.LDA(prepare="none"), LinearDiscriminantAnalysis(n_components=min(classes - 1, dim))


def main():
    warnings.simplefilter("ignore")
    mahala.set_threads(1)
    found = figures.Figures(CHOSEN.json)
    for name, X, y in sets():
        parts = list(halves(X, y))
        for learner, ours, theirs in rivals(len(np.unique(y)), X.shape[1]):
            mine, other = measured(ours, parts), measured(theirs, parts)
            found.add(f"{learner}, {name}: learning, in Python", mine[0], other[0], "cpu s", "scikit-learn")
            found.add(f"{learner}, {name}: error, in Python", 100 * mine[1], 100 * other[1], "%", "scikit-learn")
    found.write()


if __name__ == "__main__":
    main()
