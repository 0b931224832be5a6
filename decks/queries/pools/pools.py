"""The registered pools of a draft: who has one, who verifies it, what lists are judged by (R-051, R-058)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.db.models import F, Max, Min, QuerySet

from cards.engine.cards import Printing
from cards.queries import catalogue as catalogues
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.counting import Begun
from decks.engine.lists import read_text
from decks.engine.pools import Cards, Held
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve
from decks.models import Draft, Pool, PoolVersion
from decks.queries.answers import picked_on, posted
from decks.queries.drafts import fills_pools, round_of, seats_of
from decks.queries.lists.verdicts import day_of
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry

State = Literal["missing", "unnamed", "waiting", "discrepancy", "picking", "done"]
STATES: tuple[State, ...] = ("missing", "discrepancy", "waiting", "unnamed", "picking", "done")
"""States of a pool, those needing attention first."""

Check = Draft.PoolCheck


@dataclass(frozen=True, slots=True)
class PoolRow:
    """One seat of a draft and the pool opened there.

    `entry` opened it, `player` plays with it, `verifier` counts it; names as on staff pages. `number`: the version that
    counts, 0 for none.
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


def cards_of(version: PoolVersion | None) -> Cards:
    return engine.of_values(version.cards) if version else ()


def expected(draft: Draft) -> int:
    """How many cards a pool should contain: packs per player times cards per pack; 0 if not planned."""
    return int(draft.setup.get("packs_each") or 0) * int(draft.setup.get("pack_size") or 0)


def boosters(draft: Draft) -> tuple[str, ...]:
    """The codes of the expansions whose packs are opened, without duplicates."""
    return tuple(dict.fromkeys(draft.setup.get("boosters") or ()))


def booster_printings(draft: Draft) -> tuple[Printing, ...]:
    """Every card these packs may contain, as far as the catalogue knows. One query for its version."""
    catalogue = catalogues.current()
    return tuple(card for code in boosters(draft) for card in catalogue.booster_cards(code))


def read_cards(draft: Draft, text: str) -> tuple[Cards, tuple[tuple[int, str], ...]]:
    """Typed text as cards of a pool, and the lines (number, text) that name none.

    Refused: what `read_text` refuses.
    """
    if not text.strip():
        return (), ()
    catalogue = catalogues.current()
    deck = resolve(read_text(text), catalogue, on=day_of(draft.division.tournament))
    return engine.of_deck(deck, catalogue, booster_printings(draft)), (*deck.ignored, *deck.unread)


def state_of(draft: Draft, version: PoolVersion | None, *, picking: bool = False) -> State:
    """The state of a pool's registration.

    Tracked picks need no neighbor; while they go on (`picking`) the pool cannot be registered.
    """
    if picking and (version is None or version.source == PoolVersion.Source.TRACKED):
        return "picking"
    if version is None:
        return "missing"
    if version.discrepancy and version.verified_at is None:
        return "discrepancy"
    if engine.unnamed(cards_of(version)):
        return "unnamed"
    seen = version.verified_at or version.source == PoolVersion.Source.TRACKED
    return "done" if seen or draft.pool_check == Check.NONE else "waiting"


def newest_draft(division: Division) -> Draft | None:
    """The latest draft of a division with seats, whose pools are played with."""
    rows = Draft.objects.filter(division=division).select_related("division__tournament")
    return next((row for row in rows.order_by("-number") if row.seats), None)


def pod_of(draft: Draft, entry: int) -> list[int]:
    """The entries in the same pod; empty if the entry has no seat."""
    return next((list(pod) for pod in draft.seats if entry in pod), [])


def to_the_left(draft: Draft, entry: int, among: Collection[int]) -> int | None:
    """The next player clockwise among these, excluding the entry itself."""
    pod = pod_of(draft, entry)
    if not pod:
        return None
    at = pod.index(entry)
    return next((player for player in (*pod[at + 1 :], *pod[:at]) if player in among), None)


def still_here(draft: Draft) -> set[int]:
    """Entries of a draft that have not left. One query."""
    seated = [entry for pod in draft.seats for entry in pod]
    rows = Entry.objects.filter(pk__in=seated, dropped_in=None, disqualified=False)
    return set(rows.values_list("pk", flat=True))


def verifier_of(draft: Draft, pool: Pool | None, opener: int, here: Collection[int]) -> int | None:
    """Who verifies an opened pool: the player it is passed on to, else the neighbor to the left."""
    if draft.pool_check == Check.NONE:
        return None
    if draft.pool_check == Check.PASS_ON and pool is not None:
        return pool.entry_id if pool.entry_id != opener else None
    return to_the_left(draft, opener, here)


def pool_opened_by(draft: Draft, entry: int) -> Pool | None:
    """The pool one player opened or drafted, with its counted version. One query."""
    return _pools(draft).filter(opened_by=entry).first()


def pool_of(draft: Draft, entry: int) -> Pool | None:
    """The pool one player plays with. One query."""
    return _pools(draft).filter(entry=entry).first()


def to_verify(draft: Draft, entry: int) -> list[Pool]:
    """The pools waiting for this player's verification, usually one. Two queries at most."""
    if draft.pool_check == Check.NONE or not pod_of(draft, entry):
        return []
    here = still_here(draft)
    waiting = [pool for pool in _pools(draft) if state_of(draft, pool.counts) == "waiting"]
    return [pool for pool in waiting if verifier_of(draft, pool, pool.opened_by_id, here) == entry]


def refusal(draft: Draft, entry: Entry) -> Refused | None:
    """Why a player cannot register now what they opened, None if they can."""
    if not entry.active:
        return Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(entry))
    if not pod_of(draft, entry.pk):
        return Refused(DeckRefusal.POOL_WITHOUT_SEAT)
    newest = newest_draft(draft.division)
    if newest is None or newest.pk != draft.pk:
        return Refused(DeckRefusal.POOL_OF_EARLIER_DRAFT)
    if entry.pk in picked_on(draft):
        return Refused(DeckRefusal.POOL_FILLS_ITSELF)
    if draft.number == 1:
        return Refused(DeckRefusal.ROUND_1_STARTED) if draft.division.started_at is not None else None
    round_ = round_of(draft)
    return (
        Refused(DeckRefusal.REDRAFT_ROUND_STARTED, round=round_) if round_ in posted(draft.division) else None
    )


def registering_refusal(draft: Draft, entry: Entry, version: PoolVersion | None) -> Refused | None:
    """Why a player cannot replace this version, None if they can.

    A pool from picks is changed only by a judge (R-051, R-098); its player names unnamed cards.
    """
    if refused := refusal(draft, entry):
        return refused
    if version is not None and version.verified_at is not None:
        return Refused(DeckRefusal.POOL_VERIFIED)
    if fills_pools(draft) and not engine.unnamed(cards_of(version)):
        return Refused(DeckRefusal.POOL_FROM_PICKS)
    return None


def pool_rows(draft: Draft) -> list[PoolRow]:
    """Every seat with its pool, by pod and seat. Three queries, five where picks are tapped."""
    pools = {pool.opened_by_id: pool for pool in _pools(draft)}
    here, picking = still_here(draft), picked_on(draft)
    pods = seats_of(draft, public=False)
    names = {seat.entry: seat.name for pod in pods for seat in pod.seats}
    return [
        _row(draft, pools.get(seat.entry), seat.entry, names, (seat.pod, seat.seat), here, picking)
        for pod in pods
        for seat in pod.seats
    ]


def counts(rows: Iterable[PoolRow]) -> dict[State, int]:
    """Seats by state; players who left without a pool are not counted."""
    by_state = dict.fromkeys(STATES, 0)
    for row in rows:
        if row.here or row.number:
            by_state[row.state] += 1
    return by_state


@dataclass(frozen=True, slots=True)
class Drafted:
    """A player's pools in the drafts of the division, by draft number, with their times; `newest`: the latest draft."""

    newest: int
    cards: Mapping[int, Cards] = field(default_factory=dict)
    since: Mapping[int, datetime] = field(default_factory=dict)
    rounds: Mapping[int, int] = field(default_factory=dict)

    @property
    def begun(self) -> list[Begun]:
        return [Begun(number, at, self.rounds[number]) for number, at in self.since.items()]

    def held(self, number: int | None = None) -> Held | None:
        """The pools as of that draft, the latest one by default.

        None if its pool is not registered or has unnamed cards.
        """
        last = self.newest if number is None else number
        if last not in self.cards or engine.unnamed(self.cards[last]):
            return None
        earlier = (card for before in sorted(self.cards) if before < last for card in self.cards[before])
        return Held(self.cards[last], tuple(earlier))


def drafted_by(entries: Collection[int]) -> dict[int, Drafted]:
    """Entry -> registered pools; entries without any are left out. Two queries."""
    newest = dict(
        Draft.objects.filter(division__entries__in=list(entries))
        .exclude(seats=[])
        .values_list("division_id")
        .annotate(number=Max("number"))
    )
    if not newest:
        return {}
    rows = Pool.objects.filter(entry__in=list(entries), counts__isnull=False, draft__division__in=newest)
    rows = rows.filter(draft__division=F("entry__division")).annotate(since=Min("versions__at"))
    by_entry: dict[int, Drafted] = {}
    for pool in rows.select_related("draft", "counts"):
        drafted = by_entry.get(pool.entry_id, Drafted(newest[pool.draft.division_id]))
        number = pool.draft.number
        by_entry[pool.entry_id] = Drafted(
            drafted.newest,
            {**drafted.cards, number: cards_of(pool.counts)},
            {**drafted.since, number: pool.since},
            {**drafted.rounds, number: round_of(pool.draft)},
        )
    return by_entry


def earlier_pools(draft: Draft, entry: int) -> list[Pool]:
    """The player's pools from earlier drafts, latest first, each with its draft and version. One query.

    After a redraft their cards belong to the deck too, unless S6 counts the new draft alone (R-095).
    """
    rows = Pool.objects.filter(entry=entry, draft__division=draft.division_id, draft__number__lt=draft.number)
    rows = rows.filter(counts__isnull=False).select_related("draft", "counts")
    return list(rows.order_by("-draft__number"))


def held_by(entries: Collection[int]) -> dict[int, Held]:
    """Entry -> the pools its list is judged by. Two queries.

    Entries whose latest pool is unregistered or has unnamed cards are left out.
    """
    pools = {entry: drafted.held() for entry, drafted in drafted_by(entries).items()}
    return {entry: held for entry, held in pools.items() if held is not None}


def held_of(entry: int) -> Held | None:
    """`held_by` for one player."""
    return held_by([entry]).get(entry)


def _pools(draft: Draft) -> QuerySet[Pool]:
    return Pool.objects.filter(draft=draft).select_related(
        "counts",
        "entry__player",
        "opened_by__player",
        "counts__verified_by__player",
        "counts__verified_staff",
    )


def _row(
    draft: Draft,
    pool: Pool | None,
    entry: int,
    names: Mapping[int, str],
    place: tuple[int, int],
    here: Collection[int],
    picking: Collection[int],
) -> PoolRow:
    version = pool.counts if pool else None
    cards = cards_of(version)
    verifier = verifier_of(draft, pool, entry, here)
    return PoolRow(
        entry=entry,
        name=names[entry],
        pod=place[0],
        seat=place[1],
        here=entry in here,
        state=state_of(draft, version, picking=entry in picking),
        number=version.number if version else 0,
        total=engine.total(cards),
        unnamed=engine.unnamed(cards),
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


def verified_by(version: PoolVersion | None) -> str:
    """Who verified a version or reported a discrepancy."""
    if version is None:
        return ""
    return str(version.verified_staff or version.verified_by or "")
