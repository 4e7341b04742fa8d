"""Tries scripts/lint in a small project of its own, with stand-ins for the tools: what clang-tidy is given to look at, and
what a commit's subject and a sentence of a header may be."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIDY = """#!/bin/bash
if [[ $1 == --version ]]; then echo "version $(cat "$HOME/version")" && exit; fi
echo "${@: -1}" >>"$HOME/looked_at"
! grep -q BAD "${@: -1}"
"""


class Project:
    """src/a.cpp and src/b.cpp; a.cpp includes <lehr/one.hpp>, which includes "two.hpp"; eight more that include nothing."""

    def __init__(self, folder):
        self.root, self.home = folder / "project", folder / "home"
        self.home.mkdir()
        for name in ("lint", "lint-hashes.py", "lint-sentences.py"):
            self.write(f"scripts/{name}", (ROOT / "scripts" / name).read_text(encoding="utf-8"))
        self.write("scripts/install-packages", "#!/bin/bash\n")
        self.write("scripts/build", "#!/bin/bash\n")
        self.write(".clang-tidy", "Checks: all\n")
        self.write("src/lehr/one.hpp", '#include "two.hpp"\n')
        self.write("src/lehr/two.hpp", "int two();\n")
        self.write("src/a.cpp", "#include <vector>\n#include <lehr/one.hpp>\n")
        self.units = ["src/a.cpp", *(f"src/{letter}.cpp" for letter in "bcdefghij")]
        for name in self.units[1:]:
            self.write(name, f"// {name}\n")
        self.give_flags("-O3")
        for tool, text in (("clang-tidy", TIDY), ("clang-format", "#!/bin/bash\n"), ("shellcheck", "#!/bin/bash\n")):
            (self.home / tool).write_text(text)
            (self.home / tool).chmod(0o755)
        (self.home / "version").write_text("14")
        self.git("init", "--quiet")
        self.commit("Begin")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def give_flags(self, flags):
        entries = [{"directory": str(self.root), "file": str(self.root / name),
                    "command": f"ccache c++ -I{self.root}/src {flags} -o x.o -c {self.root / name}"} for name in self.units]
        self.write("build/lint/compile_commands.json", json.dumps(entries))

    def git(self, *words):
        dates = {"GIT_AUTHOR_DATE": "2020-01-01T00:00Z", "GIT_COMMITTER_DATE": "2020-01-01T00:00Z"}  # the same commits each time
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", *words], cwd=self.root, check=True,
                       stdout=subprocess.PIPE, env={"HOME": str(self.home), "PATH": os.environ["PATH"], **dates})

    def commit(self, subject):
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)

    def lint(self, *words):
        """Whether it is content, and what clang-tidy looked at."""
        looked_at = self.home / "looked_at"
        looked_at.unlink(missing_ok=True)
        run = subprocess.run(["scripts/lint", *words], cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             env={"HOME": str(self.home), "PATH": f"{self.home}:{os.environ['PATH']}"})
        print(run.stdout)
        return run.returncode == 0, sorted(looked_at.read_text().split()) if looked_at.exists() else []

    def fresh_clone(self):
        """Without what was found clean here."""
        shutil.rmtree(self.root / "build/lint/clean", ignore_errors=True)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got}, not {wanted}")


def what_is_looked_at(project):
    expect(project.lint(), (True, project.units), "without a record")
    expect(project.lint(), (True, []), "a second time")
    project.write("src/lehr/two.hpp", "int three();\n")
    expect(project.lint(), (True, ["src/a.cpp"]), "after a change of a header that a header includes")
    project.give_flags("-O2")
    expect(project.lint(), (True, project.units), "after a change of flags")
    (project.home / "version").write_text("15")
    expect(project.lint(), (True, project.units), "by another clang-tidy")
    project.write(".clang-tidy", "Checks: few\n")
    expect(project.lint(), (True, project.units), "after a change of settings")
    project.write("src/b.cpp", "BAD\n")
    expect(project.lint("--record"), (False, ["src/b.cpp"]), "a bad file")
    expect(project.lint(), (False, ["src/b.cpp"]), "a bad file again")
    expect((project.root / "scripts/lint-record").exists(), False, "a record of a bad file")


def what_is_recorded(project):
    project.write("src/b.cpp", "good\n")
    expect(project.lint("--record")[0], True, "a clean tree")
    project.fresh_clone()
    looks = []
    for number in range(8):
        project.commit(f"Commit {number}")
        content, looked_at = project.lint()
        expect(content, True, "a clone with a record")
        looks.append(tuple(looked_at))
        project.fresh_clone()
    if max(map(len, looks)) > 5 or len({name for look in looks for name in look}) < 4:
        sys.exit(f"not a tenth of the recorded files, another one at every commit: {looks}")
    project.write("src/b.cpp", "BAD\n")
    content, looked_at = project.lint()
    expect((content, "src/b.cpp" in looked_at), (False, True), "a file that is not what was recorded")
    project.write("src/b.cpp", "good\n")
    expect(project.lint("src/c.cpp"), (True, ["src/c.cpp"]), "a file that is named")
    project.fresh_clone()
    expect(project.lint("--all"), (True, project.units), "--all")


def what_a_subject_may_be(project):
    for length, wanted in ((72, True), (73, False)):
        project.commit("ü" * length)  # characters, not bytes
        expect(project.lint()[0], wanted, f"a subject of {length} characters")


def what_a_sentence_may_be(project):
    many, more = "word " * 33 + "end", "word " * 34 + "end"
    for comment, wanted in ((f"// {many}.\n", True), (f"// {more}.\n", False), (f"// {many}.\n/// Word {many}.\n", False),
                            (f"// {many}\n//   w = {many}\n// {many}\n", True), (f"int w;  // {many}\nint v;  // {many}\n", True),
                            (f"// {many}: {many}.\n", False), (f"// {many}. {many}! 1 + 2 = 3.\n", True)):
        project.write("src/sentence.hpp", comment)
        expect(project.lint()[0], wanted, f"the sentences of '{comment}'")


def main():
    with tempfile.TemporaryDirectory(prefix="lehr-lint-") as folder:
        project = Project(pathlib.Path(folder))
        what_is_looked_at(project)
        what_is_recorded(project)
        what_a_sentence_may_be(project)
        what_a_subject_may_be(project)
    print("lint looks at what it should")


if __name__ == "__main__":
    main()
