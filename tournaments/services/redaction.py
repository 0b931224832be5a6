"""Removing a person's name from journal lines, in the only way the triggers allow; seals stay valid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from core.engine.journal.facts import Shape, sealed_part
from core.engine.journal.kinds import line_fact
from core.engine.journal.redaction import Forgotten, line_of_another, line_without
from core.engine.labels import label_of
from core.services.locks import require_transaction
from tournaments.models import Entry, JournalEvent, JournalRedaction, Player, Tournament, User

PEOPLE = Q(kind__startswith="Person")
"""Lines of the installation that name a person."""


def redact(
    event: Tournament | None,
    who: Forgotten,
    *,
    by: User | None,
    at: datetime,
    entries: Collection[int],
    people: Collection[int],
) -> int:
    """Remove a person from the journal of an event, None: of the installation; returns how many lines changed.

    `entries` and `people` are the keys by which lines name the person. RuntimeError if a sealed fact would change.
    """
    return write(event, list(_changed(event, who, set(entries), set(people))), by=by, at=at)


def write(
    event: Tournament | None, changed: Sequence[tuple[int, dict[str, Any]]], *, by: User | None, at: datetime
) -> int:
    """Replace the facts of lines, given by key; returns how many. The caller ensures that no sealed fact changes."""
    require_transaction()
    if not changed:
        return 0
    made = JournalRedaction.objects.create(tournament=event, at=at, by=by, by_name=str(by) if by else "")
    for key, facts in changed:
        JournalEvent.objects.filter(pk=key).update(facts=facts)
    made.done, made.lines = True, len(changed)
    made.save(update_fields=["done", "lines"])
    return len(changed)


def count(
    event: Tournament | None, who: Forgotten, *, entries: Collection[int], people: Collection[int]
) -> int:
    """How many lines `redact` would change."""
    return sum(1 for _line in _changed(event, who, set(entries), set(people)))


def _lines(event: Tournament | None) -> QuerySet[JournalEvent]:
    rows = JournalEvent.objects.filter(tournament=event)
    return rows.filter(PEOPLE) if event is None else rows


def _changed(
    event: Tournament | None, who: Forgotten, entries: set[int], people: set[int]
) -> Iterator[tuple[int, dict[str, Any]]]:
    others = set(event.entries.values_list("pk", flat=True)) - entries if event else set()
    rows = _lines(event).order_by("pk").values_list("pk", "kind", "facts")
    for key, kind, facts in rows.iterator(2000):
        of = line_fact(kind, facts)
        about = _about(facts, of, entries, people, others)
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


def _about(
    facts: Mapping[str, Any], of: Shape, entries: set[int], people: set[int], others: set[int]
) -> bool | None:
    """Whether a line is about this person; False: only about another one; None: unknown, or about a removed entry."""
    subjects = [
        (of.named(name).model, value)
        for name, value in facts.items()
        if of.named(name).subject and isinstance(value, int)
    ]
    if not subjects:
        for name, value in facts.items():
            if isinstance(value, Mapping) and isinstance(inner := of.named(name), Shape):
                return _about(value, inner, entries, people, others)
    of_entries = {key for model, key in subjects if model == label_of(Entry)}
    of_people = {key for model, key in subjects if model == label_of(Player)}
    if of_entries & entries or of_people & people:
        return True
    return False if of_entries & others or of_people else None
