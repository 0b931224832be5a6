"""Another program could use `core` as it is: it mentions nothing of a tournament except what is listed here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import ForeignKey

CORE = Path(__file__).resolve().parents[2] / "core"
OF_A_TOURNAMENT = re.compile(
    r"(?:^|_)(?:tournament|event|player|entry|entries|round|division|match|matches|pairing|organizer|judge)s?(?:_|$)",
    re.IGNORECASE,
)
OTHER_MEANING = {
    "documents/share_card.py": {"round"},
    "engine/bowl_picture.py": {"round"},
    "engine/journal/redaction.py": {"_match"},
    "engine/listed_lines.py": {"match"},
    "engine/tabular.py": {"match"},
    "percentages.py": {"ROUND_HALF_UP"},
    "stamps/__init__.py": {"match"},
    "templatetags/guide.py": {"match"},
}
"""Matches of patterns and addresses, and rounding."""


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


def foreign_keys() -> set[str]:
    """Return the names by which code reads the foreign keys of core's models, whatever they refer to."""
    fields = [
        field
        for model in apps.get_app_config("core").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
    ]
    return {name for field in fields for name in (field.name, field.attname)}


def test_the_core_names_nothing_of_a_tournament() -> None:
    related = foreign_keys()
    found = {
        path.relative_to(CORE).as_posix(): {
            name
            for name in names(path)
            if OF_A_TOURNAMENT.search(name) and name.partition("__")[0] not in related
        }
        for path in CORE.rglob("*.py")
        if "migrations" not in path.parts
    }
    listed = {path: OTHER_MEANING.get(path, set()) for path in found}
    assert {path: named for path, named in found.items() if named != listed[path]} == {}


def strings(path: Path) -> Iterator[str]:
    """Return all strings except the targets of foreign keys."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    referred = {
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("models.ForeignKey", "models.OneToOneField")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in referred:
            yield node.value


def test_the_core_names_no_other_room_in_a_string() -> None:
    """An exception is the salt of signed cookies, which phones have from before it moved here."""
    rooms = re.compile(r"(?:tournaments|registration|cards|decks|drafts|pairings|checks|floor|api)[.:]\w+")
    found = {
        path.relative_to(CORE).as_posix(): list(filter(rooms.fullmatch, strings(path)))
        for path in CORE.rglob("*.py")
        if "migrations" not in path.parts
    }
    assert {path: labels for path, labels in found.items() if labels} == {"phones.py": ["tournaments.phones"]}
