"""Forms of the card catalogue: for a file of cards, a card, a reprint and a ban."""

from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.engine.refusals import CardRefusal
from cards.engine.sources.card_files import MAX_GIVEN, MEGABYTE
from cards.models import Ban, Card, Reprint
from cards.services import catalogue
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentEditsMixin
from core.forms.days import DayField
from core.sentences import refusal_text
from tournaments.models import User

FIELD_OF: dict[StrEnum, str] = {
    CardRefusal.CARD_NAME_MISSING: "name",
    CardRefusal.CARD_NUMBER_MISSING: "number",
    CardRefusal.CARD_TAKEN: "number",
    CardRefusal.CARD_ENERGY_ONLY: "basic_energy",
    CardRefusal.PERIOD_BACKWARDS: "ends_on",
    CardRefusal.ROTATION_OF_BOTH: "marks",
    CardRefusal.EXPANSION_UNKNOWN: "also",
    CardRefusal.GROUP_TOO_SMALL: "names",
}
"""The form field of each refusal."""


class CardImportForm(forms.Form):
    """A form to upload a file of card data."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "Cards of TCGdex, a zip of pokemon-tcg-data, a JSON file of names, or a CSV; packed with gzip or not."
        ),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_GIVEN:
            most = MAX_GIVEN // MEGABYTE
            raise forms.ValidationError(_("The file is larger than %(most)s MB."), params={"most": most})
        return file


class ServiceForm(ConcurrentEditsMixin, forms.ModelForm):
    """A form whose values are checked by a service. Refusals of the service become errors of fields."""

    def add_refusal(self, refused: Refused) -> None:
        """Add a refusal as an error of the form field that it is about, or of the whole form."""
        field = FIELD_OF.get(refused.code)
        field = "key" if field == "name" and "key" in self.fields else field
        self.add_error(field if field in self.fields else None, refusal_text(refused))

    def _post_clean(self) -> None:
        """Skip model validation, since the service checks the row and explains a duplicate."""


class CardForm(ServiceForm):
    """A card with its English name. Names in other languages can only be imported."""

    fieldsets = (
        (_("The card"), ("name", "expansion", "number", "supertype", "subtypes", "evolves_from")),
        (
            _("Facts the rules need"),
            (
                "mark",
                "limit",
                "basic",
                "restored",
                "basic_energy",
                "ace_spec",
                "radiant",
                "prism_star",
                "star",
            ),
        ),
        (_("Never legal"), ("not_tournament_legal",)),
    )

    class Meta:
        model = Card
        fields = (
            "name", "expansion", "number", "supertype", "subtypes", "evolves_from", "mark", "limit", "basic",
            "restored", "basic_energy", "ace_spec", "radiant", "prism_star", "star", "not_tournament_legal",
        )  # fmt: skip
        help_texts = {
            "subtypes": _("Separate several with |, for example Item|ACE SPEC."),
            "limit": _("Leave blank to use the play style’s limit. 0: any number. 4: all Unown combined."),
        }

    def clean_subtypes(self) -> str:
        return "|".join(part.strip() for part in self.cleaned_data["subtypes"].split("|") if part.strip())

    def save_by(self, by: User, card: Card | None = None) -> Card | None:
        """Save the card. Return None if that is refused, with an error on the form."""
        try:
            return catalogue.save_card(card, by=by, **self.cleaned_data)
        except Refused as refused:
            self.add_refusal(refused)
            return None


class ReprintForm(ServiceForm):
    """A row of the reprint table."""

    field_order = (
        "name", "new_expansion", "new_number", "old_expansion", "old_number", "identical", "source",
    )  # fmt: skip
    name = forms.CharField(label=_("English name"), max_length=120)

    class Meta:
        model = Reprint
        fields = ("new_expansion", "new_number", "old_expansion", "old_number", "identical", "source")
        help_texts = {
            "old_expansion": _("Leave blank for every printing older than the new one."),
            "identical": _("The old printing may be played as the new one."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("name", self.instance.key)
        self.order_fields(self.field_order)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if data.get("old_number") and not data.get("old_expansion"):
            self.add_error("old_expansion", _("Choose the expansion of the old number."))
        if data.get("old_expansion") and not data.get("old_number"):
            self.add_error("old_number", _("Enter the number in that expansion."))

    def save_by(self, by: User, reprint: Reprint | None = None) -> Reprint | None:
        """Save the row. Return None if that is refused, with an error on the form."""
        data = self.cleaned_data
        old = (data["old_expansion"], data["old_number"]) if data["old_expansion"] else None
        try:
            return catalogue.save_reprint(
                reprint,
                by=by,
                name=data["name"],
                new=(data["new_expansion"], data["new_number"]),
                old=old,
                identical=data["identical"],
                source=data["source"],
            )
        except Refused as refused:
            self.add_refusal(refused)
            return None


class BanForm(ServiceForm):
    """A row of the ban list."""

    class Meta:
        model = Ban
        fields = ("name", "expansion", "number", "format", "starts_on", "ends_on", "source")
        field_classes = dict.fromkeys(("starts_on", "ends_on"), DayField)
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }
        help_texts = {"ends_on": _("The first day it is legal again. Leave blank while it is banned.")}

    def save_by(self, by: User, ban: Ban | None = None) -> Ban | None:
        """Save the ban. Return None if that is refused, with an error on the form."""
        data = dict(self.cleaned_data)
        try:
            return catalogue.save_ban(ban, by=by, card_format=data.pop("format"), **data)
        except Refused as refused:
            self.add_refusal(refused)
            return None
