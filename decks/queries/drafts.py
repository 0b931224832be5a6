"""Data of drafts for lists and pools: rounds, seats, announcements, and the choices in draft plans."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cards.engine.card_names import ENERGY_LETTERS
from cards.engine.editions import EDITIONS
from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from core.engine.alphabet import name_sort_key
from decks.engine.counting import FIRST_REDRAFT
from decks.models import Draft, ListRules
from tournaments.models import Announcement, Entry, Tournament
from tournaments.queries.entries import entry_row

REDRAFTS = ("REDRAFT", "REDRAFT_ALONE")
"""Notice codes that announce a redraft."""

FOR_LISTS = ("S4", "S6")
"""Choices that a draft plan shares with the event's lists."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a pod as other players see it. `here`: False if the player left or is not checked in."""

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

    @property
    def names(self) -> dict[int, str]:
        """Names by seat."""
        return {seat.seat: seat.name for seat in self.seats}


def notice_announced_at(draft: Draft, codes: Sequence[str]) -> datetime | None:
    """Return when the first of these notices was announced, without withdrawn ones, or None. One query."""
    ids = [draft.announced[code] for code in codes if code in draft.announced]
    rows = Announcement.objects.filter(pk__in=ids, withdrawn_at=None)
    return rows.order_by("at").values_list("at", flat=True).first()


def round_of_draft(draft: Draft) -> int:
    """Return the round in which decks of this draft are first played: 1, or a later one for a redraft (R-095)."""
    return 1 if draft.number == 1 else draft.setup.get("redraft_round") or FIRST_REDRAFT


def is_redraft_announced_in_time(first_draft: Draft) -> bool:
    """Return whether a redraft was announced before round 1, or is announced and round 1 has not started.

    `first_draft`: the first draft of the division.
    """
    announced, started = notice_announced_at(first_draft, REDRAFTS), first_draft.division.started_at
    return announced is not None and (started is None or announced <= started)


def pods_with_seats(draft: Draft, *, public: bool) -> list[PodRow]:
    """List the pods with their seats, without entries removed from the event. One query.

    `public`: see `seat_row`.
    """
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
    """Return a seat as other players see it. On public pages, children are shown by first name and initial."""
    name = entry_row(entry, public=public).name
    is_present = entry.active and entry.checked_in_at is not None
    return SeatRow(entry.pk, name, (name_sort_key(name), entry.pk), pod, seat, is_present)


def pod_and_seat(draft: Draft, entry: int) -> tuple[int, int]:
    """Return the pod and seat of an entry, both counted from 1, or (0, 0) without a seat."""
    for number, pod in enumerate(draft.seats, start=1):
        if entry in pod:
            return number, pod.index(entry) + 1
    return 0, 0


def building_pod(draft: Draft, entry: int) -> int:
    """Return the pod whose building clock an entry follows, or 0 if there is none.

    The odd player of a Solomon draft builds with the last pair (S13).
    """
    pod, _seat = pod_and_seat(draft, entry)
    return pod or (len(draft.seats) if draft.bye_id == entry else 0)


def booster_codes(draft: Draft) -> tuple[str, ...]:
    """Return the codes of the expansions whose packs are opened, without duplicates."""
    return tuple(dict.fromkeys(draft.setup.get("boosters") or ()))


def fills_pools(draft: Draft) -> bool:
    """Return whether the pools of a draft come from its tapped picks (R-098). No query."""
    is_tracked = draft.way == Draft.Way.TRACKED and draft.subtype != "sealed"
    return is_tracked and bool(draft.setup.get("packs_each"))


def supplied_energies(draft: Draft) -> tuple[str, ...]:
    """Return the letters of the types of basic Energy that the organizer supplies, empty if none is. No query."""
    if not draft.energy_supplied:
        return ()
    types = EDITIONS[draft.division.tournament.edition].basic_energies
    return tuple(letter for letter, name in ENERGY_LETTERS.items() if name in types)


def deck_settings_of_event(event: Tournament) -> dict[str, str]:
    """Return the choices for S1 to S22 in an event's list rules. One query.

    The result is empty if the event does not collect lists.
    """
    settings = ListRules.objects.filter(tournament=event).values_list("settings", flat=True).first()
    return dict(settings or {})


def lists_include_unused_cards(event: Tournament) -> bool:
    """Return whether the lists of a Limited event include the unused cards (R-058, S4). At most two queries."""
    if not DECK_RULES[event.play_style].supplied_only:
        return False
    return choice_of_setting(list_settings(event), "S4") == "deck_and_unused"


def list_settings(event: Tournament) -> dict[str, str]:
    """Return the list choices of an event: its list rules, completed from its draft plan (S4, S6).

    Two queries.
    """
    choices, _energy_supplied = choices_in_draft_plan(event)
    return {**choices, **deck_settings_of_event(event)}


def choices_in_draft_plan(event: Tournament) -> tuple[dict[str, str], bool | None]:
    """Return the choices for S4 and S6 in the first draft plan, and whether it supplies Energy (R-053).

    Return no choices and None if there is no draft. One query.
    """
    rows = Draft.objects.filter(division__tournament=event).order_by("division__position", "number")
    first_plan = rows.values_list("setup__settings", "energy_supplied").first()
    if first_plan is None:
        return {}, None
    settings, energy = first_plan
    list_choices = {name: settings[name] for name in FOR_LISTS if name in (settings or {})}
    return list_choices, energy


def default_pool_check(subtype: str) -> str:
    """Return who verifies pools by default in a draft of this subtype, as a `Draft.PoolCheck`."""
    # A neighbor verifies Sealed pools; drafted cards were seen by other players anyway.
    return Draft.PoolCheck.VERIFY if subtype == "sealed" else Draft.PoolCheck.NONE
