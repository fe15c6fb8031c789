#!/usr/bin/env python3
"""Counts the instructions of the small jobs of bench/jobs.cpp and compares them with those stored.

Usage: bench/check.py JOBS [--update] [--stored FILE]
       bench/check.py --counts FILE [--update] [--stored FILE]

JOBS is the program; each of its jobs runs under callgrind, several at a time. With --counts,
counts come from a JSON file instead. Jobs that grew by more than 5 % are named and the exit status
is 1; so is a job that is stored and gone, or new and not stored. --update stores what was counted.

Counts do not depend on the load of the machine, and hardly on the machine: one thread, OpenBLAS's
kernels for Haswell, and AVX2 at most, which is what valgrind knows of.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

STORED = pathlib.Path(__file__).resolve().parent / "instructions.json"
ALLOWED = 0.05
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
               "OPENBLAS_CORETYPE": "Haswell", "LC_ALL": "C"}


def instructions(program, job):
    """Counted inside counted_work() alone."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--toggle-collect=counted_work",
         "--callgrind-out-file=/dev/null", program, job],
        env={**os.environ, **ENVIRONMENT}, text=True, capture_output=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found or int(found[1]) == 0:
        raise SystemExit(f"{job}: counting failed\n{done.stderr}")
    return int(found[1])


def count_all(program):
    jobs = subprocess.run([program], text=True, capture_output=True, check=True).stdout.split()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(jobs, pool.map(lambda job: instructions(program, job), jobs)))


def complaints(counts, stored):
    """What is to be said about each job that is not as it was, and whether it is a fault."""
    for job in {**stored, **counts}:
        if job not in counts:
            yield f"{job}: stored, but there is no such job", True
        elif job not in stored:
            yield f"{job}: {counts[job]:,} instructions, not stored", True
        else:
            change = counts[job] / stored[job] - 1
            if abs(change) > ALLOWED:
                yield (f"{job}: {stored[job]:,} instructions before, {counts[job]:,} now "
                       f"({100 * change:+.1f} %)", change > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="?")
    parser.add_argument("--counts", type=pathlib.Path)
    parser.add_argument("--stored", type=pathlib.Path, default=STORED)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    if (arguments.jobs is None) == (arguments.counts is None):
        parser.error("give either the program or --counts")
    counts = json.loads(arguments.counts.read_text()) if arguments.counts else count_all(arguments.jobs)
    stored = json.loads(arguments.stored.read_text()) if arguments.stored.exists() else {}
    found = list(complaints(counts, stored))
    for words, _ in found:
        print(words)
    if arguments.update:
        arguments.stored.write_text(json.dumps(counts, indent=1) + "\n")
        print(f"{arguments.stored}: {len(counts)} jobs stored")
        return 0
    faults = sum(fault for _, fault in found)
    print(f"{len(counts)} jobs counted, {faults or 'none'} at fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
