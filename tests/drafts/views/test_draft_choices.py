"""S4, S6: the choices of a draft's plan about lists apply to the event's lists, and the pages say so."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from decks.forms.lists import ListRulesForm
from decks.models import Draft, ListRules
from decks.services import lists
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup
from drafts.services import drafts
from drafts.words.draft_words import notice_text, packs_text, setup_problem_text
from tests import build
from tests.drafts.drafts import setup
from tournaments.models import Division

pytestmark = pytest.mark.django_db

ALONE = {"S4": "deck", "S6": "new_draft"}


def solomon(home: Division, **settings: str) -> Draft:
    plan = setup("solomon", home.entries.count(), settings=settings)
    return drafts.set_up_draft(home, plan, by=None)


def limited(**more: object) -> Division:
    return build.division(4, play_style="limited", **more)


def test_what_the_plan_says_of_lists_is_the_choice_of_the_event() -> None:
    home = limited()
    lists.collect_lists(home.tournament, by=None)
    solomon(home, **ALONE)
    assert ListRules.objects.get().settings == ALONE
    assert JournalEvent.objects.filter(kind="ListRulesChanged").count() == 1
    solomon(home, **ALONE)
    assert JournalEvent.objects.filter(kind="ListRulesChanged").count() == 1, "the same again changes nothing"
    solomon(home)
    assert ListRules.objects.get().settings == ALONE, "a plan that says nothing of it changes nothing"


def test_lists_collected_later_begin_with_what_the_plan_says() -> None:
    home = limited()
    solomon(home, **ALONE)
    assert not ListRules.objects.exists()
    form = ListRulesForm(event=home.tournament, rules=None)
    assert (form.initial["S4"], form.initial["S6"]) == ("deck", "new_draft")


@pytest.mark.parametrize("supplied", [True, False])
def test_lists_collected_after_a_draft_was_planned_know_the_energy_it_supplies(supplied: bool) -> None:
    """R-053: if announced Energy counted as cards outside of the pool, every deck would be illegal."""
    home = limited()
    drafts.set_up_draft(home, setup("solomon", 4), by=None, energy_supplied=supplied)
    assert ListRulesForm(event=home.tournament, rules=None).initial["energy_supplied"] is supplied
    rules = lists.collect_lists(home.tournament, by=None, energy_supplied=not supplied)
    assert ListRulesForm(event=home.tournament, rules=rules).initial["energy_supplied"] is not supplied


def test_only_who_sets_the_event_up_chooses_for_its_lists() -> None:
    home = limited()
    lists.collect_lists(home.tournament, by=None, settings={"S4": "deck"})
    client = Client()
    client.force_login(build.staff(home.tournament, "scorekeeper"))
    plan = {"division": home.pk, "subtype": "solomon", "players": 4, "packs_each": 2, "pack_size": 10}
    data = plan | {"expansion": "EVO", "energy": "yes", "S6": "new_draft", "S4": "none"}
    client.post(reverse("drafts:draft_set", args=[home.tournament.slug]), data)
    assert Draft.objects.get().setup["settings"]["S4"] == "deck"
    assert ListRules.objects.get().settings == {"S4": "deck"}


def test_the_page_begins_with_a_division_that_has_players(client: Client) -> None:
    event = build.event(published=True, play_style="limited")
    build.add_players(event, 2, checked_in=True)
    playing = next(one for one in event.divisions.all() if one.entries.exists())
    division = client.get(reverse("drafts:drafts", args=[event.slug])).context["home"]
    assert division == playing


def test_one_pack_is_one_pack() -> None:
    assert packs_text(Setup("solomon", packs_each=1, pack_size=5)) == "1 pack of 5 cards per player"
    assert packs_text(Setup("solomon", packs_each=4, pack_size=10)) == "4 packs of 10 cards per player"
    assert packs_text(Setup("rochester", packs_each=2, pack_size=1)) == "2 packs of 1 card per player"


def test_an_announced_redraft_is_the_exception_of_the_lock_r057() -> None:
    made = plan_draft(
        Setup("solomon", players=4, packs_each=1, pack_size=5, redraft_round=3, redraft_announced=True)
    )
    [locked] = [one for one in made.notices if one.rule == "R-057"]
    assert "decks can’t change until the redraft before round 3" in notice_text(locked, made.setup)


def test_an_odd_field_is_told_what_to_do_r094() -> None:
    made = plan_draft(Setup("solomon", players=5, packs_each=1, pack_size=5))
    [odd] = made.problems
    sentence = setup_problem_text(odd)
    assert (
        "with 5 players one is left over. Nearest: 2 pairs. When seats are assigned, the head judge gives one player"
        in sentence
    )
