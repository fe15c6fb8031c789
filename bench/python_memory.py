#!/usr/bin/python3
"""The memory that fits from Python take beyond the samples themselves: a float32 array of 2 GB, and a CSR matrix.

Run after ./dev python. Each is made and fitted in a process of its own whose peak is read before and after the fit; more than a
tenth of the samples, 200 MB for the libraries and 100 bytes a label would be a second copy, and ends with code 1.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ALLOWED, LIBRARIES, LABEL = 0.1, 200e6, 100

DENSE = """
X = np.empty(({rows}, 128), dtype=np.float32)
rng = np.random.default_rng(0)
for begin in range(0, len(X), 100000):
    X[begin:begin + 100000] = rng.standard_normal((min(100000, len(X) - begin), 128), dtype=np.float32)
size = X.nbytes
"""
SPARSE = """
rows, each = {rows}, 100
rng = np.random.default_rng(0)
columns = np.sort(rng.integers(0, 200, (rows, each), dtype=np.int64), axis=1) + 200 * np.arange(each, dtype=np.int64)
columns.sort(axis=1)
X = scipy.sparse.csr_matrix((rng.random(rows * each), columns.ravel(), each * np.arange(rows + 1, dtype=np.int64)),
                            shape=(rows, 200 * each))
X.indices, X.indptr = columns.ravel(), each * np.arange(rows + 1, dtype=np.int64)
X.has_canonical_format = True
size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
"""
FIT = """
y = np.arange(X.shape[0]) % 3
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
fitted = {estimator}.fit(X, y)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(size, 1024 * (after - before), fitted.components_.shape[0], len(y))
"""


def measure(name, samples, estimator):
    script = "import resource, scipy.sparse, mahala, numpy as np\n" + samples + FIT.format(estimator=estimator)
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={"PYTHONPATH": str(ROOT / "build/release/python")})
    if told.returncode != 0:
        sys.exit(told.stderr)
    size, more, rank, labels = (int(float(each)) for each in told.stdout.split())
    print(f"{name:<28} samples {size / 1e6:8.0f} MB, more while fitting {more / 1e6:7.0f} MB, {rank} components")
    return more <= ALLOWED * size + LIBRARIES + LABEL * labels


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 3906250  # times 128 floats is 2 GB
    good = measure("float32, PCA", DENSE.format(rows=rows), "mahala.PCA(n_components=5, prepare='none')")
    good &= measure("float32, LDA", DENSE.format(rows=rows), "mahala.LDA(prepare='none')")
    good &= measure("CSR, LSA", SPARSE.format(rows=rows // 6), "mahala.LSA(n_components=5, prepare='none')")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
