"""Another program could take `core` as it is: it names nothing of a tournament, but for what is listed here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CORE = Path(__file__).resolve().parents[2] / "core"
OF_A_TOURNAMENT = re.compile(
    r"(?:^|_)(?:tournament|event|player|entry|entries|round|division|match|matches|pairing|organizer|judge)s?(?:_|$)",
    re.IGNORECASE,
)
NOT_YET = {
    "documents/sheet.py": {"division", "event", "round_text"},
    "documents/workbooks.py": {"event"},
    "engine/heads.py": {"division", "event", "round_text"},
    "engine/people.py": {"player_id", "same_player_id"},
    "engine/seals.py": {"division", "event"},
    "engine/snapshots/file.py": {"event"},
    "engine/snapshots/parts.py": {"event"},
    "models/job.py": {"event"},
    "services/jobs/__init__.py": {"event"},
    "tables/long_lists.py": {"PLAYER"},
    "templatetags/style.py": {"_event", "_matches", "division"},
}
"""Names that came with the modules: fields of heads, seals, snapshots and jobs, whose callers are in every room."""

OTHER_MEANING = {
    "engine/journal/redaction.py": {"_match"},
    "engine/tabular.py": {"match"},
    "figures.py": {"ROUND_HALF_UP"},
    "services/jobs/durable_jobs.py": {"Event"},
    "stamps/__init__.py": {"match"},
}
"""Matches of patterns, the event of a thread, rounding."""


def names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def test_the_core_names_nothing_of_a_tournament() -> None:
    found = {
        path.relative_to(CORE).as_posix(): {name for name in names(path) if OF_A_TOURNAMENT.search(name)}
        for path in CORE.rglob("*.py")
        if "migrations" not in path.parts
    }
    listed = {path: NOT_YET.get(path, set()) | OTHER_MEANING.get(path, set()) for path in found}
    assert {path: named for path, named in found.items() if named != listed[path]} == {}


def test_the_core_names_no_other_room_in_a_string() -> None:
    """Foreign keys by name are allowed, and the tables that models had before they came here."""
    rooms = re.compile(r"\"(?:tournaments|cards|decks|drafts|pairings|checks|floor|api)[.:]\w+\"")
    found = {
        path.relative_to(CORE).as_posix(): rooms.findall(path.read_text(encoding="utf-8"))
        for path in CORE.rglob("*.py")
        if "migrations" not in path.parts
    }
    assert {path: labels for path, labels in found.items() if labels} == {}
