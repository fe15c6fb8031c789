"""05. Before and after, how learning went, what was learned, how far probabilities can be relied on. Python alone."""
import matplotlib.pyplot as plt
import numpy as np

import mahala

X, y = mahala.datasets.load("wine")
learned = mahala.NCA(n_components=2, prepare="standardise").fit(X, y)
figure, axes = plt.subplots(2, 3, figsize=(12, 7))
mahala.plots.scatter(learned, X, y, axes[0, :2])
mahala.plots.learning_curve(learned, axes[0, 2])
mahala.plots.spectrum(mahala.PSDFlat().fit(X, y), axes[1, 0])

pairs = np.array([(i, (i + 7 * k) % len(X)) for i in range(len(X)) for k in (1, 5, 9)])
same = np.where(y[pairs[:, 0]] == y[pairs[:, 1]], 1, -1)
sure = mahala.ITML().fit(X[pairs[::2]], same[::2])
mahala.plots.reliability(sure, X[pairs[1::2]], same[1::2], ax=axes[1, 1])
axes[1, 2].axis("off")
figure.tight_layout()
figure.savefig("wine.png", dpi=80)
print("wrote wine.png")
