#!/usr/bin/env python3
"""Follows CONTRIBUTING.md to the letter: writes its toy learner and the registry with it added.

usage: extract.py REPOSITORY OUTPUT_FOLDER
"""
import pathlib
import re
import sys

root, out = map(pathlib.Path, sys.argv[1:])
text = (root / "CONTRIBUTING.md").read_text()
header, source, line = re.findall(r"```cpp\n(.*?)```", text, re.DOTALL)

folder = out / "mahala/learn/closed_form"
for each in (folder, out / "mahala/train"):
    each.mkdir(parents=True, exist_ok=True)
(folder / "spread.hpp").write_text(header)
(folder / "spread.cpp").write_text(source)

registry = (root / "mahala/train/registry.cpp").read_text()
last_include = [m.end() for m in re.finditer(r'#include "mahala/learn/[\w/]+.hpp"\n', registry)][-1]
registry = registry[:last_include] + '#include "mahala/learn/closed_form/spread.hpp"\n' + registry[last_include:]
last_entry = registry.index("  };\n  return all;")
(out / "mahala/train/registry.cpp").write_text(registry[:last_entry] + line + registry[last_entry:])
