"""Tracked drafts, whose pods are replayed from their moves (R-092–094)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import cast

from core.engine.refused import Refused
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.queries.drafts import fills_pools
from drafts.engine import DraftGame as Game
from drafts.engine import Move, real_packs
from drafts.engine.coin import KINDS as COIN_KINDS
from drafts.engine.coin import Coin, CoinMark, replay_coin
from drafts.engine.moves import Kind, Leaving, undo_by_undone_move
from drafts.engine.pick_timer import PickTimer, pick_timer
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import Kind as Tap
from drafts.engine.run import RunMark, RunStanding
from drafts.models import DraftMark, DraftMove

NO_COIN = Coin()

AT_TABLE = "tablet-"
"""Key prefix of taps on the table's tablet."""

BY_ITSELF = ".last"
"""Key suffix of a last card assigned without a tap."""


@dataclass(frozen=True)
class TrackedPod:
    """One pod of a tracked draft, with its game and its log.

    `entries`: entry ids by seat, seat 1 first. `moves`: the rows of the log in order, indexed like `game.moves`.
    `since`: when packs were last opened or passed, None before the first opening. `marks`: taps on the timer and
    the coin, oldest first. `coin`: who begins in Solomon, not replayed once cards are turned over.
    """

    draft: Draft
    pod: int
    entries: tuple[int, ...]
    game: Game
    moves: tuple[DraftMove, ...]
    since: datetime | None
    marks: Iterable[DraftMark]
    coin: Coin = NO_COIN

    @cached_property
    def pick_timer(self) -> PickTimer:
        """The timer of the current picks with the time that judges added. One query."""
        marks = [RunMark(cast(Tap, mark.kind), mark.at) for mark in self.marks if mark.kind not in COIN_KINDS]
        return pick_timer(self.since, marks)

    @property
    def timer(self) -> RunStanding:
        """The timer of the current picks, without pauses."""
        return self.pick_timer.standing

    @property
    def held(self) -> bool:
        """Whether staff hold this pod: its timer is stopped until they resume it."""
        return self.timer.paused and not self.game.over

    @property
    def pick_stamp(self) -> str:
        """A stamp that changes when the timer starts for another pick, and when a judge adds time."""
        state = self.game.state
        return f"{state.opening}-{state.turn}-{self.pick_timer.waits}"

    def undoable_pick(self, seat: int) -> DraftMove | None:
        """Return the pick that a seat may undo, or None if there is none.

        Seat 0 is the table's tablet. The pick must be the latest tap, with cards face up and the pod not over, so
        that no move depends on it and everyone has seen the card. It must have been tapped by the player of the seat
        or, for seat 0, on the tablet; only staff can undo picks that staff tapped for a player.
        """
        moves = self.moves[:-1] if self.moves and self.moves[-1].key.endswith(BY_ITSELF) else self.moves
        latest = moves[-1] if moves else None
        if (
            latest is None
            or latest.kind != "pick"
            or not self.game.procedure.packs_lie_face_up
            or self.game.over
        ):
            return None
        may_undo = (
            latest.key.startswith(AT_TABLE) if not seat else latest.seat == seat and latest.by_id is None
        )
        return latest if may_undo else None

    def seat_of(self, entry: int) -> int:
        """Return the seat of an entry, or 0 if it is not in this pod."""
        return self.entries.index(entry) + 1 if entry in self.entries else 0


@dataclass(frozen=True, slots=True)
class RandomPick:
    """A card drawn at random for a seat.

    `card`: number of the card. `place`: position from the top among `of` cards. `name`: "" if unknown.
    """

    seat: int
    card: int
    place: int
    of: int
    name: str


def random_pick(tracked: TrackedPod, seat: int) -> RandomPick:
    """Draw a card for a seat whose player left, using the seed of the draft. Refused: SEAT_IS_THERE, NOT_YOUR_MOVE."""
    if seat not in tracked.game.state.at_random:
        raise Refused(DraftRefusal.SEAT_IS_THERE, seat=seat)
    return drawn_card(tracked, seat)


def drawn_card(tracked: TrackedPod, seat: int) -> RandomPick:
    """Draw a card for the current pick of a seat, using the seed of the draft. Refused: NOT_YOUR_MOVE."""
    game = tracked.game
    if seat not in game.to_act or game.state.idle:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=game.to_act)
    cards = game.procedure.cards_to_pick_from(game.state, seat)
    number = real_packs.draw_random_card(game, seat, seed=(tracked.draft.seed or 0) + tracked.pod)
    place, card = next(
        (position, choice) for position, choice in enumerate(cards, start=1) if choice.number == number
    )
    return RandomPick(seat, number, place, len(cards), card.name if game.procedure.packs_lie_face_up else "")


def tracked_pod(draft: Draft, pod: int) -> TrackedPod:
    """Return one pod of a tracked draft, counted from 1. One query, and one more for its timer.

    Refused: DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_NOT_TRACKED, PACKS_NOT_NAMED.
    """
    require_tracked(draft)
    require_pod(draft, pod)
    moves = list(draft.moves.filter(pod=pod).order_by("number"))
    return replayed_pod(draft, pod, moves, draft.marks.filter(pod=pod).order_by("id"))


def tracked_pods(draft: Draft) -> list[TrackedPod]:
    """Return every pod in order; empty before seats are drawn. Two queries.

    Refused: PACKS_NOT_NAMED, and whatever `require_tracked` refuses.
    """
    if not draft.seats:
        return []
    require_tracked(draft)
    moves_by_pod: dict[int, list[DraftMove]] = {}
    for move in draft.moves.order_by("pod", "number"):
        moves_by_pod.setdefault(move.pod, []).append(move)
    marks_by_pod: dict[int, list[DraftMark]] = {}
    for mark in draft.marks.order_by("id"):
        marks_by_pod.setdefault(mark.pod, []).append(mark)
    pods = range(1, len(draft.seats) + 1)
    return [replayed_pod(draft, pod, moves_by_pod.get(pod, []), marks_by_pod.get(pod, [])) for pod in pods]


def entries_still_picking(draft: Draft) -> frozenset[int]:
    """Return the ids of the entries whose tracked pods are not over yet. Two queries, none on paper.

    The pools of these entries are filled from their picks.
    """
    if not fills_pools(draft):
        return frozenset()
    return frozenset(entry for pod in tracked_pods(draft) if not pod.game.over for entry in pod.entries)


def require_tracked(draft: Draft) -> None:
    """Require a tracked draft with drawn seats. Refused: DRAFT_NOT_TRACKED, DRAFT_NOT_SEATED."""
    if draft.way != Draft.Way.TRACKED or draft.subtype not in real_packs.TRACKED:
        raise Refused(DraftRefusal.DRAFT_NOT_TRACKED)
    if not draft.seats:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)


def require_pod(draft: Draft, pod: int) -> None:
    """Require a pod of the draft. Refused: DRAFT_POD_UNKNOWN."""
    if not 1 <= pod <= len(draft.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)


def replayed_pod(
    draft: Draft, pod: int, rows: Sequence[DraftMove], marks: Iterable[DraftMark] = ()
) -> TrackedPod:
    """Replay a pod from the rows of its log and the marks of its timer, both oldest first."""
    moves = [move_of(row) for row in rows]
    first, coin = first_opener(moves), NO_COIN
    if first is None and draft.subtype == "solomon":
        coin = replay_coin(coin_marks(marks))
        first = coin.settled_winner(len(draft.seats[pod - 1])) or None
    game, turn, since = new_game(draft, pod, first), (0, 0), None
    for move, row in zip(moves, rows, strict=True):
        game = real_packs.game_after_move(game, move)
        if (game.state.opening, game.state.turn) != turn:
            turn, since = (game.state.opening, game.state.turn), row.at
    return TrackedPod(draft, pod, tuple(draft.seats[pod - 1]), game, tuple(rows), since, marks, coin)


def new_game(draft: Draft, pod: int, first: int | None = None) -> Game:
    """Set up a pod before its first move.

    `first`: the winner of the coin flip in Solomon; None lets the seed decide.
    """
    return real_packs.start_draft_of_unnamed_cards(
        draft.subtype,
        len(draft.seats[pod - 1]),
        packs_each=draft.setup.get("packs_each") or 0,
        pack_size=draft.setup.get("pack_size") or 0,
        seed=(draft.seed or 0) + pod,
        first=first,
    )


def coin_of(draft: Draft, pod: int) -> Coin:
    """Return the coin of a pod. One query."""
    return replay_coin(coin_marks(draft.marks.filter(pod=pod).order_by("id")))


def coin_marks(rows: Iterable[DraftMark]) -> list[CoinMark]:
    """Return the taps on the coin among marks, as marks of the engine."""
    return [CoinMark(row.kind, row.seat or 0, row.step) for row in rows if row.kind in COIN_KINDS]


def first_opener(moves: Sequence[Move]) -> int | None:
    """Return the first seat to open packs, or None before the first opening.

    In Solomon, this is the winner of the coin flip.
    """
    undone = undo_by_undone_move(moves)
    return next(
        (move.seat for index, move in enumerate(moves) if move.kind == "open" and index not in undone), None
    )


def move_of(row: DraftMove) -> Move:
    """Return a row of the log as a move of the engine."""
    return Move(
        cast(Kind, row.kind),
        row.seat,
        card=row.card,
        of=row.of,
        names=tuple(row.names),
        way=cast(Leaving, row.way),
    )
