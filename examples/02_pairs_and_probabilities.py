"""02. From pairs that are the same or not to probabilities. The same in C++: 02_pairs_and_probabilities.cpp."""
import numpy as np

import mahala

X, y = mahala.datasets.load("iris")

# Pair i with i + 7 k, in the order of the samples: half to learn from, half to be judged by.
pairs = np.array([(i, (i + 7 * k) % len(X)) for i in range(len(X)) for k in (1, 2, 3, 4)])
same = np.where(y[pairs[:, 0]] == y[pairs[:, 1]], 1, -1)
learn, judge = pairs[::2], pairs[1::2]

fitted = mahala.ITML(prepare="none").fit(X, same[::2], pairs=learn)
print(f"{len(learn)} pairs, {fitted.status_}")
found = mahala.measure(fitted, X, same[1::2], pairs=judge)
print(f"AUC of {len(judge)} others: {found['auc']:.4f}")

fitted.calibrate_threshold(X[learn], same[::2])
right = np.mean(fitted.predict(X[judge]) == same[1::2])
print(f"{100 * right:.1f} % predicted right at distance {fitted.threshold_:.3f}")
print(f"the first is the same with probability {fitted.predict_proba(X[judge[:1]])[0, 1]:.3f}")
