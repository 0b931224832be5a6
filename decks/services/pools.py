"""Register, verify, dispute and correct pools (R-051, R-058). Every registration is a new version.

The player who opened the packs registers the pool. A neighbor counts it, and plays with it if pools are
passed on; if the counts differ, the pool is returned to the player who registered it. A version entered by
staff always takes effect.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.queries import catalogue as catalogues
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine import pools as engine
from decks.engine.journal_kinds import (
    LatePoolEntered,
    OfPool,
    PoolCheckChanged,
    PoolDiscrepancyReported,
    PoolEntered,
    PoolRegistered,
    PoolSettled,
    PoolTracked,
    PoolUnverified,
    PoolVerified,
)
from decks.engine.pools import Cards, PickedName, PoolCard
from decks.engine.refusals import DeckRefusal
from decks.models import Draft, Pool, PoolVersion
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import fills_pools
from decks.queries.pools import pools as queries
from decks.services import locks
from decks.services.lists.rejudging import recheck_players
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User

Check = Draft.PoolCheck
Source = PoolVersion.Source

MAX_CARDS, MAX_ROWS = 600, 400
CHANGES = (
    *("PoolRegistered", "PoolEntered", "PoolTracked", "PoolVerified", "PoolUnverified"),
    *("PoolDiscrepancyReported", "PoolSettled", "LatePoolEntered"),
)


@transaction.atomic
def set_pool_check(draft: Draft, check: str, *, by: User | None) -> Draft:
    """Set who verifies pools, until the first one is registered.

    Refused: DRAFT_NOT_FOUND, POOL_CHECK_UNKNOWN, POOLS_REGISTERED.
    """
    draft = locks.lock_division_of_draft(draft)
    if check not in Check.values:
        raise Refused(DeckRefusal.POOL_CHECK_UNKNOWN)
    if draft.pool_check != check:
        if draft.pools.exists():
            raise Refused(DeckRefusal.POOLS_REGISTERED)
        before, draft.pool_check = draft.pool_check, check
        draft.save(update_fields=["pool_check"])
        kind = PoolCheckChanged(number=draft.number, draft=draft.pk, check=check, before=before)
        journal.write_journal_line(draft.division.tournament, kind, by=by, division=draft.division)
    return draft


@transaction.atomic
def register_pool(
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
    """Register the pool that a player opened as a new version.

    If the cards are unchanged, return the existing version. Players may register again until the neighbor has
    verified the pool; afterwards only staff may, and their version is considered verified. `seen`: the version
    shown to the person registering, 0 for none; None is not checked. If pools are passed on, the next player
    clockwise without a pool receives it. A pool from tapped picks is filled automatically: only staff may
    change it, with a reason in `note`; once the pod is over, its player may name the unnamed cards (R-051,
    R-098). Staff may also enter the pool of a late player without a seat, and list the opened packs in `note`.
    Refused: DRAFT_NOT_FOUND, POOL_EMPTY, POOL_TOO_BIG (limit), DRAFT_NOT_SEATED, POOL_WITHOUT_SEAT,
    POOL_NEEDS_PACKS, POOL_NAMES_ONLY (unnamed), POOL_FROM_PICKS_NEEDS_REASON, POOL_CHANGED, POOL_PLAYER_TAKEN,
    and for players whatever `queries.pool_replacement_refusal` refuses.
    """
    draft = locks.lock_division_of_draft(draft)
    cards = _merge_storable_cards(cards)
    pool = queries.pool_opened_by(draft, opener.pk)
    newest = pool.counts if pool else None
    if not draft.seats:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    is_late = not queries.pod_entries(draft, opener.pk)
    if is_late and (by_player or opener.division_id != draft.division_id):
        raise Refused(DeckRefusal.POOL_WITHOUT_SEAT)
    if is_late and not note.strip():
        raise Refused(DeckRefusal.POOL_NEEDS_PACKS)
    if by_player:
        if refused := queries.pool_replacement_refusal(draft, opener, newest):
            raise refused
        cards_before = queries.version_cards(newest)
        if fills_pools(draft) and not engine.only_names_added(cards_before, cards):
            raise Refused(DeckRefusal.POOL_NAMES_ONLY, unnamed=engine.count_unnamed(cards_before))
    elif not note.strip() and fills_pools(draft):
        raise Refused(DeckRefusal.POOL_FROM_PICKS_NEEDS_REASON)
    if seen is not None and seen != (newest.number if newest else 0):
        raise Refused(DeckRefusal.POOL_CHANGED)
    # Unchanged cards are still a new version if they answer a discrepancy, or if staff verify them by entering them.
    is_settled = newest and (not newest.discrepancy if by_player else newest.verified_at is not None)
    if newest is not None and is_settled and queries.version_cards(newest) == cards:
        return newest
    at = now or timezone.now()
    version = _create_pool_version(
        pool or _create_pool(draft, opener),
        cards,
        source=Source.PLAYER if by_player else Source.DESK,
        note=note.strip()[:MAX_REASON_LENGTH],
        at=at,
        by=by,
        by_name=str(by) if by and not by_player else "",
        signed_by=opener if by_player else None,
        verified_at=None if by_player else at,
        verified_staff=None if by_player else by,
    )
    kind = PoolRegistered if by_player else LatePoolEntered if is_late else PoolEntered
    _journal_pool(
        draft,
        version,
        kind,
        by,
        at=at,
        total=engine.count_cards(cards),
        before=newest.number if newest else 0,
        **({"packs": version.note} if is_late else {}),
    )
    recheck_players(draft.division.tournament, [version.pool.entry_id], by=by)
    return version


@transaction.atomic
def verify_pool(
    draft: Draft, opener: Entry, *, by_entry: Entry, seen: int, now: datetime | None = None
) -> PoolVersion:
    """Verify a pool as the neighbor `by_entry`, who counted its cards. `seen`: the version shown to them.

    Refused: DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_NOT_YOURS, POOL_VERIFIED, and for a player who has left
    ENTRY_ALREADY_LEFT (name).
    """
    locked_draft, version = _version_to_verify(draft, opener, by_entry, seen)
    version.verified_at, version.verified_by = now or timezone.now(), by_entry
    version.save(update_fields=["verified_at", "verified_by"])
    _journal_pool(locked_draft, version, PoolVerified, None, by_entry=by_entry.pk, neighbor=str(by_entry))
    return version


@transaction.atomic
def withdraw_pool_verification(draft: Draft, opener: Entry, *, by_entry: Entry, seen: int) -> PoolVersion:
    """Withdraw the verification by the neighbor `by_entry`, so that they can count again.

    A reported discrepancy and the claim of its dispute are cleared. `seen`: the version shown. Refused:
    DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_NOT_YOURS, and whatever
    `queries.pool_registration_refusal` refuses.
    """
    draft = locks.lock_division_of_draft(draft)
    version = _effective_version(draft, opener, seen)
    if refused := queries.pool_registration_refusal(draft, by_entry):
        raise refused
    if version.verified_by_id != by_entry.pk:
        raise Refused(DeckRefusal.POOL_NOT_YOURS)
    version.verified_at = version.verified_by = version.claimed_at = version.claimed_by = None
    version.discrepancy = ""
    version.save(update_fields=["verified_at", "verified_by", "discrepancy", "claimed_at", "claimed_by"])
    _journal_pool(draft, version, PoolUnverified, None, by_entry=by_entry.pk, neighbor=str(by_entry))
    return version


@transaction.atomic
def report_discrepancy(draft: Draft, opener: Entry, *, by_entry: Entry, seen: int, what: str) -> PoolVersion:
    """Report that the neighbor `by_entry` counted different cards in a pool. `what`: the difference.

    The pool is returned to its opener, and staff see the report. Refused: DISCREPANCY_EMPTY, and
    whatever `verify_pool` refuses.
    """
    if not what.strip():
        raise Refused(DeckRefusal.DISCREPANCY_EMPTY)
    locked_draft, version = _version_to_verify(draft, opener, by_entry, seen)
    version.discrepancy, version.verified_by = what.strip()[:MAX_REASON_LENGTH], by_entry
    version.save(update_fields=["discrepancy", "verified_by"])
    _journal_pool(
        locked_draft, version, PoolDiscrepancyReported, None, by_entry=by_entry.pk, neighbor=str(by_entry)
    )
    return version


@transaction.atomic
def verify_pool_as_staff(
    draft: Draft, opener: Entry, *, by: User | None, seen: int, now: datetime | None = None
) -> PoolVersion:
    """Verify a version as staff, overriding the neighbor.

    Refused: DRAFT_NOT_FOUND, POOL_NOT_FOUND, POOL_CHANGED, POOL_VERIFIED.
    """
    draft = locks.lock_division_of_draft(draft)
    version = _effective_version(draft, opener, seen)
    if version.verified_at is not None:
        raise Refused(DeckRefusal.POOL_VERIFIED)
    version.verified_at, version.verified_staff = now or timezone.now(), by
    version.save(update_fields=["verified_at", "verified_staff"])
    _journal_pool(draft, version, PoolSettled, by)
    return version


@transaction.atomic
def register_picks(
    draft: Draft,
    pod: int,
    cards_by_seat: Mapping[int, Sequence[PickedName]],
    *,
    by: User | None = None,
    now: datetime | None = None,
) -> list[Pool]:
    """Register the pools of a finished pod from its picks, and judge its players' lists again.

    Called by `drafts` in the transaction of the last pick. `cards_by_seat`: seat -> cards, each either a
    name, or name, set and number; "" is a card that its player has not named yet. Unchanged cards have no
    effect; different cards make a new version. Return the pools of all seats with cards. Refused:
    DRAFT_NOT_FOUND, DRAFT_POD_UNKNOWN, DRAFT_NOT_SEATED.
    """
    draft = locks.lock_division_of_draft(draft)
    if not 0 < pod <= len(draft.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN if draft.seats else DeckRefusal.DRAFT_NOT_SEATED)
    seats, at = draft.seats[pod - 1], now or timezone.now()
    entries = Entry.objects.select_related("player").in_bulk(seats)
    printings, catalogue = queries.booster_printings(draft), catalogues.current_catalogue()
    changed: list[Pool] = []
    pools: list[Pool] = []
    for seat, picks in sorted(cards_by_seat.items()):
        opener = entries.get(seats[seat - 1]) if 0 < seat <= len(seats) else None
        cards = engine.merge_cards(engine.picked_card(pick, catalogue, printings) for pick in picks)
        if opener is None or not cards:
            continue
        pool = queries.pool_opened_by(draft, opener.pk)
        pool = pool or Pool.objects.create(draft=draft, entry=opener, opened_by=opener)
        pools.append(pool)
        newest_tracked = pool.versions.filter(source=Source.TRACKED).order_by("-number").first()
        if newest_tracked is not None and queries.version_cards(newest_tracked) == cards:
            continue
        previous_number = pool.counts.number if pool.counts else 0
        version = _create_pool_version(pool, cards, source=Source.TRACKED, at=at, by=by)
        _journal_pool(
            draft, version, PoolTracked, by, at=at, total=engine.count_cards(cards), before=previous_number
        )
        changed.append(pool)
    recheck_players(draft.division.tournament, [pool.entry_id for pool in changed], by=by)
    return pools


def undo_pool_entered(line: JournalEvent) -> None:
    """Undo PoolEntered by restoring the previous version, if there is one. Refused: UNDO_OVERTAKEN."""
    pool = _version_to_undo(line).pool
    pool.counts = pool.versions.filter(number=line.facts["before"]).first()
    pool.save(update_fields=["counts"])
    recheck_players(pool.draft.division.tournament, [pool.entry_id], by=None)


def undo_pool_settled(line: JournalEvent) -> None:
    """Undo PoolSettled by reopening the neighbor's verification, or the discrepancy. Refused: UNDO_OVERTAKEN."""
    version = _version_to_undo(line)
    version.verified_at = version.verified_staff = None
    version.save(update_fields=["verified_at", "verified_staff"])


def undo_pool_check_changed(line: JournalEvent) -> None:
    """Undo PoolCheckChanged. Refused: UNDO_OVERTAKEN."""
    journal.require_newest_line(line, ("PoolCheckChanged",), draft=line.facts["draft"])
    draft = Draft.objects.filter(pk=line.facts["draft"], pool_check=line.facts["check"]).first()
    if draft is None or draft.pools.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft.pool_check = line.facts["before"]
    draft.save(update_fields=["pool_check"])


def _version_to_undo(line: JournalEvent) -> PoolVersion:
    """Return the pool version of a journal line if it is still in effect. Refused: UNDO_OVERTAKEN."""
    facts = line.facts
    journal.require_newest_line(line, CHANGES, pool=facts["pool"])
    rows = PoolVersion.objects.select_related("pool__draft__division__tournament")
    version = rows.filter(pool=facts["pool"], number=facts["version"]).first()
    if version is None or version.pool.counts_id != version.pk:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    return version


def _merge_storable_cards(cards: Iterable[PoolCard]) -> Cards:
    """Merge cards, capping quantities and names. Refused: POOL_EMPTY, POOL_TOO_BIG (limit)."""
    merged = engine.merge_cards(
        replace(
            card, quantity=min(card.quantity, engine.MAX_COPIES), name=card.name[: engine.MAX_NAME_LENGTH]
        )
        for card in cards
    )
    if not merged:
        raise Refused(DeckRefusal.POOL_EMPTY)
    if engine.count_cards(merged) > MAX_CARDS or len(merged) > MAX_ROWS:
        raise Refused(DeckRefusal.POOL_TOO_BIG, limit=MAX_CARDS)
    return merged


def _create_pool(draft: Draft, opener: Entry) -> Pool:
    """Create the pool of an opener, who plays with it unless pools are passed on.

    In that case the next active player clockwise without a pool receives it, if there is one.
    Refused: POOL_PLAYER_TAKEN.
    """
    player_key = opener.pk
    if draft.pool_check == Check.PASS_ON:
        players_with_pool = set(draft.pools.values_list("entry_id", flat=True))
        without_pool = queries.active_entries_of_draft(draft) - players_with_pool
        player_key = queries.next_clockwise(draft, opener.pk, without_pool) or opener.pk
    if draft.pools.filter(entry=player_key).exists():
        raise Refused(DeckRefusal.POOL_PLAYER_TAKEN)
    return Pool.objects.create(draft=draft, entry_id=player_key, opened_by=opener)


def _create_pool_version(pool: Pool, cards: Cards, **fields: object) -> PoolVersion:
    """Store a new version of a pool and make it the effective one. `fields`: its other columns."""
    last_number = pool.versions.order_by("-number").values_list("number", flat=True).first() or 0
    version = PoolVersion.objects.create(
        pool=pool, number=last_number + 1, cards=engine.card_values(cards), **fields
    )
    pool.counts = version
    pool.save(update_fields=["counts"])
    return version


def _effective_version(draft: Draft, opener: Entry, seen: int) -> PoolVersion:
    """Return the effective version, whose number must be `seen`. Refused: POOL_NOT_FOUND, POOL_CHANGED."""
    pool = queries.pool_opened_by(draft, opener.pk)
    if pool is None or pool.counts is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    if pool.counts.number != seen:
        raise Refused(DeckRefusal.POOL_CHANGED)
    # Callers read the version's pool; this spares them a query.
    pool.counts.pool = pool
    return pool.counts


def _version_to_verify(draft: Draft, opener: Entry, by_entry: Entry, seen: int) -> tuple[Draft, PoolVersion]:
    """Return the locked draft and the version that this neighbor has to verify. Refused: see `verify_pool`."""
    draft = locks.lock_division_of_draft(draft)
    version = _effective_version(draft, opener, seen)
    if not by_entry.active:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(by_entry))
    if (
        queries.verifier_of(draft, version.pool, opener.pk, queries.active_entries_of_draft(draft))
        != by_entry.pk
    ):
        raise Refused(DeckRefusal.POOL_NOT_YOURS)
    if queries.pool_registration_state(draft, version) != "waiting":
        raise Refused(DeckRefusal.POOL_VERIFIED if version.verified_at else DeckRefusal.POOL_CHANGED)
    return draft, version


def _journal_pool(
    draft: Draft,
    version: PoolVersion,
    kind: Callable[..., OfPool],
    by: User | None,
    *,
    at: datetime | None = None,
    **facts: object,
) -> None:
    """Write a journal line about a version of a pool. `facts`: the fields of its kind, except those about the pool."""
    opener = version.pool.opened_by
    line = kind(
        number=draft.number,
        draft=draft.pk,
        pool=version.pool_id,
        version=version.number,
        entry=opener.pk,
        name=str(opener),
        **facts,
    )
    journal.write_journal_line(draft.division.tournament, line, by=by, division=draft.division, at=at)


add_undo(undo_pool_check_changed, PoolCheckChanged)
add_undo(undo_pool_entered, PoolEntered, LatePoolEntered)
add_undo(undo_pool_settled, PoolSettled)
