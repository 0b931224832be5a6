"""The registered pools of a draft, their players and their verifiers (R-051)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Q, QuerySet

from cards.engine.cards import Printing
from cards.queries import catalogue as catalogues
from core.engine.alphabet import name_sort_key
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.lists import read_list_text
from decks.engine.pools import Cards
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve_list
from decks.models import Draft, Pool, PoolVersion
from decks.queries.drafts import booster_codes, fills_pools, pods_with_seats, round_of_draft, seat_row
from decks.queries.lists.judging import first_day
from decks.queries.supplied_facts import entries_with_unfinished_picks, posting_times_by_round
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry

State = Literal["missing", "unnamed", "waiting", "discrepancy", "picking", "done"]
STATES: tuple[State, ...] = ("missing", "discrepancy", "waiting", "unnamed", "picking", "done")
"""States of a pool, first those that need attention."""

Check = Draft.PoolCheck


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A seat of a draft and the pool opened there.

    The player `entry` opened the pool, `player` plays with it, and `verifier` counts it. Names are shown as on
    staff pages. `here`: whether the player who opened it is still in the event. `number`: the number of the
    effective version, or 0 if there is none. `unnamed`: how many cards have no name yet. `verified`: the name of
    the person who verified the pool or reported the discrepancy.
    """

    entry: int
    name: str
    pod: int
    seat: int
    here: bool
    state: State
    number: int
    total: int
    unnamed: int
    cards: Cards
    at: datetime | None
    source: str
    by_name: str
    player: str
    verifier: str
    verified: str
    discrepancy: str
    note: str


def version_cards(version: PoolVersion | None) -> Cards:
    return engine.cards_from_values(version.cards) if version else ()


def expected_pool_size(draft: Draft) -> int:
    """Return how many cards a pool should contain: packs per player times cards per pack; 0 if not planned."""
    return int(draft.setup.get("packs_each") or 0) * int(draft.setup.get("pack_size") or 0)


def booster_printings(draft: Draft) -> tuple[Printing, ...]:
    """Return every card of the catalogue that the packs of a draft may contain.

    One query, for the version of the catalogue.
    """
    catalogue = catalogues.current_catalogue()
    return tuple(card for code in booster_codes(draft) for card in catalogue.booster_cards(code))


def read_typed_pool_cards(draft: Draft, text: str) -> tuple[Cards, tuple[tuple[int, str], ...]]:
    """Return typed text as cards of a pool, and the lines (number, text) that do not identify a card.

    Refused: see `read_list_text`.
    """
    if not text.strip():
        return (), ()
    catalogue = catalogues.current_catalogue()
    deck = resolve_list(read_list_text(text), catalogue, on=first_day(draft.division.tournament))
    return engine.pool_cards_of_deck(deck, catalogue, booster_printings(draft)), (*deck.ignored, *deck.unread)


def pool_registration_state(draft: Draft, version: PoolVersion | None, *, picking: bool = False) -> State:
    """Return the state of a pool's registration.

    A pool from tapped picks needs no verification. `picking`: whether its player is still picking cards; the
    state is then "picking", unless the pool was registered in another way.
    """
    if picking and (version is None or version.source == PoolVersion.Source.TRACKED):
        return "picking"
    if version is None:
        return "missing"
    if version.discrepancy and version.verified_at is None:
        return "discrepancy"
    if engine.count_unnamed(version_cards(version)):
        return "unnamed"
    is_verified = version.verified_at or version.source == PoolVersion.Source.TRACKED
    return "done" if is_verified or draft.pool_check == Check.NONE else "waiting"


def newest_draft(division: Division) -> Draft | None:
    """Return the latest draft of a division that has seats. Its pools are the ones in play."""
    drafts = Draft.objects.filter(division=division).select_related("division__tournament")
    return next((draft for draft in drafts.order_by("-number") if draft.seats), None)


def pod_entries(draft: Draft, entry: int) -> list[int]:
    """Return the entries in the same pod, or an empty list if the entry has no seat."""
    return next((list(pod) for pod in draft.seats if entry in pod), [])


def next_clockwise(draft: Draft, entry: int, candidates: Collection[int]) -> int | None:
    """Return the first of the other `candidates` clockwise from an entry in its pod, or None."""
    pod = pod_entries(draft, entry)
    if not pod:
        return None
    index = pod.index(entry)
    return next((player for player in (*pod[index + 1 :], *pod[:index]) if player in candidates), None)


def active_entries_of_draft(draft: Draft) -> set[int]:
    """Return the entries of a draft that have neither dropped nor been disqualified. One query."""
    seated = [entry for pod in draft.seats for entry in pod]
    rows = Entry.objects.filter(pk__in=seated, dropped_in=None, disqualified=False)
    return set(rows.values_list("pk", flat=True))


def verifier_of(draft: Draft, pool: Pool | None, opener: int, active: Collection[int]) -> int | None:
    """Return who verifies an opened pool, or None if no one does.

    A pool that is passed on is verified by the player who receives it, any other by the next active player
    clockwise.
    """
    if draft.pool_check == Check.NONE:
        return None
    if draft.pool_check == Check.PASS_ON and pool is not None:
        return pool.entry_id if pool.entry_id != opener else None
    return next_clockwise(draft, opener, active)


def pool_opened_by(draft: Draft, entry: int) -> Pool | None:
    """Return the pool that a player opened or drafted, with its effective version. One query."""
    return _pools_of_draft(draft).filter(opened_by=entry).first()


def pool_of(draft: Draft, entry: int) -> Pool | None:
    """Return the pool that a player plays with. One query."""
    return _pools_of_draft(draft).filter(entry=entry).first()


def pools_to_verify(draft: Draft, entry: int) -> list[Pool]:
    """List the pools waiting for this player's verification, usually one. At most two queries."""
    return _pools_to_verify(draft, entry, pools_around(draft, entry))


def pools_around(draft: Draft, entry: int) -> list[Pool]:
    """List the pools that a player opened, plays with or may have to verify. One query."""
    pools = _pools_of_draft(draft)
    return list(pools.filter(Q(opened_by__in=[entry, *pod_entries(draft, entry)]) | Q(entry=entry)))


def own_and_pools_to_verify(draft: Draft, entry: int) -> tuple[Pool | None, list[Pool]]:
    """Return the pools of `pool_opened_by` and of `pools_to_verify`. At most two queries."""
    pools = pools_around(draft, entry)
    opened = next((pool for pool in pools if pool.opened_by_id == entry), None)
    return opened, _pools_to_verify(draft, entry, pools)


def _pools_to_verify(draft: Draft, entry: int, pools: Iterable[Pool]) -> list[Pool]:
    if draft.pool_check == Check.NONE or not pod_entries(draft, entry):
        return []
    waiting = [pool for pool in pools if pool_registration_state(draft, pool.counts) == "waiting"]
    if not waiting:
        return []
    active = active_entries_of_draft(draft)
    return [pool for pool in waiting if verifier_of(draft, pool, pool.opened_by_id, active) == entry]


def pool_registration_refusal(draft: Draft, entry: Entry) -> Refused | None:
    """Return why a player cannot register the pool they opened now, or None if they can."""
    if not entry.active:
        return Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    if not pod_entries(draft, entry.pk):
        return Refused(DeckRefusal.POOL_WITHOUT_SEAT)
    newest = newest_draft(draft.division)
    if newest is None or newest.pk != draft.pk:
        return Refused(DeckRefusal.POOL_OF_EARLIER_DRAFT)
    if entry.pk in entries_with_unfinished_picks(draft):
        return Refused(DeckRefusal.POOL_FILLS_ITSELF)
    if draft.number == 1:
        return Refused(DeckRefusal.ROUND_1_STARTED) if draft.division.started_at is not None else None
    round_ = round_of_draft(draft)
    return (
        Refused(DeckRefusal.REDRAFT_ROUND_STARTED, round=round_)
        if round_ in posting_times_by_round(draft.division)
        else None
    )


def pool_replacement_refusal(draft: Draft, entry: Entry, version: PoolVersion | None) -> Refused | None:
    """Return why a player cannot replace this version, or None if they can.

    Only judges may change a pool from tapped picks (R-051, R-098); its player may only name unnamed cards.
    """
    if refused := pool_registration_refusal(draft, entry):
        return refused
    if version is not None and version.verified_at is not None:
        return Refused(DeckRefusal.POOL_VERIFIED)
    if fills_pools(draft) and not engine.count_unnamed(version_cards(version)):
        return Refused(DeckRefusal.POOL_FROM_PICKS)
    return None


def late_players_without_seat(draft: Draft) -> list[Entry]:
    """Return the checked-in players of the division without a seat, sorted by name.

    This includes the odd player of a Solomon draft. The list is empty before seats are assigned.
    """
    if not draft.seats:
        return []
    entries = Entry.objects.filter(division=draft.division_id, checked_in_at__isnull=False)
    entries = entries.filter(dropped_in=None, disqualified=False).exclude(
        pk__in=[entry for pod in draft.seats for entry in pod]
    )
    return sorted(entries.select_related("player", "division"), key=lambda entry: name_sort_key(str(entry)))


def pool_rows(draft: Draft, *, late: Entry | None = None) -> list[PoolRow]:
    """List every seat with its pool, by pod and seat. Three queries, five if picks are tapped.

    Pools of players without a seat follow, in pod 0. The player `late` is listed even without a pool.
    """
    pools = {pool.opened_by_id: pool for pool in _pools_of_draft(draft)}
    active, picking = active_entries_of_draft(draft), entries_with_unfinished_picks(draft)
    pods = pods_with_seats(draft, public=False)
    seats = [seat for pod in pods for seat in pod.seats]
    seated = {seat.entry for seat in seats}
    unseated = {pool.opened_by_id: pool.opened_by for pool in pools.values()} | (
        {late.pk: late} if late else {}
    )
    seats += [seat_row(entry, 0, 0, public=False) for key, entry in unseated.items() if key not in seated]
    active |= {entry.pk for key, entry in unseated.items() if key not in seated and entry.active}
    names = {seat.entry: seat.name for seat in seats}
    rows = []
    for seat in seats:
        entry = seat.entry
        pool = pools.get(entry)
        version = pool.counts if pool else None
        cards = version_cards(version)
        verifier = verifier_of(draft, pool, entry, active)
        rows.append(
            PoolRow(
                entry=entry,
                name=names[entry],
                pod=seat.pod,
                seat=seat.seat,
                here=entry in active,
                state=pool_registration_state(draft, version, picking=entry in picking),
                number=version.number if version else 0,
                total=engine.count_cards(cards),
                unnamed=engine.count_unnamed(cards),
                cards=cards,
                at=version.at if version else None,
                source=version.source if version else "",
                by_name=version.by_name if version else "",
                player=names.get(pool.entry_id, "") if pool and pool.entry_id != entry else "",
                verifier=names.get(verifier or 0, ""),
                verified=verified_by(version),
                discrepancy=version.discrepancy if version else "",
                note=version.note if version else "",
            )
        )
    return rows


def count_pools_by_state(rows: Iterable[PoolRow]) -> dict[State, int]:
    """Count the seats by state, leaving out players who left without a pool."""
    by_state = dict.fromkeys(STATES, 0)
    for row in rows:
        if row.here or row.number:
            by_state[row.state] += 1
    return by_state


def _pools_of_draft(draft: Draft) -> QuerySet[Pool]:
    return Pool.objects.filter(draft=draft).select_related(
        "counts",
        "entry__player",
        "opened_by__player",
        "counts__verified_by__player",
        "counts__verified_staff",
    )


def verified_by(version: PoolVersion | None) -> str:
    """Return the name of the person who verified a version or reported a discrepancy, or ""."""
    if version is None:
        return ""
    return str(version.verified_staff or version.verified_by or "")
