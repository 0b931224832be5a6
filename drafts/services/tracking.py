"""Moves of a tracked draft, tapped by players, at the table's tablet, or by staff (R-092–094). Append-only."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

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
    known = next((one for one in before.moves if one.key == key), None)
    if known is not None:
        _require_same(before, known, move)
        return known
    _require(before, move, key, staff=staff, have=have)
    _require_rename(before, move, staff=staff, reason=reason)
    after = _game(before, move).play(move)
    made = DraftMove.objects.create(
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
    _journal(row, before, move, made, by=by, journaled=journaled)
    if move.kind == "pick" and (last := after.forced) is not None:
        _last_card(made, last)
    if after.over:
        _register(row, pod, after, by=by)
    if after.over and not before.game.over:
        _build(row, pod, made.at)
    return made


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
    known = [one for one in before.moves if one.key.partition(".")[0] == key]
    if known:
        if [one.names for one in known] != [
            [name] for name in game_names(Move("rename", names=tuple(names)))
        ]:
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        return known
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
    known = next((one for one in before.moves if one.key == key), None)
    if known is not None and known.seat == seat:
        return known
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
    known = next((one for one in before.moves if one.key == key), None)
    if known is not None:
        return known
    last = before.last_own(seat)
    if last is None or last.number != of:
        raise Refused(DraftRefusal.PICK_STANDS)
    for follows in reversed(before.moves[of + 1 :]):
        back = undo_move(follows.number)
        play(row, pod, back, key=_by_itself(key), by=by, staff=True, journaled=False, now=now)
    made = play(row, pod, move, key=key, by=by, staff=True, journaled=False, now=now)
    division = row.division
    facts: dict[str, Any] = {
        "number": row.number,
        "draft": row.pk,
        "pod": pod,
        "move": move.kind,
        "seat": last.seat,
        "of": of,
    }
    journal.write(
        division.tournament, DraftTapBack(**facts, line=made.number), by=by, at=made.at, division=division
    )
    return made


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


def _last_card(before: DraftMove, move: Move) -> DraftMove:
    """Assign the last card of an opening, with the time and person of the pick before it."""
    return DraftMove.objects.create(
        draft=before.draft,
        pod=before.pod,
        number=before.number + 1,
        key=_by_itself(before.key),
        kind=move.kind,
        seat=move.seat,
        card=move.card,
        at=before.at,
        by=before.by,
    )


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


def _require_same(before: Tracked, known: DraftMove, move: Move) -> None:
    # A page whose response was lost shows no move, so its next tap carries the same key. In secret drafts it does not
    # know the card's number, so the name is compared.
    names = list(game_names(move))
    by_number = not names and before.game.procedure.face_up
    meant = known.card == move.card if by_number else known.names == names
    if (known.kind, known.seat) != (move.kind, move.seat) or (move.kind in ("pick", "rename") and not meant):
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)


def _game(before: Tracked, move: Move) -> "queries.Game":
    first_open = move.kind == "open" and before.draft.subtype == "solomon" and before.game.state.opening == 0
    if not first_open or move.seat not in (1, 2):
        return before.game
    # The first to open a Solomon stack won the flip, whatever the system flipped.
    fresh = queries.new_game(before.draft, before.pod, move.seat)
    return replace(before.game, procedure=fresh.procedure)


def _hold_division(draft: Draft, pod: int, move: Move) -> None:
    # Divisions are locked before drafts, and a pod that ends with this move writes pools.
    if _may_end(draft, pod, move):
        locks.division(draft.division)


def _may_end(draft: Draft, pod: int, move: Move) -> bool:
    kinds = list(draft.moves.filter(pod=pod, kind__in=("open", "leave")).values_list("kind", flat=True))
    if move.kind in OF_STAFF or "leave" in kinds or not 0 < pod <= len(draft.seats):
        return True
    try:
        queries.require_tracked(draft)
        openings = queries.new_game(draft, pod).procedure.openings
    except Refused:
        return True
    return kinds.count("open") >= len(openings) - 1


def _register(row: Draft, pod: int, game: "queries.Game", *, by: User | None) -> None:
    """Register the pools of a finished pod, card by card as on the checklist."""
    known = by_pick_name(checklist_of(setup_of(row).boosters))

    def identified(name: str) -> "str | tuple[str, str, str]":
        card = known.get(name)
        return (card.name, card.code, card.number) if card else name

    seats = {seat: [identified(card.name) for card in pile] for seat, pile in game.pools.items()}
    pools.from_picks(row, pod, seats, by=by)


def _build(row: Draft, pod: int, now: datetime) -> None:
    # Building begins with the last pick, unless its clock runs or its round is posted.
    with suppress(Refused):
        building.start(row, pod, by=None, now=now)


def _journal(
    row: Draft, before: Tracked, move: Move, made: DraftMove, *, by: User | None, journaled: bool
) -> None:
    """Journal the first move of all and staff decisions; other moves are logged only as moves."""
    division = row.division
    facts: dict[str, Any] = {"number": row.number, "draft": row.pk, "pod": made.pod}
    if not before.moves and not DraftMove.objects.filter(draft=row).exclude(pk=made.pk).exists():
        journal.write(division.tournament, DraftBegun(number=row.number), by=by, division=division)
    if move.kind in OF_STAFF and journaled:
        facts |= {"move": move.kind, "seat": move.seat, "way": move.way, "of": move.of, "reason": made.reason}
        facts["line"] = made.number
        journal.write(division.tournament, DraftJudged(**facts), by=by, at=made.at, division=division)
