"""The draft form of an event: the fields of “Plan a draft”, for a division."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from decks.models import Draft
from decks.queries.drafts import FOR_LISTS, event_settings
from decks.services.pools import usual_check
from drafts.forms.draft_plan import LIMITED, SETTINGS, DraftPlanForm
from drafts.queries import drafts as queries
from drafts.words.draft_words import FORMATS
from tournaments.models import Division

MOST_LOOK = 900
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
"""Answers of the previous set-up that prefill the form."""


class EventDraftForm(DraftPlanForm):
    """The draft form prefilled from the event.

    `may_override` accepts a judge's reason (R-002), `may_choose` enables the choices for the event's lists (S4, S6).
    """

    division = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    look_seconds = forms.IntegerField(
        label=_("Seconds to look"),
        min_value=5,
        max_value=MOST_LOOK,
        required=False,
        help_text=_("For looking at opened packs before the first pick. Leave blank for the usual time."),
    )

    way = forms.ChoiceField(
        label=_("How it is run"),
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
        label=_("Who verifies pools"),
        choices=(("", _("Default: only Sealed pools are verified")), *Draft.PoolCheck.choices),
        required=False,
        help_text=_("The neighbor is the player to the left."),
    )

    wide = ("energy", "way")
    more = ("pods", "pick_seconds", "look_seconds", "pool_check", *DraftPlanForm.more[2:])

    def __init__(
        self, *args: Any, home: Division, may_override: bool, may_choose: bool, **kwargs: Any
    ) -> None:
        initial = kwargs.pop("initial", None) or known(home)
        super().__init__(
            *args, initial={**initial, "division": home.pk, "seen": queries.plan_version(home)}, **kwargs
        )
        self.home, self.may_override = home, may_override
        for name in FOR_LISTS:
            self.fields[name].disabled = not may_choose

    def clean(self) -> dict[str, Any] | None:
        """Reject a plan that was changed after the page was opened."""
        data, now = super().clean(), queries.plan_version(self.home)
        if self.data.get("seen", now) != now:
            sentence = _(
                "The plan of this draft was changed after you opened the page. It is shown here as it is now. "
                "Set yours up again to replace it."
            )
            self.add_error(None, sentence)
            sent = self.data.copy()  # type: ignore[attr-defined]
            sent["seen"] = now
            self.data = sent
        return data

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"]
        if reason and not self.may_override:
            raise forms.ValidationError(
                _("Only the head judge or the organizer can go ahead against the rules.")
            )
        return reason

    def clean_starts(self) -> datetime.time:
        """The given time, or the event's; the latter may change and is not stored."""
        return self.cleaned_data["starts"] or localtime(self.home.tournament.starts_at).time()

    def clean_way(self) -> str:
        return self.cleaned_data["way"] or Draft.Way.PAPER.value

    def chosen_check(self) -> str:
        """Who verifies pools, from valid answers."""
        return self.cleaned_data["pool_check"] or usual_check(self.cleaned_data["subtype"])

    def saved(self) -> Mapping[str, Any]:
        """The stored values besides the set-up, from valid answers."""
        answers = self.cleaned_data
        settings = {
            name: answers[name] for name in ("pick_seconds", "look_seconds", "starts", "reason", "way")
        }
        settings["starts"] = answers["starts"] if self.data.get("starts") else None
        return {**settings, "energy_supplied": answers["energy"] == "yes"}

    def hidden(self) -> Iterator[tuple[str, str]]:
        """The submitted answers, for sending them again."""
        return ((name, value) for name, value in self.data.items() if name in self.fields)


def known(home: Division) -> Mapping[str, Any]:
    """The initial values the event provides."""
    event, chosen, players = home.tournament, event_settings(home.tournament), queries.here(home)
    return {
        **_as_before(home),
        **{name: chosen[name] for name in SETTINGS if name in chosen},
        **({"players": max(2, players)} if players else {}),
        **({"card_format": event.card_format} if event.card_format in FORMATS else {}),
        **({"style": event.play_style} if event.play_style in LIMITED else {}),
        "starts": None,
    }


def _as_before(home: Division) -> Mapping[str, Any]:
    """The values of the previous draft, or of the plan to change: a redraft uses the same ones."""
    row = Draft.objects.filter(division=home).order_by("-number").first()
    if row is None:
        return {}
    packs = row.setup.get("boosters") or []
    alike = len(set(packs)) == 1
    remembered = {name: row.setup[name] for name in REMEMBERED if row.setup.get(name) not in (None, "")}
    own = {name: getattr(row, name) for name in ("pick_seconds", "look_seconds", "way")}
    expansion = ", ".join(packs[:1] if alike else packs)
    return {**remembered, **own, "expansion": expansion, "energy": "yes" if row.energy_supplied else "no"}
