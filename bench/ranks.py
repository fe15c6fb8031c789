#!/usr/bin/env python3
"""Two ranks beside one, each of one thread, on a batch problem of 2 GB: ranks.py PROGRAM [--json FILE] [--gigabytes N]

The samples are a .npy file of doubles, generated here, that ranks map and share; psd-flat learns 10 directions of
1,024 features from 200,000 measured distances, a fixed number of steps. The ratio is of the time of learning. Each
number of ranks runs twice, in turns, and the quicker run counts; other work on the machine shows in the ratio.
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

FEATURES, PAIRS, RANK, STEPS = 1024, 200_000, 10, 15


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


def learn(program, folder, ranks):
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "core", "-n", str(ranks), program, "fit",
               "x.npy", "--pairs", "pairs.csv", "--learner", "psd-flat", "--set", f"rank={RANK}", "--set", "start=random",
               "--set", "stages=false", "--set", f"max_iterations={STEPS}", "--set", "tolerance=0", "--prepare", "none",
               "--threads", "1", "--json", "--quiet", "-o", "m.model"]
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    answer = json.loads(done.stdout)
    return {"whole": time.monotonic() - begin, "learning": answer["seconds"], "ranks": answer.get("ranks"),
            "model": (folder / "m.model").read_bytes()}


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
        best = {}
        for ranks in (1, 2, 1, 2):
            run = learn(program, folder, ranks)
            print(f"{ranks} rank{'s' * (ranks > 1)}: learning {run['learning']:.1f} s, in all {run['whole']:.1f} s")
            if ranks not in best or run["learning"] < best[ranks]["learning"]:
                best[ranks] = run
    if best[1]["model"] != best[2]["model"]:
        sys.exit("the models differ")
    ratio = best[1]["learning"] / best[2]["learning"]
    received = best[2]["ranks"]["received_bytes"]
    print(f"2 ranks are {ratio:.2f} times as fast as 1; each received {received / 1e6:.0f} MB; the models are the same bits")
    if arguments.json:
        arguments.json.write_text(json.dumps({"ratio": ratio, "one": best[1]["learning"], "two": best[2]["learning"],
                                              "received_bytes": received}))


if __name__ == "__main__":
    main()
