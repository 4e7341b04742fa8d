"""Progress of a long call: one line that is redrawn, on a terminal and in a notebook."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Callable, Optional, TextIO, Tuple, Type

Told = Optional[Tuple[str, float, float, Optional[float]]]  # task, done, total, seconds left where they are known

QUIET_SECONDS = 2.0  # a shorter call shows nothing
BAR_WIDTH = 30


def in_notebook() -> bool:
    """Whether this is a Jupyter kernel, whose output redraws lines as a terminal does."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def is_wanted(choice: Optional[bool], stream: TextIO) -> bool:
    """None: where the line can be redrawn."""
    return (stream.isatty() or in_notebook()) if choice is None else bool(choice)


def duration(seconds: float) -> str:
    """"12 s", "3 min 20 s", "2 h 5 min"."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole // 60 % 60} min"


class ProgressLine:
    """A context manager whose ``callback`` takes what the library tells; None where nothing is to be shown."""

    def __init__(self, choice: Optional[bool], prefix: str = "", stream: Optional[TextIO] = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._wanted = is_wanted(choice, self._stream)
        self._prefix = prefix
        self._begin = time.monotonic()
        self._task = ""
        self._task_begin = self._begin
        self._task_share = 0.0  # done when the task was first seen
        self._width = 0

    @property
    def callback(self) -> Optional[Callable[[Told], None]]:
        return self._show if self._wanted else None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()

    def _show(self, told: Told) -> None:
        if told is None:
            return
        now = time.monotonic()
        task, done, total, left = told
        share = done / total if total else 0.0
        if task != self._task:
            self._task, self._task_begin, self._task_share = task, now, share
        if now - self._begin >= QUIET_SECONDS:
            self._write(self._line(share, left, now))

    def _line(self, share: float, left: Optional[float], now: float) -> str:
        filled = int(BAR_WIDTH * share)
        text = f"{self._prefix}{self._task}  [{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {int(100 * share):3d} %"
        if left is not None:
            return f"{text}  about {duration(left)} left"
        gained = share - self._task_share
        if gained <= 0 or share >= 1:
            return text
        return f"{text}  {duration((now - self._task_begin) * (1 - share) / gained)} left"

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = max(self._width, len(text))
