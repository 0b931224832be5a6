"""Forms for taps while physical packs are drafted."""

from django import forms

from drafts.models.marks import MAX_CARD_LENGTH, MAX_KEY_LENGTH

COINS = ("coin", "draw", "agreed", "coinback")
DOES = ("open", "pick", "name", "rename", "back", *COINS)
MAX_NUMBER = 9999
"""Upper limit of every submitted number."""


class TapForm(forms.Form):
    """One tap: open packs, pick a card, name face-up cards, rename a card, undo a pick.

    `ref`: a card of the checklist; `name`: a typed name. `have`: how many cards the seat had. `card`: the card
    concerned or, on the coin of a pair, the winner. `of`: the move to undo, or how many taps on the coin the page had
    shown. `seat`: the seat that acts, if the page acts for several.
    """

    do = forms.ChoiceField(choices=[(word, word) for word in DOES])
    key = forms.RegexField(r"^[0-9A-Za-z-]{8,40}\Z", max_length=MAX_KEY_LENGTH)
    have = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    card = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    of = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    seat = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    ref = forms.CharField(max_length=MAX_CARD_LENGTH, required=False)
    name = forms.CharField(max_length=MAX_CARD_LENGTH, required=False)


class PodForm(forms.Form):
    """A tap by staff for a pod, 0 for all pods.

    `name`: the name of a randomly picked card, if it was looked at. `seen`: the `pick_stamp` on the page. `view`: the
    pod on the page, if the tap is for all pods.
    """

    pod = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    do = forms.ChoiceField(
        choices=[(word, word) for word in ("open", "pause", "resume", "random", "assign", "wait")]
    )
    key = forms.RegexField(r"^[0-9A-Za-z-]{8,40}\Z", max_length=MAX_KEY_LENGTH)
    seat = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    name = forms.CharField(max_length=MAX_CARD_LENGTH, required=False)
    view = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    seen = forms.CharField(max_length=MAX_KEY_LENGTH, required=False)
