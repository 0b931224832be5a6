"""Removing a person's name from journal lines, in the only way the triggers allow; seals stay valid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from core.engine.facts import Facts
from core.engine.journal.facts import Shape, sealed_part
from core.engine.journal.kinds import line_fact
from core.engine.journal.redaction import Forgotten, line_of_another, line_without
from core.models import JournalEvent, JournalRedaction
from core.models.journal import Home
from core.services.locks import require_transaction


@dataclass(frozen=True, slots=True)
class Subjects:
    """The keys by which lines name a person, by model, and those that name others; None: all other keys do."""

    own: Mapping[str, Collection[int]]
    others: Mapping[str, Collection[int] | None]


def redact(
    home: Home | None, who: Forgotten, subjects: Subjects, *, by: Any, at: datetime, lines: Q | None = None
) -> int:
    """Remove a person from a journal, None: of the installation; returns how many lines changed.

    `lines` narrows those that are read. RuntimeError if a sealed fact would change.
    """
    return write(home, list(_changed(home, who, subjects, lines or Q())), by=by, at=at)


def write(home: Home | None, changed: Sequence[tuple[int, Facts]], *, by: Any, at: datetime) -> int:
    """Replace the facts of lines, given by key; returns how many. The caller ensures that no sealed fact changes."""
    require_transaction()
    if not changed:
        return 0
    made = JournalRedaction.objects.create(tournament=home, at=at, by=by, by_name=str(by) if by else "")
    for key, facts in changed:
        JournalEvent.objects.filter(pk=key).update(facts=facts)
    made.done, made.lines = True, len(changed)
    made.save(update_fields=["done", "lines"])
    return len(changed)


def count(home: Home | None, who: Forgotten, subjects: Subjects) -> int:
    """How many lines `redact` would change."""
    return sum(1 for _line in _changed(home, who, subjects, Q()))


def _changed(home: Home | None, who: Forgotten, subjects: Subjects, lines: Q) -> Iterator[tuple[int, Facts]]:
    rows = (
        JournalEvent.objects.filter(lines, tournament=home).order_by("pk").values_list("pk", "kind", "facts")
    )
    for key, kind, facts in rows.iterator(2000):
        of = line_fact(kind, facts)
        about = _about(facts, of, subjects)
        if about is False:
            without = line_of_another(facts, who, of=of)
        else:
            without = line_without(facts, who, of=of, own=bool(about))
        if without != facts:
            require_sealed_same(key, kind, facts, without)
            yield key, without


def require_sealed_same(key: int, kind: str, facts: Mapping[str, Any], without: Mapping[str, Any]) -> None:
    """RuntimeError if a line would lose something that its seal covers."""
    of = line_fact(kind, facts)
    if sealed_part(without, of) != sealed_part(facts, of):
        raise RuntimeError(f"Line {key} has a sealed fact that names somebody.")


def _about(facts: Mapping[str, Any], of: Shape, subjects: Subjects) -> bool | None:
    """Whether a line is about this person; False: only about another one; None: unknown, or about a removed row."""
    keys = [
        (of.named(name).model, value)
        for name, value in facts.items()
        if of.named(name).subject and isinstance(value, int)
    ]
    if not keys:
        for name, value in facts.items():
            if isinstance(value, Mapping) and isinstance(inner := of.named(name), Shape):
                return _about(value, inner, subjects)
    if any(key in subjects.own.get(model, ()) for model, key in keys):
        return True
    for model, key in keys:
        others = subjects.others.get(model, ())
        if others is None or key in others:
            return False
    return None
