"""What tests of the Python package share."""
import numpy as np
import pytest

import mahala


@pytest.fixture(scope="session")
def wine():
    return tuple(mahala.datasets.load("wine"))


@pytest.fixture(scope="session")
def iris():
    return tuple(mahala.datasets.load("iris"))


@pytest.fixture(scope="session")
def wine_pairs(wine):
    """(X, indices of pairs, 1 or -1)."""
    X, y = wine
    pairs = np.random.RandomState(0).randint(0, len(X), (400, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return X, pairs, np.where(y[pairs[:, 0]] == y[pairs[:, 1]], 1, -1)


@pytest.fixture(scope="session")
def wine_triplets(wine):
    X, y = wine
    drawn = np.random.RandomState(1).randint(0, len(X), (900, 3))
    keep = (y[drawn[:, 0]] == y[drawn[:, 1]]) & (y[drawn[:, 0]] != y[drawn[:, 2]]) & (drawn[:, 0] != drawn[:, 1])
    return X, drawn[keep]
