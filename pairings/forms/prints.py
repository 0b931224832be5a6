"""The Print center: documents, paper, language and boards."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from pairings.documents.printing import Offer
from pairings.engine import boards
from pairings.engine.prints import MOST_COPIES, Paper, PrintChoice
from pairings.models import Round
from pairings.models.prints import LONGEST_KEY
from pairings.words import result_words
from tournaments.models import Division, Tournament

PAPERS = (("a4", _("A4")), ("letter", _("US Letter")))
ON_ONE_BOARD = 60
"""Names that fit one page."""

USUAL_BOARDS = 3
KEY_BYTES = 15


class PrintForm(forms.Form):
    """What to print, and how. Everything has a default, so that one press is enough."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_KEY)
    documents = forms.MultipleChoiceField(required=False)
    divisions = forms.MultipleChoiceField(
        label=_("Divisions"), required=False, widget=forms.CheckboxSelectMultiple
    )
    round = forms.ChoiceField(label=_("Round"), required=False)
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    copies = forms.IntegerField(
        label=_("Copies of each list"),
        min_value=1,
        max_value=MOST_COPIES,
        help_text=_("Slips are printed once."),
    )
    boards = forms.CharField(
        label=_("Boards of the list by name"),
        required=False,
        max_length=300,
        help_text=_("Such as A–H, I–P, Q–Z. Leave blank for one list."),
    )
    opponent = forms.BooleanField(label=_("Opponent beside each name"), required=False)
    large = forms.BooleanField(label=_("Bracket on A3 or Tabloid"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        event: Tournament,
        divisions: Sequence[Division],
        rounds: Collection[Round],
        initial: PrintChoice,
    ) -> None:
        keys = [division.pk for division in divisions]
        chosen = [pk for pk in initial.divisions if pk in keys] or keys
        super().__init__(
            data,
            initial={
                **initial.facts(),
                "key": secrets.token_urlsafe(KEY_BYTES),
                "divisions": [str(pk) for pk in chosen],
                "round": str(initial.number),
                "documents": [],
            },
        )
        of_division = cast("forms.MultipleChoiceField", self.fields["divisions"])
        of_division.choices = [(str(division.pk), str(division)) for division in divisions]
        if len(divisions) < 2:
            del self.fields["divisions"]
        names = result_words.round_names(rounds)
        texts = {row.number: names[row.pk] for row in sorted(rounds, key=lambda row: row.number)}
        numbers = [(str(number), text) for number, text in reversed(texts.items())]
        cast("forms.ChoiceField", self.fields["round"]).choices = [
            ("0", pgettext("round", "Newest")),
            *numbers,
        ]
        if len(numbers) < 2:
            del self.fields["round"]

    def allow(self, offers: Collection[Offer]) -> None:
        """Allow the offered documents as choices."""
        choices = [(offer.name, offer.title) for offer in offers]
        cast("forms.MultipleChoiceField", self.fields["documents"]).choices = choices

    def clean_boards(self) -> str:
        try:
            return boards.as_text(boards.read(self.cleaned_data["boards"]))
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused)) from refused

    def choice(self, documents: Sequence[str]) -> PrintChoice:
        chosen = self.cleaned_data
        return PrintChoice(
            documents=tuple(documents),
            paper=chosen["paper"],
            language=chosen["language"],
            divisions=tuple(sorted(map(int, chosen.get("divisions", ())))),
            number=int(chosen.get("round") or 0),
            boards=chosen["boards"],
            copies=chosen["copies"],
            opponent=chosen["opponent"],
            large=chosen["large"],
        )


class HallSheetForm(forms.Form):
    """Paper and language of the sheets that belong to no round; sent in the URL of the sheet."""

    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, *, initial: PrintChoice) -> None:
        super().__init__(initial={"paper": initial.paper, "language": initial.language}, auto_id="id_hall_%s")


def usual_choice(sort_names: Sequence[str], paper: Paper) -> PrintChoice:
    """The default choice of an event without prints."""
    count = USUAL_BOARDS if len(sort_names) > ON_ONE_BOARD else 1
    text = boards.as_text(boards.propose(sort_names, count))
    return PrintChoice(documents=(), paper=paper, language=get_language() or "en", boards=text)
