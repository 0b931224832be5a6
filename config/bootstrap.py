"""From a bare Python 3.11 to a running Stadium. Uses the standard library alone."""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure(arguments: list[str]) -> None:
    """Make `demo` and `test` work anywhere; leave every other command to the environment it runs in."""
    command = arguments[0] if arguments else ""
    if command not in {"demo", "test"}:
        return
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Stadium needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    install("requirements-dev.txt" if command == "test" else "requirements.txt")
    if command == "demo":
        _own_database()
    if command == "test":
        shared_out = ("-n", "auto", "--maxschedchunk", "1")  # browser stories take a minute, others a moment
        sys.exit(subprocess.call([str(PYTHON), "-m", "pytest", *shared_out, *arguments[1:]], cwd=ROOT))
    if Path(sys.prefix).resolve() != HOME.resolve():
        sys.exit(_call([str(PYTHON), str(ROOT / "manage.py"), *arguments]))


def _own_database() -> None:
    """The demo plays in a database of its own, unless one was chosen."""
    folder = Path(os.environ.get("STADIUM_VAR") or ROOT / "var").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{(folder / 'demo.sqlite3').as_posix()}")


def install(requirements: str) -> None:
    """Install `requirements` into .venv, unless exactly that was done before."""
    wanted = _fingerprint(requirements)
    stamp = HOME / f".{requirements}.done"
    if PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not PYTHON.exists():
        print("Making a virtual environment in .venv …", flush=True)
        venv.create(HOME, with_pip=True)
    print(f"Installing {requirements} (once, a minute or two) …", flush=True)
    subprocess.check_call(
        [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements],
        cwd=ROOT,
    )
    stamp.write_text(wanted, encoding="utf-8")


def _fingerprint(requirements: str) -> str:
    files = {"requirements.txt", requirements}
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in sorted(files))).hexdigest()


def _call(command: list[str]) -> int:
    try:
        return subprocess.call(command, cwd=ROOT)
    except KeyboardInterrupt:
        return 0
