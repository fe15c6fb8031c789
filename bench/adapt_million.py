#!/usr/bin/python3
"""How long adapting a million embeddings takes, and how much memory besides the mapped file.

Usage: bench/adapt_million.py PROGRAM [--items 1000000] [--dim 768] [--queries 10000] [--positives 10] [--folder DIR]
                              [--embed]

Makes a .npy of single-precision embeddings (3 GB by default, removed at the end), queries that see the mean of their
positives through a hidden map, and qrels; then runs `mahala adapt` with choice, gate and fit, and with --embed
`mahala embed` of all items. Prints seconds of processor and of clock, and the peak of memory that is not the file's
(RssAnon). A second reading of the file is timed for comparison.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import numpy as np

BLOCK = 20000


def make(folder, arguments):
    """Embeddings of falling spectrum; a query is a turned mean of its positives and noise."""
    rng = np.random.default_rng(0)
    dim = arguments.dim
    scale = (np.arange(1, dim + 1, dtype="f4") ** -0.3).astype("f4")
    items = np.lib.format.open_memmap(folder / "items.npy", "w+", "f4", (arguments.items, dim))
    for begin in range(0, arguments.items, BLOCK):
        end = min(begin + BLOCK, arguments.items)
        items[begin:end] = rng.standard_normal((end - begin, dim), "f4") * scale
    turn = np.eye(dim, dtype="f4") + rng.standard_normal((dim, dim), "f4") * np.float32(0.7 * dim ** -0.5)
    queries = np.empty((arguments.queries, dim), "f4")
    with open(folder / "qrels.tsv", "w") as file:
        file.write("query_id\tdoc_id\trelevance\n")
        for q in range(arguments.queries):
            positives = rng.choice(arguments.items, arguments.positives, replace=False)
            queries[q] = items[np.sort(positives)].mean(axis=0) @ turn + rng.standard_normal(dim, "f4") * scale * 0.5
            file.writelines(f"{q}\t{p}\t1\n" for p in positives)
    np.save(folder / "queries.npy", queries)
    items.flush()


def anonymous(pid):
    """Megabytes of a process that no file backs."""
    try:
        for line in open(f"/proc/{pid}/status"):
            if line.startswith("RssAnon"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def measured(command):
    """Runs a command; its output, with seconds of processor and clock, and its peak of anonymous memory."""
    begin, peak = time.time(), 0.0
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(list(map(str, command)), stdout=out)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, anonymous(process.pid))
            time.sleep(0.2)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    print(f"  {command[1]}: {usage.ru_utime:.1f} + {usage.ru_stime:.1f} s of processor, {time.time() - begin:.1f} s of clock, "
          f"{peak:.0f} MB besides the file", flush=True)
    return process.returncode, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    for name, usual in (("items", 1000000), ("dim", 768), ("queries", 10000), ("positives", 10)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--folder")
    parser.add_argument("--embed", action="store_true")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.folder or tempfile.mkdtemp(dir="/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if not (folder / "queries.npy").exists():
            make(folder, arguments)
        size = (folder / "items.npy").stat().st_size
        print(f"{arguments.items} x {arguments.dim} floats ({size / 1e9:.2f} GB), {arguments.queries} queries of "
              f"{arguments.positives} positives", flush=True)
        code, text = measured([arguments.program, "adapt", folder / "items.npy", folder / "qrels.tsv", "--queries",
                               folder / "queries.npy", "-o", folder / "a.model", "--json", "--quiet"])
        print("  " + (json.loads(text)["verdict"] if code == 0 else f"ended with {code}"))
        if arguments.embed:
            measured(["dd", f"if={folder / 'items.npy'}", "of=/dev/null", "bs=1M", "status=none"])
            measured([arguments.program, "embed", folder / "a.model", folder / "items.npy", "--side", "right", "-o",
                      folder / "embedded.npy", "--quiet"])
    finally:
        if not arguments.folder:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
