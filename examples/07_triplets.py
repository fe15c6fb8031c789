"""07. From triplets, the first nearer to the second than to the third, to a metric. The same in C++: 07_triplets.cpp."""
import mahala

X, y = mahala.datasets.load("iris")

# Each sample with the next ones of its own kind and of another kind, in the order of the samples.
n = len(X)
triplets = []
for i in range(n):
    for k in (3, 11):
        near = next(j for j in ((i + k + s) % n for s in range(n)) if y[j] == y[i] and j != i)
        far = next(j for j in ((i + 5 * k + s) % n for s in range(n)) if y[j] != y[i])
        triplets.append((i, near, far))
learn, judge = triplets[::2], triplets[1::2]

fitted = mahala.LSML(prepare="none").fit(X, triplets=learn)
print(f"{len(learn)} triplets, {fitted.status_}")
raw = mahala.Euclidean(prepare="none").fit(X)
for name, model in (("raw", raw), ("learned", fitted)):
    right = mahala.measure(model, X, None, triplets=judge)["triplet_accuracy"]
    print(f"{name}: {100 * right:.2f} % of {len(judge)} others right")
