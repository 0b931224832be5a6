"""Last three digits of the Player ID on slips, beside names that occur twice in the event."""

import pytest

from core.engine.person_names import search_key
from pairings.documents.printing import PrintOrder, render_pdf
from pairings.services.rounds import rounds
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db

PLAYERS = (
    ("Ana", "Lima", "4200337"),
    ("ANÁ", "Lima", "4200012"),
    ("Bo", "Li", "4200555"),
    ("Cy", "Lima", "4200777"),
    ("Dan", "Ek", "4200111"),
    ("Dan", "Ek", None),
)


@pytest.fixture
def division() -> Division:
    """Return a division with a posted round; two names occur twice, one with an accent and capitals."""
    made = build.division(len(PLAYERS))
    for entry, (first, last, player_id) in zip(made.entries.order_by("pk"), PLAYERS, strict=True):
        Entry.objects.filter(pk=entry.pk).update(
            first_name=first, last_name=last, player_number=player_id, search_key=search_key(first, last)
        )
    rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
    return made


def text_of(division: Division, sheet: str, *, public: bool = False) -> str:
    order = PrintOrder(sheet, division.tournament_id, "a4", "", division=division.pk, public=public)
    return " ".join("\n".join(pages(render_pdf(order))).split())


@pytest.mark.parametrize("sheet", ["slips", "slips5", "open"])
def test_only_names_that_occur_twice_have_their_last_three_digits(division: Division, sheet: str) -> None:
    text = text_of(division, sheet)
    found = sorted(part[:3] for part in text.split("ID ends in ")[1:])
    assert found == ["012", "111", "337"]
    assert not any(player_id in text for _first, _last, player_id in PLAYERS if player_id)


def test_the_digits_are_beside_their_name(division: Division) -> None:
    text = text_of(division, "slips")
    assert "ANÁ Lima ID ends in 012" in text
    assert "Ana Lima ID ends in 337" in text


@pytest.mark.parametrize("sheet", ["names", "tables", "slips"])
def test_public_paper_has_no_digits(division: Division, sheet: str) -> None:
    assert "ID ends in" not in text_of(division, sheet, public=True)


@pytest.mark.parametrize("sheet", ["names", "tables"])
def test_lists_for_the_wall_have_no_digits(division: Division, sheet: str) -> None:
    assert "ID ends in" not in text_of(division, sheet)
