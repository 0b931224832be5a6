"""Everything that the documentation names as code exists: files, modules, functions, commands and their options."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.test_architecture import APPS, ROOT

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
ROOMS = (*APPS, "config")
FOLDERS = (*ROOMS, "tests", "templates", "static", "deploy", "benchmarks", "packaging", "docs", ".ci")
"""The first folders of paths in the documentation; other paths are of the machine on which Stadium runs."""

SOURCE = {
    "",
    ".py",
    ".html",
    ".js",
    ".css",
    ".csv",
    ".toml",
    ".txt",
    ".yaml",
    ".conf",
    ".service",
    ".example",
}

CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w./*{},-]+")
SUFFIX = re.compile(r"\.(?:py|js|css|html)$")
FILE = re.compile(r"\.(?:py|js|css|html|csv|sqlite3|env)$")
COMMAND = re.compile(r"manage\.py (\w+)([^`\n]*)")
MODULE = re.compile(r"(?:-m |^)((?:benchmarks|tests|config|pairings)(?:\.\w+)+)")
OPTION = re.compile(r"(?<!\S)\[?(--[a-z][a-z-]*|-[a-zA-Z](?= ))")
PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b(?![.])")
LINK = re.compile(r"\]\(([\w./-]+)(?:#[\w-]+)?\)")

ELSEWHERE = {"reboot", "HUP", "ignore_startup_parameters"}
"""Words of systemd, of signals and of PgBouncer."""

NOT_OF_DJANGO = {"demo", "serve", "test", "help"}
"""Commands that start without Django: `config/bootstrap.py`."""


@dataclass(frozen=True)
class Block:
    """A paragraph, a row of a table or a block of code. `room`: from its section "## room: …", "" outside of one."""

    page: str
    room: str
    text: str

    @property
    def folders(self) -> set[Path]:
        """Return the folders named in it, and those of the files named in it."""
        return {
            path if path.is_dir() else path.parent
            for code in CODE.findall(self.text)
            if PATH.fullmatch(code) and not code.startswith("/")
            for part in spelled_out(code)
            for path in [*ROOT.glob(part.rstrip("/")), *(ROOT / self.room).glob(part.rstrip("/"))]
        }


def blocks(page: Path) -> Iterator[Block]:
    room = ""
    for text in re.split(r"\n\n|\n(?=[|-])", page.read_text(encoding="utf-8")):
        if text.lstrip().startswith("## "):
            title = re.match(r"\s*## (\w+):", text)
            room = title[1] if title and title[1] in ROOMS else ""
        yield Block(page.name, room, text)


def spelled_out(path: str) -> list[str]:
    """Return `services/{tom,prints}.py` as two paths."""
    braces = re.search(r"\{([^{}]*)\}", path)
    if braces is None:
        return [path] if path.strip("/") else []
    return [
        one
        for part in braces[1].split(",")
        for one in spelled_out(path[: braces.start()] + part + path[braces.end() :])
    ]


@cache
def source() -> dict[Path, str]:
    """Return every file of the program except its tests and its documentation."""
    files = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in {".py", ".toml"}]
    for folder in set(FOLDERS) - {"docs"}:
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in SOURCE]
    return {path: path.read_text(encoding="utf-8", errors="ignore") for path in files}


@cache
def words() -> frozenset[str]:
    return frozenset(
        word
        for path, text in source().items()
        if path.name != "test_named_things.py"
        for word in re.findall(r"[A-Za-z_]\w+", text)
    )


def missing_paths(block: Block) -> Iterator[str]:
    """Paths start at the root, in the room of the section, in any room (`services/locks.py`), or in a folder that
    the block names.
    """
    for code in CODE.findall(block.text):
        if not PATH.fullmatch(code) or code.startswith("/"):
            continue
        first = code.split("/")[0]
        if not ("/" in code and first in FOLDERS) and not SUFFIX.search(code):
            continue
        for path in spelled_out(PLACEHOLDER.sub("*", code.rstrip("/"))):
            places = [ROOT, ROOT / block.room]
            if first not in FOLDERS:
                places += [ROOT / room for room in ROOMS] + sorted(block.folders)
            if not any(found for place in places for found in place.glob(path)):
                yield f"{block.page}: {path}"


def missing_names(block: Block) -> Iterator[str]:
    """`module.name` and `Class.name` must be in the same file; of other code, each word must be somewhere in the
    source.
    """
    for code in CODE.findall(block.text):
        if FILE.search(code) or "/" in code:
            continue
        dotted = re.fullmatch(r"(\w+)\.([A-Za-z_]\w*)(?:\(.*\))?", code)
        homes = homes_of(dotted[1]) if dotted else ()
        together = any(re.search(rf"\b{dotted[2]}\b", text) for text in homes) if dotted else True
        if homes and not together and not any(f'"{code}"' in text for text in source().values()):
            yield f"{block.page}: {code}"
        yield from (
            f"{block.page}: {word} of {code}"
            for word in re.findall(r"(?<![\w.-])[A-Za-z_]\w+", code)
            if word not in words() | ELSEWHERE
        )


@cache
def homes_of(name: str) -> tuple[str, ...]:
    """Return the text of modules and classes with this name."""
    modules = (path for path in source() if path.suffix == ".py" and name in (path.stem, path.parent.name))
    classes = (
        path for path, text in source().items() if f"class {name}(" in text or f"class {name}:" in text
    )
    return tuple(source()[path] for path in {*modules, *classes})


def missing_tests(block: Block, arguments: str) -> Iterator[str]:
    """Return missing files and folders of tests that a command names; if it requests slow tests, they must contain
    some.
    """
    for path in re.findall(r"(?<= )tests/[\w/.]+", arguments):
        files = [ROOT / path] if path.endswith(".py") else list((ROOT / path).rglob("test_*.py"))
        if not any(file.exists() for file in files):
            yield f"{block.page}: {path}"
        elif "--slow" in arguments and not any("mark.slow" in file.read_text("utf-8") for file in files):
            yield f"{block.page}: no slow test in {path}"


def missing_commands(block: Block) -> Iterator[str]:
    for line in block.text.splitlines():
        for name, rest in COMMAND.findall(line):
            if name == "test":
                yield from missing_tests(block, rest)
            if name in NOT_OF_DJANGO:
                continue
            app = get_commands().get(name)
            if app is None:
                yield f"{block.page}: {name}"
                continue
            command = load_command_class(app, name) if isinstance(app, str) else app
            offered = command.create_parser("manage.py", name).format_help()
            for option in OPTION.findall(rest.split("  ")[0].split(" #")[0].split("&&")[0]):
                if not re.search(rf"(?<![\w-]){option}(?![\w-])", offered):
                    yield f"{block.page}: {name} {option}"
        for module in MODULE.findall(line):
            path = ROOT / module.replace(".", "/")
            if not path.with_suffix(".py").exists() and not path.is_dir() and "python" in line:
                yield f"{block.page}: python -m {module}"


@pytest.mark.parametrize("missing", [missing_paths, missing_names, missing_commands])
def test_what_the_documentation_names_is_there(missing) -> None:  # type: ignore[no-untyped-def]
    assert [fault for page in PAGES for block in blocks(page) for fault in missing(block)] == []


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CHANGELOG.md"]:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


@pytest.mark.parametrize(
    ("missing", "text"),
    [
        (missing_paths, "`pairings/services/rounds/never.py`"),
        (missing_paths, "`pairings/services/rounds/{rounds,never}.py`"),
        (missing_paths, "`pairings/services/rounds/rounds.py`, its `never.py`"),
        (missing_paths, "`services/never.py`"),
        (missing_names, "`rounds.never_defined`"),
        (missing_names, "`never_defined()`"),
        (missing_commands, "`manage.py never`"),
        (missing_commands, "`manage.py test tests/never`"),
        (missing_commands, "`manage.py test --slow tests/glossary`"),
        (missing_commands, "    python3 manage.py snapshot SLUG --never"),
        (missing_commands, "`python -m benchmarks.never`"),
    ],
)
def test_what_is_missing_is_found(missing, text: str) -> None:  # type: ignore[no-untyped-def]
    assert list(missing(Block("page.md", "pairings", text)))
