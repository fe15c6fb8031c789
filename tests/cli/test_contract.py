"""What scripts may rely on: JSON keys, exit codes, formats, reproducibility."""

import csv as csv_module
import gzip
import io
import json
import unittest

from program import ProgramTest, blobs, csv, npy, read_npy, run, svmlight

LEARN = ("--learner", "psd-flat", "--set", "max_iterations=30")


class ContractTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows, self.labels = blobs()
        self.data = self.write("data.csv", csv(self.rows, self.labels))

    def fit(self, *more, data=None, output="model"):
        return self.run_json("fit", data or self.data, *LEARN, *more, "-o", self.path(output))

    def embedded(self, name, data, *more):
        self.run_ok("embed", self.path("model"), data, "-o", self.path(name), *more)
        content = self.path(name).read_bytes()
        return gzip.decompress(content) if name.endswith(".gz") else content

    # fit

    def test_fit_says_what_was_learned(self):
        answer = self.fit("--label", "label", "--seed", 3, "--set", "rank=2")
        self.assertLessEqual({"learner", "status", "message", "objective", "certificate",
                              "iterations", "seconds", "rank", "dim", "prepare", "constraints",
                              "samples", "options", "model", "fingerprint"}, set(answer))
        self.assertEqual(answer["learner"], "psd-flat")
        self.assertEqual((answer["rank"], answer["dim"], answer["samples"]), (2, 4, 60))
        self.assertEqual(set(answer["certificate"]), {"name", "value"})
        self.assertEqual(answer["options"]["max_iterations"], 30)
        self.assertEqual(answer["prepare"], "standardise")
        self.assertGreater(answer["constraints"], 0)
        self.assertTrue(self.path("model").exists())

    def test_single_precision_keeps_seven_digits(self):
        double = self.fit("--count", 200)
        single = self.fit("--count", 200, "--single", output="single.model")
        self.assertNotEqual(double["objective"], single["objective"])
        self.assertAlmostEqual(single["objective"] / double["objective"], 1, delta=1e-5)
        self.assertEqual(double["fingerprint"], single["fingerprint"])

    def test_single_precision_is_for_dense_samples_that_are_kept(self):
        self.write("data.svm", svmlight(self.rows, self.labels))
        self.run_refused("fit data.svm --learner psd-flat --single -o m", 1,
                         ["sparse samples are kept in double precision"])
        self.run_refused("fit --stream data.svm --learner oja --set schedule=constant --set step=0.1 --single -o m", 2,
                         ["--single: the samples of a stream are not kept"])

    def test_settings_may_follow_each_other(self):
        answer = self.run_json("fit", "--set", "rank=2", "max_iterations=5", self.data,
                               "--learner", "psd-flat", "-o", self.path("model"))
        self.assertEqual(answer["options"]["rank"], 2)
        self.assertEqual(answer["options"]["max_iterations"], 5)

    def test_fit_notes_in_the_model_where_it_came_from(self):
        answer = self.fit("--seed", 3, "--count", 50)
        notes = self.run_json("inspect", self.path("model"))["notes"]
        expected = {"learner": "psd-flat", "data": "data.csv", "samples": "60", "seed": "3",
                    "constraints": "50", "sampling.count": "50", "option.max_iterations": "30",
                    "fingerprint": answer["fingerprint"], "status": answer["status"]}
        self.assertEqual(expected, {key: notes.get(key) for key in expected})
        self.assertIn("version", notes)
        self.assertEqual(notes["features"], "f0\nf1\nf2\nf3")
        self.assertIn("  f0, f1, f2, f3\n", self.run_ok("inspect", self.path("model")))

    def test_fit_notes_the_file_of_its_constraints(self):
        pairs = self.write("pairs.csv", "i,j,relation,value\n0,1,=,1\n")
        self.fit("--pairs", pairs)
        notes = self.run_json("inspect", self.path("model"))["notes"]
        self.assertEqual((notes["constraints"], notes["constraints_file"]), ("1", "pairs.csv"))

    def test_one_seed_gives_one_file_whatever_the_threads(self):
        for learner in ("psd-flat", "euclidean", "covariance", "lda"):
            models = []
            for threads in (1, 2, 2):
                self.run_ok("fit", self.data, "--learner", learner, "--threads", threads,
                            "--seed", 5, "-o", self.path("model"))
                models.append(self.path("model").read_bytes())
            self.assertEqual(models[0], models[1], learner)
            self.assertEqual(models[1], models[2], learner)

    def test_another_seed_draws_other_constraints(self):
        self.fit("--seed", 1, output="one")
        self.fit("--seed", 2, output="two")
        self.assertNotEqual(self.path("one").read_bytes(), self.path("two").read_bytes())

    def test_fit_to_sampled_constraints_is_fit_to_labels(self):
        paper = ("--protocol", "paper")  # neighbours would be drawn anew as the metric changes
        self.run_json("sample", self.data, "--kind", "pairs", "--learner", "psd-flat", "--seed", 4,
                      *paper, "-o", self.path("pairs.csv"))
        sampled = self.fit("--pairs", self.path("pairs.csv"), "--seed", 4, output="sampled")
        direct = self.fit("--seed", 4, *paper, output="direct")
        self.assertEqual(sampled["constraints"], direct["constraints"])
        self.assertEqual(sampled["objective"], direct["objective"])

    def test_a_file_of_the_wrong_name_is_still_read_by_its_content(self):
        odd = self.write("data.txt", svmlight(self.rows, self.labels))
        self.assertEqual(self.fit(data=odd)["prepare"], "none")  # svmlight is sparse

    # evaluate

    def check_comparison(self, answer):
        self.assertLessEqual({"learned", "baselines", "fit_seconds", "verdict"}, set(answer))
        self.assertEqual(set(answer["baselines"]), {"euclidean_raw", "euclidean", "covariance", "lda"})
        for method in (answer["learned"], *answer["baselines"].values()):
            self.assertLessEqual({"error_mean", "error_sd", "rank", "fit_seconds"}, set(method))
            self.assertTrue(0 <= method["error_mean"] <= 1)
        for method in answer["baselines"].values():
            self.assertTrue(0 <= method["p_value"] <= 1)

    def test_fit_and_evaluate_choose_a_learner_where_none_is_named(self):
        fit = self.run_json("fit", self.data, "--label", "label", "-o", self.path("chosen"))
        answer = self.run_json("evaluate", self.data, "--label", "label", "--cv", "2x2")
        self.check_comparison(answer)
        for each in (fit, answer):
            self.assertEqual(each["learner"], "auto")
            self.assertLessEqual({"learner", "options", "prepare"}, set(each["chosen"]))
        self.assertEqual(fit["prepare"], fit["chosen"]["prepare"])
        self.assertIn("euclidean", [row["method"] for row in fit["tried"]])
        notes = self.run_json("inspect", self.path("chosen"))["notes"]
        self.assertEqual(notes["learner"], fit["chosen"]["learner"])
        self.assertEqual(notes["chosen"], "auto")
        self.assertIn("chosen:", self.run_ok("fit", self.data, "-o", self.path("chosen")))

    def test_doing_nothing_comes_back_where_nothing_helps(self):
        rows = [[float(i // 2), 0.25 * (i % 3)] for i in range(40)]
        data = self.write("easy.csv", csv(rows, ["a"] * 20 + ["b"] * 20))
        answer = self.run_json("fit", data, "--label", "label", "-o", self.path("easy"))
        self.assertEqual(answer["chosen"]["learner"], "euclidean")
        self.assertIn("nothing helps", answer["chosen"]["why"])

    def test_evaluate_compares_with_the_baselines(self):
        answer = self.run_json("evaluate", self.data, *LEARN, "--label", "label", "--k", 5,
                               "--cv", "2x3", "--seed", 0)
        self.check_comparison(answer)
        self.assertNotIn("note", answer)
        self.assertEqual(answer["learned"]["constraints_mean"], 390)

    def test_evaluating_what_is_the_same_shows_no_difference(self):
        answer = self.run_json("evaluate", self.data, "--learner", "euclidean", "--prepare", "none",
                               "--cv", "2x3")
        euclidean = answer["baselines"]["euclidean_raw"]
        self.assertEqual(answer["learned"]["error_mean"], euclidean["error_mean"])
        self.assertEqual(euclidean["p_value"], 1)
        self.assertIn("within fold-to-fold noise", answer["verdict"])

    def test_evaluate_does_not_depend_on_threads(self):
        def numbers(threads):
            answer = self.run_json("evaluate", self.data, *LEARN, "--cv", "3x2",
                                   "--threads", threads)
            return {name: (method["error_mean"], method["error_sd"]) for name, method in
                    [("learned", answer["learned"]), *answer["baselines"].items()]}
        self.assertEqual(numbers(1), numbers(2))

    def test_evaluate_of_a_model_warns_where_it_was_learned(self):
        self.fit()
        again = self.run_json("evaluate", self.data, "--model", self.path("model"), "--cv", "2x2")
        self.check_comparison(again)
        self.assertIn("optimistic", again["note"])
        rows, labels = blobs(seed=2)
        other = self.write("other.csv", csv(rows, labels))
        elsewhere = self.run_json("evaluate", other, "--model", self.path("model"), "--cv", "2x2")
        self.assertNotIn("note", elsewhere)

    def test_evaluate_takes_constraints_from_a_file(self):
        self.run_ok("sample", self.data, "--kind", "pairs", "-o", self.path("pairs.csv"))
        answer = self.run_json("evaluate", self.data, *LEARN, "--pairs", self.path("pairs.csv"),
                               "--cv", "2x2")
        self.check_comparison(answer)
        self.assertTrue(0 < answer["learned"]["constraints_mean"] < 240)
        self.assertNotIn("note", answer)

    def test_evaluate_says_that_folds_had_no_constraints(self):
        pairs = self.write("pairs.csv", "i,j,relation,value\n0,1,=,1\n")
        command = ("evaluate", self.data, *LEARN, "--pairs", pairs, "--cv", "2")
        answer = self.run_json(*command)
        self.assertLess(answer["learned"]["constraints_mean"], 1)
        self.assertIn("of 2 folds had no constraint", answer["note"])
        out = self.run_ok(*command)
        self.assertIn("of 2 folds had no constraint", out)
        self.assertIn("2-fold cross-validation", out)

    def test_evaluate_prints_a_table_and_a_verdict(self):
        out = self.run_ok("evaluate", self.data, *LEARN, "--cv", "2x2")
        self.assertIn("2x2 cross-validation", out)
        self.assertIn("learned from 390 constraints a fold", out)
        for word in ("psd-flat", "euclidean", "covariance", "lda", "error", "standardise"):
            self.assertIn(word, out)
        self.assertRegex(out, "better than Euclidean|worse than Euclidean|fold-to-fold noise")

    NUMBERS = {"retrieval": ("map", "mrr", "precision_at_5", "recall_at_5", "ndcg_at_5"),
               "clustering": ("nmi", "adjusted_rand", "clustering_error"),
               "verification": ("auc", "equal_error_rate", "threshold", "accuracy")}

    def test_evaluate_adds_the_measures_asked_for(self):
        plain = self.run_json("evaluate", self.data, *LEARN, "--cv", "2x2")
        for asked in ("retrieval", "knn,clustering", "verification,retrieval",
                      "retrieval,clustering,verification"):
            answer = self.run_json("evaluate", self.data, *LEARN, "--cv", "2x2", "--measure", asked)
            self.check_comparison(answer)
            wanted = {number for measure, numbers in self.NUMBERS.items() if measure in asked
                      for number in numbers}
            self.assertEqual(answer["learned"]["error_mean"], plain["learned"]["error_mean"])
            for before, method in ((plain["learned"], answer["learned"]),
                                   *((plain["baselines"][name], method)
                                     for name, method in answer["baselines"].items())):
                self.assertEqual(set(method) - set(before), wanted)
                for number in wanted:
                    value = method[number]
                    self.assertEqual(list(value), ["mean", "sd", "low", "high"])
                    self.assertLessEqual(value["low"], value["mean"])
                    self.assertLessEqual(value["mean"], value["high"])
                    self.assertTrue(-0.5 <= value["mean"] <= 1 or number == "threshold")

    def test_measures_do_not_depend_on_threads(self):
        def numbers(threads):
            answer = self.run_json("evaluate", self.data, *LEARN, "--cv", "2x2", "--measure",
                                   "retrieval,clustering,verification", "--threads", threads)
            del answer["learned"]["fit_seconds"]
            return answer["learned"]
        self.assertEqual(numbers(1), numbers(2))

    def test_measures_are_columns_of_the_table_only_if_asked_for(self):
        out = self.run_ok("evaluate", self.data, *LEARN, "--cv", "2x2")
        self.assertNotIn("mAP", out)
        out = self.run_ok("evaluate", self.data, *LEARN, "--cv", "2x2", "--k", 3,
                          "--measure", "retrieval,clustering,verification")
        for title in ("mAP", "P@3", "NMI", "adj. Rand", "cluster error", "AUC", "EER"):
            self.assertIn(title, out)

    def test_measures_of_sparse_samples(self):
        sparse = self.write("data.svm", svmlight(self.rows, self.labels))
        answer = self.run_json("evaluate", sparse, "--learner", "euclidean", "--cv", "2",
                               "--measure", "retrieval,clustering,verification")
        dense = self.run_json("evaluate", self.data, "--learner", "euclidean", "--cv", "2",
                              "--prepare", "none", "--measure", "retrieval,verification")
        for number in ("map", "precision_at_5", "auc", "equal_error_rate"):
            self.assertAlmostEqual(answer["learned"][number]["mean"],
                                   dense["learned"][number]["mean"], 6)

    def test_a_measure_without_meaning_is_null(self):
        one = self.write("one.csv", csv(self.rows, ["only"] * len(self.rows)))
        answer = self.run_json("evaluate", one, "--learner", "euclidean", "--cv", "2",
                               "--measure", "verification")
        self.assertIsNone(answer["learned"]["auc"])
        out = self.run_ok("evaluate", one, "--learner", "euclidean", "--cv", "2",
                          "--measure", "verification")
        self.assertIn("undefined", out)

    # embed

    def test_embed_writes_every_format(self):
        ids = [f"s{i}" for i in range(len(self.rows))]
        data = self.write("named.csv", csv(self.rows, self.labels, ids))
        self.fit("--set", "rank=2")
        matrix = read_npy(self.embedded("out.npy", data))
        self.assertEqual((len(matrix), len(matrix[0])), (60, 2))
        for name, separator in (("out.csv", ","), ("out.tsv", "\t"), ("out.csv.gz", ",")):
            text = self.embedded(name, data).decode()
            table = list(csv_module.reader(io.StringIO(text), delimiter=separator))
            self.assertEqual(table[0], ["id", "e0", "e1", "label"])
            self.assertEqual([row[0] for row in table[1:]], ids)
            self.assertEqual([row[-1] for row in table[1:]], self.labels)
            self.assertEqual([list(map(float, row[1:-1])) for row in table[1:]], matrix)
        numbered = self.write("numbered.csv", csv(self.rows, [str("abc".index(c)) for c in self.labels]))
        lines = self.embedded("out.svm", numbered).decode().splitlines()
        self.assertEqual(len(lines), 60)
        self.assertRegex(lines[0], r"^0 1:\S+ 2:\S+$")

    def test_embed_answers_in_json(self):
        self.fit("--set", "rank=2")
        answer = self.run_json("embed", self.path("model"), self.data, "-o", self.path("out.csv"))
        self.assertEqual((answer["samples"], answer["dim"], answer["input_dim"]), (60, 2, 4))

    def test_one_seed_gives_one_embedding(self):
        self.fit()
        self.assertEqual(self.embedded("one.npy", self.data, "--threads", 1),
                         self.embedded("two.npy", self.data, "--threads", 2))

    def test_stored_preprocessing_is_applied_at_use(self):
        # Standardised Euclidean coordinates of one sample depend on the training data alone.
        self.run_ok("fit", self.data, "--learner", "euclidean", "-o", self.path("model"))
        everything = read_npy(self.embedded("all.npy", self.data))
        alone = self.write("alone.csv", csv(self.rows[7:8], self.labels[7:8]))
        self.assertEqual(read_npy(self.embedded("alone.npy", alone)), everything[7:8])
        for k in range(4):
            column = [row[k] for row in everything]
            self.assertAlmostEqual(sum(column), 0, places=8)
            self.assertAlmostEqual(sum(v * v for v in column), 59, places=6)

    def test_embed_needs_no_labels(self):
        self.fit()
        plain = self.write("plain.npy", npy(self.rows))
        self.assertEqual(self.embedded("a.npy", plain), self.embedded("b.npy", self.data))

    def test_features_of_other_names_are_remarked_on(self):
        self.fit()
        other = self.write("other.csv", csv(self.rows, self.labels).replace("f1", "height"))
        command = ("embed", self.path("model"), other, "-o", self.path("out.npy"))
        code, _, err = run(*command)
        self.assertEqual(code, 0)
        self.assertIn("feature column 2 is 'height', the model was learned with 'f1' there", err)
        self.assertEqual(run(*command, "--quiet")[2], "")

    def test_missing_cells_are_filled_as_in_training(self):
        text = csv(self.rows, self.labels).replace(repr(self.rows[3][1]), "")
        holes = self.write("holes.csv", text)
        answer = self.fit("--impute", "median", data=holes)
        self.assertEqual(answer["prepare"], "impute:median,standardise")
        self.assertEqual(len(read_npy(self.embedded("out.npy", holes))), 60)
        self.run_json("evaluate", holes, "--model", self.path("model"), "--cv", "2x2")
        self.run_json("evaluate", holes, *LEARN, "--impute", "mean", "--cv", "2x2")

    def test_narrow_sparse_data_are_widened_to_the_model(self):
        wide = self.write("wide.svm", svmlight(self.rows, self.labels))
        self.fit(data=wide)
        narrow = self.write("narrow.svm", svmlight([row[:2] for row in self.rows], self.labels))
        zeros = self.write("zeros.csv", csv([row[:2] + [0, 0] for row in self.rows], self.labels))
        for a, b in zip(read_npy(self.embedded("a.npy", narrow)),
                        read_npy(self.embedded("b.npy", zeros))):
            for x, y in zip(a, b):
                self.assertAlmostEqual(x, y, places=9)

    # the others

    def test_inspect_tells_models_from_data(self):
        self.fit("--set", "rank=2")
        model = self.run_json("inspect", self.path("model"))
        self.assertEqual((model["kind"], model["rank"], model["dim"]), ("model", 2, 4))
        self.assertEqual(len(model["spectrum"]), 2)
        self.assertEqual(model["prepare"], "standardise")
        data = self.run_json("inspect", self.data)
        self.assertEqual((data["kind"], data["samples"], data["features"]), ("data", 60, 4))
        self.assertEqual(data["classes"], {"a": 20, "b": 20, "c": 20})
        self.assertEqual(data["missing"], 0)

    def test_inspect_reads_a_pipe_from_its_start(self):
        piped = run("inspect", "/dev/stdin", "--json", stdin=self.data.read_bytes())
        self.assertEqual(piped, run("inspect", self.data, "--json"))

    def test_inspect_keeps_a_fact_on_a_line(self):
        odd = self.write("odd.csv", 'a,label\n1,"x\ny"\n')
        out = self.run_ok("inspect", odd)
        self.assertIn("data: 1 sample of 1 feature\n", out)
        self.assertIn("x\\ny (1)", out)

    def test_inspect_counts_missing_cells(self):
        self.assertEqual(self.run_json("inspect", self.write("m.csv", "a,b,label\n1,,x\n,2,y\n"))
                         ["missing"], 2)

    def test_learners_lists_options(self):
        everything = {entry["name"]: entry for entry in self.run_json("learners")["learners"]}
        self.assertLessEqual({"psd-flat", "euclidean", "covariance", "lda"}, set(everything))
        one = self.run_json("learners", "psd-flat")
        self.assertEqual(one, everything["psd-flat"])
        self.assertIn("rank", [option["name"] for option in one["options"]])
        for option in one["options"]:
            self.assertEqual(set(option), {"name", "domain", "default", "help"})

    def test_sample_writes_every_kind(self):
        headers = {"pairs": "i,j,relation,value", "triplets": "query,near,far",
                   "sets": "query,near,far", "rankings": "sample,relevant"}
        for kind, header in headers.items():
            answer = self.run_json("sample", self.data, "--kind", kind, "-o", self.path(kind))
            lines = self.path(kind).read_text().splitlines()
            self.assertTrue(lines[0].startswith(header), lines[0])
            self.assertEqual(answer["count"], len(lines) - 1)

    def test_sample_names_the_metric_only_where_it_counts(self):
        for kind in ("pairs", "sets"):
            answer = self.run_json("sample", self.data, "--kind", kind, "-o", self.path(kind))
            self.assertEqual((answer["learner"], answer["prepare"]), ("euclidean", "standardise"))
        for kind in ("triplets", "rankings"):
            answer = self.run_json("sample", self.data, "--kind", kind, "-o", self.path(kind))
            self.assertEqual((answer["learner"], answer["prepare"]), (None, None))

    def test_sample_draws_triplets_whatever_the_samples_are(self):
        gaps = [["nan", *row[1:]] if i == 7 else row for i, row in enumerate(self.rows)]
        data = self.write("gaps.csv", csv(gaps, self.labels).replace("'nan'", ""))
        with_gaps, whole = self.path("with_gaps"), self.path("whole")
        self.run_ok("sample", data, "--kind", "triplets", "-o", with_gaps)
        self.run_ok("sample", self.data, "--kind", "triplets", "-o", whole)
        self.assertEqual(with_gaps.read_text(), whole.read_text())
        code, _, err = run("sample", data, "--kind", "pairs", "-o", self.path("x"))
        self.assertEqual((code, "missing" in err), (1, True))

    def test_help_answers_in_json(self):
        self.assertIn("fit", self.run_json("help")["commands"])
        self.assertEqual(self.run_json("help", "fit")["command"], "fit")

    def test_builtin_data_are_found(self):
        self.write("little.csv", csv(self.rows, self.labels))
        environment = {"MAHALA_DATA": str(self.directory)}
        answer = self.run_json("inspect", "builtin:little", environment=environment)
        self.assertEqual(answer["samples"], 60)
        code, out, err = run("inspect", "builtin:litle", environment=environment)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("did you mean 'little'?", err)

    def test_quiet_says_nothing_on_standard_error(self):
        code, _, err = run("fit", self.data, *LEARN, "--quiet", "-o", self.path("model"))
        self.assertEqual((code, err), (0, ""))

    def test_divergence_saves_nothing(self):
        # Squared differences overflow: the objective cannot be formed.
        huge = [[v * 1e160 for v in row] for row in self.rows]
        data = self.write("huge.csv", csv(huge, self.labels))
        pairs = self.write("pairs.csv", "i,j,relation,value\n0,1,=,1\n")
        code, out, err = run("fit", data, "--learner", "psd-flat", "--prepare", "none", "--pairs",
                             pairs, "-o", self.path("model"), "--json")
        self.assertEqual(code, 3, err)
        answer = json.loads(out)
        self.assertEqual((answer["status"], answer["objective"]), ("diverged", None))
        self.assertFalse(self.path("model").exists())


if __name__ == "__main__":
    unittest.main()
