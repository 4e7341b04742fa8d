"""Installs the library into a new prefix, moves the prefix, and builds and runs a small outside program against it: once
by find_package and once by pkg-config. The program is compiled without Eigen on the include path and for a plain CPU."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

# Glass at variance 5, length-scale 3, Laplace with probit: independent programs agree on these digits.
LOG_EVIDENCE = -40.21988881


def run(command, **options):
    print("$", *command, flush=True)
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    print(result.stdout, end="", flush=True)
    if result.returncode != 0:
        raise SystemExit(f"failed with exit code {result.returncode}: {command[0]}")
    return result.stdout


def outside_environment():
    """Without what a developer's shell may add to compilers and searches."""
    hidden = {"CPATH", "CPLUS_INCLUDE_PATH", "CXXFLAGS", "CMAKE_PREFIX_PATH", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH",
              "DESTDIR"}
    return {name: value for name, value in os.environ.items() if name not in hidden}


def check_headers(prefix, source):
    listed = (source / "cmake/PublicHeaders.cmake").read_text(encoding="utf-8")
    expected = sorted(re.findall(r"lehr/\S+\.hpp", re.sub(r"#.*", "", listed)))
    include = prefix / "include"
    installed = sorted(str(path.relative_to(include)) for path in include.rglob("*") if path.is_file())
    if installed != expected:
        raise SystemExit(f"installed headers {installed} are not those of cmake/PublicHeaders.cmake {expected}")


def check_answer(output, where):
    version, rows, log_evidence, *draws = output.split()
    if draws not in ([], ["20"]):
        raise SystemExit(f"the program built by {where} read {draws} draws instead of 20")
    if not re.fullmatch(r"\d+\.\d+\.\d+", version) or rows != "214" or abs(float(log_evidence) - LOG_EVIDENCE) > 1e-6:
        raise SystemExit(f"the program built by {where} gave {output!r}, not 214 rows and {LOG_EVIDENCE}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, help="a finished build of the library")
    parser.add_argument("--build-other-linkage", type=pathlib.Path, help="build here first, as --shared says")
    parser.add_argument("--shared", choices=["0", "1"], default="0")
    options = parser.parse_args()
    data = options.source / "data/glass.csv"
    environment = outside_environment()

    build = options.build
    if options.build_other_linkage:
        build = options.build_other_linkage
        run([options.cmake, "-S", options.source, "-B", build, "-G", "Ninja",
             f"-DCMAKE_CXX_COMPILER={options.compiler}",
             "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", f"-DBUILD_SHARED_LIBS={options.shared}",
             "-DLEHR_BUILD_TESTS=OFF", "-DLEHR_BUILD_BENCHMARKS=OFF"], env=environment)
        run([options.cmake, "--build", build, "--parallel", str(os.cpu_count())], env=environment)

    with tempfile.TemporaryDirectory(prefix="lehr-package-") as scratch:
        scratch = pathlib.Path(scratch)
        run([options.cmake, "--install", build, "--prefix", scratch / "first"], env=environment)
        prefix = scratch / "moved"  # an installation must not depend on where it was made
        shutil.move(scratch / "first", prefix)
        library_dir = next(prefix.rglob("lehr.pc")).parent.parent
        shared = any(library_dir.glob("liblehr.so*"))
        if options.build_other_linkage and shared != (options.shared == "1"):
            raise SystemExit("the library was not built as asked, static or shared")
        check_headers(prefix, options.source)

        by_cmake = scratch / "by_cmake"
        run([options.cmake, "-S", options.source / "tests/package/outside", "-B", by_cmake,
             f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_PREFIX_PATH={prefix}"], env=environment)
        run([options.cmake, "--build", by_cmake], env=environment)
        check_answer(run([by_cmake / "outside", data], env=environment), "find_package")

        fit = run([prefix / "bin/lehr", "fit", data, "--out", scratch / "r.nc", "--chains", "1", "--warmup", "20", "--draws", "20", "--quiet"],
                  env=environment)
        if "variance" not in fit:  # the run file was read back
            raise SystemExit(f"the installed program gave {fit!r}")
        # A shared library finds lehr-read in its installation; a program that holds the library itself has one beside it.
        if not shared:
            shutil.copy2(prefix / "libexec/lehr/lehr-read", by_cmake)
        check_answer(run([by_cmake / "outside", data, scratch / "r.nc"], env=environment), "find_package")

        pkg_config_environment = environment | {"PKG_CONFIG_PATH": str(library_dir / "pkgconfig")}
        flags = run(["pkg-config", "--cflags", "--libs", *([] if shared else ["--static"]), "lehr"],
                    env=pkg_config_environment).split()
        by_pkg_config = scratch / "by_pkg_config"
        run([options.compiler, "-std=c++20", options.source / "tests/package/outside/outside.cpp", "-o", by_pkg_config,
             *flags], env=environment)
        check_answer(run([by_pkg_config, data], env=environment | {"LD_LIBRARY_PATH": str(library_dir)}), "pkg-config")

        run([prefix / "bin/lehr", "list"], env=environment)
        run([prefix / "bin/lehr", "reproduce", "figure1", "--out", scratch / "paper"], env=environment)  # starts lehr-reproduce
        readme = (options.source / "README.md").read_text(encoding="utf-8")
        (scratch / "readme.cpp").write_text(re.search(r"^```cpp\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)[1])
        run([options.compiler, "-std=c++20", scratch / "readme.cpp", "-o", scratch / "readme", *flags], env=environment)
        float(run([scratch / "readme"], cwd=options.source, env=environment | {"LD_LIBRARY_PATH": str(library_dir)}))
    print("installed, found by find_package and by pkg-config,", "shared" if shared else "static")


if __name__ == "__main__":
    main()
