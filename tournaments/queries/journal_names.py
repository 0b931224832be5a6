"""Names in journal lines written before a second player of that name was entered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.engine.facts import Facts
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


def numbered_facts(line: JournalEvent, shared: tuple[Namesake, ...]) -> Facts:
    """The facts of a line with the current numbers of players' names; the stored, sealed line does not change.

    A name without a number is that of the line's entry, else of the only player of that name entered by then.
    """
    facts: Facts = line.facts
    if not shared:
        return facts
    # The facts within an undo have the names of the step it reverted.
    reverted = line.undoes if "facts" in facts else None
    return _numbered(facts, reverted.at if reverted else line.at, shared)


def _numbered(facts: Facts, at: datetime, shared: tuple[Namesake, ...]) -> Facts:
    own = {entry.name: entry.label for entry in shared if entry.entry == facts.get("entry")}
    entered: dict[str, list[str]] = {}
    for entry in shared:
        if entry.entered_at <= at:
            entered.setdefault(entry.name, []).append(entry.label)
    labels = {name: options[0] for name, options in entered.items() if len(options) == 1}

    def renamed(fact: str, value: Any) -> Any:
        if isinstance(value, dict) and fact == "facts":
            return _numbered(value, at, shared)
        if isinstance(value, list):
            return [labels.get(item, item) if isinstance(item, str) else item for item in value]
        if not isinstance(value, str):
            return value
        return (own if fact == "name" and own else labels).get(value, value)

    return {fact: renamed(fact, value) for fact, value in facts.items()}
