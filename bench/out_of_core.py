#!/usr/bin/python3
"""Learning from a file that is ten times the memory: out_of_core.py PROGRAM [--gigabytes 20] [--memory 2G] [--steps N] [--folder DIR]

Generates rows of 4,000 floats and what a metric of rank 10 says of their lengths, and learns that metric under
--memory, which the system keeps (RLIMIT_DATA), and, as root with a cgroup of version 1, under a cgroup that counts the
pages of the file as well. Printed are the time of learning, the bytes that came from the disk, how often that is
the file, and the time of reading the file that often with nothing else to do. The file stays in --folder if one is named.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

FEATURES, RANK, BLOCK = 4000, 10, 4096
CGROUP = pathlib.Path("/sys/fs/cgroup/memory/mahala-bench")


def generate(folder, gigabytes):
    """x.npy and pairs.csv, unless they are there: rows, and |A^T x|^2 of each."""
    count = int(gigabytes * 1e9 / 4 / FEATURES)
    if (folder / "done").exists():
        return count
    rng = np.random.default_rng(1)
    truth = (rng.normal(size=(FEATURES, RANK)) / FEATURES ** 0.5).astype(np.float32)
    with open(folder / "x.npy", "wb") as x, open(folder / "pairs.csv", "w") as pairs:
        np.lib.format.write_array_header_1_0(x, {"descr": "<f4", "fortran_order": False, "shape": (count, FEATURES)})
        pairs.write("i,j,relation,value\n")
        for begin in range(0, count, BLOCK):
            block = rng.standard_normal(size=(min(BLOCK, count - begin), FEATURES), dtype=np.float32)
            block.tofile(x)
            lengths = ((block @ truth).astype(float) ** 2).sum(axis=1)
            pairs.writelines(f"{begin + k},origin,=,{v:.7g}\n" for k, v in enumerate(lengths))
    (folder / "done").touch()
    return count


def forget(path):
    """Drops the pages of a file that the system keeps."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def seconds_to_read(path):
    forget(path)
    begin = time.monotonic()
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 22)
        while file.readinto(buffer):
            pass
    return time.monotonic() - begin


def cgroup_of(memory):
    """Makes a cgroup with that limit; None where that is not possible."""
    try:
        CGROUP.mkdir(exist_ok=True)
        (CGROUP / "memory.limit_in_bytes").write_text(memory)
        return CGROUP / "cgroup.procs"
    except OSError:
        return None


def learn(program, folder, memory, steps):
    procs = cgroup_of(memory)

    def enter():
        if procs:
            procs.write_text(str(os.getpid()))

    forget(folder / "x.npy")
    command = [program, "fit", "x.npy", "--pairs", "pairs.csv", "--learner", "psd-flat", "--set", f"rank={RANK}", "--set",
               "start=random", "--set", "stages=false", "--set", f"max_iterations={steps}", "--set", "tolerance=0",
               "--prepare", "none", "--memory", memory, "--json", "--quiet", "-o", "m.model"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, preexec_fn=enter, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"seconds": time.monotonic() - begin, "cgroup": procs is not None,
            "from disk": (after.ru_inblock - before.ru_inblock) * 512,
            "processor": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "learned": json.loads(done.stdout)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--gigabytes", type=float, default=20)
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--folder", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as own:
        folder = options.folder or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        count = generate(folder, options.gigabytes)
        size = (folder / "x.npy").stat().st_size
        first = seconds_to_read(folder / "x.npy")  # a disk under the disk, as of a virtual machine, may keep what was read
        reading = min(first, seconds_to_read(folder / "x.npy"))
        run = learn(options.program, folder, options.memory, options.steps)
        times = max(run["from disk"], 1) / size
        print(f"{count:,} rows of {FEATURES} floats, {size / 1e9:.1f} GB; reading them once takes {reading:.1f} s")
        print(f"{options.steps} steps of psd-flat within {options.memory}" + (", file pages included" if run["cgroup"] else "")
              + f": {run['seconds']:.1f} s, {run['processor']:.1f} s of processor time, {run['from disk'] / 1e9:.1f} GB from the disk")
        print(f"that is the file {times:.1f} times: {run['seconds'] / (times * reading):.2f} times the time of reading it so often")


if __name__ == "__main__":
    main()
