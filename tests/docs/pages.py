"""The pages of the project."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def all_pages():
    return [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md"), *ROOT.glob("experiments/**/*.md")]
