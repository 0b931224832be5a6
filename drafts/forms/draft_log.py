"""Forms of judges for the log of a draft."""

import secrets

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.models.drafts import LONGEST_REASON
from drafts.engine.values import LEAVINGS
from drafts.models.marks import LONGEST_CARD, LONGEST_KEY

DOES = ("undo_move", "short", "extra", "rename", "leave", "back_to", "random")
DECIDED = ("leave", "back_to", "rename")
"""Actions of the head judge or organizer (R-002); any judge may take the others."""

MOST = 9999


def new_key() -> str:
    """A key for a form, so that submitting it twice is one step."""
    return secrets.token_hex(8)


class JudgeForm(forms.Form):
    """One step: `seat` concerned (0: the table), `of` the move meant, `name` a card."""

    pod = forms.IntegerField(min_value=0, max_value=MOST)
    do = forms.ChoiceField(choices=[(word, word) for word in DOES])
    key = forms.RegexField(r"^[0-9A-Za-z-]{8,40}\Z", max_length=LONGEST_KEY)
    seat = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    of = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    way = forms.ChoiceField(choices=[(word, word) for word in LEAVINGS], required=False)
    name = forms.CharField(label=_("Card"), max_length=LONGEST_CARD, required=False)
    reason = forms.CharField(label=_("Why"), max_length=LONGEST_REASON, required=False)


class RulingForm(forms.Form):
    pod = forms.IntegerField(min_value=0, max_value=MOST)
    text = forms.CharField(max_length=LONGEST_REASON)
