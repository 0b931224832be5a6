"""The printed deck list has the fields of the official form (M-050)."""

from datetime import date

from decks.documents.deck_sheet import DeckSheet
from decks.engine.lists.printed_list import PrintedListRow
from decks.queries.lists.deck_pages import DeckPage
from tests.papers import HEAD, pages


def test_every_field_of_the_form_m050() -> None:
    rows = (
        PrintedListRow(4, "Dreepy", "TWM", "128", "H", "pokemon", "pokemon", False, None, False, "", (1,)),
        PrintedListRow(
            56, "Basic Psychic Energy", "", "", "", "energy", "energy", False, None, False, "", (2,)
        ),
    )
    page = DeckPage(
        "Ana",
        "Ibarra",
        "Ibarra, Ana",
        "4201337",
        date(2009, 4, 9),
        "junior",
        "standard",
        "constructed",
        rows,
        total=60,
        supplied=0,
        unused=0,
        number=1,
        legal=True,
        late=False,
    )

    (text,) = pages(DeckSheet(HEAD, [page]).render())

    for field in (
        "First name",
        "Last name",
        "Ana",
        "Ibarra",
        "4201337",
        "2009",
        "Junior",
        "Standard",
        "Dreepy",
        "TWM",
        "128",
        "Psychic Energy",
        "56",
    ):
        assert field in text
