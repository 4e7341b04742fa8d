"""Help, version, `list` and `doctor`."""

import re
import shlex
import subprocess

import pytest
from conftest import DATA, assert_refused
from limits import SANITIZED

COMMANDS = ["fit", "summary", "compare", "predict", "score", "relevance", "report", "cv", "evidence", "simulate", "reproduce", "list", "doctor"]


def test_the_program_alone_prints_help_and_is_a_usage_error(lehr):
    run = lehr()
    assert run.returncode == 2 and run.stdout == "" and "Usage: lehr COMMAND" in run.stderr


def test_the_word_help_will_do(lehr):
    for words, option in [(["help"], ["--help"]), (["help", "fit"], ["fit", "--help"])]:
        answer = lehr(*words)
        assert answer.returncode == 0 and answer.stdout == lehr(*option).stdout
    assert_refused(lehr("help", "fot"), 2, "the command is 'fot'")


def test_help_names_every_command_and_no_other(lehr):
    run = lehr("--help")
    assert run.returncode == 0 and run.stderr == ""
    named = re.findall(r"^  ([a-z]+)  ", run.stdout, re.MULTILINE)
    assert named == COMMANDS


def test_the_version(lehr):
    run = lehr("--version")
    assert run.returncode == 0 and re.fullmatch(r"lehr \d+\.\d+\.\d+\n", run.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_begins_with_a_sentence_and_ends_with_examples_that_work(lehr, command):
    run = lehr(command, "--help")
    assert run.returncode == 0 and run.stderr == ""
    sentence = run.stdout.split("\n\n")[0]
    assert sentence.endswith(".") and sentence[0].isupper()
    for option in ("--seed", "--threads", "--format", "--config", "--quiet", "--help"):
        assert option in run.stdout
    assert max(len(line) for line in run.stdout.split("Examples:")[0].splitlines()) <= 100
    examples = run.stdout.split("Examples:\n")[1].splitlines()
    assert len(examples) >= 2
    if command == "fit" and SANITIZED:
        return  # a whole fit takes long with sanitizers
    (lehr.folder / "data").symlink_to(DATA)
    if command in ("summary", "compare", "predict", "score", "relevance", "report"):
        lehr.fit("data/glass.csv", "glass.nc")  # which the examples of fit would leave
    if command == "compare":
        lehr.fit("data/glass.csv", "rough.nc", "--kernel", "matern12")
    for example in examples:
        script = re.sub(r"\blehr ", lambda _: shlex.quote(lehr.program) + " ", example)
        tried = subprocess.run(["/bin/bash", "-o", "pipefail", "-c", script], cwd=lehr.folder, capture_output=True, text=True)
        assert tried.returncode == 0, (example, tried.stderr)


def test_list_shows_every_choice_with_its_formula(lehr):
    text = lehr("list")
    assert text.returncode == 0 and text.stderr == ""
    choices = lehr.json("list")
    assert {"kernels", "likelihoods", "approximations", "estimators", "samplers"} <= set(choices)
    assert {entry["name"] for entry in choices["kernels"]} >= {"rbf", "matern12", "matern32", "matern52"}
    assert {entry["name"] for entry in choices["likelihoods"]} == {"probit", "logit"}
    assert {entry["name"] for entry in choices["approximations"]} >= {"laplace", "ep", "prior"}
    assert {entry["name"] for entry in choices["samplers"]} >= {"metropolis", "emulator"}
    for entries in choices.values():
        for entry in entries:
            assert entry["description"]
            assert entry["name"] in text.stdout and entry["description"] in text.stdout


def test_every_listed_kernel_and_likelihood_can_be_chosen(lehr, glass):
    choices = lehr.json("list")
    for kernel in choices["kernels"]:
        for likelihood in choices["likelihoods"]:
            words = ("--kernel", kernel["name"], "--likelihood", likelihood["name"], "--estimator", "approximation")
            result = lehr.evidence(glass, 5, 3, *words, "--approximation", "laplace")
            assert (result["kernel"], result["likelihood"]) == (kernel["name"], likelihood["name"])


def test_doctor_knows_build_and_machine(lehr):
    text = lehr("doctor")
    assert text.returncode == 0
    facts = lehr.json("doctor")
    for key in ("version", "commit", "compiler", "eigen", "cpu", "instructions_used", "instructions_present", "threads", "memory", "variances_computed",
                "memory_available", "cli11", "nlohmann_json"):
        assert facts[key], key
        if key != "memory_available":  # it changes from one call to the next
            assert str(facts[key]).split()[0] in text.stdout
    assert lehr("--version").stdout == f"lehr {facts['version']}\n"
    assert int(facts["threads"]) >= 1
    assert facts["variances_computed"] == "5.1e-131 to 7.2e+10"
    assert facts["length-scales_computed"] == "5.1e-131 to 1.9e+130"
    assert facts["problems"] == []
