"""Section L: each setting is on the form of lists, of deck checks or of drafts."""

import pytest

from cards.engine.rule_settings import CHOICES
from decks.forms.deck_check import DeckEventForm
from decks.forms.lists import ListRulesForm
from decks.words import setting_words
from drafts.forms.draft_plan import DraftPlanForm
from tests.decks.lists import event

pytestmark = pytest.mark.django_db


def test_every_setting_of_a_deck_is_worded_and_asked_somewhere() -> None:
    limited = ListRulesForm(event=event(play_style="limited"), rules=None)
    thirty = ListRulesForm(event=event(play_style="thirty"), rules=None)
    settings = {*limited.fields, *thirty.fields, *DeckEventForm().fields, *DraftPlanForm().fields}
    assert set(CHOICES) <= settings
    for name, choices in CHOICES.items():
        assert tuple(setting_words.CHOICE_WORDS[name]) == choices
