"""The first command on a bare machine may use nothing but Python's own library."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_bootstrap_imports_without_any_package():
    code = "import sys; sys.path.insert(0, '.'); from config import bootstrap; bootstrap.ensure(['check'])"
    subprocess.run([sys.executable, "-S", "-I", "-c", code], cwd=ROOT, check=True)
