"""The first command on a fresh machine uses only Python's standard library, and help installs nothing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from config import bootstrap

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(tmp_path):
    """Copy the two files that run before any package is installed to a separate folder."""
    (tmp_path / "config").mkdir()
    shutil.copy(ROOT / "manage.py", tmp_path)
    for name in ("__init__.py", "bootstrap.py"):
        shutil.copy(ROOT / "config" / name, tmp_path / "config")
    return tmp_path


def on_a_bare_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py …` with a Python that has no packages, not even pip."""
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
    """The check runs where the requirements are missing, so that nothing is really installed."""
    code = (
        "import sys; sys.path.insert(0, '.'); from config import bootstrap; "
        f"bootstrap.install = lambda name: sys.exit('installs ' + name); bootstrap.ensure_installed([{command!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code], cwd=bare, capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == "installs requirements.txt"


@pytest.mark.parametrize("can", [True, False])
def test_pip_installs_what_uv_cannot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, can: bool) -> None:
    """Use a Python that records what it should run, and is not uv where that is unavailable."""
    python, asked = tmp_path / "python", tmp_path / "asked"
    refuses = "" if can else 'case "$*" in "-m uv "*) exit 2;; esac\n'
    python.write_text(f'#!/bin/sh\necho "$*" >>{asked}\n{refuses}')
    python.chmod(0o755)
    monkeypatch.setattr(bootstrap, "HOME", tmp_path)
    monkeypatch.setattr(bootstrap, "PYTHON", python)
    bootstrap.install("requirements.txt")
    lines = asked.read_text().splitlines()
    assert [line.split()[1] for line in lines] == (["pip", "uv"] if can else ["pip", "uv", "pip"])
    assert lines[-1].endswith("-r requirements.txt")
    bootstrap.install("requirements.txt")
    assert asked.read_text().splitlines() == lines, "once"


def in_the_readme() -> list[list[str]]:
    """Return every command of the README as words, with optional arguments."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    python3? manage\.py (.+?)(?:  +.*)?$", text, re.MULTILINE)
    return [re.sub(r"[\[\]…]", "", line.partition("#")[0]).split() for line in lines]


def test_the_two_commands_of_the_readme_come_first():
    assert in_the_readme()[:2] == [["demo"], ["test"]]
    assert len(in_the_readme()) > 12


@pytest.mark.parametrize("command", sorted({words[0] for words in in_the_readme()}))
def test_help_of_each_command_of_the_readme_makes_no_environment(bare, command):
    done = on_a_bare_python(bare, command, "--help")
    assert done.returncode == 0, done.stderr
    assert "python3 manage.py demo" in done.stdout
    assert {path.name for path in bare.iterdir()} <= {"manage.py", "config"}


@pytest.mark.parametrize("words", in_the_readme(), ids=" ".join)
def test_each_command_of_the_readme_is_one_that_manage_py_accepts(words):
    """`test` is passed to pytest; the others are parsed with the arguments of the README."""
    command, *arguments = words
    if command == "test":
        return
    parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
    given = parser.parse_args([{"N": "1"}.get(word, word) for word in arguments])
    assert given is not None


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["demo"], "demo.sqlite3"),
        (["demo", "--fresh", "--host", "localhost"], "demo.sqlite3"),
        (["demo", "--host", "0.0.0.0"], "demo-open.sqlite3"),
        (["demo", "--host=::", "--port", "8001"], "demo-open.sqlite3"),
        (["demo", "--host"], "demo.sqlite3"),
    ],
)
def test_a_demo_others_can_open_never_shares_its_people_with_one_of_known_passwords(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], name: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", "")  # so that the settings below are reset afterwards
    monkeypatch.delenv("DATABASE_URL")
    bootstrap.use_demo_database(tmp_path, arguments)
    assert Path(os.environ["DATABASE_URL"]).name == name
