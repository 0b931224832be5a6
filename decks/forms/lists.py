"""How lists are collected, and what staff do to one of them."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decks.engine.formats import DECK_RULES
from decks.engine.lists.files import LARGEST_FILE
from decks.engine.settings import CHOICES, choice
from decks.models import DeckList, ListRules, Version
from decks.models.lists import LONGEST_DRAFT, LONGEST_NOTE
from decks.services import lists
from tournaments.engine.refused import Refused
from tournaments.models import Tournament, User
from tournaments.sentences import say_refused

SETTINGS: dict[str, tuple[str | Promise, dict[str, str | Promise]]] = {
    "S5": (
        gettext_lazy("Changes after lists close, before round 1"),
        {
            "staff": gettext_lazy("Only the staff change a list"),
            "free": gettext_lazy("Players may, marked late"),
            "never": gettext_lazy("None; staff must say why"),
        },
    ),
    "S4": (
        gettext_lazy("What a Limited list holds"),
        {
            "deck_and_unused": gettext_lazy("The deck and the cards left out"),
            "deck": gettext_lazy("The deck alone"),
            "none": gettext_lazy("Lists are not asked for"),
        },
    ),
    "S1": (
        gettext_lazy("New expansions in Unlimited"),
        {
            "strict": gettext_lazy("Legal on the third Friday after the release day"),
            "release_friday_counts": gettext_lazy("A release on a Friday is the first Friday"),
            "as_r006": gettext_lazy("The same day as in Standard"),
        },
    ),
    "S2": (
        gettext_lazy("Promotional products"),
        {
            "explicit": gettext_lazy("Legal on the day entered for each"),
            "next_month": gettext_lazy("Legal in the month after the release"),
        },
    ),
    "S7": (
        gettext_lazy("A Fossil as the only Basic Pokémon"),
        {"illegal": gettext_lazy("Not legal"), "warn": gettext_lazy("Legal, with a warning")},
    ),
    "S8": (
        gettext_lazy("Old cards that are ACE SPEC in their newest text"),
        {"yes": gettext_lazy("Count as ACE SPEC"), "no": gettext_lazy("Do not count")},
    ),
    "S9": (
        gettext_lazy("Card languages in countries the rules do not name"),
        {
            "warn": gettext_lazy("A warning; a judge decides"),
            "free": gettext_lazy("Any language"),
            "english_only": gettext_lazy("English alone"),
        },
    ),
    "S9_BACK": (
        gettext_lazy("A whole deck with the card back of the player's home"),
        {
            "allow": gettext_lazy("Allowed at world and international events"),
            "local_only": gettext_lazy("Not allowed"),
        },
    ),
    "S10": (
        gettext_lazy("Cards of a 30-card deck"),
        {
            "standard": gettext_lazy("Standard"),
            "expanded": gettext_lazy("Expanded"),
            "unlimited": gettext_lazy("Unlimited"),
            "any": gettext_lazy("Everything released"),
        },
    ),
    "S11": (
        gettext_lazy("Who may allow a proxy"),
        {"head_judge": gettext_lazy("The head judge"), "any_judge": gettext_lazy("Any judge")},
    ),
    "S16": (
        gettext_lazy("Events of several days"),
        {"first_day": gettext_lazy("The first day counts"), "each_day": gettext_lazy("Every day counts")},
    ),
}
"""The points the rules leave open, in words (section L)."""

YEARS = range(1990, 2101)
LIMITED_ONLY = ("S4", "energy_supplied")
THIRTY_ONLY = ("S10",)


class Moment(forms.DateTimeField):
    """Day and time on the clock of the event."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(
                _("No event was or will be in %(year)d."), params={"year": moment.year}
            )
        return moment


class RulesForm(forms.Form):
    """The rules of lists of one event; what does not apply to it is left out."""

    fieldsets = (
        (gettext_lazy("Collecting"), ("deadline", "required", "S5", "S4", "energy_supplied", "visibility")),
        (
            gettext_lazy("Points the rules leave open"),
            ("prerelease_expansion", "S1", "S2", "S7", "S8", "S9", "S9_BACK", "S10", "S11", "S16"),
            gettext_lazy(
                "The first choice of each is the usual one. A verdict that a choice decided says so."
            ),
        ),
    )
    deadline = Moment(
        label=gettext_lazy("Lists close at"),
        required=False,
        help_text=gettext_lazy("In the time zone of the event. Empty: until the staff lock them."),
    )
    required = forms.BooleanField(
        label=gettext_lazy("Every player needs a list"),
        required=False,
        help_text=gettext_lazy("Posting round 1 then warns of missing and illegal lists."),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may read lists besides staff and player"),
        choices=ListRules.Visibility.choices,
        widget=forms.RadioSelect,
    )
    energy_supplied = forms.BooleanField(
        label=gettext_lazy("Basic Energy is supplied at the event"), required=False
    )
    prerelease_expansion = forms.CharField(
        label=gettext_lazy("Expansion of the prerelease"),
        max_length=20,
        required=False,
        help_text=gettext_lazy("Its code, such as GRI. Its cards are legal here before their day."),
    )

    def __init__(self, data: Any = None, *, event: Tournament, rules: ListRules | None) -> None:
        known = rules or ListRules(tournament=event)
        initial = {name: getattr(known, name) for name in self.base_fields}
        super().__init__(data, initial=initial | {name: choice(known.settings, name) for name in SETTINGS})
        self.event = event
        for name, (label, words) in SETTINGS.items():
            self.fields[name] = forms.ChoiceField(label=str(label), choices=list(words.items()))
        for name in self._not_for_this_event():
            del self.fields[name]

    def _not_for_this_event(self) -> list[str]:
        style = DECK_RULES[self.event.play_style]
        left_out = [] if style.supplied_only else list(LIMITED_ONLY)
        left_out += [] if self.event.play_style == "thirty" else list(THIRTY_ONLY)
        if self.event.kind != Tournament.Kind.PRERELEASE:
            left_out.append("prerelease_expansion")
        return left_out

    def save(self, *, by: User) -> ListRules | None:
        """The rules; None where the service refuses, which the form then tells."""
        values = {name: value for name, value in self.cleaned_data.items() if name not in SETTINGS}
        settings = {
            name: self.cleaned_data[name] for name in SETTINGS if self.cleaned_data.get(name) in CHOICES[name]
        }
        try:
            return lists.collect(self.event, by=by, settings=settings, **values)
        except Refused as refused:
            field = "prerelease_expansion" if refused.code == "EXPANSION_UNKNOWN" else None
            self.add_error(field, say_refused(refused))
            return None


class EnterForm(forms.Form):
    """A list that staff enter or correct for a player."""

    text = forms.CharField(
        label=gettext_lazy("The list as text"),
        max_length=LONGEST_DRAFT,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)
    unused = forms.CharField(
        label=gettext_lazy("Cards left out of the deck"),
        max_length=LONGEST_DRAFT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    supplied = forms.IntegerField(
        label=gettext_lazy("Basic Energy from the organizer"), min_value=0, max_value=999, required=False
    )
    note = forms.CharField(
        label=gettext_lazy("What was changed and why"),
        max_length=LONGEST_NOTE,
        required=False,
        help_text=gettext_lazy("The player reads it."),
    )

    def __init__(self, data: Any = None, files: Any = None, *, row: DeckList, limited: bool) -> None:
        newest = row.counts
        initial = (
            {"text": newest.text, "unused": newest.unused, "supplied": newest.supplied} if newest else {}
        )
        super().__init__(data, files, initial=initial)
        self.row = row
        if not limited:
            del self.fields["unused"], self.fields["supplied"]

    def save(self, *, by: User) -> Version | None:
        """The new version; None where the service refuses, which the form then tells."""
        given = self.cleaned_data
        upload = given.get("file")
        try:
            return lists.hand_in(
                self.row,
                text=given["text"],
                upload=lists.Upload(upload.read(LARGEST_FILE + 1), upload.name) if upload else None,
                unused=given.get("unused", ""),
                supplied=given.get("supplied") or 0,
                by=by,
                by_player=False,
                note=given["note"],
            )
        except Refused as refused:
            self.add_error("note" if refused.code == "LIST_STAYS" else "text", say_refused(refused))
            return None


class ReasonForm(forms.Form):
    """Why a list is sent back."""

    reason = forms.CharField(label=gettext_lazy("What the player must change"), max_length=LONGEST_NOTE)


class RuleForm(forms.Form):
    """A judge's word against one problem (R-002)."""

    code = forms.CharField(max_length=40)
    card = forms.CharField(max_length=200, required=False, strip=False)
    reason = forms.CharField(label=gettext_lazy("Why it does not count"), max_length=LONGEST_NOTE)


class OpenForm(forms.Form):
    """Until when lists are open again."""

    until = Moment(label=gettext_lazy("Open until"), required=False)


class RemindForm(forms.Form):
    """What is said to those whose list is missing."""

    text = forms.CharField(
        label=gettext_lazy("Reminder"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3})
    )

    @staticmethod
    def usual(rules: ListRules) -> str:
        """What is usually said."""
        if rules.deadline is None or rules.deadline <= timezone.now():
            return _(
                "Some deck lists are still missing. Hand yours in by your personal link, or at the desk."
            )
        when = date_format(timezone.localtime(rules.deadline), "l j F, H:i")
        words = _("Deck lists close on %(when)s. Hand yours in by your personal link, or at the desk.")
        return words % {"when": when}
