"""What a program says of itself in its help, as data: the one source of the man page, the completions and the reference."""

import dataclasses
import re
import subprocess

ENTRY = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
NAMES_OF_FILES = re.compile(r"\.(csv|nc|html)$|^FILE$")


@dataclasses.dataclass
class Option:
    name: str         # "--kernel", or "DATA.csv" for a word without a name
    value_name: str   # "rbf|matern52", "" for a flag
    help: str

    @property
    def is_named(self):
        return self.name.startswith("--")

    @property
    def choices(self):
        """The words to choose from, where the name of its value lists them, or the help of a word without a name: "one: this; two: that"."""
        if not self.is_named:
            return re.findall(r"(?:^|; )([a-z0-9]+): ", self.help)
        words = self.value_name.split("|")
        return words if len(words) > 1 and all(re.fullmatch(r"[a-z0-9]+", word) for word in words) else []

    @property
    def takes_file(self):
        return bool(NAMES_OF_FILES.search(self.value_name if self.is_named else self.name))


@dataclasses.dataclass
class Command:
    name: str
    summary: str
    usage: str
    groups: dict      # heading: [Option]
    examples: list
    text: str         # the help as it is printed

    @property
    def options(self):
        return [option for group in self.groups.values() for option in group if option.is_named]

    @property
    def words(self):
        """What is given without a name, in order."""
        return [option for group in self.groups.values() for option in group if not option.is_named]


def text_of(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def joined(lines):
    return " ".join(line.strip() for line in lines)


def options_in(lines):
    """Entries begin in column 3; what is indented further goes on with the help of the last one."""
    options = []
    for line in lines:
        if entry := ENTRY.match(line):
            name, _, value_name = entry[1].partition(" ")
            options.append(Option(name, value_name, entry[2] or ""))
        else:
            options[-1].help = joined([options[-1].help, line]).strip()
    return options


def read_command(program, name):
    text = text_of(program, name, "--help")
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    groups, examples = {}, []
    for heading, *lines in blocks[2:]:
        if heading == "Examples:":
            examples = [line.strip() for line in lines]
        else:
            groups[heading.rstrip(":")] = options_in(lines)
    return Command(name, joined(blocks[0]), joined(blocks[1]).removeprefix("Usage: "), groups, examples, text)


def read_program(program):
    """The version and the commands."""
    names = re.findall(r"^  ([a-z]+)  ", text_of(program, "--help"), re.MULTILINE)
    return text_of(program, "--version").split()[1], [read_command(program, name) for name in names]
