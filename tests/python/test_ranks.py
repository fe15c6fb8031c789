"""Under mpi4py every rank gives the whole array and gets the model of one process."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mahala

pytest.importorskip("mpi4py")
if shutil.which("mpirun") is None or not mahala._mahala.knows_ranks():
    pytest.skip("mpirun is not there, or the module was built without MPI", allow_module_level=True)

FEW_STEPS = {"steps": 60, "step": 0.01}
FEW_SWEEPS = {"gamma": 1, "max_sweeps": 50}
# Every learner that shares samples, and other roads of some, with options that keep them short. Samples are drawn and
# neighbours searched as they would be by default.
ROADS = {
    "bilinear-gd": ("BilinearGD", FEW_STEPS),
    "covariance": ("Covariance", {}),
    "euclidean": ("Euclidean", {}),
    "frobmetric": ("FrobMetric", {"max_iterations": 20}),
    "iplr": ("IPLR", FEW_SWEEPS),
    "itml": ("ITML", FEW_SWEEPS),
    "lda": ("LDA", {}),
    "lda shrunk": ("LDA", {"shrinkage": 0.3}),
    "lfda": ("LFDA", {"identity": 0}),
    "lmnn": ("LMNN", {"max_iterations": 8}),
    "lmnn full": ("LMNN", {"solver": "full", "max_iterations": 3}),
    "loreta": ("Loreta", FEW_STEPS),
    "loreta-labels": ("LoretaLabels", FEW_STEPS),
    "loreta-mi": ("LoretaMI", FEW_STEPS),
    "loreta-psd": ("LoretaPSD", {"steps": 60}),
    "mcml": ("MCML", {"max_iterations": 5}),
    "mcml full": ("MCML", {"solver": "full", "max_iterations": 3}),
    "nca": ("NCA", {"max_iterations": 5}),
    "nca by queries": ("NCA", {"queries": 100, "max_iterations": 10}),
    "pa": ("PA", FEW_STEPS),
    "pa-labels": ("PALabels", FEW_STEPS),
    "pca": ("PCA", {"n_components": 3}),
    "psd-flat": ("PSDFlat", {}),
    "psd-flat online": ("PSDFlat", {"solver": "online"}),
    "psd-flat spectral": ("PSDFlat", {"start": "rca", "n_components": 3}),
    "psd-gd": ("PSDGD", FEW_STEPS),
    "psd-polar": ("PSDPolar", {}),
    "psd-polar online": ("PSDPolar", {"solver": "online", "n_components": 3}),
    "rca": ("RCA", {}),
    "rca chosen": ("RCA", {"identity": -1}),
    "spd-affine": ("SPDAffine", {}),
    "spd-flat": ("SPDFlat", {}),
    "spd-log": ("SPDLog", {}),
}

SCRIPT = f"ROADS = {ROADS!r}" + """
import sys
from mpi4py import MPI
import numpy as np
import mahala

rank, ranks = mahala.join_ranks()
assert (rank, ranks) == (MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size)
X, y = np.load("x.npy", mmap_mode="r"), np.load("y.npy")
assert mahala._mahala.ranks() == ranks
for road, (name, options) in ROADS.items():
    learner = getattr(mahala, name)(random_state=3, **options).fit(X, y)
    model = learner.model_
    np.savez(f"{road}.{ranks}.{rank}.npz", left=model.left, right=model.right, weight=model.identity)
told = mahala.evaluate("lda", X, y, cv="2")
np.savez(f"evaluate.{ranks}.{rank}.npz", errors=told["learned"]["errors"])
mahala.save(learner, f"saved.{ranks}")
"""

CALLBACK = """
from mpi4py import MPI
import numpy as np
import mahala

rank, ranks = mahala.join_ranks()
X, y = np.load("x.npy"), np.load("y.npy")
learner = mahala.PSDFlat(random_state=3)
if rank == 1:
    X = X.copy()
    X[700, 2] = np.nan
try:
    learner.fit(X, y)
except ValueError as error:
    print(f"rank {rank}: {error}")
"""


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(1)
    y = rng.integers(3, size=1003)
    np.save(tmp_path / "x.npy", rng.normal(size=(1003, 5)) + 2 * rng.normal(size=(3, 5))[y])
    np.save(tmp_path / "y.npy", y)
    return tmp_path


def run(folder, script, ranks):
    (folder / "script.py").write_text(script)
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks)]
    package = Path(mahala.__file__).absolute().parents[1]
    done = subprocess.run([*launcher, sys.executable, "-m", "mpi4py", "script.py"], cwd=folder, capture_output=True, text=True,
                          timeout=300, env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(package)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_learner_gives_every_number_of_ranks_the_bits_of_one_process(folder):
    jobs = (1, 2, 3, 4)
    for ranks in jobs:
        run(folder, SCRIPT, ranks)

    def saved(road, ranks, rank):
        return dict(np.load(folder / f"{road}.{ranks}.{rank}.npz"))

    for road in [*ROADS, "evaluate"]:
        alone = saved(road, 1, 0)
        assert any(part.size > 0 for part in alone.values())
        for ranks in jobs:
            for rank in range(ranks):
                found = saved(road, ranks, rank)
                assert all(np.array_equal(found[part], alone[part]) for part in alone), (road, ranks, rank)
    assert all((folder / f"saved.{ranks}").exists() for ranks in jobs)


def test_a_number_that_is_missing_in_the_rows_of_one_rank_is_an_error_of_all(folder):
    told = run(folder, CALLBACK, 2)
    assert [f"rank {rank}: " in told and "sample 700, feature 2" in told for rank in range(2)] == [True, True]
