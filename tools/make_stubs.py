#!/usr/bin/python3
"""Writes python/mahala/__init__.pyi, the types of the estimators, from the registry; --print shows it instead."""
import pathlib
import sys

import mahala

HEAD = '''"""Types of the package; the estimators' are written by tools/make_stubs.py from the registry."""
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import datasets as datasets
from . import metric_learn as metric_learn
from . import plots as plots
from ._adapter import Adapter as Adapter
from ._estimator import Transductive, Transformer
from ._mahala import Model as Model
from ._mahala import set_threads as set_threads
from ._registry import estimator as estimator
from ._road import Data as Data
from ._road import compare as compare
from ._road import evaluate as evaluate
from ._road import load as load
from ._road import measure as measure
from ._road import read as read
from ._road import save as save
from ._road import to_faiss as to_faiss
from ._road import to_numpy as to_numpy
from ._road import tune as tune

__version__: str
'''
SHARED = {"prepare": "str", "impute": "str", "sampling": "Optional[Mapping[str, Any]]",
          "preprocessor": "Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]",
          "random_state": "Union[None, int, np.random.RandomState]", "warm_start": "bool", "n_jobs": "Optional[int]",
          "verbose": "bool", "callback": "Optional[Callable[[Mapping[str, Any]], Optional[bool]]]"}


def type_of(parameter, option):
    if parameter == "n_components":
        return "Optional[int]"
    if option["type"] == "str" and option["domain"].startswith(("number", "integer")):
        return "Union[float, str]"
    return {"choice": "str"}.get(option["type"], option["type"])


def stub(made):
    fields = {parameter: type_of(parameter, option) for parameter, option in made._options.items()} | SHARED
    lines = [f"class {made.__name__}({made.__mro__[1].__name__}):"]
    lines += [f"    {name}: {kind}" for name, kind in fields.items()]
    lines += ["    def __init__(", "        self,", "        *,"]
    lines += [f"        {name}: {kind} = ...," for name, kind in fields.items()]
    return "\n".join(lines + ["    ) -> None: ..."])


def text():
    return HEAD + "".join(f"\n{stub(made)}\n" for made in mahala.ESTIMATORS.values())


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(text())
    else:
        (pathlib.Path(__file__).resolve().parents[1] / "python/mahala/__init__.pyi").write_text(text())
