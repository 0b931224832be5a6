"""The form to enter the paper sheet of a deck check."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from checks.engine.check_sheet import (
    ANSWERED,
    MARKS,
    MAX_CARD_LENGTH,
    MAX_MARKS_LENGTH,
    MAX_NUMBER,
    NO_PATTERN,
    PATTERN,
    Tap,
    marks_subject,
)
from checks.forms.deck_checks import EndCheckForm
from checks.services.paper_checks import CompletedSheet
from decks.forms.lists import EventMomentField
from decks.models import Version

MAX_OTHERS, LAST_ROUND = 60, 999
# A number of copies, with or without “x”, and the card.
COPIES = re.compile(r"(?:(\d{1,9})\s*[x×]?\s+)?(.+)", re.ASCII)
WRONG = {
    "legible": _("The list cannot be read, or Player ID or date of birth is missing"),
    "sleeves": _("Sleeves differ or are marked"),
    "proxies": _("The original of a proxy was not shown"),
    "languages": _("Cards in a language that is not allowed here"),
    "unsigned": _("Cards are signed, written on, or from a World Championships deck"),
    "backs": _("Card backs differ from those of the cards sold here"),
}
DIGITS = {"class": "digits copies", "inputmode": "numeric"}


class PaperSheetForm(EndCheckForm):
    """Form for the contents of a paper sheet. `expected` is the number of copies in each row of the list."""

    total = forms.IntegerField(label=_("Number of cards"), required=False, min_value=0, max_value=MAX_NUMBER)
    counted = forms.BooleanField(
        label=_("A blank box means counted and matching the list"), required=False, initial=True
    )
    others = forms.CharField(
        label=_("Cards that are not on the list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, copies first: 2 Colress"),
    )
    marked = forms.CharField(label=_("Marked items"), required=False, max_length=MAX_MARKS_LENGTH)
    marked_cards = forms.CharField(label=_("Cards affected"), required=False, max_length=MAX_MARKS_LENGTH)
    pattern = forms.BooleanField(label=_("There is a pattern"), required=False)
    replaced = forms.IntegerField(
        label=_("Sleeves replaced"), required=False, min_value=0, max_value=MAX_NUMBER
    )
    began = EventMomentField(label=_("Began at"))
    ended = EventMomentField(label=_("Ended at"))
    round_number = forms.IntegerField(
        label=_("Round"),
        required=False,
        min_value=1,
        max_value=LAST_ROUND,
        help_text=_("Leave blank for a check between rounds."),
    )
    key = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=0, max_value=9999, widget=forms.HiddenInput)

    field_order = ("began", "ended", "round_number", "outcome", "rewrite", "reason", "minutes", "note")

    def __init__(self, *args: Any, cards: Sequence[tuple[str, int]], whole: int, **options: Any) -> None:
        """Build the form.

        - `cards`: names and copies of the rows of the list.
        - `whole`: the expected number of cards.
        """
        super().__init__(*args, **options)
        self.expected, self.whole = [copies for _card, copies in cards], whole
        for step in ANSWERED:
            self.fields[f"wrong_{step}"] = forms.BooleanField(label=WRONG[step], required=False)
        for index, (card, _copies) in enumerate(cards):
            count_field = forms.IntegerField(label=card, required=False, min_value=0, max_value=MAX_NUMBER)
            count_field.widget.attrs |= DIGITS
            self.fields[f"row_{index}"] = count_field

    def clean_others(self) -> dict[str, int]:
        """Return the copies of each card that is not on the list. A line without a number means one copy."""
        others: dict[str, int] = {}
        for line in self.cleaned_data["others"].replace("\0", "").splitlines():
            match = COPIES.fullmatch(" ".join(line.split()))
            if match is not None:
                card = match[2][:MAX_CARD_LENGTH]
                others[card] = others.get(card, 0) + int(match[1] or 1)
        if len(others) > MAX_OTHERS or any(not 0 < copies <= MAX_NUMBER for copies in others.values()):
            raise forms.ValidationError(_("Enter a number of copies, at most 999, and a card on each line."))
        return others

    def written(self, version: Version | None) -> CompletedSheet:
        """Return the entered sheet. Requires a valid form.

        If `counted` is ticked, a blank box means the expected number, and a step not marked as wrong is fine.
        `version` is the version of the list from which the sheet was printed.
        """
        data = self.cleaned_data
        blank_is_counted = data["counted"]
        taps = [
            Tap("step", step, MARKS.index("wrong" if data[f"wrong_{step}"] else "fine"))
            for step in ANSWERED
            if data[f"wrong_{step}"] or blank_is_counted
        ]
        total = self.whole if data["total"] is None and blank_is_counted else data["total"]
        taps += [Tap("total", "", total)] if total is not None else []
        for index, copies in enumerate(self.expected):
            typed_count = data[f"row_{index}"]
            if typed_count is not None or blank_is_counted:
                taps.append(Tap("line", str(index), copies if typed_count is None else typed_count))
        taps += [Tap("other", card, copies) for card, copies in data["others"].items()]
        if marked := data["marked"].strip():
            pattern = PATTERN if data["pattern"] else NO_PATTERN
            taps.append(Tap("pattern", marks_subject(marked, data["marked_cards"]), pattern))
        taps += [Tap("replaced", "", data["replaced"])] if data["replaced"] else []
        return CompletedSheet(
            taps=tuple(taps),
            outcome=data["outcome"],
            began=data["began"],
            ended=data["ended"],
            round_number=data["round_number"],
            version=version,
            minutes=data["minutes"],
            rewrite=data["rewrite"] or bool(data["reason"]),
            reason=data["reason"],
            not_counted=data["not_counted"],
            note=data["note"],
        )
