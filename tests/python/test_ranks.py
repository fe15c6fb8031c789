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

SCRIPT = """
import sys
from mpi4py import MPI
import numpy as np
import mahala

rank, ranks = mahala.join_ranks()
assert (rank, ranks) == (MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size)
X, y = np.load("x.npy", mmap_mode="r"), np.load("y.npy")
assert mahala._mahala.ranks() == ranks
for name in ("PSDFlat", "LDA", "NCA", "Loreta"):
    options = {"steps": 200, "step": 0.01} if name == "Loreta" else {"max_iterations": 4} if name == "NCA" else {}
    learner = getattr(mahala, name)(random_state=3, **options).fit(X, y)
    np.save(f"{name}.{ranks}.{rank}.npy", learner.model_.left)
told = mahala.evaluate("lda", X, y, cv="2")
np.save(f"errors.{ranks}.{rank}.npy", told["learned"]["errors"])
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
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)]
    package = Path(mahala.__file__).absolute().parents[1]
    done = subprocess.run([*launcher, sys.executable, "-m", "mpi4py", "script.py"], cwd=folder, capture_output=True, text=True,
                          timeout=300, env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(package)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_number_of_ranks_gives_the_same_bits_to_all(folder):
    for ranks in (1, 2, 3):
        run(folder, SCRIPT, ranks)
    for name in ("PSDFlat", "LDA", "NCA", "Loreta", "errors"):
        alone = np.load(folder / f"{name}.1.0.npy")
        assert alone.size > 0
        for ranks in (2, 3):
            for rank in range(ranks):
                assert np.array_equal(np.load(folder / f"{name}.{ranks}.{rank}.npy"), alone), (name, ranks, rank)
    assert all((folder / f"saved.{ranks}").exists() for ranks in (1, 2, 3))


def test_a_number_that_is_missing_in_the_rows_of_one_rank_is_an_error_of_all(folder):
    told = run(folder, CALLBACK, 2)
    assert [f"rank {rank}: " in told and "sample 700, feature 2" in told for rank in range(2)] == [True, True]
