"""Forms of the fact tables: expansions, rotations, promos, errata, copy limits, name groups."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.forms.cards import ServiceForm
from cards.models import CopyLimit, Erratum, Expansion, NameGroup, PromoCutoff, PromoDate, Rotation
from cards.services import catalogue
from core.engine.refused import Refused
from core.forms.days import DayField
from core.forms.fields import set_row_choices
from tournaments.models import User

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
DAYS: Mapping[str, type[forms.Field]] = dict.fromkeys(
    ("released", "legal_from", "starts_on", "ends_on"), DayField
)
"""The date fields of these forms, which reject dates that do not exist."""
UNTIL = _("The first day it no longer applies. Leave blank while it applies.")


class CardFactForm(ServiceForm):
    """A row of a fact table."""

    def save_by(self, by: User, row: Any = None) -> Any:
        """Save the row. Return None if that is refused, with an error on the form."""
        try:
            return catalogue.save_fact_row(row or self._meta.model(), by=by, **self.cleaned_data)
        except Refused as refused:
            self.add_refusal(refused)
            return None


class ExpansionForm(CardFactForm):
    """An expansion or product. Its id cannot change once it is saved, since cards refer to it."""

    class Meta:
        model = Expansion
        fields = ("id", "name", "codes", "kind", "released", "legal_from", "series")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {"released": DAY, "legal_from": DAY}
        help_texts = {
            "id": _("Its id in public card data, such as sm2."),
            "codes": _(
                "As deck lists write it, such as GRI. Separate several with spaces, the printed one first."
            ),
            "legal_from": _(
                "Leave blank to use that day’s rule. A date here takes precedence, but is never earlier "
                "than the release."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            self.fields["id"].disabled = True

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        released, legal_from = data.get("released"), data.get("legal_from")
        if released and legal_from and legal_from < released:
            self.add_error(
                "legal_from", _("No card is legal before its release. Choose that day or a later one.")
            )


class RotationForm(CardFactForm):
    """The contents of a format from a certain day."""

    class Meta:
        model = Rotation
        fields = ("format", "starts_on", "ends_on", "since", "also", "marks", "source")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "starts_on": DAY,
            "ends_on": DAY,
            "also": forms.TextInput(),
        }
        help_texts = {
            "ends_on": UNTIL,
            "since": _("The oldest legal expansion. Leave blank where regulation marks decide."),
            "also": _("Ids of older products that are also legal, separated by spaces."),
            "marks": _("Regulation marks, separated by spaces: H I J."),
        }


class CutoffForm(CardFactForm):
    """The first number of a promo series in a format."""

    class Meta:
        model = PromoCutoff
        fields = ("expansion", "format", "first", "starts_on", "ends_on", "source")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {"starts_on": DAY, "ends_on": DAY}
        help_texts = {"ends_on": UNTIL}


class ErratumForm(CardFactForm):
    """A name whose old printings are played with the newest text."""

    class Meta:
        model = Erratum
        fields = ("key", "starts_on", "source")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {"starts_on": DAY}
        labels = {"key": _("English name")}


class PromoDateForm(CardFactForm):
    """The first legal day of a promo."""

    class Meta:
        model = PromoDate
        fields = ("name", "expansion", "number", "legal_from", "source")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {"legal_from": DAY}
        labels = {"name": _("English name")}
        help_texts = {
            "number": _("As printed on the card: SM69."),
            "legal_from": _(
                "Usually the first or third Friday after its product was released. Promos without a "
                "date of their own become legal no earlier than the promos numbered before them."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_row_choices(self, "expansion", Expansion.objects.filter(kind=Expansion.Kind.PROMO))


class CopyLimitForm(CardFactForm):
    """The copy limit in the text of a card."""

    class Meta:
        model = CopyLimit
        fields = ("name", "expansion", "number", "most", "source")
        labels = {"name": _("English name")}
        help_texts = {"most": _("Maximum number of cards with this name in a deck. 0: any number.")}


class NameGroupForm(CardFactForm):
    """Names that exclude each other: a deck may contain only one of them."""

    class Meta:
        model = NameGroup
        fields = ("names", "format", "starts_on", "ends_on", "source")
        field_classes = DAYS
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "names": forms.Textarea(attrs={"rows": 4}),
            "starts_on": DAY,
            "ends_on": DAY,
        }
        help_texts = {
            "names": _(
                "English names, one per line. A deck may contain only one of these names, in the usual "
                "number of copies."
            ),
            "ends_on": UNTIL,
        }
