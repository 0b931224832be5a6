"""Decide whether a player may submit a list (M-051), from locks, deadline, building time and round 1.

In Limited the building time decides (R-055): a list is open while it runs, regardless of the event's deadline. A player
without a list at its end may still submit one late; afterwards S5 decides. After round 1 has started, lists are open
only during the building time of an announced redraft, until it ends or its round is posted (R-057, R-095).
"""

from datetime import datetime

from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.engine.limited_rules import DeckChange, deck_change_problem
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, ListRules
from decks.queries.lists.builds import DivisionBuilds, PlayerBuild, builds_of_division
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import divisions_with_entries

LOCKS = ("ListLocked", "ListOpened", "ListSentBack")
"""Journal kinds that set the lock of a single list."""


def limited_builds_of_division(division: Division) -> DivisionBuilds:
    """Return the builds of a division. The result is empty outside Limited, without a query."""
    is_limited = DECK_RULES[division.tournament.play_style].supplied_only
    return builds_of_division(division) if is_limited else DivisionBuilds(division)


def limited_builds_by_division(event: Tournament) -> dict[int, DivisionBuilds]:
    """Map division keys to builds, in the order of divisions. The result is empty outside Limited, without a query."""
    if not DECK_RULES[event.play_style].supplied_only:
        return {}
    divisions = event.divisions.select_related("tournament").order_by("position", "id")
    return {division.pk: builds_of_division(division) for division in divisions}


def closing_time(
    deck_list: DeckList, rules: ListRules, now: datetime, builds: DivisionBuilds | None = None
) -> datetime | None:
    """Return when this list was closed, or None while it is open.

    A list closes when round 1 is posted, all lists are locked, the deadline passes or building time ends. A
    lock of this list alone is not considered. A list that staff opened stays open despite lock, deadline and
    building time, until the round is posted (R-057).
    """
    division = deck_list.entry.division
    builds = builds or limited_builds_of_division(division)
    build = builds.of(deck_list.entry_id)
    closed_at = None
    if lock_of_list(deck_list, build) != DeckList.Lock.OPEN:
        closed_at = rules.closed_at(now) if build is None else build.building.over_at(now)
    if division.started_at is not None and not builds.is_for_current_redraft(build):
        return min(filter(None, (division.started_at, closed_at)))
    return closed_at


def closing_time_for_all(event: Tournament, rules: ListRules, now: datetime) -> datetime | None:
    """Return when lists were closed for every player, or None while they are open. One query.

    Lists close by the deadline, by a lock, or when round 1 is posted in every division. In Limited the rounds are
    not considered.
    """
    closed_at = rules.closed_at(now)
    start_times = [division.started_at for division in divisions_with_entries(event)]
    if DECK_RULES[event.play_style].supplied_only or not all(start_times):
        return closed_at
    return min(filter(None, (closed_at, max(filter(None, start_times), default=None))), default=None)


def window_code(rules: ListRules, closed_at: datetime | None) -> str:
    """Return a code that changes whenever lists are closed or opened, or the deadline changes."""
    if closed_at is not None:
        return f"closed {closed_at:%d %H:%M:%S}"
    return f"open {rules.deadline:%d %H:%M:%S}" if rules.deadline else "open"


def lock_of_list(deck_list: DeckList, build: PlayerBuild | None) -> str:
    """Return the lock of a list, or AS_EVENT if it was set before the building time of a redraft."""
    if not deck_list.lock or build is None or not build.redraft:
        return deck_list.lock
    return lock_in_force(
        build,
        deck_list.lock,
        lock_times(deck_list.entry.tournament, deck_list.entry_id).get(deck_list.entry_id),
    )


def lock_in_force(build: PlayerBuild | None, lock: str, changed_at: datetime | None) -> str:
    """Return the lock in force like `lock_of_list`, given a lock that was set at `changed_at`.

    A lock set before the building time of a redraft no longer applies.
    """
    if not lock or build is None or not build.redraft or build.building.began is None:
        return lock
    return lock if changed_at is not None and changed_at >= build.building.began else DeckList.Lock.AS_EVENT


def lock_times(event: Tournament, entry: int | None = None) -> dict[int, datetime]:
    """Map each entry to the time when staff last locked, opened or sent back its list. One query."""
    lines = JournalEvent.objects.filter(tournament=event, kind__in=LOCKS).order_by("at", "pk")
    lines = lines if entry is None else lines.filter(facts__entry=entry)
    return {facts["entry"]: at for facts, at in lines.values_list("facts", "at")}


def is_list_shut(
    lock: str, rules: ListRules, build: PlayerBuild | None, newest_at: datetime | None, now: datetime
) -> bool:
    """Return whether lock, deadline or building time prevents a submission; see also `submission_refusal`.

    `newest_at` is the time of the latest version, or None if there is none.
    """
    if lock in (DeckList.Lock.LOCKED, DeckList.Lock.OPEN):
        return lock == DeckList.Lock.LOCKED
    closed_at = rules.closed_at(now) if build is None else build.building.over_at(now)
    return closed_at is not None and not _accepts_late_version(rules, build, newest_at)


def submission_refusal(
    deck_list: DeckList, rules: ListRules, now: datetime, builds: DivisionBuilds | None = None
) -> Refused | None:
    """Return why the player cannot submit now, or None if they can."""
    entry = deck_list.entry
    if not entry.active:
        return Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    builds = builds or limited_builds_of_division(entry.division)
    build = builds.of(entry.pk)
    if entry.division.started_at is not None and not builds.is_for_current_redraft(build):
        return _fixed_deck_refusal(builds, build)
    if lock_of_list(deck_list, build) == DeckList.Lock.LOCKED:
        return Refused(DeckRefusal.LIST_LOCKED)
    closed_at = closing_time(deck_list, rules, now, builds)
    if closed_at is None:
        return None
    newest_at = deck_list.versions.order_by("-number").values_list("at", flat=True).first() if build else None
    if _accepts_late_version(rules, build, newest_at):
        return None
    return Refused(DeckRefusal.LISTS_CLOSED, when=closed_at)


def require_submission_possible(deck_list: DeckList, rules: ListRules, now: datetime) -> None:
    """Require that the player can submit now.

    Refused: ENTRY_ALREADY_LEFT (name), ROUND_1_STARTED, REDRAFT_TO_COME, REDRAFT_NOT_ANNOUNCED and
    REDRAFT_ROUND_STARTED (round), LIST_LOCKED, LISTS_CLOSED (when).
    """
    if refused := submission_refusal(deck_list, rules, now):
        raise refused


def require_not_fixed(deck_list: DeckList) -> None:
    """Require that staff may open this list for its player.

    Once round 1 has started, they may not, unless the player is in the current redraft.
    Refused: ROUND_1_STARTED, REDRAFT_TO_COME, REDRAFT_NOT_ANNOUNCED and REDRAFT_ROUND_STARTED (round).
    """
    division = deck_list.entry.division
    if division.started_at is None:
        return
    builds = limited_builds_of_division(division)
    build = builds.of(deck_list.entry_id)
    if not builds.is_for_current_redraft(build):
        raise _fixed_deck_refusal(builds, build)


def is_list_fixed(builds: DivisionBuilds, entry: int) -> bool:
    """Return whether a player's list can no longer be opened.

    This is the case once round 1 has started, unless the player is in a redraft.
    """
    return builds.division.started_at is not None and not builds.is_for_current_redraft(builds.of(entry))


def _fixed_deck_refusal(builds: DivisionBuilds, build: PlayerBuild | None) -> Refused:
    """Return the refusal for a fixed list, with the round of the redraft unless it is ROUND_1_STARTED."""
    planned_round = builds.redraft_round
    if planned_round is None or planned_round < builds.next_round:
        was_redrafted = build is not None and build.redraft and builds.announced
        code = DeckRefusal.REDRAFT_ROUND_STARTED if was_redrafted else DeckRefusal.ROUND_1_STARTED
    elif builds.announced:
        code = DeckRefusal.REDRAFT_TO_COME
    elif planned_round == builds.next_round:
        code = DeckRefusal.REDRAFT_NOT_ANNOUNCED
    else:
        code = DeckRefusal.ROUND_1_STARTED
    return Refused(code) if code == DeckRefusal.ROUND_1_STARTED else Refused(code, round=planned_round)


def _accepts_late_version(rules: ListRules, build: PlayerBuild | None, newest_at: datetime | None) -> bool:
    """Return whether a closed list still accepts a version from its player.

    It accepts the first version of a build and, except after a redraft, any version that S5 allows. `newest_at`
    is when the latest version was submitted, or None if there is none.
    """
    if build is None:
        return choice_of_setting(rules.settings, "S5") == "free"
    if newest_at is None or (build.building.began is not None and newest_at < build.building.began):
        return True
    late_change = DeckChange("before round 1", handed_in=True, settings=rules.settings)
    return not build.redraft and deck_change_problem(late_change) is None
