"""The form to claim a player, and the form with which staff send personal links."""

import re
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from core import sentences
from core.engine.refused import Refused
from registration.queries import mails as queries
from registration.queries.mails import LinkCounts
from registration.services.mails import new_press_key
from tournaments.engine.person_fields import FIELDS_BY_KEY
from tournaments.models import Tournament

PRESS = re.compile(r"[A-Za-z0-9_-]{24}")


class ClaimForm(forms.Form):
    """Player ID and birth year. Errors do not reveal who is in the event."""

    player_id = forms.CharField(
        label=gettext_lazy("Player ID"),
        max_length=24,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    birth_year = forms.IntegerField(
        label=gettext_lazy("Birth year"),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 4}),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="claim_%s")

    def clean_player_id(self) -> str:
        number: str = self._clean_fact("player_id")
        return number

    def clean_birth_year(self) -> int:
        year: int = self._clean_fact("birth_year")
        return year

    def _clean_fact(self, name: str) -> Any:
        """Return the cleaned value of a field, checked like a fact of a person."""
        field = FIELDS_BY_KEY[name]
        value = field.clean(self.cleaned_data[name])
        try:
            field.check(value, today=timezone.localdate())
        except Refused as refused:
            raise forms.ValidationError(sentences.refusal_text(refused)) from None
        return value


class SendLinksForm(forms.Form):
    """The recipients of links, and the language for players whose language is unknown.

    `press` identifies one press of the button, so that a form submitted twice is recognized.
    """

    language = forms.ChoiceField(
        label=gettext_lazy("Language, if a player’s own is not known"), choices=settings.LANGUAGES
    )
    press = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, event: Tournament, counts: LinkCounts) -> None:
        initial = {"whom": queries.UNSENT if counts.unsent else queries.ALL, "press": new_press_key()}
        super().__init__(data, auto_id="links_%s", initial=initial | {"language": get_language() or "en"})
        choices = [(queries.ALL, _("All players with an email address (%(n)s)") % {"n": counts.addressed})]
        # After a double click, the second form may choose a group that the first one has emptied.
        if counts.unsent != counts.addressed or data is not None:
            choices.append((queries.UNSENT, _("Players who got none yet (%(n)s)") % {"n": counts.unsent}))
        if counts.failed or data is not None:
            choices.append(
                (queries.FAILED, _("Players whose email was not delivered (%(n)s)") % {"n": counts.failed})
            )
        if queries.uses_deck_lists(event):
            n = queries.recipients_in_group(event, queries.WITHOUT_LIST).count()
            choices.append((queries.WITHOUT_LIST, _("Players without a deck list (%(n)s)") % {"n": n}))
        if initial["whom"] not in dict(choices):
            self.initial["whom"] = queries.ALL
        self.fields["whom"] = forms.ChoiceField(
            label=_("Send the personal link to"), widget=forms.RadioSelect, choices=choices
        )
        self.order_fields(("whom", "language", "press"))

    def clean_press(self) -> str:
        """Return the key that identifies this press of the button, or a new key if the form has none."""
        press: str = self.cleaned_data["press"]
        return press if PRESS.fullmatch(press) else new_press_key()
