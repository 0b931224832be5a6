"""Numbers after players' names in journal lines that were written before a namesake was entered."""

from dataclasses import dataclass
from datetime import datetime

from core.engine.code_labels import Facts, replace_codes_by_labels
from core.models import JournalEvent
from core.stamps.memory import cached_until_change
from core.stamps.scopes import home_scope
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player who shares a name with others in the event. `entry` is the key, and `label` the name with its number."""

    entry: int
    name: str
    label: str
    entered_at: datetime


def namesakes(event: Tournament) -> tuple[Namesake, ...]:
    """Return the players of an event who share their name with another. Cached per process."""
    return cached_until_change(
        f"journal.namesakes.{event.pk}",
        # Every change of a name raises this scope; a result does not.
        [home_scope(event.pk)],
        lambda: tuple(
            Namesake(entry.pk, entry.own_name, str(entry), entry.created_at)
            for entry in Entry.objects.filter(tournament=event, namesake__gt=0)
            .only("first_name", "last_name", "namesake", "created_at")
            .order_by("pk")
        ),
    )


def facts_with_namesake_numbers(line: JournalEvent, shared: tuple[Namesake, ...]) -> Facts:
    """Return a line's facts with the current numbers of players' names. The line does not change.

    A name without a number belongs to the line's entry, or else to the only player with that name who had
    been entered when the line was written. `shared` are the players from `namesakes`.
    """
    facts: Facts = line.facts
    if not shared:
        return facts
    # An undo contains the facts of the step that it reverted, with the names of that time.
    reverted = line.undoes if "facts" in facts else None
    return _with_namesake_numbers(facts, reverted.at if reverted else line.at, shared)


def _with_namesake_numbers(facts: Facts, written_at: datetime, shared: tuple[Namesake, ...]) -> Facts:
    """Return facts with the numbers of players' names. `written_at` is when they were written."""
    label_of_entry = {
        namesake.name: namesake.label for namesake in shared if namesake.entry == facts.get("entry")
    }
    labels_by_name: dict[str, list[str]] = {}
    for namesake in shared:
        if namesake.entered_at <= written_at:
            labels_by_name.setdefault(namesake.name, []).append(namesake.label)
    labels = {name: candidates[0] for name, candidates in labels_by_name.items() if len(candidates) == 1}
    own_labels = label_of_entry or labels
    return replace_codes_by_labels(
        facts,
        labels,
        name=own_labels,
        nested=lambda undone_facts: _with_namesake_numbers(undone_facts, written_at, shared),
    )
