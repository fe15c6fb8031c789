#!/usr/bin/env python3
"""Writes docs/performance.md and its pictures from what the benchmarks measured. Needs gnuplot.

Usage: bench/page.py RESULTS [--output FOLDER]

RESULTS is a folder of JSON files, each an object with any of

  "machine":  processor, cores, vector_unit, compiler, blas, date and "peaks"
  "kernels":  a list of {name, shape, seconds, gflops, gbytes, percent}
  "solvers":  a list of {name, seconds, passes, note, group}; a group is a table and a picture
  "peers":    a list of {name, ours, theirs, unit, ratio, note}; smaller is better
  "table":    {title, columns, rows}, and optionally "section" (solvers or peers) and "note"
  "tables":   a list of those

or a list: of figures of peers, or else of solvers. FOLDER is docs beside this folder unless
given. Files without anything to show are named.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLOUR = "#0072B2"

STYLE = """\
set terminal svg size {width},{height} fixed font 'sans-serif,13' background '#ffffff'
set encoding utf8
set border 3 lc rgb '#555555'
set tics nomirror tc rgb '#333333'
set grid x lc rgb '#e4e4e4' lt 1
unset key
"""

INTRODUCTION = """\
# Performance

Written by `./dev bench`, which runs `bench/` on the machine at hand and then `bench/page.py`.
"""


class Results:
    """Everything that was measured, by kind."""

    KINDS = ("machine", "kernels", "solvers", "peers", "table", "tables")

    def __init__(self, folder):
        self.machine, self.peers = {}, {}
        self.kernels, self.solvers, self.tables, self.idle = [], [], [], []
        for path in sorted(folder.glob("*.json")):
            self.take(path.stem, json.loads(path.read_text()))

    def take(self, name, content):
        if isinstance(content, list):
            kind = "peers" if any("theirs" in row for row in content) else "solvers"
            content = {kind: content}
        if content.get("peers"):
            self.peers[name] = content["peers"]
        self.machine.update(content.get("machine", {}))
        self.kernels += content.get("kernels", [])
        self.solvers += content.get("solvers", [])
        self.tables += content.get("tables", []) + [t for t in [content.get("table")] if t]
        if not any(content.get(key) for key in self.KINDS):
            self.idle.append(name)

    def groups(self):
        """Solvers by group, in the order they came."""
        found = {}
        for row in self.solvers:
            found.setdefault(row.get("group", "Solvers"), []).append(row)
        return found

    def tables_of(self, section):
        return [t for t in self.tables if t.get("section", "kernels") == section]


def cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def markdown_table(columns, rows):
    numeric = [all(not isinstance(row[k], str) or re.match(r"^[\d.,]+( %|x)?$", row[k])
                   for row in rows) for k in range(len(columns))]
    lines = ["| " + " | ".join(columns) + " |",
             "|" + "|".join("---:" if right else "---" for right in numeric) + "|"]
    lines += ["| " + " | ".join(cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("_", "\\\\_") + '"'


def bars(path, title, unit, rows, logarithmic=False):
    """Horizontal bars, the first row on top; rows are (name, value)."""
    data = "\n".join(f"{len(rows) - k} {value:.6g} {quoted(name)}"
                     for k, (name, value) in enumerate(rows))
    least = min(value for _, value in rows)
    script = STYLE.format(width=720, height=70 + 24 * len(rows))
    script += f"$d << EOD\n{data}\nEOD\n"
    script += f"set title {quoted(title)}\nset xlabel {quoted(unit)}\nset style fill solid\n"
    script += f"set yrange [0.4:{len(rows) + 0.6}]\nset boxwidth 0.7\n"
    if logarithmic:
        script += f"set logscale x\nset xrange [{least / 3:.3g}:]\n"
    else:
        script += "set xrange [0:]\n"
    start = f"{least / 3:.3g}" if logarithmic else "0"
    script += (f"plot $d using ({start}):1:({start}):2:($1-0.35):($1+0.35):ytic(3) "
               f"with boxxyerror lc rgb '{COLOUR}'\n")
    svg = subprocess.run(["gnuplot"], input=script, text=True, capture_output=True, check=True).stdout
    if not svg.rstrip().endswith("</svg>"):
        raise SystemExit(f"{path.name}: gnuplot drew nothing")
    path.write_text(re.sub(r"<title>Gnuplot</title>\s*<desc>.*?</desc>",
                           lambda _: f"<title>{title}</title>", svg, count=1, flags=re.S))


def machine_section(machine):
    peaks = machine.get("peaks", {})
    text = (f"## Machine\n{machine.get('processor', 'unknown')}, {machine.get('cores', '?')} cores, "
            f"{machine.get('vector_unit', '')}; {machine.get('compiler', '')}; "
            f"{machine.get('blas', '')}. Measured on {machine.get('date', '?')}.\n\n")
    names = [("double_core", "operations on doubles, one core", "GFLOP/s"),
             ("double_all", "operations on doubles, all cores", "GFLOP/s"),
             ("single_core", "operations on floats, one core", "GFLOP/s"),
             ("single_all", "operations on floats, all cores", "GFLOP/s"),
             ("memory_core", "reading memory, one core", "GB/s"),
             ("memory_all", "reading memory, all cores", "GB/s"),
             ("cache_core", "reading the second-level cache, one core", "GB/s")]
    rows = [[words, f"{peaks[key]:.1f} {unit}"] for key, words, unit in names if key in peaks]
    return text + (markdown_table(["measured peak (`bench/probe.cpp`)", ""], rows) if rows else "")


def kernels_section(results, pictures):
    text = "## Kernels\n"
    if results.kernels:
        text += ("One thread, by its processor time. A kernel takes at least the longer of operations / "
                 "peak and bytes / bandwidth;\nthe last column is that time as a share of what it "
                 "took. Operations and bytes read are those the mathematics asks for.\n\n")
        text += markdown_table(
            ["kernel", "size", "ms", "GFLOP/s", "GB/s", "of peak"],
            [[k["name"], k["shape"], 1e3 * k["seconds"], k["gflops"], k["gbytes"],
              f"{k['percent']:.0f} %"] for k in results.kernels])
        bars(pictures / "kernels.svg", "Share of the machine's measured peak", "%",
             [(k["name"], k["percent"]) for k in results.kernels])
        text += f"\n![Share of the measured peak]({pictures.name}/kernels.svg)\n"
    return text + tables_text(results.tables_of("kernels"))


def tables_text(tables):
    text = ""
    for table in tables:
        text += f"\n### {table['title']}\n"
        text += f"{table['note']}\n\n" if table.get("note") else ""
        text += markdown_table(table["columns"], table["rows"])
    return text


def solvers_section(results, pictures):
    text = "## Solvers\n"
    for group, rows in results.groups().items():
        text += f"\n### {group}\n"
        columns = [c for c in ("name", "seconds", "passes", "note")
                   if any(row.get(c) not in (None, "") for row in rows)]
        text += markdown_table(columns, [[row.get(c) for c in columns] for row in rows])
        timed = [(row["name"], row["seconds"]) for row in rows if (row.get("seconds") or 0) > 0]
        if len(timed) > 1:
            name = re.sub(r"[^a-z0-9]+", "-", group.lower()).strip("-") + ".svg"
            bars(pictures / name, group, "seconds", timed, logarithmic=True)
            text += f"\n![{group}]({pictures.name}/{name})\n"
    return text + tables_text(results.tables_of("solvers"))


def peers_section(results):
    text = "## Beside other libraries\nOurs and theirs in one run; a ratio above 1 is in our favour.\n"
    for name, rows in results.peers.items():
        text += f"\n### `{name}`\n"
        text += markdown_table(["", "ours", "theirs", "unit", "theirs / ours", "of"],
                               [[row["name"], row["ours"], row["theirs"], row["unit"], row["ratio"],
                                 row["note"]] for row in rows])
    return text + tables_text(results.tables_of("peers"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs")
    arguments = parser.parse_args()
    results = Results(arguments.results)
    for name in results.idle:
        print(f"{name}.json: nothing to show", file=sys.stderr)
    pictures = arguments.output / "performance"
    pictures.mkdir(parents=True, exist_ok=True)
    sections = [INTRODUCTION, machine_section(results.machine), kernels_section(results, pictures)]
    if results.solvers or results.tables_of("solvers"):
        sections.append(solvers_section(results, pictures))
    if results.peers or results.tables_of("peers"):
        sections.append(peers_section(results))
    page = arguments.output / "performance.md"
    page.write_text("\n".join(sections))
    print(f"{page}: {len(results.kernels)} kernels, {len(results.solvers)} solvers, "
          f"{len(results.tables)} tables")


if __name__ == "__main__":
    main()
