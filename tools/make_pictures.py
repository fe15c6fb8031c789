#!/usr/bin/env python3
"""Draws the pictures of docs/learners/ from runs of the program. Needs gnuplot.

Usage: tools/make_pictures.py MAHALA [--output FOLDER] [NAME...]

MAHALA is the program; FOLDER is docs/pictures beside this folder unless given; with names,
only those pictures are drawn.
"""

import argparse
import json
import math
import pathlib
import random
import tempfile

import rival_pictures
from picture import COLOURS, DIGITS, ROOT, WINE, Mahala, block, curve, draw, lines_plot, two_maps


def psd_flat(mahala, output):
    """Solvers and online steps on the same pairs, by how often these were looked at."""
    pairs = mahala.path("pairs.csv")
    count = 5000
    mahala.run("sample", DIGITS, "--kind", "pairs", "--count", count, "-o", pairs)
    series = []
    for title, solver in (("conjugate gradients", "cg"), ("Armijo's descent", "armijo")):
        batch = mahala.fit("m", DIGITS, "psd-flat", "--pairs", pairs, rank=5, solver=solver)
        series.append((title, [p for p in curve(batch) if p[0] <= 30]))
    for title, options in (("online", {}), ("online, clip=0.3", {"clip": 0.3})):
        online = mahala.fit("m", DIGITS, "psd-flat", "--pairs", pairs, "--online", rank=5,
                            prefix=count, passes=30, **options)
        steps = math.ceil(count / 32)
        series.append((title, [(step / steps, f) for step, f in curve(online)]))
    draw(output, "psd-flat", "set logscale y\nset xlabel 'passes over the 5,000 pairs'\n"
         "set ylabel 'objective f'\nset xrange [0:30]\nset yrange [300:20000]\n"
         "set title 'digits, rank 5'\n"
         + lines_plot(series))


def psd_polar(mahala, output):
    mahala.fit("before", WINE, "pca", rank=2)
    mahala.fit("after", WINE, "psd-polar", rank=2)
    two_maps(output, "psd-polar", [("wine: two principal axes", mahala.embedded("before", WINE)),
                                   ("psd-polar, rank 2", mahala.embedded("after", WINE))])


def psd_polar_lambda(mahala, output):
    lambdas = [k / 20 for k in range(21)]
    series = [(f"{most} steps" if most < 1000 else "to the end",
               [(x, float(mahala.fit("m", WINE, "psd-polar", rank=2, max_iterations=most, solver="armijo",
                                     **{"lambda": x})["notes"]["objective"])) for x in lambdas])
              for most in (5, 15, 1000)]
    draw(output, "psd-polar-lambda", "set logscale y\nset ytics (20, 30, 50, 70, 100, 140)\n"
         "set yrange [20:160]\nset xlabel 'lambda: 0 keeps the subspace, 1 only turns it'\n"
         "set ylabel 'objective f'\nset title 'wine, rank 2'\nset key top center\n"
         + lines_plot(series, dots=True))


SPD = [("spd-flat", "spd-flat", {}), ("spd-affine", "spd-affine", {}),
       ("spd-log, log-Euclidean", "spd-log", {}),
       ("spd-log, von Neumann", "spd-log", {"metric": "von-neumann"})]


def spd_flat(mahala, output):
    series = []
    for title, learner, options in SPD:
        points = curve(mahala.fit("m", WINE, learner, tolerance="1e-8", **options))
        series.append((title, [(step, f) for step, f in points if step <= 60]))
    draw(output, "spd-flat", "set logscale y\nset xrange [0:60]\nset ytics (30, 50, 100, 200)\n"
         "set yrange [28:200]\nset xlabel 'iterations'\nset ylabel 'objective f'\n"
         "set title 'wine, 240 pairs'\n" + lines_plot(series))


def spd_affine(mahala, output):
    """The same problem in two systems of units, from the same metric."""
    pairs = mahala.path("pairs.csv")
    mahala.run("sample", WINE, "--kind", "pairs", "-o", pairs)
    series = []
    for learner in ("spd-affine", "spd-flat"):
        for prepare, units in (("standardise", "standardised"), ("none", "raw units")):
            mahala.fit("start", WINE, "covariance", "--prepare", prepare)
            model = mahala.fit("m", WINE, learner, "--pairs", pairs, "--from",
                               mahala.path("start"), max_iterations=60, tolerance=0)
            series.append((f"{learner}, {units}", curve(model)))
    script = "".join(block(f"d{k}", rows) for k, (_, rows) in enumerate(series))
    script += ("set logscale y\nset xrange [0:60]\nset xlabel 'iterations'\n"
               "set ylabel 'objective f'\nset yrange [25:500]\nset ytics (30, 50, 100, 200, 400)\n"
               "set title 'wine, from the inverse covariance'\nset key at graph 0.98, 0.56\nplot ")
    styles = ["lines lw 2.2 lc rgb '#0072B2'", "points pt 6 ps 0.7 lw 1.4 lc rgb '#000000'",
              "lines lw 2.2 dt 2 lc rgb '#D55E00'", "lines lw 2.2 dt 3 lc rgb '#009E73'"]
    script += ", ".join(f"$d{k} using 1:2 with {styles[k]} title '{title}'"
                        for k, (title, _) in enumerate(series)) + "\n"
    draw(output, "spd-affine", script)


def spectra(output, name, title, series):
    """Eigenvalues of several metrics on wine; series are (title, what inspect says)."""
    lines = []
    for label, model in series:
        values = sorted(model["spectrum"], reverse=True)
        lines.append((label, [(k + 1, max(v, 1e-9)) for k, v in enumerate(values)]))
    draw(output, name, "set logscale y\nset format y '10^{%L}'\nset xrange [0.5:13.5]\n"
         "set yrange [1e-4:100]\nset mytics 1\n"
         "set xtics 1\nset xlabel 'eigenvalues, largest first'\nset ylabel 'size'\n"
         f"set title '{title}'\nset key bottom left Left reverse\n"
         + lines_plot(lines, dots=True))


def spd_log(mahala, output):
    spectra(output, "spd-log", "wine: eigenvalues of the metric",
            [(title, mahala.fit("m", WINE, learner, **options))
             for title, learner, options in SPD[1:] + SPD[:1]])


def oja(mahala, output):
    rank, passes = 3, range(1, 11)
    mahala.fit("pca", DIGITS, "pca", rank=rank)
    best = mahala.factor("pca")
    series = []
    for size in (1, 32):
        rows = []
        for count in passes:
            mahala.fit("m", DIGITS, "oja", rank=rank, passes=count, batch=size)
            rows.append((count, largest_angle(mahala.factor("m"), best)))
        series.append((f"{size} sample{'s' if size > 1 else ''} a step", rows))
    draw(output, "oja", "set logscale y\nset xlabel 'passes over the 1,797 samples'\n"
         "set ylabel 'degrees'\nset title 'digits, rank 3: largest angle to the principal "
         "subspace'\nset xrange [0.7:10.3]\nset xtics 1\n"
         "set yrange [1:50]\nset ytics (1, 2, 5, 10, 20, 50)\n" + lines_plot(series, dots=True))


def largest_angle(a, b):
    """In degrees, between the spans of orthonormal rows: the smallest singular value of a b^T."""
    m = [[sum(x * y for x, y in zip(p, q)) for q in b] for p in a]
    gram = [[sum(row[i] * row[j] for row in m) for j in range(len(b))] for i in range(len(b))]
    return math.degrees(math.acos(math.sqrt(min(max(min(eigenvalues(gram)), 0.0), 1.0))))


def eigenvalues(a):
    """Of a small symmetric matrix, by Jacobi's rotations."""
    n = len(a)
    for _ in range(50):
        for p in range(n):
            for q in range(p):
                t = math.atan2(2 * a[p][q], a[q][q] - a[p][p]) / 2
                c, s = math.cos(t), math.sin(t)
                for k in range(n):
                    a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
                for k in range(n):
                    a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
    return [a[k][k] for k in range(n)]


def filter_errors(mahala, learner, gain, samples=100, passes=60):
    """Relative error along a repeated stream y = x^T W x of rank 2, x in three units."""
    series = []
    for unit, factor in (("metres", 1), ("decimetres", 10), ("decametres", 0.1)):
        stream = mahala.path("stream.csv")
        numbers = random.Random(7)
        total = 0.0
        with open(stream, "w") as file:
            file.write("a,b,c,d,e,label\n")
            for _ in range(samples):
                x = [numbers.gauss(0, 1) for _ in range(5)]
                y = (x[0] + 2 * x[1]) ** 2 + (x[2] - x[3]) ** 2
                total += y * y
                file.write(",".join(f"{factor * v:.9g}" for v in x) + f",{y:.9g}\n")
        model = mahala.fit("m", stream, learner, "--prepare", "none", rank=2, gain=gain,
                           passes=passes)
        power = total / samples
        series.append((f"x in {unit}", [(step, max(math.sqrt(2 * f / power), 1e-9))
                                        for step, f in curve(model)]))
    return series


def filter_plot(output, name, title, series):
    script = ("set logscale y\nset format y '10^{%L}'\nset xlabel 'samples seen'\n"
              f"set ylabel 'relative error'\nset title \"{title}\"\nset yrange [1e-7:3]\n"
              "set key right center\n")
    data = "".join(block(f"d{k}", rows) for k, (_, rows) in enumerate(series))
    widths = [7, 3.5, 1.4]  # curves that coincide are seen to
    parts = [f"$d{k} using 1:2 with lines lw {widths[k] if name == 'nlms' else 2.2} "
             f"dt {1 if name == 'nlms' else k + 1} lc rgb '{['#56B4E9', '#D55E00', '#000000'][k]}' "
             f"title '{title}'" for k, (title, _) in enumerate(series)]
    draw(output, name, script + data + "plot " + ", ".join(parts) + "\n")


def lms(mahala, output):
    filter_plot(output, "lms", "lms, gain 0.001, in three systems of units",
                filter_errors(mahala, "lms", 0.001))


def nlms(mahala, output):
    filter_plot(output, "nlms", "nlms, gain 0.1, in three systems of units",
                filter_errors(mahala, "nlms", 0.1))


# Degrees north and east.
CITIES = {"Lisbon": (38.72, -9.14), "Madrid": (40.42, -3.70), "Paris": (48.86, 2.35),
          "London": (51.51, -0.13), "Dublin": (53.35, -6.26), "Brussels": (50.85, 4.35),
          "Berlin": (52.52, 13.41), "Copenhagen": (55.68, 12.57), "Oslo": (59.91, 10.75),
          "Stockholm": (59.33, 18.07), "Helsinki": (60.17, 24.94), "Warsaw": (52.23, 21.01),
          "Vienna": (48.21, 16.37), "Rome": (41.90, 12.50), "Athens": (37.98, 23.73),
          "Bucharest": (44.43, 26.10)}


def great_circle(a, b):
    """In thousands of kilometres."""
    (p, l), (q, m) = ([math.radians(v) for v in x] for x in (a, b))
    cosine = math.sin(p) * math.sin(q) + math.cos(p) * math.cos(q) * math.cos(l - m)
    return 6.371 * math.acos(cosine)


def turned(points, target):
    """`points` rotated, and mirrored if that is nearer, about their centre towards `target`."""
    def centred(z):
        mean = sum(z) / len(z)
        return [v - mean for v in z]
    p, t = centred(points), centred(target)
    straight = sum(b * a.conjugate() for a, b in zip(p, t))
    mirrored = sum(b * a for a, b in zip(p, t))
    if abs(straight) >= abs(mirrored):
        return [a * straight / abs(straight) for a in p]
    return [a.conjugate() * mirrored / abs(mirrored) for a in p]


def mds(mahala, output):
    names = list(CITIES)
    cities, pairs = mahala.path("cities.csv"), mahala.path("distances.csv")
    cities.write_text("id,nothing\n" + "".join(f"{name},0\n" for name in names))
    pairs.write_text("i,j,relation,value\n" + "".join(
        f"{a},{b},=,{great_circle(CITIES[a], CITIES[b]) ** 2:.6g}\n"
        for k, a in enumerate(names) for b in names[:k]))
    mahala.fit("m", cities, "mds", "--pairs", pairs, "--prepare", "none", start="random",
               tolerance="1e-9")
    places = [complex(x, y) for x, y, _ in mahala.embedded("m", cities)]
    globe = [complex(6.371 * math.radians(east - 8) * math.cos(math.radians(48)),
                     6.371 * math.radians(north)) for north, east in CITIES.values()]
    places = turned(places, globe)
    below = {"Brussels"}
    script = "".join(block(key, [(z.real, z.imag, name) for name, z in zip(names, places)
                                 if (name in below) == low])
                     for key, low in (("above", False), ("below", True)))
    script += ("unset key\nset size ratio -1\nset xlabel 'thousand km'\nset ylabel 'thousand km'\n"
               "set title 'Cities from their distances alone'\nset offsets 0.2, 0.35, 0.25, 0.2\n"
               f"plot $above using 1:2 with points pt 7 ps 0.7 lc rgb '{COLOURS[0]}', "
               f"$below using 1:2 with points pt 7 ps 0.7 lc rgb '{COLOURS[0]}', "
               "$above using 1:2:3 with labels offset 0,0.7 font ',11' tc rgb '#222222', "
               "$below using 1:2:3 with labels offset 3.2,-0.5 font ',11' tc rgb '#222222'\n")
    draw(output, "mds", script, height=440)


def kernel_psd(mahala, output):
    settings = {"rank": 2, "kernel": "gaussian", "tolerance": "1e-8"}
    bounds = ["--count", "1000", "--bounds", "relative", "--margin", "0.5"]
    mahala.fit("before", WINE, "kernel-psd", *bounds, max_iterations=0, **settings)
    mahala.fit("after", WINE, "kernel-psd", *bounds, **settings)
    two_maps(output, "kernel-psd",
             [("wine: leading components of the kernel", mahala.embedded("before", WINE)),
              ("kernel-psd, rank 2, 1,000 pairs", mahala.embedded("after", WINE))])


def itml(mahala, output):
    series = []
    for order in ("shuffle", "fixed"):
        model = mahala.fit(order, WINE, "itml", "--protocol", "per-class", gamma=10, order=order,
                           solver="projections", tolerance=0, max_sweeps=3000)
        series.append((f"order={order}", [p for p in curve(model) if p[0] >= 1]))
    best = min(value for _, rows in series for _, value in rows)
    script = ("set logscale xy\nset xlabel 'passes over the bounds'\n"
              "set ylabel 'objective above the optimum'\nset format y '10^{%T}'\n"
              "set key bottom left\n")
    draw(output, "itml", script + lines_plot(
        [(title, [(step, value - best) for step, value in rows if value - best > 1e-6])
         for title, rows in series]))


def iplr(mahala, output):
    sizes = [1, 2, 4, 6, 8, 10, 15, 20, 30]
    series = []
    for basis in ("svd", "kmeans", "class"):
        rows = []
        for size in sizes:
            told = json.loads(mahala.run("evaluate", DIGITS, "--learner", "iplr", "--label",
                                         "label", "--set", f"basis={basis}", "--set",
                                         f"basis_size={size}", "--cv", "2x3", "--json"))
            rows.append((float(size), 100 * told["learned"]["error_mean"]))
        series.append((f"basis={basis}", rows))
    script = "set xlabel 'basis_size'\nset ylabel '5-NN error, %'\nset yrange [0:*]\n"
    draw(output, "iplr", script + lines_plot(series, dots=True))


def logdet_kernel(mahala, output):
    settings = {"kernel": "gaussian"}
    mahala.fit("before", WINE, "logdet-kernel", gamma="1e-9", **settings)
    mahala.fit("after", WINE, "logdet-kernel", gamma=10, **settings)
    two_maps(output, "logdet-kernel",
             [("wine: leading components of the kernel", mahala.embedded("before", WINE)),
              ("logdet-kernel, gamma = 10, 240 pairs", mahala.embedded("after", WINE))])


def logdet_lowrank(mahala, output):
    settings = {"rank": 2, "kernel": "gaussian"}
    mahala.fit("before", WINE, "logdet-lowrank", gamma="1e-9", **settings)
    mahala.fit("after", WINE, "logdet-lowrank", gamma=10, **settings)
    two_maps(output, "logdet-lowrank",
             [("wine: two components of the kernel", mahala.embedded("before", WINE)),
              ("logdet-lowrank, rank 2, 240 pairs", mahala.embedded("after", WINE))])


def von_neumann(mahala, output):
    learners = [("von-neumann", {}), ("frobenius", {}), ("frobenius", {"stay_near": "identity"}),
                ("sdp-logdet", {})]
    spectra(output, "von-neumann", "wine: eigenvalues of the metric",
            [(" ".join([learner, *options.values()]), mahala.fit("m", WINE, learner, **options))
             for learner, options in learners])


def frobenius(mahala, output):
    mahala.fit("before", WINE, "pca", rank=2)
    mahala.fit("after", WINE, "frobenius")
    two_maps(output, "frobenius",
             [("wine: two principal axes", mahala.embedded("before", WINE)),
              ("frobenius, leading two dimensions", mahala.embedded("after", WINE))])


def sdp_logdet(mahala, output):
    spectra(output, "sdp-logdet", "wine: less regularisation, smaller eigenvalues",
            [(f"regularisation {g}", mahala.fit("m", WINE, "sdp-logdet", regularisation=g))
             for g in (100, 1, 0.1, 0.01)])


def ssikdr(mahala, output):
    with open(DIGITS) as file:
        header, *rows = file.read().splitlines()
    rows = [row for row in rows if row.rsplit(",", 1)[1] in ("3", "8", "9")]
    for name, part in (("seen.csv", rows[::2]), ("unseen.csv", rows[1::2])):
        mahala.path(name).write_text("\n".join([header, *part]) + "\n")
    seen, unseen = mahala.path("seen.csv"), mahala.path("unseen.csv")
    mahala.fit("before", seen, "pca", rank=2)
    mahala.fit("after", seen, "ssikdr", "--count", "600", kernel="gaussian",
               gamma_rule="median", rank=2)
    two_maps(output, "ssikdr",
             [("unseen digits: two principal axes", mahala.embedded("before", unseen)),
              ("unseen digits: ssikdr", mahala.embedded("after", unseen))])


PICTURES = {"psd-flat": psd_flat, "psd-polar": psd_polar, "psd-polar-lambda": psd_polar_lambda,
            "spd-flat": spd_flat, "spd-affine": spd_affine, "spd-log": spd_log, "oja": oja,
            "lms": lms, "nlms": nlms, "mds": mds, "kernel-psd": kernel_psd,
            "itml": itml, "iplr": iplr, "logdet-kernel": logdet_kernel,
            "logdet-lowrank": logdet_lowrank, "von-neumann": von_neumann,
            "frobenius": frobenius, "sdp-logdet": sdp_logdet, "ssikdr": ssikdr,
            **rival_pictures.PICTURES}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mahala", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "pictures")
    given = parser.parse_args()
    for name in given.names:
        if name not in PICTURES:
            parser.error(f"there is no picture '{name}' (there are: {', '.join(PICTURES)})")
    given.output.mkdir(parents=True, exist_ok=True)
    for name in given.names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            PICTURES[name](Mahala(given.mahala.resolve(), folder), given.output)


if __name__ == "__main__":
    main()
