"""Forms of hall screens: a new screen, a screen's settings, and a message."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from floor.engine.hall_screens import LAST_TABLE, MAX_SECONDS, MIN_SECONDS, ScreenSettings
from floor.models import HallScreen
from floor.services.screens import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH
from floor.words.screen_words import PART_NAMES
from tournaments.models import Division

LETTERS = [("", "–"), *((letter, letter) for letter in ascii_uppercase)]


class NewScreenForm(forms.Form):
    """The name of a new screen."""

    name = forms.CharField(
        label=_("Name"), max_length=MAX_NAME_LENGTH, help_text=_("Main door, Stage, Screen 2 …")
    )


class MessageForm(forms.Form):
    """A message for one screen or for all screens. An empty text removes the current message.

    The form submits the messages that its page displayed as `before`. If they have changed since, the form is refused
    once.
    """

    text = forms.CharField(
        label=_("Message"),
        max_length=MAX_MESSAGE_LENGTH,
        required=False,
        help_text=_("Leave blank to remove the message."),
    )
    fills = forms.BooleanField(label=_("Only the message"), required=False)
    before = forms.CharField(required=False, widget=forms.HiddenInput)
    screen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None, rows: Sequence[HallScreen], screen: HallScreen | None = None
    ) -> None:
        """Set up the form.

        `rows` are the screens that display the message, `screen` the only target, or None for all.
        """
        # All messages of these screens, without duplicates.
        self.now = " · ".join(
            dict.fromkeys(screen_message_text(row.message, row.message_fills) for row in rows if row.message)
        )
        initial: dict[str, str | bool | int] = {"before": self.now}
        if screen is not None:
            initial |= {"text": screen.message, "fills": screen.message_fills, "screen": screen.pk}
        ids = f"message-{screen.pk if screen else 'all'}-%s"
        super().__init__(data, initial=initial, auto_id=ids)
        if screen is None:
            del self.fields["screen"]

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if "before" not in self.data or data.get("before") == self.now or "text" not in data:
            return
        if screen_message_text(data["text"], data["fills"]) != self.now:
            sentence = gettext(
                "This was changed to “%(now)s” after you opened the page. Save again to replace it."
            )
            self.add_error("text", sentence % {"now": self.now or "–"})
            # The page then displays the current messages, so that submitting again replaces them.
            data_for_retry = QueryDict(mutable=True)
            data_for_retry.update(self.data)
            data_for_retry["before"] = self.now
            self.data = data_for_retry


def screen_message_text(text: str, fills: bool) -> str:
    """Format a message for comparison and display, including whether it fills the screen."""
    text = " ".join(text.split())
    return f"{text} ({_('Only the message')})" if text and fills else text


class ScreenForm(ConcurrentForm):
    """All settings of one screen. If no part is ticked, the screen is automatic."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    parts = forms.MultipleChoiceField(
        label=_("Shows in rotation"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(part.value, name) for part, name in PART_NAMES.items()],
        help_text=_("Leave everything unchecked for automatic: the screen chooses what to show."),
    )
    letter_from = forms.ChoiceField(label=_("Names from"), choices=LETTERS, required=False)
    letter_to = forms.ChoiceField(label=_("Names to"), choices=LETTERS, required=False)
    division = forms.ChoiceField(label=_("Division"), required=False)
    table = forms.IntegerField(
        label=_("Table of the feature match"), min_value=1, max_value=LAST_TABLE, required=False
    )
    seconds = forms.IntegerField(label=_("Seconds per page"), min_value=MIN_SECONDS, max_value=MAX_SECONDS)
    small = forms.BooleanField(
        label=_("More names on a page"), required=False, help_text=_("80 instead of 60, and smaller.")
    )

    def __init__(self, data: Any, row: HallScreen, divisions: Sequence[Division]) -> None:
        super().__init__(data, initial=row.settings.facts() | {"name": row.name}, prefix=f"screen-{row.pk}")
        set_choices(
            self,
            "division",
            [
                ("", _("All divisions")),
                *((str(division.pk), str(division)) for division in divisions),
            ],
        )
        if len(divisions) < 2:
            del self.fields["division"]

    @property
    def settings(self) -> ScreenSettings:
        values = {name: value for name, value in self.cleaned_data.items() if name != "name"}
        division = values.pop("division", "")
        return ScreenSettings(
            **{**values, "parts": tuple(values["parts"])}, division=int(division) if division else None
        )
