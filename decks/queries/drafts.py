"""What lists and pools need of drafts: their rounds, their seats, what was announced and chosen with their plans."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cards.engine.formats import DECK_RULES
from cards.engine.settings import choice
from core.engine.alphabet import sort_key
from decks.engine.counting import FIRST_REDRAFT
from decks.models import Draft, ListRules
from tournaments.models import Announcement, Entry, Tournament
from tournaments.queries.entries import entry_row

REDRAFTS = ("REDRAFT", "REDRAFT_ALONE")
"""Notice codes that announce a redraft."""

FOR_LISTS = ("S4", "S6")
"""Choices of a plan shared with the event's lists."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a pod as others see it; `here` is False if the player left or is not checked in."""

    entry: int
    name: str
    sort: tuple[object, ...]
    pod: int
    seat: int
    here: bool


@dataclass(frozen=True, slots=True)
class PodRow:
    """One pod with its seats in order."""

    number: int
    seats: tuple[SeatRow, ...]


def announced_at(draft: Draft, codes: Sequence[str]) -> datetime | None:
    """When the first of these notices was announced; None if none was. One query."""
    ids = [draft.announced[code] for code in codes if code in draft.announced]
    rows = Announcement.objects.filter(pk__in=ids, withdrawn_at=None)
    return rows.order_by("at").values_list("at", flat=True).first()


def round_of(draft: Draft) -> int:
    """The round its decks are first played in: 1, or the announced round of a redraft (R-095)."""
    return 1 if draft.number == 1 else draft.setup.get("redraft_round") or FIRST_REDRAFT


def announced_in_time(first: Draft) -> bool:
    """Whether the first draft of a division announced a redraft before round 1."""
    at, started = announced_at(first, REDRAFTS), first.division.started_at
    return at is not None and (started is None or at <= started)


def seats_of(draft: Draft, *, public: bool) -> list[PodRow]:
    """Who sits where; an entry removed from the event leaves the seat empty. One query."""
    players = Entry.objects.select_related("player", "division").in_bulk(
        [entry for pod in draft.seats for entry in pod]
    )
    return [
        PodRow(
            number,
            tuple(
                seat_row(players[entry], number, seat, public=public)
                for seat, entry in enumerate(pod, start=1)
                if entry in players
            ),
        )
        for number, pod in enumerate(draft.seats, start=1)
    ]


def seat_row(entry: Entry, pod: int, seat: int, *, public: bool) -> SeatRow:
    """A seat as others see it; in public a child by first name and initial."""
    base = entry_row(entry, public=public)
    name = base.name
    here = entry.active and entry.checked_in_at is not None
    return SeatRow(entry.pk, name, (sort_key(name), entry.pk), pod, seat, here)


def pod_and_seat(draft: Draft, entry: int) -> tuple[int, int]:
    """Where an entry sits, both counted from 1; (0, 0) if nowhere."""
    for number, pod in enumerate(draft.seats, start=1):
        if entry in pod:
            return number, pod.index(entry) + 1
    return 0, 0


def fills_pools(draft: Draft) -> bool:
    """Whether the pools of a draft come from its tapped picks (R-098). No query."""
    picked = draft.way == Draft.Way.TRACKED and draft.subtype != "sealed"
    return picked and bool(draft.setup.get("packs_each"))


def event_settings(event: Tournament) -> dict[str, str]:
    """The choices of section L this event has made for its lists."""
    settings = ListRules.objects.filter(tournament=event).values_list("settings", flat=True).first()
    return dict(settings or {})


def lists_unused(event: Tournament) -> bool:
    """Whether the lists of a Limited event name the unused cards too (R-058, S4). Two queries at most."""
    if not DECK_RULES[event.play_style].supplied_only:
        return False
    return choice(list_settings(event), "S4") == "deck_and_unused"


def list_settings(event: Tournament) -> dict[str, Any]:
    """The list choices S4 and S6 of the event: from its list rules, before that from the plan of its draft.

    Two queries at most.
    """
    return {**chosen_with_draft(event), **event_settings(event)}


def chosen_with_draft(event: Tournament) -> dict[str, Any]:
    """List choices in the plan of a draft, for an event that does not collect lists yet. One query.

    S4, S6, and whether basic Energy is supplied (R-053).
    """
    rows = Draft.objects.filter(division__tournament=event).order_by("division__position", "number")
    first = rows.values_list("setup__settings", "energy_supplied").first()
    if first is None:
        return {}
    settings, energy = first
    for_lists = {name: settings[name] for name in FOR_LISTS if name in (settings or {})}
    return for_lists | {"energy_supplied": energy}
