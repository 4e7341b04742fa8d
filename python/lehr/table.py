"""What the compiled module is told of a table that lies in arrays."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _core


def describe_table(features: int, names: Optional[np.ndarray], standardize: Any) -> _core.TableDescription:
    """Columns by their names, or as x1, x2, ... where they have none."""
    table = _core.TableDescription()
    table.has_names = names is not None
    table.columns = [f"x{i + 1}" for i in range(features)] if names is None else [str(name) for name in names]
    table.standardize = bool(standardize)
    return table


def describe_labels(table: _core.TableDescription, column: Any, positive: str, negative: str) -> None:
    """The label column takes its name from pandas, if that is one and no feature has it."""
    name = column if isinstance(column, str) and column else "label"
    while name in table.columns:
        name += "_"
    table.label_column = name
    table.positive = positive
    table.negative = negative
