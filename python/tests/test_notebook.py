"""Progress in a real Jupyter kernel, whose cells show what a program writes to stderr."""

import pytest

jupyter_client = pytest.importorskip("jupyter_client", reason="Debian: python3-ipykernel")
PATIENCE = 120  # seconds

CELL = """
import numpy as np
from lehr import GPClassifier, progress
progress.QUIET_SECONDS = 0.0
X = np.arange(60.0)[:, None]
model = GPClassifier(chains=1, warmup=60, draws=3000).fit(X, X[:, 0] % 20 > 9)
print(model.diagnostics_["draws"], "draws")
"""


def run_cell(code):
    """What the cell wrote, by stream."""
    manager, client = jupyter_client.manager.start_new_kernel(kernel_name="python3", startup_timeout=PATIENCE)
    written = {"stdout": "", "stderr": ""}

    def take(message):
        content = message["content"]
        if message["msg_type"] == "stream":
            written[content["name"]] += content["text"]
        elif message["msg_type"] == "error":
            raise AssertionError("\n".join(content["traceback"]))

    try:
        client.execute_interactive(code, output_hook=take, timeout=PATIENCE)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return written


def test_a_cell_shows_one_line_that_is_redrawn():
    written = run_cell(CELL)
    assert written["stdout"] == "3000 draws\n"
    lines = [line for line in written["stderr"].split("\r") if "sampling  [" in line]
    assert len(lines) >= 2
    assert "\n" not in "".join(lines)


def test_a_cell_can_ask_for_silence():
    assert "sampling" not in run_cell(CELL.replace("chains=1", "chains=1, progress=False"))["stderr"]
