"""Fits data/thyroid.csv without every fifth row, predicts and scores those rows, and says what came out; shows why the
probabilities can be trusted: the evidence beneath them, by every method; and writes the HTML report. Used by scripts/demo,
which gives the program as the only argument. Leaves its files in build/demo."""

import json
import pathlib
import subprocess
import sys

DATA = pathlib.Path("data/thyroid.csv")
FOLDER = pathlib.Path("build/demo")
TRAIN, TEST, RUN, REPORT = (FOLDER / name for name in ("train.csv", "test.csv", "thyroid.nc", "thyroid.html"))
FIT = ["fit", str(TRAIN), "--out", str(RUN), "--draws", "500"]
EVIDENCE = ["evidence", "data/glass.csv", "--variance", "15", "--lengthscale", "3.8"]
TRUE_VALUE = "-37.413 ± 0.003"  # by long runs of two independent programs


def call(program, *words, stderr=None):
    """Standard output of a call that must succeed."""
    result = subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, stderr=stderr, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{program} {words[0]} ended with exit code {result.returncode}")
    return result.stdout


def answer(program, *words):
    return json.loads(call(program, *words, "--format", "json", "--quiet", stderr=subprocess.DEVNULL))


def split():
    """Every fifth row is kept back, so that it can be predicted by a model that has not seen it."""
    header, *rows = DATA.read_text(encoding="utf-8").splitlines()
    test = rows[4::5]
    train = [row for number, row in enumerate(rows) if number % 5 != 4]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, part in ((TRAIN, train), (TEST, test)):
        path.write_text("\n".join([header, *part]) + "\n", encoding="utf-8")
    return train, test


def show_predictions(columns, test):
    """The three surest rows and the three least sure ones."""
    truth = [row.rsplit(",", 1)[1] for row in test]
    by_doubt = sorted(range(len(test)), key=lambda row: abs(columns["probability"][row] - 0.5))
    print("     P(abnormal)   90 % interval      predicted  true")
    for row in [*by_doubt[:-4:-1], *by_doubt[2::-1]]:
        interval = f"{columns['lower'][row]:.3f} to {columns['upper'][row]:.3f}"
        mark = "" if columns["label"][row] == truth[row] else "  <- wrong"
        print(f"     {columns['probability'][row]:11.3f}   {interval}   {columns['label'][row]:>9}  {truth[row]:>4}{mark}")


def main():
    program = sys.argv[1]
    sys.stdout.reconfigure(line_buffering=True)  # so that the program's own lines come in between
    train, test = split()
    print(f"1. {DATA}: {len(train) + len(test)} patients, five laboratory tests of each; 1 is an abnormal thyroid, -1 a")
    print(f"   healthy one. {len(test)} of them are kept back. A Gaussian process classifier is fitted to the other {len(train)}.\n")
    print(f"$ lehr {' '.join(FIT)}")
    print(call(program, *FIT, "--overwrite"))

    print(f"2. The {len(test)} patients that the fit has not seen: the three surest predictions, then the three least sure.\n")
    print(f"$ lehr predict {RUN} {TEST}")
    show_predictions(answer(program, "predict", RUN, TEST), test)
    scores = answer(program, "score", RUN, TEST)
    print("\n   Over all of them:\n")
    print(f"$ lehr score {RUN} {TEST}")
    print(f"   {scores['error'] * scores['rows']:.0f} of {scores['rows']} predicted wrongly; log loss "
          f"{scores['log_loss']:.3f} nats (guessing by halves: 0.693), Brier score {scores['brier']:.3f}, AUC {scores['auc']:.3f}\n")

    print("3. What makes it exact: every step of a chain rests on an unbiased estimate of the evidence. Here it is at one")
    print(f"   point of the glass data, by every method; long runs put the true value at {TRUE_VALUE}.\n")
    print(f"$ lehr {' '.join(EVIDENCE)} --compare")
    print(call(program, *EVIDENCE, "--compare", "--quiet", stderr=subprocess.DEVNULL))

    print("4. The whole fit on one page, with the rows that were kept back as its judges.\n")
    print(f"$ lehr report {RUN} --out {REPORT} --test {TEST}")
    print(call(program, "report", RUN, "--out", REPORT, "--test", TEST, "--quiet"))

    print("Try it yourself:")
    print(f"  {program} fit data/glass.csv --out glass.nc")
    print(f"  {program} summary glass.nc")
    print(f"  {program} predict glass.nc data/glass.csv --out predictions.csv")
    print(f"  {program} report glass.nc --out glass.html")
    print(f"  {program} --help")
    print(f"\nThe report of this demo, for a browser: {REPORT.resolve()}")


if __name__ == "__main__":
    main()
