"""Pictures of the learners that others are compared with: maps before and after, learning curves."""

import math
import random

from picture import DIGITS, WINE, draw, lines_plot, two_maps


def plane(mahala, name, data):
    """Two principal axes of what a model makes of samples, and their labels."""
    embedded = mahala.path("whole.csv")
    mahala.run("embed", mahala.path(name), data, "-o", embedded)
    mahala.fit("axes", embedded, "pca", "--prepare", "centre", rank=2)
    return mahala.embedded("axes", embedded)


def against(title, learner, data=WINE, before="wine: two principal axes", **options):
    """A picture: the plain samples beside what the learner makes of them."""
    def picture(mahala, output):
        data_file = data(mahala) if callable(data) else data
        mahala.fit("before", data_file, "euclidean")
        mahala.fit("after", data_file, learner, **options)
        two_maps(output, learner, [(before, plane(mahala, "before", data_file)),
                                   (title, plane(mahala, "after", data_file))])
    return picture


def objects(title, learner, data, before, **options):
    """The same for models that place their own samples: these lie in a plane already."""
    def picture(mahala, output):
        rows = data()
        samples = mahala.path("samples.csv")
        write(samples, rows)
        mahala.fit("m", samples, learner, "--prepare", "none", rank=2, **options)
        two_maps(output, learner, [(before, [(row[0], row[1], row[-1]) for row in rows]),
                                   (title, mahala.embedded("m", samples))])
    return picture


def write(path, rows):
    """Samples whose last entry is their label."""
    names = [f"f{k}" for k in range(len(rows[0]) - 1)] + ["label"]
    path.write_text("\n".join(",".join(map(str, row)) for row in [names, *rows]) + "\n")
    return path


# --- samples made for one picture -----------------------------------------------------------


def rings(count=240):
    rng = random.Random(2)
    rows = []
    for k in range(count):
        radius, angle = (1, 3)[k % 2] + rng.gauss(0, 0.15), rng.uniform(0, 2 * math.pi)
        rows.append((radius * math.cos(angle), radius * math.sin(angle), ("inner", "outer")[k % 2]))
    return rows


def moons(count=240):
    rng = random.Random(3)
    rows = []
    for k in range(count):
        angle, lower = rng.uniform(0, math.pi), k % 2
        x, y = math.cos(angle), math.sin(angle)
        x, y = (1 - x, 0.5 - y) if lower else (x, y)
        rows.append((x + rng.gauss(0, 0.08), y + rng.gauss(0, 0.08), ("lower", "upper")[1 - lower]))
    return rows


def roll(count=180):
    """A sheet rolled up, seen from its side; thirds of its length are labelled."""
    rng = random.Random(4)
    rows = []
    for k in range(count):
        t = 1.5 * math.pi * (1 + 1.7 * (k + 0.5) / count)
        rows.append((t * math.cos(t), t * math.sin(t), rng.uniform(0, 3),
                     ("inside", "middle", "outside")[3 * k // count]))
    return rows


def clouds(mahala):
    """A class of two clouds with the other in between, beside features that say nothing."""
    rng = random.Random(5)
    rows = []
    for k in range(240):
        where = (-4, 4, 0)[k % 3]
        rows.append([rng.gauss(where, 0.7), *(rng.gauss(0, 3) for _ in range(5)),
                     ("two clouds", "two clouds", "one")[k % 3]])
    return write(mahala.path("clouds.csv"), rows)


def topics():
    """Counts of 60 words in documents of three topics, each with words of its own."""
    rng = random.Random(6)
    rows = []
    for k in range(150):
        topic = k % 3
        weights = [(6 if w // 20 == topic else 1) / (1 + w % 20) for w in range(60)]
        words = rng.choices(range(60), weights, k=60)
        rows.append([*(words.count(w) for w in range(60)), ("sport", "music", "law")[topic]])
    return rows


# --- pictures that are no map ---------------------------------------------------------------


def mlkr(mahala, output):
    """An output that depends on one direction of six; thirds of it are labelled."""
    rng = random.Random(7)
    rows = []
    for _ in range(240):
        x = [rng.gauss(0, 1) for _ in range(6)]
        rows.append([*x, 3 * math.tanh(x[0] + x[1]) + rng.gauss(0, 0.1)])
    data = write(mahala.path("outputs.csv"), rows)
    mahala.fit("before", data, "euclidean")
    mahala.fit("after", data, "mlkr", rank=2)

    def thirds(points):
        return [(x, y, "low" if float(z) < -1.5 else "high" if float(z) > 1.5 else "middle")
                for x, y, z in points]
    two_maps(output, "mlkr", [("six features: two principal axes",
                               thirds(plane(mahala, "before", data))),
                              ("mlkr, rank 2", thirds(plane(mahala, "after", data)))])


def euclidean(mahala, output):
    mahala.fit("raw", WINE, "euclidean", "--prepare", "none")
    mahala.fit("standardised", WINE, "euclidean")
    two_maps(output, "euclidean",
             [("wine in its own units: proline is all", plane(mahala, "raw", WINE)),
              ("wine standardised", plane(mahala, "standardised", WINE))])


def pca(mahala, output):
    mahala.fit("before", WINE, "euclidean")
    mahala.fit("after", WINE, "pca", rank=2)
    two_maps(output, "pca", [("wine: alcohol and malic acid", mahala.embedded("before", WINE)),
                             ("pca, rank 2", mahala.embedded("after", WINE))])


def lsa(mahala, output):
    rows = topics()
    data = write(mahala.path("topics.csv"), rows)
    mahala.fit("m", data, "lsa", "--prepare", "unit", rank=3)
    rng = random.Random(1)  # counts are whole numbers: shaken a little to be seen
    words = [(row[0] + rng.uniform(-0.3, 0.3), row[20] + rng.uniform(-0.3, 0.3), row[-1])
             for row in rows]
    two_maps(output, "lsa", [("documents: counts of two words out of 60", words),
                             ("lsa, rank 3: two principal axes", plane(mahala, "m", data))])


def one_vs_rest(mahala, output):
    """How often the first label is right, by how much W is held back."""
    rows = DIGITS.read_text().splitlines()
    parts = {name: mahala.path(name) for name in ("train.csv", "test.csv")}
    for k, path in enumerate(parts.values()):
        path.write_text("\n".join([rows[0], *rows[1 + k::2]]) + "\n")
    series = []
    for title, name in (("learned from", "train.csv"), ("held out", "test.csv")):
        points = []
        for power in range(-6, 5):
            mahala.fit("m", parts["train.csv"], "one-vs-rest", ridge=10.0 ** power)
            points.append((10.0 ** power, first_label_errors(mahala, parts[name])))
        series.append((f"samples {title}", points))
    draw(output, "one-vs-rest", "set logscale x\nset format x '10^{%L}'\nset xlabel 'ridge'\n"
         "set ylabel 'first label wrong, %'\nset yrange [0:]\nset key top left\n"
         "set title 'digits, half of them learned from'\n" + lines_plot(series, dots=True))


def first_label_errors(mahala, data):
    truth = [row.rsplit(",", 1)[1] for row in data.read_text().splitlines()[1:]]
    found = mahala.path("labels.csv")
    mahala.run("label", mahala.path("m"), data, "--k", 1, "-o", found)
    first = [row.split(",")[2] for row in found.read_text().splitlines()[1:]]
    return 100 * sum(a != b for a, b in zip(first, truth)) / len(truth)


def precision_curve(mahala, learner, **options):
    """(step, mAP on samples held out) along the way, digits."""
    if not learner.endswith("labels") and learner not in ("warp", "perceptron", "group-perceptron"):
        options["draw"] = "anywhere"  # as published, which is judged by mAP
    model = mahala.fit("m", DIGITS, learner, held_out=0.3, steps=20000, **options)
    points = [point.split(":") for point in model["notes"]["learning_curve"].split()]
    return [(float(point[0]) / 1000, float(point[3])) for point in points]


def precisions(learner, *others, of="triplets"):
    """A picture: learning curves of a learner and of others; each is (title, learner, options)."""
    def picture(mahala, output):
        series = [(title, precision_curve(mahala, name, **options))
                  for title, name, options in ((learner, learner, {}), *others)]
        draw(output, learner, f"set xlabel 'thousand {of}'\nset xrange [0:20]\n"
             "set ylabel 'mean average precision, held out'\nset key below center horizontal\n"
             "set title 'digits'\n" + lines_plot(series))
    return picture


LORETA = ("loreta", "loreta", {})
LABELS = ("loreta-labels", "loreta-labels", {})

PICTURES = {
    "euclidean": euclidean, "pca": pca, "lsa": lsa, "mlkr": mlkr, "one-vs-rest": one_vs_rest,
    "covariance": against("covariance, rank 2", "covariance", rank=2),
    "lda": against("lda", "lda"),
    "nca": against("nca, rank 2", "nca", rank=2),
    "lmnn": against("lmnn, rank 2", "lmnn", rank=2),
    "mcml": against("mcml, rank 2", "mcml", rank=2),
    "ncmml": against("ncmml, rank 2", "ncmml", rank=2),
    "dmlmj": against("dmlmj, rank 2", "dmlmj", rank=2),
    "rca": against("rca, rank 2", "rca", rank=2),
    "frobmetric": against("frobmetric: two principal axes", "frobmetric"),
    "scml": against("scml: two principal axes", "scml"),
    "sdml": against("sdml, 240 pairs: two principal axes", "sdml"),
    "pola": against("pola, 240 pairs: two principal axes", "pola"),
    "mmc": against("mmc, 240 pairs: two principal axes", "mmc"),
    "lsml": against("lsml: two principal axes", "lsml"),
    "hmrf-kmeans": against("hmrf-kmeans, 240 pairs", "hmrf-kmeans"),
    "lego": against("lego: two principal axes", "lego"),
    "lfda": against("lfda, rank 2", "lfda", clouds, "two principal axes", rank=2),
    "kpca": objects("kpca", "kpca", rings, "samples", gamma=0.5),
    "ksr": objects("ksr", "ksr", moons, "samples", gamma=10),
    "mvu": objects("mvu", "mvu", roll, "a rolled sheet, from the side"),
    "loreta": precisions("loreta", ("rank 5", "loreta", {"rank": 5}),
                         ("rank 20", "loreta", {"rank": 20}),
                         ("batches of 10", "loreta", {"batch": 10})),
    "loreta-psd": precisions("loreta-psd", LORETA),
    "loreta-mi": precisions("loreta-mi", LORETA),
    "bilinear-gd": precisions("bilinear-gd", LORETA),
    "psd-gd": precisions("psd-gd", ("loreta-psd", "loreta-psd", {})),
    "pa": precisions("pa", LORETA),
    "oasis": precisions("oasis", LORETA),
    "loreta-labels": precisions("loreta-labels", ("rank 5", "loreta-labels", {"rank": 5}),
                                of="samples"),
    "warp": precisions("warp", LABELS, of="samples"),
    "pa-labels": precisions("pa-labels", LABELS, of="samples"),
    "perceptron": precisions("perceptron", LABELS, of="samples"),
    "group-perceptron": precisions("group-perceptron", ("perceptron", "perceptron", {}),
                                   of="samples"),
}
