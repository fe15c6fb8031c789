"""06. Which learner suits the data? All on the same folds. The same in C++: 06_compare_learners.cpp."""
import mahala

X, y = mahala.datasets.load("wine")

for row in mahala.compare(X, y, ["lda", "covariance", "lfda"], cv="5x2"):
    print(f"{row['title']}: {100 * row['error']:.2f} % errors, worse than the best by chance: p = {row['p_best']:.3f}")
