"""Kernels, models of learned kernels on new samples, and the learners by spectral functions."""

import json
import math
import random
import struct
import unittest

from program import BAD_INPUT, ROOT, USAGE, ProgramTest, csv, npy, read_npy

WINE = ROOT / "data/wine.csv"
SPECTRAL = ("von-neumann", "frobenius", "sdp-logdet", "ssikdr")


def rings(samples=120, seed=1):
    """Two rings around each other, which no linear map tells apart."""
    rng = random.Random(seed)
    rows, labels = [], []
    for i in range(samples):
        angle, radius = rng.uniform(0, 2 * math.pi), 1 + i % 2
        rows.append([radius * math.cos(angle) + rng.gauss(0, .1),
                     radius * math.sin(angle) + rng.gauss(0, .1)])
        labels.append("ab"[i % 2])
    return rows, labels


def gaussian(x, z, gamma=1.0):
    return math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(x, z)))


class KernelTest(ProgramTest):
    def setUp(self):
        super().setUp()
        rows, labels = rings()
        self.rows, self.labels = rows, labels
        self.write("seen.csv", csv(rows[:80], labels[:80]))
        self.write("few.csv", csv(rows[:40], labels[:40]))
        self.write("unseen.csv", csv(rows[80:], labels[80:]))

    def fit(self, learner, *more, data="seen.csv", output="model"):
        return self.run_json("fit", data, "--learner", learner, "--prepare", "none",
                             "--protocol", "per-class", "-o", output, *more)

    def settings(self, **options):
        return [word for item in options.items() for word in ("--set", "{}={}".format(*item))]

    def tensor(self, name, model="model"):
        """The rows of a tensor of the model's file."""
        raw = self.path(model).read_bytes()
        size = struct.unpack("<Q", raw[:8])[0]
        entry = json.loads(raw[8:8 + size])[name]
        rows, columns = entry["shape"]
        begin, end = (8 + size + offset for offset in entry["data_offsets"])
        values = struct.unpack(f"<{rows * columns}d", raw[begin:end])
        return [values[i * columns:(i + 1) * columns] for i in range(rows)]

    def embedded(self, data, model="model"):
        self.run_ok("embed", model, data, "-o", "e.npy")
        return read_npy(self.path("e.npy").read_bytes())

    def test_spectral_learners_give_metrics_by_default_and_certify_them(self):
        for learner in SPECTRAL:
            with self.subTest(learner):
                answer = self.run_json("fit", WINE, "--learner", learner, "--label", "label",
                                       "-o", "model")
                self.assertEqual(answer["status"], "converged")
                self.assertLessEqual(answer["certificate"]["value"], 1e-6)
                self.assertEqual(self.run_json("inspect", "model")["domain"], "features")

    def test_a_learned_kernel_places_samples_it_has_not_seen(self):
        for learner in ("logdet-kernel", *SPECTRAL):
            with self.subTest(learner):
                self.fit(learner, *self.settings(kernel="gaussian", kernel_gamma=1), data="few.csv")
                told = self.run_json("inspect", "model")
                self.assertEqual(told["domain"], "kernel")
                self.assertEqual(told["input_dim"], 2)
                self.assertEqual(told["kernel"]["kernel"], "gaussian")
                self.assertEqual(told["kernel"]["gamma"], 1)
                self.assertEqual(len(self.embedded("unseen.csv")), 40)
                self.assertIn("by a kernel", self.run_ok("inspect", "model"))

    def test_embeddings_have_the_inner_products_of_the_function_in_the_file(self):
        """kappa(z, x) = a k(z, x) + k_z^T S k_x by the tensors alone, x being seen."""
        self.fit("logdet-kernel", *self.settings(kernel="gaussian", kernel_gamma=1))
        support = self.tensor("kernel.support")
        middle = self.tensor("kernel.middle")
        self.assertEqual(len(support), 80)
        before, after = self.embedded("seen.csv"), self.embedded("unseen.csv")
        for i, j in ((0, 0), (7, 50), (39, 79)):
            z, x = self.rows[80 + i], self.rows[j]
            with_z = [gaussian(z, s) for s in support]
            with_x = [gaussian(x, s) for s in support]
            kappa = gaussian(z, x) + sum(
                a * sum(m * b for m, b in zip(row, with_x)) for a, row in zip(with_z, middle))
            product = sum(a * b for a, b in zip(after[i], before[j]))
            self.assertAlmostEqual(product, kappa, delta=1e-6 * (1 + abs(kappa)))

    def test_evaluate_search_and_report_take_models_of_kernels(self):
        self.fit("ssikdr", *self.settings(kernel="gaussian", kernel_gamma=1, rank=2))
        told = self.run_json("evaluate", "unseen.csv", "--model", "model", "--base", "seen.csv",
                             "--k", "5")
        self.assertEqual(told["items"], 80)
        self.assertLessEqual(told["measured"]["error"]["value"], 0.1)
        self.run_ok("search", "model", "seen.csv", "unseen.csv", "-k", "3", "-o", "near.csv")
        self.assertEqual(len(self.path("near.csv").read_text().splitlines()) - 1, 40 * 3)
        self.run_ok("report", "model", "unseen.csv", "-o", "page.html")
        page = self.path("page.html").read_text()
        self.assertIn("support samples", page)
        self.run_refused("index model seen.csv -o x.faiss", BAD_INPUT, ["kernel", "mahala search"])

    def test_cross_validation_measures_kernels_on_what_they_have_not_seen(self):
        told = self.run_json("evaluate", "seen.csv", "--learner", "logdet-kernel", "--prepare",
                             "none", *self.settings(kernel="gaussian", kernel_gamma=1))
        self.assertLessEqual(told["learned"]["error_mean"], 0.1)

    def test_a_precomputed_kernel_takes_rows_of_new_samples(self):
        seen, unseen = self.rows[:80], self.rows[80:]
        square = [[gaussian(x, z) for z in seen] for x in seen]
        block = [[gaussian(x, z) for z in seen] for x in unseen]
        self.write("square.npy", npy(square))
        self.write("block.npy", npy(block))
        self.write("labels.txt", "\n".join(self.labels[:80]) + "\n")
        self.fit("logdet-kernel", "--labels-file", "labels.txt",
                 *self.settings(kernel="precomputed"), data="square.npy")
        given = self.embedded("block.npy")
        self.fit("logdet-kernel", *self.settings(kernel="gaussian", kernel_gamma=1))
        own = self.embedded("unseen.csv")
        for i, j in ((0, 1), (3, 17), (20, 39)):
            a = sum((x - y) ** 2 for x, y in zip(given[i], given[j]))
            b = sum((x - y) ** 2 for x, y in zip(own[i], own[j]))
            self.assertAlmostEqual(a, b, delta=1e-4 * (1 + b))
        self.fit("logdet-kernel", "--labels-file", "labels.txt",
                 *self.settings(kernel="precomputed"), data="square.npy")
        self.run_refused("embed model unseen.csv -o e.csv", BAD_INPUT, ["80"])

    def test_sets_of_vectors_have_a_pyramid(self):
        rng = random.Random(2)
        rows, labels = [], []
        for i in range(40):
            centre = 4 if i % 2 else 11
            size = rng.randint(2, 4)
            vectors = [[max(0, rng.gauss(centre, 1.5)) for _ in range(2)] for _ in range(size)]
            vectors += [[-1, -1]] * (4 - size)
            rows.append([number for vector in vectors for number in vector])
            labels.append("ab"[i % 2])
        self.write("sets.csv", csv(rows[:30], labels[:30]))
        self.write("new.csv", csv(rows[30:], labels[30:]))
        pyramid = self.settings(kernel="pyramid", vector_size=2)
        self.fit("von-neumann", *pyramid, data="sets.csv")
        self.assertEqual(len(self.embedded("new.csv")), 10)
        self.assertGreater(self.run_json("inspect", "model")["kernel"]["levels"], 1)
        self.run_refused("fit sets.csv --learner von-neumann --set kernel=pyramid --set "
                         "vector_size=3 --prepare none -o m", BAD_INPUT, ["vector_size"])
        self.run_refused("fit sets.csv --learner von-neumann --set kernel=pyramid --set "
                         "vector_size=2 -o m", BAD_INPUT, ["--prepare none"])

    def test_sums_and_the_shape_of_the_cloud_reach_new_samples(self):
        for options in ({"kernel": "linear+gaussian"}, {"kernel": "0.2*linear+0.8*gaussian"},
                        {"kernel": "gaussian", "manifold": 1}, {"kernel": "gaussian", "centre": "true"},
                        {"kernel": "polynomial", "normalise": "true"}):
            with self.subTest(options):
                self.fit("ssikdr", *self.settings(rank=2, **options), data="few.csv")
                rows = self.embedded("unseen.csv")
                self.assertEqual({len(row) for row in rows}, {2})
                self.assertTrue(all(math.isfinite(v) for row in rows for v in row))

    def test_triplets_teach_a_margin(self):
        lines = ["query,near,far\n"] + [f"{i},{i + 2},{i + 1}\n" for i in range(70)]
        self.write("triplets.csv", "".join(lines))
        answer = self.run_json("fit", "seen.csv", "--learner", "sdp-logdet", "--triplets",
                               "triplets.csv", "-o", "model", "--set", "kernel=gaussian")
        self.assertEqual(answer["status"], "converged")

    def test_wrong_wishes_are_refused(self):
        fit = "fit seen.csv --learner {} -o m --set "
        self.run_refused(fit.format("ssikdr") + "kernel=gausian", BAD_INPUT,
                         ["gausian", "did you mean 'gaussian'"])
        self.run_refused(fit.format("ssikdr") + "kernel=linear+precomputed", BAD_INPUT,
                         ["precomputed", "alone"])
        self.run_refused(fit.format("ssikdr") + "tau=2", USAGE, ["tau"])
        self.run_refused(fit.format("frobenius") + "threshold=1", USAGE, ["threshold"])
        self.run_refused(fit.format("frobenius") + "limits=fixed --set slack=logdet", BAD_INPUT,
                         ["slack"])
        self.run_refused(fit.format("ssikdr") + "rank=3", BAD_INPUT, ["rank"])

    def test_contradictions_without_slack_are_told(self):
        self.write("pairs.csv", "i,j,relation,value\n0,2,<=,0.0001\n0,4,<=,0.0001\n2,4,>=,9\n")
        for learner in ("von-neumann", "frobenius"):
            with self.subTest(learner):
                self.run_refused(f"fit seen.csv --learner {learner} --pairs pairs.csv --set "
                                 "slack=none -o m", BAD_INPUT, ["cannot all be met", "slack"])

    def test_broken_files_of_kernels_are_refused(self):
        self.fit("ssikdr", *self.settings(kernel="gaussian", rank=2), data="few.csv")
        whole = self.path("model").read_bytes().replace(b'"checksum"', b'"chopsums"')
        self.write("model", whole.replace(b"kernel.middle", b"kernel.muddle"))
        self.run_refused("inspect model", BAD_INPUT, ["model: "])
        self.write("model", whole.replace(b'"kernel.option.kernel":"gaussian"',
                                          b'"kernel.option.kernel":"gaussien"'))
        self.run_refused("inspect model", BAD_INPUT, ["gaussien"])
        self.write("model", whole[:-8])
        self.run_refused("inspect model", BAD_INPUT, ["model: "])


if __name__ == "__main__":
    unittest.main()
