"""Whether a player may submit a list (M-051): its own lock, the event's, the deadline, building time, and round 1.

In Limited the building time decides (R-055): a list is open while it runs, whatever the event's deadline. A player
without a list when it ends may still submit one, late; afterwards S5 decides. After round 1 has started only the build
of an announced redraft opens lists, until it is over or its round is posted (R-057, R-095).
"""

from datetime import datetime

from cards.engine.formats import DECK_RULES
from cards.engine.settings import choice
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.engine.actions import Change, Redraft, may_change
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, ListRules
from decks.queries.lists.builds import Build, Builds, builds_of
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import played_divisions

LOCKS = ("ListLocked", "ListOpened", "ListSentBack")
"""Journal kinds of a list's own lock."""


def builds_for(division: Division) -> Builds:
    """The builds of a division, empty outside Limited. No query outside Limited."""
    limited = DECK_RULES[division.tournament.play_style].supplied_only
    return builds_of(division) if limited else Builds(division)


def builds_in(event: Tournament) -> dict[int, Builds]:
    """Division key -> its builds, in order; empty outside Limited, without a query."""
    if not DECK_RULES[event.play_style].supplied_only:
        return {}
    rows = event.divisions.select_related("tournament").order_by("position", "id")
    return {row.pk: builds_of(row) for row in rows}


def closed_since(
    row: DeckList, rules: ListRules, now: datetime, builds: Builds | None = None
) -> datetime | None:
    """When this list was closed: round 1 posted, lists locked, deadline passed, or building time over; None while open.

    A list opened on its own stays open past lock, deadline and building, never past the posting of the round (R-057).
    """
    division = row.entry.division
    builds = builds or builds_for(division)
    build = builds.of(row.entry_id)
    closed = None
    if lock_of(row, build) != DeckList.Lock.OPEN:
        closed = rules.closed_at(now) if build is None else build.building.over_at(now)
    if division.started_at is not None and not _redrafts(builds, build):
        return min(filter(None, (division.started_at, closed)))
    return closed


def closed_for_all(event: Tournament, rules: ListRules, now: datetime) -> datetime | None:
    """When lists were closed for every player: by deadline or lock, or because round 1 of each division was posted.

    One query. With packs at the event the building time decides.
    """
    closed, starts = rules.closed_at(now), [division.started_at for division in played_divisions(event)]
    if DECK_RULES[event.play_style].supplied_only or not all(starts):
        return closed
    return min(filter(None, (closed, max(filter(None, starts), default=None))), default=None)


def window_code(rules: ListRules, closed: datetime | None) -> str:
    """A stamp of when lists close, or when they were `closed`."""
    if closed is not None:
        return f"closed {closed:%d %H:%M:%S}"
    return f"open {rules.deadline:%d %H:%M:%S}" if rules.deadline else "open"


def lock_of(row: DeckList, build: Build | None) -> str:
    """The list's own lock while it applies."""
    if not row.lock or build is None or not build.redraft:
        return row.lock
    return lock_in(build, row.lock, lock_times(row.entry.tournament, row.entry_id).get(row.entry_id))


def lock_in(build: Build | None, lock: str, changed_at: datetime | None) -> str:
    """A lock set at `changed_at`; in a redraft one set before its building began no longer applies."""
    if not lock or build is None or not build.redraft or build.building.began is None:
        return lock
    return lock if changed_at is not None and changed_at >= build.building.began else DeckList.Lock.AS_EVENT


def lock_times(event: Tournament, entry: int | None = None) -> dict[int, datetime]:
    """Entry -> when its list was last locked or opened on its own. One query."""
    lines = JournalEvent.objects.filter(tournament=event, kind__in=LOCKS).order_by("at", "pk")
    lines = lines if entry is None else lines.filter(facts__entry=entry)
    return {facts["entry"]: at for facts, at in lines.values_list("facts", "at")}


def is_shut(lock: str, rules: ListRules, build: Build | None, newest: datetime | None, now: datetime) -> bool:
    """Whether lock, deadline and building prevent a submission; rounds and leaving are checked by `refusal`.

    `newest`: the time of the latest version.
    """
    if lock in (DeckList.Lock.LOCKED, DeckList.Lock.OPEN):
        return lock == DeckList.Lock.LOCKED
    closed = rules.closed_at(now) if build is None else build.building.over_at(now)
    return closed is not None and not _still(rules, build, newest)


def refusal(row: DeckList, rules: ListRules, now: datetime, builds: Builds | None = None) -> Refused | None:
    """Why the player cannot submit now, None if they can."""
    entry = row.entry
    if not entry.active:
        return Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    builds = builds or builds_for(entry.division)
    build = builds.of(entry.pk)
    if entry.division.started_at is not None and not _redrafts(builds, build):
        return _after_round_1(builds, build)
    if lock_of(row, build) == DeckList.Lock.LOCKED:
        return Refused(DeckRefusal.LIST_LOCKED)
    closed = closed_since(row, rules, now, builds)
    if closed is None:
        return None
    newest = row.versions.order_by("-number").values_list("at", flat=True).first() if build else None
    return None if _still(rules, build, newest) else Refused(DeckRefusal.LISTS_CLOSED, when=closed)


def require_open(row: DeckList, rules: ListRules, now: datetime) -> None:
    """Require that the player can submit now.

    Refused: ENTRY_ALREADY_LEFT (name), ROUND_1_STARTED, REDRAFT_TO_COME, REDRAFT_NOT_ANNOUNCED and
    REDRAFT_ROUND_STARTED (round), LIST_LOCKED, LISTS_CLOSED (when).
    """
    if refused := refusal(row, rules, now):
        raise refused


def require_not_fixed(row: DeckList) -> None:
    """Require that staff may open this list for its player. Refused as `require_open` after round 1 has started."""
    division = row.entry.division
    if division.started_at is None:
        return
    builds = builds_for(division)
    build = builds.of(row.entry_id)
    if not _redrafts(builds, build):
        raise _after_round_1(builds, build)


def fixed(builds: Builds, entry: int) -> bool:
    """Whether this player's list can no longer be opened: round 1 has started, and no redraft is being built for."""
    return builds.division.started_at is not None and not _redrafts(builds, builds.of(entry))


def _redrafts(builds: Builds, build: Build | None) -> bool:
    """Whether this build is that of an announced redraft whose round is posted next (R-057, R-095)."""
    if build is None or not build.redraft:
        return False
    redraft = Redraft(build.round, builds.announced, build.draft.subtype)
    change = Change(round=builds.next_round, redraft=redraft)
    return may_change(change) is None


def _after_round_1(builds: Builds, build: Build | None) -> Refused:
    """Why the deck is fixed, naming a redraft that is still to come or was not announced."""
    planned, to_come = builds.redraft_round, builds.next_round
    if planned is None or planned < to_come:
        over = build is not None and build.redraft and builds.announced
        return (
            Refused(DeckRefusal.REDRAFT_ROUND_STARTED, round=planned)
            if over
            else Refused(DeckRefusal.ROUND_1_STARTED)
        )
    if builds.announced:
        return Refused(DeckRefusal.REDRAFT_TO_COME, round=planned)
    return (
        Refused(DeckRefusal.REDRAFT_NOT_ANNOUNCED, round=planned)
        if planned == to_come
        else Refused(DeckRefusal.ROUND_1_STARTED)
    )


def _still(rules: ListRules, build: Build | None, newest: datetime | None) -> bool:
    """Whether a closed list still accepts a version from its player: the first one of a build, and by S5."""
    if build is None:
        return choice(rules.settings, "S5") == "free"
    if newest is None or (build.building.began is not None and newest < build.building.began):
        return True
    change = Change("before round 1", handed_in=True, settings=rules.settings)
    return not build.redraft and may_change(change) is None
