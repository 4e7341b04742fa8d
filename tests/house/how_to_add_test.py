"""Tries docs/how-to-add.md: the files that the page shows must be listed by the program and pass the contract tests.
    --program P --contract-tests T       the two, linked with the files by the build that runs this test
    --scratch FOLDER                     or: as the page says, in a copy of the source, built from nothing; the copy stays, so
                                         that a second run compiles only what changed"""

import argparse
import json
import os
import pathlib
import re
import subprocess

from how_to_add_files import blocks_of_page, write_if_changed

COPIED = ["CMakeLists.txt", "cmake", "src", "reader", "cli", "tests", "data", "experiments", "docs/how-to-add.md"]
NOT_LISTED = {"priors"}  # users do not choose the form of a prior by its name


def run(command):
    print("$", *command, flush=True)
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(result.stdout[-20000:], flush=True)
    if result.returncode != 0:
        raise SystemExit(f"failed with exit code {result.returncode}: {command[0]}")
    return result.stdout


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


def build_copy(options, blocks):
    """The program and the contract tests of a copy that has the files in their places."""
    copy, build = options.scratch / "source", options.scratch / "build"
    mirror(options.source, copy, {pathlib.Path(name): text.encode() for name, _, _, text in blocks})
    run([options.cmake, "-S", copy, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DLEHR_BUILD_BENCHMARKS=OFF",
         "-DLEHR_TRY_HOW_TO_ADD=OFF"])
    run([options.cmake, "--build", build, "--parallel", os.cpu_count(), "--target", "contract_tests", "bin/lehr"])
    return build / "bin/lehr", build / "bin/contract_tests"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--contract-tests", type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--cmake")
    parser.add_argument("--compiler")
    options = parser.parse_args()
    blocks = blocks_of_page(options.source)
    program, contract_tests = options.program, options.contract_tests
    if options.scratch:
        program, contract_tests = build_copy(options, blocks)

    listed = json.dumps(json.loads(run([program, "list", "--format", "json"])))
    added = ":".join(f"*{name}*" for _, _, name, _ in blocks)  # the others are tested in the build that runs this test
    tried = run([contract_tests, f"--gtest_filter={added}"])
    for _, folder, name, _ in blocks:
        if folder not in NOT_LISTED and f'"{name}"' not in listed:
            raise SystemExit(f"lehr list does not name {name} of {folder}")
        if not re.search(rf"OK \] .*{name}", tried):
            raise SystemExit(f"the contract tests ran nothing on {name} of {folder}")
    print("added and tried:", ", ".join(name for _, _, name, _ in blocks))


if __name__ == "__main__":
    main()
