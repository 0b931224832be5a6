"""Forms of deck checks: which decks to pick, the settings of the event, and the outcome of a check."""

from secrets import randbits
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.words.card_rules import CARD_RULES
from checks.engine.check_sheet import MAX_CARD_LENGTH
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.models.checks import MAX_NOTE_LENGTH, MAX_WHY_LENGTH
from checks.services.deck_checks import MAX_SEED, SEED_BITS
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from core.sentences import refusal_text
from decks.forms import setting_fields
from decks.models import Proxy
from decks.services.check_rules import MAX_PERCENT, MAX_SHUFFLING
from pairings.services.reports.time_extensions import MAX_MINUTES
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import divisions_with_entries

MAX_DECKS, MAX_TABLES = 512, 64


class DivisionChoiceForm(forms.Form):
    """A choice of one division or all. The field is omitted if there is only one division."""

    division = forms.ChoiceField(label=_("Division"), required=False)

    def __init__(self, data: Any, event: Tournament, divisions: list[Division] | None = None) -> None:
        """Build the form. `divisions` are the divisions with players, if already loaded."""
        super().__init__(data)
        self.all = divisions_with_entries(event) if divisions is None else divisions
        choices = [("", _("All divisions")), *((str(division.pk), str(division)) for division in self.all)]
        set_choices(self, "division", choices)
        if len(self.all) < 2:
            del self.fields["division"]

    @property
    def divisions(self) -> list[Division]:
        """The selected division, or all of them. Requires a valid form."""
        key = self.cleaned_data.get("division", "")
        return [division for division in self.all if not key or str(division.pk) == key]


class RandomPickForm(DivisionChoiceForm):
    """Form to pick decks at random. Without a number, it picks as many as the target still requires."""

    number = forms.IntegerField(
        label=_("Number of decks"),
        required=False,
        min_value=1,
        max_value=MAX_DECKS,
        help_text=_("Per division. Leave blank for as many as the target still needs."),
    )
    whole_tables = forms.BooleanField(label=_("Both decks of each table"), required=False)
    during = forms.BooleanField(
        label=_("Don’t count pre-event checks"),
        required=False,
        help_text=_("Enough decks are picked to meet the target without those checks."),
    )
    seed = forms.IntegerField(
        label=_("Random seed"),
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text=_("Leave blank to choose one at random. It is stored, so anyone can repeat the selection."),
    )
    drawn = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        initial=lambda: randbits(SEED_BITS),
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> None:
        """Use the seed generated for the page if none was typed, so that a double click picks only once."""
        cleaned = self.cleaned_data
        drawn = cleaned.pop("drawn", None)
        if drawn is not None and cleaned.get("seed") is None:
            cleaned |= {"seed": drawn, "once": True}


class TopForm(DivisionChoiceForm):
    tables = forms.IntegerField(label=_("Number of tables"), min_value=1, max_value=MAX_TABLES, initial=2)
    again = forms.BooleanField(label=_("Include decks already checked"), required=False)


class WholeCutForm(DivisionChoiceForm):
    again = forms.BooleanField(label=_("Include decks already checked"), required=False)


class RequestedDeckForm(forms.Form):
    """Form with which a judge requests the check of a player's deck."""

    entry = forms.IntegerField(min_value=1, max_value=2**62, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Why"), max_length=MAX_WHY_LENGTH)


class CheckRulesForm(ConcurrentForm):
    """Form for the target share, its base, and the minutes for shuffling after a check."""

    target = forms.IntegerField(
        label=_("Decks to check, in percent"),
        min_value=0,
        max_value=MAX_PERCENT,
        help_text=CARD_RULES["R-035"].text,
    )
    shuffling = forms.IntegerField(
        label=_("Minutes for shuffling"),
        min_value=0,
        max_value=MAX_SHUFFLING,
        help_text=_("Added to the time a check took."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["base"] = setting_fields.deck_check_base_field(_("Percentage of"))
        self.order_fields(["target", "base", "shuffling"])


class CheckEnding(TypedDict):
    """The outcome of a check.

    `minutes` is the table's time extension, `reason` what must be rewritten, and `not_counted` why the cards were
    not counted.
    """

    outcome: str
    minutes: int
    rewrite: bool
    reason: str
    not_counted: str
    note: str


class EndCheckForm(forms.Form):
    """Form for the outcome of a check, and the table's time extension in minutes.

    The field `not_counted` appears only if a submitted form is shown again.
    """

    field_order: tuple[str, ...] = ("not_counted", "outcome")

    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=DeckCheck.Outcome, widget=forms.RadioSelect, initial="passed"
    )
    minutes = forms.IntegerField(
        label=_("Minutes for the table"),
        required=False,
        min_value=0,
        max_value=MAX_MINUTES,
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )
    rewrite = forms.BooleanField(
        label=_("The player must rewrite the list"), required=False, help_text=CARD_RULES["R-036"].text
    )
    reason = forms.CharField(
        label=_("Part to rewrite"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        help_text=_("The player sees this. The deck does not change."),
    )
    not_counted = forms.CharField(
        label=_("Reason the deck was not counted"),
        required=False,
        max_length=MAX_WHY_LENGTH,
        help_text=_("Saved with your name. The check does not count toward the target."),
    )
    note = forms.CharField(
        label=_("Note for the head judge"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("For example marked cards, their pattern, and what was corrected."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Ask for the reason only if the check would end without a count.
        if not self.is_bound:
            del self.fields["not_counted"]

    def refuse(self, refused: Refused) -> None:
        """Show a refusal next to its field, or above the form if it has none."""
        field_name = "not_counted" if refused.code == CheckRefusal.CHECK_NOT_COUNTED else None
        self.add_error(field_name, refusal_text(refused))

    @property
    def chosen(self) -> CheckEnding:
        """The entered outcome. Requires a valid form. Blank minutes are 0, and a reason implies `rewrite`."""
        data = self.cleaned_data
        return CheckEnding(
            outcome=data["outcome"],
            minutes=data["minutes"] or 0,
            rewrite=data["rewrite"] or bool(data["reason"]),
            reason=data["reason"],
            not_counted=data["not_counted"],
            note=data["note"],
        )


class ProxyForm(forms.Form):
    """Form for a card that a judge replaces with a proxy."""

    card = forms.CharField(label=_("Card"), max_length=MAX_CARD_LENGTH)
    reason = forms.ChoiceField(label=_("Why"), choices=Proxy.Reason)
    original_kept = forms.BooleanField(
        label=_("The player has the original and can show it"), required=False, initial=True
    )
