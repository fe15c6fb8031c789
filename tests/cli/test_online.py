"""Learning by steps, going on from a model, and models that place their own samples."""

import csv
import math
import random
import unittest

from program import BAD_INPUT, ROOT, USAGE, ProgramTest, blobs
from program import csv as csv_text

WINE = ROOT / "data/wine.csv"


def quadratic_system(samples=400, features=5, seed=3):
    """Inputs x of a system with outputs |G^T x|^2, G of rank 2."""
    rng = random.Random(seed)
    factor = [[rng.gauss(0, 1) for _ in range(features)] for _ in range(2)]
    rows = [[rng.gauss(0, 1) for _ in range(features)] for _ in range(samples)]
    outputs = [sum(sum(g * x for g, x in zip(column, row)) ** 2 for column in factor)
               for row in rows]
    return rows, outputs


class OnlineTest(ProgramTest):
    def fit(self, learner, *more, data=WINE, output="model"):
        return self.run_json("fit", data, "--learner", learner, "--label", "label", "-o",
                             self.path(output), *more)

    def test_online_learns_for_every_learner_that_can(self):
        for learner in ("psd-flat", "psd-polar", "spd-flat", "spd-affine", "spd-log", "kernel-psd",
                        "mds", "oja"):
            with self.subTest(learner):
                answer = self.fit(learner, "--online")
                self.assertEqual(answer["options"].get("solver", "online"), "online")
                self.assertTrue(math.isfinite(answer["objective"]))

    def test_going_on_from_a_model_never_ends_worse(self):
        for learner in ("psd-flat", "psd-polar", "spd-affine"):
            with self.subTest(learner):
                first = self.fit(learner, "--online", "--set", "passes=1")
                again = self.fit(learner, "--online", "--from", self.path("model"), output="next")
                self.assertLessEqual(again["objective"], first["objective"])
                self.assertEqual(again["prepare"], first["prepare"])

    def test_pairs_with_the_origin_observe_a_quadratic_form(self):
        rows, outputs = quadratic_system()
        data = self.write("x.csv", csv_text(rows))
        lines = [f"{i},origin,=,{y!r}\n" for i, y in enumerate(outputs)]
        pairs = self.write("pairs.csv", "i,j,relation,value\n" + "".join(lines))
        for learner in ("psd-flat", "psd-polar"):
            answer = self.run_json("fit", data, "--learner", learner, "--pairs", pairs, "--set",
                                   "rank=2", "--set", "tolerance=1e-12", "--set",
                                   "max_iterations=20000", "--prepare", "none", "-o",
                                   self.path("model"))
            self.assertLess(answer["objective"], 1e-6)

    def test_filters_follow_outputs(self):
        rows, outputs = quadratic_system()
        data = self.write("x.csv", csv_text(rows, [repr(y) for y in outputs]))
        for learner in ("lms", "nlms"):
            answer = self.fit(learner, "--set", "rank=2", "--set", "passes=20", "--prepare", "none",
                              data=data)
            mean = sum(y * y for y in outputs) / len(outputs) / 2
            self.assertLess(answer["objective"], 0.1 * mean)

    def test_a_map_of_objects_is_written_for_them_alone(self):
        self.fit("mds")
        self.run_ok("embed", self.path("model"), WINE, "-o", self.path("map.csv"))
        with open(self.path("map.csv"), newline="") as file:
            self.assertEqual(len(list(csv.reader(file))), 179)
        self.assertIn("178 objects", self.run_ok("inspect", self.path("model")))

    def test_a_learned_kernel_is_measured_by_clustering(self):
        self.fit("kernel-psd", "--count", "2000", "--bounds", "relative", "--margin", "0.5",
                 "--set", "rank=5")
        self.run_ok("evaluate", WINE, "--model", self.path("model"), "--label", "label",
                    "--measure", "clustering")

    def test_mistakes_are_named(self):
        rows, labels = blobs()
        self.write("other.csv", csv_text(rows, labels))
        self.write("bad.csv", "i,j,relation,value\n0,orgin,=,1\n")
        self.write("contradiction.csv",
                   "i,j,relation,value\n0,origin,<=,1\n0,origin,>=,2\n")
        self.fit("mds")
        self.fit("psd-flat", output="flat")
        stream, outputs = quadratic_system()
        self.write("stream.csv", csv_text(stream, [repr(y) for y in outputs]))
        self.fit("lms", "--set", "space=vector", "--prepare", "none", output="vector",
                 data=self.path("stream.csv"))
        fit = f"fit {WINE} --label label -o x"
        for command, code, expected in [
            (f"{fit} --learner lda --online", USAGE, ["--online", "lda has no online solver"]),
            (f"{fit} --learner lda --from flat", USAGE, ["--from", "lda", "in one go"]),
            (f"{fit} --learner psd-flat --from flat --prepare none", USAGE, ["--prepare"]),
            (f"{fit} --learner psd-flat --from absent", BAD_INPUT, ["absent"]),
            (f"{fit} --learner psd-flat --from flat --set rank=3", BAD_INPUT, ["rank"]),
            (f"fit other.csv --label label -o x --learner psd-flat --from flat", BAD_INPUT,
             ["13 features", "4"]),
            (f"{fit} --learner psd-polar --set lambda=1.5", USAGE, ["lambda", "1.5"]),
            (f"{fit} --learner kernel-psd --set geometry=flat --set lambda=0.2", USAGE,
             ["lambda", "geometry=polar"]),
            (f"{fit} --learner kernel-psd --set degree=3", BAD_INPUT, ["degree", "polynomial"]),
            (f"{fit} --learner lms --set space=vector --set rank=2", USAGE,
             ["rank", "space=flat or polar"]),
            ("fit stream.csv -o x --learner lms --set space=flat --from vector",
             BAD_INPUT, ["space: flat", "space vector"]),
            ("fit stream.csv -o x --learner psd-flat --from vector", BAD_INPUT,
             ["no metric"]),
            (f"{fit} --learner psd-polar --set rank=14", BAD_INPUT, ["rank", "14", "13"]),
            (f"{fit} --learner psd-polar --set form=sym --set core=first", USAGE,
             ["core", "form=r2 or b"]),
            (f"{fit} --learner psd-polar --set form=b --set core=von-neumann", USAGE,
             ["form", "core=exp or first"]),
            (f"{fit} --learner psd-polar --set lambda=0 --set retraction=qf", BAD_INPUT,
             ["retraction", "lambda=0"]),
            (f"{fit} --learner psd-flat --online --set schedule=constant --set step=1 --set "
             "half_life=2", USAGE, ["half_life", "schedule=anneal or adaptive"]),
            (f"{fit} --learner psd-flat --online --set schedule=constant --set step=1 --set "
             "selection=least", USAGE, ["selection", "schedule=anneal"]),
            (f"{fit} --learner psd-flat --online --set half_life=1 --set step=1 --set "
             "selection=least", USAGE, ["selection"]),
            (f"{fit} --learner psd-flat --from flat --set start=random", USAGE, ["start"]),
            (f"{fit} --learner psd-flat --from model", BAD_INPUT, ["places 178 objects"]),
            (f"{fit} --learner mds --from flat", BAD_INPUT, ["metric of 13 features"]),
            (f"{fit} --learner psd-flat --set schedule=constant --online", USAGE, ["step"]),
            (f"{fit} --learner psd-flat --set schedule=adaptive --set step=1 --online", USAGE,
             ["half_life"]),
            (f"{fit} --learner oja --set schedule=constant", USAGE, ["step"]),
            (f"{fit} --learner psd-polar --online --set schedule=adaptive --set step=1 --set "
             "half_life=5", USAGE, ["schedule", "adaptive"]),
            (f"evaluate {WINE} --label label --learner nlms", USAGE, ["nlms", "regression targets"]),
            (f"{fit} --learner nlms", BAD_INPUT, ["wine.csv", "class_0", "not a finite number"]),
            (f"{fit} --learner psd-flat --pairs bad.csv", BAD_INPUT, ["bad.csv:2", "orgin"]),
            (f"{fit} --learner psd-flat --pairs contradiction.csv", BAD_INPUT,
             ["sample 0 and the origin"]),
            (f"evaluate {WINE} --label label --learner mds", USAGE, ["mds", "no map"]),
            (f"embed model other.csv -o x.csv", BAD_INPUT, ["other.csv", "no map"]),
            (f"index model {WINE} -o x.index", BAD_INPUT, ["no map"]),
            (f"report model {WINE} -o x.html", BAD_INPUT, ["no map"]),
        ]:
            with self.subTest(command):
                self.run_refused(command, code, expected)


if __name__ == "__main__":
    unittest.main()
