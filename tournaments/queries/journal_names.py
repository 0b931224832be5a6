"""Names in journal lines written before a second player of that name was entered."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.models import JournalEvent
from tournaments.models import Entry, Tournament
from tournaments.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player who shares a name with others in the event. `label` includes the number."""

    entry: int
    name: str
    label: str
    entered_at: datetime


def namesakes(event: Tournament) -> tuple[Namesake, ...]:
    """The players of an event who share their name with another. Cached per process."""
    rows = Entry.objects.filter(tournament=event, namesake__gt=0).order_by("pk")
    return remembered_of(
        event,
        "journal.namesakes",
        lambda: tuple(Namesake(row.pk, row.own_name, str(row), row.created_at) for row in rows),
    )


def numbered_facts(line: JournalEvent, known: tuple[Namesake, ...]) -> dict[str, Any]:
    """The facts of a line with the current numbers of players' names; the stored, sealed line does not change.

    A name without a number is that of the line's entry, else of the only player of that name entered by then.
    """
    facts: dict[str, Any] = line.facts
    if not known:
        return facts
    # The facts within an undo have the names of the step it reverted.
    reverted = line.undoes if "facts" in facts else None
    return _numbered(facts, reverted.at if reverted else line.at, known)


def _numbered(facts: Mapping[str, Any], at: datetime, known: tuple[Namesake, ...]) -> dict[str, Any]:
    own = {one.name: one.label for one in known if one.entry == facts.get("entry")}
    entered: dict[str, list[str]] = {}
    for one in known:
        if one.entered_at <= at:
            entered.setdefault(one.name, []).append(one.label)
    labels = {name: found[0] for name, found in entered.items() if len(found) == 1}

    def renamed(fact: str, value: Any) -> Any:
        if isinstance(value, dict) and fact == "facts":
            return _numbered(value, at, known)
        if isinstance(value, list):
            return [labels.get(one, one) if isinstance(one, str) else one for one in value]
        if not isinstance(value, str):
            return value
        return (own if fact == "name" and own else labels).get(value, value)

    return {fact: renamed(fact, value) for fact, value in facts.items()}
