#!/usr/bin/env python3
"""How the time of learning grows with the number of samples; --page writes it as a table in Markdown.

usage: growth.py PROGRAM [--sizes 1000,10000,...] [--learners lda,...] [--limit SECONDS] [--page FILE]

Samples of 20 features in 10 classes (`mahala generate`), rank 9, default options. Processor time of all threads, which
other programs of the machine do not lengthen much; runs that need more than the limit are ended and shown as such.
"""
import argparse
import pathlib
import resource
import subprocess
import tempfile

LEARNERS = ("lda", "psd-flat", "lmnn", "nca", "mcml")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
FEATURES, RANK = 20, 9


def processor_seconds(command, limit):
    """What the command took; None if that was more than the limit."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = subprocess.run(command, preexec_fn=limited, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if code != 0 and seconds < limit:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {code}")
    return seconds if code == 0 else None


def measured(program, folder, learner, size, limit):
    data = folder / f"{size}.npz"
    if not data.exists():
        subprocess.run([program, "generate", "--samples", str(size), "--features", str(FEATURES), "-o", data, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
    command = [program, "fit", data, "--learner", learner, "--rank", str(RANK), "--prepare", "none", "-o", folder / "model"]
    seconds = processor_seconds(command, limit)
    shown = f"> {limit}" if seconds is None else f"{seconds:.1f}" if seconds < 100 else f"{seconds:.0f}"
    print(f"{learner:10} {size:>8} {shown:>8} s", flush=True)
    return shown


def page(sizes, rows, limit):
    text = ["# Time and the number of samples", "",
            f"Written by `bench/growth.py`: seconds of the processor, all threads together, to learn from n samples of {FEATURES} "
            f"features in 10", f"classes at rank {RANK} with default options; halve them for two idle cores. `> {limit}` was ended there.", "",
            "| learner | " + " | ".join(f"n = {n:,}" for n in sizes) + " |", "|---|" + "---:|" * len(sizes)]
    text += [f"| {learner} | " + " | ".join(row) + " |" for learner, row in rows.items()]
    text += ["", "`lda` is linear in n. `nca` and `mcml` look at all pairs of samples below 20,000 samples and learn from rounds of queries from",
             "there on (`queries`), which is linear in n again. `psd-flat` searches the neighbours of every sample, each time they are drawn anew,",
             "and `lmnn` the impostors: both are exact, in single precision with a check in double, and quadratic in n.", ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    with tempfile.TemporaryDirectory() as name:
        rows = {learner: [measured(options.program, pathlib.Path(name), learner, size, options.limit) for size in sizes]
                for learner in options.learners.split(",")}
    if options.page:
        options.page.write_text(page(sizes, rows, options.limit))


if __name__ == "__main__":
    main()
