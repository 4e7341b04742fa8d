"""The posterior of the kernel's parameters in a table."""

from __future__ import annotations

from typing import Any, Dict, Optional

COLUMNS = {
    "mean": "mean",
    "sd": "sd",
    "q5": "5 %",
    "q50": "50 %",
    "q95": "95 %",
    "ess_bulk": "ESS bulk",
    "ess_tail": "ESS tail",
    "rhat": "R-hat",
    "mcse_mean": "MCSE",
}


def _cell(column: str, value: Optional[float]) -> str:
    if value is None:
        return "-"
    if column.startswith("ess"):
        return f"{value:.0f}"
    if column == "rhat":
        return f"{value:.3f}"
    return f"{value:.2g}" if column == "mcse_mean" else f"{value:.4g}"


class Summary(Dict[str, Dict[str, Optional[float]]]):
    """Statistics by parameter: ``summary["lengthscale"]["mean"]``. Prints as a table."""

    def __repr__(self) -> str:
        rows = [["parameter", *COLUMNS.values()]]
        rows += [[name, *(_cell(column, stats[column]) for column in COLUMNS)] for name, stats in self.items()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])
            for row in rows
        ]
        return "\n".join(lines)

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row for each parameter."""
        import pandas

        return pandas.DataFrame.from_dict(self, orient="index", dtype=float)
