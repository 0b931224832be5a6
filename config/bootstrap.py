"""Start Stadium from a bare Python 3.11, with the standard library alone."""

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
"""Modules are compiled on first import, as most of them are never imported."""

UV = "uv==0.13.9"

USUAL_HOST = "127.0.0.1"
LOCAL = {USUAL_HOST, "localhost", "::1"}
"""Addresses reachable from this machine only."""

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


def ensure(arguments: list[str]) -> None:
    """Make every command work with any Python. `demo` and `test` always run in .venv, others too if Django is
    missing. Asking for help installs nothing.
    """
    command = arguments[0] if arguments else "help"
    wants_help = bool(HELP & {command, *arguments})
    if find_spec("django") and (command not in {"demo", "test"} or (command == "demo" and wants_help)):
        return
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Stadium needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    if wants_help:
        _explain(command)
    else:
        install("requirements-dev.txt" if command == "test" else "requirements.txt")
    if command == "demo":
        own_database(Path(os.environ.get("STADIUM_VAR") or ROOT / "var"), arguments)
    if command == "test":
        # A file stays with one process, so that what its tests share is made once; browser stories come first.
        if len(arguments) == 1:
            print(LENGTH_OF_THE_TESTS, flush=True)
        shared_out = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
        sys.exit(subprocess.call([str(PYTHON), "-m", "pytest", *shared_out, *arguments[1:]], cwd=ROOT))
    if Path(sys.prefix).resolve() != HOME.resolve():
        try:
            sys.exit(subprocess.call([str(PYTHON), str(ROOT / "manage.py"), *arguments]))
        except KeyboardInterrupt:
            sys.exit(0)


def own_database(folder: Path, arguments: list[str]) -> None:
    """Give the demo a separate database in `folder`, unless DATABASE_URL is set.

    A demo open to other machines never shares the local one's database, whose passwords are in the README.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    name = "demo.sqlite3" if _host(arguments) in LOCAL else "demo-open.sqlite3"
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{(folder / name).as_posix()}")


def _host(arguments: list[str]) -> str:
    """The address given by `--host`, parsed as argparse does; the default without it."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--host", default=USUAL_HOST)
    try:
        return str(parser.parse_known_args(arguments)[0].host)
    except argparse.ArgumentError:
        return USUAL_HOST


def install(requirements: str) -> None:
    """Install `requirements` into .venv, unless that was done before."""
    files = {"requirements.txt", requirements}
    wanted = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in sorted(files))).hexdigest()
    stamp = HOME / f".{requirements}.done"
    if PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not PYTHON.exists():
        print("Making a virtual environment in .venv …", flush=True)
        venv.create(HOME, with_pip=True)
    print(f"Installing {requirements} (once, a minute or two) …", flush=True)
    if not _install_by_uv(requirements):
        subprocess.check_call([str(PYTHON), "-m", "pip", *INSTALL, "-r", requirements], cwd=ROOT)
    stamp.write_text(wanted, encoding="utf-8")


def _install_by_uv(requirements: str) -> bool:
    """Install with uv. False if it fails: uv is five times as fast as pip, but does not support every machine, nor
    certificates configured for pip only.
    """
    run = [str(PYTHON), "-m"]
    wanted = ("uv", "pip", "install", "--quiet", "--python", str(PYTHON), "-r", requirements)
    commands = ([*run, "pip", *INSTALL, UV], [*run, *wanted])
    return all(
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0
        for command in commands
    )


def _explain(command: str) -> None:
    """Print usage and exit, unless .venv can show full help."""
    needed = "requirements-dev.txt" if command == "test" else "requirements.txt"
    if not (
        PYTHON.exists()
        and any((HOME / f".{name}.done").exists() for name in {needed, "requirements-dev.txt"})
    ):
        print(USAGE)
        sys.exit(0)
