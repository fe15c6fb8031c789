"""What estimators print while they learn, in the form metric-learn prints it."""


class _Lines:
    """A line a step."""

    def __init__(self, name):
        self.name = name

    def __call__(self, progress):
        print(f"[{self.name}] iter {progress['step']}\t obj {progress['objective']:.6f}")

    def close(self, learned):
        print(f"[{self.name}] {learned.message}")


class _Table(_Lines):
    """Steps, objectives and seconds in columns."""

    def __init__(self, name):
        super().__init__(name)
        header = "{:>10} {:>20} {:>10}".format("Iteration", "Objective Value", "Time(s)")
        print(f"[{name}]\n[{name}] {header}\n[{name}] {'-' * len(header)}")

    def __call__(self, progress):
        print("[{}] {:>10} {:>20.6e} {:>10.2f}".format(self.name, progress["step"], progress["objective"],
                                                       progress["seconds"]))

    def close(self, learned):
        print(f"[{self.name}] Training took {learned.seconds:8.2f}s.")


class _Differences(_Lines):
    """Objectives, and how much they fell."""

    def __init__(self, name):
        super().__init__(name)
        self.before = None
        print("iter | objective | objective difference")

    def __call__(self, progress):
        objective = progress["objective"]
        print(progress["step"], objective, 0.0 if self.before is None else objective - self.before)
        self.before = objective

    def close(self, learned):
        if learned.converged:
            print(f"{self.name} converged with objective {learned.objective}")
        else:
            print(f"{self.name} didn't converge in {learned.n_iter} steps.")


_FORMS = {"nca": _Table, "mlkr": _Table, "lmnn": _Differences}


def spoken(estimator, learner):
    return _FORMS.get(learner, _Lines)(type(estimator).__name__)
