"""What is printed of an event: an order names the sheet, this gathers its rows and renders it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from core.documents.sheet import Paper, Sheet, bind
from core.engine.refused import Refused
from pairings import hooks
from pairings.documents.bracket import Bracket
from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName, PairingsByTable
from pairings.documents.slips import ON_PAGE, MatchSlips
from pairings.documents.standings import Standings
from pairings.documents.table_numbers import TableNumbers
from pairings.documents.team_pairings import TeamPairings
from pairings.engine import boards
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, SheetHead
from pairings.models import Round, Stage
from pairings.queries.bracket import cuts
from pairings.queries.print import printing as prints
from pairings.queries.reports import clock_page
from pairings.queries.reports.clocks import round_text
from pairings.queries.rounds import rows
from pairings.queries.rounds.meeting import seats as meeting_seats
from pairings.queries.standings.cut_line import cut_line
from pairings.words import result_words, standing_words
from tournaments.documents.door import DoorList
from tournaments.engine.team_entries import Member
from tournaments.models import Division, Tournament
from tournaments.queries import roster_rows
from tournaments.queries.seals import newest_digest
from tournaments.wording import age_division_label, division_label

LETTER_COUNTRIES = frozenset(("US", "CA", "MX"))


@dataclass(frozen=True)
class Order:
    """One sheet to print.

    `number` is a round, 0 for the newest; `age_division` one list of standings or one bracket, "" for all; `tables`
    the range of table numbers. `site` is the scheme and host that QR codes lead to. In `public` children are
    shown by first name and initial. `boards` of a list by name is a text of `engine.boards`, None for the usual ones.
    With `hall` it is the newest round of each division that has one open, in one file.
    """

    sheet: str
    event: int
    paper: Paper
    site: str
    division: int = 0
    number: int = 0
    age_division: str = ""
    tables: tuple[int, int] = (0, 0)
    public: bool = False
    hall: bool = False
    boards: str | None = None
    opponent: bool = True

    @cached_property
    def round(self) -> Round | None:
        """The round it means: the one it names, else the newest that is posted."""
        found = Round.objects.filter(division=self.division, division__tournament=self.event)
        found = found.select_related("division__tournament", "stage")
        if self.number:
            return found.filter(number=self.number).first()
        return found.exclude(state=Round.State.UNPOSTED).order_by("-number").first()

    def facts(self) -> dict[str, object]:
        """The order as a message to a worker."""
        return asdict(self)

    @classmethod
    def read(cls, facts: dict[str, Any]) -> "Order":
        first, last = facts["tables"]
        return cls(**facts | {"tables": (first, last)})


def usual_paper(event: Tournament) -> Paper:
    """Letter in North America, A4 elsewhere."""
    return "letter" if str(event.country) in LETTER_COUNTRIES else "a4"


def render(order: Order, event: Tournament | None = None) -> bytes:
    """The PDF of an order; `event` where it is read already. KeyError for a sheet that does not exist. Refused:
    NOTHING_TO_PRINT.
    """
    event = event or Tournament.objects.get(pk=order.event)
    orders = _of_hall(order) if order.hall else [order]
    sheets = [sheet for one in orders for sheet in sheets_of(one, event)]
    if not sheets:
        raise Refused("NOTHING_TO_PRINT")
    title = sheets[0].title() if len(sheets) == 1 else event.name
    return bind(sheets, title=title)


def sheets_of(order: Order, event: Tournament) -> list[Sheet]:
    """The sheets of an order, none where there is nothing on them yet."""
    round_ = order.round
    divisions = event.divisions.filter(pk=order.division)
    if not prints.is_ready(order.sheet, event, divisions, [round_] if round_ else []):
        return []
    return SHEETS[order.sheet](order, event)


def _of_hall(order: Order) -> list[Order]:
    """An order for each division with a round that is not closed; the order itself where there is none."""
    rounds = Round.objects.filter(division__tournament=order.event).exclude(state=Round.State.CLOSED)
    if order.public:
        rounds = rounds.exclude(state=Round.State.UNPOSTED)
    found = rounds.order_by("division__position", "division_id").values_list("division", "number")
    return [replace(order, division=division, number=number) for division, number in found] or [order]


def matches_of(order: Order) -> list[MatchRow]:
    round_ = order.round
    return rows.match_rows(round_, public=order.public) if round_ else []


def head(
    order: Order, event: Tournament, *, page: str = "", division: str = "", round_: str = ""
) -> SheetHead:
    """Head and foot of a sheet; `page` is the URL name of the same thing on the screen."""
    address = order.site + reverse(page, args=[event.slug]) if page else ""
    now = timezone.now().astimezone(ZoneInfo(event.timezone))
    return SheetHead(event.name, division, round_, now, address, newest_digest(event))


def round_head(order: Order, event: Tournament, page: str) -> SheetHead:
    round_ = order.round
    if round_ is None:
        return head(order, event, page=page)
    text = round_text(round_)
    if round_.state == Round.State.UNPOSTED:
        text = _("%(round)s, not posted") % {"round": text}
    plain = head(order, event, page=page, division=name_of(round_.division), round_=text)
    posted = round_.state != Round.State.UNPOSTED
    return replace(plain, revision=round_.revision if posted else 0)


def name_of(division: Division) -> str:
    """The division as a head names it; nothing where there is only one for all ages."""
    return "" if division.age_division == Division.AgeDivision.ALL else str(division)


def names(order: Order, event: Tournament) -> list[Sheet]:
    page = round_head(order, event, "pairings:pairings")
    wall = None if order.boards is None else boards.read(order.boards)
    matches = matches_of(order)
    return [PairingsByName(page, matches, boards=wall, opponent=order.opponent, paper=order.paper)]


def tables(order: Order, event: Tournament) -> list[Sheet]:
    page = round_head(order, event, "pairings:pairings")
    return [PairingsByTable(page, matches_of(order), paper=order.paper)]


def teams(order: Order, event: Tournament) -> list[Sheet]:
    """Teams with their players by seat, table by table."""
    page, matches = round_head(order, event, "pairings:pairings"), matches_of(order)
    return [TeamPairings(page, matches, members_in(matches), paper=order.paper)]


def members_in(matches: Iterable[MatchRow]) -> Mapping[int, Sequence[Member]]:
    """The players of the teams among these matches, by entry."""
    people = [one for row in matches for one in (row.left, row.right) if one is not None]
    return {one.entry_id: one.members for one in people if one.members}


def playing(order: Order, event: Tournament) -> list[Sheet]:
    """The tables without a result, for who goes and looks: made by the room that knows the hall."""
    make: Callable[[Order, Tournament], list[Sheet]] = import_string(hooks.print_documents["playing"])
    return make(order, event)


def slips(order: Order, event: Tournament, *, only_open: bool = False, on_page: int = ON_PAGE) -> list[Sheet]:
    round_ = order.round
    matches = [row for row in matches_of(order) if not only_open or row.outcome is Outcome.PENDING]
    elimination = round_ is not None and round_.stage.kind == Stage.Kind.ELIMINATION
    links = {row.match_id: order.site + address_of(event, round_, row) for row in matches} if round_ else {}
    page = round_head(order, event, "")
    notes = extra_times(round_, event) if round_ and only_open else {}
    return [
        MatchSlips(
            page,
            matches,
            links=links,
            notes=notes,
            teams=members_in(matches),
            best_of=event.cut_best_of if elimination else event.best_of,
            elimination=elimination,
            edition=event.edition,
            on_page=on_page,
            paper=order.paper,
        )
    ]


def extra_times(round_: Round, event: Tournament) -> dict[int, str]:
    """ "+4 min, until 14:32" for each table with extra time."""
    zone, found = ZoneInfo(event.timezone), {}
    for pk, table in clock_page.of_tables([round_]).items():
        minutes, ends = int(table.extra.total_seconds()) // 60, table.ends_at()
        if minutes and ends is not None:
            facts = {"n": minutes, "at": date_format(ends.astimezone(zone), "H:i")}
            found[pk] = _("+%(n)d min, until %(at)s") % facts
        elif minutes:
            found[pk] = _("+%(n)d min") % {"n": minutes}
    return found


def address_of(event: Tournament, round_: Round, row: MatchRow) -> str:
    return reverse("floor:match", args=[event.slug, round_.division_id, round_.number, row.match_id])


def standings(order: Order, event: Tournament) -> list[Sheet]:
    division = event.divisions.select_related("tournament").filter(pk=order.division).first()
    if division is None:
        return [Standings(head(order, event, page="pairings:standings"), (), paper=order.paper)]
    after = standings_round(order, division)
    found = rows.standings(division, after=after, public=order.public)
    chosen = [table for table in found if order.age_division in ("", table.age_division)]
    sheets: list[Sheet] = [
        Standings(
            standings_head(order, division, table, after),
            table.rows,
            cut=_cut(division, table, after),
            paper=order.paper,
        )
        for table in chosen
    ]
    return sheets or [Standings(head(order, event, page="pairings:standings"), (), paper=order.paper)]


def _cut(division: Division, table: rows.Table, after: int | None) -> tuple[int, str] | None:
    line = cut_line(division, table, after)
    return (line.row, standing_words.cut_line_text(line)) if line else None


def standings_round(order: Order, division: Division) -> int | None:
    """The closed Swiss round an order means; None for the newest list, which the cut may have changed."""
    closed = rows.ranked_rounds(division).filter(number=order.number)
    return order.number if order.number and closed.exists() else None


def standings_head(order: Order, division: Division, table: rows.Table, after: int | None) -> SheetHead:
    name = name_of(division) if table.age_division == "all" else division_label(table.age_division)
    last = rows.ranked_rounds(division).order_by("-number").first()
    number = after or (last.number if last else 0)
    rounds_text = (
        _("final") if table.final else _("after round %(round)d") % {"round": number} if number else ""
    )
    return head(order, division.tournament, page="pairings:standings", division=name, round_=rounds_text)


def bracket(order: Order, event: Tournament) -> list[Sheet]:
    division = event.divisions.filter(pk=order.division).first()
    found = cuts.of_division(division, public=order.public) if division else []
    sheets: list[Sheet] = []
    for one in found:
        if order.age_division not in ("", one.bracket.age_division):
            continue
        age_division = one.bracket.age_division
        name = name_of(one.bracket.stage.division) if age_division == "all" else division_label(age_division)
        page = head(order, event, page="pairings:cut", division=name, round_=cuts.name_of(one.bracket))
        note = result_words.ending(one)
        sheets.append(
            Bracket(page, one.rounds, third=one.third, champion=one.champion, note=note, paper=order.paper)
        )
    return sheets or [Bracket(head(order, event, page="pairings:cut"), (), paper=order.paper)]


def numbers(order: Order, event: Tournament) -> list[Sheet]:
    first, last = order.tables
    return [TableNumbers(head(order, event), range(first, last + 1), paper=order.paper)]


def door(order: Order, event: Tournament) -> list[Sheet]:
    """For staff: with Player IDs."""
    entries = [replace(row, age_division=age_division_label(row.age_division)) for row in roster_rows(event)]
    return [DoorList(head(order, event), entries, paper=order.paper)]


def meeting(order: Order, event: Tournament) -> list[Sheet]:
    page = head(order, event, page="pairings:meeting")
    return [MeetingSeats(page, meeting_seats(event, public=order.public), paper=order.paper)]


def pack(order: Order, event: Tournament) -> list[Sheet]:
    """Everything a round needs: the wall, the hand, the slips."""
    return [*names(order, event), *tables(order, event), *slips(order, event)]


SHEETS: dict[str, Callable[[Order, Tournament], list[Sheet]]] = {
    "names": names,
    "tables": tables,
    "teams": teams,
    "slips": slips,
    "slips5": partial(slips, on_page=5),
    "open": partial(slips, only_open=True),
    "standings": standings,
    "bracket": bracket,
    "numbers": numbers,
    "door": door,
    "meeting": meeting,
    "playing": playing,
    "round": pack,
}
