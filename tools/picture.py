"""What pictures of docs/ have in common: runs of the program, and gnuplot."""

import csv
import json
import pathlib
import re
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINE = ROOT / "data" / "wine.csv"
DIGITS = ROOT / "data" / "digits.csv"

# Okabe and Ito's colours, told apart by colour-blind eyes as well; each has its own mark and dash.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00"]
MARKS = [7, 5, 9, 13, 11]

STYLE = """\
set terminal svg size {width},{height} fixed font 'sans-serif,13' background '#ffffff'
set border 3 lc rgb '#555555'
set tics nomirror tc rgb '#333333'
set key spacing 1.25 samplen 2.5 tc rgb '#222222'
set grid lc rgb '#e4e4e4' lt 1
set encoding utf8
"""


class Mahala:
    """The program, and a folder for what it writes."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)

    def run(self, *words):
        done = subprocess.run([self.program, *map(str, words), "--quiet"], text=True,
                              capture_output=True)
        if done.returncode:
            raise SystemExit(f"mahala {' '.join(map(str, words))}\n{done.stderr}")
        return done.stdout

    def path(self, name):
        return self.folder / name

    def fit(self, name, data, learner, *words, **options):
        """Learns and returns what `inspect` says of the model."""
        settings = [word for item in options.items() for word in ("--set", "{}={}".format(*item))]
        model = self.path(name)
        self.run("fit", data, "--learner", learner, *settings, *words, "-o", model)
        return json.loads(self.run("inspect", model, "--json"))

    def embedded(self, name, data):
        """(x, y, label) of every sample, by the first two coordinates."""
        output = self.path("embedded.csv")
        self.run("embed", self.path(name), data, "-o", output)
        with open(output) as file:
            return [(float(row["e0"]), float(row["e1"]), row.get("label") or row.get("id"))
                    for row in csv.DictReader(file)]

    def factor(self, name):
        """The rows of the matrix that embeds."""
        raw = self.path(name).read_bytes()
        size = struct.unpack("<Q", raw[:8])[0]
        entry = json.loads(raw[8:8 + size])["left"]
        begin, end = entry["data_offsets"]
        rows, columns = entry["shape"]
        values = struct.unpack(f"<{rows * columns}d", raw[8 + size + begin:8 + size + end])
        return [values[i * columns:(i + 1) * columns] for i in range(rows)]


def curve(model):
    """(step, objective) along the way."""
    return [tuple(map(float, point.split(":")))
            for point in model["notes"]["learning_curve"].split()]


def block(name, rows):
    lines = "\n".join(" ".join(f"{v:.6g}" if isinstance(v, float) else str(v) for v in row)
                      for row in rows)
    return f"${name} << EOD\n{lines}\nEOD\n"


def draw(output, name, script, width=560, height=360):
    svg = subprocess.run(["gnuplot"], input=STYLE.format(width=width, height=height) + script,
                         text=True, capture_output=True, check=True).stdout
    if not svg.rstrip().endswith("</svg>"):
        raise SystemExit(f"{name}: gnuplot drew nothing")
    svg = re.sub(r"<title>Gnuplot</title>\s*<desc>.*?</desc>", f"<title>{name}</title>", svg,
                 count=1, flags=re.S)
    path = output / f"{name}.svg"
    path.write_text(svg)
    print(f"{path}: {path.stat().st_size / 1000:.0f} KB")


def lines_plot(series, dots=False):
    """`plot` of (title, rows); rows are (x, y)."""
    data = "".join(block(f"d{k}", rows) for k, (_, rows) in enumerate(series))
    kind = "linespoints pt {} ps 0.6" if dots else "lines"
    parts = [f"$d{k} using 1:2 with {kind.format(MARKS[k])} lw 2.2 dt {k + 1} "
             f"lc rgb '{COLOURS[k]}' title \"{title}\"" for k, (title, _) in enumerate(series)]
    return data + "plot " + ", \\\n  ".join(parts) + "\n"


def two_maps(output, name, panels):
    """Samples in the plane, side by side; panels are (title, points)."""
    script = "set multiplot layout 1,2\nunset tics\nunset grid\nset border 15 lc rgb '#bbbbbb'\n"
    script += "set key below center horizontal samplen 0.5\nset size square\n"
    for number, (title, points) in enumerate(panels):
        parts = []
        for k, label in enumerate(sorted({p[2] for p in points})):
            script += block(f"p{number}_{k}", [p[:2] for p in points if p[2] == label])
            parts.append(f"$p{number}_{k} using 1:2 with points pt {MARKS[k]} ps 0.5 "
                         f"lc rgb '{COLOURS[k]}' title '{label}' noenhanced")
        ends = [(min(v), max(v)) for v in list(zip(*points))[:2]]
        half = 0.55 * max(high - low for low, high in ends)
        for axis, (low, high) in zip("xy", ends):
            middle = (low + high) / 2
            script += f"set {axis}range [{middle - half:.6g}:{middle + half:.6g}]\n"
        script += f"set title \"{title}\"\nplot " + ", \\\n  ".join(parts) + "\n"
    draw(output, name, script + "unset multiplot\n", width=680, height=390)
