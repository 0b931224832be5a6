"""The forms for an event's settings, for new and for existing events."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any, Required, cast
from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentEditsMixin
from core.forms.days import MomentField
from core.sentences import refusal_code_text, refusal_text
from tournaments.engine import kinds, structure
from tournaments.engine.refusals import TournamentRefusal
from tournaments.labels import kind_limits
from tournaments.models import Tournament
from tournaments.services import events
from tournaments.words.entrants import players_or_teams_text

TABLES: dict[str, str | Promise] = {
    "league_challenge": gettext_lazy("League Challenge (rounds only)"),
    "league_cup": gettext_lazy("League Cup"),
    "league_cup_2017": gettext_lazy("League Cup of 2017"),
    "prerelease": gettext_lazy("Prerelease"),
    "regional": gettext_lazy("Regional Championships"),
    "regional_2017": gettext_lazy("Regional Championships of 2017"),
}

FIELD_OF: dict[StrEnum, str] = {
    TournamentRefusal.MINUTES_BELOW_MINIMUM: "round_minutes",
    TournamentRefusal.CUT_NEEDS_BEST_OF_THREE: "cut_best_of",
    TournamentRefusal.KIND_IS_UNOFFICIAL: "event_class",
    TournamentRefusal.STYLE_IS_UNOFFICIAL: "event_class",
    TournamentRefusal.THIRD_PLACE_WITHOUT_CUT: "structure",
    TournamentRefusal.EVENT_NAME_MISSING: "name",
    TournamentRefusal.TIMEZONE_UNKNOWN: "timezone",
}
"""The form field of each refusal."""

YEARS = range(1996, 2200)
"""The possible years of an event."""

LAST_TABLE = 9999

BY_KIND = tuple(
    field.name for field in fields(kinds.EventSettings) if field.name not in ("kind", "third_place")
)
"""Settings whose default depends on the kind of event."""


class LocalMomentField(MomentField):
    """A day and time, labeled UTC until the form interprets it in the event's zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """Parse a day and time as UTC. Years outside YEARS are refused."""
        with timezone.override(UTC):
            moment: datetime | None = super().to_python(value)
        if moment is not None and moment.year not in YEARS:
            raise ValidationError(
                _("There can be no event in %(year)d. Check the year."), params={"year": moment.year}
            )
        return moment


def kind_choices() -> Iterator[tuple[str, SafeString]]:
    """Yield each kind of event as a choice that describes its defaults and limitations."""
    for code, label in Tournament.Kind.choices:
        kind_defaults = kinds.default_event_settings(code)
        is_limited = kind_defaults.play_style != "constructed"
        parts = (
            _("Limited") if is_limited else Tournament.CardFormat(kind_defaults.card_format).label,
            _("best of three") if kind_defaults.best_of > 1 else _("single game"),
            _("top cut") if kind_defaults.structure != "swiss" else _("Swiss rounds"),
        )
        lines = [(line,) for line in (", ".join(map(str, parts)), kind_limits(code)) if line]
        subtitle = format_html_join("", '<small class="under">{}</small>', lines)
        yield code, format_html("<span>{}{}</span>", label, subtitle)


@cache
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


def zone_choices(*required_zones: str) -> list[tuple[str, Any]]:
    """Return the time zones grouped by continent, after UTC and the `required_zones` without a continent."""
    areas: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(_zone_names()):
        area, _slash, city = zone.partition("/")
        if city and area not in ("Etc", "SystemV", "US", "Brazil", "Canada", "Chile", "Mexico"):
            areas.setdefault(area, []).append((zone, city.replace("_", " ")))
    grouped = {zone for zones in areas.values() for zone, _city in zones}
    ungrouped = [
        (zone, zone) for zone in dict.fromkeys(("UTC", *required_zones)) if zone and zone not in grouped
    ]
    return [*ungrouped, *areas.items()]


def browser_zone(request: HttpRequest) -> str:
    """Return the time zone that the browser stored in a cookie, or the installation's by default."""
    cookie = unquote(request.COOKIES.get("zone", ""))
    return cookie if cookie in _zone_names() else timezone.get_default_timezone_name()


def default_settings_of_kind(kind: str, chosen: Mapping[str, object]) -> dict[str, object]:
    """Return the default settings of this kind of event; an unknown kind counts as a League Challenge.

    Round times fit the edition, the play style and the match lengths in `chosen`, if present and valid.
    """
    if kind not in kinds.KINDS:
        kind = Tournament.Kind.LEAGUE_CHALLENGE.value
    edition, style = str(chosen.get("edition")), str(chosen.get("play_style"))
    if edition not in kinds.EDITIONS:
        edition = kinds.LATEST_EDITION
    if style not in Tournament.PlayStyle.values:
        style = kinds.KINDS[kind].play_style
    settings_of_kind = asdict(kinds.default_event_settings(kind, edition, style))
    best_of = _whole_number_or(chosen.get("best_of"), settings_of_kind["best_of"])
    cut_best_of = _whole_number_or(chosen.get("cut_best_of"), settings_of_kind["cut_best_of"])
    settings_of_kind["round_minutes"] = kinds.default_round_minutes(edition, style, best_of)
    settings_of_kind["cut_round_minutes"] = kinds.usual_cut_minutes(edition, style, cut_best_of)
    return {name: settings_of_kind[name] for name in BY_KIND}


def _whole_number_or(value: object, otherwise: int) -> int:
    """Parse a value as a whole number. Return `otherwise` if that is impossible."""
    number = whole_number(str(value))
    return otherwise if number is None else number


def add_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Add a refusal as an error of its field, so that no input is lost."""
    field = FIELD_OF.get(refused.code)
    form.add_error(field if field in form.fields else None, refusal_text(refused))


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[Any]) -> None:
    """Set the choices of a form field."""
    cast(forms.ChoiceField, form.fields[name]).choices = choices


class EventInput(events.EventFields):
    """The settings of an event, as typed in the form."""

    name: Required[str]
    kind: Required[str]
    starts_at: Required[datetime]


class EventForm(forms.ModelForm):
    """The form for every setting of an event. It only parses input; services validate and write it."""

    starts_at = LocalMomentField(label=gettext_lazy("Day and start of round 1"))
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("All times of the event are shown in this time zone."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of event"),
        choices=kind_choices,
        widget=forms.RadioSelect(attrs={"class": "gallery"}),
    )
    attendance_table = forms.ChoiceField(
        label=gettext_lazy("Rounds and top cut by attendance"),
        choices=[(name, TABLES.get(name, name)) for name in structure.TABLES],
        help_text=players_or_teams_text(
            gettext_lazy("Counts the players of each division when round 1 is paired."),
            gettext_lazy("Counts the teams of each division when round 1 is paired."),
        ),
    )

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "kind",
            "name",
            "starts_at",
            "timezone",
            "venue",
            "city",
            "country",
            "card_format",
            "play_style",
            "event_class",
            "edition",
            "structure",
            "attendance_table",
            "best_of",
            "round_minutes",
            "cut_best_of",
            "cut_round_minutes",
            "clock_delay",
            "minutes_reason",
            "table_from",
            "table_to",
            "sanction_id",
            "published",
            "notes",
        )
        labels = {
            "published": gettext_lazy("Everyone can see the event, its pairings and standings"),
            "notes": gettext_lazy("Notes for players"),
            "event_class": gettext_lazy("Class of event"),
            "minutes_reason": gettext_lazy("Reason for less time than the rules require"),
        }
        help_texts = {
            "table_to": gettext_lazy("Leave blank to use as many tables as needed."),
            "sanction_id": gettext_lazy("For official events, from the Play! Pokémon site."),
            "notes": gettext_lazy("What to bring, entry fee, parking. Shown on the front page."),
            "minutes_reason": gettext_lazy(
                "Required only for an official event that plays less than the rules require."
            ),
            "round_minutes": gettext_lazy(
                "When time is called, the current turn and 3 extra turns are played."
            ),
        }
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, event: Tournament | None = None, **kwargs: Any) -> None:
        # A model form writes the input to its instance, even if it is refused later.
        kwargs["instance"] = copy.copy(event) if event else None
        super().__init__(*args, **kwargs)
        self.event = event
        event_zone = [event.timezone] if event else []
        set_choices(self, "timezone", zone_choices(timezone.get_default_timezone_name(), *event_zone))
        set_choices(self, "country", [("", _("Not given")), *countries])
        self.fields["attendance_table"].required = False
        for name in ("table_from", "table_to"):
            self.fields[name].validators.append(MaxValueValidator(LAST_TABLE))

    def clean(self) -> None:
        # `super().clean()` is not called, because services check uniqueness and constraints.
        data = self.cleaned_data
        if {"starts_at", "timezone"} <= data.keys():
            data["starts_at"] = data["starts_at"].replace(tzinfo=ZoneInfo(data["timezone"]))
        first_table, last_table = data.get("table_from"), data.get("table_to")
        if first_table and last_table and last_table < first_table:
            self.add_error(
                "table_to",
                refusal_code_text(
                    TournamentRefusal.TABLES_REVERSED, {"table_from": first_table, "table_to": last_table}
                ),
            )
        if self.errors:
            return
        kind_settings = {name: data[name] for name in BY_KIND}
        settings = kinds.EventSettings(kind=data["kind"], third_place=self.third_place(), **kind_settings)
        # Show all problems, each at its field (R-111, R-112, M-060). A written reason overrides some of them.
        for problem in kinds.event_settings_problems(settings):
            if data["minutes_reason"] and problem.code in events.MINUTES_REASON_COVERS:
                continue
            in_cut = problem.facts.get("phase") == "cut"
            field = "cut_round_minutes" if in_cut else FIELD_OF[problem.code]
            self.add_error(field, refusal_code_text(problem.code, problem.facts))

    def third_place(self) -> bool:
        """Return whether any division plays a match for third place."""
        return self.event is not None and self.event.divisions.filter(third_place=True).exists()

    def settings(self) -> EventInput:
        """Return the input as keyword arguments of the service."""
        data = self.cleaned_data
        return cast(EventInput, {name: data[name] for name in self.Meta.fields if name in data})


class EventSettingsForm(ConcurrentEditsMixin, EventForm):
    """The settings of an existing event. Fields that a posted round depends on are disabled."""

    folds = True
    fieldsets = (
        (gettext_lazy("Basics"), ("name", "kind", "starts_at", "timezone")),
        (gettext_lazy("Where"), ("venue", "city", "country")),
        (gettext_lazy("Format and decks"), ("card_format", "play_style", "event_class", "edition")),
        (
            gettext_lazy("Rounds"),
            (
                "structure",
                "attendance_table",
                "best_of",
                "round_minutes",
                "cut_best_of",
                "cut_round_minutes",
                "clock_delay",
                "minutes_reason",
            ),
            gettext_lazy(
                "Rounds and top cut of a division can also be set by hand, on the division’s own page."
            ),
        ),
        (
            gettext_lazy("Results by phone"),
            ("phone_reports", "single_report_minutes"),
            gettext_lazy(
                "Each player opens a personal page by link or QR code, and reports or confirms the result."
            ),
        ),
        (
            gettext_lazy("Visible to players"),
            ("bubble_public",),
            gettext_lazy("Pairings, results and standings of a public event are for everyone."),
        ),
        (
            gettext_lazy("Where the rules are silent"),
            ("both_late", "decider_minutes"),
            gettext_lazy(
                "Situations at a table that the rules leave open. The “Time was called” answer says when one of "
                "them applies."
            ),
        ),
        (
            gettext_lazy("Standings"),
            ("awarded_bye",),
            gettext_lazy(
                "A change ranks all rounds again. A bye because of an odd number is in no percentage either way."
            ),
        ),
        (gettext_lazy("Tables and notes"), ("table_from", "table_to", "sanction_id", "notes")),
    )

    class Meta(EventForm.Meta):
        fields: tuple[str, ...] = (
            *EventForm.Meta.fields,
            "phone_reports",
            "single_report_minutes",
            "bubble_public",
            "both_late",
            "decider_minutes",
            "awarded_bye",
        )
        help_texts = EventForm.Meta.help_texts | {
            "phone_reports": gettext_lazy(
                "A result counts once both players’ reports match. The desk can enter any result at any time."
            ),
            "bubble_public": gettext_lazy(
                "Who is in the top cut or on day 2, who is out, and what the others need. Otherwise "
                "only staff can see it."
            ),
            "both_late": gettext_lazy(
                "An unresolved match in which both players were late, or a judge learned of it too late."
            ),
            "decider_minutes": gettext_lazy(
                "Sudden Death or a tiebreaker game in the top cut. Leave blank for untimed."
            ),
            "awarded_bye": gettext_lazy(
                "It is worth 3 match points in either case. Choose the first if the results are handed to TOM."
            ),
            "single_report_minutes": gettext_lazy(
                "Leave blank for never. One player’s report then needs the other player’s, or the desk."
            ),
        }

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.current = event
        if not event.attendance_table:
            self.initial["attendance_table"] = kinds.LEAGUE_CHALLENGE.attendance_table
        self.started = any(division.started_at for division in event.divisions.all())
        self.fields["kind"].widget = forms.Select(choices=Tournament.Kind.choices)
        del self.fields["published"]
        for name in events.LOCKED_ONCE_STARTED if self.started else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = _("Round 1 is posted, so this cannot change.")

    def save_changes(self, *, by: Any) -> bool:
        """Save the changes. Return False if that is refused, with an error on the form."""
        try:
            events.change_event_settings(self.current, by=by, **self.settings())
        except Refused as refused:
            add_refusal(self, refused)
            return False
        return True
