"""Lets pip build the compiled module by CMake. Everything else is in pyproject.toml.

LEHR_PRESET=release takes the module from build/release, where scripts/build has compiled most of it already. CMAKE_ARGS
has further options for cmake, for example CMAKE_ARGS=-DLEHR_ARCH=x86-64-v3 for another machine than this one.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def version():
    return re.search(r"project\(lehr VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


class BuildByCMake(build_ext):
    def run(self):
        if shutil.which("cmake") is None:
            raise SystemExit("lehr is compiled by cmake, which is missing; on Debian, scripts/install-packages build installs it")
        preset = os.environ.get("LEHR_PRESET", "python")
        python = [f"-DLEHR_PYTHON={sys.executable}"] if preset == "python" else []
        self.call("cmake", "--preset", preset, *python, *shlex.split(os.environ.get("CMAKE_ARGS", "")))
        self.call("cmake", "--build", "--preset", preset, "--parallel", str(os.cpu_count()), "--target", "lehr_python")
        built = ROOT / "build" / preset / "python/lehr"
        (module,) = built.glob("_core.*.so")
        target = ROOT / "python/lehr" if self.inplace else pathlib.Path(self.build_lib) / "lehr"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(module, target)
        shutil.copy2(built / "lehr-read", target)  # which the module starts to read run files

    def call(self, *command):
        subprocess.run(command, cwd=ROOT, check=True)


setup(version=version(), ext_modules=[Extension("lehr._core", sources=[])], cmdclass={"build_ext": BuildByCMake})
