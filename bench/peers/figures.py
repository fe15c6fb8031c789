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


def best(repeats, work):
    """What work() gives and the least seconds of several goes, by the clock and of the processor."""
    goes = [timed(work) for _ in range(repeats)]
    return goes[0][0], min(go[1] for go in goes), min(go[2] for go in goes)


def read_table(path):
    """Samples and labels of a CSV file with a header and the label in its last column, which may be gzipped."""
    import numpy as np
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    return table[:, :-1], table[:, -1].astype(int)


def run(command):
    """What the command printed as JSON, and the processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (json.loads(printed),
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


class Ours:
    """mahala on samples x and labels y, kept as NumPy files in a folder."""

    def __init__(self, chosen, folder, x, y):
        import numpy as np
        self.program, self.threads, self.folder = chosen.program, chosen.threads, pathlib.Path(folder)
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", y)

    def fit(self, learner, **options):
        """The report of learning from samples as they are, and processor seconds of the program."""
        settings = [part for name, value in options.items() for part in ("--set", f"{name}={value}")]
        return run([self.program, "fit", self.folder / "x.npy", "--labels-file", self.folder / "y.npy", "--learner",
                    learner, "--prepare", "none", *settings, "-o", self.folder / "model", "--json", "--quiet",
                    "--threads", self.threads])

    def embed(self, x):
        """Samples in the metric learned last."""
        import numpy as np
        np.save(self.folder / "given.npy", x)
        run([self.program, "embed", self.folder / "model", self.folder / "given.npy", "-o", self.folder / "z.npy",
             "--json", "--quiet"])
        return np.load(self.folder / "z.npy")


class Figures:
    def __init__(self, path):
        self.path, self.all = path, []
        print(f"{'':<52} {'ours':>10} {'theirs':>10} {'':<8} {'ratio':>7}")

    def add(self, name, ours, theirs, unit, note=""):
        """theirs may be None: nobody else does it."""
        ratio = None if theirs is None or not ours else theirs / ours
        other, shown = "" if theirs is None else f"{theirs:.5g}", "" if ratio is None else f"{ratio:.3g}"
        print(f"{name:<52} {ours:>10.5g} {other:>10} {unit:<8} {shown:>7}  {note}", flush=True)
        self.all.append({"name": name, "ours": ours, "theirs": theirs, "unit": unit, "ratio": ratio, "note": note})

    def write(self):
        if self.path:
            pathlib.Path(self.path).write_text(json.dumps(self.all, indent=2) + "\n")
