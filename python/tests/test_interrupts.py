"""Ctrl-C, other threads, progress."""

import io
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import short_model
from sklearn.exceptions import ConvergenceWarning

from lehr.progress import ProgressLine, duration

# Fits for minutes, unless it is stopped.
ENDLESS = """
    import sys
    import pandas
    from lehr import GPClassifier
    table = pandas.read_csv(sys.argv[1])
    table = pandas.concat([table[:10], table[-10:]])
    X, y = table.drop(columns="label"), table["label"]
    model = GPClassifier(chains=2, warmup=60, draws=300_000, keep_latents=False, progress=True)
    try:
        model.fit(X, y)
    except KeyboardInterrupt:
        print("interrupted after", model.runs_[0].posterior["variance"].shape[1], "draws")
        print("complete:", model.diagnostics_["complete"])
        print("predicts:", model.predict_proba(X[:2]).shape)
"""


def start_endless_fit(table):
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(ENDLESS), str(table)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def read_until(stream, text):
    seen = b""
    while text not in seen:
        more = stream.read1(4096)
        assert more, f"it ended before it said {text}: {seen!r}"
        seen += more


def test_an_interrupt_keeps_what_was_sampled(thyroid_file):
    fit = start_endless_fit(thyroid_file)
    read_until(fit.stderr, b"sampling")
    time.sleep(1)
    fit.send_signal(signal.SIGINT)
    out, err = fit.communicate(timeout=120)
    assert fit.returncode == 0, err.decode()
    lines = out.decode().splitlines()
    assert 0 < int(lines[0].split()[2]) < 300_000
    assert lines[1:] == ["complete: False", "predicts: (2, 2)"]


def test_other_threads_run_meanwhile(thyroid):
    seen = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.005):
            seen.append(time.monotonic())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.monotonic()
    model = short_model().fit(*thyroid)
    end = time.monotonic()
    model.predict_proba(thyroid[0])
    stop.set()
    ticker.join()
    # With the interpreter's lock held, the ticker could not have run more than once at each end.
    assert sum(begin < moment < end for moment in seen) > 10


def test_an_exception_of_a_signal_handler_comes_out():
    class Impatient(Exception):
        pass

    def handler(*_):
        raise Impatient

    previous = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(Impatient):
            short_model(draws=300_000, keep_latents=False).fit(np.arange(20.0)[:, None], np.arange(20) > 9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_one_line_that_is_redrawn_and_cleared(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("lehr.progress.time.monotonic", lambda: now[0])
    stream = Terminal()
    with ProgressLine(None, stream=stream) as line:
        for moment, told in [(1, ("warm-up", 5, 10, None)), (3, ("warm-up", 6, 10, None)), (5, ("warm-up", 8, 10, None))]:
            now[0] = float(moment)
            line.callback(told)
    first, second, cleared, end = stream.getvalue().split("\r")[1:]
    assert first.startswith("warm-up  [##################............]  60 %")
    assert second.rstrip().endswith("80 %  3 s left")  # 30 % took 4 s
    assert cleared.strip() == end == ""


def test_progress_tells_the_time_left_of_the_whole_run_where_it_is_known(monkeypatch):
    monkeypatch.setattr("lehr.progress.QUIET_SECONDS", 0.0)
    stream = Terminal()
    with ProgressLine(None, stream=stream) as line:
        line.callback(("warm-up", 5, 10, 200.0))
    assert "50 %  about 3 min 20 s left" in stream.getvalue()


def test_a_time_limit_keeps_what_was_sampled(thyroid):
    model = short_model(draws=300_000, keep_latents=False, time_limit="1s")
    with pytest.warns(ConvergenceWarning, match=r"the time limit of 1s is reached after \d+ draws? of each chain"):
        model.fit(thyroid[0][::10], thyroid[1][::10])
    assert model.diagnostics_["complete"] is False
    assert 0 < model.runs_[0].posterior["variance"].shape[1] < 300_000
    assert model.get_params()["time_limit"] == "1s"


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "soon", "1h30", [60]])
def test_what_is_no_time_is_refused(thyroid, limit):
    with pytest.raises(ValueError, match="time_limit"):
        short_model(time_limit=limit).fit(*thyroid)


def test_progress_is_silent_where_it_cannot_be_redrawn():
    assert ProgressLine(None, stream=io.StringIO()).callback is None
    assert ProgressLine(False, stream=Terminal()).callback is None
    assert ProgressLine(True, stream=io.StringIO()).callback is not None


def test_durations_are_in_words():
    assert [duration(seconds) for seconds in (3.2, 75, 7500)] == ["3 s", "1 min 15 s", "2 h 5 min"]
