"""Every block of code on the pages of the project is of a kind, and on a page, that a test runs; so none can grow stale unseen."""

import pathlib
import re

from pages import ROOT, all_pages

OPENING = re.compile(r"^ *```+ *(\S*)", re.MULTILINE)
RUN_BY = {  # language: the test that runs it, and the pages where it does
    "console": ("tests/docs/docs_test.py", "README.md docs/*.md"),
    "python": ("python/tests/test_docs.py", "README.md docs/*.md"),
    "cpp": ("tests/package/package_test.py, tests/house/how_to_add_test.py", "README.md docs/how-to-add.md"),
    "r": ("python/tests/test_inference_data.py", "docs/r.md"),
}
RUN_ONCE = {("README.md", "cpp")}  # its test takes one block from the page


def languages(text):
    """Of each block, in order: every second fence closes one."""
    return OPENING.findall(text)[::2]


def problems_of(name, text):
    found = languages(text)
    for language in sorted(set(found)):
        _, pages = RUN_BY.get(language, ("", ""))
        if not any(pathlib.PurePath(name).match(page) and name.count("/") == page.count("/") for page in pages.split()):
            yield f"{name}: no test runs its blocks of {language or 'an unnamed language'}"
        elif (name, language) in RUN_ONCE and found.count(language) > 1:
            yield f"{name}: only one block of {language} is run"


def self_test():
    """What must be seen, and what must not."""
    assert not list(problems_of("docs/faq.md", "```console\n$ true\n```\n\n```python\n```\n"))
    assert list(problems_of("docs/faq.md", "```console\n```\n```cpp\nint x;\n```\n"))
    assert list(problems_of("docs/faq.md", "```\nlehr fit\n```\n")) and list(problems_of("docs/decisions/a.md", "```console\n```\n"))
    assert list(problems_of("README.md", 2 * "```cpp\n```\n")) and not list(problems_of("README.md", "```cpp\n```\n"))


def main():
    self_test()
    pages = all_pages()
    problems = [problem for page in pages for problem in problems_of(str(page.relative_to(ROOT)), page.read_text(encoding="utf-8"))]
    if problems:
        raise SystemExit("\n".join(problems))
    print(f"{len(pages)} pages, every block is run")


if __name__ == "__main__":
    main()
