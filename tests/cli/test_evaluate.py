"""Measures of a saved model, each against its definition written out in a few lines."""

import csv as csv_module
import io
import math
import unittest

from program import ProgramTest, blobs, csv, run, svmlight

BAD_INPUT, USAGE = 1, 2
ALL_ROWS, ALL_LABELS = blobs(samples=105, features=4)
ROWS, LABELS = ALL_ROWS[:45], ALL_LABELS[:45]
IDS = [f"s{i}" for i in range(45)]
BASE_ROWS, BASE_LABELS = ALL_ROWS[45:], ALL_LABELS[45:]
BASE_IDS = [f"d{i}" for i in range(60)]
GRADES = {("s0", "d3"): 2, ("s0", "d7"): 1, ("s0", "d9"): 0, ("s4", "d1"): 1, ("s4", "d2"): 3,
          ("s9", "d50"): -1}


def distance(x, y):
    return sum((a - b) ** 2 for a, b in zip(x, y))


def mean(values):
    return sum(values) / len(values)


def ranked(query, items, left_out=None):
    """Item numbers, nearest first, ties by number."""
    order = sorted(range(len(items)), key=lambda i: (distance(query, items[i]), i))
    return [i for i in order if i != left_out]


def vote(labels):
    return min(sorted(set(labels)), key=lambda label: -labels.count(label))


def of_ranking(grades, cuts):
    """The measures of one ranked list, by their definitions."""
    ranks = [r for r, grade in enumerate(grades, 1) if grade > 0]

    def gain(some):
        return sum(max(grade, 0) / math.log2(r + 1) for r, grade in enumerate(some, 1))
    numbers = {"map": mean([j / r for j, r in enumerate(ranks, 1)]), "mrr": 1 / ranks[0]}
    for k in cuts:
        hits = sum(r <= k for r in ranks)
        numbers[f"precision_at_{k}"] = hits / k
        numbers[f"recall_at_{k}"] = hits / len(ranks)
        numbers[f"ndcg_at_{k}"] = gain(grades[:k]) / gain(sorted(grades, reverse=True)[:k])
    return numbers


def of_rankings(rankings, cuts):
    """Means over the queries to which something is relevant."""
    each = [of_ranking(grades, cuts) for grades in rankings if any(g > 0 for g in grades)]
    return {name: mean([numbers[name] for numbers in each]) for name in each[0]}


def of_pairs(pairs):
    """AUC, and the best threshold's accuracy, of (distance, same, weight)."""
    same = [(d, w) for d, is_same, w in pairs if is_same]
    different = [(d, w) for d, is_same, w in pairs if not is_same]
    won = sum(w * v * ((d < e) + (d == e) / 2) for d, w in same for e, v in different)
    everyone = sum(w for _, w in same) * sum(w for _, w in different)
    total = sum(w for _, _, w in pairs)

    def right(t):
        return sum(w for d, is_same, w in pairs if (d <= t) == is_same) / total
    return {"auc": won / everyone,
            "accuracy": max(right(t) for t in [-1] + [d for d, _, _ in pairs])}, right


def error_rates(pairs, t):
    """The fraction of different pairs accepted at t and of same pairs rejected."""
    same = [d for d, is_same, _ in pairs if is_same]
    different = [d for d, is_same, _ in pairs if not is_same]
    return mean([d <= t for d in different]), mean([d > t for d in same])


class TrialTest(ProgramTest):
    """A model learned from the base and tried on other samples."""

    def setUp(self):
        super().setUp()
        self.data = self.write("data.csv", csv(ROWS, LABELS, IDS))
        self.base = self.write("base.csv", csv(BASE_ROWS, BASE_LABELS, BASE_IDS))
        self.model = self.path("model")
        self.run_ok("fit", self.base, "--learner", "psd-flat", "--set", "rank=2", "-o", self.model)
        self.x, self.y = self.embedded(self.data), self.embedded(self.base)

    def embedded(self, data, model=None):
        self.run_ok("embed", model or self.model, data, "-o", self.path("e.csv"))
        rows = list(csv_module.DictReader(io.StringIO(self.path("e.csv").read_text())))
        return [[float(v) for name, v in row.items() if name[0] == "e"] for row in rows]

    def measured(self, *flags):
        answer = self.run_json("evaluate", self.data, "--model", self.model, *flags)
        for number in answer["measured"].values():
            for figure in (number, number["euclidean"], number["difference"]):
                self.assertLessEqual(figure["low"], figure["high"])
        return answer["measured"]

    def check(self, measured, wanted):
        for name, value in wanted.items():
            self.assertAlmostEqual(measured[name]["value"], value, places=9, msg=name)

    def refused(self, code, words, *flags):
        status, out, err = run("evaluate", self.data, "--model", self.model, *flags,
                               cwd=self.directory)
        self.assertEqual((status, out), (code, ""), err)
        for word in words:
            self.assertIn(word, err)


class Votes(TrialTest):
    def test_of_the_others_are_the_default(self):
        wrong = []
        for i, x in enumerate(self.x):
            near = ranked(x, self.x, left_out=i)[:3]
            wrong.append(vote([LABELS[j] for j in near]) != LABELS[i])
        measured = self.measured("--k", 3)
        self.assertEqual(list(measured), ["error"])
        self.check(measured, {"error": mean(wrong)})
        self.assertEqual((measured["error"]["unit"], measured["error"]["units"]), ("query", 45))

    def test_of_a_base(self):
        wrong = [vote([BASE_LABELS[j] for j in ranked(x, self.y)[:5]]) != label
                 for x, label in zip(self.x, LABELS)]
        self.check(self.measured("--base", self.base), {"error": mean(wrong)})

    def test_of_a_base_with_labels_in_a_file(self):
        base = self.write("bare.csv", csv(BASE_ROWS))
        labels = self.write("labels.txt", "\n".join(BASE_LABELS) + "\n")
        bare = self.measured("--base", base, "--base-labels", labels)
        self.assertEqual(bare, self.measured("--base", self.base))
        self.refused(BAD_INPUT, ["bare.csv", "no labels"], "--base", base)

    def test_need_neighbours(self):
        self.refused(BAD_INPUT, ["45", "44"], "--k", 45)
        self.measured("--k", 44)

    def test_euclidean_is_the_metric_on_prepared_samples(self):
        self.run_ok("fit", self.base, "--learner", "euclidean", "-o", self.path("plain"))
        plain = self.embedded(self.data, self.path("plain"))
        wrong = [vote([LABELS[j] for j in ranked(x, plain, left_out=i)[:5]]) != LABELS[i]
                 for i, x in enumerate(plain)]
        error = self.measured()["error"]
        self.assertAlmostEqual(error["euclidean"]["value"], mean(wrong))
        self.assertAlmostEqual(error["difference"]["value"],
                               error["value"] - error["euclidean"]["value"])


class Retrieval(TrialTest):
    def test_by_labels_among_the_others(self):
        rankings = [[LABELS[j] == LABELS[i] for j in ranked(x, self.x, left_out=i)]
                    for i, x in enumerate(self.x)]
        measured = self.measured("--measure", "retrieval", "--at", "10,1")
        wanted = of_rankings(rankings, (1, 10))
        self.assertEqual(list(measured), list(wanted))
        self.check(measured, wanted)

    def test_by_labels_in_a_base_cut_at_k(self):
        rankings = [[BASE_LABELS[j] == label for j in ranked(x, self.y)]
                    for x, label in zip(self.x, LABELS)]
        measured = self.measured("--measure", "retrieval", "--base", self.base, "--k", 7)
        self.check(measured, of_rankings(rankings, (7,)))

    def qrels(self, grades, header="query_id\tdoc_id\trelevance\n"):
        return self.write("qrels.tsv", header + "".join(
            f"{query}\t{item}\t{grade}\n" for (query, item), grade in grades.items()))

    def test_by_judgements(self):
        rankings = [[GRADES.get((IDS[i], BASE_IDS[j]), 0) for j in ranked(x, self.y)]
                    for i, x in enumerate(self.x)]
        measured = self.measured("--base", self.base, "--qrels", self.qrels(GRADES), "--at", "1,20")
        wanted = of_rankings(rankings, (1, 20))
        self.assertEqual(list(measured), list(wanted))
        self.check(measured, wanted)
        self.assertEqual(measured["map"]["units"], 2)  # nothing is relevant to the others

    def test_by_judgements_of_samples_without_ids_goes_by_number(self):
        data = self.write("bare.csv", csv(ROWS))
        qrels = self.qrels({(3, 5): 1, (8, 0): 2}, header="")
        answer = self.run_json("evaluate", data, "--model", self.model, "--qrels", qrels)
        rankings = [[int((i, j) in ((3, 5), (8, 0))) * (2 if i == 8 else 1)
                     for j in ranked(x, self.x, left_out=i)] for i, x in enumerate(self.x)]
        self.check(answer["measured"], of_rankings(rankings, (5,)))

    def test_judgements_of_unknown_samples(self):
        for unknown, word in ((("s99", "d1"), "2: there is no query 's99'"),
                              (("s1", "d99"), "2: there is no item 'd99'")):
            qrels = self.qrels({unknown: 1, **GRADES})
            self.refused(BAD_INPUT, ["qrels.tsv:" + word], "--base", self.base, "--qrels", qrels)
            answer = self.run_json("evaluate", self.data, "--model", self.model, "--base", self.base,
                                   "--qrels", qrels, "--skip-unknown")
            self.assertEqual((answer["judgements"], answer["skipped"]), (6, 1))

    def test_judgements_that_say_nothing(self):
        for content, word in (("", "no judgement"), ("query\titem\tgrade\n", "no judgement"),
                              ("s1\td1\t0\n", "no item is relevant"), ("s1\td1\n", "qrels.tsv:1"),
                              ("s1\td1\t1\ns1\td1\t1\n", "qrels.tsv:2")):
            qrels = self.write("qrels.tsv", content)
            self.refused(BAD_INPUT, [word], "--base", self.base, "--qrels", qrels)
        self.refused(BAD_INPUT, ["nowhere.tsv"], "--qrels", "nowhere.tsv")
        self.write("qrels.tsv", "s1\ts1\t1\n")
        self.refused(BAD_INPUT, ["no item is relevant", "itself"], "--qrels", "qrels.tsv")

    def test_a_wrong_grade_is_no_header(self):
        for first, code in (("s0\td3\tx\n", BAD_INPUT), ("query-id\tcorpus-id\tscore\n", 0),
                            ("Query\tDoc\tRel\n", 0)):
            qrels = self.write("qrels.tsv", first + "s0\td7\t1\n")
            found, _, err = run("evaluate", self.data, "--model", self.model, "--base", self.base,
                                "--qrels", qrels)
            self.assertEqual(found, code, err)
            self.assertEqual("qrels.tsv:1: relevance 'x' is not a number" in err, code != 0, err)


class Unlabelled(TrialTest):
    """Nobody knows whether a sample without a label is like another."""

    def test_samples_are_in_no_pair_and_neither_queries_nor_items(self):
        self.run_ok("fit", self.base, "--learner", "lda", "--prepare", "none", "-o", self.model)
        lines = svmlight(ROWS, LABELS).splitlines()
        without = [line.split(" ", 1)[1] if i % 3 == 1 else line for i, line in enumerate(lines)]
        some = self.write("some.svm", "\n".join(without) + "\n")
        only = self.write("only.svm", "".join(
            line + "\n" for i, line in enumerate(lines) if i % 3 != 1))
        flags = ("--model", self.model, "--measure", "retrieval,verification")
        for base in ((), ("--base", some)):
            found = self.run_json("evaluate", some, *flags, *base)["measured"]
            wanted = self.run_json("evaluate", only, *flags, *([base[0], only] if base else []))
            self.assertEqual(found, wanted["measured"])
            self.assertIsNotNone(found["map"]["value"])


class SeveralLabels(TrialTest):
    def test_say_which_measures_need_one(self):
        self.run_ok("fit", self.base, "--learner", "lda", "--prepare", "none", "-o", self.model)
        several = self.write("several.svm", svmlight(ROWS, [l + ",x" for l in LABELS]))
        for flags, measure in ((("--cv", "2x1"), "cross-validation"), ((), "the measure knn"),
                               (("--measure", "clustering"), "the measure clustering")):
            code, _, err = run("evaluate", several, "--model", self.model, *flags)
            self.assertEqual(code, BAD_INPUT)
            self.assertIn("several.svm: sample 0 has 2 labels", err)
            self.assertIn(measure, err)
            self.assertIn("--measure retrieval,verification", err)
        self.run_ok("evaluate", several, "--model", self.model, "--measure",
                    "retrieval,verification")


class Verification(TrialTest):
    PAIRS = [(0, 3, "<=", 1), (1, 4, "<=", 2), (2, 8, "<=", 1), (0, 1, ">=", 1),
             (5, 7, ">=", 0.5), (3, 2, ">=", 1), (9, 12, "<=", 1), (4, 11, ">=", 1)]

    def file(self, pairs, by_id=False):
        def name(i):
            return IDS[i] if by_id else i
        return self.write("pairs.csv", "i,j,relation,value,weight\n" + "".join(
            f"{name(i)},{name(j)},{relation},1,{w}\n" for i, j, relation, w in pairs))

    def check_pairs(self, measured, pairs):
        wanted, right = of_pairs(pairs)
        self.check(measured, wanted)
        threshold = measured["threshold"]["value"]
        self.assertAlmostEqual(right(threshold), wanted["accuracy"])
        self.assertEqual(list(measured), ["auc", "equal_error_rate", "threshold", "accuracy"])

    def test_by_labels_uses_all_pairs_of_few_samples(self):
        pairs = [(distance(self.x[i], self.x[j]), LABELS[i] == LABELS[j], 1)
                 for i in range(45) for j in range(i)]
        measured = self.measured("--measure", "verification")
        self.check_pairs(measured, pairs)
        self.assertEqual(measured["auc"]["units"], 45 * 44 // 2)
        rates = [error_rates(pairs, d) for d, _, _ in pairs]
        a, r = min(rates, key=lambda rates: abs(rates[0] - rates[1]))
        found = measured["equal_error_rate"]["value"]
        self.assertTrue(min(a, r) - 0.01 <= found <= max(a, r) + 0.01, (a, found, r))

    def test_of_given_pairs(self):
        pairs = [(distance(self.x[i], self.x[j]), relation == "<=", w)
                 for i, j, relation, w in self.PAIRS]
        for by_id in (False, True):
            measured = self.measured("--pairs", self.file(self.PAIRS, by_id))
            self.check_pairs(measured, pairs)
            self.assertEqual(measured["auc"]["units"], len(self.PAIRS))

    def test_of_pairs_that_cannot_be_verified(self):
        same = [pair for pair in self.PAIRS if pair[2] == "<="]
        for pairs, words in (([(0, 99, "<=", 1)], ["pairs.csv:2", "sample 99 of 45"]),
                             ([], ["holds no pairs"]),
                             (same, ["pairs.csv", "no pair that is different"]),
                             ([*same, (0, 1, "=", 1)], ["pairs.csv", "pair 5", "'='"]),
                             ([*same, (0, 1, ">=", 0)], ["no pair that is different"])):
            self.refused(BAD_INPUT, words, "--pairs", self.file(pairs))


class Triplets(TrialTest):
    TRIPLETS = [(0, 3, 1, 1), (2, 5, 0, 2), (7, 4, 9, 1), (8, 1, 2, 0.5), (10, 11, 12, 1)]

    def file(self, triplets):
        return self.write("triplets.csv", "query,near,far,weight\n" + "".join(
            f"{q},{n},{f},{w}\n" for q, n, f, w in triplets))

    def test_of_a_file(self):
        right = sum(w for q, n, f, w in self.TRIPLETS
                    if distance(self.x[q], self.x[n]) < distance(self.x[q], self.x[f]))
        measured = self.measured("--triplets", self.file(self.TRIPLETS))
        self.assertEqual(list(measured), ["triplet_accuracy"])
        self.check(measured, {"triplet_accuracy": right / sum(w for *_, w in self.TRIPLETS)})

    def test_beside_pairs_and_votes(self):
        pairs = self.write("pairs.csv", "i,j,relation,value\n0,3,<=,1\n0,1,>=,1\n")
        measured = self.measured("--triplets", self.file(self.TRIPLETS), "--pairs", pairs,
                                 "--measure", "knn")
        self.assertEqual(list(measured), ["error", "auc", "equal_error_rate", "threshold",
                                          "accuracy", "triplet_accuracy"])

    def test_that_cannot_be_read(self):
        self.refused(BAD_INPUT, ["triplets.csv:2", "sample 45 of 45"],
                     "--triplets", self.file([(0, 1, 45, 1)]))
        self.refused(BAD_INPUT, ["holds no triplets"], "--triplets", self.file([]))
        self.refused(BAD_INPUT, ["triplet"], "--triplets", self.file([(0, 1, 1, 1)]))


class Intervals(TrialTest):
    def test_widen_with_the_confidence(self):
        def width(*flags):
            answer = self.measured("--measure", "retrieval", *flags)["map"]
            self.assertTrue(answer["low"] <= answer["value"] <= answer["high"])
            return answer["high"] - answer["low"]
        self.assertLess(width("--confidence", 50), width())
        self.assertLess(width(), width("--confidence", 99.9))
        self.assertEqual(width(), width("--confidence", 95))

    def test_have_the_width_that_theory_gives(self):
        error = self.measured("--k", 3, "--seed", 7)["error"]
        p = error["value"]
        self.assertAlmostEqual(error["high"] - error["low"], 2 * 1.96 * math.sqrt(p * (1 - p) / 45),
                               delta=2.5 / 45)

    def test_do_not_depend_on_threads(self):
        flags = ("--measure", "knn,retrieval,clustering,verification")
        self.assertEqual(self.measured(*flags, "--threads", 1),
                         self.measured(*flags, "--threads", 3))

    def test_of_folds(self):
        command = ("evaluate", self.data, "--learner", "lda", "--cv", "2x5", "--measure",
                   "retrieval")
        wide, narrow = (self.run_json(*command, "--confidence", c)["learned"] for c in (95, 50))
        self.assertTrue(wide["error_low"] <= wide["error_mean"] <= wide["error_high"])
        for low, high, of in (("error_low", "error_high", lambda learned: learned),
                              ("low", "high", lambda learned: learned["map"])):
            self.assertLess(of(narrow)[high] - of(narrow)[low], of(wide)[high] - of(wide)[low])
        self.assertRegex(self.run_ok(*command, "--confidence", 90), r"\[0\.\d+, [01]\.\d+\]")
        self.assertIn("±", self.run_ok(*command))


class Report(TrialTest):
    def test_is_a_table_with_the_euclidean_metric(self):
        out = self.run_ok("evaluate", self.data, "--model", self.model, "--k", 3, "--measure",
                          "knn,retrieval,clustering,verification")
        for word in ("3-NN error", "mAP", "MRR", "P@3", "R@3", "nDCG@3", "NMI", "AUC", "EER",
                     "threshold", "euclidean", "difference", "45 queries", "990 pairs",
                     "each among the others", "95 %"):
            self.assertIn(word, out)
        self.assertNotIn("note", out)

    def test_warns_where_the_model_was_learned(self):
        answer = self.run_json("evaluate", self.base, "--model", self.model)
        self.assertIn("optimistic", answer["note"])

    def test_names_what_was_compared(self):
        answer = self.run_json("evaluate", self.data, "--model", self.model, "--base", self.base)
        self.assertEqual((answer["samples"], answer["items"], answer["dim"]), (45, 60, 4))
        self.assertEqual((answer["k"], answer["at"], answer["confidence"]), (5, [5], 95))
        self.assertEqual(answer["base"], str(self.base))

    def test_undefined_numbers_are_null(self):
        alone = self.write("alone.csv", csv(ROWS[:4], ["a", "b", "c", "d"]))
        answer = self.run_json("evaluate", alone, "--model", self.model, "--measure",
                               "retrieval,verification")
        self.assertIsNone(answer["measured"]["map"]["value"])
        self.assertIsNone(answer["measured"]["auc"]["low"])
        self.assertIn("undefined", self.run_ok("evaluate", alone, "--model", self.model,
                                               "--measure", "retrieval"))


class Flags(TrialTest):
    def test_that_count_for_nothing_are_refused(self):
        for words, flags in (
                (["--base", "knn and retrieval"], ("--measure", "clustering", "--base", "b")),
                (["--at", "retrieval"], ("--at", "5")),
                (["--k", "knn, retrieval and labels"], ("--k", 3, "--measure", "verification")),
                (["--base-labels", "--base"], ("--base-labels", "b")),
                (["--skip-unknown", "--qrels"], ("--skip-unknown",)),
                (["--sets", "--triplets"], ("--sets", "s")),
                (["--rankings", "labels of DATA"], ("--rankings", "r")),
                (["--model and --learner"], ("--learner", "lda")),
                (["--model and --count"], ("--count", 9)),
                (["--base", "--cv"], ("--base", "b", "--cv", "2")),
                (["--model and --pairs"], ("--pairs", "p", "--cv", "2")),
                (["--at: '0'"], ("--measure", "retrieval", "--at", "5,0")),
                (["--at: ''"], ("--measure", "retrieval", "--at", "5,")),
                (["--confidence", "99.99"], ("--confidence", 100)),
                (["no metric 'kn'"], ("--measure", "kn"))):
            self.refused(USAGE, words, *flags)

    def test_of_a_trial_are_not_for_learners(self):
        for flags in (("--base", "b"), ("--qrels", "q"), ("--skip-unknown",)):
            code, _, err = run("evaluate", self.data, "--learner", "lda", *flags)
            self.assertEqual(code, USAGE)
            self.assertIn(f"{flags[0]} is for --model", err)
        code, _, err = run("evaluate", self.data, "--learner", "lda", "--at", "5")
        self.assertEqual((code, "--at is for the measure retrieval" in err), (USAGE, True))

    def test_base_with_other_features(self):
        base = self.write("wide.csv", csv([row + [1.0] for row in BASE_ROWS], BASE_LABELS))
        self.refused(BAD_INPUT, ["wide.csv", "4 features", "5"], "--base", base)


if __name__ == "__main__":
    unittest.main()
