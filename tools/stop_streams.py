#!/usr/bin/env python3
"""Stops a stream at random (SIGINT, SIGTERM, kill -9 after a checkpoint), continues it, and compares the model at the
end with that of a stream that never stopped: every tensor and all metadata but the learning curve must be equal.

    tools/stop_streams.py build/release/mahala --stops 100
    tools/stop_streams.py build/release/mahala --stops 20 --learner pola

The stream is a pipe of JSON lines that carry triplets, or pairs for pola. SIGINT and SIGTERM come while lines come, or
while the pipe is silent; what was learned is in the output. After kill -9 the last checkpoint is what there is. Each time
the stream begins anew and --resume passes over what the model has seen.
"""
import argparse
import json
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

# The curve has seconds in it, and a point wherever a run ended; the checksum is of the curve too.
OWN_TO_A_RUN = ("note.learning_curve", "checksum")
SETTINGS = {"loreta": "rank=3", "loreta-psd": "rank=3", "pa": "rank=3", "bilinear-gd": "rank=3", "psd-gd": "rank=3",
            "oasis": "", "lego": "loss=triplets", "loreta-mi": "rank=3", "pola": ""}


def example(rng, learner, features):
    """Samples that are alike share the sign of their first feature."""
    def sample(sign):
        x = [rng.gauss(0, 1) for _ in range(features)]
        x[0] = sign * (1 + abs(x[0]))
        return x
    sign = rng.choice([-1, 1])
    if learner != "pola":
        return {"query": sample(sign), "near": sample(sign), "far": sample(-sign)}
    same = rng.random() < 0.5
    return {"i": sample(sign), "j": sample(sign if same else -sign), "same": same}


def content(model):
    """Metadata and the bytes of every tensor."""
    data = pathlib.Path(model).read_bytes()
    size, = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + size])
    metadata = header.pop("__metadata__")
    for name in OWN_TO_A_RUN:
        metadata.pop(name, None)
    tensors = {name: data[8 + size + entry["data_offsets"][0]:8 + size + entry["data_offsets"][1]]
               for name, entry in header.items()}
    return metadata, tensors


class Streams:
    def __init__(self, arguments, directory):
        self.rng = random.Random(arguments.seed)
        self.program, self.learner, self.directory = arguments.program, arguments.learner, pathlib.Path(directory)
        self.every = arguments.every
        self.lines = [(json.dumps(example(self.rng, self.learner, arguments.features)) + "\n").encode()
                      for _ in range(arguments.examples)]

    def start(self, output, checkpoint, start=None):
        kind = "--pairs" if self.learner == "pola" else "--triplets"
        command = [self.program, "fit", "--stream", "-", kind, "-", "-o", output, "--quiet", "--threads", "1",
                   "--every", str(self.every), "--checkpoint", checkpoint]
        if start is None:
            settings = ["step=0.1"] + SETTINGS[self.learner].split()
            command += ["--learner", self.learner] + [w for s in settings for w in ("--set", s)]
        else:
            command += ["--from", start, "--resume"]
        return subprocess.Popen(command, cwd=self.directory, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def whole(self):
        process = self.start("whole.model", "whole-so-far.model")
        _, err = process.communicate(b"".join(self.lines))
        if process.returncode != 0:
            sys.exit(f"the stream that never stops failed: {err.decode()}")
        return content(self.directory / "whole.model")

    def seen(self, model):
        return int(content(self.directory / model)[0].get("state.examples.seen", 0))

    def stopped(self, turn, start, how):
        """Runs until a random line, or a little longer; gives the model to continue from."""
        output, checkpoint = f"{turn}.model", f"{turn}-so-far.model"
        done = self.seen(start) if start else 0
        process = self.start(output, checkpoint, start)
        # Far enough for a checkpoint, so that kill -9 has something to leave.
        least = min(done + 2 * self.every + 1, len(self.lines) - 1)
        upto = self.rng.randint(least, max(least, min(least + 20 * self.every, len(self.lines) - 1)))
        try:
            for begin in range(0, upto, 50):
                process.stdin.write(b"".join(self.lines[begin:min(begin + 50, upto)]))
                process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"the program ended early: {process.stderr.read().decode()}")
        while not (self.directory / checkpoint).exists():
            if process.poll() is not None:
                sys.exit(f"the program ended early: {process.stderr.read().decode()}")
            time.sleep(0.005)
        time.sleep(self.rng.choice([0, 0.01, 0.05, 0.3]))  # busy or idle
        process.send_signal(how)
        code = process.wait(60)
        process.stdin.close()
        err = process.stderr.read().decode()
        process.stderr.close()
        wanted = -signal.SIGKILL if how == signal.SIGKILL else 130
        if code != wanted:
            sys.exit(f"stop {turn} by {how.name}: exit code {code}, expected {wanted}: {err}")
        return checkpoint if how == signal.SIGKILL else output

    def finish(self, start):
        process = self.start("end.model", "end-so-far.model", start)
        _, err = process.communicate(b"".join(self.lines))
        if process.returncode != 0:
            sys.exit(f"the stream that was continued failed: {err.decode()}")
        return content(self.directory / "end.model")


def differences(found, expected):
    names = []
    for of_found, of_expected in zip(found, expected):
        names += [name for name in sorted(set(of_found) | set(of_expected))
                  if of_found.get(name) != of_expected.get(name)]
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--stops", type=int, default=100)
    parser.add_argument("--learner", default="loreta", choices=sorted(SETTINGS))
    parser.add_argument("--examples", type=int, default=3000)
    parser.add_argument("--features", type=int, default=10)
    parser.add_argument("--every", type=int, default=25, help="examples between checkpoints")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.program = str(pathlib.Path(arguments.program).resolve())
    stops = chains = 0
    counted = {}
    with tempfile.TemporaryDirectory() as directory:
        streams = Streams(arguments, directory)
        expected = streams.whole()
        while stops < arguments.stops:
            start, chains = None, chains + 1
            while stops < arguments.stops:
                how = streams.rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
                start = streams.stopped(stops, start, how)
                stops += 1
                counted[how.name] = counted.get(how.name, 0) + 1
                if streams.seen(start) > arguments.examples - 25 * arguments.every:
                    break
            different = differences(streams.finish(start), expected)
            if different:
                sys.exit(f"stream {chains}, stop {stops}: not the same bits: {', '.join(different)}")
    ways = ", ".join(f"{count} by {name}" for name, count in sorted(counted.items()))
    print(f"{arguments.learner}: {stops} stops ({ways}) of {chains} streams of {arguments.examples}: the same bits")


if __name__ == "__main__":
    main()
