"""Every command in the README runs."""

import os
import re
import shlex
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest

NAMES = ("build/release/mahala", "mahala")


def shell_lines(text):
    """Lines of the ```sh blocks, with those continued by a backslash joined."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            yield line.strip().removeprefix("$ ")


class ReadmeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = list(shell_lines((ROOT / "README.md").read_text()))
        os.symlink(ROOT / "data", self.path("data"))

    def test_commands_of_the_program_run(self):
        # In their order and in one place: later lines use the files of earlier ones.
        commands = [line for line in self.lines if line.split(" ")[0] in NAMES]
        self.assertTrue(commands)
        for line in commands:
            with self.subTest(line=line):
                program, _, rest = line.partition(" ")
                done = subprocess.run(f"{shlex.quote(PROGRAM)} {rest}", shell=True, timeout=300,
                                      cwd=self.directory, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_commands_of_the_workshop_exist(self):
        wanted = {line.split()[1] for line in self.lines
                  if line.startswith("./dev ") and len(line.split()) > 1}
        usage = (ROOT / "dev").read_text()
        for word in wanted:
            self.assertRegex(usage, rf"\b{re.escape(word)}\b", f"./dev {word}")


if __name__ == "__main__":
    unittest.main()
