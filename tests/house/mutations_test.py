#!/usr/bin/env python3
"""Every mutation of tests/mutation still applies: its old text stands in its file exactly once."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/mutation"))
from mutations import MUTATIONS  # noqa: E402

bad = [m.name for m in MUTATIONS if (ROOT / "src/lehr" / m.file).read_text(encoding="utf-8").count(m.old) != 1]
for name in bad:
    print(f"this mutation does not apply any more: {name}")
names = [m.name for m in MUTATIONS]
if len(set(names)) != len(names):
    bad.append("two mutations of one name")
print(f"{len(names)} mutations")
sys.exit(1 if bad or not names else 0)
