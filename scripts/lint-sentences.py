"""Prints every sentence of more than 34 words in the comments of headers, and fails where there is one.
    lint-sentences.py FILE...
A word has a letter in it. A sentence ends at . ? ! or ; before a space, at a colon that ends a line, and where the
comment ends. Lines of formulas, which are indented by three spaces, are left out.
"""

import re
import sys

MOST_WORDS = 34
END = re.compile(r"(?<=[.?!;])\s+|\n")


def comments(text):
    """(line, what it says) of each run of comment lines. A comment behind code begins anew."""
    begin, lines = 0, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        match = re.match(r"(.*?)//[/!<]*(.*)", line)
        if lines and (match is None or match[1].strip()):
            yield begin, lines
            lines = []
        if match is None:
            continue
        begin = begin if lines else number
        said = match[2].rstrip()
        if said.startswith("   ") or not said:
            lines.append("\n")
        else:
            lines.append(said.strip() + ("\n" if said.endswith(":") else ""))


def long_sentences(text):
    for begin, lines in comments(text):
        for sentence in END.split(" ".join(lines)):
            words = [word for word in sentence.split() if re.search(r"[A-Za-z]", word)]
            if len(words) > MOST_WORDS:
                yield begin, len(words), " ".join(words[:8])


status = 0
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        for line, count, start in long_sentences(file.read()):
            print(f"{name}:{line}: a sentence of {count} words: {start} ...", file=sys.stderr)
            status = 1
sys.exit(status)
