"""Redrafts and deck building before Limited rounds (R-055, R-095)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cards.engine.formats import DECK_RULES
from core.engine.alphabet import name_sort_key
from decks.models import DeckList, Draft, ListRules, Pool
from decks.queries.drafts import round_of_draft
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.drafts import RedraftDue, redraft_of
from tournaments.models import Division, Entry


@dataclass(frozen=True, slots=True)
class AwaitedDraft:
    """Drafts that must be finished before a round.

    `redraft` is an announced redraft without pairs. `draft` is the draft whose decks are built before this
    round. `drafting` means that deck building has not started. `until` is when the last player has finished
    building, or None. `without_deck`: names of the checked-in players without a deck.
    """

    redraft: RedraftDue | None
    draft: Draft | None
    drafting: bool
    until: datetime | None
    without_deck: Sequence[str] = ()


def waits_for_redraft(division: Division, number: int) -> bool:
    """Return whether an announced redraft precedes this round and has no pairs yet."""
    is_limited = DECK_RULES[division.tournament.play_style].supplied_only
    redraft_due = redraft_of(division) if is_limited else None
    return redraft_due is not None and redraft_due.round == number and redraft_due.state == "due"


def awaited_draft(division: Division, number: int, now: datetime) -> AwaitedDraft | None:
    """Return the redraft or deck building before round `number`, or None. No query outside Limited."""
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return None
    redraft_due = redraft_of(division)
    rows = Draft.objects.filter(division=division).exclude(seats=[]).order_by("-number")
    round_draft = next((draft for draft in rows if round_of_draft(draft) == number), None)
    unpaired_redraft = (
        redraft_due
        if redraft_due is not None and redraft_due.round == number and redraft_due.state == "due"
        else None
    )
    if round_draft is None:
        return AwaitedDraft(unpaired_redraft, None, drafting=False, until=None) if unpaired_redraft else None
    clocks = [clock.building for clock in building_clocks_of_draft(round_draft)]
    ends = (clock.ends for clock in clocks if clock.is_running(now) and clock.ends)
    has_started = bool(clocks) and all(clock.began for clock in clocks)
    return AwaitedDraft(
        unpaired_redraft,
        round_draft,
        drafting=not has_started,
        until=max(ends, default=None),
        without_deck=_players_without_deck(round_draft) if has_started else (),
    )


def _players_without_deck(draft: Draft) -> list[str]:
    """Return the names of checked-in players without a list or, if no lists are collected, without a pool.

    Empty if neither lists are collected nor pools are registered. Three queries at most.
    """
    has_lists = ListRules.objects.filter(tournament=draft.division.tournament_id).exists()
    lists = DeckList.objects.filter(entry__division=draft.division_id, counts__isnull=False)
    pools = Pool.objects.filter(draft=draft, counts__isnull=False)
    with_deck = list((lists if has_lists else pools).values_list("entry", flat=True))
    if not has_lists and not with_deck:
        return []
    entries = Entry.objects.filter(division=draft.division_id, checked_in_at__isnull=False, dropped_in=None)
    entries = entries.filter(disqualified=False).exclude(pk__in=with_deck)
    return sorted((str(entry) for entry in entries.select_related("player")), key=name_sort_key)
