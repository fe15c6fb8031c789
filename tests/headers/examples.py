#!/usr/bin/env python3
"""Writes one C++ file with every example that a comment of a header, or a page, shows:

    /// ```cpp
    /// const Model model = load("wine.model");
    /// ```

usage: examples.py OUTPUT FILE...      headers and pages (.md), relative to the repository, where it runs

Each becomes a function in the library's namespace; its #include lines go to the top. What a page's example has from elsewhere
stands above it as <!-- given: const Matrix& x, double y -->. Errors of the compiler name the line of the file.
"""
import pathlib
import sys

GIVEN = "<!-- given: "


def shown_lines(file):
    """(number, text) of the lines that can hold examples; the text of others is None."""
    for number, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
        if file.endswith(".md"):
            yield number, line
        else:
            text = line.strip()
            yield number, text[3:].removeprefix(" ") if text.startswith("///") else None


def examples(file):
    """(number of the first line, what is given, lines) of each example of a file."""
    found, lines, inside, given = [], [], False, ""
    for number, text in shown_lines(file):
        if text is None:
            if inside:
                sys.exit(f"{file}:{number}: an example does not end")
        elif inside and text.strip() == "```":
            found.append((begin, given, lines))
            inside, given = False, ""
        elif inside:
            lines.append(text)
        elif text.strip() == "```cpp":
            begin, lines, inside = number + 1, [], True
        elif text.startswith(GIVEN):
            given = text.removeprefix(GIVEN).removesuffix(" -->")
    return found


def main():
    output, *files = sys.argv[1:]
    includes, functions = set(), []
    for file in files:
        shown = examples(file)
        if shown and not file.endswith(".md"):
            includes.add(f'#include "{file}"')
        for begin, given, lines in shown:
            includes |= {line for line in lines if line.startswith("#include")}
            body = "\n".join("" if line.startswith("#include") else line for line in lines)
            functions.append(f'[[maybe_unused]] void example_{len(functions)}({given}) {{\n'
                             f'#line {begin} "{file}"\n{body}\n}}\n')
    # Examples end where the reader goes on with what they made.
    quiet = ["#pragma GCC diagnostic push"] + [
        f'#pragma GCC diagnostic ignored "-Wunused-{what}"' for what in ("variable", "parameter")]
    text = "\n".join([*sorted(includes), *quiet, "namespace mahala::header_examples {", *functions,
                      "}", "#pragma GCC diagnostic pop\n"])
    pathlib.Path(output).write_text(text)


if __name__ == "__main__":
    main()
