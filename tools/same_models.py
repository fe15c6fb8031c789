#!/usr/bin/env python3
"""Says for which learners two builds of the program learn other models.

  tools/same_models.py OLD NEW [LEARNER ...]

OLD and NEW are two `mahala` programs; OLD may also be a folder with the models of an earlier run, which a run with a
folder for NEW has written: tools/same_models.py PROGRAM FOLDER. Takes about four minutes.

Fits every learner by both on wine, on some of the digits and on a sparse set, and compares the models tensor by
tensor and note by note. The last bit counts. Notes that only say how a model was made (version, times) may differ.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
MAY_DIFFER = {"checksum", "note.version", "note.message", "note.learning_curve"}  # words, and seconds of curves
SPARSE_FEATURES = 60


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def subsampled(source, target, every):
    """Every so-many-th row below the header."""
    header, *rows = source.read_text().splitlines()
    target.write_text("\n".join([header, *rows[::every]]) + "\n")


def sparse_set(target):
    """Three classes over words that mostly do not occur, by rule."""
    lines, state = [], 12345
    for i in range(90):
        cells = {}
        for _ in range(8):
            state = (1103515245 * state + 12345) % 2**31
            own = state % 3 > 0
            word = (state >> 8) % 20 + 20 * (i % 3) if own else (state >> 8) % SPARSE_FEATURES
            cells[word + 1] = cells.get(word + 1, 0) + 1
        lines.append(f"{i % 3} " + " ".join(f"{k}:{v}" for k, v in sorted(cells.items())))
    target.write_text("\n".join(lines) + "\n")


def parts(file):
    """(tensors, notes) of a safetensors file."""
    content = file.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + size])
    notes = header.pop("__metadata__", {})
    tensors = {}
    for name, about in header.items():
        begin, end = about["data_offsets"]
        tensors[name] = (about["dtype"], tuple(about["shape"]), content[8 + size + begin:8 + size + end])
    return tensors, notes


def differences(old, new):
    (a, old_notes), (b, new_notes) = parts(old), parts(new)
    found = [f"tensor {name}" for name in sorted(a.keys() | b.keys()) if a.get(name) != b.get(name)]
    for name in sorted(old_notes.keys() & new_notes.keys()):
        words = lambda text: re.sub(r"\d+(\.\d+)? s\b", "", text)
        if name not in MAY_DIFFER and words(old_notes[name]) != words(new_notes[name]):
            found.append(f"note {name}")
    found += [f"note {name} is gone" for name in sorted(old_notes.keys() - new_notes.keys())]
    return found


def learners(program):
    return [each["name"] for each in json.loads(run(program, "learners", "--json").stdout)["learners"]]


def fitted(program, learner, name, data, folder):
    """The model and the exit code; from the folder `program` if it is one."""
    kept = pathlib.Path(program)
    if kept.is_dir():
        return kept / f"{learner}-{name}.model", int((kept / f"{learner}-{name}.code").read_text())
    model = folder / f"{learner}-{name}.model"
    outcome = run(program, "fit", *data, "--learner", learner, "--seed", 1, "--quiet", "-o", model)
    (folder / f"{learner}-{name}.code").write_text(str(outcome.returncode))
    return model, outcome.returncode


def compared(old, new, learner, name, data, folder):
    """What differs, and whether there were two models."""
    (old_model, old_code), (new_model, new_code) = (
        fitted(program, learner, name, data, folder / side) for program, side in ((old, "old"), (new, "new")))
    if old_code != new_code:
        return [f"exit code {old_code} against {new_code}"], False
    both = old_model.exists() and new_model.exists()
    return differences(old_model, new_model) if both else [], both


def main():
    old, new, *chosen = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "old").mkdir()
    (folder / "new").mkdir()
    digits, sparse = folder / "digits.csv", folder / "sparse.svm"
    subsampled(DATA / "digits.csv", digits, 6)
    sparse_set(sparse)
    sets = {"wine": [DATA / "wine.csv", "--label", "label"], "digits": [digits, "--label", "label"], "sparse": [sparse]}
    keep = pathlib.Path(new).is_dir()
    fits = changed = 0
    for learner in chosen or learners(new if pathlib.Path(old).is_dir() else old):
        for name, data in sets.items():
            if keep:
                fitted(old, learner, name, data, pathlib.Path(new))
                continue
            found, both = compared(old, new, learner, name, data, folder)
            fits += both
            changed += bool(found)
            for each in found:
                print(f"{learner} on {name}: {each}")
    if keep:
        return
    print(f"{fits} models compared, {changed} differ")
    sys.exit(bool(changed) or fits == 0)


if __name__ == "__main__":
    main()
