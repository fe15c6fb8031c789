#!/usr/bin/env python3
"""Writes one C++ file with every example that a comment of a header shows:

    /// ```cpp
    /// const Model model = load("wine.model");
    /// ```

usage: examples.py OUTPUT HEADER...      headers are relative to the repository, where it runs

Each becomes a function in the library's namespace; its #include lines go to the top. Errors of the compiler name the line of the header.
"""
import pathlib
import sys


def examples(header):
    """(number of the first line, lines) of each example of a header."""
    found, lines, inside = [], [], False
    for number, line in enumerate(pathlib.Path(header).read_text().splitlines(), 1):
        text = line.strip()
        if not text.startswith("///"):
            if inside:
                sys.exit(f"{header}:{number}: an example does not end")
            continue
        text = text[3:].removeprefix(" ")
        if inside and text.strip() == "```":
            found.append((begin, lines))
            inside = False
        elif inside:
            lines.append(text)
        elif text.strip() == "```cpp":
            begin, lines, inside = number + 1, [], True
    return found


def main():
    output, *headers = sys.argv[1:]
    includes, functions = set(), []
    for header in headers:
        shown = examples(header)
        if shown:
            includes.add(f'#include "{header}"')
        for begin, lines in shown:
            includes |= {line for line in lines if line.startswith("#include")}
            body = "\n".join("" if line.startswith("#include") else line for line in lines)
            functions.append(f'[[maybe_unused]] void example_{len(functions)}() {{\n'
                             f'#line {begin} "{header}"\n{body}\n}}\n')
    text = "\n".join([*sorted(includes), "namespace mahala::header_examples {", *functions, "}\n"])
    pathlib.Path(output).write_text(text)


if __name__ == "__main__":
    main()
