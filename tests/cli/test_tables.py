"""Tables as people have them: columns of text, ids and groups, labels that are missing or elsewhere."""

import json
import random
import unittest

from program import BAD_INPUT, USAGE, ProgramTest, run


def table(rows=60, seed=2):
    """Two classes that a colour tells apart better than a size does; a name and a visit beside."""
    rng = random.Random(seed)
    lines = ["name,size,colour,patient,label"]
    for k in range(rows):
        kind = k % 2
        colour = rng.choice(["red", "pink"] if kind else ["blue", "green"])
        lines.append(f"p{k},{rng.gauss(kind, 2):.3f},{colour},{k // 4},{'ab'[kind]}")
    return "\n".join(lines) + "\n"


class TablesTest(ProgramTest):
    def test_a_column_of_text_is_named_with_the_ways_out(self):
        self.write("t.csv", table())
        self.run_refused("fit t.csv --learner lda -o m.model", BAD_INPUT,
                         ["t.csv:2", "column 'name' (0)", "'p0' is not a number", "--drop name",
                          "--encode one-hot", "--label name", "--id name"])

    def test_columns_are_chosen_and_the_model_remembers_them(self):
        self.write("t.csv", table())
        whole = self.run_json("fit", "t.csv", "--learner", "lda", "--columns", "size,patient",
                              "--id", "name", "-o", "a.model")
        self.assertEqual(whole["input_dim"], 2)
        self.run_json("fit", "t.csv", "--learner", "lda", "--drop", "colour", "--id", "name", "-o",
                      "b.model")
        # New tables have columns elsewhere, and more of them.
        self.write("new.csv", "extra,patient,size\nx,3,0.5\ny,4,0.25\n")
        for model in ("a.model", "b.model"):
            self.run_ok("embed", model, "new.csv", "-o", f"{model}.csv")
        self.assertEqual(self.path("a.model.csv").read_text(), self.path("b.model.csv").read_text())
        self.run_refused("embed a.model new.csv --drop extra -o e.csv", USAGE,
                         ["--drop", "the model keeps"])
        self.write("bad.csv", "extra,size\n1,2\n")
        self.run_refused("embed a.model bad.csv -o e.csv", BAD_INPUT,
                         ["bad.csv", "no column 'patient', which the model takes"])

    def test_files_without_names_fit_by_their_order(self):
        self.write("t.csv", table())
        self.run_ok("fit", "t.csv", "--learner", "lda", "--columns", "size,patient", "-o", "m.model")
        self.run_ok("convert", "t.csv", "--columns", "size,patient", "x.npz")
        self.write("y.csv", "patient,size\n" + "".join(
            ",".join(reversed(line.split(",")[1:4:2])) + "\n" for line in table().splitlines()[1:]))
        for name in ("x.npz", "y.csv"):
            code, _, err = run("embed", "m.model", name, "-o", f"{name}.npy", cwd=self.directory)
            self.assertEqual(code, 0, err)
            self.assertNotIn("was learned with", err)
        self.assertEqual(self.path("x.npz.npy").read_bytes(), self.path("y.csv.npy").read_bytes())

    def test_samples_without_label_are_written_as_empty_cells(self):
        self.write("t.csv", "a,label\n1,x\n2,\n3,y\n")
        self.run_ok("convert", "t.csv", "again.csv")
        self.assertEqual(self.path("again.csv").read_text(), "a,label\n1,x\n2,\n3,y\n")
        self.run_ok("convert", "again.csv", "b.tsv")
        self.run_ok("convert", "b.tsv", "c.jsonl")
        self.assertIn(json.dumps([]), self.path("c.jsonl").read_text().splitlines()[1])

    def test_text_is_encoded_as_the_model_learned_it(self):
        self.write("t.csv", table())
        flags = ("--id", "name", "--drop", "patient", "--encode", "one-hot")
        fitted = self.run_json("fit", "t.csv", "--learner", "lda", *flags, "-o", "m.model")
        self.assertEqual(fitted["input_dim"], 5)  # size and four colours
        error = self.run_json("evaluate", "t.csv", "--learner", "lda", *flags)["learned"]
        self.assertLess(error["error_mean"], 0.05)
        self.write("new.csv", "colour,size,name\nred,0,u\nmauve,0,v\nblue,0,w\n,0,z\n")
        code, out, err = run("embed", "m.model", "new.csv", "-o", "e.csv", cwd=self.directory)
        self.assertEqual(code, 0, err)
        self.assertEqual(err.count("category 'mauve'"), 1)
        self.assertIn("all zeros", err)
        rows = self.path("e.csv").read_text().splitlines()
        self.assertEqual(rows[2], rows[4])  # an unknown colour, and none
        self.assertNotEqual(rows[1], rows[3])
        for command in ("search m.model t.csv new.csv --id name", "label m.model t.csv new.csv"):
            with self.subTest(command):
                code, _, err = run(*command.split(), cwd=self.directory)
                self.assertNotIn("is not a number", err)
        self.run_refused("embed m.model new.csv --encode one-hot -o e2.csv", USAGE, ["--encode"])

    def test_encoding_works_for_arff_and_json_lines(self):
        self.write("t.arff", "@relation t\n@attribute size numeric\n@attribute colour {red,blue}\n"
                   "@attribute class {a,b}\n@data\n" + "".join(
                       f"{k % 5},{'red' if k % 2 else 'blue'},{'a' if k % 2 else 'b'}\n"
                       for k in range(30)))
        self.run_refused("fit t.arff --learner lda -o m.model", BAD_INPUT,
                         ["attribute 'colour' is nominal", "--encode one-hot", "--drop colour"])
        self.write("t.jsonl", "".join(
            f'{{"size": {k % 5}, "colour": "{"red" if k % 2 else "blue"}", '
            f'"label": "{"a" if k % 2 else "b"}"}}\n' for k in range(30)))
        self.run_refused("fit t.jsonl --learner lda -o m.model", BAD_INPUT,
                         ["t.jsonl:1", "key 'colour'", "'blue' is not a number", "--encode one-hot"])
        for name in ("t.arff", "t.jsonl"):
            answer = self.run_json("fit", name, "--learner", "lda", "--encode", "one-hot", "-o",
                                   f"{name}.model")
            self.assertEqual(answer["input_dim"], 3)
            self.run_ok("embed", f"{name}.model", name, "-o", f"{name}.csv")
        self.assertEqual(self.path("t.arff.csv").read_text(), self.path("t.jsonl.csv").read_text())

    def test_groups_stay_on_one_side_of_folds(self):
        # Every group is a cluster of its own, labelled at random: only copies in the training part
        # tell a test sample's label.
        rng = random.Random(4)
        lines = ["a,b,who,label"]
        for who in range(24):
            x, y, label = rng.uniform(-9, 9), rng.uniform(-9, 9), rng.choice("xy")
            lines += [f"{x + rng.gauss(0, .01):.4f},{y + rng.gauss(0, .01):.4f},w{who},{label}"
                      for _ in range(8)]
        self.write("g.csv", "\n".join(lines) + "\n")
        flags = ("evaluate", "g.csv", "--learner", "euclidean", "--cv", "4x3")
        mixed = self.run_json(*flags, "--drop", "who")["learned"]["error_mean"]
        apart = self.run_json(*flags, "--group", "who")["learned"]["error_mean"]
        self.assertLess(mixed, 0.05)
        self.assertGreater(apart, 0.25)
        compared = self.run_json("compare", "g.csv", "--group", "who", "--learners", "lda", "--cv",
                                 "4x3")["methods"]
        self.assertGreater(max(m["error_mean"] for m in compared), 0.25)
        self.run_refused("evaluate g.csv --learner lda --group who --cv 30", BAD_INPUT,
                         ["30 folds of 24 groups"])
        self.write("g.svm", "a 1:2\nb 1:3\n")
        self.run_refused("fit g.svm --learner lda --group who -o m.model", BAD_INPUT,
                         ["--group is for tables", "svmlight"])

    def test_ids_come_from_a_file_of_their_own(self):
        self.write("x.fvecs", b"".join(
            (2).to_bytes(4, "little") + bytes.fromhex("0000803f") * 2 for _ in range(3)))
        self.write("ids.txt", "u\nv\nw\n")
        self.run_ok("convert", "x.fvecs", "x.csv", "--ids-file", "ids.txt")
        self.assertEqual([row.split(",")[0] for row in self.path("x.csv").read_text().splitlines()],
                         ["id", "u", "v", "w"])
        self.write("short.txt", "u\nv\n")
        self.run_refused("describe x.fvecs --ids-file short.txt", BAD_INPUT,
                         ["short.txt: 2 ids for 3 samples"])
        self.write("twice.txt", "u\nv\nu\n")
        self.run_refused("describe x.fvecs --ids-file twice.txt", BAD_INPUT,
                         ["twice.txt: the id 'u' of line 3 is that of line 1"])

    def test_samples_without_a_label_are_unlabelled(self):
        lines = table().splitlines()
        lines[3] = lines[3][:-1]
        self.write("t.csv", "\n".join(lines) + "\n")
        summary = self.run_json("describe", "t.csv", "--drop", "name,colour")
        self.assertEqual(summary["unlabelled"], 1)
        self.run_json("fit", "t.csv", "--drop", "name,colour", "--learner", "psd-flat", "-o", "m.model")
        self.run_refused("fit t.csv --drop name,colour --learner lda -o m.model", BAD_INPUT,
                         ["sample 2", "label"])

    def test_whole_numbers_that_are_all_different_are_pointed_out(self):
        self.write("t.csv", "number,a,label\n" + "".join(
            f"{1000 + 3 * k},{k % 7}.5,{'xy'[k % 2]}\n" for k in range(40)))
        said = self.run_ok("describe", "t.csv")
        self.assertIn("--id number or --drop number", said)
        self.assertEqual(self.run_json("describe", "t.csv")["id_like"], [0])

    def test_a_label_column_may_be_in_one_of_the_two_files(self):
        rows = [(k % 5 + 10 * (k % 2), k % 3, "ab"[k % 2]) for k in range(40)]
        self.write("q.csv", "u,v,kind\n" + "".join(f"{u},{v},{c}\n" for u, v, c in rows))
        self.write("l.csv", "u,v,label\n" + "".join(f"{u},{v},{c}\n" for u, v, c in rows))
        self.write("n.csv", "u,v\n" + "".join(f"{u},{v}\n" for u, v, _ in rows))
        self.run_ok("convert", "l.csv", "b.npz")
        self.run_ok("fit", "l.csv", "--learner", "lda", "-o", "m.model")
        for base in ("b.npz", "l.csv"):
            found = self.run_json("evaluate", "q.csv", "--label", "kind", "--model", "m.model",
                                  "--base", base, "--measure", "retrieval")
            self.assertGreater(found["measured"]["map"]["value"], 0.9)
        self.run_refused("evaluate q.csv --label kind --model m.model --base n.csv "
                         "--measure retrieval", BAD_INPUT, ["n.csv", "no column 'kind'"])


class TerminalTest(ProgramTest):
    def test_tables_of_many_metrics_fit_a_terminal(self):
        for flags in ("--learner lda --cv 2x3 --metrics knn,retrieval,clustering,verification "
                      "--at 1,5,10", "--learner lda --cv 2x3 --metrics retrieval --confidence 95"):
            out = self.run_ok("evaluate", "builtin:iris", *flags.split())
            table = [line for line in out.splitlines()[1:] if line]
            self.assertLessEqual(max(map(len, table)), 100, out)
            self.assertIn("mAP", out)
        self.run_ok("fit", "builtin:iris", "--learner", "lda", "-o", "m.model")
        out = self.run_ok("evaluate", "builtin:iris", "--model", "m.model", "--metrics",
                          "knn,retrieval,clustering,verification", "--at", "1,5,10")
        self.assertLessEqual(max(len(line) for line in out.splitlines()[1:]), 100, out)

    def test_nothing_is_compared_with_itself(self):
        found = self.run_json("evaluate", "builtin:iris", "--learner", "lda", "--cv", "2x3")
        self.assertEqual(sorted(found["baselines"]), ["covariance", "euclidean", "euclidean_raw"])
        found = self.run_json("evaluate", "builtin:iris", "--learner", "euclidean", "--cv", "2x3")
        self.assertEqual(sorted(found["baselines"]), ["covariance", "euclidean_raw", "lda"])
        self.assertNotIn("than Euclidean (", found["verdict"])

    def test_verdicts_say_what_folds_can_tell(self):
        few = self.run_json("evaluate", "builtin:iris", "--learner", "lda", "--cv", "2")["verdict"]
        self.assertIn("too few folds to tell", few)
        noise = self.run_json("evaluate", "builtin:iris", "--learner", "pca", "--cv", "2x5")["verdict"]
        self.assertIn("within fold-to-fold noise", noise)

    def test_intervals_of_equal_numbers_are_zero(self):
        self.run_ok("fit", "builtin:iris", "--learner", "euclidean", "--prepare", "none", "-o", "m.model")
        found = self.run_json("evaluate", "builtin:iris", "--model", "m.model", "--metrics",
                              "knn,retrieval,clustering,verification")["measured"]
        for name, figure in found.items():
            self.assertEqual([figure["difference"][k] for k in ("value", "low", "high")], [0, 0, 0], name)

    def test_the_warning_of_samples_seen_knows_pairs(self):
        def pairs(first):
            return "i,j,relation,value\n" + "".join(
                f"{i},{i + 1},<=,1\n{i},{i + 75},>=,4\n" for i in range(first, first + 40, 2))
        self.write("a.csv", pairs(0))
        self.write("b.csv", pairs(1))
        self.run_ok("fit", "builtin:iris", "--learner", "itml", "--pairs", "a.csv", "-o", "m.model")
        for file, words in (("a.csv", "was learned from these pairs"),
                            ("b.csv", "was learned from other pairs of these samples")):
            found = self.run_json("evaluate", "builtin:iris", "--model", "m.model", "--metrics",
                                  "verification", "--pairs", file)
            self.assertIn(words, found["note"])

    def test_messages_name_flags_as_they_were_typed(self):
        self.run_refused("fit builtin:iris --learner psd-flat --rank 300 -o m.model", BAD_INPUT,
                         ["--rank: 300"])
        self.run_refused("fit builtin:iris --learner psd-flat --set rank=300 -o m.model", BAD_INPUT,
                         ["--set rank: 300"])
        self.assertNotRegex(self.run_ok("help", "fit"), "option [a-z_]+=")


if __name__ == "__main__":
    unittest.main()
