"""What pages say about a list of cards that are legal only through another printing (R-009 to R-011)."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from cards.queries import catalogue
from decks.models import DeckList, Version
from decks.services import lists
from tests import build
from tests.decks.engine.legality import small
from tests.decks.lists import LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db

OLDER = LEGAL.replace("4 N FCO 105", "4 N NVI 92").replace("4 Ultra Ball SUM 135", "4 Ultra Ball DEX 102")
PIKACHU = LEGAL.replace("4 Garbodor GRI 51", "4 Pikachu XY 42")
JULY = {
    "date": "2017-07-29",
    "format": "standard",
    "style": "constructed",
    "edition": "2017",
    "event": "other",
}
TEXT = "Pikachu XY 42 is played as GEN 26, which has the same text."
TABLE_OF_PIKACHU = "/cards/reprints?q=Pikachu"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a catalogue that knows texts, as the starter cards have none."""
    monkeypatch.setattr(catalogue, "current_catalogue", small.catalogue)


def checked(client: Client, text: str) -> str:
    return unescape(markup(client.post("/deck-check", {**JULY, "text": text})))


def page_of(client: Client, row: DeckList) -> str:
    found = client.get(reverse("decks:list", args=[row.entry.tournament.slug, row.entry_id]))
    assert found.status_code == 200
    return unescape(found.text)


def handed_in(text: str, **fields: str) -> DeckList:
    (row,) = of(event(rules={"deadline": None}, **fields))
    lists.submit_list(row, text=text)
    return row


def test_the_deck_check_names_both_printings_and_the_rule(client: Client) -> None:
    page = checked(client, OLDER)
    assert "2 cards are played as another printing" in page
    assert "N NVI 92 is played as FCO 105, which works the same according to the reprint table." in page
    assert "Legal</b>" in page


def test_of_a_list_of_todays_printings_nothing_is_said(client: Client) -> None:
    assert "another printing" not in checked(client, LEGAL)


def test_a_printing_on_two_lines_is_told_once(client: Client) -> None:
    twice = OLDER.replace("4 N NVI 92", "3 N NVI 92\n1 N NVI 92")
    assert checked(client, twice).count("N NVI 92 is played as") == 1


@pytest.mark.usefixtures("texts")
def test_only_who_may_change_the_table_is_led_to_it_and_only_from_a_proposal(client: Client) -> None:
    page = checked(client, PIKACHU)
    assert TEXT in page
    assert "R-009, R-011" in page
    assert TABLE_OF_PIKACHU not in page
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    assert TABLE_OF_PIKACHU in checked(client, PIKACHU)
    assert "/cards/reprints?q=" not in checked(client, OLDER)
    assert client.get(TABLE_OF_PIKACHU).status_code == 200


def test_the_staff_read_it_beside_the_list_of_a_player(client: Client) -> None:
    row = handed_in(OLDER)
    client.force_login(build.staff(row.entry.tournament, "judge"))
    page = page_of(client, row)
    assert "N NVI 92 is played as FCO 105, which works the same according to the reprint table." in page


@pytest.mark.usefixtures("texts")
def test_a_judge_reads_of_a_proposal_without_the_way_to_the_table(client: Client) -> None:
    row = handed_in(PIKACHU)
    client.force_login(build.staff(row.entry.tournament, "judge"))
    page = page_of(client, row)
    assert TEXT in page
    assert TABLE_OF_PIKACHU not in page


def test_it_is_no_part_of_the_stored_verdict() -> None:
    handed_in(OLDER)
    version = Version.objects.get()
    assert version.legal
    assert version.problems == []


def test_the_day_and_the_settings_of_the_event_decide(client: Client) -> None:
    """In Expanded, both printings are legal by themselves (R-083)."""
    row = handed_in(OLDER, card_format="expanded")
    client.force_login(row.entry.tournament.staff.get(role="organizer").user)
    assert "another printing" not in page_of(client, row)


@pytest.mark.parametrize("text", [LEGAL, OLDER])
def test_it_costs_no_query_of_its_own(client: Client, django_assert_num_queries, text: str) -> None:
    checked(client, text)
    with django_assert_num_queries(1):
        checked(client, text)


POTION = LEGAL.replace("4 Ultra Ball SUM 135", "4 Potion BS 94")
WORDING = "Potion BS 94 is played with the wording of SUM 127, its newest printing."


@pytest.mark.usefixtures("texts")
def test_r086_an_old_printing_in_unlimited_is_told_the_newest_wording(client: Client) -> None:
    page = unescape(markup(client.post("/deck-check", {**JULY, "format": "unlimited", "text": POTION})))
    assert WORDING in page
    assert "R-086" in page
    assert WORDING not in checked(client, POTION)


@pytest.mark.usefixtures("texts")
def test_r086_the_player_reads_it_while_writing_and_when_lists_are_closed(client: Client) -> None:
    row = handed_in(POTION, card_format="unlimited")
    address = reverse("decks:mine", args=[row.token])
    assert WORDING in unescape(markup(client.get(address)))
    lists.lock_all_lists(row.entry.tournament, by=None)
    page = unescape(markup(client.get(address)))
    assert WORDING in page
    assert "Lay your deck out in the order of this list" in page


@pytest.mark.usefixtures("texts")
def test_r013_the_head_judge_allows_a_doubtful_reprint_on_the_page_of_the_list(client: Client) -> None:
    row = handed_in(LEGAL.replace("4 Ultra Ball SUM 135", "4 Escape Rope BUS 114"))
    page = unescape(markup(client.get(reverse("decks:mine", args=[row.token]))))
    assert (
        "if the head judge agrees before the event starts. When you hand in the list, the head judge is asked."
        in page
    )
    home = row.entry.tournament
    client.force_login(build.staff(home, "head_judge"))
    assert "Allow this reprint" in page_of(client, row)
    answer = {"code": "UNRELEASED_REPRINT_NEEDS_JUDGE", "card": "Escape Rope", "reason": "Same picture."}
    client.post(reverse("decks:list_rule", args=[home.slug, row.entry_id]), answer)
    assert row.rulings.get().reason == "Same picture."
    assert row.versions.get().questions == 0
