"""The first command on a bare machine may use nothing but Python's own library, and help installs nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(tmp_path):
    """The two files that run before any package is there, in a folder of their own."""
    (tmp_path / "config").mkdir()
    shutil.copy(ROOT / "manage.py", tmp_path)
    for name in ("__init__.py", "bootstrap.py"):
        shutil.copy(ROOT / "config" / name, tmp_path / "config")
    return tmp_path


def on_a_bare_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`manage.py …` of a Python that has no package, not even pip."""
    code = f"import sys, runpy; sys.path.insert(0, '.'); sys.argv = ['manage.py', *{arguments!r}]; "
    run = "runpy.run_path('manage.py', run_name='__main__')"
    command = [sys.executable, "-S", "-I", "-c", code + run]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments", [(), ("--help",), ("demo", "--help"), ("test", "-h"), ("serve", "--help"), ("help", "serve")]
)
def test_help_makes_no_environment(bare, arguments):
    done = on_a_bare_python(bare, *arguments)
    assert done.returncode == 0, done.stderr
    assert "python3 manage.py serve" in done.stdout
    assert not (bare / ".venv").exists()


@pytest.mark.parametrize("command", ["demo", "serve", "import_tdf"])
def test_any_command_makes_the_environment(bare, command):
    """Asked where the requirements are missing, so that nothing is really installed."""
    code = (
        "import sys; sys.path.insert(0, '.'); from config import bootstrap; "
        f"bootstrap.install = lambda name: sys.exit('installs ' + name); bootstrap.ensure([{command!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code], cwd=bare, capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == "installs requirements.txt"
