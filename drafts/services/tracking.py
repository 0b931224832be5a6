"""Record the moves of a tracked draft, tapped by players, on the table's tablet or by staff (R-092–094)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from decks.services import locks
from drafts.engine import STAFF, Move, build_undo_move, real_packs
from drafts.engine.journal_kinds import DraftBegun, DraftJudged, DraftTabletsShut, DraftTapBack
from drafts.engine.moves import normalized_card_name
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMove
from drafts.models.marks import MAX_KEY_LENGTH
from drafts.queries import tracking as queries
from drafts.queries.tracking import TrackedPod
from drafts.services import coin
from drafts.services.finished_pods import finish_pod
from tournaments.models import User

OF_STAFF = ("undo_move", "short", "extra", "leave")
"""Move kinds reserved for staff; each is journaled."""

OWN = "own-"
"""Key prefix of an undo by the person who tapped the pick."""


@transaction.atomic
def play_move_in_pod(
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
    """Play one move in a pod, counted from 1, and return its row in the log.

    If the same tap is repeated with the same `key`, the stored move is returned. `have`: how many cards the
    seat had when its player tapped, so that a late tap does not pick from the next pack. `staff`: whether a
    staff member plays the move. `journaled`: False if another journal line covers the decision. The last card
    of an opening is added as a separate move (`DraftGame.forced`). The last pick of a pod calls `finish_pod`.
    Refused: DRAFT_NOT_FOUND, DRAFT_MOVED_ON, and whatever `_require_move_allowed`, `DraftGame.play` and
    `queries.tracked_pod` refuse.
    """
    lock_division_if_pod_may_end(draft, pod, move)
    draft = locks.lock_draft(draft)
    tracked = queries.tracked_pod(draft, pod)
    earlier = next((move for move in tracked.moves if move.key == key), None)
    if earlier is not None:
        # A page that got no response sends its next tap with the same key, so compare the tap itself as well. In
        # secret drafts the page does not know the number of the card, so compare its name.
        names = [normalized_card_name(name) for name in move.names]
        by_number = not names and tracked.game.procedure.packs_lie_face_up
        is_same_card = earlier.card == move.card if by_number else earlier.names == names
        is_same_move = (earlier.kind, earlier.seat) == (move.kind, move.seat)
        if not is_same_move or (move.kind in ("pick", "rename") and not is_same_card):
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        return earlier
    _require_move_allowed(tracked, move, key, staff=staff, have=have, reason=reason)
    is_first_tap = not DraftMove.objects.filter(draft=draft).exists() and not draft.marks.exists()
    if staff and _turns_first_group_over(tracked, move):
        coin.settle_coin_by_staff(tracked, move.seat, by=by)
        # The coin has already journaled that the draft has begun.
        is_first_tap = False
    game = real_packs.game_after_move(tracked.game, move)
    stored = DraftMove.objects.create(
        draft=draft,
        pod=pod,
        number=len(tracked.moves),
        key=key,
        kind=move.kind,
        seat=move.seat,
        card=move.card,
        of=move.of,
        names=[normalized_card_name(name) for name in move.names],
        way=move.way,
        reason=reason.strip()[:MAX_REASON_LENGTH],
        at=now or timezone.now(),
        by=by,
    )
    # Only the first move of the draft and staff decisions are journaled; other moves are only in the log.
    division = draft.division
    if is_first_tap:
        journal.write_journal_line(
            division.tournament, DraftBegun(number=draft.number), by=by, division=division
        )
    if move.kind in OF_STAFF and journaled:
        line = DraftJudged(
            number=draft.number,
            draft=draft.pk,
            pod=pod,
            move=move.kind,
            seat=move.seat,
            way=move.way,
            of=move.of,
            reason=stored.reason,
            line=stored.number,
        )
        journal.write_journal_line(division.tournament, line, by=by, at=stored.at, division=division)
    if move.kind == "pick" and (last_card := game.forced) is not None:
        DraftMove.objects.create(
            draft=draft,
            pod=pod,
            number=stored.number + 1,
            key=_key_of_automatic_move(stored.key),
            kind=last_card.kind,
            seat=last_card.seat,
            card=last_card.card,
            at=stored.at,
            by=by,
        )
    if game.over:
        finish_pod(draft, pod, game, at=stored.at, by=by, just_ended=not tracked.game.over)
    return stored


@transaction.atomic
def name_face_up_cards(
    draft: Draft, pod: int, names: Sequence[str], *, key: str, seat: int, by: User | None = None
) -> list[DraftMove]:
    """Name unnamed face-up cards in order, on behalf of `seat`; there may be fewer names than cards.

    A repeated `key` with the same names returns the earlier moves.
    Refused: NAMES_NOT_WANTED (cards, names) without names or with too many, and whatever `play_move_in_pod` refuses.
    """
    lock_division_if_pod_may_end(draft, pod, Move("rename", seat))
    draft = locks.lock_draft(draft)
    tracked = queries.tracked_pod(draft, pod)
    earlier = [move for move in tracked.moves if move.key.partition(".")[0] == key]
    if earlier:
        if [move.names for move in earlier] != [[normalized_card_name(name)] for name in names]:
            raise Refused(DraftRefusal.DRAFT_MOVED_ON)
        return earlier
    table = tracked.game.view(STAFF).table
    unnamed = [card.number for card in table if not card.name]
    if not 0 < len(names) <= len(unnamed):
        raise Refused(DraftRefusal.NAMES_NOT_WANTED, cards=len(unnamed), names=len(names))
    return [
        play_move_in_pod(draft, pod, Move("rename", seat, number, names=(name,)), key=f"{key}.{index}", by=by)
        for index, (number, name) in enumerate(zip(unnamed, names, strict=False))
    ]


@transaction.atomic
def play_random_pick_of_seat(
    draft: Draft, pod: int, seat: int, *, key: str, name: str = "", by: User | None = None
) -> DraftMove:
    """Play a random pick for a seat whose player left.

    `name`: the card's name, "" if it was not looked at. A repeated `key` returns the earlier pick.
    Refused: SEAT_IS_THERE, and whatever `play_move_in_pod` refuses.
    """
    lock_division_if_pod_may_end(draft, pod, Move("pick", seat))
    draft = locks.lock_draft(draft)
    tracked = queries.tracked_pod(draft, pod)
    earlier = next((move for move in tracked.moves if move.key == key), None)
    if earlier is not None and earlier.seat == seat:
        return earlier
    card = queries.random_pick(tracked, seat).card
    names = (name,) if name.strip() else ()
    return play_move_in_pod(draft, pod, Move("pick", seat, card, names=names), key=key, by=by, staff=True)


@transaction.atomic
def undo_own_pick(
    draft: Draft,
    pod: int,
    number: int,
    *,
    key: str,
    seat: int,
    by: User | None = None,
    now: datetime | None = None,
) -> DraftMove:
    """Undo the latest pick on behalf of the player who tapped it, or of the table's tablet (seat 0).

    A last card that was assigned without a tap is undone with the pick. The undo is journaled. A repeated `key`
    returns the earlier undo.
    Refused: PICK_STANDS for any other pick, which only judges can undo, and whatever `play_move_in_pod` refuses.
    """
    move, key = build_undo_move(number), f"{OWN}{key}"
    lock_division_if_pod_may_end(draft, pod, move)
    draft = locks.lock_draft(draft)
    tracked = queries.tracked_pod(draft, pod)
    earlier = next((earlier_move for earlier_move in tracked.moves if earlier_move.key == key), None)
    if earlier is not None:
        return earlier
    latest = tracked.undoable_pick(seat)
    if latest is None or latest.number != number:
        raise Refused(DraftRefusal.PICK_STANDS)
    for assigned in reversed(tracked.moves[number + 1 :]):
        undo = build_undo_move(assigned.number)
        play_move_in_pod(
            draft, pod, undo, key=_key_of_automatic_move(key), by=by, staff=True, journaled=False, now=now
        )
    stored = play_move_in_pod(draft, pod, move, key=key, by=by, staff=True, journaled=False, now=now)
    division = draft.division
    line = DraftTapBack(
        number=draft.number,
        draft=draft.pk,
        pod=pod,
        move=move.kind,
        seat=latest.seat,
        of=number,
        line=stored.number,
    )
    journal.write_journal_line(division.tournament, line, by=by, at=stored.at, division=division)
    return stored


@transaction.atomic
def revoke_tablets(draft: Draft, *, by: User | None) -> Draft:
    """Revoke the links of all table tablets of a draft. Refused: DRAFT_NOT_FOUND."""
    draft = locks.lock_draft(draft)
    draft.tablets += 1
    draft.save(update_fields=["tablets"])
    division = draft.division
    journal.write_journal_line(
        division.tournament, DraftTabletsShut(number=draft.number, draft=draft.pk), by=by, division=division
    )
    return draft


def _key_of_automatic_move(key: str) -> str:
    """Return the key of a move that follows a tap automatically, derived from the key of the tap."""
    return key[: MAX_KEY_LENGTH - len(queries.BY_ITSELF)] + queries.BY_ITSELF


def _require_move_allowed(
    tracked: TrackedPod, move: Move, key: str, *, staff: bool, have: int | None, reason: str
) -> None:
    """Refuse outdated moves and moves that this person may not make. The game refuses illegal moves.

    Refused: DRAFT_TAP_UNKNOWN, STAFF_ONLY, SEAT_PICKS_AT_RANDOM (seat: its player left, staff open and pick for
    it), DRAFT_MOVED_ON, POOL_FROM_PICKS and POOL_FROM_PICKS_NEEDS_REASON (renaming a card of a pool), and those
    of `_require_coin_and_names`.
    """
    if not 0 < len(key) <= MAX_KEY_LENGTH or len(move.names) > real_packs.MAX_NAMES:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    is_random = move.kind == "pick" and bool(move.way)
    if not staff and (move.kind in OF_STAFF or is_random or (move.seat == STAFF and move.kind == "rename")):
        raise Refused(DraftRefusal.STAFF_ONLY)
    if not staff and move.kind in ("open", "pick") and move.seat in tracked.game.state.at_random:
        raise Refused(DraftRefusal.SEAT_PICKS_AT_RANDOM, seat=move.seat)
    if not staff and tracked.draft.subtype == "solomon":
        _require_coin_and_names(tracked, move)
    if have is not None and move.kind == "pick" and len(tracked.game.state.pile(move.seat)) != have:
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)
    piles = tracked.game.pools.values() if move.kind == "rename" and tracked.game.over else ()
    if any(card.number == move.card and card.name for pile in piles for card in pile):
        # Once a pod is over, its picks are registered pools, where only a judge may rename a card.
        if not staff:
            raise Refused(DeckRefusal.POOL_FROM_PICKS)
        if not reason.strip():
            raise Refused(DeckRefusal.POOL_FROM_PICKS_NEEDS_REASON)


def _turns_first_group_over(tracked: TrackedPod, move: Move) -> bool:
    """Return whether a move of a Solomon pair needs the result of the coin (R-094)."""
    is_first = move.kind == "open" and not tracked.game.state.opening
    return is_first and tracked.draft.subtype == "solomon" and 1 <= move.seat <= tracked.game.seats


def _require_coin_and_names(tracked: TrackedPod, move: Move) -> None:
    """Require that the coin is settled before cards are turned over, and all four are named before one is taken.

    So the log has each group as it lay on the table (R-094). Refused: COIN_NOT_AGREED, NOT_YOUR_MOVE, CARDS_NOT_NAMED.
    """
    if _turns_first_group_over(tracked, move):
        winner = tracked.coin.settled_winner(tracked.game.seats)
        if not winner:
            raise Refused(DraftRefusal.COIN_NOT_AGREED)
        if winner != move.seat:
            raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=move.seat, to_act=(winner,))
    if move.kind == "pick" and any(not card.name for card in tracked.game.state.table):
        raise Refused(DraftRefusal.CARDS_NOT_NAMED)


def lock_division_if_pod_may_end(draft: Draft, pod: int, move: Move) -> None:
    """Lock the division if this move may end the pod.

    Registering pools needs that lock, and divisions must be locked before drafts.
    """
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
        locks.lock_division(draft.division)
