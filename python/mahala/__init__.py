"""mahala learns the distance your data needs.

Every learner of the library is an estimator of scikit-learn here (mahala.ITML, mahala.LMNN, mahala.PSDFlat, ...), and
mahala.Auto chooses among them. mahala.metric_learn takes the place of metric-learn.
"""
from . import _mahala, datasets, plots
from ._adapter import Adapter
from ._registry import ESTIMATORS, estimator
from ._road import Data, compare, evaluate, join_ranks, load, measure, read, save, to_faiss, to_numpy, tune

Model = _mahala.Model
set_threads = _mahala.set_threads
globals().update(ESTIMATORS)

__version__ = "0.1.0"
__all__ = ["Adapter", "Data", "Model", "compare", "datasets", "estimator", "evaluate", "join_ranks", "load", "measure", "plots", "read", "save",
           "set_threads", "to_faiss", "to_numpy", "tune", *ESTIMATORS]
