"""Every link between the pages of the project leads somewhere, and every page of docs/ is reached from docs/index.md."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)")
WRITTEN_BY_THE_BUILD = {ROOT / "docs/command-line.md"}


def links_of(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {(page.parent / link).resolve() for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)}


def main():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    broken = [f"{page.relative_to(ROOT)}: {link.relative_to(ROOT)}" for page in pages for link in sorted(links_of(page))
              if not link.exists() and link not in WRITTEN_BY_THE_BUILD]
    linked = links_of(ROOT / "docs/index.md")
    broken += [f"docs/index.md does not lead to {page.name}" for page in ROOT.glob("docs/*.md")
               if page not in linked and page.name != "index.md"]
    if broken:
        raise SystemExit("\n".join(broken))
    print(f"{len(pages)} pages, no broken link")


if __name__ == "__main__":
    main()
