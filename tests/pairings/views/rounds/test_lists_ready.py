"""R-030, R-002: round 1 warns of missing and illegal deck lists; staff can start it anyway with a reason."""

import pytest
from django.urls import reverse

from core.models import JournalEvent
from core.sentences import refusal_text
from core.services import undo
from decks.services import lists
from pairings.models import Round
from pairings.services.rounds import rounds
from tests import build
from tests.decks.lists import BEFORE, ILLEGAL, LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def unposted() -> Round:
    """Create round 1 of four players: two legal lists, one illegal, one missing."""
    made = event(players=4)
    for row, text in zip(of(made), (LEGAL, LEGAL, ILLEGAL), strict=False):
        lists.submit_list(row, text=text, now=BEFORE)
    return rounds.pair_next_round(made.divisions.get(), by=None, seed=1)


def url(unposted: Round) -> str:
    return reverse(
        "pairings:post", args=[unposted.division.tournament.slug, unposted.division_id, unposted.number]
    )


def test_round_1_is_not_posted_without_lists(unposted):
    refused = build.refusal(rounds.post, unposted, by=None)
    assert refused.code == "LISTS_NOT_READY"
    assert (refused.facts["missing"], refused.facts["illegal"]) == (1, 1)
    assert Round.objects.get(pk=unposted.pk).state == "unposted"


def test_with_a_reason_it_is_and_the_journal_keeps_it(unposted):
    judge = build.staff(unposted.division.tournament, "head_judge")
    assert rounds.post(unposted, by=judge, lists_reason="Paper lists at the desk").state == "posted"
    line = JournalEvent.objects.get(kind="StartedWithoutLists")
    assert (line.by, line.facts["reason"], line.facts["missing"]) == (judge, "Paper lists at the desk", 1)
    step = undo.last_undoable_step(unposted.division)
    assert step is not None
    assert step.kind == "RoundPosted"


def test_with_all_lists_nothing_is_asked():
    made = event(players=2)
    for row in of(made):
        lists.submit_list(row, text=LEGAL, now=BEFORE)
    assert rounds.post(rounds.pair_next_round(made.divisions.get(), by=None), by=None).state == "posted"
    assert not JournalEvent.objects.filter(kind="StartedWithoutLists").exists()


@pytest.mark.parametrize("rules", [{"required": False}, {"required": True, "settings": {"S4": "none"}}])
def test_lists_nobody_asks_for_keep_nobody_waiting(rules):
    more = {"play_style": "limited", "kind": "prerelease", "event_class": "other"}
    made = event(players=2, rules=rules, **more)
    assert rounds.post(rounds.pair_next_round(made.divisions.get(), by=None), by=None).state == "posted"


def test_the_page_names_them_and_asks_for_the_reason(client, unposted):
    client.force_login(unposted.division.tournament.staff.get(role="organizer").user)
    page = markup(client.get(url(unposted)))
    assert "Without a deck list" in page
    assert "lists_reason" in page
    again = client.post(url(unposted), {"lists_reason": " "})
    assert (again.status_code, again.context["form"].errors.keys()) == (200, {"lists_reason"})
    assert client.post(url(unposted), {"lists_reason": "Paper"}).status_code == 302
    assert Round.objects.get(pk=unposted.pk).state == "posted"


@pytest.mark.parametrize(("role", "state"), [("head_judge", "posted"), ("scorekeeper", "unposted")])
def test_the_head_judge_decides(client, unposted, role, state):
    client.force_login(build.staff(unposted.division.tournament, role))
    refused = "Only the head judge" in markup(client.get(url(unposted)))
    client.post(url(unposted), {"lists_reason": "Paper"})
    assert (Round.objects.get(pk=unposted.pk).state, refused) == (state, role == "scorekeeper")


@pytest.mark.parametrize("page", ["post", "post_all"])
def test_a_scorekeeper_reads_who_can_start_and_has_no_button_that_cannot(client, unposted, page):
    event = unposted.division.tournament
    build.staff(event, "head_judge", "Hanna")
    client.force_login(build.staff(event, "scorekeeper"))
    address = url(unposted) if page == "post" else reverse("pairings:post_all", args=[event.slug])
    displayed = client.get(address)
    organizer = event.staff.get(role="organizer").user
    who = "Only the head judge or the organizer can start the round without them"
    assert f"{who}: {organizer}, Hanna." in markup(displayed)
    assert displayed.context["question"].action == ""
    assert 'class="button primary"' not in markup(displayed)


def test_players_change_nothing_once_it_is_posted(unposted):
    rounds.post(unposted, by=None, lists_reason="Paper")
    row = of(unposted.division.tournament)[3]
    assert build.refusal(lists.submit_list, row, text=LEGAL, now=BEFORE).code == "ROUND_1_STARTED"


@pytest.fixture
def with_unknown_cards() -> Round:
    """Create round 1 of two players: one legal list, and one with cards that are unknown here."""
    made = event(players=2)
    for row, text in zip(of(made), (LEGAL, LEGAL), strict=True):
        lists.submit_list(row, text=text, now=BEFORE)
    of(made)[1].versions.update(unknown_cards=4)
    return rounds.pair_next_round(made.divisions.get(), by=None, seed=1)


@pytest.mark.parametrize("role", ["organizer", "scorekeeper"])
def test_lists_that_nobody_can_judge_are_named_and_keep_nobody_waiting(client, with_unknown_cards, role):
    made = with_unknown_cards.division.tournament
    client.force_login(build.staff(made, role))
    name = str(of(made)[1].entry)
    page = markup(client.get(url(with_unknown_cards)))
    assert f"Can’t tell whether the list is legal, cards are unknown here: {name}." in page
    assert "lists_reason" not in page
    every = markup(client.get(reverse("pairings:post_all", args=[made.slug])))
    assert f"Can’t tell whether the list is legal, cards are unknown here: {name}." in every
    assert "lists_reason" not in every
    assert client.post(url(with_unknown_cards)).status_code == 302
    assert Round.objects.get(pk=with_unknown_cards.pk).state == "posted"


def test_the_refusal_counts_the_lists_that_nobody_can_judge(unposted):
    of(unposted.division.tournament)[0].versions.update(unknown_cards=4)
    refused = build.refusal(rounds.post, unposted, by=None)
    assert "1 missing, 1 not legal, 1 can’t be judged yet" in refusal_text(refused)
