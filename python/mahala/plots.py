"""Pictures, by matplotlib, which is imported when the first is drawn. Every function returns its axes."""
import numpy as np

from . import _data, _pairs


def _axes(ax, **size):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt
    return plt.subplots(**size)[1]


def _plane(X):
    """The two directions of largest variance."""
    X = np.asarray(X, dtype=float)
    X = X - X.mean(axis=0)
    if X.shape[1] == 1:
        return np.column_stack([X, np.zeros(len(X))])
    return X @ np.linalg.svd(X, full_matrices=False)[2][:2].T


def scatter(estimator, X, y, axes=None):
    """Samples before and after, in the plane of largest variance of either."""
    import matplotlib.pyplot as plt
    if axes is None:
        axes = plt.subplots(1, 2, figsize=(9, 4))[1]
    classes, codes = np.unique(y, return_inverse=True)
    for ax, points, title in zip(axes, (X, estimator.transform(X)), ("before", "after")):
        plane = _plane(points)
        for k, each in enumerate(classes):
            ax.scatter(*plane[codes == k].T, s=12, label=str(each), alpha=0.8)
        ax.set_title(title)
        ax.set_xticks([])
        ax.set_yticks([])
    axes[-1].legend(title="label", fontsize="small")
    return axes


def learning_curve(estimator, ax=None):
    """The objective by step."""
    ax = _axes(ax)
    trace = estimator.trace_
    ax.plot(trace[:, 0], trace[:, 1], marker="." if len(trace) < 50 else None)
    ax.set_xlabel("step")
    ax.set_ylabel("objective")
    ax.set_title(f"{estimator._facts['name']}: {estimator.status_}")
    return ax


def spectrum(estimator, ax=None):
    """Eigenvalues of what was learned, the largest first."""
    ax = _axes(ax)
    values = estimator.model_.spectrum()
    ax.bar(np.arange(1, len(values) + 1), values)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("direction")
    ax.set_ylabel("eigenvalue")
    return ax


def reliability(estimator, pairs, y, bins=10, ax=None):
    """How often pairs are the same, by the probability that predict_proba gives them."""
    ax = _axes(ax)
    probability = estimator.predict_proba(pairs)[:, 1]
    same = _data.same_or_not(y, len(_pairs.formed(estimator, pairs))) > 0
    place = np.minimum((probability * bins).astype(int), bins - 1)
    filled = [k for k in range(bins) if np.any(place == k)]
    ax.plot([0, 1], [0, 1], color="0.7")
    ax.plot([probability[place == k].mean() for k in filled], [same[place == k].mean() for k in filled], marker="o")
    ax.set_xlabel("predicted probability")
    ax.set_ylabel("share of same pairs")
    return ax
