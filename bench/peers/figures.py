"""What the scripts of this folder share: timing, running mahala, and figures, ours beside theirs.

Figures are printed and, with --json FILE, written as figures.hpp writes them: a list of
{name, ours, theirs, unit, ratio, note}. Smaller is better in all of them.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("MAHALA_BENCH_DATA", ROOT / "../shared/data"))


def arguments(text):
    """The program, --json and --threads; text is the help."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(ROOT / "build/release/mahala"), help="mahala to measure")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both sides")
    chosen = parser.parse_args()
    limit_threads(chosen.threads)
    return chosen


def limit_threads(count):
    """Before libraries are loaded that read these."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(count)


def timed(work):
    """What work() gives, its seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - clock, time.process_time() - processor


def run(command):
    """What the command printed as JSON, and the processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (json.loads(printed) if printed.strip() else {},
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


class Figures:
    def __init__(self, path):
        self.path, self.all = path, []
        print(f"{'':<44} {'ours':>10} {'theirs':>10} {'':<8} {'ratio':>7}")

    def add(self, name, ours, theirs, unit, note=""):
        ratio = theirs / ours if ours else None
        shown = "" if ratio is None else f"{ratio:.3g}"
        print(f"{name:<44} {ours:>10.5g} {theirs:>10.5g} {unit:<8} {shown:>7}  {note}", flush=True)
        self.all.append({"name": name, "ours": ours, "theirs": theirs, "unit": unit, "ratio": ratio, "note": note})

    def write(self):
        if self.path:
            pathlib.Path(self.path).write_text(json.dumps(self.all, indent=2) + "\n")
