"""Prints `HASH FILE` for every C++ file of a compilation database: a number for all that clang-tidy's verdict on it depends
on, which is the file, the headers of ours that it includes, directly or not, its flags, .clang-tidy and clang-tidy itself.
Used by scripts/lint:
    lint-hashes.py DATABASE FOLDER       the database with each file once is left in FOLDER, for clang-tidy
"""

import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
known = {}  # of a file: its own hash and the names that it includes


def look_into(path):
    if path not in known:
        content = path.read_bytes()
        known[path] = hashlib.sha256(content).hexdigest(), [name.decode() for name in INCLUDE.findall(content)]
    return known[path]


def words_of(entry):
    """The words that change how the file is read: no launcher, no names of outputs, no place of this clone."""
    words = shlex.split(entry["command"])
    while words and not words[0].startswith("-"):
        words.pop(0)
    for option in ("-o", "-MF", "-MT", "-c"):
        if option in words:
            at = words.index(option)
            del words[at:at + 2]
    return words


def folders_of(words):
    """Where the file's includes are looked for, as far as these folders are ours."""
    folders = []
    for word, following in zip(words, [*words[1:], ""]):
        name = following if word in ("-I", "-isystem") else word[2:] if word.startswith("-I") else ""
        if name and pathlib.Path(name).is_relative_to(ROOT):
            folders.append(pathlib.Path(name))
    return folders


def closure(unit, words):
    """The file and what it includes of ours. Conditions are not looked at: rather a header too many than one missed."""
    folders = folders_of(words)
    forced = [pathlib.Path(name) for word, name in zip(words, words[1:]) if word == "-include"]
    found, todo = set(), [unit, *(path for path in forced if path.is_relative_to(ROOT))]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        for name in look_into(path)[1]:
            candidates = [folder / name for folder in [path.parent, *folders]]
            todo += [next((c.resolve() for c in candidates if c.is_file()), path)]  # another's header: nothing to add
    return sorted(found)


def main():
    database, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    first = {}
    for entry in json.loads(database.read_text()):
        first.setdefault(entry["file"], entry)  # what several programs compile is looked at once
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(list(first.values())))

    version = subprocess.run(["clang-tidy", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    version = "".join(line for line in version.splitlines() if "CPU" not in line)
    settings = version + (ROOT / ".clang-tidy").read_text()
    for name in sorted(first):
        unit = pathlib.Path(name)
        if not unit.is_relative_to(ROOT) or unit.is_relative_to(ROOT / "build"):
            continue
        words = words_of(first[name])
        parts = [settings, " ".join(words).replace(str(ROOT), ".")]
        parts += [f"{path.relative_to(ROOT)} {look_into(path)[0]}" for path in closure(unit, words)]
        print(hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20], unit.relative_to(ROOT))


if __name__ == "__main__":
    main()
