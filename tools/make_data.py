#!/usr/bin/env python3
"""Writes the data sets of data/ from the files of Debian's python3-sklearn package.

Usage: tools/make_data.py [OUTPUT_FOLDER]     (default: data/ beside this folder)
"""

import csv
import gzip
import itertools
import pathlib
import sys

SKLEARN = pathlib.Path("/usr/lib/python3/dist-packages/sklearn/datasets/data")

IRIS = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
WINE = ["alcohol", "malic_acid", "ash", "alcalinity_of_ash", "magnesium", "total_phenols",
        "flavanoids", "nonflavanoid_phenols", "proanthocyanins", "color_intensity", "hue",
        "od280_od315_of_diluted_wines", "proline"]
CELL = ["radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity",
        "concave_points", "symmetry", "fractal_dimension"]
BREAST_CANCER = [f"{kind}_{name}" for kind in ("mean", "error", "worst") for name in CELL]
DIGITS = [f"pixel_{row}_{column}" for row in range(8) for column in range(8)]
BALANCE = ["left_weight", "left_distance", "right_weight", "right_distance"]


def read(name):
    """The rows of one file; all but the digits begin with sizes and the class names."""
    path = SKLEARN / name
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        return list(csv.reader(file))


def write(folder, name, features, samples):
    """Writes (values, label) samples under a header that ends in 'label'."""
    with open(folder / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(features + ["label"])
        for values, label in samples:
            if len(values) != len(features):
                raise ValueError(f"{name}: {len(values)} values, expected {len(features)}")
            writer.writerow(list(values) + [label])


def with_class_names(rows):
    names = rows[0][2:]
    return [(row[:-1], names[int(row[-1])]) for row in rows[1:]]


def digits():
    # The file writes its whole numbers as 5.000000000000000000e+00 in some releases.
    return [([int(float(cell)) for cell in row[:-1]], int(float(row[-1])))
            for row in read("digits.csv.gz")]


def balance_scale():
    """All 625 settings of a scale: it tips to the side of the larger weight x distance."""
    for values in itertools.product(range(1, 6), repeat=4):
        torque = values[0] * values[1] - values[2] * values[3]
        yield values, "L" if torque > 0 else "R" if torque < 0 else "B"


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "data"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, "iris.csv", IRIS, with_class_names(read("iris.csv")))
    write(folder, "wine.csv", WINE, with_class_names(read("wine_data.csv")))
    write(folder, "breast_cancer.csv", BREAST_CANCER, with_class_names(read("breast_cancer.csv")))
    write(folder, "digits.csv", DIGITS, digits())
    write(folder, "balance_scale.csv", BALANCE, balance_scale())


if __name__ == "__main__":
    main()
