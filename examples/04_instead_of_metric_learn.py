"""04. Code written for metric-learn. Python alone."""
import mahala.metric_learn as metric_learn
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

X, y = load_iris(return_X_y=True)
for learner in (metric_learn.Covariance(), metric_learn.NCA(), metric_learn.LMNN(n_neighbors=3),
                metric_learn.ITML_Supervised(random_state=0), metric_learn.MMC_Supervised(random_state=0)):
    error = 1 - cross_val_score(make_pipeline(learner, KNeighborsClassifier(5)), X, y, cv=5).mean()
    print(f"{type(learner).__name__:<16} {100 * error:.1f} % errors")

constraints = metric_learn.Constraints(y).positive_negative_pairs(60, random_state=3)
pairs, same = metric_learn.constraints.wrap_pairs(X, constraints)
itml = metric_learn.ITML().fit(pairs, same)
print(f"AUC of the pairs: {itml.score(pairs, same):.3f}, threshold {itml.threshold_:.3f}")
