"""The pages that stand beside the print buttons are those of the printed file."""

import pytest
from django.utils import timezone

from core.documents.registry import find_document
from pairings.documents import printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.crash.sheets import StatusSheet
from pairings.documents.printing import PrintOrder
from pairings.engine.print_choice import PrintChoice
from pairings.models import Round
from pairings.queries.print import printing as figures
from pairings.services.rounds import rounds
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db

MOST_FOR_300 = {"names": 7, "standings": 7, "door": 5}
MOST_OF_CRASH_PACK = 50


def posted_round(players: int) -> tuple[Division, Round]:
    """Create a division with a closed round 1 and a posted round 2."""
    division = build.division(players)
    build.play(division)
    return division, rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


@pytest.mark.parametrize("players", [30, 300, pytest.param(1_000, marks=pytest.mark.slow)])
def test_each_document_has_as_many_pages_as_foretold(players: int) -> None:
    division, round_ = posted_round(players)
    event = division.tournament
    foretold = {
        offer.name: offer.pages for offer in printing.print_offers(event, [division], [round_]) if offer.ready
    }
    for name in ("names", "tables", "slips", "slips5", "open", "playing", "standings", "door", "meeting"):
        order = PrintOrder(name, event.pk, "a4", "", division=division.pk, number=round_.number)
        printed = sum(len(pages(sheet.render())) for sheet in find_document(name).sheets(order, event))
        assert (name, foretold[name]) == (name, printed)
        assert players != 300 or printed <= MOST_FOR_300.get(name, printed)
    alone = printing.print_offers(event, [division], [round_], PrintChoice((), opponent=False))
    assert players != 300 or next(offer.pages for offer in alone if offer.name == "names") <= 4
    assert printing.pages_of_desk_pack(event, [round_]) == sum(
        foretold[name] for name in ("names", "tables", "slips")
    )


@pytest.mark.parametrize("players", [30, 300])
def test_the_crash_pack_has_as_many_pages_as_foretold(players: int) -> None:
    division, round_ = posted_round(players)
    event = division.tournament
    sheets = crash_pack.crash_pack_sheets(event, paper="a4", site="", now=timezone.now())
    printed = sum(len(pages(sheet.render())) for sheet in sheets)
    status = sum(len(pages(sheet.render())) for sheet in sheets if isinstance(sheet, StatusSheet))
    foretold = crash_pack.count_crash_pack_pages(event, [division], [round_])
    assert foretold - crash_pack.STATUS_PAGES == printed - status
    assert abs(foretold - printed) <= 1
    assert printed <= MOST_OF_CRASH_PACK


def test_a_wall_list_is_counted_with_the_boards_of_the_choice() -> None:
    division, round_ = posted_round(120)
    choice = PrintChoice((), boards="A–C, D–M, N–Z")
    (names,) = figures.PrintFigures(division.tournament, [division], [round_], choice).names_by_round.values()
    assert len(names) == 120
    offers = printing.print_offers(division.tournament, [division], [round_], choice)
    order = PrintOrder("names", division.tournament.pk, "a4", "", division=division.pk, boards=choice.boards)
    (sheet,) = find_document("names").sheets(order, division.tournament)
    assert next(offer.pages for offer in offers if offer.name == "names") == len(pages(sheet.render()))
