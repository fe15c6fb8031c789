#!/usr/bin/env python3
"""How the time of learning grows with the number of samples; --page writes it as a table in Markdown.

usage: growth.py PROGRAM [--sizes 1000,10000,...] [--learners lda,...] [--limit SECONDS] [--page FILE]

Samples of 20 features in 10 classes (`mahala generate`), rank 9, default options. Processor time of all threads, which
other programs of the machine do not lengthen much. What two smaller sizes tell to take longer than the limit is not run but
estimated by the power of n between them; a run that needs more all the same is ended, and larger ones are left out.
"""
import argparse
import math
import pathlib
import resource
import subprocess
import tempfile

LEARNERS = ("lda", "psd-flat", "lmnn", "nca", "mcml", "auto")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
FEATURES, RANK = 20, 9
SETTLED = 20_000  # samples: below, nca and mcml grow faster than from there on


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
    rank = [] if learner == "auto" else ["--rank", str(RANK)]
    command = [program, "fit", data, "--learner", learner, *rank, "--prepare", "none", "-o", folder / "model"]
    return processor_seconds(command, limit)


def estimated(seen, size):
    """Seconds for a size by the last two of [(size, seconds)]; 0 if nothing can be told."""
    if len(seen) < 2 or seen[-1][0] < SETTLED:
        return 0.0
    (few, short), (many, long) = seen[-2:]
    power = min(2.0, max(1.0, math.log(long / short) / math.log(many / few)))
    return long * (size / many) ** power


def in_words(seconds):
    return f"{seconds:.1f}" if seconds < 100 else f"{seconds:.0f}"


def guessed(seconds):
    return f"(about {float(f'{seconds:.2g}'):,.0f})" if seconds < 1e4 else f"(about {seconds / 3600:.2g} h)"


def row(program, folder, learner, sizes, limit):
    """A cell for each size."""
    seen, cells = [], []
    for size in sizes:
        seconds, expected = None, estimated(seen, size)
        if expected <= limit:
            seconds = measured(program, folder, learner, size, limit)
        cells.append(in_words(seconds) if seconds is not None else guessed(expected) if expected else f"> {limit}")
        print(f"{learner:10} {size:>8} {cells[-1]:>12} s", flush=True)
        if seconds is None and not expected:
            break  # larger ones take longer
        seen.append((size, seconds or expected))
    return cells + [""] * (len(sizes) - len(cells))


def page(sizes, rows, limit):
    text = ["# Time and the number of samples", "",
            f"Written by `bench/growth.py`: seconds of the processor, all threads together, to learn from n samples of {FEATURES} "
            f"features in 10", f"classes at rank {RANK} (`auto`: the rank it likes) with default options, reading them included; halve them for two idle cores. "
            f"What stands in", f"brackets was not run: it is an estimate by the power of n between the two sizes before, for runs above {limit} s.", "",
            "| learner | " + " | ".join(f"n = {n:,}" for n in sizes) + " |", "|---|" + "---:|" * len(sizes)]
    text += [f"| {learner} | " + " | ".join(cells) + " |" for learner, cells in rows.items()]
    text += ["", "`lda` is linear in n. `nca` and `mcml` look at all pairs of samples below 20,000 samples and learn from rounds of queries from",
             "there on (`queries`), which is linear in n again. `psd-flat` searches the neighbours of every sample, each time they are drawn anew,",
             "and `lmnn` the impostors: both are exact, in single precision with a check in double, and quadratic in n.", ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--limit", type=int, default=180)
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    with tempfile.TemporaryDirectory() as name:
        rows = {learner: row(options.program, pathlib.Path(name), learner, sizes, options.limit)
                for learner in options.learners.split(",")}
    if options.page:
        options.page.write_text(page(sizes, rows, options.limit))


if __name__ == "__main__":
    main()
