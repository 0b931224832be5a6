"""The form of the public deck check: the list, and the event it is meant for."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cards.engine.editions import EDITIONS, default_edition_code
from cards.engine.first_legal_days import FIRST_DAY, LAST_DAY
from cards.engine.formats import DECK_RULES, DeckRules
from cards.engine.rule_settings import CHOICES
from cards.forms.countries import CountryField
from core.forms.days import DayField
from decks.engine.legality import DeckContext
from decks.engine.lists.files import MAX_FILE_SIZE
from decks.forms import setting_fields
from tournaments.models import Tournament

SATURDAY = 5
QUESTIONS = ("S1", "S2", "S7", "S8", "S9", "S9_BACK", "S11", "S16")
"""Open points of the rules that affect a list even if only the day of the event is known."""

PRERELEASE = "prerelease"
BY_DAY = ""
"""Value of the choice "the edition in force on the day of the event"."""
MAX_EVENT_LENGTH = datetime.timedelta(days=13)
RARE_FIELDS = ("style", "event", "country", "home", "edition", "expansion", "until", "hints")
"""Rarely needed fields, in a collapsible part of the form."""
FORMATS = (*Tournament.CardFormat.choices, ("any", _("Everything released")))
CLASSES = (*Tournament.EventClass.choices, (PRERELEASE, _("Prerelease")))
EDITION_WORDS = {
    "2002": _("Rulebook of 2002"),
    "2005": _("Rulebook of 2005"),
    "xy": _("Rulebook of XY"),
    "sm": _("Rulebook of Sun & Moon"),
    "2017": Tournament.Edition.RULES_2017.label,
    "2026": Tournament.Edition.RULES_2026.label,
}


def next_saturday(today: datetime.date) -> datetime.date:
    """Return the next Saturday, or the same day if it is a Saturday."""
    return today + datetime.timedelta(days=(SATURDAY - today.weekday()) % 7)


def valid_answers(query: Mapping[str, Any]) -> dict[str, str | bool | datetime.date]:
    """Return the valid, nonempty answers of a query string by field name."""
    form = DeckEventForm(query)
    form.is_valid()
    # `is_valid` has filled `cleaned_data` with the valid answers.
    return {name: value for name, value in form.cleaned_data.items() if value and name in query}


def event_query_string(context: DeckContext) -> str:
    """Return the query string that fills in `DeckEventForm` for an event, without the player's home."""
    query = {
        "date": context.date.isoformat(),
        "format": context.card_format,
        "style": context.style,
        "edition": context.edition,
        "event": context.event_class,
        "country": context.country,
        "expansion": context.prerelease_expansion,
        "until": context.last_date.isoformat() if context.last_date else "",
        **{name: choice for name, choice in context.settings.items() if name in QUESTIONS},
    }
    return urlencode({name: value for name, value in query.items() if value})


class DeckEventForm(forms.Form):
    """Form for the event of a deck: day, format, kind of deck, rules, country, class and settings."""

    date = DayField(
        label=_("Day of the event"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    format = forms.ChoiceField(label=_("Format"), choices=FORMATS)
    style = forms.ChoiceField(label=_("Decks"), choices=Tournament.PlayStyle.choices)
    edition = forms.ChoiceField(
        label=_("Rules"),
        choices=((BY_DAY, _("The rules of that day")), *EDITION_WORDS.items()),
        required=False,
    )
    event = forms.ChoiceField(
        label=_("Class of event"),
        choices=CLASSES,
        help_text=_("Languages matter at Championship Points events and at Worlds and Internationals."),
    )
    country = CountryField(label=_("Country of the event"), required=False)
    home = CountryField(
        label=_("Your home country"),
        required=False,
        help_text=_("Asked only at Worlds and Internationals."),
    )
    expansion = forms.CharField(
        label=_("Expansion of the prerelease"),
        max_length=20,
        required=False,
        help_text=_("Its code, for a prerelease only."),
    )
    until = DayField(
        label=_("Last day of the event"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Leave blank for a one-day event."),
    )
    hints = forms.BooleanField(
        label=_("Show beginner hints"),
        required=False,
        help_text=_("Advice from the rulebook, such as how many Energy cards to play."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s"} | kwargs)
        self.fields.update(setting_fields.setting_form_fields(QUESTIONS, required=False))
        for name, value in self.defaults().items():
            self.initial.setdefault(name, value)

    @staticmethod
    def defaults() -> dict[str, str | bool | datetime.date]:
        """Return the initial values of the fields."""
        return {
            "date": next_saturday(timezone.localdate()),
            "format": "standard",
            "style": "constructed",
            "event": Tournament.EventClass.CHAMPIONSHIP_POINTS,
            **{name: CHOICES[name][0] for name in QUESTIONS},
        }

    def clean_date(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["date"]
        if not FIRST_DAY <= day <= LAST_DAY:
            raise forms.ValidationError(_("Choose a day between 1999 and 2099."))
        return day

    def clean_until(self) -> datetime.date | None:
        last_day: datetime.date | None = self.cleaned_data["until"]
        first_day = self.cleaned_data.get("date")
        if last_day is None or first_day is None:
            return last_day
        if not first_day <= last_day <= first_day + MAX_EVENT_LENGTH:
            raise forms.ValidationError(_("Choose a day within two weeks of the first one."))
        return last_day

    def front(self) -> Iterator[forms.BoundField]:
        """Yield the fields shown to everyone."""
        return (self[name] for name in ("date", "format"))

    def more(self) -> Iterator[forms.BoundField]:
        """Yield the fields that are rarely needed."""
        return (self[name] for name in RARE_FIELDS)

    def settings(self) -> Iterator[forms.BoundField]:
        """Yield the fields for questions that the rules leave open."""
        return (self[name] for name in QUESTIONS)

    @property
    def opened(self) -> bool:
        """Whether to expand the rarely needed fields, because an answer is invalid or not the default.

        The questions that the rules leave open are among these fields.
        """
        return self._differs_from_defaults((*RARE_FIELDS, *QUESTIONS))

    @property
    def opens_question_fields(self) -> bool:
        """Like `opened`, but only for the questions that the rules leave open, which collapse separately."""
        return self._differs_from_defaults(QUESTIONS)

    def _differs_from_defaults(self, names: tuple[str, ...]) -> bool:
        """Return whether any of these fields has an error or an answer other than the default."""
        defaults = self.defaults()
        return any(
            (self[name].value() or "") != defaults.get(name, "") or self[name].errors for name in names
        )

    def context(self, *, complete: bool) -> DeckContext:
        """Return the context in which the list is judged."""
        data = self.cleaned_data
        day = data["date"]
        return DeckContext(
            card_format=data["format"],
            style=data["style"],
            date=day,
            edition=data["edition"] if data["edition"] in EDITIONS else default_edition_code(day),
            event_class=data["event"],
            country=data["country"],
            player_home=data["home"],
            prerelease_expansion=data["expansion"] if data["event"] == PRERELEASE else "",
            settings={name: data[name] for name in QUESTIONS if data[name]},
            last_date=data["until"],
            complete_catalogue=complete,
        )

    @property
    def rules(self) -> DeckRules:
        """The deck rules of the chosen kind of deck."""
        return DECK_RULES[self.cleaned_data["style"]]

    def label_of(self, name: str) -> str:
        """Return the label of a field's chosen answer."""
        choices = dict(self[name].field.choices)  # type: ignore[attr-defined]
        return str(choices[self.cleaned_data[name]])

    def answers(self) -> dict[str, str]:
        """Return the day and all answers that differ from their defaults, for a query string."""
        fields = {name: str(value) for name, value in self.cleaned_data.items() if value}
        defaults = {name: str(value) for name, value in self.defaults().items() if name != "date"}
        return {
            name: value for name, value in fields.items() if name in ANSWERS and defaults.get(name) != value
        }


class CheckForm(DeckEventForm):
    """Form for a list as text or file, and its event. Empty lists are reported when they are read."""

    text = forms.CharField(
        label=_("Your list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "Copy it from Pokémon TCG Live or Limitless, or type it: 4 Ultra Ball SUM 135. Any language."
        ),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv,.xlsx"}),
        help_text=_("Text, CSV or XLSX. It replaces the text."),
    )

    def with_text(self, text: str) -> "CheckForm":
        """Return the same form with another text and without a file, validated."""
        answers: Mapping[str, Any] = {name: self.data.get(name, "") for name in self.fields if name != "file"}
        form = CheckForm({**answers, "text": text})
        form.is_valid()
        return form

    def clean_file(self) -> Any:
        """Reject a file that is too large to be read."""
        file = self.cleaned_data["file"]
        if file is not None and file.size > MAX_FILE_SIZE:
            raise forms.ValidationError(_("This is too large for a deck list."))
        return file


ANSWERS = ("date", "format", *RARE_FIELDS, *QUESTIONS)
"""Names of the answers in a query string."""
