"""scikit-learn's own checks of every estimator that takes (X, y), and of those of mahala.metric_learn."""
import warnings

import pytest
from sklearn.utils.estimator_checks import check_estimator

import mahala
import mahala.metric_learn as metric_learn

# Checks that an estimator does not pass, and why.
EXCEPTIONS = {
    ("LEGO", "check_fit_score_takes_y"): "calls partial_fit with default options, and bounds of a stream cannot be derived "
                                         "from samples that are not kept: near and far have to be set",
    ("Oja", "check_fit_score_takes_y"): "calls partial_fit with the default schedule, which counts passes over the samples: "
                                        "partial_fit wants schedule='constant' or 'adaptive'",
    ("POLA", "check_fit_score_takes_y"): "calls partial_fit(X, y), and pola learns from pairs one at a time: "
                                         "partial_fit(X, same, pairs=...)",
}

# The checks are of manners, not of quality: few steps will do.
QUICK = {"steps": 300, "max_iterations": 20}

DROP_IN = [metric_learn.Covariance(), metric_learn.LFDA(), metric_learn.LMNN(max_iter=20), metric_learn.MLKR(max_iter=20),
           metric_learn.NCA(max_iter=20), metric_learn.ITML_Supervised(), metric_learn.LSML_Supervised(),
           metric_learn.MMC_Supervised(), metric_learn.RCA_Supervised(n_chunks=2, chunk_size=2)]
if "SDML" in mahala.ESTIMATORS:
    DROP_IN.append(metric_learn.SDML_Supervised(balance_param=1e-5))
if "SCML" in mahala.ESTIMATORS:
    DROP_IN.append(metric_learn.SCML_Supervised(k_genuine=1, k_impostor=2))


def quick(made):
    parameters = made().get_params()
    return made(**{name: value for name, value in QUICK.items() if name in parameters})


def failures(estimator):
    for each, check in check_estimator(estimator, generate_only=True):
        name = check.func.__name__
        if (type(estimator).__name__, name) in EXCEPTIONS:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                check(each)
            except BaseException as error:
                if type(error).__name__ != "SkipTest":
                    yield f"{name}: {error!r}"


@pytest.mark.parametrize("name", sorted(mahala.ESTIMATORS))
def test_every_estimator_passes_all_checks(name):
    assert not list(failures(quick(mahala.ESTIMATORS[name])))


@pytest.mark.parametrize("estimator", DROP_IN, ids=lambda each: type(each).__name__)
def test_every_supervised_estimator_of_the_drop_in_passes_all_checks(estimator):
    assert not list(failures(estimator))
