"""Tries docs/how-to-add.md: takes the complete files from the page, adds them to a copy of the source, builds the copy,
and runs the contract tests there. The copy stays, so that a second run compiles only what changed."""

import argparse
import json
import os
import pathlib
import re
import subprocess

COPIED = ["CMakeLists.txt", "cmake", "src", "cli", "tests", "data", "experiments"]
NOT_LISTED = {"priors"}  # users do not choose the form of a prior by its name
BLOCK = re.compile(r"^```cpp\n// (src/lehr/(\w+)/(\w+)\.cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(command):
    print("$", *command, flush=True)
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(result.stdout[-20000:], flush=True)
    if result.returncode != 0:
        raise SystemExit(f"failed with exit code {result.returncode}: {command[0]}")
    return result.stdout


def write_if_changed(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def mirror(source, copy, added):
    """Makes `copy` the same as `source` plus the added files, without touching what is the same already."""
    wanted = dict(added)
    for entry in COPIED:
        paths = [source / entry] if (source / entry).is_file() else (source / entry).rglob("*")
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts:
                wanted[path.relative_to(source)] = path.read_bytes()
    for path in list(copy.rglob("*")):
        if path.is_file() and path.relative_to(copy) not in wanted:
            path.unlink()
    for name, content in wanted.items():
        write_if_changed(copy / name, content)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    options = parser.parse_args()

    page = (options.source / "docs/how-to-add.md").read_text(encoding="utf-8")
    blocks = [match.groups() for match in BLOCK.finditer(page)]
    if page.count("```cpp") != len(blocks):
        raise SystemExit("a block of C++ in docs/how-to-add.md does not begin with the comment that names its file")
    folders = set(re.findall(r"^\| [\w ]+ \| `src/lehr/(\w+)` \|", page, re.MULTILINE))
    if not folders or folders != {folder for _, folder, _, _ in blocks}:
        raise SystemExit("docs/how-to-add.md must have one complete file for each kind in its table")
    for name, _, _, _ in blocks:
        if (options.source / name).exists():
            raise SystemExit(f"{name} of docs/how-to-add.md exists already: the example adds nothing")

    copy, build = options.scratch / "source", options.scratch / "build"
    mirror(options.source, copy, {pathlib.Path(name): text.encode() for name, _, _, text in blocks})
    run([options.cmake, "-S", copy, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DLEHR_BUILD_BENCHMARKS=OFF"])
    run([options.cmake, "--build", build, "--parallel", os.cpu_count(), "--target", "contract_tests", "bin/lehr"])

    listed = json.dumps(json.loads(run([build / "bin/lehr", "list", "--format", "json"])))
    added = ":".join(f"*{name}*" for _, _, name, _ in blocks)  # the others are tested in the build that runs this test
    tried = run([build / "bin/contract_tests", f"--gtest_filter={added}"])
    for _, folder, name, _ in blocks:
        if folder not in NOT_LISTED and f'"{name}"' not in listed:
            raise SystemExit(f"lehr list does not name {name} of {folder}")
        if not re.search(rf"OK \] .*{name}", tried):
            raise SystemExit(f"the contract tests ran nothing on {name} of {folder}")
    print("added and tried:", ", ".join(name for _, _, name, _ in blocks))


if __name__ == "__main__":
    main()
