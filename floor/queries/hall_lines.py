"""Lines of the hall screens: names and tables, tables still playing, the standings.

All screens of a hall show the same lines, so each process caches them until the event changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.models import Draft
from decks.queries.drafts import round_of
from floor.engine.hall_screens import Moment
from pairings.engine.clock import Phase
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow
from pairings.models import Bracket, Round, Stage
from pairings.queries.bracket import brackets, cuts
from pairings.queries.bracket.cuts import Drawn
from pairings.queries.print import public_pairings
from pairings.queries.reports import clock_page, clocks
from pairings.queries.rounds import rows
from pairings.queries.standings import listings
from tournaments.models import Tournament
from tournaments.scopes import remembered_of

SETTLED = 0.5
"""From this share of results on, screens list the tables still playing below the clock."""

ROOMS = (20, 24, 28, 32, 36, 44, 52, 110, 165, 330)
"""Widths, in characters, at which a long line is set smaller, see floor.css; the last four take several rows. No
two names are longer than the last.
"""

FITS, NOTE = 16, 0.75
"""Characters that fit on any line, and the width of a character of a note."""

UNTIL = len("until 14:32")

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a name, and to its right a table, a bye or points.

    `note`: a judge at the table, a record. `until`: when its extra time ends. `sort_name`: the name it is sorted
    by. `place`: the place shown and the subject of its mark.
    """

    name: str
    number: str
    note: str = ""
    sort_name: str = ""
    until: datetime | None = None
    place: tuple[int, str] | None = None

    @property
    def room(self) -> int:
        """One of ROOMS for a long line, else 0."""
        length = len(self.name) + NOTE * (len(self.note) or (UNTIL if self.until else 0))
        return 0 if length <= FITS else next((room for room in ROOMS if length <= room), ROOMS[-1])


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings of one list, with its title."""

    title: str
    lines: tuple[Line, ...]


def rounds_on(event: Tournament, division: int | None) -> list[Round]:
    """The newest posted or closed round of each division, with its clock. Two queries."""
    rounds = remembered_of(event, "hall.rounds", lambda: clocks.rounds_on(event))
    return [round_ for round_ in rounds if division in (None, round_.division_id)]


def playing(event: Tournament, division: int | None) -> list[Round]:
    """The posted rounds among `rounds_on`."""
    return [round_ for round_ in rounds_on(event, division) if round_.state == Round.State.POSTED]


def moment(event: Tournament, division: int | None, now: datetime) -> Moment:
    """The state of the event. Eight queries, and three for each division that drafts."""
    on = playing(event, division)
    drafting = not on and draft(event, division) is not None
    of_divisions = remembered_in_language(event, "hall.bracket", lambda: brackets.of_event(event))
    bracket = any(rows and division in (None, pk) for pk, rows in of_divisions.items())
    if not on:
        return Moment(ranked=bool(_listings(event, division)), bracket=bracket, drafting=drafting)
    readings = [clocks.state(round_, now) for round_ in on]
    newest = max(round_.posted_at or round_.paired_at for round_ in on)
    return Moment(
        posted_for=now - newest,
        timed=any(readings),
        waits=any(
            reading is not None and reading.phase in (Phase.WAITING, Phase.SETUP) for reading in readings
        ),
        in_cut=any(round_.stage.kind != Stage.Kind.SWISS for round_ in on),
        bracket=bracket,
    )


def draft(event: Tournament, division: int | None) -> Draft | None:
    """The newest draft with seats whose round is not posted yet."""

    def seated() -> list[tuple[int, int, int]]:
        rows = Draft.objects.filter(division__tournament=event).exclude(seats=[]).order_by("-pk")
        return [(row.pk, row.division_id, round_of(row)) for row in rows]

    newest = {round_.division_id: round_ for round_ in rounds_on(event, division)}
    for pk, home, number in remembered_in_language(event, "hall.drafts", seated):
        last = newest.get(home)
        if division in (None, home) and (last is None or last.number < number):
            return Draft.objects.select_related("division__tournament").filter(pk=pk).first()
    return None


def names(event: Tournament, division: int | None) -> tuple[Line, ...]:
    """All players of the posted rounds, by name, with table, bye or late loss. One query."""

    def make() -> tuple[Line, ...]:
        lines = []
        for row in public_pairings.names(playing(event, division), public=True):
            if row.opponent is not None:
                number = "–" if row.table is None else str(row.table)
            else:
                number = _("Late") if row.outcome is Outcome.LATE_LOSS else _("Bye")
            lines.append(Line(row.person.sort_name, number, sort_name=row.person.sort_name))
        return tuple(lines)

    return remembered_in_language(event, f"hall.names.{division}", make)


def open_tables(event: Tournament, rounds: Sequence[Round]) -> tuple[Line, ...]:
    """Open tables of posted rounds, with their own end if they have extra time. Three queries a round."""

    def make() -> tuple[Line, ...]:
        lines, clock_of = [], clock_page.of_tables(list(rounds))
        matches = [row for round_ in rounds for row in _matches(event, round_)]
        matches.sort(key=lambda row: (row.table is None, row.table or 0))
        for row in matches:
            if row.outcome is not Outcome.PENDING or row.right is None:
                continue
            own = clock_of.get(row.match_id)
            held = own is not None and own.held_since is not None
            lines.append(
                Line(
                    f"{row.left.name} – {row.right.name}",
                    "–" if row.table is None else str(row.table),
                    note=_("judge at the table") if held else "",
                    until=own.ends_at() if own and own.extra and not held else None,
                )
            )
        return tuple(lines)

    key = ".".join(str(round_.pk) for round_ in rounds)
    return remembered_in_language(event, f"hall.open.{key}", make) if rounds else ()


def is_settled(event: Tournament, round_: Round) -> bool:
    """Whether most results of a round are in."""
    two = [row for row in _matches(event, round_) if row.right is not None]
    done = [row for row in two if row.outcome is not Outcome.PENDING]
    return bool(two) and len(done) >= SETTLED * len(two)


def _matches(event: Tournament, round_: Round) -> list[MatchRow]:
    return remembered_in_language(
        event, f"hall.matches.{round_.pk}", lambda: rows.match_rows(round_, public=True)
    )


def rankings(event: Tournament, division: int | None) -> list[Ranking]:
    """The standings of each list, children by first name and initial. At most six queries a list."""

    def make() -> list[Ranking]:
        rankings = []
        for listing in _listings(event, division):
            tables = {table.age_division: table for table in rows.standings(listing.division, public=True)}
            table = tables.get(listing.age_division, rows.Table(listing.age_division, ()))
            lines = tuple(
                Line(
                    f"{row.place}. {row.person.name}",
                    str(row.person.points),
                    row.person.record,
                    place=(row.place, f"e{row.person.entry_id}") if listing.after else None,
                )
                for row in table.rows
            )
            if table.final:
                title = _("final standings")
            elif listing.after:
                title = _("standings after round %(round)d") % {"round": listing.after}
            else:
                title = _("standings")
            named = listing.age_division != "all" and listing.label
            rankings.append(Ranking(f"{listing.label}, {title}" if named else title, lines))
        return rankings

    return remembered_in_language(event, f"hall.rankings.{division}", make)


def brackets_drawn(event: Tournament, division: int | None) -> list[tuple[Bracket, Drawn]]:
    """All brackets with their boxes, children by first name and initial. At most eight queries a bracket."""

    def make() -> list[tuple[Bracket, Drawn]]:
        drawn, homes = [], {home.pk: home for home in event.divisions.all()}
        for pk, of_division in brackets.of_event(event).items():
            homes[pk].tournament = event
            for bracket in of_division:
                bracket.stage.division = homes[pk]
                drawn.append((bracket, cuts.drawn(bracket, public=True)))
        return sorted(drawn, key=lambda pair: rows.AGE_DIVISION_ORDER.index(pair[0].age_division))

    drawn = remembered_in_language(event, "hall.drawn", make)
    return [pair for pair in drawn if division in (None, pair[0].stage.division_id)]


def _listings(event: Tournament, division: int | None) -> list[listings.Listing]:
    of_event = remembered_in_language(event, "hall.listings", lambda: listings.of_event(event))
    return [listing for listing in of_event if division in (None, listing.division.pk)]


def remembered_in_language(event: Tournament, key: str, make: Callable[[], Made]) -> Made:
    """Cache the result of `make` until the event changes, by language of the page."""
    return remembered_of(event, f"{key}.{get_language()}", make)
