"""Forms for new cards: an update, and an announced expansion with the names of its cards."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from cards.engine.announced_cards import AnnouncedCard, parse_announced_cards
from cards.engine.refusals import CardRefusal
from cards.models import Expansion
from cards.queries import catalogue as queries
from cards.services import catalogue
from core.engine.refused import Refused
from core.forms.days import DayField
from core.forms.fields import set_choices
from core.sentences import refusal_text
from tournaments.models import User

MAX_NAMES_LENGTH = 40_000


class UpdateForm(forms.Form):
    """An update of the cards, optionally comparing every card of one expansion."""

    again = forms.ChoiceField(
        label=_("Also compare all cards of"),
        required=False,
        help_text=_("Brings in corrections made there since the last update."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = Expansion.objects.exclude(released=None).order_by("-released", "id").values_list("pk", "name")
        set_choices(self, "again", [("", _("no expansion")), *rows])


class AnnounceForm(forms.Form):
    """An announced expansion that the card data does not have yet.

    `cards`: the cards in the pasted text. `unread`: the lines of the text that could not be read.
    """

    code = forms.CharField(
        label=_("Code"),
        max_length=8,
        validators=[RegexValidator(r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)?$", _("Letters and digits, such as PBL."))],
        help_text=_("As written in deck lists, such as PBL."),
    )
    name = forms.CharField(label=_("Name"), max_length=120)
    released = DayField(
        label=_("Released"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    names = forms.CharField(
        label=_("Cards"),
        required=False,
        max_length=MAX_NAMES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("A number and an English name on each line, or pasted deck lists: 012 Pikachu."),
    )

    cards: list[AnnouncedCard]
    unread: list[str]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).upper()

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        self.cards, self.unread = parse_announced_cards(str(data.get("names") or ""))
        if data.get("names") and not self.cards:
            self.add_error(
                "names", _("No line has a number and a name. Write one card per line: 012 Pikachu.")
            )

    def save_by(self, by: User) -> Expansion | None:
        """Save the expansion with its card names, or only the names if an expansion with its code exists.

        Return None if that is refused, with an error on the form.
        """
        data = self.cleaned_data
        known_expansion = queries.current_catalogue().expansion(data["code"])
        expansion = Expansion.objects.filter(pk=known_expansion.id).first() if known_expansion else None
        facts = {
            "id": data["code"].lower(),
            "name": data["name"],
            "codes": data["code"],
            "released": data["released"],
        }
        try:
            return catalogue.save_announced_expansion(
                expansion, by=by, cards=self.cards, **({} if expansion else facts)
            )
        except Refused as refused:
            field = "names" if refused.code == CardRefusal.CARD_NUMBER_MISSING else "code"
            self.add_error(field, refusal_text(refused))
            return None
