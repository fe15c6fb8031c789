"""Whatever is wrong is said in one line that names it; nothing is printed, nothing is written.

Each row: a name, the files it needs, the command line, the exit code, and what the message
must contain. In commands DATA stands for a good data file, MODEL for a good model, OUT for
the file to be written; other words that are names of the row's files stand for their paths.
"""

import gzip
import json
import struct
import unittest

from program import BAD_INPUT, USAGE, ProgramTest, blobs, csv, npy, run, svmlight

ROWS, LABELS = blobs()
GOOD = csv(ROWS, LABELS)
FIT = "fit d --learner psd-flat -o OUT"
FIT_PAIRS = "fit DATA --learner psd-flat --pairs p -o OUT"


def with_line(text, number, line):
    """The text with its line of this number (from 1) replaced."""
    lines = text.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def model_file(version="1", left=(2, 4), **metadata):
    """A safetensors file with one tensor."""
    size = 8 * left[0] * left[1]
    header = json.dumps({
        "__metadata__": {"format": "mahala", "format_version": version, "identity": "0",
                         "prepare": "none", **metadata},
        "left": {"dtype": "F64", "shape": list(left), "data_offsets": [0, size]}}).encode()
    return struct.pack("<Q", len(header)) + header + struct.pack("<d", 1.0) * (size // 8)


def odd_npy(old, new):
    return npy(ROWS).replace(old, new)


READING = [
    ("missing file", {}, "fit nowhere.csv --learner psd-flat -o OUT", ["nowhere.csv", "No such file"]),
    ("directory", {}, "fit . --learner psd-flat -o OUT", ["directory"]),
    ("empty file", {"d": ""}, FIT, ["holds no samples"]),
    ("header only", {"d": "a,b,label\n"}, FIT, ["holds no samples"]),
    ("blank lines only", {"d": "\n\n\n"}, FIT, ["holds no samples"]),
    ("ragged row", {"d": with_line(GOOD, 17, "1,2")}, FIT, ["d:17:", "2 cells, expected 5"]),
    ("too long a row", {"d": with_line(GOOD, 9, "1,2,3,4,5,a")}, FIT, ["d:9:", "6 cells"]),
    ("not a number", {"d": with_line(GOOD, 5, "1,x,3,4,a")}, FIT, ["d:5:", "f1", "x"]),
    ("number with a tail", {"d": with_line(GOOD, 5, "1,2.5kg,3,4,a")}, FIT, ["d:5:", "2.5kg"]),
    ("NaN", {"d": with_line(GOOD, 6, "1,nan,3,4,a")}, FIT, ["d:6:", "f1", "missing", "--impute"]),
    ("infinity", {"d": with_line(GOOD, 6, "1,inf,3,4,a")}, FIT, ["d:6:", "inf"]),
    ("number beyond double", {"d": with_line(GOOD, 6, "1,1e999,3,4,a")}, FIT, ["d:6:", "1e999"]),
    ("missing cell", {"d": with_line(GOOD, 6, "1,,3,4,a")}, FIT, ["d:6:", "f1", "missing", "--impute"]),
    ("missing label", {"d": with_line(GOOD, 6, "1,2,3,4,")}, "fit d --learner lda -o OUT",
     ["d", "sample 4", "label"]),
    ("missing group", {"d": with_line(GOOD, 6, "1,2,,4,a")}, FIT + " --group f2",
     ["d:6:", "group is missing"]),
    ("column of nothing to impute", {"d": "a,b,label\n1,,x\n2,,y\n3,,x\n4,,y\n"},
     FIT + " --impute median", ["every value is missing"]),
    ("unknown label column", {"d": GOOD}, FIT + " --label lbael", ["no column 'lbael'", "'label'?"]),
    ("label position out of range", {"d": GOOD}, FIT + " --label 7", ["no column 7", "5 columns"]),
    ("negative label position out of range", {"d": GOOD}, FIT + " --label -6", ["no column -6"]),
    ("label and id in one", {"d": GOOD}, FIT + " --label f0 --id f0", ["both the label and the id"]),
    ("no features", {"d": "label\na\nb\n"}, FIT, ["no feature columns"]),
    ("duplicate ids", {"d": "id,a,label\ns,1,x\nt,2,y\ns,3,x\n"}, FIT, ["id 's'"]),
    ("duplicate label columns", {"d": "label,a,label\n1,2,3\n"}, FIT, ["two columns", "label"]),
    ("unterminated quote", {"d": with_line(GOOD, 4, '1,2,3,4,"a')}, FIT, ["d:4:", "never closed"]),
    ("text after a quote", {"d": with_line(GOOD, 4, '1,2,3,4,"a"b')}, FIT, ["d:4:", "closing quote"]),
    ("binary junk", {"d": bytes(range(256)) * 20}, FIT, ["d"]),
    ("truncated gzip", {"d": gzip.compress(GOOD.encode())[:-40]}, FIT, ["gzip", "early"]),
    ("damaged gzip", {"d": gzip.compress(GOOD.encode())[:60] + b"junk" * 60}, FIT, ["gzip"]),
    ("gzipped .npy", {"d": gzip.compress(npy(ROWS))}, FIT, ["decompress"]),
    ("svmlight index 0", {"d": "a 1:2 2:3\nb 0:1 2:1\n"}, FIT, ["d:2:", "--zero-based"]),
    ("svmlight index not a number", {"d": "a 1:2 2:3\nb x:1 2:1\n"}, FIT, ["d:2:", "x:1"]),
    ("svmlight value not a number", {"d": "a 1:2 2:3\nb 1:zwei\n"}, FIT, ["d:2:", "zwei"]),
    ("svmlight value infinite", {"d": "a 1:2 2:3\nb 1:inf\n"}, FIT, ["d:2:", "inf"]),
    ("svmlight out of order", {"d": "a 1:2 2:3\nb 3:1 2:1\n"}, FIT, ["d:2:", "2"]),
    ("svmlight index twice", {"d": "a 1:2 2:3\nb 2:1 2:1\n"}, FIT, ["d:2:", "occurs twice"]),
    ("svmlight without a value", {"d": "a 1:2 2:3\nb 2\n"}, FIT, ["d:2:", "index:value"]),
    ("npy truncated", {"d": npy(ROWS)[:-9]}, FIT, ["truncated"]),
    ("npy header truncated", {"d": npy(ROWS)[:40]}, FIT, ["truncated"]),
    ("npy of one axis", {"d": odd_npy(b"(60, 4)", b"(240,) ")}, FIT, ["1-D"]),
    ("npy of objects", {"d": odd_npy(b"<f8", b"|O ")}, FIT, ["not real numbers"]),
    ("npy of an absurd size", {"d": odd_npy(b"(60, 4), }  ", b"(9999999, 4)}")}, FIT, ["d"]),
    ("labels file too short", {"d": npy(ROWS), "l": "a\nb\n"}, FIT + " --labels-file l",
     ["2 labels for 60 samples"]),
    ("labels file missing", {"d": npy(ROWS)}, FIT + " --labels-file l", ["l", "No such file"]),
    ("unknown built-in data", {}, "fit builtin:wnie --learner psd-flat -o OUT",
     ["no built-in data set 'wnie'"]),
]

CONSTRAINTS = [
    ("sample out of range", {"p": "i,j,relation,value\n0,60,=,1\n"}, FIT_PAIRS, ["p:2:", "60"]),
    ("negative sample", {"p": "i,j,relation,value\n0,-1,=,1\n"}, FIT_PAIRS, ["p:2:", "-1"]),
    ("unknown id", {"d": "id,a,label\ns,1,x\nt,2,y\nu,3,x\n", "p": "i,j,relation,value\ns,w,=,1\n"},
     FIT + " --pairs p", ["p:2:", "'w'"]),
    ("pair of one sample", {"p": "i,j,relation,value\n0,1,=,1\n3,3,=,1\n"}, FIT_PAIRS,
     ["p:3:", "itself"]),
    ("bad relation", {"p": "i,j,relation,value\n0,1,<,1\n"}, FIT_PAIRS, ["p:2:", "relation", "'<'"]),
    ("negative distance", {"p": "i,j,relation,value\n0,1,=,-1\n"}, FIT_PAIRS, ["p:2:", "negative"]),
    ("negative weight", {"p": "i,j,relation,value,weight\n0,1,=,1,-2\n"}, FIT_PAIRS,
     ["p:2:", "weight", "negative"]),
    ("distance not a number", {"p": "i,j,relation,value\n0,1,=,far\n"}, FIT_PAIRS, ["p:2:", "far"]),
    ("missing column", {"p": "i,j,value\n0,1,1\n"}, FIT_PAIRS, ["p:1:", "relation"]),
    ("same and different", {"p": "i,j,same\n0,1,yes\n1,0,no\n"}, FIT_PAIRS,
     ["p:3: samples 1 and 0 are different here, which contradicts line 2: the same"]),
    ("a weight that is no number", {"p": "i,j,same,weight\n0,1,1,nan\n"}, FIT_PAIRS,
     ["p:2: column 'weight'"]),
    ("neither same nor different", {"p": "i,j,same\n0,1,2\n"}, FIT_PAIRS, ["p:2:", "'2'"]),
    ("unknown column", {"p": "i,j,relation,value,colour\n0,1,=,1,red\n"}, FIT_PAIRS, ["'colour'"]),
    ("ragged constraint", {"p": "i,j,relation,value\n0,1,=\n"}, FIT_PAIRS, ["p:2:", "3 cells"]),
    ("contradictory bounds", {"p": "i,j,relation,value\n0,1,<=,1\n1,0,>=,2\n"}, FIT_PAIRS,
     ["contradict"]),
    ("empty constraint file", {"p": ""}, FIT_PAIRS, ["is empty", "i,j,same"]),
    ("constraint file of a header only", {"p": "i,j,relation,value\n"}, FIT_PAIRS,
     ["p: holds no pairs"]),
    ("evaluation of no constraints", {"p": "i,j,relation,value\n"},
     "evaluate DATA --learner psd-flat --pairs p", ["p: holds no pairs"]),
    ("missing constraint file", {}, FIT_PAIRS, ["No such file"]),
    ("triplets for a learner of pairs", {"t": "query,near,far\n0,3,1\n"},
     "fit DATA --learner iplr --triplets t -o OUT", ["iplr learns from pairs, not from triplets"]),
    ("a triplet of one sample", {"t": "query,near,far\n0,3,1\n2,1,2\n"},
     "fit DATA --learner psd-flat --triplets t -o OUT", ["t:3:", "itself"]),
    ("an option of pairs beside triplets", {"t": "query,near,far\n0,3,1\n"},
     "fit DATA --learner psd-flat --triplets t --set refresh=1 -o OUT", ["refresh", "not for triplets"]),
    ("unknown label in a ranking", {"r": "sample,relevant\n0,zebra\n"},
     "fit DATA --learner psd-flat --rankings r -o OUT", ["r:2:", "'zebra'"]),
    ("two constraint files", {"p": "", "t": ""},
     "fit DATA --learner psd-flat --pairs p --triplets t -o OUT",
     ["--pairs and --triplets cannot be used together"], USAGE),
    ("constraints given and drawn", {"p": "i,j,relation,value\n0,1,=,1\n"}, FIT_PAIRS + " --count 5",
     ["--pairs and --count cannot be used together"], USAGE),
    ("neither labels nor constraints", {"d": csv(ROWS)}, FIT, ["psd-flat learns from pairs", "labels"]),
    ("no labels for lda", {"d": csv(ROWS)}, "fit d --learner lda -o OUT", ["label"]),
    ("no labels to sample from", {"d": csv(ROWS)}, "sample d --kind pairs -o OUT", ["no labels"]),
    ("one class gives no triplets", {"d": csv(ROWS, ["a"] * len(ROWS))},
     "sample d --kind triplets -o OUT", ["triplets"]),
    ("samples that coincide", {"d": csv([[1.0, 2.0]] * 6, list("ababab"))}, FIT, ["coincide"]),
]

SETTINGS = [
    ("rank below its range", "--set rank=-1", ["rank", "-1"], USAGE),
    ("rank above the dimension", "--set rank=5", ["rank: 5 is above the dimension 4"], BAD_INPUT),
    ("rank not a number", "--set rank=two", ["rank: 'two' is not an integer"], USAGE),
    ("rank not an integer", "--set rank=2.5", ["rank: '2.5' is not an integer"], USAGE),
    ("tolerance out of range", "--set tolerance=-1", ["tolerance"], USAGE),
    ("tolerance not finite", "--set tolerance=nan", ["tolerance"], USAGE),
    ("unknown choice", "--set start=pac", ["'pca'?"], USAGE),
    ("unknown option", "--set rnk=3", ["no option 'rnk'", "'rank'?"], USAGE),
    ("setting without a value", "--set rank", ["'rank' is not of the form option=value"], USAGE),
    ("online option of a batch solver", "--set clip=0.3", ["clip: counts only with solver=online"],
     USAGE),
    ("batch option of an online solver", "--online --set max_iterations=3",
     ["max_iterations: counts only with solver="], USAGE),
    ("online and batch at once", "--online --set solver=armijo",
     ["--online contradicts --set solver=armijo"], USAGE),
    ("margin of percentile bounds", "--bounds percentile --margin 0.5",
     ["--margin: counts only with --bounds relative"], USAGE),
    ("percentile of relative bounds", "--bounds relative --low-percentile 2",
     ["--low-percentile: counts only with --bounds percentile"], USAGE),
    ("unknown flag", "--lable label", ["no flag '--lable'", "'--label'?"], USAGE),
    ("one argument too many", "more", ["'more' is one argument too many"], USAGE),
    ("flag without its value", "--seed", ["--seed: needs a value"], USAGE),
    ("negative seed", "--seed -1", ["--seed: -1"], USAGE),
    ("seed not a number", "--seed zero", ["--seed: 'zero' is not an integer"], USAGE),
    ("negative threads", "--threads -2", ["--threads"], USAGE),
    ("percentile out of range", "--low-percentile 101", ["--low-percentile: 101 is above 100"], USAGE),
    ("percentiles that descend", "--low-percentile 95 --high-percentile 5",
     ["--low-percentile 95 is not below --high-percentile 5"], USAGE),
    ("more pairs than anyone wants", "--count 100000000000", ["--count: 100000000000 is above"], USAGE),
    ("count for a protocol without one", "--protocol per-class --count 5",
     ["--count is for pairs of protocol uniform", "--protocol is per-class"], USAGE),
    ("options of two protocols", "--count 50 --per-class 5", ["uniform and per-class", "--protocol"], USAGE),
    ("local bounds of uniform pairs", "--protocol uniform --bounds local",
     ["--bounds: local is for protocol neighbours"], USAGE),
    ("per class for uniform pairs", "--protocol uniform --per-class 5", ["--per-class", "--protocol is uniform"], USAGE),
    ("neighbours for uniform pairs", "--protocol uniform --neighbours 5", ["--neighbours", "is uniform"], USAGE),
    ("impostors for uniform pairs", "--protocol uniform --impostors 5", ["--impostors", "is uniform"], USAGE),
    ("flag given twice", "--seed 1 --seed 2", ["--seed: was given more than once"], USAGE),
    ("flag with a value it does not take", "--quiet=abc", ["--quiet: takes no value"], USAGE),
    ("imputation twice", "--impute mean --prepare impute:median", ["--impute mean", "once"], USAGE),
    ("unknown protocol", "--protocol unifrom", ["--protocol", "'uniform'?"], USAGE),
    ("unknown format", "--format xls", ["--format", "xls"], USAGE),
    ("unknown preparation", "--prepare standardyse", ["--prepare", "'standardise'?"], USAGE),
    ("no axes", "--prepare pca:0", ["--prepare", "pca:0"], USAGE),
    ("more axes than features", "--prepare pca:99", ["pca:99", "4 features"], BAD_INPUT),
    ("imputation in the middle", "--prepare unit,impute:mean", ["first"], USAGE),
    ("unknown imputation", "--impute mode", ["--impute: 'mode' is not one of"], USAGE),
    ("labels from two places", "--label label --labels-file l",
     ["--label and --labels-file cannot be used together"], USAGE),
]

COMMANDS = [
    ("unknown sub-command", {}, "fti DATA", ["no sub-command 'fti'", "'fit'?"], USAGE),
    ("unknown learner", {}, "fit DATA --learner psd-flta -o OUT", ["'psd-flat'?"], USAGE),
    ("no labels to choose a learner by", {"x.csv": "a,b\n1,2\n3,4\n"}, "fit x.csv -o OUT",
     ["x.csv: has no labels to choose a learner by"], BAD_INPUT),
    ("rank of a learner without one", {}, "fit DATA --learner euclidean --rank 2 -o OUT",
     ["--rank: euclidean has no option rank"], USAGE),
    ("rank that is no number", {}, "fit DATA --learner psd-flat --rank two -o OUT",
     ["--rank: 'two'"], USAGE),
    ("rank given twice", {}, "fit DATA --learner psd-flat --rank 2 --set rank=3 -o OUT",
     ["--rank and --set rank=3 cannot be used together"], USAGE),
    ("no output", {}, "fit DATA --learner psd-flat", ["--output is required"], USAGE),
    ("no data", {}, "fit --learner psd-flat -o OUT", ["DATA is required"], USAGE),
    ("standardised sparse data", {"d": svmlight(ROWS, LABELS)}, FIT + " --prepare standardise",
     ["standardise", "sparse"]),
    ("unknown learner to show", {}, "learners covarience", ["'covariance'?"], USAGE),
    ("Markdown as JSON", {}, "learners --markdown --json", ["cannot be used together"], USAGE),
    ("folds not a number", {}, "evaluate DATA --learner lda --cv two", ["'two'"], USAGE),
    ("one fold", {}, "evaluate DATA --learner lda --cv 1", ["at least 2"], USAGE),
    ("unknown measure", {}, "evaluate DATA --learner lda --measure knn,retrival",
     ["'retrival'", "did you mean", "retrieval"], USAGE),
    ("empty measure", {}, "evaluate DATA --learner lda --measure knn,", ["no metric ''"], USAGE),
    ("no repeats", {}, "evaluate DATA --learner lda --cv 2x0", ["at least 1"], USAGE),
    ("more folds than samples", {}, "evaluate DATA --learner lda --cv 99 --k 1", ["99"]),
    ("too many folds", {}, "evaluate DATA --learner lda --cv 2x100000000000",
     ["more than 10000 folds"], USAGE),
    ("sampling for a learner of nothing", {}, "fit DATA --learner euclidean --count 5 -o OUT",
     ["--count is for pairs", "euclidean learns from nothing"], USAGE),
    ("sampling for a learner of labels", {}, "evaluate DATA --learner lda --protocol neighbours",
     ["--protocol is for pairs", "lda learns from labels"], USAGE),
    ("protocol of triplets", {}, "sample DATA --kind triplets --protocol per-class -o OUT",
     ["--protocol is for pairs", "--kind is triplets"], USAGE),
    ("count of sets", {}, "sample DATA --kind sets --count 5 -o OUT", ["--count is for"], USAGE),
    ("percentiles of rankings", {}, "sample DATA --kind rankings --low-percentile 1 -o OUT",
     ["--low-percentile is for pairs"], USAGE),
    ("seed where nothing is random", {}, "embed MODEL DATA -o OUT.csv --seed 1", ["'--seed'"], USAGE),
    ("threads where nothing is worked out", {}, "learners --threads 2", ["'--threads'"], USAGE),
    ("model read as data", {}, "inspect MODEL --label f0", ["--label", "MODEL is a model"], USAGE),
    ("no neighbours", {}, "evaluate DATA --learner lda --k 0", ["--k: 0 is below 1"], USAGE),
    ("more neighbours than samples", {}, "evaluate DATA --learner lda --k 31", ["31", "30"]),
    ("learner and model", {}, "evaluate DATA --learner lda --model MODEL",
     ["--model and --learner cannot be used together"], USAGE),
    ("model and preparation", {}, "evaluate DATA --model MODEL --prepare unit",
     ["--model and --prepare cannot be used together"], USAGE),
    ("learner for triplets", {}, "sample DATA --kind triplets --learner lda -o x",
     ["--learner is for pairs and sets", "--kind is triplets"], USAGE),
    ("learner's option for rankings", {}, "sample DATA --kind rankings --set rank=2 -o x",
     ["--set is for pairs and sets"], USAGE),
    ("preparation for triplets", {}, "sample DATA --kind triplets --prepare unit -o x",
     ["--prepare is for pairs and sets"], USAGE),
    ("imputation for triplets", {}, "sample DATA --kind triplets --impute median -o x",
     ["--impute is for pairs and sets"], USAGE),
    ("evaluation without labels", {"d": csv(ROWS)}, "evaluate d --learner psd-flat", ["label"]),
    ("evaluation of many labels", {"d": "1,2 1:1 2:2\n1 1:3\n2 2:1\n"},
     "evaluate d --learner euclidean --k 1", ["2 labels", "one label"]),
    ("evaluation of a rank above the dimension", {},
     "evaluate DATA --learner psd-flat --set rank=9", ["above the dimension 4"]),
    ("sample without a kind", {}, "sample DATA -o OUT", ["--kind is required"], USAGE),
    ("sample of an unknown kind", {}, "sample DATA --kind pears -o OUT", ["'pairs'?"], USAGE),
    ("help on nothing known", {}, "help fot", ["'fit'?"], USAGE),
    ("inspection of nothing", {}, "inspect nowhere", ["No such file"]),
]

MODELS = [
    ("model truncated", {"m": model_file()[:-8]}, "embed m DATA -o OUT.csv", ["m", "truncated"]),
    ("model cut in its header", {"m": model_file()[:50]}, "embed m DATA -o OUT.csv", ["truncated"]),
    ("model empty", {"m": ""}, "embed m DATA -o OUT.csv", ["m", "not a safetensors file"]),
    ("model of another program", {"m": model_file(format="pt")}, "embed m DATA -o OUT.csv",
     ["not a mahala model"]),
    ("model of version 7", {"m": model_file(version="7")}, "embed m DATA -o OUT.csv", ["version 7"]),
    ("model that is data", {}, "embed DATA DATA -o OUT.csv", ["not a safetensors file"]),
    ("model missing", {}, "embed nowhere DATA -o OUT.csv", ["nowhere", "No such file"]),
    ("truncated model inspected", {"m": model_file()[:-8]}, "inspect m", ["truncated"]),
    ("broken model evaluated", {"m": model_file()[:-8]}, "evaluate DATA --model m", ["truncated"]),
    ("features of the wrong number", {"d": csv([row[:3] for row in ROWS])}, "embed MODEL d -o OUT.csv",
     ["4", "3"]),
    ("sparse features too many", {"d": "1 9:1\n2 1:3\n"}, "embed MODEL d -o OUT.csv", ["4", "9"]),
    ("features in another order", {"d": GOOD.replace("f0,f1,f2", "f0,f2,f1")},
     "embed MODEL d -o OUT.csv",
     ["d: feature column 2 is 'f2', the model was learned with 'f1' there"]),
    ("features in another order evaluated", {"d": GOOD.replace("f0,f1,f2", "f0,f2,f1")},
     "evaluate d --model MODEL", ["feature column 2 is 'f2'"]),
    ("missing cell and no imputation", {"d": with_line(GOOD, 6, "1,,3,4,a")},
     "embed MODEL d -o OUT.csv", ["d:6:", "missing"]),
]

OUTPUTS = [
    ("output into a missing directory", {}, "fit DATA --learner psd-flat -o no/where/model",
     ["no/where/model", "cannot be written"]),
    ("output is a directory", {}, "fit DATA --learner psd-flat -o .", ["directory"]),
    ("output over the input", {}, "fit DATA --learner psd-flat -o DATA", ["overwritten"], USAGE),
    ("output over the labels", {"l": "\n".join(LABELS)},
     "fit DATA --learner lda --labels-file l -o l", ["l: is an input"], USAGE),
    ("output over the constraints", {"p": "i,j,relation,value\n0,1,=,1\n"},
     FIT_PAIRS.replace("OUT", "./p"), ["./p: is an input"], USAGE),
    ("embedding over the labels", {"l.csv": "\n".join(LABELS)},
     "embed MODEL DATA --labels-file l.csv -o l.csv", ["l.csv: is an input"], USAGE),
    ("embedding over the model", {"m.csv": model_file()}, "embed m.csv DATA -o m.csv",
     ["m.csv: is an input"], USAGE),
    ("sample over the data", {}, "sample DATA --kind pairs -o DATA", ["is an input"], USAGE),
    ("output name too long", {}, "fit DATA --learner psd-flat -o " + "x" * 300, ["too long"]),
    ("unknown output ending", {}, "embed MODEL DATA -o OUT.xls", ["OUT.xls", ".csv"], USAGE),
    ("compressed .npy", {}, "embed MODEL DATA -o OUT.npy.gz", ["not compressed"], USAGE),
    ("embedding into a missing directory", {}, "embed MODEL DATA -o no/where.csv",
     ["cannot be written"]),
    ("constraints into a missing directory", {}, "sample DATA --kind pairs -o no/where.csv",
     ["cannot be written"]),
    ("labels svmlight cannot hold", {"d": csv(ROWS, ["a b"] * len(ROWS))},
     "embed MODEL d -o OUT.svm", ["'a b'"]),
]

TABLE = [row if len(row) == 5 else (*row, BAD_INPUT)
         for row in READING + CONSTRAINTS + COMMANDS + MODELS + OUTPUTS]
TABLE += [(name, {}, "fit DATA --learner psd-flat -o OUT " + flags, expected, code)
          for name, flags, expected, code in SETTINGS]


class BadInputTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("DATA", GOOD)
        self.run_ok("fit", "DATA", "--learner", "psd-flat", "-o", "MODEL")

    def check(self, files, command, code, expected):
        for name, content in files.items():
            self.write(name, content)
        self.run_refused(command, code, expected)

    def test_every_row_is_refused_in_words(self):
        names = [row[0] for row in TABLE]
        self.assertEqual(len(names), len(set(names)))
        for name, files, command, expected, code in TABLE:
            with self.subTest(name):
                self.check(files, command, code, expected)
                for file in files:
                    self.path(file).unlink()

    def test_an_old_model_survives_a_failure(self):
        old = self.path("MODEL").read_bytes()
        self.write("d", with_line(GOOD, 30, "1,2,3"))
        code, _, _ = run("fit", "d", "--learner", "psd-flat", "-o", "MODEL", cwd=self.directory)
        self.assertEqual(code, BAD_INPUT)
        self.assertEqual(self.path("MODEL").read_bytes(), old)


if __name__ == "__main__":
    unittest.main()
