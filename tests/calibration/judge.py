#!/usr/bin/env python3
"""Judges the ranks that scripts/calibrate gathered: one line a setting, exit code 1 if any is not uniform.

    /usr/bin/python3 judge.py FOLDER --worlds R [--record COMMIT] SETTING...

The two checks of each quantity, chi-square in 16 bins and Kolmogorov-Smirnov, have a false-alarm rate of 2e-6 each:
2.8e-4 for all fourteen settings together. Acceptance has to be two thirds of that of a chain without noise.
A setting with fewer than R worlds fails. --record puts the settings, run at this commit, into docs/figures/calibration.csv,
and draws docs/figures/calibration.svg from all that is there.
"""
import argparse
import csv
import dataclasses
import math
import pathlib
import sys

QUANTITIES = ["log_variance", "log_lengthscale", "f_1", "f_2", "log_likelihood"]
RANKS = 64
BINS = 16
LARGEST_Z = 4.61
LARGEST_DISTANCE = 2.63
LEAST_ACCEPTANCE = 2 / 3
RECORD = pathlib.Path(__file__).parents[2] / "docs/figures/calibration.csv"


@dataclasses.dataclass
class Gathered:
    """What the worlds of a setting came to: how often each rank was seen, by quantity. Without noise only acceptance counts."""

    worlds: int
    acceptance: float
    commit: str
    counts: dict[str, list[int]]


def is_noise_free(name):
    return name.startswith("noise-free")


def gather(name, path, commit):
    with open(path, encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    counts = {} if is_noise_free(name) else {q: [0] * RANKS for q in QUANTITIES}
    for quantity, found in counts.items():
        for row in rows:
            found[int(row[quantity])] += 1
    return Gathered(len(rows), sum(float(row["acceptance"]) for row in rows) / len(rows), commit, counts)


def read_record():
    settings = {}
    with open(RECORD, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            setting = settings.setdefault(row["setting"], Gathered(int(row["worlds"]), float(row["acceptance"]), row["commit"], {}))
            if row["quantity"]:
                setting.counts[row["quantity"]] = [int(count) for count in row["counts_of_ranks"].split()]
    return settings


def write_record(settings):
    with open(RECORD, "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["setting", "worlds", "acceptance", "commit", "quantity", "counts_of_ranks"])
        for name, setting in sorted(settings.items()):
            begin = [name, setting.worlds, f"{setting.acceptance:.4f}", setting.commit]
            for quantity, counts in setting.counts.items() or [("", [])]:
                writer.writerow([*begin, quantity, " ".join(map(str, counts))])


def chi_square_z(counts):
    expected = sum(counts) / BINS
    width = RANKS // BINS
    chi = sum((sum(counts[b * width:(b + 1) * width]) - expected) ** 2 / expected for b in range(BINS))
    spread = 2 / (9 * (BINS - 1))
    return ((chi / (BINS - 1)) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def differences(counts):
    """Of the distribution function of the ranks from that of uniform ones, times sqrt(worlds)."""
    below, worlds = 0, sum(counts)
    for rank, found in enumerate(counts):
        below += found
        yield math.sqrt(worlds) * (below / worlds - (rank + 1) / RANKS)


def reference(name):
    kinds = {"logit": "logit-", "prior": "tame-", "laplace": "tame-"}
    kind = next((kinds[kind] for kind in kinds if f"-{kind}-" in name), "")
    return f"noise-free-{kind}{name.rsplit('-', 1)[1]}"


def judge(names, settings, worlds):
    failed = False
    print(f"{'setting':24} {'worlds':>6} {'acceptance':>10} {'noise-free':>10} {'chi-square z':>13} {'distance':>9}")
    for name in names:
        if is_noise_free(name):
            continue
        setting = settings[name]
        z = max(chi_square_z(counts) for counts in setting.counts.values())
        distance = max(abs(d) for counts in setting.counts.values() for d in differences(counts))
        ceiling = settings[reference(name)].acceptance
        complaints = [text for wrong, text in ((setting.worlds < worlds, "TOO FEW WORLDS"),
                                               (z > LARGEST_Z or distance > LARGEST_DISTANCE, "NOT UNIFORM"),
                                               (setting.acceptance < LEAST_ACCEPTANCE * ceiling, "TOO FEW ACCEPTED")) if wrong]
        failed = failed or bool(complaints)
        print(f"{name:24} {setting.worlds:6} {setting.acceptance:10.3f} {ceiling:10.3f} {z:13.2f} {distance:9.2f}  {', '.join(complaints)}".rstrip())
    return failed


def draw(settings, path):
    """The differences of the distribution functions, with the band that 95 % of uniform samples stay in."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "lehr"
    from matplotlib import pyplot

    names = [name for name in sorted(settings) if not is_noise_free(name)]
    figure, axes = pyplot.subplots(len(names), len(QUANTITIES), figsize=(11, 1.2 * len(names)), sharex=True, sharey=True)
    for row, name in enumerate(names):
        for column, quantity in enumerate(QUANTITIES):
            axis = axes[row][column]
            axis.axhspan(-1.36, 1.36, color="0.9")
            axis.axhline(0, color="0.6", linewidth=0.6)
            axis.step(range(RANKS), list(differences(settings[name].counts[quantity])), color="#1f5fa8", linewidth=1)
            axis.set_ylim(-3, 3)
            axis.tick_params(labelsize=6)
            if row == 0:
                axis.set_title({"log_likelihood": "log p(y | f)"}.get(quantity, quantity.replace("_", " ")), fontsize=9)
            if column == 0:
                axis.set_ylabel(name.replace("-", " "), fontsize=7, rotation=0, ha="right", va="center")
    figure.supxlabel("rank of the truth among 63 posterior draws", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--worlds", type=int, required=True)
    parser.add_argument("--record", metavar="COMMIT")
    words = parser.parse_args()
    settings = read_record()  # tells what chains without noise accept, where they are not among the settings
    settings.update({name: gather(name, words.folder / f"{name}.csv", words.record or "") for name in words.settings})
    failed = judge(words.settings, settings, words.worlds)
    if words.record and not failed:
        write_record(settings)
        draw(settings, RECORD.with_suffix(".svg"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
