"""Tries docs/how-to-add.md: the files that the page shows must be listed by the program and pass the contract tests, and the
likelihood's own parameter must be known to whatever comes after a fit.
    --program P --reader R --contract-tests T
                                         the three, linked with the files by the build that runs this test
    --scratch FOLDER                     or: as the page says, in a copy of the source, built from nothing; the copy stays, so
                                         that a second run compiles only what changed"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile

import h5py
from how_to_add_files import blocks_of_page, write_if_changed

COPIED = ["CMakeLists.txt", "cmake", "src", "reader", "cli", "tests", "data", "experiments", "docs/how-to-add.md"]
NOT_LISTED = {"priors"}  # users do not choose the form of a prior by its name


def run(command, stderr=subprocess.STDOUT, **options):
    print("$", *command, flush=True)
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=stderr, text=True, **options)
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


def fit_with_its_own_parameter(program, reader):
    """The way of `steepness` from a fit, which goes on after a while, to all that reads its run file."""
    environment = {**os.environ, **({"LEHR_READER": str(reader)} if reader else {})}
    with tempfile.TemporaryDirectory() as folder:

        def lehr(*words):
            return run([program, *words, "--quiet"], stderr=None, cwd=folder, env=environment)

        lehr("simulate", "--rows", 40, "--features", 1, "--variance", 20, "--lengthscale", 0.3, "--balanced", "--out", "table.csv",
             "--likelihood", "steep_probit")
        fit = ["fit", "table.csv", "--out", "run.nc", "--likelihood", "steep_probit", "--chains", 2, "--warmup", 60]
        lehr(*fit, "--draws", 20)
        lehr(*fit, "--draws", 40, "--resume")
        parameters = json.loads(lehr("summary", "run.nc", "--format", "json"))["parameters"]
        names = [parameter["name"] for parameter in parameters]
        if names != ["variance", "lengthscale", "steepness"]:
            raise SystemExit(f"the summary names {names}")
        with h5py.File(pathlib.Path(folder) / "run.nc") as file:
            draws = file["posterior/steepness"][()]
        if draws.shape != (2, 40) or abs(draws.mean() - parameters[2]["mean"]) > 1e-9 * draws.mean():
            raise SystemExit(f"the run file holds {draws} of the summary's {parameters[2]}")
        predicted = json.loads(lehr("predict", "run.nc", "table.csv", "--format", "json"))["probability"]
        if not all(0 < probability < 1 for probability in predicted):
            raise SystemExit(f"the probabilities are {predicted}")
        score = json.loads(lehr("score", "run.nc", "table.csv", "--format", "json"))
        if not score["log_loss"] < 0.7:  # of a coin: 0.693
            raise SystemExit(f"the score is {score}")
        lehr("report", "run.nc", "--out", "report.html")
        if "steepness" not in (pathlib.Path(folder) / "report.html").read_text(encoding="utf-8"):
            raise SystemExit("the report does not show the steepness")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--reader", type=pathlib.Path)
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
    fit_with_its_own_parameter(program, options.reader)
    print("added and tried:", ", ".join(name for _, _, name, _ in blocks))


if __name__ == "__main__":
    main()
