"""The tables of docs/paper.md, made from the files in experiments/results. Without an option it tells whether the page has them.

    /usr/bin/python3 experiments/paper_tables.py [--write]

Each table of the page stands between two comments, <!-- from FILE --> and <!-- end -->; --write puts it there anew."""

import argparse
import csv
import pathlib
import re
import statistics

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/paper.md"
RESULTS = ROOT / "experiments/results"
SETS = {"glass": "Glass", "thyroid": "Thyroid", "breast": "Breast", "pima": "Pima", "banknote": "Banknote"}
KERNELS = {"isotropic": "isotropic", "ard": "ARD"}
COLUMNS = {"is-laplace-1": "IS-LA 1", "is-laplace-10": "IS-LA 10", "ais-laplace-1": "AIS-LA 1", "ais-laplace-10": "AIS-LA 10",
           "ghk-1": "GHK 1", "ghk-10": "GHK 10", "ceiling": "no noise", "emulator-10": "emulator 10"}
ESTIMATORS = {"is-laplace": "IS from Laplace", "ais-prior": "AIS from the prior", "ais-laplace": "AIS from Laplace",
              "is-ep": "IS from EP", "ais-ep": "AIS from EP", "ghk": "GHK from EP"}


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def as_table(header, rows):
    lines = ["|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|" for row in [header, *rows]]
    return "\n".join([lines[0], "|---|" + "---:|" * (len(header) - 1), *lines[1:]])


def digits(value):
    if value == "":  # not known
        return "-"
    return f"{float(value):.1f}" if float(value) < 10 else f"{float(value):.0f}"


def table1():
    ours = {(row["set"], row["kernel"], row["column"]): row for row in rows_of(RESULTS / "table1.csv")}
    paper = {(row["set"], row["kernel"], f"{row['estimator']}-laplace-{row['samples']}"): row
             for row in rows_of(ROOT / "experiments/paper_table1.csv")}

    def line(name, cells, key, value, absent):
        return [name] + [value(cells[(*key, column)]) if (*key, column) in cells else absent for column in COLUMNS]

    def rate(cell):
        return f"{float(cell['acceptance']):.1f} ({float(cell['sd']):.1f})"

    rows = []
    for key in [(name, kernel) for name in SETS for kernel in KERNELS]:
        rows.append(line(f"{SETS[key[0]]}, {KERNELS[key[1]]}: acceptance, the paper", paper, key, rate, ""))
        rows.append(line("acceptance, ours", ours, key, rate, "-"))
        rows.append(line("effective draws per 1000 iterations", ours, key, lambda cell: digits(cell["effective_per_1000"]), "-"))
    return as_table(["", *COLUMNS.values()], rows)


def figure2():
    found = {}
    for row in rows_of(RESULTS / "figure2.csv"):
        found.setdefault((int(row["rows"]), row["method"]), []).append((float(row["r"]), float(row["cost_in_choleskys"])))

    def cell(values):
        r = statistics.median(value[0] for value in values)
        cost = statistics.median(value[1] for value in values)
        return f"{'below 0.001' if r < 0.001 else f'{r:.3f}'} (cost {digits(cost)})"

    sizes = sorted({size for size, _ in found})
    return as_table(["n", *ESTIMATORS.values()], [[str(size)] + [cell(found[size, method]) for method in ESTIMATORS] for size in sizes])


def predictions():
    found = {(row["set"], row["method"]): row for row in rows_of(RESULTS / "predictions.csv") if row["score"] == "log loss"}
    sets = [name for name in SETS if any(key[0] == name for key in found)]
    methods = list(dict.fromkeys(method for _, method in found))

    def cell(key):
        if key not in found:
            return "-"
        value, error = float(found[key]["value"]), float(found[key]["error"])
        return f"{value:.3f} ± {error:.3f}" if error >= 0.001 else f"{value:.4f} ± {error:.4f}"

    rows = [[method] + [cell((name, method)) for name in sets] for method in methods]
    return as_table(["", *(SETS[name] for name in sets)], rows)


TABLES = {"table1.csv": table1, "figure2.csv": figure2, "predictions.csv": predictions}


def with_tables(page):
    for name, table in TABLES.items():
        begin, end = f"<!-- from {name} -->\n", "\n<!-- end -->"
        page, count = re.subn(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _, table=table: begin + table() + end, page, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"{PAGE.relative_to(ROOT)} has {count} tables from {name}; there should be one")
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the tables into the page")
    write = parser.parse_args().write
    before = PAGE.read_text(encoding="utf-8")
    after = with_tables(before)
    if write:
        PAGE.write_text(after, encoding="utf-8")
    elif after != before:
        lines = [f"{old}\n  should be\n{new}" for old, new in zip(before.splitlines(), after.splitlines()) if old != new]
        raise SystemExit("\n".join(["docs/paper.md differs from experiments/results (--write mends it):", *lines[:3]]))
    print("docs/paper.md has the tables of experiments/results")


if __name__ == "__main__":
    main()
