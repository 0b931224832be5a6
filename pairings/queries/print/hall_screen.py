"""What hangs on the wall of the hall: names and tables, tables still playing, or the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from pairings.engine.clock import Phase, TableClock
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Round
from pairings.queries.reports import clock_page, clocks
from pairings.queries.rounds import rows
from pairings.queries.standings import listings
from tournaments.engine.alphabet import sort_key
from tournaments.models import Tournament

ON_PAGE = 60
SETTLED = 0.5
"""From this share of results on, people have found their seats and the hall asks who still plays."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line on the wall: a name and, right of it, a table, a bye or points. `note`: extra time of a table."""

    name: str
    number: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of the wall. `span` says what of the list is on it, "Ac – Le"."""

    title: str
    span: str
    lines: tuple[Line, ...]


def leaves(event: Tournament, *, division: int | None = None, now: datetime | None = None) -> list[Leaf]:
    """Every page of the wall in turn, none before round 1. Children go by first name and initial.

    Once most results of a round are in, or its time was called, the hall asks who still plays.
    """
    now = now or timezone.now()
    rounds = [one for one in clocks.rounds_on(event) if division in (None, one.division_id)]
    playing = [one for one in rounds if one.state == Round.State.POSTED]
    if not playing:
        return _ranked(event, division)
    drawn = [(round_, rows.match_rows(round_, public=True)) for round_ in playing]
    over = {round_.pk: settled(matches) or _is_over(round_, now) for round_, matches in drawn}
    seated = [row for round_, matches in drawn if not over[round_.pk] for row in matches]
    late = [row for round_, matches in drawn if over[round_.pk] for row in matches]
    return [*_by_name(seated), *_still_playing(late, _notes(event, playing))]


def still_playing(rounds: list[Round]) -> list[Line]:
    """The open tables of posted rounds, with their own end where they have extra time. Three queries a round."""
    if not rounds:
        return []
    matches = [row for round_ in rounds for row in rows.match_rows(round_, public=True)]
    return _open_lines(matches, _notes(rounds[0].division.tournament, rounds))


def with_extra_time(rounds: list[Round]) -> list[Line]:
    """The open tables of posted rounds that have time of their own or a judge at them. One query where none has."""
    notes = _notes(rounds[0].division.tournament, rounds) if rounds else {}
    if not any(notes.values()):
        return []
    matches = [row for round_ in rounds for row in rows.match_rows(round_, public=True)]
    return [line for line in _open_lines(matches, notes) if line.note]


def _is_over(round_: Round, now: datetime) -> bool:
    seen = clocks.state(round_, now)
    return seen is not None and seen.phase is Phase.OVER


def _notes(event: Tournament, playing: list[Round]) -> dict[int, str]:
    """ "until 14:32" for each table with extra time. One query."""
    zone = ZoneInfo(event.timezone)
    return {pk: _note(table, zone) for pk, table in clock_page.of_tables(playing).items()}


def _note(table: TableClock, zone: ZoneInfo) -> str:
    if table.held_since is not None:
        return _("judge at the table")
    ends = table.ends_at() if table.extra else None
    return _("until %(at)s") % {"at": date_format(ends.astimezone(zone), "H:i")} if ends else ""


def settled(matches: Sequence[MatchRow]) -> bool:
    """Whether most results of a round are in."""
    two = [row for row in matches if row.right is not None]
    done = [row for row in two if row.outcome is not Outcome.PENDING]
    return bool(two) and len(done) >= SETTLED * len(two)


def _by_name(matches: Sequence[MatchRow]) -> list[Leaf]:
    sides = [(person, row) for row in matches for person in (row.left, row.right) if person]
    sides.sort(key=lambda side: (*sort_key(side[0].sort_name), side[0].entry_id))
    lines = [(person, Line(person.sort_name, seat(row))) for person, row in sides]
    title = _("find your name, go to your table")
    return [
        Leaf(title, span([person for person, _line in part]), tuple(line for _person, line in part))
        for part in pages(lines)
    ]


def seat(row: MatchRow) -> str:
    """The table of a match, or the word for none."""
    if row.right is None:
        return _("Late") if row.outcome is Outcome.LATE_LOSS else _("Bye")
    return "–" if row.table is None else str(row.table)


def span(people: Sequence[Person]) -> str:
    """The first letters of the first and the last name of a page."""
    first, last = (person.sort_name[:2].strip(",") for person in (people[0], people[-1]))
    return f"{first} – {last}"


def _still_playing(matches: Sequence[MatchRow], notes: Mapping[int, str]) -> list[Leaf]:
    lines = _open_lines(matches, notes)
    found = [Leaf(_("tables still playing"), _numbers(part), tuple(part)) for part in pages(lines)]
    if matches and not found:
        return [Leaf(_("all results are in"), "", ())]
    return found


def _open_lines(matches: Sequence[MatchRow], notes: Mapping[int, str]) -> list[Line]:
    open_ = [row for row in matches if row.outcome is Outcome.PENDING and row.right is not None]
    open_.sort(key=lambda row: (row.table is None, row.table or 0))
    return [
        Line(
            f"{row.left.name} – {row.right.name}" if row.right else "",
            seat(row),
            notes.get(row.match_id, ""),
        )
        for row in open_
    ]


def _numbers(part: Sequence[Line]) -> str:
    return f"{part[0].number} – {part[-1].number}"


def _ranked(event: Tournament, division: int | None) -> list[Leaf]:
    lists = [one for one in listings.of_event(event) if division in (None, one.division.pk)]
    return [leaf for listing in lists for leaf in _list(listing)]


def _list(listing: listings.Listing) -> list[Leaf]:
    tables = rows.standings(listing.division, public=True)
    table = next(
        (one for one in tables if one.age_division == listing.age_division),
        rows.Table(listing.age_division, ()),
    )
    lines = [Line(f"{row.place}. {row.person.name}", str(row.person.points)) for row in table.rows]
    title = ", ".join(part for part in (_whose(listing), _when(listing, table)) if part)
    return [
        Leaf(title, f"{ON_PAGE * number + 1} – {ON_PAGE * number + len(part)}", tuple(part))
        for number, part in enumerate(pages(lines))
    ]


def _whose(listing: listings.Listing) -> str:
    return "" if listing.age_division == "all" else listing.label


def _when(listing: listings.Listing, table: rows.Table) -> str:
    if table.final or not listing.after:
        return _("final standings") if table.final else _("standings")
    return _("standings after round %(round)d") % {"round": listing.after}


Portion = TypeVar("Portion")


def pages(lines: Sequence[Portion]) -> list[Sequence[Portion]]:
    """The lines in portions of one page."""
    return [lines[start : start + ON_PAGE] for start in range(0, len(lines), ON_PAGE)]
