"""Which sheets there are to print, and how long they get."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Length
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.models import Bracket, Match, Round, Seat
from tournaments.models import Division, Teammate, Tournament
from tournaments.queries.team_entries import takes_teams

LARGE = 300
"""Matches in a round from which a sheet takes seconds."""

ROWS, SLIPS, SMALL_SLIPS, BOXES = 34, 4, 5, 8
LONG_NAME = 28
"""Letters, of usual width, of a name that stands in a box of the bracket that no other has to make room for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One sheet of the print page. `ready` is False where there is nothing on it yet; `length` says how much."""

    name: str
    title: str
    text: str
    length: str
    ready: bool
    look: str = "list"


def sheets(event: Tournament, divisions: Collection[Division], rounds: Collection[Round]) -> list[Offer]:
    """Everything that can be printed of some divisions and rounds, in the order of a round's life. Four queries."""
    return list(_offers(event, divisions, rounds))


def is_ready(
    name: str, event: Tournament, divisions: Collection[Division], rounds: Collection[Round]
) -> bool:
    """Whether there is something on this sheet; also where it is none that the page offers. One to four queries."""
    return next((offer.ready for offer in _offers(event, divisions, rounds) if offer.name == name), True)


def _offers(event: Tournament, divisions: Collection[Division], rounds: Collection[Round]) -> Iterator[Offer]:
    """Each group asks when it is come to."""
    yield from _of_rounds(rounds, seated_in_teams(event, rounds))
    yield from _of_teams(event, rounds)
    entered = _entered(event)
    yield from _of_divisions(divisions, entered)
    yield from _before(entered)


@dataclass(frozen=True, slots=True)
class _Entered:
    """Players of one division: all, and the seats they need at the player meeting."""

    players: int
    seats: int


def _entered(event: Tournament) -> dict[int, _Entered]:
    """By division. Those who are checked in sit down, all while nobody is. One query."""
    playing = Q(dropped_in=None, disqualified=False)
    rows = (
        event.entries.order_by()
        .values("division")
        .annotate(
            players=Count("pk"), left=Count("pk", filter=playing), here=Count("checked_in_at", filter=playing)
        )
    )
    return {row["division"]: _Entered(row["players"], row["here"] or row["left"]) for row in rows}


def seated_in_teams(event: Tournament, rounds: Collection[Round]) -> QuerySet[Teammate]:
    """The players of the teams that sit in these rounds; nobody where players enter alone."""
    if not takes_teams(event) or not rounds:
        return Teammate.objects.none()
    return Teammate.objects.filter(entry__in=Seat.objects.filter(round__in=rounds).values("entry"))


def _of_rounds(rounds: Collection[Round], players: QuerySet[Teammate]) -> Iterator[Offer]:
    """`players`: those of teams, who stand on the wall beside their team."""
    counts = _counts(rounds)
    matches, alone, missing = counts["matches"], counts["alone"], counts["missing"]
    drawn = bool(rounds)
    names = 2 * matches + alone + players.count()
    yield Offer(
        "names",
        _("Pairings by name"),
        _("For the wall: every player with table and opponent."),
        ngettext("%(count)d name", "%(count)d names", names) % {"count": names},
        drawn,
        "two",
    )
    yield Offer(
        "tables",
        _("Pairings by table"),
        _("For staff: table by table with points and room for the result."),
        pages(ceil((matches + alone) / ROWS)),
        drawn,
    )
    yield Offer(
        "slips",
        _("Match slips"),
        _("Four to a page. Cut along the lines and lay the stacks on one another."),
        pages(ceil(matches / SLIPS)),
        matches > 0,
        "slips",
    )
    yield Offer(
        "slips5",
        _("Match slips, five to a page"),
        _("The same slips on a fifth less paper, with less room to sign."),
        pages(ceil(matches / SMALL_SLIPS)),
        matches > 0,
        "slips",
    )
    yield Offer(
        "open",
        _("Slips of open tables"),
        _("Only the matches without a result."),
        ngettext("%(count)d match", "%(count)d matches", missing) % {"count": missing},
        missing > 0,
        "slips",
    )
    yield Offer(
        "playing",
        _("Open tables"),
        _("Tables without a result, those over time first, empty seats, players not checked in"),
        ngettext("%(count)d table", "%(count)d tables", missing) % {"count": missing},
        missing > 0 and any(one.state == Round.State.POSTED for one in rounds),
    )


def _of_teams(event: Tournament, rounds: Collection[Round]) -> Iterator[Offer]:
    """Where teams may enter, one query more."""
    if not takes_teams(event):
        return
    teams = event.entries.filter(teammates__isnull=False).distinct().count()
    yield Offer(
        "teams",
        _("Pairings of teams"),
        _("For the wall: every table with both teams and who sits at A and B."),
        ngettext("%(count)d team", "%(count)d teams", teams) % {"count": teams},
        bool(rounds) and teams > 0,
    )


def _counts(rounds: Collection[Round]) -> dict[str, int]:
    rows = Match.objects.filter(round__in=rounds)
    return rows.aggregate(
        matches=Count("id", filter=Q(right__isnull=False)),
        alone=Count("id", filter=Q(right__isnull=True)),
        missing=Count("id", filter=Q(outcome="pending")),
    )


def _of_divisions(divisions: Collection[Division], entered: dict[int, _Entered]) -> Iterator[Offer]:
    players = sum(entered[one.pk].players for one in divisions if one.pk in entered)
    ranked = Round.objects.filter(division__in=divisions, state=Round.State.CLOSED).exists()
    name = Length("seeds__entry__first_name") + Length("seeds__entry__last_name")
    brackets = Bracket.objects.order_by().filter(stage__division__in=divisions)
    rows = brackets.values_list("pk", "size").annotate(letters=Max(name))
    drawn = sum(bracket_pages(size) for _pk, size, _letters in rows)
    long = any((letters or 0) > LONG_NAME for _pk, _size, letters in rows)
    yield Offer(
        "standings",
        _("Standings"),
        _("For the wall: after the round chosen, or the last one that is closed."),
        ngettext("%(count)d name", "%(count)d names", players) % {"count": players},
        ranked,
    )
    yield Offer(
        "bracket",
        _("Bracket"),
        _("A poster of the top cut, sideways."),
        pages_or_more(drawn) if long else pages(drawn),
        drawn > 0,
        "boxes",
    )


def bracket_pages(players: int) -> int:
    """Pages of a bracket on small paper: its parts of eight matches below one another, and where they meet. There may
    be more where a name is longer than LONG_NAME.
    """
    found = ceil(players / (2 * BOXES))
    count = 1 << (found - 1).bit_length()
    return 1 if count < 2 else count + bracket_pages(2 * count)


def _before(entered: dict[int, _Entered]) -> Iterator[Offer]:
    players = sum(one.players for one in entered.values())
    seats = sum(one.seats for one in entered.values())
    yield Offer(
        "meeting",
        _("Player meeting"),
        _("For the wall before round 1: a seat for everyone, in alphabetical order."),
        ngettext("%(count)d name", "%(count)d names", seats) % {"count": seats},
        seats > 0,
        "two",
    )
    yield Offer(
        "door",
        _("Attendance list"),
        _("All players, with a checkbox. Staff only: it shows Player IDs."),
        pages(ceil(players / ROWS)),
        players > 0,
    )


def pages(count: int) -> str:
    return ngettext("%(count)d page", "%(count)d pages", count) % {"count": count}


def pages_or_more(count: int) -> str:
    """Pages of what grows with long names."""
    return ngettext("%(count)d page or more", "%(count)d pages or more", count) % {"count": count}


def is_large(division: int, *, hall_of: Tournament | None = None) -> bool:
    """Whether printing a round of this division takes seconds, or of all divisions of `hall_of`."""
    rows = Match.objects.filter(round__number=1)
    home = {"round__division__tournament": hall_of} if hall_of else {"round__division": division}
    return rows.filter(**home).count() > LARGE
