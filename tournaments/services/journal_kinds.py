"""Kinds that are not yet classes of `engine.journal.kinds`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import UnionType
from typing import Any, get_args

from tournaments import hooks
from tournaments.engine.journal import kinds as of_engine
from tournaments.engine.journal.facts import COLUMNS, Fact, FactsOf, Plain
from tournaments.engine.journal.kinds import KINDS as KINDS
from tournaments.engine.journal.kinds import Power as Power
from tournaments.engine.journal.kinds import add_undo as add_undo
from tournaments.engine.journal.kinds import at_desk as at_desk
from tournaments.engine.journal.kinds import never as never
from tournaments.engine.journal.kinds import of_group as of_group
from tournaments.engine.journal.kinds import of_topic as of_topic
from tournaments.engine.journal.kinds import reversible as reversible
from tournaments.engine.journal.kinds import sealing as sealing
from tournaments.models import JournalEvent

FactTypes = Mapping[str, type | UnionType]
hooks.fact_keys.update(
    {
        "announcement": "tournaments.Announcement",
        **dict.fromkeys(("entry", "first", "second", "by_entry"), "tournaments.Entry"),
        **dict.fromkeys(("player", "other_player"), "tournaments.Player"),
        "judges": ["tournaments.StaffMember"],
        "left_before": ["tournaments.Entry"],
    }
)
SUBJECTS = {
    "entry": "tournaments.Entry",
    "player": "tournaments.Player",
    "other_player": "tournaments.Player",
}


def JournalKind(  # noqa: N802
    name: str,
    facts: FactTypes,
    *,
    once: Iterable[str] = (),
    causes: Iterable[str] = (),
    undo: Callable[[JournalEvent], None] | None = None,
    **more: Any,
) -> of_engine.JournalKind:
    """A kind whose facts are known by their names."""
    return of_engine.JournalKind(
        name,
        {fact: _fact(name, fact, python, fact in once) for fact, python in facts.items()},
        undo=undo,
        causes=frozenset(causes),
        **more,
    )


def _fact(kind: str, name: str, python: type | UnionType, once: bool) -> Fact:
    types = get_args(python) or (python,)
    if kind == "Undone" and name == "facts":
        return FactsOf(python=types, kind="what")
    known = COLUMNS.get(name, Fact())
    is_subject = name in SUBJECTS and int in types
    return Plain(
        python=tuple(one for one in types if one is not type(None)),
        optional=type(None) in types,
        role=known.role if known.role != "given" else "text",
        sealed=known.sealed,
        left_out=known.left_out,
        model=SUBJECTS[name] if is_subject else "",
        subject=is_subject,
        once=once,
        spec=lambda: hooks.fact_keys.get(f"{kind}.{name}", hooks.fact_keys.get(name)),
    )


def define(*kinds: of_engine.JournalKind) -> None:
    """Add kinds. Two of one name are a bug."""
    for kind in kinds:
        of_engine._add(kind)


def add_undo_by_name(
    name: str, undo: Callable[[JournalEvent], None], *, is_past: Callable[[JournalEvent], bool]
) -> None:
    KINDS[name] = replace(KINDS[name], undo=undo, is_past=is_past)


def require(name: str, facts: Mapping[str, object]) -> None:
    """TypeError where no such kind is defined, or where it has other facts."""
    kind = KINDS.get(name)
    if kind is None:
        raise TypeError(f"No service defines the journal kind {name}.")
    if wrong := kind.facts.keys() ^ set(facts):
        raise TypeError(f"Journal kind {name}: missing or unknown facts {', '.join(sorted(wrong))}.")
    for fact, value in facts.items():
        if not kind.facts[fact].fits(value):
            raise TypeError(f"{name}.{fact} cannot be {value!r:.200}")
