"""Pairs, chunks and triplets from labels, some of which may be unknown (-1)."""
import warnings

import numpy as np
from sklearn.neighbors import NearestNeighbors
from sklearn.utils import check_random_state

from ._deprecated import renamed

__all__ = ["Constraints"]


class Constraints:
    """Draws constraints from labels; negative ones are unknown."""

    def __init__(self, partial_labels):
        self.partial_labels = np.asanyarray(partial_labels, dtype=int)

    def positive_negative_pairs(self, n_constraints, same_length=False, random_state=None, num_constraints="deprecated"):
        """(a, b, c, d): a[i] and b[i] share a label, c[i] and d[i] do not; no pair comes twice."""
        n_constraints = renamed("num_constraints", num_constraints, "n_constraints", n_constraints)
        rng = check_random_state(random_state)
        a, b = self._pairs(n_constraints, True, rng)
        c, d = self._pairs(n_constraints, False, rng)
        n = min(len(a), len(c)) if same_length else None
        return a[:n], b[:n], c[:n], d[:n]

    def _pairs(self, count, same_label, rng, max_iter=10):
        known, = np.where(self.partial_labels >= 0)
        labels = self.partial_labels[known]
        found = set()
        for _ in range(max_iter):
            for first in rng.randint(len(labels), size=count - len(found)) if len(labels) else ():
                alike = labels == labels[first]
                alike[first] = not same_label  # never itself
                others, = np.where(alike if same_label else ~alike)
                if len(others):
                    found.add((first, rng.choice(others)))
            if len(found) >= count:
                break
        if len(found) < count:
            warnings.warn("Only generated %d %s constraints (requested %d)"
                          % (len(found), "positive" if same_label else "negative", count))
        pairs = np.array(list(found)[:count], dtype=int).reshape(-1, 2)
        return known[pairs.T]

    def generate_knntriplets(self, X, k_genuine, k_impostor):
        """Every labelled sample with each of its nearest of the same label and each of its nearest of others."""
        known, = np.where(self.partial_labels >= 0)
        labels = self.partial_labels[known]
        X = np.asarray(X)[known]
        triplets = []
        for label, count in zip(*np.unique(labels, return_counts=True)):
            genuine, impostor = self._possible(label, count, len(labels), k_genuine, k_impostor)
            if genuine == 0 or impostor == 0:
                continue
            own, others = np.where(labels == label)[0], np.where(labels != label)[0]
            near = NearestNeighbors(n_neighbors=genuine).fit(X[own]).kneighbors(return_distance=False)
            far = NearestNeighbors(n_neighbors=impostor).fit(X[others]).kneighbors(X[own], return_distance=False)
            a = np.repeat(own, genuine * impostor)
            b = np.repeat(own[near], impostor, axis=1).ravel()
            c = np.tile(others[far], (1, genuine)).ravel()
            triplets.append(known[np.column_stack([a, b, c])])
        return np.concatenate(triplets) if triplets else np.empty((0, 3), dtype=int)

    @staticmethod
    def _possible(label, count, total, k_genuine, k_impostor):
        """As many neighbours as there are, with a warning if those are fewer."""
        genuine, impostor = min(k_genuine, count - 1), min(k_impostor, total - count)
        if genuine < k_genuine:
            warnings.warn(f"The class {label} has {count} elements, which is not sufficient to generate {k_genuine + 1} "
                          f"genuine neighbors as specified by k_genuine. Will generate {genuine} genuine neighbors "
                          "instead.\n")
        if impostor < k_impostor:
            warnings.warn(f"The class {label} has {impostor} elements of other classes, which is not sufficient to generate "
                          f"{k_impostor} impostor neighbors as specified by k_impostor. Will generate {impostor} impostor "
                          "neighbors instead.\n")
        return genuine, impostor

    def chunks(self, n_chunks=100, chunk_size=2, random_state=None, num_chunks="deprecated"):
        """The chunk of every sample, -1 for none: n_chunks groups of chunk_size samples of one label."""
        n_chunks = renamed("num_chunks", num_chunks, "n_chunks", n_chunks)
        rng = check_random_state(random_state)
        left = [list(np.where(self.partial_labels == each)[0]) for each in np.unique(self.partial_labels) if each >= 0]
        most = sum(len(each) // chunk_size for each in left)
        if most < n_chunks:
            raise ValueError("Not enough possible chunks of %d elements in each class to form expected %d chunks - maximum "
                             "number of chunks is %d" % (chunk_size, n_chunks, most))
        chunks = -np.ones_like(self.partial_labels, dtype=int)
        for chunk in range(n_chunks):
            left = [each for each in left if len(each) >= chunk_size]
            own = left[rng.randint(len(left))]
            taken = rng.choice(len(own), chunk_size, replace=False)
            chunks[[own[k] for k in taken]] = chunk
            for k in sorted(taken, reverse=True):
                del own[k]
        return chunks


def wrap_pairs(X, constraints):
    """(pairs, y) of four lists of indices."""
    a, b, c, d = (np.asarray(each) for each in constraints)
    X = np.asarray(X)
    pairs = np.concatenate([np.stack([X[a], X[b]], axis=1), np.stack([X[c], X[d]], axis=1)])
    return pairs, np.concatenate([np.ones(len(a), dtype=int), -np.ones(len(c), dtype=int)])
