"""Render the documents of an event that print orders request."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.registry import (
    Document,
    declare_document,
    declared_documents,
    documents_in_pack,
    find_document,
)
from core.documents.sheet import Paper, Sheet, bind_sheets
from core.engine.refused import Refused
from core.engine.sheet_heads import SheetHead
from core.queries.seals import newest_seal_digest
from core.stamps.memory import cached_until_change
from pairings.engine.display_rows import MatchRow
from pairings.engine.print_choice import PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.print.stored_prints import latest_print_choice
from pairings.queries.reports.clocks import round_text
from pairings.queries.rounds import match_rows
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.models import Division, Tournament
from tournaments.scopes import event_scope, results_scope

HALL = "hall"
"""Scope of documents for the whole hall; other documents belong to a round, a division or the event."""

DESK_PACK = "round"
"""Document code of the pack printed at the desk of a round; the Print center's pack is StoredPrint.Kind.PACK."""


@dataclass(frozen=True)
class PrintOrder:
    """One sheet to print.

    `number` is a round, or 0 for the latest. `age_division` selects one list of standings or one bracket, or ""
    for all. `tables` is the range of table numbers for the cards. `site` is the scheme and host of QR codes. With
    `public`, children are shown by first name and initial. `boards` splits a list by name; it is text that
    `engine.boards` can parse, or None for the default boards. `opponent`: whether that list shows opponents.
    `hall` prints the latest round of each division that has an open round, in one file. `match` is the key of the only
    match to print a slip for, or 0 for all.
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
    match: int = 0

    @cached_property
    def round(self) -> Round | None:
        """Round to print: the one with the order's number, or else the latest posted one."""
        rounds = Round.objects.filter(division=self.division, division__tournament=self.event)
        rounds = rounds.select_related("division__tournament", "stage")
        if self.number:
            return rounds.filter(number=self.number).first()
        return rounds.exclude(state=Round.State.UNPOSTED).order_by("-number").first()

    def facts(self) -> Mapping[str, object]:
        """Return the order as a JSON-compatible message to a worker."""
        return asdict(self)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "PrintOrder":
        """Rebuild an order from a worker's message, which contains lists instead of tuples."""
        first, last = facts["tables"]
        return cls(**{**facts, "tables": (first, last)})


@dataclass(frozen=True, slots=True)
class PrintOffer:
    """A document of the Print center.

    `ready` is false while the document would be empty, or if it is not offered for the reason `why_not`. `length` is
    its size as text, and `pages` its estimated number of pages, 0 if unknown. `in_pack`: whether packs include it now.
    """

    name: str
    title: str
    text: str
    length: str
    ready: bool
    look: str = "list"
    pages: int = 0
    in_pack: bool = True
    why_not: str = ""


def render_pdf(order: PrintOrder, event: Tournament | None = None) -> bytes:
    """Render the PDF of an order; pass `event` if already loaded.

    Raises KeyError if the sheet does not exist. Refused: NOTHING_TO_PRINT.
    """
    event = event or Tournament.objects.get(pk=order.event)
    orders = [order]
    if order.hall:
        # Without an open round, print the round of the order.
        rounds = Round.objects.filter(division__tournament=order.event).exclude(state=Round.State.CLOSED)
        if order.public:
            rounds = rounds.exclude(state=Round.State.UNPOSTED)
        numbers = rounds.order_by("division__position", "division_id").values_list("division", "number")
        orders = [replace(order, division=division, number=number) for division, number in numbers] or orders
    sheets = [sheet for division_order in orders for sheet in sheets_of_order(division_order, event)]
    if not sheets:
        raise Refused(PairingRefusal.NOTHING_TO_PRINT)
    title = sheets[0].title() if len(sheets) == 1 else event.name
    return bind_sheets(sheets, title=title)


def sheets_of_order(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Return the sheets of an order, or an empty list while there is nothing to print."""
    declared = find_document(order.sheet)
    if declared.amount is not None:
        rounds = [order.round] if order.round else []
        amount = declared.amount(PrintFigures(event, event.divisions.filter(pk=order.division), rounds))
        if amount is not None and not amount.ready:
            return []
    return declared.sheets(order, event)


def print_offers(
    event: Tournament,
    divisions: Collection[Division],
    rounds: Collection[Round],
    choice: PrintChoice | None = None,
) -> list[PrintOffer]:
    """List the documents offered for some divisions and rounds, on the paper and for the boards of `choice`.

    Six queries, seven if teams may enter.
    """
    figures, offered = PrintFigures(event, divisions, rounds, choice), []
    for declared in declared_documents():
        amount = declared.amount(figures) if declared.amount and declared.menu else None
        if amount is not None:
            offered.append(
                PrintOffer(
                    declared.name,
                    str(declared.title),
                    str(declared.help),
                    amount.text,
                    amount.ready and not amount.why_not,
                    declared.look,
                    amount.pages,
                    amount.in_pack,
                    amount.why_not,
                )
            )
    return offered


def pack_offers(offers: Iterable[PrintOffer], pack: str) -> list[PrintOffer]:
    """Return the offers that a pack includes now."""
    names = documents_in_pack(pack)
    return [offer for offer in offers if offer.name in names and offer.ready and offer.in_pack]


def pages_of_desk_pack(event: Tournament, rounds: Collection[Round]) -> int:
    """Return the estimated number of pages of the pack printed at the desk of these rounds.

    Three queries, four if teams may enter. Cached until the event or a result changes.
    """
    keys = "-".join(str(round_.pk) for round_ in rounds)
    changes = [event_scope(event.pk), results_scope(event.pk)]
    return cached_until_change(f"desk_pack.{keys}", changes, lambda: _estimate_desk_pack(event, rounds))


def _estimate_desk_pack(event: Tournament, rounds: Collection[Round]) -> int:
    figures = PrintFigures(event, [round_.division for round_ in rounds], rounds, latest_print_choice(event))
    amounts = [
        declared.amount(figures)
        for declared in declared_documents()
        if DESK_PACK in declared.pack and declared.amount
    ]
    return sum(amount.pages for amount in amounts if amount is not None)


def hall_documents() -> list[Document]:
    """Return the documents for the hall that the Print center offers, in order of declaration."""
    return [declared for declared in declared_documents() if declared.of == HALL and declared.menu]


@declare_document("round", title=gettext_lazy("Round pack"), of="round", menu=False)
def round_pack(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Return the sheets of a round: lists for the wall and for staff, and slips."""
    return [
        sheet for name in documents_in_pack(DESK_PACK) for sheet in find_document(name).sheets(order, event)
    ]


def matches_of_order(order: PrintOrder) -> list[MatchRow]:
    """Return the matches of the order, or an empty list without a round."""
    round_ = order.round
    matches = match_rows.match_rows(round_, public=order.public) if round_ else []
    return [row for row in matches if row.match_id == order.match] if order.match else matches


def event_head(
    order: PrintOrder, event: Tournament, *, page: str = "", division: str = "", round_: str = ""
) -> SheetHead:
    """Build a sheet's header and footer; `page` is the URL name of the same content on screen."""
    address = order.site + reverse(page, args=[event.slug]) if page else ""
    now = timezone.now().astimezone(ZoneInfo(event.timezone))
    return SheetHead(event.name, division, round_, now, address, newest_seal_digest(event))


def round_head(order: PrintOrder, event: Tournament, page: str) -> SheetHead:
    """Build the header of a sheet about the order's round, with the revision of its pairings."""
    round_ = order.round
    if round_ is None:
        return event_head(order, event, page=page)
    text = round_text(round_)
    if round_.state == Round.State.UNPOSTED:
        text = _("%(round)s, not posted") % {"round": text}
    plain_head = event_head(
        order, event, page=page, division=division_name_for_header(round_.division), round_=text
    )
    return replace(plain_head, revision=printed_revision(round_))


def printed_revision(round_: Round) -> int:
    """Return the revision to print on the sheets of a round, or 0 while it is not posted."""
    return round_.revision if round_.state != Round.State.UNPOSTED else 0


def division_name_for_header(division: Division) -> str:
    """Return the division's name for a sheet header, or "" if it is for all ages."""
    return "" if division.age_division == Division.AgeDivision.ALL else str(division)


def members_of_teams(matches: Iterable[MatchRow]) -> Mapping[int, Sequence[TeamEntryMember]]:
    """Return the members of the teams in these matches, by entry key."""
    people = [person for row in matches for person in row.people]
    return {person.entry_id: person.members for person in people if person.members}
