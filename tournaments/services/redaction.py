"""A person's name out of the lines of the journal, past its triggers by the one way they leave, and no seal breaks."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from core.engine.redaction import Forgotten, line_of_another, line_without
from core.engine.seals import nameless
from core.services.locks import require_transaction
from tournaments.models import JournalEvent, JournalRedaction, Tournament, User

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
    """Take a person out of the journal of an event, None: of the installation; how many lines were changed.

    `entries` and `people` are the keys by which lines name the person. RuntimeError where a sealed fact would change.
    """
    return write(event, list(_changed(event, who, set(entries), set(people))), by=by, at=at)


def write(
    event: Tournament | None, changed: Sequence[tuple[int, dict[str, Any]]], *, by: User | None, at: datetime
) -> int:
    """Give lines, by their keys, the facts they have from now on; how many they are. The caller has left out none that
    a seal covers.
    """
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
    for key, facts in _lines(event).order_by("pk").values_list("pk", "facts").iterator(2000):
        about = _about(facts, entries, people, others)
        without = line_of_another(facts, who) if about is False else line_without(facts, who, own=bool(about))
        if without != facts:
            require_sealed_same(key, facts, without)
            yield key, without


def require_sealed_same(key: int, facts: Mapping[str, Any], without: Mapping[str, Any]) -> None:
    """RuntimeError where a line would lose something that its seal covers."""
    if nameless(without) != nameless(facts):
        raise RuntimeError(f"Line {key} has a sealed fact that names somebody.")


def _about(facts: Mapping[str, Any], entries: set[int], people: set[int], others: set[int]) -> bool | None:
    """Whether a line is about this person; False: about another one alone; None: it does not say, or names an entry
    that was removed.
    """
    inner = facts.get("facts")
    if isinstance(inner, Mapping) and "entry" not in facts and "player" not in facts:
        return _about(inner, entries, people, others)
    if {facts.get("player"), facts.get("other_player")} & people or facts.get("entry") in entries:
        return True
    named = facts.get("entry") in others or isinstance(facts.get("player"), int)
    return False if named else None
