#!/usr/bin/python3
"""Makes the tables and pictures of docs/results/README.md again: errors of learners with default options.

Usage: tools/make_results.py PROGRAM [SET ...]

Tables are what `mahala compare --markdown` prints, without time and memory. Data sets that are not in data/ come from the folder that
MAHALA_BENCH_DATA names; a set whose file is not there keeps its table, and that is said.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("MAHALA_BENCH_DATA", ROOT / "data"))
PAGE = ROOT / "docs/results/README.md"

ALL = "auto,psd-flat,psd-polar,spd-flat,spd-affine,spd-log,itml,von-neumann,iplr,frobenius,logdet-kernel,frobmetric," \
      "lmnn,nca,mcml,ncmml,lfda,rca,dmlmj,lego,lsml,mmc,pola,sdp-logdet,ssikdr,covariance,pca"
QUICK = "auto,psd-flat,psd-polar,itml,frobmetric,lmnn,nca,ncmml,lfda,rca,dmlmj,covariance,pca"
SETS = {  # heading: name of picture, file, learners, folds, more flags
    "Iris": ("iris", DATA / "iris.csv", ALL, "2x5", []),
    "Wine": ("wine", ROOT / "data/wine.csv", ALL, "2x5", []),
    "Balance scale": ("balance_scale", DATA / "balance_scale.csv", ALL, "2x2", []),
    "Ionosphere": ("ionosphere", DATA / "ionosphere.csv", ALL, "2x2", []),
    "Soybean": ("soybean", DATA / "soybean.csv", QUICK, "2x2", ["--impute", "median"]),
    "Optical digits (of scikit-learn, in data/)": ("digits", ROOT / "data/digits.csv", QUICK, "2x2", []),
    "USPS, the 2,007 test digits": ("usps", DATA / "usps.test.csv.gz", "auto,psd-flat,itml,lmnn,nca,ncmml,lfda,rca,pca", "2x1", []),
    "Isolet, the 1,559 letters of isolet5": ("isolet", DATA / "isolet.test.csv.gz", "auto,psd-flat,lmnn,nca,ncmml,lfda,pca",
                                             "2x1", []),
    "Ten classes in a hidden subspace of 256 features": ("hidden_subspace", "generate",
                                                         "auto,psd-flat,lmnn,lfda,rca,nca,pca", "2x2", ["--ranks", "10"]),
}


def compared(program, name, source, learners, folds, more, folder):
    """The table, with the picture written."""
    if source == "generate":
        source = pathlib.Path(folder) / "hidden.npz"  # has its labels beside it
        subprocess.run([program, "generate", "-o", source, "--quiet"], check=True)
    command = [program, "compare", source, "--learners", learners, "--cv", folds, "--markdown", "--quiet",
               "--picture", PAGE.parent / f"{name}.svg", *more]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return "\n".join(without_cost(line) for line in text.split("\n") if line.startswith("|"))


def without_cost(row):
    """A row of the table without seconds and megabytes, which depend on what else the machine does."""
    cells = row.split("|")
    return "|".join(cells[:5] + cells[7:])


def replaced(page, heading, table):
    """The page with another first table under the heading."""
    start = page.index(f"## {heading}\n")
    found = re.compile(r"(^\|.*\n)+", re.MULTILINE).search(page, start)
    return page[:found.start()] + table + "\n" + page[found.end():]


def main():
    program, *wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for heading, (name, source, *rest) in SETS.items():
            if wanted and name not in wanted:
                continue
            if source != "generate" and not source.exists():
                print(f"{name}: keeps its table, there is no {source}")
                continue
            table = compared(program, name, source, *rest, folder)
            PAGE.write_text(replaced(PAGE.read_text(), heading, table))  # as it is by now
            print(name, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
