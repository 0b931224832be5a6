"""Lines of the hall screens: names with tables, tables still playing, and standings.

All screens of a hall show the same lines, so each process caches them until the event changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.models import Draft
from decks.queries.drafts import round_of_draft
from floor.engine.hall_screens import Moment
from pairings.engine.clock import Phase
from pairings.engine.display_rows import MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Round, Stage
from pairings.queries import public_pairings
from pairings.queries.bracket import brackets, displayed_brackets
from pairings.queries.bracket.displayed_brackets import DrawnBracket
from pairings.queries.reports import clock_page, clocks
from pairings.queries.rounds import match_rows
from pairings.queries.standings import listings
from pairings.queries.standings.standings_lists import StandingsList, standings_lists
from tournaments.models import Tournament
from tournaments.scopes import cached_for_home

SETTLED_SHARE = 0.5
"""Share of results that must be in before screens list the tables still playing below the clock."""

MAX_LENGTHS = (20, 24, 28, 32, 36, 44, 52, 110, 165, 330)
"""Maximum lengths in characters for the font sizes of long lines in `static/css/wall/lines.css`. The last four sizes
take several rows, and the last one has room for any two names.
"""

MAX_FITTING_LENGTH, NOTE_WIDTH_RATIO = 16, 0.75
"""Number of characters that fit on any line, and the width of a note's character compared to a name's."""

UNTIL_LENGTH = len("until 14:32")

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class HallLine:
    """A line with a name, and to its right a table, a bye or points.

    `note` is "judge at the table" or a record. `until` is the end of the table's extra time. `sort_name` is the name
    by which the line is sorted. `place` is a place in the standings, with the key of its entry.
    """

    name: str
    number: str
    note: str = ""
    sort_name: str = ""
    until: datetime | None = None
    place: tuple[int, str] | None = None

    @property
    def room(self) -> int:
        """The entry of MAX_LENGTHS for a long line, or 0 for a line that fits."""
        length = len(self.name) + NOTE_WIDTH_RATIO * (len(self.note) or (UNTIL_LENGTH if self.until else 0))
        return (
            0
            if length <= MAX_FITTING_LENGTH
            else next((room for room in MAX_LENGTHS if length <= room), MAX_LENGTHS[-1])
        )


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings of one division or age division, with their title."""

    title: str
    lines: tuple[HallLine, ...]


def newest_rounds(event: Tournament, division: int | None) -> list[Round]:
    """List the newest posted or closed round of each division, or only of `division`. Two queries."""
    rounds = cached_for_home(event, "hall.rounds", lambda: clocks.current_rounds(event))
    return [round_ for round_ in rounds if division in (None, round_.division_id)]


def rounds_in_play(event: Tournament, division: int | None) -> list[Round]:
    """List the posted rounds among `newest_rounds`."""
    return [round_ for round_ in newest_rounds(event, division) if round_.state == Round.State.POSTED]


def screen_moment_of_event(event: Tournament, division: int | None, now: datetime) -> Moment:
    """Return the current state of an event for its screens. Eight queries, and three for each division that drafts."""
    rounds = rounds_in_play(event, division)
    is_drafting = not rounds and current_draft(event, division) is not None
    brackets_by_division = cached_for_home_in_language(
        event, "hall.bracket", lambda: brackets.brackets_of_event(event)
    )
    has_bracket = any(
        division_brackets and division in (None, pk) for pk, division_brackets in brackets_by_division.items()
    )
    if not rounds:
        return Moment(
            ranked=bool(_standings_lists(event, division)), bracket=has_bracket, drafting=is_drafting
        )
    readings = [clocks.read_round_clock(round_, now) for round_ in rounds]
    newest_posted_at = max(round_.posted_at or round_.paired_at for round_ in rounds)
    return Moment(
        posted_for=now - newest_posted_at,
        timed=any(readings),
        waits=any(
            reading is not None and reading.phase in (Phase.WAITING, Phase.SETUP) for reading in readings
        ),
        in_cut=any(round_.stage.kind != Stage.Kind.SWISS for round_ in rounds),
        bracket=has_bracket,
    )


def current_draft(event: Tournament, division: int | None) -> Draft | None:
    """Find the newest draft with seats whose round is not posted yet, or None if there is no such draft."""

    def with_seats() -> list[tuple[int, int, int]]:
        drafts = Draft.objects.filter(division__tournament=event).exclude(seats=[]).order_by("-pk")
        return [(draft.pk, draft.division_id, round_of_draft(draft)) for draft in drafts]

    round_by_division = {round_.division_id: round_ for round_ in newest_rounds(event, division)}
    for pk, draft_division, number in cached_for_home_in_language(event, "hall.drafts", with_seats):
        newest_round = round_by_division.get(draft_division)
        if division in (None, draft_division) and (newest_round is None or newest_round.number < number):
            return Draft.objects.select_related("division__tournament").filter(pk=pk).first()
    return None


def name_lines(event: Tournament, division: int | None) -> tuple[HallLine, ...]:
    """List the players of the posted rounds by name, each with a table, a bye or a loss for a late entry. One query."""

    def build_lines() -> tuple[HallLine, ...]:
        lines = []
        for row in public_pairings.pairings_by_player(rounds_in_play(event, division), public=True):
            if row.opponent is not None:
                number = "–" if row.table is None else str(row.table)
            else:
                number = _("Late") if row.outcome is Outcome.LATE_LOSS else _("Bye")
            lines.append(HallLine(row.person.sort_name, number, sort_name=row.person.sort_name))
        return tuple(lines)

    return cached_for_home_in_language(event, f"hall.names.{division}", build_lines)


def open_table_lines(event: Tournament, rounds: Sequence[Round]) -> tuple[HallLine, ...]:
    """List the open tables of posted rounds. Three queries per round.

    A table with extra time has the end of its time, or a note instead while a judge is at the table.
    """

    def build_lines() -> tuple[HallLine, ...]:
        lines, clock_by_match = [], clock_page.extended_table_clocks(list(rounds))
        matches = [row for round_ in rounds for row in _match_rows(event, round_)]
        matches.sort(key=lambda row: (row.table is None, row.table or 0))
        for row in matches:
            if row.outcome is not Outcome.PENDING or row.right is None:
                continue
            clock = clock_by_match.get(row.match_id)
            is_stopped = clock is not None and clock.held_since is not None
            lines.append(
                HallLine(
                    f"{row.left.name} – {row.right.name}",
                    "–" if row.table is None else str(row.table),
                    note=_("judge at the table") if is_stopped else "",
                    until=clock.ends_at() if clock and clock.extra and not is_stopped else None,
                )
            )
        return tuple(lines)

    key = ".".join(str(round_.pk) for round_ in rounds)
    return cached_for_home_in_language(event, f"hall.open.{key}", build_lines) if rounds else ()


def is_round_settled(event: Tournament, round_: Round) -> bool:
    """Return whether at least SETTLED_SHARE of a round's results are in."""
    matches = [row for row in _match_rows(event, round_) if row.right is not None]
    with_result = [row for row in matches if row.outcome is not Outcome.PENDING]
    return bool(matches) and len(with_result) >= SETTLED_SHARE * len(matches)


def _match_rows(event: Tournament, round_: Round) -> list[MatchRow]:
    return cached_for_home_in_language(
        event, f"hall.matches.{round_.pk}", lambda: match_rows.match_rows(round_, public=True)
    )


def rankings(event: Tournament, division: int | None) -> list[Ranking]:
    """List the standings, with children shown by first name and initial. At most six queries per list."""

    def build_rankings() -> list[Ranking]:
        rankings = []
        for listing in _standings_lists(event, division):
            tables = {table.age_division: table for table in standings_lists(listing.division, public=True)}
            table = tables.get(listing.age_division, StandingsList(listing.age_division, ()))
            lines = tuple(
                HallLine(
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
            has_label = listing.age_division != "all" and listing.label
            rankings.append(Ranking(f"{listing.label}, {title}" if has_label else title, lines))
        return rankings

    return cached_for_home_in_language(event, f"hall.rankings.{division}", build_rankings)


def public_brackets(event: Tournament, division: int | None) -> list[tuple[Bracket, DrawnBracket]]:
    """List all brackets with their boxes, with children shown by first name and initial.

    Makes the queries of `displayed_brackets.brackets_of_event_to_display`.
    """
    pairs = [
        (drawn.bracket, drawn)
        for drawn in displayed_brackets.brackets_of_event_to_display(event, public=True)
    ]
    return [pair for pair in pairs if division in (None, pair[0].stage.division_id)]


def _standings_lists(event: Tournament, division: int | None) -> list[listings.StandingsListing]:
    all_listings = cached_for_home_in_language(
        event, "hall.listings", lambda: listings.standings_listings_of_event(event)
    )
    return [listing for listing in all_listings if division in (None, listing.division.pk)]


def cached_for_home_in_language(event: Tournament, key: str, make: Callable[[], Made]) -> Made:
    """Return the result of `make`, cached for the language of the page until the event changes."""
    return cached_for_home(event, f"{key}.{get_language()}", make)
