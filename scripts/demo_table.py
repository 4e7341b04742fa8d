"""Runs `lehr evidence` on the glass data with every likelihood, approximation and estimator that `lehr list` names, and
prints the log evidences side by side. Used by scripts/demo, which gives the program as the only argument."""

import json
import subprocess
import sys

DATA = "data/glass.csv"
VARIANCE, LENGTHSCALE = "15", "3.8"
TRUE_VALUE = "-37.413 ± 0.003"  # for probit, by long runs of two independent programs
COMMAND = ["evidence", DATA, "--variance", VARIANCE, "--lengthscale", LENGTHSCALE]
NOT_OFFERED = 2  # the exit code of a combination that does not exist, such as an evidence of the prior's own


def call(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def names(listing, kind):
    return [entry["name"] for entry in listing.get(kind, [])]


def cell(program, **choices):
    """The log evidence as text, with its standard error where there is one; '-' where it is not offered."""
    options = [word for name, value in choices.items() for word in (f"--{name}", value)]
    result = call(program, *COMMAND, *options, "--format", "json", "--quiet")
    if result.returncode == NOT_OFFERED:
        return "-"
    if result.returncode != 0:
        raise SystemExit(result.stderr)
    answer = json.loads(result.stdout)
    error = answer.get("se_log")
    return f"{answer['log_evidence']:.3f}" + (f" ± {error:.3f}" if error else "")


def main():
    program = sys.argv[1]
    listing = json.loads(call(program, "list", "--format", "json").stdout)
    estimators = ["approximation"] + [name for name in names(listing, "estimators") if name != "approximation"]

    print(f"{DATA}: 214 fragments of glass, 9 measurements of each; 163 come from windows, 51 do not.")
    print("How probable are these labels under a Gaussian process classifier with")
    print(f"variance {VARIANCE} and length-scale {LENGTHSCALE}?")
    print("Log evidence, by every likelihood and approximation (rows) and every estimator (columns):")
    print()
    rows = [["likelihood", "sites from"] + ["own value" if name == "approximation" else name for name in estimators]]
    for likelihood in names(listing, "likelihoods"):
        for approximation in names(listing, "approximations"):
            rows.append([likelihood, approximation] + [
                cell(program, likelihood=likelihood, approximation=approximation, estimator=estimator)
                for estimator in estimators])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  " + "  ".join(text.ljust(width) if column < 2 else text.rjust(width)
                               for column, (text, width) in enumerate(zip(row, widths))))
    print()
    print("'own value' is what an approximation says by itself; it has no error bar and is off by an unknown amount.")
    if len(estimators) > 1:
        print("The other columns correct it by sampling (64 samples) and give their standard error. Above about 0.3, as")
        print("from the prior, a few samples carry all the weight: then neither the value nor its error can be trusted.")
    print(f"For probit, long runs of sampling put the true value at {TRUE_VALUE}.\n")
    print("Try it yourself:")
    print(f"  {program} {' '.join(COMMAND)}")
    print(f"  {program} {' '.join(COMMAND)} --compare")
    print(f"  {program} list")
    print(f"  {program} --help")


if __name__ == "__main__":
    main()
