#!/usr/bin/python3
"""Two ranks beside one, each of one thread, on a batch problem of 2 GB: ranks.py PROGRAM [--json FILE] [--gigabytes N]

The samples are a .npy file of doubles, generated here, that ranks map and share; psd-flat learns 10 directions of
1,024 features from 200,000 measured distances, a fixed number of steps. The ratio is of the time of learning, the better of two runs
each. On a machine that has other work that ratio says little: the second is of what the processor of a rank was busy with a step, less
the messages.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

FEATURES, PAIRS, RANK, STEPS, FEW_STEPS = 1024, 200_000, 10, 15, 5

# Runs a rank; the first writes down how long its processor was busy.
WRAPPER = """import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
if os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0":
    open("busy", "w").write(str(usage.ru_utime + usage.ru_stime))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def generate(folder, gigabytes):
    """Samples of which ten directions decide a distance, and distances of some pairs."""
    count = int(gigabytes * 1e9 / 8 / FEATURES)
    rng = np.random.default_rng(1)
    truth = rng.normal(size=(FEATURES, RANK)) / FEATURES ** 0.5
    x = np.lib.format.open_memmap(folder / "x.npy", mode="w+", dtype=np.float64, shape=(count, FEATURES))
    z = np.empty((count, RANK))
    for begin in range(0, count, 8192):
        block = rng.normal(size=(min(8192, count - begin), FEATURES))
        x[begin:begin + len(block)] = block
        z[begin:begin + len(block)] = block @ truth
    x.flush()
    i, j = rng.integers(count, size=(2, PAIRS))
    kept = i != j
    i, j = i[kept], j[kept]
    value = ((z[i] - z[j]) ** 2).sum(axis=1)
    with open(folder / "pairs.csv", "w") as file:
        file.write("i,j,relation,value\n")
        file.writelines(f"{a},{b},=,{v:.17g}\n" for a, b, v in zip(i, j, value))
    return count


def learn(program, folder, ranks, steps):
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-n",
               str(ranks), sys.executable, "wrapper.py", program, "fit", "x.npy", "--pairs", "pairs.csv", "--learner", "psd-flat",
               "--set", f"rank={RANK}", "--set", "start=random", "--set", "stages=false", "--set", f"max_iterations={steps}",
               "--set", "tolerance=0", "--prepare", "none", "--threads", "1", "--json", "--quiet", "-o", "m.model"]
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    answer = json.loads(done.stdout)
    exchanged = answer.get("ranks", {"processor_seconds": 0, "received_bytes": 0})
    return {"whole": time.monotonic() - begin, "learning": answer["seconds"], "received": exchanged["received_bytes"],
            "busy": float((folder / "busy").read_text()) - exchanged["processor_seconds"],
            "model": (folder / "m.model").read_bytes()}


def best_of(program, folder, ranks, steps, runs):
    """The quickest by either clock."""
    found = [learn(program, folder, ranks, steps) for _ in range(runs)]
    return {**found[0], **{key: min(each[key] for each in found) for key in ("whole", "learning", "busy")}}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--gigabytes", type=float, default=2)
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        count = generate(folder, arguments.gigabytes)
        print(f"{count} samples of {FEATURES} features, {STEPS} steps; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        (folder / "wrapper.py").write_text(WRAPPER)
        full = {ranks: best_of(program, folder, ranks, STEPS, 2) for ranks in (1, 2)}
        short = {ranks: best_of(program, folder, ranks, FEW_STEPS, 2) for ranks in (1, 2)}
    if full[1]["model"] != full[2]["model"]:
        sys.exit("the models differ")
    busy = {}
    for ranks in (1, 2):
        busy[ranks] = (full[ranks]["busy"] - short[ranks]["busy"]) / (STEPS - FEW_STEPS)
        print(f"{ranks} rank{'s' * (ranks > 1)}: learning {full[ranks]['learning']:.1f} s, in all {full[ranks]['whole']:.1f} s; "
              f"{1000 * busy[ranks]:.0f} ms of a rank's processor a step, less messages; received "
              f"{full[ranks]['received'] / 1e6:.0f} MB")
    ratio = full[1]["learning"] / full[2]["learning"]
    print(f"2 ranks are {ratio:.2f} times as fast as 1 by the clock, {busy[1] / busy[2]:.2f} times by their processors; the models "
          f"are the same bits; load {os.getloadavg()[0]:.1f}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"ratio": ratio, "processor_ratio": busy[1] / busy[2]}))


if __name__ == "__main__":
    main()
