"""Data sets that come with the package: X, y = mahala.datasets.load("wine")."""
import os

from ._road import read

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def names():
    """Those there are."""
    return sorted(each[:-4] for each in os.listdir(_FOLDER) if each.endswith(".csv"))


def load(name):
    if name not in names():
        raise ValueError(f"there is no data set {name!r}; there are {', '.join(names())}")
    return read(os.path.join(_FOLDER, name + ".csv"), label="label")
