#!/usr/bin/env python3
"""Fails if a folder includes a folder it must not know: a folder includes only what stands below it."""
import pathlib
import re
import sys

BELOW = {
    "core": "",
    "data": "core",
    "geometry": "core",
    "search": "core data",
    "kernel": "core data geometry search",
    "model": "core data geometry search kernel",
    "optimize": "core data geometry search",
    "evaluate": "core data geometry search kernel model optimize",
    "learn": "core data geometry search kernel model optimize evaluate",
    "report": "core data geometry search kernel model optimize learn evaluate",
}

root = pathlib.Path(__file__).resolve().parent.parent
bad = []
for file in sorted((root / "mahala").rglob("*.?pp")):
    layer = file.relative_to(root / "mahala").parts[0]
    if layer not in BELOW:
        bad.append(f"{file.relative_to(root)}: '{layer}' is not a layer of tools/check_layers.py")
        continue
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(r'#include "(?:mahala/)?(\w+)/', line)
        if match and match[1] != layer and match[1] not in BELOW[layer].split():
            bad.append(f"{file.relative_to(root)}:{number}: {layer} must not include {match[1]}")
print("\n".join(bad) or "layers are clean")
sys.exit(bool(bad))
