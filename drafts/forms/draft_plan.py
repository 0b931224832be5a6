"""The form of “Plan a draft”: format, number of players, packs and rarely needed choices."""

import datetime
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cards.engine.rule_settings import CHOICES
from cards.queries import catalogue
from cards.queries.expansion_names import find_expansion, suggested_expansions
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.suggestions import SuggestedInput
from decks.forms import setting_fields
from decks.words.limited_words import SUBTYPES
from drafts.engine.draft_plan import DraftPlan, plan_draft
from drafts.engine.draft_setup import Setup
from drafts.words import draft_words
from tournaments.models import Tournament

MAX_PLAYERS, MAX_PACKS, MAX_CARDS = 512, 12, 30
USUAL: Mapping[str, object] = {
    "subtype": "booster",
    "players": 8,
    "packs_each": 4,
    "pack_size": 10,
    "card_format": "standard",
    "style": "limited",
    "energy": "yes",
    "starts": datetime.time(10),
}
SETTINGS = ("S4", "S6", "S12", "S13", "S20")
"""Open points of the rules that concern drafts (section L)."""

LIMITED = (Tournament.PlayStyle.LIMITED, Tournament.PlayStyle.THIRTY_LIMITED)
BETWEEN = re.compile(r"[,;+\s]+")
"""Separators between the sizes of pods."""


def _number_field(label: Any, maximum: int, minimum: int = 1, **extra: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, **extra)


def _expansion_code(text: str) -> str:
    """Return the code of the expansion with this code or name, or the text if no expansion has it."""
    try:
        return find_expansion(text).code
    except Refused:
        return text


class DraftPlanForm(forms.Form):
    """The form to plan a draft. The answers are in the URL, so that a plan can be shared and printed."""

    subtype = forms.ChoiceField(label=_("Format"), choices=tuple(SUBTYPES.items()))
    players = _number_field(_("Players"), MAX_PLAYERS, 2)
    packs_each = _number_field(_("Packs per player"), MAX_PACKS)
    pack_size = _number_field(_("Cards per pack"), MAX_CARDS)
    expansion = forms.CharField(
        label=_("Expansion of the packs"),
        max_length=120,
        required=False,
        widget=SuggestedInput(suggested_expansions),
        help_text=_(
            "Its code or name. For packs of several expansions, one code per pack, separated by commas."
        ),
    )
    energy = forms.ChoiceField(
        label=_("Basic Energy"), choices=(("yes", _("Supplied at the event")), ("no", _("Not supplied")))
    )
    starts = forms.TimeField(
        label=_("Start"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    pods = forms.CharField(
        label=_("Pod sizes"),
        max_length=200,
        required=False,
        help_text=_("For example 5, 5. Leave blank for the largest equal pods."),
    )
    pick_seconds = _number_field(
        _("Seconds per pick"), 300, required=False, help_text=_("Leave blank for the usual time.")
    )
    hurry = forms.BooleanField(
        label=_("Picks get shorter as packs get smaller"),
        required=False,
        help_text=_(
            "Booster only. The time depends on the cards left in the pack, in steps of 5 seconds, down to 5."
        ),
    )
    card_format = forms.ChoiceField(
        label=_("Rules of"), choices=tuple(draft_words.FORMATS.items()), required=False
    )
    style = forms.ChoiceField(
        label=_("Decks"), choices=[(style.value, style.label) for style in LIMITED], required=False
    )
    redraft_round = _number_field(
        _("Redraft before round"), 20, required=False, help_text=_("Solomon only. Leave blank for none.")
    )
    cooperative = forms.BooleanField(
        label=_("Players pick together"), required=False, help_text=_("Solomon only.")
    )
    reason = forms.CharField(
        label=_("Reason to go ahead anyway"),
        max_length=200,
        required=False,
        help_text=_("For unequal pods or packs of several expansions. It is printed on the run sheet."),
    )

    may_override = True
    """Whether a reason to go ahead against the rules is accepted."""

    front: tuple[str, ...] = (
        "subtype",
        "players",
        "packs_each",
        "pack_size",
        "expansion",
        "starts",
    )
    wide: tuple[str, ...] = ("energy",)
    more: tuple[str, ...] = (
        "pods",
        "pick_seconds",
        "hurry",
        "card_format",
        "style",
        "redraft_round",
        "cooperative",
        "reason",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s"} | kwargs)
        self.fields.update(setting_fields.setting_form_fields(SETTINGS, required=False))
        for name, value in USUAL.items():
            self.initial.setdefault(name, value)

    def first_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.front)

    def wide_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields whose explanation needs a separate line."""
        return (self[name] for name in self.wide)

    def more_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.more)

    def settings(self) -> Iterator[forms.BoundField]:
        """Yield the fields for questions that the rules leave open.

        Questions with a single answer are shown, but cannot be changed.
        """
        return (self[name] for name in SETTINGS)

    def opened(self) -> bool:
        """Return whether to expand the rarely needed fields, because an answer differs from its default."""
        return any(
            str(self[name].value() or "") not in ("", str(USUAL.get(name, ""))) for name in self.more
        ) or any((self[name].value() or CHOICES[name][0]) != CHOICES[name][0] for name in SETTINGS)

    def clean_pods(self) -> tuple[int, ...]:
        """Return the size of each pod, or an empty result if none was entered."""
        sizes = [whole_number(part, digits=3) for part in BETWEEN.split(self.cleaned_data["pods"]) if part]
        if None in sizes:
            raise forms.ValidationError(_("Enter the size of each pod, separated by commas: 5, 5."))
        return tuple(size for size in sizes if size is not None)

    def clean_expansion(self) -> tuple[str, ...]:
        """Return the codes of expansions that were entered by code or name; unknown texts are returned unchanged."""
        typed: str = self.cleaned_data["expansion"]
        parts = [part.strip() for part in re.split(r"[,;+]", typed) if part.strip()]
        boosters = tuple(_expansion_code(part) for part in parts)
        return boosters[:1] if len(set(boosters)) == 1 else boosters

    def clean(self) -> None:
        """Check the expansions: if a judge allows packs of several expansions, each pack needs a code."""
        super().clean()
        codes, packs = self.cleaned_data.get("expansion", ()), self.cleaned_data.get("packs_each")
        if self.cleaned_data.get("reason") and packs and len(codes) not in (0, 1, packs):
            sentence = ngettext(
                "%(codes)d expansion for %(packs)d packs. Enter one for all, or one for each pack.",
                "%(codes)d expansions for %(packs)d packs. Enter one for all, or one for each pack.",
                len(codes),
            )
            self.add_error("expansion", sentence % {"codes": len(codes), "packs": packs})

    def unknown_expansions(self) -> list[str]:
        """Return the entered expansions that are not in the catalogue. Requires a valid form."""
        cards = catalogue.current_catalogue()
        codes = dict.fromkeys(self.cleaned_data["expansion"])
        return [code for code in codes if cards.expansion(code) is None]

    def clean_starts(self) -> datetime.time:
        """Return the entered time, 10:00 by default."""
        return self.cleaned_data["starts"] or datetime.time(10)

    def planned(self) -> DraftPlan:
        """Return the plan for the answers. Requires a valid form. A single expansion applies to every pack."""
        answers = self.cleaned_data
        boosters = (
            answers["expansion"] * answers["packs_each"]
            if len(answers["expansion"]) == 1
            else answers["expansion"]
        )
        setup = Setup(
            answers["subtype"],
            answers["card_format"] or "standard",
            answers["style"] or "limited",
            answers["players"],
            answers["packs_each"],
            answers["pack_size"],
            answers["pods"],
            boosters,
            answers["redraft_round"],
            redraft_announced=True,
            cooperative=answers["cooperative"],
            cooperation_announced=True,
            override=bool(answers["reason"]),
            settings={name: answers[name] for name in SETTINGS if answers[name]},
            hurry=answers["hurry"],
            odd_open=True,
        )
        return plan_draft(
            setup, pick_seconds=answers["pick_seconds"], energy_supplied=answers["energy"] == "yes"
        )
