"""Section L: each setting of a list is on the form, stored if it differs from the default, and used by the verdict."""

from datetime import timedelta

import pytest

from core.engine.refused import Refused
from decks.forms.lists import ListRulesForm
from decks.models import CheckRules, ListRules
from decks.queries.lists import judging
from decks.services import lists
from tests import build
from tests.decks.lists import JULY, event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def rules(made: Tournament) -> ListRules:
    return ListRules.objects.get(tournament=made)


@pytest.mark.parametrize(
    ("style", "there", "missing"),
    [
        ("constructed", {"S5", "S16"}, {"S4", "S6", "S10"}),
        ("limited", {"S4", "S6"}, {"S10"}),
        ("thirty", {"S10"}, {"S4", "S6"}),
        ("thirty_limited", {"S4", "S6", "S10"}, set()),
    ],
)
def test_a_form_asks_what_bears_on_the_event(style: str, there: set[str], missing: set[str]) -> None:
    form = ListRulesForm(event=event(play_style=style), rules=None)
    assert there <= set(form.fields)
    assert not missing & set(form.fields)


def test_s10_is_the_format_of_the_event_unless_it_says_otherwise() -> None:
    made = event(play_style="thirty", card_format="expanded")
    assert ListRulesForm(event=made, rules=rules(made)).initial["S10"] == "expanded"
    assert judging.deck_context_of_event(made, rules(made), complete=True).card_format == "expanded"
    lists.collect_lists(made, by=None, settings={"S10": "standard"})
    assert rules(made).settings == {"S10": "standard"}
    assert judging.deck_context_of_event(made, rules(made), complete=True).card_format == "standard"


def test_s16_asks_for_the_last_day() -> None:
    made = event()
    last = (JULY + timedelta(days=1)).date()
    lists.collect_lists(made, by=None, last_day=last, settings={"S16": "each_day"})
    context = judging.deck_context_of_event(made, rules(made), complete=True)
    assert (context.last_date, context.choice("S16")) == (last, "each_day")


@pytest.mark.parametrize("days", [-1, 14])
def test_the_last_day_comes_within_two_weeks(days: int) -> None:
    with pytest.raises(Refused, match="LAST_DAY_WRONG"):
        lists.collect_lists(event(), by=None, last_day=(JULY + timedelta(days=days)).date())


def test_s17_is_asked_beside_the_others_and_kept_once_with_the_deck_checks() -> None:
    made = event()
    form = ListRulesForm(event=made, rules=rules(made))
    codes = [code for code, _words in form.fields["S17"].choices]
    assert (form.initial["S17"], codes) == ("registered", ["registered", "still_playing"])
    sent = {name: form.initial[name] for name in form.fields if form.initial.get(name)}
    again = ListRulesForm({**sent, "S17": "still_playing"}, event=made, rules=rules(made))
    assert again.is_valid(), again.errors
    by = build.user("marta")
    assert again.save(by=by)
    assert CheckRules.objects.get(tournament=made).base == "still_playing"
    assert "S17" not in rules(made).settings
    assert ListRulesForm(event=made, rules=rules(made)).initial["S17"] == "still_playing"
    assert not ListRulesForm({**sent, "S17": "all of them"}, event=made, rules=rules(made)).is_valid()
    lines = made.journal.filter(kind="CheckRulesSet")
    assert lines.count() == 1
    again = ListRulesForm({**sent, "S17": "still_playing"}, event=made, rules=rules(made))
    assert again.is_valid()
    assert again.save(by=by)
    assert lines.count() == 1
