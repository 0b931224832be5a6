"""Compare the startup of `serve` with another checkout: `python -m benchmarks.starting --against FOLDER`.

The checkouts take turns. A copy without byte code, like a fresh clone, serves a new data folder until the front page
has arrived; then it serves another new data folder, now with byte code, and finally the latter folder a second time.
The CPU time of the process is measured. The figures are medians over pairs of turns. PYTHONPATH is passed on, for
packages that only the other checkout needs.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median

TURNS = 3
MAX_RATIOS = {"fresh clone": 1 / 3, "first start": 1 / 3, "second start": 1 / 2}
"""Maximum ratios to the other checkout."""

MAX_SECONDS = 300
HERE = Path(__file__).resolve().parents[1]
NOT_CLONED = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "var")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_cost(root: Path, folder: str) -> float:
    """Start the server and return its CPU time in seconds until the front page has arrived.

    `folder` is its data folder. Exits if the server ends or takes longer than MAX_SECONDS.
    """
    port = free_port()
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    environment = inherited | {"STADIUM_VAR": folder, "VAR_DIR": folder, "BROWSER": "true"}
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL) as server:
        deadline = time.monotonic() + MAX_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=MAX_SECONDS) as page:
                    page.read()
                break
            except urllib.error.URLError:
                if server.poll() is not None or time.monotonic() > deadline:
                    sys.exit(f"no server in {root}")
                time.sleep(0.1)
        fields = Path(f"/proc/{server.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        server.terminate()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def start_costs(root: Path) -> tuple[float, float, float]:
    """Return the costs of a first start without byte code, a first start with byte code, and a second start."""
    with (
        tempfile.TemporaryDirectory() as clones,
        tempfile.TemporaryDirectory() as other_folder,
        tempfile.TemporaryDirectory() as folder,
    ):
        clone = Path(shutil.copytree(root, Path(clones) / "stadium", ignore=NOT_CLONED))
        return start_cost(clone, other_folder), start_cost(clone, folder), start_cost(clone, folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, required=True, help="the folder of another checkout")
    other = parser.parse_args().against.resolve()
    turns = [(start_costs(HERE), start_costs(other)) for _turn in range(TURNS)]
    holds = True
    for index, (name, most) in enumerate(MAX_RATIOS.items()):
        ours, theirs = ([turn[side][index] for turn in turns] for side in (0, 1))
        ratio = median(
            our_seconds / their_seconds for our_seconds, their_seconds in zip(ours, theirs, strict=True)
        )
        holds &= ratio <= most
        verdict = "holds" if ratio <= most else "FAILS"
        print(f"{verdict}  {name:13}{median(ours):7.2f} s{median(theirs):9.2f} s{ratio:8.2f}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
