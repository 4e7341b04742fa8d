#!/usr/bin/env python3
"""Makes each mistake of mutations.py in a copy of the source and reports whether the quick tests notice it.

    /usr/bin/python3 tests/mutation/mutate.py [--work FOLDER] [NAME...]

NAME is a part of a mutation's name; all of them by default. Results are kept in FOLDER/results.json (build/mutation)
together with a fingerprint of the source, so that the work can be stopped and taken up; about a minute a mutation
on 2 cores. Exit code 1 if a mistake went unnoticed.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

from mutations import MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ["unit_tests", "contract_tests", "oracle_tests", "statistical_tests"]  # the quickest first


def source_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def fingerprint():
    return subprocess.run(["scripts/fingerprint", "src", "tests", "cli"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def copy_source(copy):
    """Only files that differ are written, so that what is built already stays valid; those that went are removed."""
    names = source_files()
    for old in copy.rglob("*"):
        name = old.relative_to(copy)
        if old.is_file() and name.parts[0] != "build" and str(name) not in names:
            old.unlink()
    for name in names:
        target = copy / name
        content = (ROOT / name).read_bytes()
        if target.is_file() and target.read_bytes() == content:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod((ROOT / name).stat().st_mode)


def build(copy):
    return subprocess.run(["scripts/build", "release", *PROGRAMS, "lehr_program"], cwd=copy, capture_output=True, text=True)


def slow_scripts(copy):
    """Those that scripts/test --quick leaves out."""
    labelled = re.search(r'set_tests_properties\(([^)]*) PROPERTIES LABELS "end_to_end;slow"\)',
                         (copy / "tests/end_to_end/CMakeLists.txt").read_text(encoding="utf-8"))
    return re.findall(r"end_to_end\.(\w+)", labelled[1])


def first_failure(copy):
    """The name of the first test that fails; None if all pass."""
    programs = copy / "build/release/bin"
    for program in PROGRAMS:
        run = subprocess.run([programs / program, "--gtest_fail_fast", "--gtest_brief=1"], cwd=copy, capture_output=True, text=True)
        if run.returncode != 0:
            failed = [line for line in run.stdout.splitlines() if line.startswith("[  FAILED  ]")]
            return f"{program}: {failed[0].split(']', 1)[1].split(',')[0].strip() if failed else 'it crashed'}"
    quick = {name: value for name, value in os.environ.items() if name != "LEHR_LONG"}
    slow = [f"--ignore=tests/end_to_end/test_{name}.py" for name in slow_scripts(copy)]
    run = subprocess.run(["/usr/bin/python3", "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *slow, "tests/end_to_end"],
                         cwd=copy, capture_output=True, text=True, env=quick | {"LEHR_PROGRAM": str(programs / "lehr")})
    failed = [line for line in run.stdout.splitlines() if line.startswith("FAILED")]
    return None if run.returncode == 0 else f"end to end: {failed[0].split('::')[1].split(' ')[0] if failed else 'it crashed'}"


def outcome(copy, mutation):
    path = copy / "src/lehr" / mutation.file
    original = path.read_text(encoding="utf-8")
    if original.count(mutation.old) != 1:
        sys.exit(f"mutate: '{mutation.name}' does not apply to {mutation.file} any more")
    path.write_text(original.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        built = build(copy)
        if built.returncode != 0:
            sys.exit(f"mutate: '{mutation.name}' does not compile:\n{built.stdout[-3000:]}")
        return first_failure(copy)
    finally:
        path.write_text(original, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/mutation")
    words = parser.parse_args()
    copy = words.work.resolve() / "source"
    copy_source(copy)
    kept = words.work / "results.json"
    state = json.loads(kept.read_text()) if kept.is_file() else {}
    if state.get("source") != fingerprint():
        state = {"source": fingerprint(), "caught_by": {}}
    if not state["caught_by"]:
        built = build(copy)
        failure = first_failure(copy) if built.returncode == 0 else "it does not build:\n" + built.stdout[-3000:]
        if failure:
            sys.exit(f"mutate: the source fails without a mutation: {failure}")
    chosen = [m for m in MUTATIONS if not words.names or any(name in m.name for name in words.names)]
    for mutation in chosen:
        if mutation.name not in state["caught_by"]:
            state["caught_by"][mutation.name] = outcome(copy, mutation)
            kept.write_text(json.dumps(state, indent=1))
        print(f"{mutation.name:55} {state['caught_by'][mutation.name] or 'NOT NOTICED'}", flush=True)
    missed = sum(state["caught_by"][m.name] is None for m in chosen)
    print(f"{len(chosen)} mistakes, {missed} not noticed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
