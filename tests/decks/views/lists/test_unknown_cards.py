"""A list with unknown cards is shown as neither legal nor illegal, wherever its verdict appears."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.engine.lists.links import pack_list
from decks.engine.stored_values import problem_from_values
from decks.engine.verdicts import ruling_subject
from decks.models import DeckList, Version
from decks.queries.lists.deck_pages import deck_page_of
from decks.services import lists
from decks.services.lists import rejudging, ruling
from decks.words.list_words import list_verdict_text
from tests import build
from tests.decks.lists import BEFORE, LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db

UNKNOWN = LEGAL.replace("4 N FCO 105", "3 Nobody Here XYZ 7") + "1 Another Stranger\n"
VERDICT = "can’t tell: 4 cards are unknown here"


@pytest.fixture
def row() -> DeckList:
    (made,) = of(event())
    lists.submit_list(made, text=UNKNOWN, now=BEFORE)
    made.refresh_from_db()
    return made


def page(client: Client, name: str, row: DeckList, *args: object) -> str:
    return markup(client.get(reverse(name, args=[row.entry.tournament.slug, *args])))


def test_the_version_says_how_many_cards_are_unknown(row: DeckList) -> None:
    version = row.versions.get()
    assert (version.legal, version.unknown_cards, row.counts) == (True, 4, version)
    line = row.entry.tournament.journal.get(kind="ListHandedIn")
    assert (line.facts["legal"], line.facts["unknown"]) == (True, 4)


def test_pages_of_the_staff_and_the_player_say_that_nobody_can_tell(row: DeckList, client: Client) -> None:
    mine = markup(client.get(reverse("decks:mine", args=[row.token])))
    assert "Can’t tell" in mine
    assert ">Legal<" not in mine
    client.force_login(build.staff(row.entry.tournament, "judge"))
    assert VERDICT in page(client, "decks:lists", row)
    assert "Can’t tell: 4 cards are unknown here" in page(client, "decks:list", row, row.entry_id)
    assert VERDICT in page(client, "tournaments:journal", row)


def test_after_the_deadline_the_player_does_not_read_that_it_is_legal(row: DeckList, client: Client) -> None:
    lists.lock_all_lists(row.entry.tournament, by=None)
    mine = markup(client.get(reverse("decks:mine", args=[row.token])))
    assert "Yours is in. Ask a judge about the cards that are unknown here." in mine
    assert "Yours is in and legal." not in mine


def test_paper_and_spreadsheet_say_it_too(row: DeckList, client: Client) -> None:
    sheet = deck_page_of(row, row.versions.get())
    assert list_verdict_text(sheet.legal, sheet.unknown) == VERDICT
    client.force_login(build.staff(row.entry.tournament, "judge"))
    assert "Can’t tell" in page(client, "decks:lists_export", row, "csv")


def test_the_public_deck_check_says_it(client: Client) -> None:
    address = "/deck-check?date=2017-07-29&format=standard&style=constructed&edition=2017"
    answer = markup(client.get(f"{address}&list={pack_list(UNKNOWN)}"))
    assert "Can’t tell: 4 cards are unknown here" in answer
    assert (
        "Legal" not in markup(client.get(f"{address}&list={pack_list(UNKNOWN)}")).split('id="sum"')[1][:200]
    )


@pytest.mark.parametrize("line", ["Foo 2", "four Foo", "Guzma GRI 115 times 2"])
def test_the_public_deck_check_calls_nothing_legal_beside_a_line_it_does_not_read(
    client: Client, line: str
) -> None:
    address = "/deck-check?date=2017-07-29&format=standard&style=constructed&edition=2017"
    assert ">Legal<" in markup(client.get(f"{address}&list={pack_list(LEGAL)}"))
    answer = markup(client.get(f"{address}&list={pack_list(f'{LEGAL}{line}')}"))
    assert ">Legal<" not in answer
    assert f"This line cannot be read: “{line}”." in answer


def test_a_ruling_on_each_unknown_card_makes_it_legal(row: DeckList) -> None:
    judge = build.staff(row.entry.tournament, "head_judge")
    problems = [problem_from_values(one) for one in row.versions.get().problems]
    for problem in problems:
        if problem.code == "UNKNOWN_CARD":
            ruling.rule_on_problem(
                row, code=problem.code, card=ruling_subject(problem), reason="It is in my hands", by=judge
            )
    assert row.versions.get().unknown_cards == 0


def test_a_list_judged_before_stays_as_it_was_until_it_is_judged_again(row: DeckList) -> None:
    version = row.versions.get()
    for problem in version.problems:
        problem["facts"].pop("unknown_cards", None)
    version.unknown_cards = 0
    version.save()
    assert list_verdict_text(version.legal, version.unknown_cards) == "legal"
    rejudging.rejudge_all_lists_of_event(row.entry.tournament, by=None)
    assert Version.objects.get().unknown_cards == 4
    line = row.entry.tournament.journal.get(kind="ListsRechecked")
    assert line.facts["verdicts"][0]["unknown"] == 4
