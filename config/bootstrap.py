"""Start Stadium from a bare Python 3.11, with only the standard library."""

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
INSTALL = ("install", "--quiet", "--disable-pip-version-check", "--no-compile")
"""Arguments of pip. Modules are not compiled before their first import, since most are never imported."""

UV = "uv==0.13.9"

USUAL_HOST = "127.0.0.1"
LOCAL = {USUAL_HOST, "localhost", "::1"}
"""Addresses that only this machine can reach."""

LENGTH_OF_THE_TESTS = """\
All tests take about an hour of processor time, half of that on two cores. Their progress is shown in per cent.
What this machine lacks (PostgreSQL, Redis, Chromium) is named at the end beside the tests that were skipped for it."""

HELP = {"help", "-h", "--help"}

USAGE = """\
python3 manage.py serve    run your own events on this machine
python3 manage.py demo     look at an event in mid-tournament
python3 manage.py test     run the tests

The first command that does something makes a virtual environment in .venv, once. After that
`python3 manage.py help` lists all commands, and each explains itself with --help."""


def ensure_installed(arguments: list[str]) -> None:
    """Install into .venv what the command needs, and run it there if this process cannot run it.

    Returns if this process can run the command, and otherwise exits with the status of the command. `demo` and
    `test` always run in .venv, other commands only if Django is missing. A request for help installs nothing.
    Exits with a message if Python is too old.
    """
    command = arguments[0] if arguments else "help"
    wants_help = bool(HELP & {command, *arguments})
    if find_spec("django") and (command not in {"demo", "test"} or (command == "demo" and wants_help)):
        return
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Stadium needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    if wants_help:
        _exit_with_usage_unless_installed(command)
    else:
        install("requirements-dev.txt" if command == "test" else "requirements.txt")
    if command == "demo":
        use_demo_database(Path(os.environ.get("STADIUM_VAR") or ROOT / "var"), arguments)
    if command == "test":
        # Tests of one file run in one process and share their fixtures; tests in a browser come first.
        if len(arguments) == 1:
            print(LENGTH_OF_THE_TESTS, flush=True)
        distribution_arguments = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
        sys.exit(
            subprocess.call([str(PYTHON), "-m", "pytest", *distribution_arguments, *arguments[1:]], cwd=ROOT)
        )
    if Path(sys.prefix).resolve() != HOME.resolve():
        try:
            sys.exit(subprocess.call([str(PYTHON), str(ROOT / "manage.py"), *arguments]))
        except KeyboardInterrupt:
            sys.exit(0)


def use_demo_database(folder: Path, arguments: list[str]) -> None:
    """Select a separate database in `folder` for the demo, unless DATABASE_URL is set.

    A demo open to other machines uses a different database from a local demo, whose passwords are in the README.
    """
    # Parse `--host` in the same way as the command does.
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--host", default=USUAL_HOST)
    try:
        host = parser.parse_known_args(arguments)[0].host
    except argparse.ArgumentError:
        host = USUAL_HOST
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    name = "demo.sqlite3" if host in LOCAL else "demo-open.sqlite3"
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{(folder / name).as_posix()}")


def install(requirements: str) -> None:
    """Install `requirements` into .venv, unless they are already installed."""
    files = {"requirements.txt", requirements}
    digest = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in sorted(files))).hexdigest()
    stamp_file = HOME / f".{requirements}.done"
    if PYTHON.exists() and stamp_file.exists() and stamp_file.read_text(encoding="utf-8") == digest:
        return
    if not PYTHON.exists():
        print("Making a virtual environment in .venv …", flush=True)
        venv.create(HOME, with_pip=True)
    print(f"Installing {requirements} (once, a minute or two) …", flush=True)
    # uv is five times as fast as pip, but supports neither every machine nor certificates configured for pip.
    python = [str(PYTHON), "-m"]
    uv_command = ("uv", "pip", "install", "--quiet", "--python", str(PYTHON), "-r", requirements)
    if not all(
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0
        for command in ([*python, "pip", *INSTALL, UV], [*python, *uv_command])
    ):
        subprocess.check_call([*python, "pip", *INSTALL, "-r", requirements], cwd=ROOT)
    stamp_file.write_text(digest, encoding="utf-8")


def _exit_with_usage_unless_installed(command: str) -> None:
    """Print the usage and exit, unless .venv can show the full help of the command."""
    needed = "requirements-dev.txt" if command == "test" else "requirements.txt"
    if not (
        PYTHON.exists()
        and any((HOME / f".{name}.done").exists() for name in {needed, "requirements-dev.txt"})
    ):
        print(USAGE)
        sys.exit(0)
