"""Labels of any type, and their way into a run file and back."""

from __future__ import annotations

from typing import Any, List

import numpy as np


def label_text(label: Any) -> str:
    """A label as the run file and the command line write it."""
    return str(label.item() if isinstance(label, np.generic) else label)


def classes_to_json(classes: np.ndarray) -> Any:
    """The classes as JSON holds them. A ValueError for labels that are neither numbers, text nor truth values."""
    values = classes.tolist()
    for value in values:
        if not isinstance(value, (str, int, float, bool)):
            raise ValueError(
                f"a model with labels like {value!r} cannot be saved to a file: use numbers, text or truth values, "
                "or pickle the model"
            )
    return {"dtype": classes.dtype.str, "values": values}


def classes_from_json(stored: Any) -> np.ndarray:
    """The way back."""
    return np.array(stored["values"], dtype=np.dtype(stored["dtype"]))


def classes_from_texts(texts: List[str]) -> np.ndarray:
    """The classes of a run of the command line: whole numbers, numbers or text, whichever fits both."""
    for kind in (int, float):
        try:
            return np.array([kind(text) for text in texts])
        except ValueError:
            continue
    return np.array(texts)

