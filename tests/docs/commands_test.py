"""The commands that the pages name amid the text or on indented lines, some of which take hours: each names a script or a command of the program that
exists, with options that it has. What stands in blocks ```console is run by docs_test.py.

    commands_test.py PROGRAM
"""

import functools
import os
import re
import subprocess
import sys

from pages import ROOT, all_pages

FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
AMID_TEXT = re.compile(r"`([^`\n]+)`")
INDENTED = re.compile(r"^ {4}(\S.*)$", re.MULTILINE)
COMMAND = re.compile(r"(?:build/release/bin/)?lehr [a-z]+(?: |$)|(?:scripts|\.ci)/")
OPTION = re.compile(r"(?<!\S)--[a-z-]+")


def commands_of(page):
    text = FENCED.sub("", page)
    found = AMID_TEXT.findall(text) + [line.split("  #")[0].strip() for line in INDENTED.findall(text)]
    return [command for command in found if COMMAND.match(command)]


@functools.lru_cache
def help_of(program, command):
    """What a command says of itself; empty where there is no such command."""
    result = subprocess.run([program, command, "--help"], capture_output=True, text=True, timeout=60, check=False)
    return result.stdout if result.returncode == 0 else ""


@functools.lru_cache
def text_of_script(name):
    """The script, or for the benchmark the options that it hands on; empty where none can be run."""
    script = ROOT / name
    if not script.is_file() or not os.access(script, os.X_OK):
        return ""
    return (ROOT / "bench/options.cpp" if name == "scripts/bench" else script).read_text(encoding="utf-8")


def problems_of(page, program):
    for command in commands_of(page):
        words = command.split()
        is_script = "/lehr" not in words[0] and "/" in words[0]
        known = text_of_script(words[0]) if is_script else help_of(program, words[1])
        if not known:
            yield f"there is no such command: {command}"
        for option in OPTION.findall(command):
            if known and option != "--help" and not re.search(rf"{option}(?![a-z-])", known):
                yield f"no option {option}: {command}"


def self_test(program):
    """What must be seen, and what must not."""
    good = "Run `scripts/bench --growth --json F` or `lehr fit --ard`.\n\n    scripts/test --long   # hours\n\n```console\n$ lehr nothing\n```\n"
    assert commands_of(good) == ["scripts/bench --growth --json F", "lehr fit --ard", "scripts/test --long"]
    assert not list(problems_of(good, program))
    for bad in ("`lehr fits x.csv`", "`lehr fit --ar`", "`scripts/tests`", "    scripts/bench --grow\n", "`scripts/test --longer`"):
        assert len(list(problems_of(bad, program))) == 1, bad


def main():
    program = sys.argv[1]
    self_test(program)
    pages = all_pages()
    problems = [f"{page.relative_to(ROOT)}: {problem}" for page in pages for problem in problems_of(page.read_text(encoding="utf-8"), program)]
    if problems:
        raise SystemExit("\n".join(problems))
    print(f"{len(pages)} pages, every command they name exists")


if __name__ == "__main__":
    main()
