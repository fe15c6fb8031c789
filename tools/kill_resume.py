#!/usr/bin/env python3
"""Kills fits at random moments (kill -9), resumes them from their checkpoints, and compares the models with those of fits
that were never killed: every tensor and all metadata but the seconds of learning curves must be equal.

    tools/kill_resume.py build/release/mahala --kills 100
    tools/kill_resume.py build/release/mahala --kills 20 --learner nca
    tools/kill_resume.py build/release/mahala --kills 20 --ranks 4

With --ranks the fits are jobs of so many processes under mpirun, of which one is killed; their models are compared with
those of one process, and a job has to end within SECONDS_TO_END after it lost a rank. Some runs are killed several times before they may end. A kill counts if it came while the program ran; where it came
before anything was written the run begins anew.
"""
import argparse
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import stop_streams

SETTINGS = {"psd-flat": "rank=4 lambda=0 tolerance=1e-9", "psd-polar": "rank=4 max_iterations=400", "nca": "rank=4",
            "lmnn": "rank=4", "mcml": "rank=3", "itml": "gamma=1 solver=projections tolerance=1e-9",
            "frobmetric": "tolerance=1e-7", "loreta": "rank=4 step=0.1 steps=150000", "nlms": "rank=4 passes=300",
            "spd-log": "solver=cg", "scml": "", "sdml": "sparsity=0.01", "mmc": "", "lsml": "", "auto": "budget=2",
            "oja": "rank=4 passes=50"}
ON_RANKS = ("psd-flat", "psd-polar", "nca", "lmnn", "mcml", "itml", "frobmetric", "loreta", "spd-log")
SECONDS_TO_END = 15
LAUNCHER = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n"]
USUAL = ("psd-flat", "psd-polar", "nca", "lmnn", "mcml", "itml", "frobmetric", "loreta", "nlms", "auto")


class Fits:
    def __init__(self, program, learner, directory, rng, every, ranks):
        self.program, self.learner, self.directory, self.rng, self.every = program, learner, directory, rng, every
        self.launcher = [*LAUNCHER, str(ranks)] if ranks > 1 else []
        self.data = "numbers.csv" if learner in ("nlms", "lms") else "classes.csv"

    def command(self, output, *more):
        settings = [w for s in SETTINGS[self.learner].split() for w in ("--set", s)]
        return [self.program, "fit", self.data, "--label", "label", "--learner", self.learner, *settings, "-o", output,
                "--quiet", *more]

    def run(self, *more):
        """How many seconds a fit that nobody kills takes."""
        begun = time.monotonic()
        subprocess.run([*more, *self.command("whole.model")], cwd=self.directory, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return time.monotonic() - begun

    def whole(self):
        self.seconds = self.run(*self.launcher) if self.launcher else 0
        alone = self.run()
        self.seconds = self.seconds or alone
        self.model = stop_streams.content(self.directory / "whole.model")

    def kill(self, process):
        """Kills the program, or one of its ranks, and waits for the end; False if no rank was there to be killed."""
        if not self.launcher:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return True
        listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        # mpirun itself waits for ever for a process that is killed before it has become the program.
        ranks = [int(pid) for pid in listed if os.path.realpath(f"/proc/{pid}/exe") == self.program]
        if ranks:
            os.kill(self.rng.choice(ranks), signal.SIGKILL)
        else:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            sys.exit(f"{self.learner}: a job goes on without one of its ranks")
        return bool(ranks)

    def killed(self, most):
        """How often it was killed, at most so many times, before it ended."""
        kills = 0
        for name in ("killed.model", "state.ckpt"):
            (self.directory / name).unlink(missing_ok=True)
        while True:
            process = subprocess.Popen(
                [*self.launcher, *self.command("killed.model", "--checkpoint", "state.ckpt", "--every", self.every,
                                               "--resume")],
                cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if kills < most:
                try:
                    process.wait(self.rng.uniform(0, 1.2 * self.seconds))
                except subprocess.TimeoutExpired:
                    if not self.kill(process):
                        continue
                    kills += 1
                    continue
            _, err = process.communicate()
            if process.returncode != 0:
                sys.exit(f"{self.learner}: the resumed fit failed: {err.decode()}")
            left = [f.name for f in self.directory.iterdir() if "state.ckpt" in f.name]
            if left:
                sys.exit(f"{self.learner}: left behind: {left}")
            return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--learner", action="append", choices=sorted(SETTINGS))
    parser.add_argument("--samples", type=int, default=600)
    parser.add_argument("--features", type=int, default=20)
    parser.add_argument("--every", default="1", help="of the checkpoints")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ranks", type=int, default=1, help="processes of a job")
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    rng = random.Random(arguments.seed)
    kills, different = collections.Counter(), []
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        write_samples(directory, arguments.samples, arguments.features)
        fits = [Fits(program, each, directory, rng, arguments.every, arguments.ranks)
                for each in arguments.learner or (ON_RANKS if arguments.ranks > 1 else USUAL)]
        for each in fits:
            each.whole()
            print(f"{each.learner}: {each.seconds:.1f} s", flush=True)
        while sum(kills.values()) < arguments.kills:
            fit = fits[len(kills) % len(fits)] if len(kills) < len(fits) else rng.choice(fits)
            kills[fit.learner] += fit.killed(rng.choice((1, 1, 1, 2, 3)))
            found = stop_streams.differences(stop_streams.content(directory / "killed.model"), fit.model)
            if found:
                different.append(fit.learner)
                print(f"{fit.learner}: {found}", flush=True)
    print(f"{sum(kills.values())} kills: {dict(kills)}; {len(different)} models differ")
    return 1 if different else 0


def write_samples(directory, samples, features):
    """Classes around centres; their numbers are regression targets that follow the first features."""
    rng = random.Random(7)
    centres = [[rng.gauss(0, 1.2) for _ in range(features)] for _ in range(4)]
    head = ",".join(f"f{k}" for k in range(features)) + ",label\n"
    with open(directory / "classes.csv", "w") as classes, open(directory / "numbers.csv", "w") as numbers:
        classes.write(head)
        numbers.write(head)
        for i in range(samples):
            x = [rng.gauss(m, 1) for m in centres[i % 4]]
            line = ",".join(f"{each:.6f}" for each in x)
            classes.write(f"{line},class {i % 4}\n")
            numbers.write(f"{line},{sum(each * each for each in x[:3]):.6f}\n")


if __name__ == "__main__":
    sys.exit(main())
