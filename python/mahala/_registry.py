"""Estimators made from the registry of the library: one class a learner, with its options as parameters."""
import keyword

from . import _mahala
from ._estimator import Transductive, Transformer

# How words of learners are written in names of classes; others begin with a capital letter.
_WORDS = {"kmeans": "KMeans", "logdet": "LogDet", "lowrank": "LowRank", "frobmetric": "FrobMetric"}
_ACRONYMS = set("dmlmj gd hmrf iplr itml kpca ksr lda lego lfda lmnn lms lsa lsml mcml mds mi mlkr mmc mvu nca ncmml nlms "
                "oasis pa pca pola psd rca scml sdml sdp spd ssikdr warp".split())

_SHARED = {
    "prepare": ("auto", "what samples go through first: auto (chosen by held-out error), none, or a comma list of centre, "
                        "standardise, scale, unit, pca:N, ..."),
    "impute": ("none", "how to fill missing values: none, median or mean"),
    "sampling": (None, "options of how constraints are drawn from labels, a dict: count, protocol, bounds, ..."),
    "preprocessor": (None, "an array of samples, or a function of indices that gives samples: tuples may be indices then"),
    "random_state": (None, "seed of everything random; None = 0, so that results can be repeated"),
    "warm_start": (False, "fit continues from the model of the fit before, where the learner can"),
    "n_jobs": (None, "threads; None = as set before (one per core), -1 = one per core"),
    "verbose": (False, "show progress (with tqdm if it is installed)"),
    "callback": (None, "called after every step with a dict of step, last_step, objective, gradient_norm, seconds; False stops"),
}


def class_name(learner):
    """psd-flat -> PSDFlat."""
    return "".join(word.upper() if word in _ACRONYMS else _WORDS.get(word, word.capitalize())
                   for word in learner.split("-"))


def parameter_name(option):
    """The library's rank is n_components here; words that Python or scikit-learn keeps for itself get an underscore."""
    if option == "rank":
        return "n_components"
    taken = keyword.iskeyword(option) or hasattr(Transformer, option) or option in _SHARED
    return option + "_" if taken else option


def _parameters(options):
    """(name, default, documentation) of every parameter."""
    for name, option in options.items():
        default = None if name == "n_components" else option["default"]
        text = f"{option['help']} ({option['domain']})"
        for other, values in option["counts_if"]:
            text += f"; if {parameter_name(other)} is {' or '.join(values)}"
        yield name, default, text
    for name, (default, text) in _SHARED.items():
        yield name, default, text


def _init(parameters):
    """An __init__ whose signature is these parameters, as scikit-learn wants it."""
    names = [name for name, _, _ in parameters]
    source = "def __init__(self, *, {}):\n    {}\n".format(
        ", ".join(f"{name}=defaults[{name!r}]" for name in names),
        "\n    ".join(f"self.{name} = {name}" for name in names))
    space = {"defaults": {name: default for name, default, _ in parameters}}
    exec(source, space)  # the only way to a real signature; the names are those of options
    return space["__init__"]


def _doc(facts, parameters):
    also = "".join(f" or {kind}" for kind in facts["accepts"])
    needs = "regression targets" if facts["needs"] == "outputs" else facts["needs"]
    lines = [facts["summary"][0].upper() + facts["summary"][1:] + ".", "",
             f"Learns from {needs}{also} and gives a {facts['gives']}.", "", "Parameters", "----------"]
    for name, default, text in parameters:
        lines += [f"{name} : default {default!r}", f"    {text}"]
    return "\n".join(lines)


def make(facts):
    """The class of a learner."""
    options = {parameter_name(option["name"]): option for option in facts["options"]}
    parameters = list(_parameters(options))
    base = Transductive if facts["domain"] == "objects" else Transformer
    init = _init(parameters)
    init.__qualname__ = f"{class_name(facts['name'])}.__init__"
    made = type(class_name(facts["name"]), (base,), {
        "__init__": init, "__doc__": _doc(facts, parameters), "__module__": "mahala", "_facts": facts, "_options": options})
    return made


ESTIMATORS = {class_name(facts["name"]): make(facts) for facts in _mahala.learners()}


def estimator(learner, **parameters):
    """An estimator by the name of its learner: estimator("psd-flat", n_components=4)."""
    wanted = learner.lower().replace("_", "-")
    for made in ESTIMATORS.values():
        if made._facts["name"] == wanted:
            return made(**parameters)
    raise ValueError(f"there is no learner {learner!r}")


