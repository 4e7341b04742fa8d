"""The man page and the completions of bash, zsh and fish, which are written from the program's help."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "cli" / "pages"
sys.path.insert(0, str(SCRIPTS))
from program_help import read_program  # noqa: E402


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    subprocess.run([sys.executable, "-B", SCRIPTS / "write_pages.py", os.environ["LEHR_PROGRAM"], folder], check=True)
    return folder


@pytest.fixture(scope="module")
def commands():
    return read_program(os.environ["LEHR_PROGRAM"])[1]


def output(*words):
    run = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == "", (words, run.stderr)
    return run.stdout


def completed_by_bash(pages, *words):
    script = (f"source {pages}/lehr.bash; COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; _lehr; "
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return output("bash", "-c", script).split()


def completed_by_fish(pages, line):
    found = output("fish", "--no-config", "-c", f"source {pages}/lehr.fish; complete -C {line!r}")
    return [entry.split("\t")[0] for entry in found.splitlines()]


def test_the_help_is_understood(commands):
    fit = next(command for command in commands if command.name == "fit")
    options = {option.name: option for option in fit.options}
    assert options["--likelihood"].choices == ["logit", "probit"]
    assert options["--prior-variance"].choices == [] and options["--ard"].value_name == ""
    assert options["--config"].takes_file and options["--out"].takes_file and not options["--seed"].takes_file
    assert options["--header"].help.endswith("(default: yes if it holds more than numbers)")
    for command in commands:
        listed = set(re.findall(r"^  (--[a-z-]+)", command.text, re.MULTILINE))
        assert listed == {option.name for option in command.options}


def test_the_man_page_has_every_command_and_option(pages, commands):
    text = re.sub(r"\s+", " ", output("man", "--nj", "--nh", "-l", pages / "lehr.1"))
    for command in commands:
        assert f"lehr {command.name}" in text and command.summary in text
        for option in command.options:
            assert option.name in text and option.help in text, (command.name, option)


def test_bash_completes(pages, commands):
    assert completed_by_bash(pages, "lehr", "f") == ["fit"]
    assert completed_by_bash(pages, "lehr", "fit", "--ker") == ["--kernel"]
    assert completed_by_bash(pages, "lehr", "fit", "--kernel", "matern1") == ["matern12"]
    assert completed_by_bash(pages, "lehr", "fit", "--seed", "") == []
    assert completed_by_bash(pages, "lehr", "reproduce", "fig") == ["figure1", "figure2"]
    for command in commands:
        assert completed_by_bash(pages, "lehr", command.name, "--") == [option.name for option in command.options]


def test_fish_completes(pages, commands):
    assert completed_by_fish(pages, "lehr f") == ["fit"]
    assert completed_by_fish(pages, "lehr fit --kernel matern1") == ["matern12"]
    assert completed_by_fish(pages, "lehr reproduce fig") == ["figure1", "figure2"]
    for command in commands:
        assert set(completed_by_fish(pages, f"lehr {command.name} --")) >= {option.name for option in command.options}


def test_zsh_reads_its_completion(pages, commands):
    output("zsh", "-f", "-n", pages / "_lehr")
    def specs_of(command):
        script = (f"fpath=({pages} $fpath); autoload -Uz compinit; compinit -u -d {pages}/dump; "
                  f"_arguments() {{ print -rl -- \"$@\" }}; words=(lehr {command} ''); CURRENT=3; _lehr")
        return output("zsh", "-f", "-c", script).splitlines()

    specs = specs_of("fit")
    fit = next(command for command in commands if command.name == "fit")
    assert [spec.split("[")[0] for spec in specs[:-1]] == [option.name for option in fit.options]
    assert any(spec.startswith("--likelihood[") and spec.endswith(":(logit probit)") for spec in specs)
    assert "1:EXPERIMENT:(figure1 figure2 table1 predictions)" in specs_of("reproduce")
