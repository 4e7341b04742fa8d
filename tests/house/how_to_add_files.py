"""The complete files that docs/how-to-add.md shows. As a program it writes them below a folder, each where its first line
says, and prints their paths:
    how_to_add_files.py SOURCE FOLDER"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```cpp\n// (src/lehr/(\w+)/(\w+)\.cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_if_changed(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def blocks_of_page(source):
    """Of each file its path in the source, its folder, its name and its text."""
    page = (source / "docs/how-to-add.md").read_text(encoding="utf-8")
    blocks = [match.groups() for match in BLOCK.finditer(page)]
    if page.count("```cpp") != len(blocks):
        raise SystemExit("a block of C++ in docs/how-to-add.md does not begin with the comment that names its file")
    folders = set(re.findall(r"^\| [\w ]+ \| `src/lehr/(\w+)` \|", page, re.MULTILINE))
    if not folders or folders != {folder for _, folder, _, _ in blocks}:
        raise SystemExit("docs/how-to-add.md must have one complete file for each kind in its table")
    for name, _, _, _ in blocks:
        if (source / name).exists():
            raise SystemExit(f"{name} of docs/how-to-add.md exists already: the example adds nothing")
    return blocks


def main():
    source, folder = map(pathlib.Path, sys.argv[1:])
    for name, _, _, text in blocks_of_page(source):
        write_if_changed(folder / name, text.encode())
        print(folder / name)


if __name__ == "__main__":
    main()
