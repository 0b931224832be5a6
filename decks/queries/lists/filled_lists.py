"""Decks that players filled in, but did not hand in before deck building ended (R-055)."""

from dataclasses import dataclass
from datetime import datetime

from cards.engine.formats import DECK_RULES
from decks.models import DeckList, ListRules, Version
from decks.queries.lists.builds import DivisionBuilds
from decks.queries.lists.submission_window import limited_builds_by_division, lock_of_list
from decks.queries.lists.submissions import legal_working_copy
from decks.queries.pools import autofill
from tournaments.models import Division, Tournament

AT_END = "at_end"
"""The key in `Version.read` that marks a version submitted by the end of building."""


@dataclass(frozen=True, slots=True)
class FilledList:
    """A filled-in deck of a player whose building is over. `over`: when it ended."""

    deck_list: DeckList
    over: datetime


def filled_lists(
    event: Tournament,
    rules: ListRules | None,
    now: datetime,
    *,
    only: int | None = None,
    ends_now: Division | None = None,
) -> list[FilledList]:
    """Return the filled-in decks that take effect, if they are legal, now that building is over.

    The caller checks whether they are legal. A filled-in deck replaces a missing list, an illegal one, or one
    that was submitted automatically when building ended before. `only`: one entry. `ends_now`: the division whose
    building ends now, even if its clock still runs. No query outside Limited, otherwise three, and more for each
    draft with seats.
    """
    if rules is None or not DECK_RULES[event.play_style].supplied_only:
        return []
    builds_by_division = limited_builds_by_division(event)
    if not any(builds.clocks for builds in builds_by_division.values()):
        return []
    rows = DeckList.objects.filter(entry__tournament=event, entry__dropped_in=None, entry__disqualified=False)
    rows = rows if only is None else rows.filter(entry=only)
    related = ("entry__player", "entry__division", "entry__tournament")
    due = []
    for deck_list in rows.exclude(working_copy="").select_related(*related).order_by("entry_id"):
        division = deck_list.entry.division
        over = _building_end_if_due(
            deck_list, builds_by_division[division.pk], now, ends_now=division == ends_now
        )
        if over is not None:
            due.append(FilledList(deck_list, over))
    return due


def entries_counting_at_end(division: Division, now: datetime) -> set[int]:
    """Return the entries whose filled-in deck would count if building ended now (see `filled_lists`).

    Only legal decks count. Two more queries for each filled-in deck.
    """
    event = division.tournament
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return set()
    return {
        filled.deck_list.entry_id
        for filled in filled_lists(event, rules, now, ends_now=division)
        if legal_working_copy(filled.deck_list, rules) is not None
    }


def _building_end_if_due(
    deck_list: DeckList, builds: DivisionBuilds, now: datetime, *, ends_now: bool
) -> datetime | None:
    """Return when building ended for a filled-in deck that is due to be submitted, or None if it is not.

    It is not due while building continues, once staff have locked or opened the list, once the deck is fixed, or
    if the latest version takes precedence.
    """
    build = builds.of(deck_list.entry_id)
    if build is None or build.building.began is None or not deck_list.working_copy.strip():
        return None
    over = build.building.over_at(now) or (now if ends_now else None)
    if over is None or lock_of_list(deck_list, build):
        return None
    if builds.division.started_at is not None and not builds.is_for_current_redraft(build):
        return None
    newest = deck_list.versions.order_by("-number").first()
    if newest is not None and _takes_precedence(newest, deck_list, build.building.began):
        return None
    return over


def _takes_precedence(newest: Version, deck_list: DeckList, began: datetime) -> bool:
    """Return whether the latest version takes precedence over the filled-in deck.

    It does if it was submitted after building `began`, and has the same text or is legal and was not submitted
    automatically.
    """
    if newest.at < began:
        return False
    typed_unused = autofill.typed_pool_fields(newest).unused
    is_same = (newest.text, typed_unused) == (deck_list.working_copy, deck_list.working_copy_unused)
    return is_same or (newest.legal and not newest.read.get(AT_END))
