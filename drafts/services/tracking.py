"""Moves of a tracked draft, tapped by players, at the table's tablet, or by staff (R-092–094). Append-only."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.queries.checklist import checklist_of
from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import LONGEST_REASON
from decks.services import locks, pools
from drafts.engine import STAFF, Move, blank, undo_move
from drafts.engine.journal_kinds import DraftBegun, DraftJudged, DraftTabletsShut, DraftTapBack
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMark, DraftMove
from drafts.models.marks import LONGEST_KEY
from drafts.queries import tracking as queries
from drafts.queries.drafts import setup_of
from drafts.queries.seat_views import by_pick_name
from drafts.queries.tracking import Tracked
from drafts.services import building
from tournaments.models import User

OF_STAFF = ("undo_move", "short", "extra", "leave")
"""Move kinds reserved for staff; each is journaled."""

OWN = "own-"
"""Key prefix of an undo made by the person who tapped the pick."""


@transaction.atomic
def play(
    draft: Draft,
    pod: int,
    move: Move,
    *,
    key: str,
    by: User | None = None,
    staff: bool = False,
    have: int | None = None,
    reason: str = "",
    journaled: bool = True,
    now: datetime | None = None,
) -> DraftMove:
    """Play one move in a pod, counted from 1; the same `key` with the same tap returns the same move.

    `have`: how many cards the seat had when its player tapped, so that a late tap takes nothing from the next pack.
    `staff`: whether `by` is staff. `journaled`: False where another line covers a staff decision. The last card of an
    opening is assigned as a move of its own (`Draft.forced`).

    Refused: what `Draft.play` refuses, DRAFT_MOVED_ON, STAFF_ONLY, SEAT_PICKS_AT_RANDOM (seat: its player left, staff
    open and pick for it), POOL_FROM_PICKS and POOL_FROM_PICKS_NEEDS_REASON (renaming a card of a pool),
    DRAFT_TAP_UNKNOWN, and as `queries.tracking.tracked`.
    """
    _hold_division(draft, pod, move)
    row = locks.draft(draft)
    before = queries.tracked(row, pod)
    earlier = next((move for move in before.moves if move.key == key), None)
    if earlier is not None:
        # A page whose response was lost shows no move, so its next tap carries the same key. In secret drafts it does
        # not know the card's number, so the name is compared.
        names = list(game_names(move))
        by_number = not names and before.game.procedure.face_up
        meant = earlier.card == move.card if by_number else earlier.names == names
        alike = (earlier.kind, earlier.seat) == (move.kind, move.seat)
        if not alike or (move.kind in ("pick", "rename") and not meant):
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        return earlier
    _require(before, move, key, staff=staff, have=have)
    _require_rename(before, move, staff=staff, reason=reason)
    game = before.game
    if move.kind == "open" and move.seat in (1, 2) and row.subtype == "solomon" and not game.state.opening:
        # The first to open a Solomon stack won the flip, whatever the system flipped.
        game = replace(game, procedure=queries.new_game(before.draft, pod, move.seat).procedure)
    after = game.play(move)
    stored = DraftMove.objects.create(
        draft=row,
        pod=pod,
        number=len(before.moves),
        key=key,
        kind=move.kind,
        seat=move.seat,
        card=move.card,
        of=move.of,
        names=list(game_names(move)),
        way=move.way,
        reason=reason.strip()[:LONGEST_REASON],
        at=now or timezone.now(),
        by=by,
    )
    # The first move of all and decisions of staff; other moves are logged only as moves.
    division = row.division
    if not before.moves and not DraftMove.objects.filter(draft=row).exclude(pk=stored.pk).exists():
        journal.write(division.tournament, DraftBegun(number=row.number), by=by, division=division)
    if move.kind in OF_STAFF and journaled:
        line = DraftJudged(
            number=row.number,
            draft=row.pk,
            pod=pod,
            move=move.kind,
            seat=move.seat,
            way=move.way,
            of=move.of,
            reason=stored.reason,
            line=stored.number,
        )
        journal.write(division.tournament, line, by=by, at=stored.at, division=division)
    if move.kind == "pick" and (last := after.forced) is not None:
        DraftMove.objects.create(
            draft=row,
            pod=pod,
            number=stored.number + 1,
            key=_by_itself(stored.key),
            kind=last.kind,
            seat=last.seat,
            card=last.card,
            at=stored.at,
            by=by,
        )
    if after.over:
        _finish(row, pod, after, by=by)
    if after.over and not before.game.over:
        # Building begins with the last pick, unless its clock runs or its round is posted.
        with suppress(Refused):
            building.start(row, pod, by=None, now=stored.at)
    return stored


def _finish(row: Draft, pod: int, game: "queries.Game", *, by: User | None) -> None:
    """Register the pools of a finished pod, card by card as on the checklist."""
    cards, seats = by_pick_name(checklist_of(setup_of(row).boosters)), {}
    for seat, pile in game.pools.items():
        checked = [(picked.name, cards.get(picked.name)) for picked in pile]
        seats[seat] = [(card.name, card.code, card.number) if card else name for name, card in checked]
    pools.from_picks(row, pod, seats, by=by)


@transaction.atomic
def name_open(
    draft: Draft, pod: int, names: Sequence[str], *, key: str, seat: int, by: User | None = None
) -> list[DraftMove]:
    """Name the unnamed cards lying face up, in their order; `seat` is who names them.

    Refused: NAMES_NOT_WANTED (cards, names), and as `play`.
    """
    _hold_division(draft, pod, Move("rename", seat))
    row = locks.draft(draft)
    before = queries.tracked(row, pod)
    earlier = [move for move in before.moves if move.key.partition(".")[0] == key]
    if earlier:
        if [move.names for move in earlier] != [
            [name] for name in game_names(Move("rename", names=tuple(names)))
        ]:
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        return earlier
    table = before.game.view(STAFF).table
    without = [card.number for card in table if not card.name]
    if not 0 < len(names) <= len(without):
        raise Refused(DraftRefusal.NAMES_NOT_WANTED, cards=len(without), names=len(names))
    return [
        play(row, pod, Move("rename", seat, number, names=(name,)), key=f"{key}.{at}", by=by)
        for at, (number, name) in enumerate(zip(without, names, strict=False))
    ]


@transaction.atomic
def pick_at_random(
    draft: Draft, pod: int, seat: int, *, key: str, name: str = "", by: User | None = None
) -> DraftMove:
    """Play a random pick for a seat whose player left; `name` is the card's name, if someone looked.

    Refused: as `queries.tracking.random_pick` and `play`.
    """
    _hold_division(draft, pod, Move("pick", seat))
    row = locks.draft(draft)
    before = queries.tracked(row, pod)
    earlier = next((move for move in before.moves if move.key == key), None)
    if earlier is not None and earlier.seat == seat:
        return earlier
    card = queries.random_pick(before, seat).card
    names = (name,) if name.strip() else ()
    return play(row, pod, Move("pick", seat, card, names=names), key=key, by=by, staff=True)


@transaction.atomic
def take_last_back(
    draft: Draft,
    pod: int,
    of: int,
    *,
    key: str,
    seat: int,
    by: User | None = None,
    now: datetime | None = None,
) -> DraftMove:
    """Undo the latest pick by the one who tapped it: the player of `seat`, or the table's tablet (seat 0).

    A last card assigned without a tap is undone with it. Journaled; every other undo is a judge's. Refused:
    PICK_STANDS, and as `play`.
    """
    move, key = undo_move(of), f"{OWN}{key}"
    _hold_division(draft, pod, move)
    row = locks.draft(draft)
    before = queries.tracked(row, pod)
    earlier = next((earlier_move for earlier_move in before.moves if earlier_move.key == key), None)
    if earlier is not None:
        return earlier
    last = before.last_own(seat)
    if last is None or last.number != of:
        raise Refused(DraftRefusal.PICK_STANDS)
    for follows in reversed(before.moves[of + 1 :]):
        back = undo_move(follows.number)
        play(row, pod, back, key=_by_itself(key), by=by, staff=True, journaled=False, now=now)
    stored = play(row, pod, move, key=key, by=by, staff=True, journaled=False, now=now)
    division = row.division
    line = DraftTapBack(
        number=row.number,
        draft=row.pk,
        pod=pod,
        move=move.kind,
        seat=last.seat,
        of=of,
        line=stored.number,
    )
    journal.write(division.tournament, line, by=by, at=stored.at, division=division)
    return stored


@transaction.atomic
def pause(
    draft: Draft, pod: int, *, paused: bool, by: User | None, now: datetime | None = None
) -> DraftMark | None:
    """Pause or resume the timer of a pod; None if it is so already."""
    row = locks.draft(draft)
    standing = queries.tracked(row, pod)
    if standing.timer.since is None or standing.timer.paused == paused:
        return None
    kind = DraftMark.Kind.PAUSED if paused else DraftMark.Kind.RESUMED
    return DraftMark.objects.create(
        draft=row, pod=pod, kind=kind, step=len(standing.moves), at=now or timezone.now(), by=by
    )


@transaction.atomic
def shut_tablets(draft: Draft, *, by: User | None) -> Draft:
    """Revoke the links of all table tablets of a draft."""
    row = locks.draft(draft)
    row.tablets += 1
    row.save(update_fields=["tablets"])
    division = row.division
    journal.write(
        division.tournament, DraftTabletsShut(number=row.number, draft=row.pk), by=by, division=division
    )
    return row


def _by_itself(key: str) -> str:
    return key[: LONGEST_KEY - len(queries.BY_ITSELF)] + queries.BY_ITSELF


def game_names(move: Move) -> tuple[str, ...]:
    """The names of a move as stored."""
    return tuple(" ".join(name.split())[: blank.LONGEST_NAME] for name in move.names)


def _require(before: Tracked, move: Move, key: str, *, staff: bool, have: int | None) -> None:
    if not 0 < len(key) <= LONGEST_KEY or len(move.names) > blank.MOST_NAMES:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if not staff and (move.kind in OF_STAFF or (move.seat == STAFF and move.kind == "rename")):
        raise Refused(DraftRefusal.STAFF_ONLY)
    if not staff and move.kind in ("open", "pick") and move.seat in before.game.state.at_random:
        raise Refused(DraftRefusal.SEAT_PICKS_AT_RANDOM, seat=move.seat)
    if have is not None and move.kind == "pick" and len(before.game.state.pile(move.seat)) != have:
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)


def _require_rename(before: Tracked, move: Move, *, staff: bool, reason: str) -> None:
    if move.kind != "rename" or not before.game.over:
        return
    piles = before.game.pools.values()
    if not any(card.number == move.card and card.name for pile in piles for card in pile):
        return
    # Once a pod is over its picks are pools, in which only a judge renames a card.
    if not staff:
        raise Refused(DeckRefusal.POOL_FROM_PICKS)
    if not reason.strip():
        raise Refused(DeckRefusal.POOL_FROM_PICKS_NEEDS_REASON)


def _hold_division(draft: Draft, pod: int, move: Move) -> None:
    """Lock the division if the pod may end with this move."""
    # Divisions are locked before drafts, and a pod that ends writes pools.
    kinds = list(draft.moves.filter(pod=pod, kind__in=("open", "leave")).values_list("kind", flat=True))
    may_end = move.kind in OF_STAFF or "leave" in kinds or not 0 < pod <= len(draft.seats)
    if not may_end:
        try:
            queries.require_tracked(draft)
            openings = queries.new_game(draft, pod).procedure.openings
        except Refused:
            may_end = True
        else:
            may_end = kinds.count("open") >= len(openings) - 1
    if may_end:
        locks.division(draft.division)
