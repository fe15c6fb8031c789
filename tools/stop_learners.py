#!/usr/bin/env python3
"""How soon every learner shows progress and how soon it stops: both within a second, whatever it does.

    tools/stop_learners.py PROGRAM [--samples N] [--features D] [--learner NAME] [--after SECONDS]

Each learns from a table of N samples of D features in ten classes until it has worked for some seconds of the processor,
then gets SIGINT. Seconds are those of the processor, one thread: other programs of the machine do not lengthen them.
"""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

MOST = 1.0
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(process):
    """What a process has used so far; 0 if it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def watched(command, after):
    """(seconds to the first line of progress, from the signal to the end, exit code); None for what did not happen."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    first, text = [], []

    def read():
        for line in process.stderr:
            if "so far" in line or "step " in line:
                first.append(processor_seconds(process))
            text.append(line)

    reader = threading.Thread(target=read)
    reader.start()
    while process.poll() is None and processor_seconds(process) < after:
        time.sleep(0.05)
    stopped = None
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        before = processor_seconds(process)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stopped = usage.ru_utime + usage.ru_stime - before
    reader.join()
    return (first[0] if first else None), stopped, process.returncode, text


def shown(seconds):
    return "     -" if seconds is None else f"{seconds:6.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--samples", type=int, default=6000)
    parser.add_argument("--features", type=int, default=300)
    parser.add_argument("--after", type=float, default=3.0)
    parser.add_argument("--learner")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    listed = json.loads(subprocess.run([program, "learners", "--json"], capture_output=True, check=True).stdout)
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        data, model = os.path.join(folder, "data.npz"), os.path.join(folder, "model")
        subprocess.run([program, "generate", "--samples", str(options.samples), "--features", str(options.features), "-o",
                        data, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        print(f"{'learner':16} {'line':>6} {'stop':>6}  exit")
        for each in listed["learners"]:
            if options.learner not in (None, each["name"]):
                continue
            command = [program, "fit", data, "--learner", each["name"], "-o", model, "--threads", "1"]
            line, stop, code, text = watched(command, options.after)
            late = (stop or 0) > MOST or (line or (options.after if stop else 0)) > MOST
            slow += late
            end = "" if code in (0, 130) else (text[-1].strip()[:80] if text else "")
            print(f"{each['name']:16} {shown(line)} {shown(stop)}  {code:4} {'LATE ' if late else ''}{end}", flush=True)
    print(f"{slow} of them late")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
