"""The pages that stand beside the print buttons are those of the printed file."""

from collections.abc import Iterable
from io import BytesIO

import pytest
from django.utils import timezone
from pypdf import PdfReader

from core.documents.registry import find_document
from core.documents.sheet import Sheet
from pairings.documents import printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.printing import PrintOrder
from pairings.engine.print_choice import PrintChoice
from pairings.models import Round
from pairings.queries.print import print_figures as figures
from pairings.services.rounds import rounds
from tests.pairings import build
from tournaments.models import Division

pytestmark = pytest.mark.django_db

MOST_FOR_300 = {"names": 7, "standings": 7, "door": 5}
MOST_OF_CRASH_PACK = 50


def posted_round(players: int) -> tuple[Division, Round]:
    """Create a division with a closed round 1 and a posted round 2."""
    division = build.division(players)
    first = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    first.matches.filter(outcome="pending").update(outcome="left")
    rounds.close_round(first, by=None)
    return division, rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


@pytest.mark.parametrize("players", [30, 300, 1_000])
def test_each_document_has_as_many_pages_as_foretold(players: int) -> None:
    division, round_ = posted_round(players)
    event = division.tournament
    foretold = foretold_pages(division, round_)
    for name in ("names", "tables", "slips", "slips5", "open", "playing", "standings", "door", "meeting"):
        order = PrintOrder(name, event.pk, "a4", "", division=division.pk, number=round_.number)
        printed = count_printed(find_document(name).sheets(order, event))
        assert (name, foretold[name]) == (name, printed)
        assert players != 300 or printed <= MOST_FOR_300.get(name, printed)
    without_opponent = PrintChoice((), opponent=False)
    order = PrintOrder(
        "names", event.pk, "a4", "", division=division.pk, number=round_.number, boards="", opponent=False
    )
    printed = count_printed(find_document("names").sheets(order, event))
    assert foretold_pages(division, round_, without_opponent)["names"] == printed
    assert players != 300 or printed <= 4
    assert printing.pages_of_desk_pack(event, [round_]) == sum(
        foretold[name] for name in ("names", "tables", "slips")
    )


@pytest.mark.parametrize("players", [30, 300, 1_000])
def test_the_crash_pack_has_as_many_pages_as_foretold(players: int) -> None:
    division, round_ = posted_round(players)
    event = division.tournament
    sheets = crash_pack.crash_pack_sheets(event, paper="a4", site="", now=timezone.now())
    printed = count_printed(sheets)
    foretold = crash_pack.count_crash_pack_pages(event, [division], [round_])
    assert foretold == printed
    assert players > 300 or printed <= MOST_OF_CRASH_PACK


def test_pages_of_the_crash_pack_follow_the_drops() -> None:
    division, round_ = posted_round(120)
    event = division.tournament
    dropped = event.entries.order_by("pk").values("pk")[:50]
    event.entries.filter(pk__in=list(dropped.values_list("pk", flat=True))).update(dropped_in=1)
    for paper in ("a4", "letter"):
        sheets = crash_pack.crash_pack_sheets(event, paper=paper, site="", now=timezone.now())
        assert crash_pack.count_crash_pack_pages(event, [division], [round_], paper) == count_printed(sheets)


def test_a_wall_list_is_counted_with_the_boards_of_the_choice() -> None:
    division, round_ = posted_round(120)
    choice = PrintChoice((), boards="A–C, D–M, N–Z")
    (rows,) = figures.PrintFigures(division.tournament, [division], [round_], choice).rows_by_round.values()
    assert sum(len(row.people) for row in rows) == 120
    offers = printing.print_offers(division.tournament, [division], [round_], choice)
    order = PrintOrder("names", division.tournament.pk, "a4", "", division=division.pk, boards=choice.boards)
    (sheet,) = find_document("names").sheets(order, division.tournament)
    assert next(offer.pages for offer in offers if offer.name == "names") == count_printed([sheet])


def foretold_pages(division: Division, round_: Round, choice: PrintChoice | None = None) -> dict[str, int]:
    """Return the estimated pages of the documents that can be printed, by name."""
    offers = printing.print_offers(division.tournament, [division], [round_], choice)
    return {offer.name: offer.pages for offer in offers if offer.ready}


def count_printed(sheets: Iterable[Sheet]) -> int:
    return sum(len(PdfReader(BytesIO(sheet.render())).pages) for sheet in sheets)
