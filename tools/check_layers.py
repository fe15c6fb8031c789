#!/usr/bin/env python3
"""Fails if a folder includes a folder it must not know, or holds more files than a reader can look over, if a file
of tests has no namespace of its own, or if sub-commands grow beyond what they are for.

A folder includes itself and the folders of its line; a top folder's name stands for its sub-folders too.
"""
import pathlib
import re
import sys

MOST_FILES = 40

BELOW = {
    "core": "",
    "core/file": "core",
    "core/linalg": "core",
    "core/checkpoint": "core core/file core/linalg",
    "data/samples": "core",
    "data/labels": "core data/samples",
    "data/prepare": "core data/samples data/labels",
    "data/file": "core data/samples data/labels",
    "data/text": "core data/samples data/prepare data/file",
    "data": "core data/samples data/labels data/text",
    "data/constraints": "core data data/samples data/labels",
    "data/read": "core data data/samples data/labels data/file data/text data/constraints",
    "data/write": "core data data/samples data/labels data/file data/constraints data/read",
    "data/describe": "core data data/samples data/labels",
    "geometry": "core",
    "search": "core data",
    "kernel": "core data geometry search",
    "model": "core data geometry search kernel",
    "cluster": "core data search",
    "optimize": "core data",
    "optimize/descent": "core data geometry optimize/.",
    "optimize/regression": "core data geometry optimize/. optimize/descent",
    "optimize/online": "core data geometry optimize/. optimize/descent optimize/regression",
    "optimize/similarity": "core data geometry optimize/.",
    "optimize/logdet": "core data geometry optimize/. optimize/descent",
    "optimize/spectral": "core data geometry optimize/. optimize/descent optimize/logdet",
    "optimize/neighbours": "core data geometry search optimize/. optimize/descent",
    "evaluate": "core data geometry search kernel model cluster optimize",
    "learn": "core data geometry search kernel model cluster optimize evaluate",
    "learn/stream": "core data geometry search kernel model cluster optimize evaluate learn/.",
    "learn/closed_form": "core data geometry search kernel model cluster optimize evaluate learn/.",
    "learn/bregman": "core data geometry search kernel model cluster optimize evaluate learn/. learn/closed_form",
    "learn/convex": "core data geometry search kernel model cluster optimize evaluate learn/. learn/closed_form",
    "learn/neighbours": "core data geometry search kernel model cluster optimize evaluate learn/. learn/closed_form",
    "learn/riemannian": "core data geometry search kernel model cluster optimize evaluate learn/. learn/bregman learn/closed_form",
    "learn/similarity": "core data geometry search kernel model cluster optimize evaluate learn/. learn/stream",
    "train": "core data geometry search kernel model cluster optimize evaluate learn",
    "compare": "core data geometry search kernel model cluster optimize evaluate learn train",
    "adapt": "core data geometry search kernel model cluster optimize evaluate learn train",
    "export": "core data geometry search kernel model",
    "report/picture": "core",
    "report": "core data geometry search kernel model cluster optimize evaluate learn train compare report/picture",
    "reproduce": "core data geometry search kernel model cluster optimize evaluate learn train compare report",
    "reproduce/experiments": "core data geometry search kernel model cluster optimize evaluate learn train compare report reproduce/.",
}


def allowed(layer, included):
    """`included` is a folder such as data/read; a line names it, its top folder, or (top/.) the top alone."""
    if included == layer:
        return True
    names = BELOW[layer].split()
    top = included.split("/")[0]
    return included in names or top in names and top != layer.split("/")[0] or included == top and f"{top}/." in names


def misplaced(root):
    for file in sorted((root / "mahala").rglob("*.?pp")):
        layer = str(file.relative_to(root / "mahala").parent)
        if layer not in BELOW:
            yield f"{file.relative_to(root)}: '{layer}' is not a layer of tools/check_layers.py"
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'#include "mahala/(.+)/[^/]+"', line)
            if match and not allowed(layer, match[1]):
                yield f"{file.relative_to(root)}:{number}: {layer} must not include {match[1]}"


def crowded(root):
    for top in ("mahala", "cli", "tests", "bench", "tools"):
        for folder in [root / top, *(f for f in (root / top).rglob("*") if f.is_dir() and f.name != "__pycache__")]:
            count = sum(f.is_file() for f in folder.iterdir())
            if count > MOST_FILES:
                yield f"{folder.relative_to(root)}: {count} files, at most {MOST_FILES} are easy to look over"


def unnamed(root):
    """Tests are compiled in batches, so that each needs a namespace that no other has."""
    for file in sorted((root / "tests").rglob("*_test.cpp")):
        names = re.findall(r"^namespace mahala::test::(\w+) \{", file.read_text(), re.MULTILINE)
        if len(names) != 1 or names[0] not in (file.stem, f"{file.parent.name}_{file.stem}"):
            yield f"{file.relative_to(root)}: must be in the namespace mahala::test::{file.stem}"


def lengthy(root):
    """A sub-command parses, calls one function of the library and prints: half of them on one screen."""
    lengths = {file: len(file.read_text().splitlines()) for file in sorted((root / "cli/commands").glob("*.cpp"))}
    for file, lines in lengths.items():
        if lines > 120:
            yield f"{file.relative_to(root)}: {lines} lines, a sub-command has at most 120"
    if 2 * sum(lines <= 60 for lines in lengths.values()) < len(lengths):
        yield "cli/commands: less than half of the sub-commands have at most 60 lines"


root = pathlib.Path(__file__).resolve().parent.parent
bad = [*misplaced(root), *crowded(root), *unnamed(root), *lengthy(root)]
print("\n".join(bad) or "layers are clean")
sys.exit(bool(bad))
