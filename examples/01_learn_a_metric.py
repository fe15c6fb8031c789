"""01. Learn a metric on wine, see whether it helps, and keep it. The same in C++: 01_learn_a_metric.cpp."""
import mahala

X, y = mahala.datasets.load("wine")

found = mahala.evaluate("psd-flat", X, y, cv="5x2")
print(found["verdict"])

fitted = mahala.PSDFlat(n_components=2).fit(X, y)
print(f"{fitted.status_}: {fitted.message_}")
print(f"{X.shape[1]} features became {fitted.transform(X).shape[1]}")

mahala.save(fitted, "wine.model")
again = mahala.load("wine.model")
print("the file gives the same:", (again.transform(X) == fitted.transform(X)).all())
