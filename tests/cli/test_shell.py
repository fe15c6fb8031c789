"""The script that completes command lines, in a real bash, and the manual page."""

import os
import re
import shutil
import subprocess
import unittest

from program import ProgramTest, run

COMPLETE = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_mahala
printf '%s\\n' "${COMPREPLY[@]}"
"""


class ShellTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = self.run_json("help")["commands"]

    def flags(self, command):
        """What the help of a sub-command lists."""
        lines = re.findall(r"(?m)^  (-[a-z]|--[a-z][a-z-]*)(,--[a-z-]+)?(?=[\s,])",
                           self.run_ok("help", command))
        return {name.lstrip(",") for line in lines for name in line if name}


@unittest.skipUnless(shutil.which("bash"), "there is no bash")
class Completion(ShellTest):
    def setUp(self):
        super().setUp()
        self.script = self.write("mahala.bash", self.run_ok("help", "--completion", "bash"))

    def completed(self, *words):
        """What is offered for the last word; words are cut at = as bash cuts them."""
        done = subprocess.run(["bash", "-c", COMPLETE, "bash", str(self.script), "mahala", *words],
                              cwd=self.directory, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return set(done.stdout.split("\n")) - {""}

    def test_of_sub_commands(self):
        self.assertEqual(self.completed(""), {*self.commands, "--help", "--version"})
        self.assertEqual(self.completed("ev"), {"evaluate"})
        self.assertEqual(self.completed("help", ""), set(self.commands))
        self.assertEqual(self.completed("help", "in"), {"index", "inspect"})

    def test_of_flags(self):
        for command in self.commands:
            self.assertEqual(self.completed(command, "-"), self.flags(command))
        self.assertEqual(self.completed("fit", "data.csv", "--per"), {"--per-class"})
        self.assertEqual(self.completed("fit", "--json", "--per"), {"--per-class"})

    def test_of_learners(self):
        learners = {each["name"] for each in self.run_json("learners")["learners"]}
        for command in ("fit", "evaluate", "sample"):
            self.assertEqual(self.completed(command, "x", "--learner", ""), learners)
            self.assertEqual(self.completed(command, "x", "--learner", "=", "ps"),
                             {name for name in learners if name.startswith("ps")})
        self.assertEqual(self.completed("learners", ""), learners)

    def test_of_settings(self):
        options = {option["name"]: option for option
                   in self.run_json("learners", "psd-flat")["options"]}
        names = {name + "=" for name in options}
        self.assertIn("rank=", names)
        for learner in (["--learner", "psd-flat"], ["--learner", "=", "psd-flat"]):
            self.assertEqual(self.completed("fit", "x", *learner, "--set", ""), names)
        self.assertEqual(self.completed("fit", "--learner", "psd-flat", "--set", "ran"), {"rank="})
        self.assertEqual(self.completed("fit", "--set", ""), set())
        for name, option in options.items():
            wanted = set(re.findall(r"[\w-]+", option["domain"].removeprefix("one of "))
                         if option["domain"].startswith("one of ") else [])
            if option["domain"] == "true or false":
                wanted = {"true", "false"}
            typed = ("fit", "--learner", "psd-flat", "--set", name, "=")
            self.assertEqual(self.completed(*typed), wanted)
            self.assertEqual(self.completed(*typed, ""), wanted)

    def test_of_choices(self):
        self.assertEqual(self.completed("sample", "x", "--kind", ""),
                         {"pairs", "triplets", "sets", "rankings"})
        self.assertEqual(self.completed("sample", "x", "--kind", "=", "r"), {"rankings"})
        self.assertEqual(self.completed("sample", "x", "--kind", "="),
                         {"pairs", "triplets", "sets", "rankings"})
        self.assertEqual(self.completed("help", "--completion", ""), {"bash"})

    def test_of_files(self):
        self.write("a file.csv", "")
        self.write("another.csv", "")
        for words in (("fit", "a"), ("fit", "x", "-o", "a"), ("fit", "x", "--pairs", "a"),
                      ("fit", "x", "--pairs", "=", "a"), ("embed", "a"), ("embed", "m", "a")):
            self.assertEqual(self.completed(*words), {"a file.csv", "another.csv"}, words)
        self.assertEqual(self.completed("fit", "x", "--seed", ""), set())

    def test_is_registered_for_the_program(self):
        done = subprocess.run(["bash", "-c", 'source "$1"; complete -p mahala', "bash",
                               str(self.script)], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "complete -F _mahala mahala\n", done.stderr)


class ManPage(ShellTest):
    def setUp(self):
        super().setUp()
        self.page = self.run_ok("help", "--man")

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_is_good_roff(self):
        done = subprocess.run(["groff", "-man", "-ww", "-z", "-K", "utf8"], capture_output=True,
                              input=self.page, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_is_shown_by_man_without_warnings(self):
        page = self.write("mahala.1", self.page)
        done = subprocess.run(["man", "--warnings", "-l", str(page)], capture_output=True, text=True,
                              timeout=60, env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("mahala evaluate DATA [flags]", done.stdout)

    def test_has_every_command_and_flag(self):
        sections = dict(re.findall(r"(?ms)^\.SS (\S+)\n(.*?)(?=^\.S|\Z)", self.page))
        for command in self.commands:
            section = sections[command].replace("\\-", "-")
            self.assertIn("--json", self.flags(command))
            for flag in self.flags(command):
                self.assertIn(f"\\fB{flag}\\fR", section, command)

    def test_has_every_learner_and_option(self):
        plain = self.page.replace("\\-", "-")
        for learner in self.run_json("learners")["learners"]:
            self.assertIn(f".SS {learner['name']}\n", plain)
            for option in learner["options"]:
                self.assertIn(f"--set {option['name']}=", plain)
        for code in (0, 1, 2, 3, 70, 130):
            self.assertIn(f"\\fB{code}\\fR", plain)


class Alone(ShellTest):
    def test_the_page_and_the_script_are_all_that_is_printed(self):
        for flags in (("--man", "--json"), ("--man", "fit"), ("--completion", "bash", "--json"),
                      ("--completion", "bash", "--man"), ("fit", "--completion", "bash")):
            code, out, err = run("help", *flags)
            self.assertEqual((code, out), (2, ""), flags)
            self.assertIn("cannot be used together", err)

    def test_other_shells_are_refused(self):
        code, out, err = run("help", "--completion", "fish")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("bash", err)


if __name__ == "__main__":
    unittest.main()
