"""Enter, draw and agree on the coin of a tracked Solomon pair (R-047, R-094)."""

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.models import Draft
from decks.services import locks
from drafts.engine import STAFF, real_packs
from drafts.engine.coin import TABLE, Coin
from drafts.engine.journal_kinds import DraftBegun, DraftCoinSettled
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMark
from drafts.queries import tracking as queries
from drafts.queries.tracking import TrackedPod
from tournaments.models import Entry, User

Kind = DraftMark.Kind


@transaction.atomic
def tap_coin(
    draft: Draft,
    pod: int,
    kind: str,
    *,
    actor: int,
    winner: int = 0,
    seen: int | None = None,
    by: User | None = None,
) -> Coin:
    """Record a tap on the coin of a pod, and return its state.

    - `kind`: "coin" enters the `winner` of a real flip, "draw" asks to draw here from the seed of the draft,
      "agreed" agrees, "coinback" withdraws what was entered. Entering the same winner as another player agrees.
    - `actor`: the seat that tapped, STAFF or TABLE.
    - `seen`: how many taps the page had shown; an agreement or a withdrawal applies only to what its player has
      seen.

    The tap that settles the coin writes the journal line.
    Refused: DRAFT_NOT_FOUND, DRAFT_TAP_UNKNOWN, COIN_SETTLED, COIN_DIFFERS, DRAFT_MOVED_ON, SEAT_NOT_IN_PAIR,
    and whatever `queries.tracked_pod` refuses.
    """
    draft = locks.lock_draft(draft)
    tracked = queries.tracked_pod(draft, pod)
    coin, seats = tracked.coin, tracked.game.seats
    if draft.subtype != "solomon" or kind not in (Kind.COIN, Kind.DRAW, Kind.AGREED, Kind.COIN_BACK):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if actor not in (STAFF, TABLE, *range(1, seats + 1)) or (kind == Kind.COIN and not 1 <= winner <= seats):
        raise Refused(DraftRefusal.SEAT_NOT_IN_PAIR)
    if tracked.game.state.opening or coin.is_settled(seats):
        raise Refused(DraftRefusal.COIN_SETTLED)
    if kind in (Kind.COIN, Kind.DRAW) and coin.winner and actor != STAFF:
        # Two phones entered something before either page had shown the other entry.
        if coin.drawn is not (kind == Kind.DRAW) or (kind == Kind.COIN and winner != coin.winner):
            raise Refused(DraftRefusal.COIN_DIFFERS)
        kind, seen = Kind.AGREED, None
    if kind in (Kind.AGREED, Kind.COIN_BACK):
        if seen is not None and seen != coin.taps:
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        if not coin.winner or (kind == Kind.AGREED and actor == TABLE):
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
        if kind == Kind.AGREED and actor in coin.agreed:
            return coin
    return _add_tap(tracked, kind, winner, actor=actor, by=by)


def settle_coin_by_staff(tracked: TrackedPod, winner: int, *, by: User | None) -> None:
    """Settle the coin for the seat whose first group staff turn over, unless it already has that result."""
    if tracked.coin.settled_winner(tracked.game.seats) != winner:
        _add_tap(tracked, Kind.COIN, winner, actor=STAFF, by=by)


def _add_tap(tracked: TrackedPod, kind: str, winner: int, *, actor: int, by: User | None) -> Coin:
    """Store a tap, and write the journal line if it settles the coin. The first tap begins the draft."""
    draft, seats = tracked.draft, tracked.game.seats
    division = draft.division
    if not draft.moves.exists() and not draft.marks.exists():
        journal.write_journal_line(
            division.tournament, DraftBegun(number=draft.number), by=by, division=division
        )
    if kind == Kind.DRAW:
        winner = real_packs.flip_coin_of_tracked_pair((draft.seed or 0) + tracked.pod, seats)
    is_result = kind in (Kind.COIN, Kind.DRAW)
    DraftMark.objects.create(
        draft=draft,
        pod=tracked.pod,
        kind=Kind(kind),
        step=actor,
        seat=winner if is_result else None,
        at=timezone.now(),
        by=by,
    )
    coin = queries.coin_of(draft, tracked.pod)
    if coin.is_settled(seats):
        entry = tracked.entries[coin.winner - 1]
        line = DraftCoinSettled(
            number=draft.number,
            draft=draft.pk,
            pod=tracked.pod,
            way=Kind.DRAW if coin.drawn else Kind.COIN,
            seat=coin.winner,
            entry=entry,
            name=str(Entry.objects.get(pk=entry)),
            by_staff=STAFF in coin.agreed,
        )
        journal.write_journal_line(division.tournament, line, by=by, division=division)
    return coin


def undo_coin(line: JournalEvent) -> None:
    """Undo DraftCoinSettled: let the pair flip again.

    Refused: UNDO_OVERTAKEN once cards are turned over or the coin has another result, and whatever
    `queries.tracked_pod` refuses.
    """
    stored = Draft.objects.filter(pk=line.facts["draft"]).first()
    if stored is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft = locks.lock_draft(stored)
    tracked = queries.tracked_pod(draft, line.facts["pod"])
    if tracked.game.state.opening or tracked.coin.settled_winner(tracked.game.seats) != line.facts["seat"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    DraftMark.objects.create(
        draft=draft, pod=tracked.pod, kind=Kind.COIN_BACK, step=STAFF, at=timezone.now(), by=None
    )


add_undo(undo_coin, DraftCoinSettled)
