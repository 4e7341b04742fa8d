"""The man page lehr(1)."""

DESCRIPTION = """Lehr fits Gaussian process classifiers by exact Bayesian inference: give it a table with a label column, get class
probabilities that carry the full uncertainty of the latent function and of the kernel's parameters. Results go to standard output,
everything else to standard error."""

EXIT_CODES = [("0", "done"), ("1", "the run failed, or an output cannot be written"), ("2", "an impossible option"),
              ("3", "bad, missing or damaged input"), ("130", "interrupted; what was sampled is kept")]


def escaped(text):
    """Text for troff: a backslash or dash is a character, and a line does not begin a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def entry(name, text):
    return [".TP", name, escaped(text)]


def command_part(command):
    lines = [f'.SS "lehr {command.name}"', escaped(command.summary), ".PP", f"\\fB{escaped(command.usage)}\\fR"]
    for heading, options in command.groups.items():
        if heading == "Common options":
            continue
        lines += [".PP", f"{escaped(heading)}:"]
        for option in options:
            lines += entry(f"\\fB{escaped(option.name)}\\fR \\fI{escaped(option.value_name)}\\fR", option.help)
    return [*lines, ".PP", ".nf", ".RS", *[escaped(example) for example in command.examples], ".RE", ".fi"]


def man_page(version, commands):
    lines = [f'.TH LEHR 1 "" "lehr {version}" "User Commands"', ".SH NAME",
             "lehr \\- exact Bayesian inference for Gaussian process classification", ".SH SYNOPSIS",
             "\\fBlehr\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]", ".SH DESCRIPTION", escaped(DESCRIPTION), ".SH COMMANDS"]
    for command in commands:
        lines += command_part(command)
    lines.append(".SH COMMON OPTIONS")
    for option in commands[0].groups["Common options"]:
        lines += entry(f"\\fB{escaped(option.name)}\\fR \\fI{escaped(option.value_name)}\\fR", option.help)
    lines.append(".SH EXIT STATUS")
    for code, meaning in EXIT_CODES:
        lines += entry(f"\\fB{code}\\fR", meaning)
    return "\n".join(lines) + "\n"
