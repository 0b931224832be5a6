"""Judges' forms on the page of a draft log."""

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.models.drafts import MAX_REASON_LENGTH
from drafts.engine.moves import LEAVINGS
from drafts.models.marks import MAX_CARD_LENGTH, MAX_KEY_LENGTH

DOES = ("undo_move", "short", "extra", "rename", "leave", "back_to", "random")
DECIDED = ("leave", "back_to", "rename")
"""Actions reserved for the head judge and the organizer (R-002); other actions are open to all judges."""

MAX_NUMBER = 9999
"""Upper limit of every submitted number."""


class JudgeForm(forms.Form):
    """One action of a judge.

    `seat`: the seat concerned, 0 for the table. `of`: the move concerned or, when renaming, the number of the card.
    `name`: the name of a card. `way`: how a player left. `key`: two submissions with the same key count once.
    """

    pod = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    do = forms.ChoiceField(choices=[(word, word) for word in DOES])
    key = forms.RegexField(r"^[0-9A-Za-z-]{8,40}\Z", max_length=MAX_KEY_LENGTH)
    seat = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    of = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    way = forms.ChoiceField(choices=[(word, word) for word in LEAVINGS], required=False)
    name = forms.CharField(label=_("Card"), max_length=MAX_CARD_LENGTH, required=False)
    reason = forms.CharField(label=_("Why"), max_length=MAX_REASON_LENGTH, required=False)


class RulingForm(forms.Form):
    """A ruling about a pod, to be recorded in the journal."""

    pod = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    text = forms.CharField(max_length=MAX_REASON_LENGTH)
