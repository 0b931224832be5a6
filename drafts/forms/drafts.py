"""The form for a division's draft: the fields of “Plan a draft”, and the way to run the draft."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from decks.models import Draft
from decks.queries.drafts import FOR_LISTS, deck_settings_of_event, default_pool_check
from drafts.forms.draft_plan import LIMITED, SETTINGS, DraftPlanForm
from drafts.queries import drafts as queries
from drafts.words.draft_words import FORMATS
from tournaments.models import Division

MAX_LOOK = 900
"""Maximum number of seconds to look at opened packs."""

REMEMBERED = (
    "subtype",
    "packs_each",
    "pack_size",
    "card_format",
    "style",
    "redraft_round",
    "cooperative",
    "hurry",
)
"""Answers that are copied from the previous set-up."""


class EventDraftForm(DraftPlanForm):
    """The draft form, prefilled from the event.

    `home`: the division. `may_override`: whether a judge's reason is accepted (R-002). `may_choose`: whether to enable
    the choices for the event's lists (S4, S6). `seen`: the version of the plan on the page.
    """

    division = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    look_seconds = forms.IntegerField(
        label=_("Seconds to look"),
        min_value=5,
        max_value=MAX_LOOK,
        required=False,
        help_text=_("For looking at opened packs before the first pick. Leave blank for the usual time."),
    )

    way = forms.ChoiceField(
        label=_("Draft mode"),
        choices=Draft.Way.choices,
        initial=Draft.Way.PAPER,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "On paper, the draft page shows each step, and players register their pools at the end. Tracked, every "
            "pick is tapped, so pools need no registration; it takes a phone or tablet at each table."
        ),
    )

    pool_check = forms.ChoiceField(
        label=_("Pool verification"),
        choices=(("", _("Default: only Sealed pools are verified")), *Draft.PoolCheck.choices),
        required=False,
        help_text=_("The neighbor is the player to the left."),
    )

    wide = ("energy", "way")
    more = ("pods", "pick_seconds", "look_seconds", "pool_check", *DraftPlanForm.more[2:])

    def __init__(
        self, *args: Any, home: Division, may_override: bool, may_choose: bool, **kwargs: Any
    ) -> None:
        """Build the form, with the current version of the plan in the hidden field `seen`."""
        initial = kwargs.pop("initial", None) or draft_form_defaults(home)
        super().__init__(
            *args, initial={**initial, "division": home.pk, "seen": queries.plan_version(home)}, **kwargs
        )
        self.home, self.may_override = home, may_override
        for name in FOR_LISTS:
            self.fields[name].disabled = not may_choose

    def clean(self) -> None:
        """Reject the answers if the plan was changed after the page had been opened.

        The form then contains the current version (`seen`), so that the answers can be submitted again.
        """
        super().clean()
        current = queries.plan_version(self.home)
        if self.data.get("seen", current) != current:
            sentence = _(
                "The plan of this draft was changed after you opened the page. It is shown here as it is now. "
                "Set yours up again to replace it."
            )
            self.add_error(None, sentence)
            submitted = self.data.copy()  # type: ignore[attr-defined]
            submitted["seen"] = current
            self.data = submitted

    def clean_reason(self) -> str:
        """Return the reason for overriding the rules, which only some roles may give."""
        reason: str = self.cleaned_data["reason"]
        if reason and not self.may_override:
            raise forms.ValidationError(
                _("Only the head judge or the organizer can go ahead against the rules.")
            )
        return reason

    def clean_starts(self) -> datetime.time:
        """Return the entered time, or the event's start. The latter may still change and is not stored."""
        return self.cleaned_data["starts"] or localtime(self.home.tournament.starts_at).time()

    def clean_way(self) -> str:
        return self.cleaned_data["way"] or Draft.Way.PAPER.value

    def chosen_pool_check(self) -> str:
        """Return who verifies pools, with the format's default if none was chosen. Requires a valid form."""
        return self.cleaned_data["pool_check"] or default_pool_check(self.cleaned_data["subtype"])

    def saved(self) -> Mapping[str, Any]:
        """Return the values to store besides the set-up, by model field. Requires a valid form."""
        answers = self.cleaned_data
        settings = {
            name: answers[name] for name in ("pick_seconds", "look_seconds", "starts", "reason", "way")
        }
        settings["starts"] = answers["starts"] if self.data.get("starts") else None
        return {**settings, "energy_supplied": answers["energy"] == "yes"}

    def hidden(self) -> Iterator[tuple[str, str]]:
        """Yield the submitted answers as names and values of hidden fields, so that they can be submitted again."""
        return ((name, value) for name, value in self.data.items() if name in self.fields)


def draft_form_defaults(division: Division) -> Mapping[str, Any]:
    """Return the initial values from the event and the latest draft of the division, if there is one."""
    event, settings, players = (
        division.tournament,
        deck_settings_of_event(division.tournament),
        queries.count_expected_drafters(division),
    )
    values: dict[str, Any] = {}
    latest = Draft.objects.filter(division=division).order_by("-number").first()
    if latest is not None:
        packs = latest.setup.get("boosters") or []
        values = {name: latest.setup[name] for name in REMEMBERED if latest.setup.get(name) not in (None, "")}
        values |= {name: getattr(latest, name) for name in ("pick_seconds", "look_seconds", "way")}
        values["expansion"] = ", ".join(packs[:1] if len(set(packs)) == 1 else packs)
        values["energy"] = "yes" if latest.energy_supplied else "no"
    return {
        **values,
        **{name: settings[name] for name in SETTINGS if name in settings},
        **({"players": max(2, players)} if players else {}),
        **({"card_format": event.card_format} if event.card_format in FORMATS else {}),
        **({"style": event.play_style} if event.play_style in LIMITED else {}),
        "starts": None,
    }
