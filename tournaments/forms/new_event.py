"""The form for a new event: three required answers; all other settings have defaults by kind."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.engine.refused import Refused
from core.forms.suggestions import SuggestedInput
from core.models import Team
from core.sentences import refusal_text
from tournaments import hooks
from tournaments.engine import kinds
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.features import LIMITED_STYLES
from tournaments.forms.event import BY_KIND, EventForm, add_refusal, default_settings_of_kind
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions, events

GROUPINGS = (
    ("by_numbers", gettext_lazy("As TOM does, by numbers, when round 1 is paired")),
    ("apart", gettext_lazy("Each age division plays on its own")),
    ("junior_senior", gettext_lazy("Juniors and Seniors play together")),
    ("senior_masters", gettext_lazy("Seniors and Masters play together")),
    ("together", gettext_lazy("All play together, standings for each age division")),
    ("one", gettext_lazy("All play together, one list of standings")),
)
CUTS = (
    ("", gettext_lazy("By the attendance table")),
    ("0", gettext_lazy("No top cut")),
    *((str(size), gettext_lazy("Top %d") % size) for size in (2, 4, 8, 16, 32, 64)),
)
REFILLS = ("play_style", "edition", "best_of", "cut_best_of")
"""Settings that, like the kind, determine the defaults of other settings."""

REFILL = {
    "hx-post": "",
    "hx-trigger": "change",
    "hx-target": "#settings",
    "hx-select": "#settings",
    "hx-swap": "outerHTML",
    "hx-sync": "closest form:replace",
    "hx-vals": '{"refill": "1"}',
}
_SATURDAY = 5
"""Saturday as returned by `datetime.weekday`."""

PAIRS = {"junior_senior": ("junior", "senior"), "senior_masters": ("senior", "masters")}


def divisions_in_grouping(ages: Sequence[str], grouping: str) -> tuple[str, ...]:
    """Return the divisions for these age divisions in this grouping (M-031)."""
    age_divisions = tuple(age for age in AGE_DIVISIONS if age in ages)
    paired_ages = PAIRS.get(grouping)
    if paired_ages and set(paired_ages) <= set(age_divisions):
        return (grouping, *(age for age in age_divisions if age not in paired_ages))
    if grouping in ("together", "one") and len(age_divisions) > 1:
        divisions_by_ages: dict[tuple[str, ...], str] = {parts: name for name, parts in PAIRS.items()}
        return (divisions_by_ages.get(age_divisions, "all"),)
    return age_divisions


def proposed_start(now: datetime) -> datetime:
    """Return the next Saturday at ten, without a time zone.

    On a Saturday from ten on, it is the next full hour, but no later than 23:00.
    """
    day = (now + timedelta(days=(_SATURDAY - now.weekday()) % 7)).replace(
        minute=0, second=0, microsecond=0, tzinfo=None
    )
    if now.weekday() != _SATURDAY or now.hour < 10:
        return day.replace(hour=10)
    return day.replace(hour=min(now.hour + 1, 23))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """A group of folded fields with its summary.

    `open` is True if a field has an error or was just changed.
    """

    key: str
    title: str | Promise
    fields: Sequence[forms.BoundField]
    summary: str
    open: bool


class NewEventForm(EventForm):
    """A new event.

    `usual` contains the defaults of the selected kind, so that only untouched settings change with the kind.
    """

    usual = forms.CharField(widget=forms.HiddenInput, required=False)
    ages = forms.MultipleChoiceField(
        label=gettext_lazy("Age divisions"),
        choices=[(code, Division.AgeDivision(code).label) for code in AGE_DIVISIONS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one age division.")},
    )
    grouping = forms.ChoiceField(label=gettext_lazy("Divisions playing together"), choices=GROUPINGS)
    rounds = forms.IntegerField(
        label=gettext_lazy("Set the number of Swiss rounds"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=gettext_lazy("Leave blank to use the attendance table."),
    )
    cut = forms.ChoiceField(label=gettext_lazy("Size of the top cut"), choices=CUTS, required=False)
    with_third_place = forms.BooleanField(label=gettext_lazy("Match for third place"), required=False)

    prerelease_expansion = forms.CharField(
        label=gettext_lazy("Expansion of the Prerelease"),
        max_length=120,
        required=False,
        widget=SuggestedInput(lambda: (row for rows in hooks.expansion_suggestions for row in rows())),
        help_text=gettext_lazy(
            "Its name or code. Its cards are legal here before their usual date. Lists and Sealed Deck "
            "are set up."
        ),
    )

    folds: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
        ("where", gettext_lazy("Where"), ("venue", "city", "country")),
        (
            "format",
            gettext_lazy("Format and decks"),
            ("card_format", "play_style", "event_class", "edition"),
        ),
        (
            "rounds",
            gettext_lazy("Rounds and top cut"),
            (
                "structure",
                "attendance_table",
                "rounds",
                "cut",
                "best_of",
                "round_minutes",
                "cut_best_of",
                "cut_round_minutes",
                "clock_delay",
                "with_third_place",
                "minutes_reason",
            ),
        ),
        (
            "more",
            gettext_lazy("Tables, notes, publication"),
            ("table_from", "table_to", "sanction_id", "notes", "published"),
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.opened: set[str] = set()
        for name in ("kind", *REFILLS):
            self.fields[name].widget.attrs |= REFILL

    @property
    def is_prerelease(self) -> bool:
        """Whether the selected kind is a Prerelease."""
        return self["kind"].value() == kinds.PRERELEASE.code

    def clean_prerelease_expansion(self) -> str:
        """Return the code of the typed expansion, or "" if it is blank or the event is not a Prerelease."""
        typed: str = self.cleaned_data["prerelease_expansion"]
        if not typed or self.cleaned_data.get("kind") != kinds.PRERELEASE.code:
            return ""
        try:
            return next((find(typed) for find in hooks.expansion_codes), typed)
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused)) from refused

    def third_place(self) -> bool:
        """Return whether the new event has a match for third place."""
        return bool(self.cleaned_data.get("with_third_place"))

    def groups(self) -> Iterator[Fold]:
        """Yield the folds; open if a field has an error or was just changed."""
        for key, title, names in self.folds:
            fields = [self[name] for name in names]
            has_errors = any(name in self.errors for name in names)
            yield Fold(
                key=key,
                title=title,
                fields=fields,
                summary=getattr(self, f"_{key}_text")(),
                open=has_errors or bool(self.opened & set(names)),
            )

    @property
    def has_changes_beyond_answers(self) -> bool:
        """Whether a field other than the three answers has an error or was just changed."""
        return any(group.open for group in self.groups())

    @property
    def usual_text(self) -> str:
        """A summary such as "Standard · Swiss rounds only · rounds by attendance · Single game, 30 minutes"."""
        return f"{self._label('play_style' if self._has_packs() else 'card_format')} · {self._rounds_text()}"

    def save_new(self, *, by: User, team: Team | None = None) -> Tournament | None:
        """Create the event. Return None if that is refused, with an error on the form.

        The event belongs to `team`, by default the team of `by`. A double click creates only one event.
        """
        data = self.cleaned_data
        compared_names = ("name", "kind", "starts_at", "timezone", "country", "venue", "city", *BY_KIND)
        facts = {name: data[name] for name in compared_names if data.get(name)}
        division_fields = {
            "rounds_planned": data["rounds"],
            "cut_size": int(data["cut"]) if data["cut"] else None,
        }
        try:
            with transaction.atomic():
                if (created := events.event_created_by_same_click(by, facts)) is not None:
                    return created
                event = events.create_event(
                    by=by,
                    organizer=team,
                    divisions=divisions_in_grouping(data["ages"], data["grouping"]),
                    by_age=data["grouping"] != "one",
                    by_numbers=data["grouping"] == "by_numbers" and len(data["ages"]) > 1,
                    third_place=data["with_third_place"],
                    **self.settings(),
                )
                if any(value is not None for value in division_fields.values()):
                    for division in event.divisions.all():
                        divisions.change_division(division, by=by, **division_fields)
                if event.kind == kinds.PRERELEASE.code:
                    for hook in hooks.prereleases_created:
                        hook(event, data["prerelease_expansion"], by)
                return event
        except Refused as refused:
            add_refusal(self, refused)
            return None

    def _label(self, name: str) -> str:
        """Return the label of the current choice of a field, or "" if the value is not a choice."""
        field = cast(forms.ChoiceField, self.fields[name])
        choices = {str(key): str(label) for key, label in cast(Any, field.choices)}
        return choices.get(str(self[name].value()), "")

    def _where_text(self) -> str:
        places = [str(self[name].value() or "") for name in ("venue", "city")]
        return " · ".join(filter(None, places)) or _("Not given")

    def _format_text(self) -> str:
        formats = () if self._has_packs() else ("card_format",)
        return " · ".join(map(self._label, (*formats, "play_style", "event_class", "edition")))

    def _has_packs(self) -> bool:
        """Return whether decks are built from packs, so that the event has no card format."""
        return self["play_style"].value() in LIMITED_STYLES

    def _rounds_text(self) -> str:
        match_text = _("%(length)s, %(minutes)s minutes") % {
            "length": self._label("best_of"),
            "minutes": self["round_minutes"].value(),
        }
        rounds = self["rounds"].value()
        by_hand = _("%(rounds)s rounds") % {"rounds": rounds}
        by_table = _("rounds by attendance")
        return " · ".join([self._label("structure"), by_hand if rounds else by_table, match_text])

    def _more_text(self) -> str:
        tables = _("Tables from %(first)s") % {"first": self["table_from"].value()}
        return " · ".join([tables, _("public") if self["published"].value() else _("not public yet")])


def new_event_values(kind: str = "league_challenge", zone: str = "UTC") -> dict[str, Any]:
    """Return the initial values of an empty form for a new event of this kind, except the name."""
    kind_defaults = default_settings_of_kind(kind, {})
    grouping = _usual_grouping(kind, kind_defaults)
    return kind_defaults | {
        "kind": kind,
        "starts_at": f"{proposed_start(timezone.localtime(timezone=ZoneInfo(zone))):%Y-%m-%dT%H:%M}",
        "timezone": zone,
        "ages": list(AGE_DIVISIONS),
        "grouping": grouping,
        "with_third_place": kinds.KINDS[kind].third_place,
        "published": True,
        "table_from": 1,
        "usual": json.dumps(kind_defaults | {"grouping": grouping}),
    }


def blank_event_form(parameters: Mapping[str, str], *, zone: str = "UTC") -> NewEventForm:
    """Build an empty form, prefilled from the parameters of the URL: name, starts_at, kind."""
    kind = parameters.get("kind", "")
    values = new_event_values(kind if kind in kinds.KINDS else "league_challenge", zone)
    initial_answers = {name: parameters[name] for name in ("name", "starts_at") if parameters.get(name)}
    return NewEventForm(initial=values | initial_answers)


def answers_with_defaults(answers: QueryDict, *, zone: str = "UTC") -> QueryDict:
    """Return the answers, with the defaults of their kind for all other settings.

    `zone` is the default time zone. A match for third place is only played if the answers say so.
    """
    kind = answers.get("kind") or ""
    data = QueryDict(mutable=True)
    values = new_event_values(kind if kind in kinds.KINDS else "league_challenge", zone)
    for name, value in values.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    data.pop("with_third_place", None)
    for name in answers:
        data.setlist(name, answers.getlist(name))
    return data


def refilled_event_form(answers: QueryDict, *, changed: str = "") -> NewEventForm:
    """Build the form again from the input, with untouched settings set to the defaults of the chosen kind.

    `changed` is the field that was changed last; its fold stays open.
    """
    former_defaults = _parsed_defaults(answers.get("usual", ""))
    touched_settings = {
        name: str(answers[name])
        for name in BY_KIND
        if name in answers and answers[name] != str(former_defaults.get(name, answers[name]))
    }
    # A setting's default is computed from the other touched settings, not from the setting: otherwise a
    # chosen edition or play style would become the default and look untouched the next time.
    kind = answers.get("kind", "")
    current_defaults = {
        name: default_settings_of_kind(
            kind, {other: touched_settings[other] for other in touched_settings if other != name}
        )[name]
        for name in BY_KIND
    }
    values: dict[str, Any] = {
        **answers.dict(),
        "ages": answers.getlist("ages"),
        **current_defaults,
        **touched_settings,
    }
    usual_grouping = _usual_grouping(answers.get("kind", ""), current_defaults)
    chosen_grouping = values.get("grouping", "")
    values["grouping"] = (
        usual_grouping if chosen_grouping in (former_defaults.get("grouping", ""), "") else chosen_grouping
    )
    values |= {name: name in answers for name in ("published", "with_third_place")}
    form = NewEventForm(
        initial=values | {"usual": json.dumps(current_defaults | {"grouping": usual_grouping})}
    )
    form.opened = {changed}
    return form


def answers_with_current_defaults(answers: QueryDict) -> QueryDict:
    """Return the input with untouched settings set to the defaults of the submitted kind."""
    if not _parsed_defaults(answers.get("usual", "")):
        return answers
    # On a slow connection, the form may be submitted before the page is updated for the chosen kind.
    data, form = answers.copy(), refilled_event_form(answers)
    for name in (*BY_KIND, "grouping", "usual"):
        data[name] = str(form.initial[name])
    return data


def _usual_grouping(kind: str, settings: Mapping[str, object]) -> str:
    """Return the default grouping: all ages together in unofficial events, or else the kind's default."""
    if settings.get("event_class") == "unofficial":
        return "one"
    kind_of_event = kinds.KINDS.get(kind, kinds.LEAGUE_CHALLENGE)
    if kind_of_event.together:
        return "together"
    return "by_numbers" if kind_of_event.by_numbers else "apart"


def _parsed_defaults(usual: str) -> dict[str, object]:
    """Return the defaults stored in the form's hidden field, empty if that is unreadable."""
    try:
        values = json.loads(usual)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
