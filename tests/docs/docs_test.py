"""Runs every command of README.md or of a page of docs/ and compares what it prints. In a block ```console, a line that begins with "$ " is a command
(it goes on after a backslash) and the lines below it are its standard output. Numbers may differ from machine to machine, so words
are compared and any number stands for any other; a line "…" stands for the rest. A whole command on a shipped table amid the
text, as in `lehr evidence data/glass.csv …`, must work too, unless a block has shown that it does.

    docs_test.py PROGRAM PAGE...             fails where a command fails or prints something else
    docs_test.py --update PROGRAM PAGE...    writes what the commands print into the pages
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[-+]?(\d+(\.\d+)?(e[-+]?\d+)?|inf)\b")
AMID_TEXT = re.compile(r"`(lehr \w+ data/[^`]*)`")
REST = "…"


def steps(block):
    """(command, lines of output) of a block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1] = (found[-1][0] + "\n" + line, [])
        else:
            found[-1][1].append(line)
    return found


def masked(line):
    """A line without what may differ: numbers, the width of columns, the star that a noisy method may or may not get."""
    return " ".join(NUMBER.sub("#", line).replace("*", " ").split())


def same(shown, printed):
    if REST in shown:
        shown = shown[:shown.index(REST)]
        printed = printed[:len(shown)]
    return [masked(line) for line in shown] == [masked(line) for line in printed]


def run(command, folder, program):
    environment = {**os.environ, "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                            timeout=600)
    if result.returncode != 0:
        raise SystemExit(f"exit code {result.returncode}: $ {command}\n{result.stderr}")
    return result.stdout.rstrip("\n").splitlines()


@contextlib.contextmanager
def scratch_folder():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "data").symlink_to(ROOT / "data")
        yield folder


def commands_amid_text(text):
    """Those that no block runs, once each."""
    blocks = BLOCK.findall(text)
    return [command for command in dict.fromkeys(AMID_TEXT.findall(BLOCK.sub("", text)))
            if not any(f"$ {command}" in block for block in blocks)]


def try_page(page, program, update):
    problems = 0
    text = page.read_text(encoding="utf-8")
    alone = commands_amid_text(text)
    for command in alone:
        with scratch_folder() as scratch:
            run(command, scratch, program)
    with scratch_folder() as scratch:
        commands = len(alone)
        for block in BLOCK.findall(text):
            renewed = ""
            for command, shown in steps(block):
                commands += 1
                printed = run(command, scratch, program)
                if update and REST in shown:
                    printed = [*printed[:shown.index(REST)], REST]
                renewed += "\n".join([f"$ {command}", *printed]) + "\n"
                if not update and not same(shown, printed):
                    problems += 1
                    print(f"{page.name}: $ {command}\n-- shown:", *shown, "-- printed:", *printed, sep="\n")
            if update:
                text = text.replace(block, renewed)
    if update:
        page.write_text(text, encoding="utf-8")
    print(f"{page.name}: {commands} commands, {problems} print something else")
    return problems


def self_test():
    """What the comparison must see, and what it must not; which commands are found."""
    assert commands_amid_text("`lehr fit data/a.csv` `lehr list`\n```console\n$ lehr fit data/a.csv --quiet\n```\n") == []
    assert commands_amid_text("| fact | `lehr fit data/a.csv` |") == ["lehr fit data/a.csv"]
    assert same(["mean 1.25  sd 3"], ["mean -0.5    sd 1e-05"]) and same(["a", REST], ["a", "b", "c"])
    assert not same(["mean 1.25"], ["median 1.25"]) and not same(["a"], ["a", "b"]) and not same(["a", "b", REST], ["a"])


def main():
    words = sys.argv[1:]
    update = words[0] == "--update"
    program, *pages = words[1:] if update else words
    self_test()
    if sum(try_page(pathlib.Path(page), program, update) for page in pages) > 0:
        raise SystemExit("renew the pages with tests/docs/docs_test.py --update")


if __name__ == "__main__":
    main()
