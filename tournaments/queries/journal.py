"""Journal lines as shown on pages, with the titles of rounds and the current names of players."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.engine.code_labels import Facts
from core.hooks import PartOfJournal
from core.models import JournalEvent
from tournaments import hooks
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.journal_names import Namesake, facts_with_namesake_numbers, namesakes
from tournaments.scopes import cached_for_home


def event_of_line(line: JournalEvent) -> Tournament:
    """Return the event of a line; every line that can be undone has one."""
    assert line.tournament is not None  # noqa: S101 - only called for lines with an event
    return line.tournament


def journal_divisions(event: Tournament) -> list[PartOfJournal]:
    """List the divisions of an event, by which its journal can be filtered."""
    labels = dict(Division.AgeDivision.choices)
    rows = event.divisions.values_list("pk", "age_division")
    return [PartOfJournal(pk, code, str(labels[code])) for pk, code in rows]


def player_names_of_link_lines(lines: Iterable[JournalEvent]) -> dict[int, str]:
    """Map keys of lines written through a personal link to the name of its player, or "" if the player was removed.

    Makes one query, or none if no line was written through a personal link.
    """
    entries = {line.pk: line.facts["by_link"] for line in lines if "by_link" in line.facts}
    if not entries:
        return {}
    names = {entry.pk: str(entry) for entry in Entry.objects.filter(pk__in=set(entries.values()))}
    return {pk: names.get(entry, "") for pk, entry in entries.items()}


def round_titles(event: Tournament) -> Mapping[tuple[int, int], str]:
    """Return the titles of rounds that have one, such as "Final", by division key and round number. Makes one query."""
    return {key: title for find_titles in hooks.round_titles for key, title in find_titles(event).items()}


def facts_of_lines(event: Tournament, lines: Sequence[JournalEvent]) -> dict[int, Mapping[str, object]]:
    """Return the facts of lines as shown on pages, by line key.

    Makes one query if a line refers to a round, and one for `namesakes` unless they are cached.
    """
    titles = round_titles(event) if any(_round_number(line.facts) for line in lines) else {}
    namesakes_of_event = namesakes(event)
    return {line.pk: line_facts(line, titles, namesakes_of_event) for line in lines}


def line_facts(
    line: JournalEvent, titles: Mapping[tuple[int, int], str], shared: tuple[Namesake, ...] = ()
) -> Facts:
    """Return the facts of a line, with its division and the title of its round.

    `titles` are from `round_titles`, and `shared` are the players from `namesakes`.
    """
    division = {"division": line.division.age_division} if line.division else {}
    title = titles.get((line.division_id or 0, _round_number(line.facts)))
    return {
        **division,
        **({"round_title": title} if title else {}),
        **facts_with_namesake_numbers(line, shared),
    }


def _round_number(facts: Mapping[str, Any]) -> int:
    """Return the round number of a line, or of the line that it undoes; 0 if neither has one."""
    undone_facts = facts.get("facts")
    number = facts.get("round") or (undone_facts.get("round") if isinstance(undone_facts, Mapping) else None)
    return number if isinstance(number, int) else 0


class JournalRoundFilter:
    """The filter of an event's journal by round."""

    name, label, everything = "round", _("Round"), _("All rounds")

    def values(self, event: Tournament) -> Sequence[int]:
        """List the numbers of all paired rounds. Cached per process."""
        paired = JournalEvent.objects.filter(
            tournament=event, facts__has_key="seed", kind__startswith="RoundPaired"
        )
        numbers = paired.order_by().values_list("facts__round", flat=True)
        return cached_for_home(event, "journal.rounds", lambda: sorted(set(numbers)))

    def lines(self, value: int) -> Q:
        """Return the condition for the lines of a round and for lines that undo one of them."""
        return Q(facts__round=value) | Q(facts__facts__round=value)
