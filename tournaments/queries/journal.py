"""What a line of the journal says of an event: its round, and players by their names of today."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.engine.facts import Facts
from core.hooks import PartOfJournal
from core.models import JournalEvent
from tournaments import hooks
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.journal_names import Namesake, namesakes, numbered_facts
from tournaments.scopes import remembered_of


def event_of(line: JournalEvent) -> Tournament:
    """The event of a line that has one, as all lines that can be undone do."""
    assert line.tournament is not None  # noqa: S101 - asked of lines with an event alone
    return line.tournament


def divisions_of(event: Tournament) -> list[PartOfJournal]:
    """The divisions of an event, by which its journal can be narrowed."""
    labels = dict(Division.AgeDivision.choices)
    rows = event.divisions.values_list("pk", "age_division")
    return [PartOfJournal(pk, code, str(labels[code])) for pk, code in rows]


def link_names(lines: Iterable[JournalEvent]) -> dict[int, str]:
    """The player whose personal link wrote a line, by the key of the line; "" for a player no longer in the event.

    One query, none if no line was written by a personal link.
    """
    wanted = {line.pk: line.facts["by_link"] for line in lines if "by_link" in line.facts}
    if not wanted:
        return {}
    names = {entry.pk: str(entry) for entry in Entry.objects.filter(pk__in=set(wanted.values()))}
    return {pk: names.get(entry, "") for pk, entry in wanted.items()}


def round_titles(event: Tournament) -> Mapping[tuple[int, int], str]:
    """The titles of rounds that have more than a number, by division key and number. One query."""
    return {at: title for find in hooks.round_titles for at, title in find(event).items()}


def facts_of_lines(event: Tournament, lines: Sequence[JournalEvent]) -> dict[int, Mapping[str, object]]:
    """The facts of lines as pages show them, by the key of the line. One query if a line names a round."""
    titles = round_titles(event) if any(_round(line.facts) for line in lines) else {}
    known = namesakes(event)
    return {line.pk: line_facts(line, titles, known) for line in lines}


def line_facts(
    line: JournalEvent, titles: Mapping[tuple[int, int], str], known: tuple[Namesake, ...] = ()
) -> Facts:
    """The facts of a line with division and round title; `titles`: see `round_titles`, `known`: `namesakes`."""
    division = {"division": line.division.age_division} if line.division else {}
    title = titles.get((line.division_id or 0, _round(line.facts)))
    return {**division, **({"round_title": title} if title else {}), **numbered_facts(line, known)}


def _round(facts: Mapping[str, Any]) -> int:
    """The round of a line, or of the line it undoes; 0 for none."""
    inner = facts.get("facts")
    number = facts.get("round") or (inner.get("round") if isinstance(inner, Mapping) else None)
    return number if isinstance(number, int) else 0


class RoundChoice:
    """The filter of an event's journal by round."""

    name, label, everything = "round", _("Round"), _("All rounds")

    def values(self, event: Tournament) -> Sequence[int]:
        """The numbers of all paired rounds. Cached per process."""
        paired = JournalEvent.objects.filter(
            tournament=event, facts__has_key="seed", kind__startswith="RoundPaired"
        )
        numbers = paired.order_by().values_list("facts__round", flat=True)
        return remembered_of(event, "journal.rounds", lambda: sorted(set(numbers)))

    def lines(self, value: int) -> Q:
        return Q(facts__round=value) | Q(facts__facts__round=value)
