"""Render the documents of an event: an order names the sheet; its rows are collected here."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.declared import Document, document, documents, find, in_pack
from core.documents.sheet import Paper, Sheet, bind
from core.engine.heads import SheetHead
from core.engine.refused import Refused
from core.queries.seals import newest_digest
from pairings.engine.refusals import PairingRefusal
from pairings.engine.rows import MatchRow
from pairings.models import Round
from pairings.queries.print.printing import PrintFigures
from pairings.queries.reports.clocks import round_text
from pairings.queries.rounds import rows
from tournaments.engine.team_entries import Member
from tournaments.models import Division, Tournament

HALL = "hall"
"""The scope of a document that belongs to no round and no division; others belong to a round, a division or
the event.
"""

AT_DESK = "round"
"""The pack as printed by the desk of a round; the round pack of the Print center is StoredPrint.Kind.PACK."""

LETTER_COUNTRIES = frozenset(("US", "CA", "MX"))


@dataclass(frozen=True)
class Order:
    """One sheet to print.

    `number` is a round, 0 for the newest; `age_division` one list of standings or one bracket, "" for all; `tables` the
    range of table numbers. `site` is the scheme and host of QR codes. In `public` children are shown by first name and
    initial. `boards` of a list by name is a text of `engine.boards`, None for the default. With `hall` it is the newest
    round of each division with an open one, in one file.
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
        """The round of the order: its number, else the newest posted one."""
        rounds = Round.objects.filter(division=self.division, division__tournament=self.event)
        rounds = rounds.select_related("division__tournament", "stage")
        if self.number:
            return rounds.filter(number=self.number).first()
        return rounds.exclude(state=Round.State.UNPOSTED).order_by("-number").first()

    def facts(self) -> Mapping[str, object]:
        """The order as a message to a worker."""
        return asdict(self)

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> "Order":
        """An order from `facts`, where a message has lists instead of tuples."""
        first, last = facts["tables"]
        return cls(**{**facts, "tables": (first, last)})


@dataclass(frozen=True, slots=True)
class Offer:
    """One document of the Print center. `ready` is False while it would be empty; `length` is its extent as text."""

    name: str
    title: str
    text: str
    length: str
    ready: bool
    look: str = "list"


def usual_paper(event: Tournament) -> Paper:
    """Letter in North America, A4 elsewhere."""
    return "letter" if str(event.country) in LETTER_COUNTRIES else "a4"


def render(order: Order, event: Tournament | None = None) -> bytes:
    """The PDF of an order; `event` if already loaded.

    KeyError for a sheet that does not exist. Refused: NOTHING_TO_PRINT.
    """
    event = event or Tournament.objects.get(pk=order.event)
    orders = [order]
    if order.hall:
        # An order for each division with a round that is not closed; the order itself without any
        rounds = Round.objects.filter(division__tournament=order.event).exclude(state=Round.State.CLOSED)
        if order.public:
            rounds = rounds.exclude(state=Round.State.UNPOSTED)
        numbers = rounds.order_by("division__position", "division_id").values_list("division", "number")
        orders = [replace(order, division=division, number=number) for division, number in numbers] or orders
    sheets = [sheet for part in orders for sheet in sheets_of(part, event)]
    if not sheets:
        raise Refused(PairingRefusal.NOTHING_TO_PRINT)
    title = sheets[0].title() if len(sheets) == 1 else event.name
    return bind(sheets, title=title)


def sheets_of(order: Order, event: Tournament) -> list[Sheet]:
    """The sheets of an order, empty while there is nothing to print."""
    declared = find(order.sheet)
    if declared.amount is not None:
        rounds = [order.round] if order.round else []
        amount = declared.amount(PrintFigures(event, event.divisions.filter(pk=order.division), rounds))
        if amount is not None and not amount.ready:
            return []
    return declared.sheets(order, event)


def offers(event: Tournament, divisions: Collection[Division], rounds: Collection[Round]) -> list[Offer]:
    """The documents offered for some divisions and rounds. Four queries, five where teams may enter."""
    figures, offered = PrintFigures(event, divisions, rounds), []
    for declared in documents():
        amount = declared.amount(figures) if declared.amount and declared.menu else None
        if amount is not None:
            offered.append(
                Offer(
                    declared.name,
                    str(declared.title),
                    str(declared.help),
                    amount.text,
                    amount.ready,
                    declared.look,
                )
            )
    return offered


def hall_documents() -> list[Document]:
    """The documents of the hall in the Print center, in the order of their declaration."""
    return [declared for declared in documents() if declared.of == HALL and declared.menu]


@document("round", title=gettext_lazy("Round pack"), of="round", menu=False)
def round_pack(order: Order, event: Tournament) -> list[Sheet]:
    """Everything a round needs: lists for the wall and the staff, and slips."""
    return [sheet for name in in_pack(AT_DESK) for sheet in find(name).sheets(order, event)]


def matches_of(order: Order) -> list[MatchRow]:
    round_ = order.round
    return rows.match_rows(round_, public=order.public) if round_ else []


def head(
    order: Order, event: Tournament, *, page: str = "", division: str = "", round_: str = ""
) -> SheetHead:
    """Head and foot of a sheet; `page` is the URL name of the same content on the screen."""
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
    """The division in a head; "" for a single one of all ages."""
    return "" if division.age_division == Division.AgeDivision.ALL else str(division)


def members_in(matches: Iterable[MatchRow]) -> Mapping[int, Sequence[Member]]:
    """The players of the teams among these matches, by entry."""
    people = [person for row in matches for person in (row.left, row.right) if person is not None]
    return {person.entry_id: person.members for person in people if person.members}
