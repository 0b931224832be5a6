"""A list that the player rewrites after a deck check: requested, shown on both pages of the phone, done (R-036)."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from checks.models import DeckCheck
from checks.services import check_sheets, deck_checks
from core.models import JournalEvent
from core.services import undo
from decks.models import DeckList
from decks.services import lists
from pairings.services.rounds import rounds
from tests import build
from tests.checks.checks import counted
from tests.decks.lists import JULY, LEGAL
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db
REQUEST = "Rewrite your deck list"


@pytest.fixture
def check() -> DeckCheck:
    home = play.division(4, round_minutes=50, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    match = play.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]
    picked = deck_checks.pick_requested_deck(match.left, why="Hard to read", by=None)
    return check_sheets.begin_check(picked, by=None, now=timezone.now() - timedelta(minutes=5))


def phone(check: DeckCheck, client: Client) -> list[str]:
    token = personal_links.ensure_link(check.entry).token
    at = [reverse(name, args=[token]) for name in ("floor:my", "decks:mine")]
    return [unescape(markup(client.get(one))) for one in at]


def test_the_player_reads_what_to_write_again_until_it_is_in(client: Client, check: DeckCheck) -> None:
    judge = build.staff(check.entry.tournament, "judge")
    client.force_login(judge)
    data = {"outcome": "fixed_list", "reason": "Which N? Write numbers.", "note": "Third time"}
    data["not_counted"] = "Nobody can read it"
    assert client.post(pages.event(check.entry.division, "check_end", check.pk), data).status_code == 302
    player = Client()
    for page in phone(check, player):
        assert REQUEST in page
        assert "Which N? Write numbers." in page
        assert "Third time" not in page
    at = pages.event(check.entry.division, "check", check.pk)
    assert "The player must rewrite the list" in markup(client.get(at))
    lists.submit_list(check.entry.deck_list, text=LEGAL, by=judge, by_player=False, note="Written again")
    assert not any(REQUEST in page for page in phone(check, player))
    assert "The list is rewritten" in markup(client.get(at))


def test_the_open_page_of_the_player_learns_of_it(client: Client, check: DeckCheck) -> None:
    token = personal_links.ensure_link(check.entry).token
    stamp = client.get(reverse("floor:my", args=[token])).context["stamp"]
    check_sheets.end_check(counted(check), outcome="fixed_list", rewrite=True, by=None)
    query = {"seen": stamp, "match": check.entry.seats.get().match_id}
    answer = client.get(reverse("floor:my_live", args=[token]), query, headers={"HX-Request": "true"})
    assert REQUEST in markup(answer)


def test_an_undone_outcome_asks_for_nothing(client: Client, check: DeckCheck) -> None:
    check_sheets.end_check(counted(check), outcome="fixed_list", rewrite=True, by=None)
    undo.undo_step(JournalEvent.objects.get(kind="DeckCheckEnded"), by=None)
    assert not any(REQUEST in page for page in phone(check, client))
