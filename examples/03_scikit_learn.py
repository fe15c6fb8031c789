"""03. In a pipeline and a grid of scikit-learn. Python alone."""
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

import mahala

X, y = mahala.datasets.load("breast_cancer")
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)

plain = make_pipeline(mahala.Euclidean(), KNeighborsClassifier(5)).fit(X_train, y_train)
print(f"Euclidean, standardised if that helps: {plain.score(X_test, y_test):.3f}")

learned = GridSearchCV(make_pipeline(mahala.LFDA(), KNeighborsClassifier(5)), {"lfda__n_components": [2, 4, 8]}, cv=3)
learned.fit(X_train, y_train)
print(f"lfda, {learned.best_params_}: {learned.score(X_test, y_test):.3f}")
