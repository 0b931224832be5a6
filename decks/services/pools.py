"""Register, verify, dispute and correct pools (R-051, R-058); every registration is a new version.

The player who opened the packs registers them. A neighbor counts them, and plays with them where pools are passed on; a
different count sends the pool back. The staff's version always counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.cards import Catalogue, Printing
from cards.queries import catalogue as catalogues
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine import pools as engine
from decks.engine.journal_kinds import (
    OfDraft,
    PoolCheckChanged,
    PoolDiscrepancyReported,
    PoolEntered,
    PoolRegistered,
    PoolSettled,
    PoolTracked,
    PoolUnverified,
    PoolVerified,
)
from decks.engine.pools import Cards, PoolCard
from decks.engine.refusals import DeckRefusal
from decks.models import Draft, Pool, PoolVersion
from decks.models.drafts import LONGEST_REASON
from decks.queries.drafts import fills_pools
from decks.queries.pools import pools as queries
from decks.services import locks
from decks.services.lists.rejudging import recheck_players
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User

Check = Draft.PoolCheck
Source = PoolVersion.Source

MOST_CARDS, MOST_ROWS = 600, 400
CHANGES = (
    *("PoolRegistered", "PoolEntered", "PoolTracked", "PoolVerified", "PoolUnverified"),
    *("PoolDiscrepancyReported", "PoolSettled"),
)

Named = str | tuple[str, str, str]
"""A picked card: its name, or name, set and number; "" if unnamed."""


def usual_check(subtype: str) -> str:
    # Sealed pools are verified by a neighbor; drafted cards were seen by others anyway.
    return Check.VERIFY if subtype == "sealed" else Check.NONE


@transaction.atomic
def set_check(draft: Draft, check: str, *, by: User | None) -> Draft:
    """Set who verifies pools, until the first one is registered.

    Refused: DRAFT_NOT_FOUND, POOL_CHECK_UNKNOWN, POOLS_REGISTERED.
    """
    row = locks.draft_in_division(draft)
    if check not in Check.values:
        raise Refused(DeckRefusal.POOL_CHECK_UNKNOWN)
    if row.pool_check != check:
        if row.pools.exists():
            raise Refused(DeckRefusal.POOLS_REGISTERED)
        before, row.pool_check = row.pool_check, check
        row.save(update_fields=["pool_check"])
        _write(row, PoolCheckChanged, by, check=check, before=before)
    return row


@transaction.atomic
def register(
    draft: Draft,
    opener: Entry,
    cards: Iterable[PoolCard],
    *,
    by: User | None,
    by_player: bool = True,
    seen: int | None = None,
    note: str = "",
    now: datetime | None = None,
) -> PoolVersion:
    """Register what one player opened, as a new version; the same cards again return the same version.

    A player may register again until the neighbor has verified; afterwards only staff, whose version counts as
    verified. `seen`: the version shown to the person registering, 0 for none. Pools that are passed on go to the next
    player clockwise without one. A pool from tapped picks fills itself: only staff change it, with a reason in `note`;
    once the pod is over its player names the unnamed cards (R-051, R-098).

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, POOL_WITHOUT_SEAT, POOL_OF_EARLIER_DRAFT, ENTRY_ALREADY_LEFT (name),
    POOL_FILLS_ITSELF, POOL_FROM_PICKS, POOL_NAMES_ONLY (unnamed), POOL_FROM_PICKS_NEEDS_REASON, ROUND_1_STARTED,
    POOL_VERIFIED, POOL_CHANGED, POOL_EMPTY, POOL_TOO_BIG (limit), POOL_PLAYER_TAKEN.
    """
    row = locks.draft_in_division(draft)
    cards = _storable(cards)
    pool = queries.pool_opened_by(row, opener.pk)
    newest = pool.counts if pool else None
    if not row.seats:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    if not queries.pod_of(row, opener.pk):
        raise Refused(DeckRefusal.POOL_WITHOUT_SEAT)
    if by_player:
        _require_open(row, opener, newest, cards)
    elif not note.strip() and fills_pools(row):
        raise Refused(DeckRefusal.POOL_FROM_PICKS_NEEDS_REASON)
    if seen is not None and seen != (newest.number if newest else 0):
        raise Refused(DeckRefusal.POOL_CHANGED)
    # The same cards answer a discrepancy, and staff entering them verify them.
    settled = newest and (not newest.discrepancy if by_player else newest.verified_at is not None)
    if newest is not None and settled and queries.cards_of(newest) == cards:
        return newest
    at = now or timezone.now()
    version = _version(
        pool or _pool(row, opener),
        cards,
        source=Source.PLAYER if by_player else Source.DESK,
        note=note.strip()[:LONGEST_REASON],
        at=at,
        by=by,
        by_name=str(by) if by and not by_player else "",
        signed_by=opener if by_player else None,
        verified_at=None if by_player else at,
        verified_staff=None if by_player else by,
    )
    kind = PoolRegistered if by_player else PoolEntered
    _journal(row, version, kind, by, at=at, total=engine.total(cards), before=newest.number if newest else 0)
    _judge_again(version.pool, by)
    return version


@transaction.atomic
def verify(
    draft: Draft, opener: Entry, *, by_entry: Entry, seen: int, now: datetime | None = None
) -> PoolVersion:
    """Confirm the cards as the neighbor who counted them.

    Refused: DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_NOT_YOURS, POOL_VERIFIED, and for a player who has left
    ENTRY_ALREADY_LEFT (name).
    """
    row, version = _waiting(draft, opener, by_entry, seen)
    version.verified_at, version.verified_by = now or timezone.now(), by_entry
    version.save(update_fields=["verified_at", "verified_by"])
    _journal(row, version, PoolVerified, None, by_entry=by_entry.pk, neighbor=str(by_entry))
    return version


@transaction.atomic
def unverify(draft: Draft, opener: Entry, *, by_entry: Entry, seen: int) -> PoolVersion:
    """Withdraw the neighbor's verification, to count again.

    Refused: DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_NOT_YOURS, ROUND_1_STARTED and others of
    `queries.pools.refusal`.
    """
    row = locks.draft_in_division(draft)
    version = _counts(row, opener, seen)
    if refused := queries.refusal(row, by_entry):
        raise refused
    if version.verified_by_id != by_entry.pk:
        raise Refused(DeckRefusal.POOL_NOT_YOURS)
    version.verified_at = version.verified_by = version.claimed_at = version.claimed_by = None
    version.discrepancy = ""
    version.save(update_fields=["verified_at", "verified_by", "discrepancy", "claimed_at", "claimed_by"])
    _journal(row, version, PoolUnverified, None, by_entry=by_entry.pk, neighbor=str(by_entry))
    return version


@transaction.atomic
def report_discrepancy(draft: Draft, opener: Entry, *, by_entry: Entry, seen: int, what: str) -> PoolVersion:
    """Report a different count by the neighbor: the pool goes back to its opener, and staff see it.

    Refused: as `verify`, and DISCREPANCY_EMPTY.
    """
    if not what.strip():
        raise Refused(DeckRefusal.DISCREPANCY_EMPTY)
    row, version = _waiting(draft, opener, by_entry, seen)
    version.discrepancy, version.verified_by = what.strip()[:LONGEST_REASON], by_entry
    version.save(update_fields=["discrepancy", "verified_by"])
    _journal(row, version, PoolDiscrepancyReported, None, by_entry=by_entry.pk, neighbor=str(by_entry))
    return version


@transaction.atomic
def settle(
    draft: Draft, opener: Entry, *, by: User | None, seen: int, now: datetime | None = None
) -> PoolVersion:
    """Verify a version as staff, overriding the neighbor.

    Refused: DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_VERIFIED.
    """
    row = locks.draft_in_division(draft)
    version = _counts(row, opener, seen)
    if version.verified_at is not None:
        raise Refused(DeckRefusal.POOL_VERIFIED)
    version.verified_at, version.verified_staff = now or timezone.now(), by
    version.save(update_fields=["verified_at", "verified_staff"])
    _journal(row, version, PoolSettled, by)
    return version


@transaction.atomic
def from_picks(
    draft: Draft,
    pod: int,
    cards_by_seat: Mapping[int, Sequence[Named]],
    *,
    by: User | None = None,
    now: datetime | None = None,
) -> list[Pool]:
    """Store the pools of a finished pod from its picks.

    Seat -> cards, each a name, or name, set and number; "" is a card its player still has to name. The same cards again
    change nothing; other cards are a new version. Refused: DRAFT_NOT_FOUND, DRAFT_POD_UNKNOWN, DRAFT_NOT_SEATED.
    """
    row = locks.draft_in_division(draft)
    if not 0 < pod <= len(row.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN if row.seats else DeckRefusal.DRAFT_NOT_SEATED)
    circle, at = row.seats[pod - 1], now or timezone.now()
    people = Entry.objects.select_related("player").in_bulk(circle)
    printings, catalogue = queries.booster_printings(row), catalogues.current()
    changed: list[Pool] = []
    pools: list[Pool] = []
    for seat, picks in sorted(cards_by_seat.items()):
        opener = people.get(circle[seat - 1]) if 0 < seat <= len(circle) else None
        cards = engine.together(_picked(pick, catalogue, printings) for pick in picks)
        if opener is None or not cards:
            continue
        pool = queries.pool_opened_by(row, opener.pk)
        pool = pool or Pool.objects.create(draft=row, entry=opener, opened_by=opener)
        pools.append(pool)
        tracked = pool.versions.filter(source=Source.TRACKED).order_by("-number").first()
        if tracked is not None and queries.cards_of(tracked) == cards:
            continue
        before = pool.counts.number if pool.counts else 0
        version = _version(pool, cards, source=Source.TRACKED, at=at, by=by)
        _journal(row, version, PoolTracked, by, at=at, total=engine.total(cards), before=before)
        changed.append(pool)
    recheck_players(row.division.tournament, [pool.entry_id for pool in changed], by=by)
    return pools


def undo_enter(event: JournalEvent) -> None:
    """Undo of PoolEntered: count the previous version, or none. Refused: UNDO_OVERTAKEN."""
    version = _undone(event)
    pool = version.pool
    pool.counts = pool.versions.filter(number=event.facts["before"]).first()
    pool.save(update_fields=["counts"])
    _judge_again(pool, None)


def undo_settle(event: JournalEvent) -> None:
    """Undo of PoolSettled: wait for the neighbor, or reopen the discrepancy. Refused: UNDO_OVERTAKEN."""
    version = _undone(event)
    version.verified_at = version.verified_staff = None
    version.save(update_fields=["verified_at", "verified_staff"])


def undo_check(event: JournalEvent) -> None:
    """Undo of PoolCheckChanged. Refused: UNDO_OVERTAKEN."""
    journal.require_newest(event, ("PoolCheckChanged",), draft=event.facts["draft"])
    row = Draft.objects.filter(pk=event.facts["draft"], pool_check=event.facts["check"]).first()
    if row is None or row.pools.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.pool_check = event.facts["before"]
    row.save(update_fields=["pool_check"])


def _undone(event: JournalEvent) -> PoolVersion:
    """The version of a journal line, if it still counts. Refused: UNDO_OVERTAKEN."""
    facts = event.facts
    journal.require_newest(event, CHANGES, pool=facts["pool"])
    rows = PoolVersion.objects.select_related("pool__draft__division__tournament")
    version = rows.filter(pool=facts["pool"], number=facts["version"]).first()
    if version is None or version.pool.counts_id != version.pk:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    return version


def _require_open(row: Draft, opener: Entry, newest: PoolVersion | None, cards: Cards) -> None:
    if refused := queries.registering_refusal(row, opener, newest):
        raise refused
    before = queries.cards_of(newest)
    if fills_pools(row) and not engine.only_named(before, cards):
        raise Refused(DeckRefusal.POOL_NAMES_ONLY, unnamed=engine.unnamed(before))


def _storable(cards: Iterable[PoolCard]) -> Cards:
    """Refused: POOL_EMPTY, POOL_TOO_BIG (limit)."""
    storable = engine.together(
        replace(card, quantity=min(card.quantity, engine.MOST_COPIES), name=card.name[: engine.LONGEST_NAME])
        for card in cards
    )
    if not storable:
        raise Refused(DeckRefusal.POOL_EMPTY)
    if engine.total(storable) > MOST_CARDS or len(storable) > MOST_ROWS:
        raise Refused(DeckRefusal.POOL_TOO_BIG, limit=MOST_CARDS)
    return storable


def _pool(row: Draft, opener: Entry) -> Pool:
    """Create an opener's pool; where pools are passed on, for the next player clockwise without one.

    Refused: POOL_PLAYER_TAKEN.
    """
    player = opener.pk
    if row.pool_check == Check.PASS_ON:
        taken = set(row.pools.values_list("entry_id", flat=True))
        player = queries.to_the_left(row, opener.pk, queries.still_here(row) - taken) or opener.pk
    if row.pools.filter(entry=player).exists():
        raise Refused(DeckRefusal.POOL_PLAYER_TAKEN)
    return Pool.objects.create(draft=row, entry_id=player, opened_by=opener)


def _version(pool: Pool, cards: Cards, **facts: object) -> PoolVersion:
    """Store a new version and count it."""
    last = pool.versions.order_by("-number").values_list("number", flat=True).first() or 0
    version = PoolVersion.objects.create(pool=pool, number=last + 1, cards=engine.values(cards), **facts)
    pool.counts = version
    pool.save(update_fields=["counts"])
    return version


def _counts(row: Draft, opener: Entry, seen: int) -> PoolVersion:
    """The counted version, if it is the one seen. Refused: POOL_NOT_FOUND, POOL_CHANGED."""
    pool = queries.pool_opened_by(row, opener.pk)
    if pool is None or pool.counts is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    if pool.counts.number != seen:
        raise Refused(DeckRefusal.POOL_CHANGED)
    pool.counts.pool = pool
    return pool.counts


def _waiting(draft: Draft, opener: Entry, by_entry: Entry, seen: int) -> tuple[Draft, PoolVersion]:
    """The draft and a version waiting for this neighbor. Refused as `verify`."""
    row = locks.draft_in_division(draft)
    version = _counts(row, opener, seen)
    if not by_entry.active:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(by_entry))
    if queries.verifier_of(row, version.pool, opener.pk, queries.still_here(row)) != by_entry.pk:
        raise Refused(DeckRefusal.POOL_NOT_YOURS)
    if queries.state_of(row, version) != "waiting":
        raise Refused(DeckRefusal.POOL_VERIFIED if version.verified_at else DeckRefusal.POOL_CHANGED)
    return row, version


def _picked(picked: Named, catalogue: Catalogue, printings: Sequence[Printing]) -> PoolCard:
    """One picked card; by set and number where both are known."""
    if isinstance(picked, str):
        return engine.named(picked, catalogue, printings)
    name, code, number = picked
    exact = catalogue.printing(code, number) if code and number else None
    return engine.of_printing(exact, 1, catalogue) if exact else PoolCard(1, name, code, number)


def _judge_again(pool: Pool, by: User | None) -> None:
    recheck_players(pool.draft.division.tournament, [pool.entry_id], by=by)


def _journal(
    row: Draft, version: PoolVersion, kind: Callable[..., OfDraft], by: User | None, **facts: object
) -> None:
    opener = version.pool.opened_by
    all_facts = {
        "pool": version.pool_id,
        "version": version.number,
        "entry": opener.pk,
        "name": str(opener),
    }
    _write(row, kind, by, **all_facts, **facts)


def _write(row: Draft, kind: Callable[..., OfDraft], by: User | None, **facts: object) -> None:
    event, division = row.division.tournament, row.division
    at = facts.pop("at", None)
    when = at if isinstance(at, datetime) else None
    journal.write(event, kind(number=row.number, draft=row.pk, **facts), by=by, division=division, at=when)


add_undo(undo_check, PoolCheckChanged)
add_undo(undo_enter, PoolEntered)
add_undo(undo_settle, PoolSettled)
