"""Writes what a program's help is the source of: the man page, the completions, and the reference of the documentation.

    write_pages.py PROGRAM FOLDER     lehr.1, lehr.bash, _lehr, lehr.fish, command-line.md
"""

import pathlib
import sys

from completions import bash, fish, zsh
from man_page import man_page
from program_help import read_program


def reference(version, commands):
    lines = ["# The command line", "", f"Written from the help of lehr {version}.", ""]
    for command in commands:
        lines += [f"## lehr {command.name}", "", "```text", command.text.rstrip(), "```", ""]
    return "\n".join(lines)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    version, commands = read_program(program)
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"lehr.1": man_page(version, commands), "lehr.bash": bash(commands), "_lehr": zsh(commands),
             "lehr.fish": fish(commands), "command-line.md": reference(version, commands)}
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
