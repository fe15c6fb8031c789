"""How learning is shown while it goes on."""
import sys


class Progress:
    """Calls the user's function, and shows a line: by tqdm if it is installed, else one a second."""

    def __init__(self, verbose, callback, name):
        self.callback, self.name, self.bar, self.said = callback, name, None, 0.0
        self.verbose = bool(verbose)
        if self.verbose:
            try:
                import tqdm
                self.bar = tqdm.tqdm(desc=name, unit="step")
            except ImportError:
                pass

    def needed(self):
        return self if self.verbose or self.callback is not None else None

    def __call__(self, progress):
        if self.bar is not None:
            self.bar.total = progress["last_step"] or None
            self.bar.n = progress["step"]
            self.bar.set_postfix(objective=f"{progress['objective']:.5g}", refresh=True)
        elif self.verbose and progress["seconds"] >= self.said + 1:
            self.said = progress["seconds"]
            print(f"[{self.name}] step {progress['step']}, objective {progress['objective']:.5g}", file=sys.stderr)
        return None if self.callback is None else self.callback(progress)

    def close(self):
        if self.bar is not None:
            self.bar.close()
