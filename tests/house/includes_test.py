"""Checks that includes point one way only (CONTRIBUTING.md): a file of src/lehr may include its own layer and the
layers before it, without cycles, and nothing outside; cli/ and python/ include of the library only api/ and lehr.hpp; experiments/program is a
program beside them that may look into every room, and nothing includes it; the public headers are those that lehr.hpp reaches, and none of
them needs Eigen. First tries the check on small trees that break each rule."""

import pathlib
import re
import subprocess
import sys
import tempfile

LAYERS = ["base", "settings", "random", "math", "linalg", "data", "parameters", "kernels", "likelihoods", "priors", "model", "sites", "evidence",
          "samplers", "run", "diagnostics", "posterior", "files", "netcdf", "run_file", "journal", "report", "api"]
DOORS = ["cli", "python"]  # what users come in by
DOORS_INCLUDE = "api"
OUTSIDE = ("cli/", "python/", "reader/", "experiments/")  # what the library knows nothing of
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
SUFFIXES = {".hpp", ".cpp", ".h", ".in"}


def includes_of(path):
    """(is quoted, name) of each include of a file."""
    return [(match[1] == '"', match[2]) for match in INCLUDE.finditer(path.read_text(encoding="utf-8"))]


def sources_in(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def layer_of(name):
    """The layer of lehr/<layer>/<file>; what stands directly in lehr/ belongs to the last one."""
    parts = name.split("/")
    return parts[1] if len(parts) > 2 else LAYERS[-1]


def check_layers(source):
    problems = []
    for path in sources_in(source / "src/lehr"):
        name = str(path.relative_to(source / "src"))
        layer = layer_of(name)
        if layer not in LAYERS:
            problems.append(f"{name}: the folder is no known layer; add it to LAYERS in tests/house/includes_test.py")
            continue
        for quoted, included in includes_of(path):
            if included.startswith("lehr/"):
                other = layer_of(included)
                if other not in LAYERS or LAYERS.index(other) > LAYERS.index(layer):
                    problems.append(f"{name}: includes {included}, but the layer {other} comes after {layer}")
            elif included.startswith(OUTSIDE):
                problems.append(f"{name}: includes {included}, which is not of the library")
            elif quoted:
                problems.append(f'{name}: write <lehr/folder/file.hpp> instead of "{included}"')
    return problems


def check_cycles(source):
    """A depth-first walk over the headers; a header that is reached while still being visited closes a cycle."""
    problems, done, path = [], set(), []

    def visit(name):
        if name in path:
            problems.append("a cycle of includes: " + " -> ".join(path[path.index(name):] + [name]))
        elif name not in done and (source / "src" / name).is_file():
            path.append(name)
            for _, included in includes_of(source / "src" / name):
                visit(included)
            path.pop()
            done.add(name)

    for header in sources_in(source / "src/lehr"):
        visit(str(header.relative_to(source / "src")))
    return problems


def check_doors(source):
    return [f"{path.relative_to(source)}: includes {included}; of the library {door}/ may include only lehr/{DOORS_INCLUDE}/ and lehr/lehr.hpp"
            for door in DOORS for path in sources_in(source / door) for _, included in includes_of(path)
            if included.startswith(("Eigen/", "experiments/"))
            or (included.startswith("lehr/") and layer_of(included) != DOORS_INCLUDE)]


def public_headers(source):
    text = (source / "cmake/PublicHeaders.cmake").read_text(encoding="utf-8")
    return set(re.findall(r"lehr/\S+\.hpp", re.sub(r"#.*", "", text)))


def check_public_headers(source):
    reached, waiting, problems = set(), ["lehr/lehr.hpp"], []
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        for _, included in includes_of(source / "src" / name):
            if included.startswith("lehr/"):
                waiting.append(included)
            elif "/" in included or included.endswith((".hpp", ".h")):
                problems.append(f"{name}: a public header includes <{included}>, which is not of the standard library")
    listed = public_headers(source)
    problems += [f"{name}: reached by lehr.hpp but not in cmake/PublicHeaders.cmake" for name in sorted(reached - listed)]
    problems += [f"{name}: in cmake/PublicHeaders.cmake but not reached by lehr.hpp" for name in sorted(listed - reached)]
    return problems


def check_all(source):
    return check_layers(source) + check_cycles(source) + check_doors(source) + check_public_headers(source)


def check_self_contained(source, compiler):
    """Each public header compiles by itself, with nothing but src/ on the include path."""
    problems = []
    for name in sorted(public_headers(source)):
        result = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                 "-I", source / "src", "-x", "c++", "-"], input=f"#include <{name}>\n", text=True, capture_output=True)
        if result.returncode != 0:
            problems.append(f"{name}: does not compile by itself:\n{result.stderr}")
    return problems


GOOD = {
    "cmake/PublicHeaders.cmake": "set(lehr_public_headers\n  lehr/lehr.hpp\n  lehr/api/evidence.hpp)\n",
    "src/lehr/lehr.hpp": "#include <lehr/api/evidence.hpp>\n",
    "src/lehr/api/evidence.hpp": "#include <vector>\n",
    "src/lehr/api/evidence.cpp": "#include <lehr/kernels/kernel.hpp>\n",
    "src/lehr/kernels/kernel.hpp": "#include <Eigen/Core>\n",
    "cli/main.cpp": '#include <lehr/lehr.hpp>\n#include <lehr/api/evidence.hpp>\n#include "own.hpp"\n',
    "experiments/program/main.cpp": "#include <cli/command.hpp>\n#include <lehr/kernels/kernel.hpp>\n#include <Eigen/Core>\n",
}
BAD = {
    "a lower layer includes a higher one": {"src/lehr/math/x.cpp": "#include <lehr/kernels/kernel.hpp>\n"},
    "an include after spaces and a #": {"src/lehr/math/x.cpp": "  # include <lehr/api/evidence.hpp>\n"},
    "a folder that is no layer": {"src/lehr/other/x.hpp": "\n"},
    "a relative include": {"src/lehr/api/x.cpp": '#include "../kernels/kernel.hpp"\n'},
    "a cycle inside a layer": {"src/lehr/math/a.hpp": "#include <lehr/math/b.hpp>\n",
                               "src/lehr/math/b.hpp": "#include <lehr/math/a.hpp>\n"},
    "the library includes a program": {"src/lehr/api/x.cpp": "#include <cli/command.hpp>\n"},
    "the library includes the experiments": {"src/lehr/api/x.cpp": "#include <experiments/program/grid.hpp>\n"},
    "the command line includes the experiments": {"cli/main.cpp": "#include <experiments/program/grid.hpp>\n"},
    "the command line reaches inside": {"cli/main.cpp": "#include <lehr/kernels/kernel.hpp>\n"},
    "the command line reaches below the api": {"cli/main.cpp": "#include <lehr/base/errors.hpp>\n"},
    "the Python module reaches inside": {"python/bindings/module.cpp": "#include <lehr/kernels/kernel.hpp>\n"},
    "Eigen in the command line": {"cli/main.cpp": "#include <Eigen/Core>\n"},
    "Eigen in a public header": {"src/lehr/api/evidence.hpp": "#include <Eigen/Core>\n"},
    "a public header that is not listed": {"src/lehr/api/evidence.hpp": "#include <lehr/base/new.hpp>\n",
                                           "src/lehr/base/new.hpp": "\n"},
    "a listed header that nothing reaches": {"src/lehr/lehr.hpp": "\n"},
}


def write_tree(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def self_test():
    """The check must pass on a good tree and fail on each bad one: a test that cannot fail is a defect."""
    with tempfile.TemporaryDirectory() as scratch:
        good = pathlib.Path(scratch) / "good"
        write_tree(good, GOOD)
        if problems := check_all(good):
            raise SystemExit(f"the check refuses a good tree: {problems}")
        for number, (name, files) in enumerate(BAD.items()):
            bad = pathlib.Path(scratch) / str(number)
            write_tree(bad, GOOD | files)
            if not check_all(bad):
                raise SystemExit(f"the check does not see: {name}")


def main():
    source, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    self_test()
    problems = check_all(source) + check_self_contained(source, compiler)
    for problem in problems:
        print(problem)
    if problems:
        raise SystemExit(f"{len(problems)} problems")
    files = len(sources_in(source / "src/lehr"))
    print(f"{files} files: includes point one way only; the check sees {len(BAD)} kinds of breach")


if __name__ == "__main__":
    main()
