"""What of the project is installed, for the wheel (`setup.py`) and the one-file program (`stadium.spec`) alike."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "config",
    "core",
    "tournaments",
    "registration",
    "cards",
    "decks",
    "drafts",
    "pairings",
    "checks",
    "floor",
    "api",
)
DATA_FOLDERS = ("docs", "templates", "static", "locale", *(f"{room}/data" for room in ROOMS))
LEFT_OUT = {".po", ".pyc"}
"""Catalogs are read compiled."""


def packages() -> list[str]:
    """Every package of the rooms, by its folder: "decks/engine/lists"."""
    found = (path.parent.relative_to(ROOT).as_posix() for room in ROOMS for path in _init_files(room))
    return sorted(found)


def modules() -> list[str]:
    """Every module of the rooms, by the name it is imported with: "decks.engine.lists"."""
    files = (path.relative_to(ROOT).with_suffix("") for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(".".join(file.parts).removesuffix(".__init__") for file in files)


def data_files() -> list[str]:
    """Every file that is no Python, by its path: "static/css/stadium.css"."""
    files = (path for folder in DATA_FOLDERS for path in (ROOT / folder).rglob("*"))
    return sorted(
        path.relative_to(ROOT).as_posix() for path in files if path.is_file() and path.suffix not in LEFT_OUT
    )


def data_by_folder() -> dict[str, list[str]]:
    """The same, by the folder they lie in."""
    folders: dict[str, list[str]] = {}
    for name in data_files():
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, []).append(file)
    return folders


def _init_files(room: str) -> list[Path]:
    return list((ROOT / room).rglob("__init__.py"))
