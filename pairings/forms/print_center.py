"""Forms of the Print center: documents, paper, language and boards."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from pairings.documents.pairings import boards_of_list, lines_by_name
from pairings.documents.printing import PrintOffer
from pairings.engine import boards
from pairings.engine.display_rows import MatchRow
from pairings.engine.print_choice import MAX_COPIES, Paper, PrintChoice
from pairings.models import Round
from pairings.models.prints import MAX_KEY_LENGTH
from pairings.words import round_names
from tournaments.models import Division, Tournament

PAPERS = (("a4", _("A4")), ("letter", _("US Letter")))
KEY_BYTES = 15


class PrintForm(forms.Form):
    """Documents to print, and their options. All fields have defaults, so that one press is enough."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
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
        max_value=MAX_COPIES,
        help_text=_("Slips are printed once."),
    )
    boards = forms.CharField(
        label=_("Boards for the list by name"),
        required=False,
        max_length=300,
        help_text=_("For example A–H, I–P, Q–Z. Leave blank for one list."),
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
        chosen_keys = [pk for pk in initial.divisions if pk in keys] or keys
        super().__init__(
            data,
            initial={
                **initial.facts(),
                "key": secrets.token_urlsafe(KEY_BYTES),
                "divisions": [str(pk) for pk in chosen_keys],
                "round": str(initial.number),
                "documents": [],
            },
        )
        divisions_field = cast("forms.MultipleChoiceField", self.fields["divisions"])
        divisions_field.choices = [(str(division.pk), str(division)) for division in divisions]
        if len(divisions) < 2:
            del self.fields["divisions"]
        names = round_names.round_names(rounds)
        label_by_number = {
            round_.number: names[round_.pk] for round_ in sorted(rounds, key=lambda round_: round_.number)
        }
        round_choices = [(str(number), label) for number, label in reversed(label_by_number.items())]
        cast("forms.ChoiceField", self.fields["round"]).choices = [
            ("0", pgettext("round", "Newest")),
            *round_choices,
        ]
        if len(round_choices) < 2:
            del self.fields["round"]

    def allow(self, offers: Collection[PrintOffer]) -> None:
        """Make the offered documents the choices of the form."""
        choices = [(offer.name, offer.title) for offer in offers]
        cast("forms.MultipleChoiceField", self.fields["documents"]).choices = choices

    def clean_boards(self) -> str:
        try:
            return boards.boards_as_text(boards.parse_boards(self.cleaned_data["boards"]))
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused)) from refused

    def choice(self, documents: Sequence[str]) -> PrintChoice:
        """Return the chosen options with these documents, once the form is valid."""
        options = self.cleaned_data
        return PrintChoice(
            documents=tuple(documents),
            paper=options["paper"],
            language=options["language"],
            divisions=tuple(sorted(map(int, options.get("divisions", ())))),
            number=int(options.get("round") or 0),
            boards=options["boards"],
            copies=options["copies"],
            opponent=options["opponent"],
            large=options["large"],
        )


class HallSheetForm(forms.Form):
    """Paper and language of sheets that belong to no round, sent in the URL of the sheet."""

    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, *, initial: PrintChoice) -> None:
        super().__init__(initial={"paper": initial.paper, "language": initial.language}, auto_id="id_hall_%s")


def default_print_choice(rows: Sequence[MatchRow], paper: Paper) -> PrintChoice:
    """Return the print choice offered by default in an event without earlier prints.

    `rows` are the matches of the round with most of them.
    """
    ranges = boards_of_list(lines_by_name(rows, show_opponent=True), None, paper, show_opponent=True)
    board_text = boards.boards_as_text(ranges)
    return PrintChoice(documents=(), paper=paper, language=get_language() or "en", boards=board_text)
