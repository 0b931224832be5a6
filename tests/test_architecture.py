"""The structure of the project, checked against its source on each run.

Rooms are ordered: core ← tournaments ← registration ← cards ← decks ← drafts ← pairings ← checks ← floor ← api. Inside
a room: engine ← models ← queries ← services ← edges.
"""

import ast
import gc
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests import ROOMS as APPS

ROOT = Path(__file__).resolve().parents[1]

LAYERS = ("engine", "models", "queries", "services", "edges")
"""A module imports only from its layer and those to its left, in its app and in others."""

BESIDE_MODELS = {"hooks", "scopes", "stamps"}
"""Modules that queries and services both use: the hooks of other rooms, and what has changed."""

ENGINE_MAY_IMPORT = (sys.stdlib_module_names - {"gettext", "locale", "sqlite3"}) | {
    "defusedxml",
    "markdown_it",
    "numpy",
    "openpyxl",
    "rapidfuzz",
    "rustworkx",
}
NOT_FOR_ENGINES = {"now", "today", "utcnow", "localtime", "time_ns", "urandom", "token_bytes", "default_rng"}
"""The clock and randomness must be arguments."""

ALWAYS_WRITES = {
    f"{prefix}{name}"
    for name in ("bulk_create", "bulk_update", "get_or_create", "update_or_create")
    for prefix in ("", "a")
}
WRITES_BY_NAMES = {"create", "update", "acreate", "aupdate"}
"""Calls that write if all arguments are keywords: `rows.update(late=True)`, not `words.update(more)`."""

WRITES_BARE = {"save", "delete", "asave", "adelete"}
"""Calls that write if they have no arguments: `entry.save()`, not `workbook.save(stream)` or a form that passes a user.
"""

MAX_FILE = 400
MAX_MODULES = 25
MAX_ROOM = 0.32
"""The largest share of the lines of all rooms."""
LAID_OUT = {".html", ".css", ".js"}
"""Formatters put each element and each declaration on a separate line, so a limit would only push text to the right."""

LEFT_FOR_LATER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
WRITTEN_BY_HAND = {".py", ".html", ".css", ".js", ".md", ".toml", ".txt"}


@dataclass(frozen=True)
class Module:
    """A module with its path from the root and its source."""

    path: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        # What a collection would finalize halfway, such as a browser's greenlet, makes CPython 3.11 miscount its depth.
        gc.disable()
        try:
            return ast.parse(self.source)
        finally:
            gc.enable()

    @property
    def app(self) -> str:
        return self.path.split("/")[0]

    @property
    def layer(self) -> str:
        return _layer(self.path.removesuffix(".py").split("/")[1])

    @property
    def is_migration(self) -> bool:
        return "/migrations/" in self.path


@dataclass(frozen=True)
class Import:
    """One imported name: "tournaments.services.entries" for `from tournaments.services import entries`."""

    line: int
    name: str
    bound_to: str

    @property
    def top(self) -> str:
        return self.name.split(".")[0]

    @property
    def layer(self) -> str:
        return _layer([*self.name.split("."), ""][1])


def _layer(part: str) -> str:
    if part in BESIDE_MODELS:
        return "models"
    return part if part in LAYERS else "edges"


def imports(module: Module) -> Iterator[Import]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, alias.asname or alias.name.split(".")[0])
        elif isinstance(node, ast.ImportFrom):
            package = module.path.split("/")[: -node.level] if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(node.lineno, f"{base}.{alias.name}", alias.asname or alias.name)


def calls(module: Module) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func


def apps_out_of_line(module: Module) -> Iterator[str]:
    outside = {*APPS[APPS.index(module.app) + 1 :], "config"}
    for found in imports(module):
        if found.top in outside:
            yield f"{module.path}:{found.line} imports {found.name}"


def layers_out_of_line(module: Module) -> Iterator[str]:
    for found in imports(module):
        if found.top in APPS and LAYERS.index(found.layer) > LAYERS.index(module.layer):
            yield f"{module.path}:{found.line} ({module.layer}) imports {found.name}"


def engines_not_plain(module: Module) -> Iterator[str]:
    if module.layer != "engine":
        return
    for found in imports(module):
        if found.top not in APPS and found.top not in ENGINE_MAY_IMPORT:
            yield f"{module.path}:{found.line} imports {found.name}"
    for call, method in calls(module):
        if method.attr in NOT_FOR_ENGINES:
            yield f"{module.path}:{call.lineno} asks for {method.attr}()"


def writers_outside_services(module: Module) -> Iterator[str]:
    """List the writes outside of services. Models have their own `save`, and services may name functions freely."""
    if module.layer in ("engine", "models", "services") or module.path.split("/")[1] == "admin.py":
        return
    services = {found.bound_to for found in imports(module) if ".services." in found.name}
    for call, method in calls(module):
        if _writes(call, method.attr) and not _offered(method.value, services):
            yield f"{module.path}:{call.lineno} calls {method.attr}()"


def _writes(call: ast.Call, name: str) -> bool:
    by_names = bool(call.keywords) and not call.args
    signed = any(keyword.arg == "by" for keyword in call.keywords)
    return (
        name in ALWAYS_WRITES
        or (name in WRITES_BY_NAMES and by_names)
        or (name in WRITES_BARE and not call.args and not signed)
    )


def _offered(owner: ast.expr, services: set[str]) -> bool:
    """Return whether a call goes to a service, or to `super()` in a class that is not a model."""
    if isinstance(owner, ast.Call):
        return isinstance(owner.func, ast.Name) and owner.func.id == "super"
    return isinstance(owner, ast.Name) and owner.id in services


def rows_locked_elsewhere(module: Module) -> Iterator[str]:
    """List row locks outside of `services/locks.py`, where each room takes its locks in a documented order."""
    if module.path.endswith("/services/locks.py"):
        return
    for call, method in calls(module):
        if method.attr == "select_for_update":
            yield f"{module.path}:{call.lineno} locks rows"


TABLES = ("engine/tabular.py", "documents/spreadsheets.py", "documents/workbooks.py")
"""The only reader and writer of CSV and XLSX, with limits, encodings, refusals and the guard against formulas."""


def tables_read_or_written_elsewhere(module: Module) -> Iterator[str]:
    for found in imports(module):
        if found.top in ("csv", "openpyxl") and not module.path.endswith(TABLES):
            yield f"{module.path}:{found.line} imports {found.name}"


def journal_or_lock_outside_services(module: Module) -> Iterator[str]:
    if module.layer == "services":
        return
    for found in imports(module):
        if re.search(r"\.services\.(\w+\.)*(journal|list_journal|locks)\b", found.name):
            yield f"{module.path}:{found.line} imports {found.name}"


def room_tests_out_of_line(module: Module, room: str = "") -> Iterator[str]:
    """List tests that import from rooms, or from helpers of rooms, to the right of theirs."""
    room = room or module.path.split("/")[1]
    right = {*APPS[APPS.index(room) + 1 :], "browser"}
    outside = right | {f"tests.{one}" for one in right} | {"tests.config"}
    for found in imports(module):
        if found.top in outside or ".".join(found.name.split(".")[:2]) in outside:
            yield f"{module.path}:{found.line} imports {found.name}"


def helpers_out_of_line(module: Module) -> Iterator[str]:
    """List imports of a room's tests that go through other modules; `conftest.py` belongs to all rooms."""
    seen, ahead = set[str](), [module]
    while ahead:
        names = {part for one in imports(ahead.pop()) for part in (one.name, one.name.rpartition(".")[0])}
        for name in sorted(names & HELPERS.keys() - seen):
            seen.add(name)
            ahead.append(HELPERS[name])
            yield from room_tests_out_of_line(HELPERS[name], module.path.split("/")[1])


RULES = (
    apps_out_of_line,
    layers_out_of_line,
    engines_not_plain,
    writers_outside_services,
    rows_locked_elsewhere,
    tables_read_or_written_elsewhere,
    journal_or_lock_outside_services,
)

MODULES = [
    Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    for app in APPS
    for path in sorted((ROOT / app).rglob("*.py"))
]
HELPERS = {
    re.sub(r"(/__init__)?\.py$", "", name).replace("/", "."): Module(name, path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if (name := path.relative_to(ROOT).as_posix()) != "tests/conftest.py"
}
TESTS = [module for module in HELPERS.values() if module.path.split("/")[1] in APPS]
FILES = sorted(
    path
    for folder in (*APPS, "config", "templates", "static", "tests", "benchmarks", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in WRITTEN_BY_HAND
)


def test_there_is_something_to_prove() -> None:
    assert {module.app for module in MODULES} == set(APPS)
    assert {module.layer for module in MODULES} == set(LAYERS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_keeps(rule) -> None:  # type: ignore[no-untyped-def]
    assert [fault for module in MODULES if not module.is_migration for fault in rule(module)] == []


def test_tests_of_a_room_know_no_room_to_its_right() -> None:
    assert len(TESTS) > 200
    assert [fault for module in TESTS for fault in room_tests_out_of_line(module)] == []
    assert {fault for module in TESTS for fault in helpers_out_of_line(module)} == set()


def test_no_module_imports_itself_through_others() -> None:
    """Only imports at program start count; an import in a function waits until it is called."""
    named = {re.sub(r"(/__init__)?\.py$", "", module.path).replace("/", "."): module for module in MODULES}
    graph: dict[str, set[str]] = {}
    for name, module in named.items():
        start = [ast.unparse(one) for one in module.tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
        found = {one.name for one in imports(Module(module.path, "\n".join(start)))}
        graph[name] = {one if one in named else one.rpartition(".")[0] for one in found} & named.keys()
    TopologicalSorter(graph).prepare()


def test_no_file_is_longer_than_one_can_read() -> None:
    written = [path for path in FILES if path.suffix not in LAID_OUT and path.parent.name != "migrations"]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in written}
    assert {path.relative_to(ROOT).as_posix() for path, n in lengths.items() if n > MAX_FILE} == set()


def test_no_folder_holds_more_than_one_can_overlook() -> None:
    modules = [path for path in FILES if path.suffix == ".py" and path.name != "__init__.py"]
    crowded = {path: n for path, n in Counter(path.parent for path in modules).items() if n > MAX_MODULES}
    assert {path.relative_to(ROOT).as_posix(): n for path, n in crowded.items()} == {}


def test_no_room_outgrows_the_others() -> None:
    lines = Counter[str]()
    for module in MODULES:
        lines[module.app] += 0 if module.is_migration else len(module.source.splitlines())
    assert max(lines.values()) <= MAX_ROOM * lines.total(), lines


def test_nothing_is_left_for_later() -> None:
    left = [path for path in FILES if LEFT_FOR_LATER.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in left] == []


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (apps_out_of_line, "tournaments/views/door.py", "from pairings.services import entries"),
        (apps_out_of_line, "decks/services/lists.py", "import pairings.models.match"),
        (apps_out_of_line, "pairings/tasks.py", "from config.settings import DEBUG"),
        (apps_out_of_line, "tournaments/views/door.py", "def f():\n    import decks.queries"),
        (
            room_tests_out_of_line,
            "tests/decks/services/test_lists.py",
            "from pairings.services import rounds",
        ),
        (room_tests_out_of_line, "tests/decks/services/test_lists.py", "from tests.floor import build"),
        (
            room_tests_out_of_line,
            "tests/decks/views/test_lists.py",
            "from tests.config.addresses.test_urls import PAGES",
        ),
        (helpers_out_of_line, "tests/decks/services/test_lists.py", "from tests.readings import any_of"),
        (layers_out_of_line, "pairings/queries/rounds/match_rows.py", "from pairings.services import rounds"),
        (layers_out_of_line, "pairings/queries/rounds/match_rows.py", "from ...services import rounds"),
        (layers_out_of_line, "pairings/services/rounds/rounds.py", "from core.sentences import say"),
        (layers_out_of_line, "pairings/models/match.py", "import pairings.queries.rounds.match_rows"),
        (layers_out_of_line, "pairings/engine/swiss/core.py", "from tournaments.models import Entry"),
        (engines_not_plain, "decks/engine/pools.py", "from django.db import models"),
        (engines_not_plain, "decks/engine/pools.py", "from gettext import gettext as _"),
        (engines_not_plain, "decks/engine/pools.py", "from datetime import date\nd = date.today()"),
        (writers_outside_services, "decks/views/lists/event_lists.py", "entry.save()"),
        (writers_outside_services, "decks/views/lists/event_lists.py", "entry.save(update_fields=['late'])"),
        (writers_outside_services, "decks/queries.py", "Entry.objects.filter(pk=1).update(late=True)"),
        (writers_outside_services, "decks/forms/lists.py", "Entry.objects.create(player=player)"),
        (writers_outside_services, "decks/documents/list_files.py", "Entry.objects.bulk_create(rows)"),
        (writers_outside_services, "decks/management/commands/tidy.py", "Entry.objects.all().delete()"),
        (
            writers_outside_services,
            "decks/views/lists/event_lists.py",
            "from decks.services import lists\nlists.made().save()",
        ),
        (
            journal_or_lock_outside_services,
            "decks/views/lists/event_lists.py",
            "from core.services import journal",
        ),
        (
            journal_or_lock_outside_services,
            "decks/queries.py",
            "from tournaments.services.locks import division",
        ),
        (
            journal_or_lock_outside_services,
            "decks/views/lists/event_lists.py",
            "from decks.services.lists.list_journal import write",
        ),
        (tables_read_or_written_elsewhere, "decks/engine/lists/files.py", "import csv"),
        (tables_read_or_written_elsewhere, "decks/documents/list_files.py", "from openpyxl import Workbook"),
        (
            rows_locked_elsewhere,
            "decks/services/lists/locking.py",
            "DeckList.objects.select_for_update().get(pk=1)",
        ),
    ],
)
def test_a_planted_fault_is_found(rule, path: str, source: str) -> None:  # type: ignore[no-untyped-def]
    assert list(rule(Module(path, source)))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "pairings/views/rounds/desk.py",
            "from tournaments.services import entries\nentries.save(row, by=user)",
        ),
        ("pairings/services/rounds/rounds.py", "from core.services import journal\nrow.save()"),
        ("pairings/views/rounds/desk.py", "form.save(by=user)"),
        ("pairings/documents/workbook.py", "book.save(stream)"),
        ("pairings/documents/sheet.py", "class Page(Canvas):\n    def save(self):\n        super().save()"),
        (
            "pairings/words/round_words.py",
            "from core import sentences\nsentences.REFUSALS.update(MORE)",
        ),
        ("pairings/engine/swiss/core.py", "import numpy as np\nfrom random import Random\nRandom(seed)"),
        ("pairings/admin.py", "entry.save()"),
        ("tournaments/models/journal.py", "super().save()"),
    ],
)
def test_what_is_allowed_is_not_found(path: str, source: str) -> None:
    assert [fault for rule in RULES for fault in rule(Module(path, source))] == []
