"""Types of the package; the estimators' are written by tools/make_stubs.py from the registry."""
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

class Auto(Transformer):
    budget: float
    samples: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        budget: float = ...,
        samples: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class BilinearGD(Transformer):
    n_components: Optional[int]
    start: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Covariance(Transformer):
    n_components: Optional[int]
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class DMLMJ(Transformer):
    n_components: Optional[int]
    neighbours: int
    shrinkage: float
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        neighbours: int = ...,
        shrinkage: float = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Euclidean(Transformer):
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Frobenius(Transformer):
    stay_near: str
    limits: str
    threshold: float
    identity: float
    slack: str
    gamma: float
    basis: str
    basis_size: int
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    centre: bool
    manifold: float
    manifold_neighbours: int
    manifold_weights: str
    manifold_laplacian: str
    manifold_power: int
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        stay_near: str = ...,
        limits: str = ...,
        threshold: float = ...,
        identity: float = ...,
        slack: str = ...,
        gamma: float = ...,
        basis: str = ...,
        basis_size: int = ...,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        centre: bool = ...,
        manifold: float = ...,
        manifold_neighbours: int = ...,
        manifold_weights: str = ...,
        manifold_laplacian: str = ...,
        manifold_power: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class FrobMetric(Transformer):
    cost: float
    unit: float
    prior: str
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        cost: float = ...,
        unit: float = ...,
        prior: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class GroupPerceptron(Transformer):
    direction: str
    exponent: float
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        direction: str = ...,
        exponent: float = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class HMRFKMeans(Transformer):
    clusters: int
    weight: float
    metric: str
    order: str
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        clusters: int = ...,
        weight: float = ...,
        metric: str = ...,
        order: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class IPLR(Transformer):
    basis: str
    basis_size: int
    mode: str
    gamma: Union[float, str]
    slack: str
    solver: str
    order: str
    stop: str
    tolerance: float
    max_sweeps: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        basis: str = ...,
        basis_size: int = ...,
        mode: str = ...,
        gamma: Union[float, str] = ...,
        slack: str = ...,
        solver: str = ...,
        order: str = ...,
        stop: str = ...,
        tolerance: float = ...,
        max_sweeps: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class ITML(Transformer):
    prior: str
    prior_file: str
    margin: float
    gamma: Union[float, str]
    slack: str
    solver: str
    order: str
    stop: str
    tolerance: float
    max_sweeps: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        prior: str = ...,
        prior_file: str = ...,
        margin: float = ...,
        gamma: Union[float, str] = ...,
        slack: str = ...,
        solver: str = ...,
        order: str = ...,
        stop: str = ...,
        tolerance: float = ...,
        max_sweeps: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class KernelPSD(Transductive):
    n_components: Optional[int]
    geometry: str
    centre: bool
    kernel: str
    gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    form: str
    lambda_: float
    retraction: str
    core: str
    pull: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    precondition: str
    stages: bool
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        geometry: str = ...,
        centre: bool = ...,
        kernel: str = ...,
        gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        form: str = ...,
        lambda_: float = ...,
        retraction: str = ...,
        core: str = ...,
        pull: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        precondition: str = ...,
        stages: bool = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class KPCA(Transformer):
    n_components: Optional[int]
    kernel: str
    gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        kernel: str = ...,
        gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class KSR(Transductive):
    n_components: Optional[int]
    neighbours: int
    alpha: float
    kernel: str
    gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        neighbours: int = ...,
        alpha: float = ...,
        kernel: str = ...,
        gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LDA(Transformer):
    n_components: Optional[int]
    shrinkage: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        shrinkage: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LEGO(Transformer):
    loss: str
    near: float
    far: float
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        loss: str = ...,
        near: float = ...,
        far: float = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LFDA(Transformer):
    n_components: Optional[int]
    neighbours: int
    shrinkage: float
    scaling: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        neighbours: int = ...,
        shrinkage: float = ...,
        scaling: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LMNN(Transformer):
    targets: int
    push: float
    loss: str
    lambda_: float
    unit: float
    solver: str
    n_components: Optional[int]
    start: str
    tolerance: float
    max_iterations: int
    memory: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        targets: int = ...,
        push: float = ...,
        loss: str = ...,
        lambda_: float = ...,
        unit: float = ...,
        solver: str = ...,
        n_components: Optional[int] = ...,
        start: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LMS(Transformer):
    space: str
    n_components: Optional[int]
    gain: float
    lambda_: float
    passes: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        space: str = ...,
        n_components: Optional[int] = ...,
        gain: float = ...,
        lambda_: float = ...,
        passes: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LogDetKernel(Transformer):
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    centre: bool
    manifold: float
    manifold_neighbours: int
    manifold_weights: str
    manifold_laplacian: str
    manifold_power: int
    basis: str
    basis_size: int
    gamma: Union[float, str]
    slack: str
    solver: str
    order: str
    stop: str
    tolerance: float
    max_sweeps: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        centre: bool = ...,
        manifold: float = ...,
        manifold_neighbours: int = ...,
        manifold_weights: str = ...,
        manifold_laplacian: str = ...,
        manifold_power: int = ...,
        basis: str = ...,
        basis_size: int = ...,
        gamma: Union[float, str] = ...,
        slack: str = ...,
        solver: str = ...,
        order: str = ...,
        stop: str = ...,
        tolerance: float = ...,
        max_sweeps: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LogDetLowRank(Transductive):
    n_components: Optional[int]
    centre: bool
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    gamma: Union[float, str]
    slack: str
    solver: str
    order: str
    stop: str
    tolerance: float
    max_sweeps: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        centre: bool = ...,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        gamma: Union[float, str] = ...,
        slack: str = ...,
        solver: str = ...,
        order: str = ...,
        stop: str = ...,
        tolerance: float = ...,
        max_sweeps: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Loreta(Transformer):
    n_components: Optional[int]
    start: str
    clip: float
    decay: bool
    batch: int
    precision: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        clip: float = ...,
        decay: bool = ...,
        batch: int = ...,
        precision: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LoretaLabels(Transformer):
    n_components: Optional[int]
    start: str
    loss: str
    direction: str
    clip: float
    decay: bool
    precision: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        loss: str = ...,
        direction: str = ...,
        clip: float = ...,
        decay: bool = ...,
        precision: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LoretaMI(Transformer):
    n_components: Optional[int]
    start: str
    inner_steps: int
    inner_limit: float
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        inner_steps: int = ...,
        inner_limit: float = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LoretaPSD(Transformer):
    n_components: Optional[int]
    start: str
    clip: float
    decay: bool
    batch: int
    precision: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        clip: float = ...,
        decay: bool = ...,
        batch: int = ...,
        precision: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LSA(Transformer):
    n_components: Optional[int]
    centre: bool
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        centre: bool = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class LSML(Transformer):
    cost: float
    tolerance: float
    max_iterations: int
    memory: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        cost: float = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class MCML(Transformer):
    weights: str
    solver: str
    n_components: Optional[int]
    start: str
    tolerance: float
    max_iterations: int
    memory: int
    lambda_: float
    unit: float
    queries: int
    kernel: str
    gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        weights: str = ...,
        solver: str = ...,
        n_components: Optional[int] = ...,
        start: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        lambda_: float = ...,
        unit: float = ...,
        queries: int = ...,
        kernel: str = ...,
        gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class MDS(Transductive):
    n_components: Optional[int]
    start: str
    lambda_: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    precondition: str
    stages: bool
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        lambda_: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        precondition: str = ...,
        stages: bool = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class MLKR(Transformer):
    n_components: Optional[int]
    start: str
    tolerance: float
    max_iterations: int
    memory: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class MMC(Transformer):
    metric: str
    shrinkage: float
    identity: float
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        metric: str = ...,
        shrinkage: float = ...,
        identity: float = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class MVU(Transductive):
    n_components: Optional[int]
    neighbours: int
    local: str
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        neighbours: int = ...,
        local: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class NCA(Transformer):
    lambda_: float
    unit: float
    n_components: Optional[int]
    start: str
    tolerance: float
    max_iterations: int
    memory: int
    queries: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        lambda_: float = ...,
        unit: float = ...,
        n_components: Optional[int] = ...,
        start: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        queries: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class NCMML(Transformer):
    lambda_: float
    unit: float
    n_components: Optional[int]
    start: str
    tolerance: float
    max_iterations: int
    memory: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        lambda_: float = ...,
        unit: float = ...,
        n_components: Optional[int] = ...,
        start: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        memory: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class NLMS(Transformer):
    space: str
    n_components: Optional[int]
    gain: float
    lambda_: float
    passes: int
    log_limit: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        space: str = ...,
        n_components: Optional[int] = ...,
        gain: float = ...,
        lambda_: float = ...,
        passes: int = ...,
        log_limit: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class OASIS(Transformer):
    shape: str
    every: int
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        shape: str = ...,
        every: int = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Oja(Transformer):
    n_components: Optional[int]
    retraction: str
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        retraction: str = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class OneVsRest(Transformer):
    ridge: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        ridge: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PA(Transformer):
    n_components: Optional[int]
    start: str
    order: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        order: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PALabels(Transformer):
    n_components: Optional[int]
    start: str
    order: str
    direction: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        order: str = ...,
        direction: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PCA(Transformer):
    n_components: Optional[int]
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class Perceptron(Transformer):
    direction: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        direction: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class POLA(Transformer):
    step: float
    passes: int
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        step: float = ...,
        passes: int = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PSDFlat(Transformer):
    n_components: Optional[int]
    start: str
    lambda_: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    precondition: str
    stages: bool
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        lambda_: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        precondition: str = ...,
        stages: bool = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PSDGD(Transformer):
    n_components: Optional[int]
    start: str
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    draw: str
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        draw: str = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class PSDPolar(Transformer):
    n_components: Optional[int]
    start: str
    form: str
    lambda_: float
    retraction: str
    core: str
    pull: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    precondition: str
    stages: bool
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        form: str = ...,
        lambda_: float = ...,
        retraction: str = ...,
        core: str = ...,
        pull: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        precondition: str = ...,
        stages: bool = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class RCA(Transformer):
    n_components: Optional[int]
    shrinkage: float
    identity: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        shrinkage: float = ...,
        identity: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SCML(Transformer):
    beta: float
    basis: str
    basis_size: int
    neighbours: int
    impostors: int
    identity: float
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        beta: float = ...,
        basis: str = ...,
        basis_size: int = ...,
        neighbours: int = ...,
        impostors: int = ...,
        identity: float = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SDML(Transformer):
    balance: float
    sparsity: float
    prior: str
    prior_file: str
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        balance: float = ...,
        sparsity: float = ...,
        prior: str = ...,
        prior_file: str = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SDPLogDet(Transformer):
    regularisation: float
    pull: float
    keep_bounds: bool
    margin: float
    identity: float
    slack: str
    gamma: float
    basis: str
    basis_size: int
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    centre: bool
    manifold: float
    manifold_neighbours: int
    manifold_weights: str
    manifold_laplacian: str
    manifold_power: int
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        regularisation: float = ...,
        pull: float = ...,
        keep_bounds: bool = ...,
        margin: float = ...,
        identity: float = ...,
        slack: str = ...,
        gamma: float = ...,
        basis: str = ...,
        basis_size: int = ...,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        centre: bool = ...,
        manifold: float = ...,
        manifold_neighbours: int = ...,
        manifold_weights: str = ...,
        manifold_laplacian: str = ...,
        manifold_power: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SPDAffine(Transformer):
    retraction: str
    margin: float
    lambda_: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        retraction: str = ...,
        margin: float = ...,
        lambda_: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SPDFlat(Transformer):
    lambda_: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    precondition: str
    stages: bool
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        lambda_: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        precondition: str = ...,
        stages: bool = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SPDLog(Transformer):
    metric: str
    lambda_: str
    refresh: int
    loss: str
    loss_width: float
    solver: str
    memory: int
    tolerance: float
    max_iterations: int
    first_step: float
    decrease: float
    max_halvings: int
    passes: int
    batch: int
    schedule: str
    step: float
    half_life: float
    selection: str
    prefix: int
    clip: float
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        metric: str = ...,
        lambda_: str = ...,
        refresh: int = ...,
        loss: str = ...,
        loss_width: float = ...,
        solver: str = ...,
        memory: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        first_step: float = ...,
        decrease: float = ...,
        max_halvings: int = ...,
        passes: int = ...,
        batch: int = ...,
        schedule: str = ...,
        step: float = ...,
        half_life: float = ...,
        selection: str = ...,
        prefix: int = ...,
        clip: float = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class SSIKDR(Transformer):
    n_components: Optional[int]
    tau: float
    reduce: str
    slack: str
    gamma: float
    basis: str
    basis_size: int
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    centre: bool
    manifold: float
    manifold_neighbours: int
    manifold_weights: str
    manifold_laplacian: str
    manifold_power: int
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        tau: float = ...,
        reduce: str = ...,
        slack: str = ...,
        gamma: float = ...,
        basis: str = ...,
        basis_size: int = ...,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        centre: bool = ...,
        manifold: float = ...,
        manifold_neighbours: int = ...,
        manifold_weights: str = ...,
        manifold_laplacian: str = ...,
        manifold_power: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class VonNeumann(Transformer):
    slack: str
    gamma: float
    basis: str
    basis_size: int
    kernel: str
    kernel_gamma: float
    gamma_rule: str
    degree: int
    offset: float
    normalise: bool
    vector_size: int
    levels: int
    centre: bool
    manifold: float
    manifold_neighbours: int
    manifold_weights: str
    manifold_laplacian: str
    manifold_power: int
    tolerance: float
    max_iterations: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        slack: str = ...,
        gamma: float = ...,
        basis: str = ...,
        basis_size: int = ...,
        kernel: str = ...,
        kernel_gamma: float = ...,
        gamma_rule: str = ...,
        degree: int = ...,
        offset: float = ...,
        normalise: bool = ...,
        vector_size: int = ...,
        levels: int = ...,
        centre: bool = ...,
        manifold: float = ...,
        manifold_neighbours: int = ...,
        manifold_weights: str = ...,
        manifold_laplacian: str = ...,
        manifold_power: int = ...,
        tolerance: float = ...,
        max_iterations: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...

class WARP(Transformer):
    n_components: Optional[int]
    start: str
    method: str
    clip: float
    decay: bool
    precision: str
    longest_row: float
    steps: int
    step: float
    window: int
    checks: int
    held_out: float
    prefix: int
    folds: int
    prepare: str
    impute: str
    sampling: Optional[Mapping[str, Any]]
    preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]]
    random_state: Union[None, int, np.random.RandomState]
    warm_start: bool
    n_jobs: Optional[int]
    verbose: bool
    callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]]
    def __init__(
        self,
        *,
        n_components: Optional[int] = ...,
        start: str = ...,
        method: str = ...,
        clip: float = ...,
        decay: bool = ...,
        precision: str = ...,
        longest_row: float = ...,
        steps: int = ...,
        step: float = ...,
        window: int = ...,
        checks: int = ...,
        held_out: float = ...,
        prefix: int = ...,
        folds: int = ...,
        prepare: str = ...,
        impute: str = ...,
        sampling: Optional[Mapping[str, Any]] = ...,
        preprocessor: Union[None, ArrayLike, Callable[[np.ndarray], np.ndarray]] = ...,
        random_state: Union[None, int, np.random.RandomState] = ...,
        warm_start: bool = ...,
        n_jobs: Optional[int] = ...,
        verbose: bool = ...,
        callback: Optional[Callable[[Mapping[str, Any]], Optional[bool]]] = ...,
    ) -> None: ...
