"""Tracked drafts: the replay of their moves, pod by pod (R-092–094)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from core.engine.refused import Refused
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.queries.drafts import fills_pools
from drafts.engine import Draft as Game
from drafts.engine import Move, blank
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import Kind as Tap
from drafts.engine.run import RunMark, Standing, replayed
from drafts.engine.values import Kind, Leaving
from drafts.models import DraftMark, DraftMove
from drafts.queries.drafts import setup_of

AT_TABLE = "tablet-"
"""Key prefix of taps made at the table's tablet."""

BY_ITSELF = ".last"
"""Key suffix of a last card assigned without a tap."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """One pod of a tracked draft: its game, its log, and when the current picks began.

    `entries`: entry ids by seat, seat 1 first. `moves`: the rows of the log in order, indexed as `game.moves`. `timer`
    runs from the last opening or pass, without pauses.
    """

    draft: Draft
    pod: int
    entries: tuple[int, ...]
    game: Game
    moves: tuple[DraftMove, ...]
    timer: Standing

    @property
    def version(self) -> str:
        """A stamp that changes with every move and pause."""
        return f"{len(self.moves)}.{int(self.timer.paused)}"

    def last_own(self, seat: int) -> DraftMove | None:
        """The pick its player (or, for seat 0, the tablet) may undo.

        Only from cards face up, only the latest tap, and only while the pod goes on: no move depends on it, and
        everyone saw the card. Taps by staff for a player are undone by staff.
        """
        taps = self.moves[:-1] if self.moves and self.moves[-1].key.endswith(BY_ITSELF) else self.moves
        last = taps[-1] if taps else None
        if last is None or last.kind != "pick" or not self.game.procedure.face_up or self.game.over:
            return None
        mine = last.key.startswith(AT_TABLE) if not seat else last.seat == seat and last.by_id is None
        return last if mine else None

    def seat_of(self, entry: int) -> int:
        """The seat of an entry; 0 if it is not in this pod."""
        return self.entries.index(entry) + 1 if entry in self.entries else 0


@dataclass(frozen=True, slots=True)
class RandomPick:
    """A card drawn for a seat: its number, its place from the top of `of` cards, its name if known."""

    seat: int
    card: int
    place: int
    of: int
    name: str


def random_pick(tracked: Tracked, seat: int) -> RandomPick:
    """The pick of a seat whose player left, from the seed of the draft. Refused: SEAT_IS_THERE, NOT_YOUR_MOVE."""
    game = tracked.game
    if seat not in game.state.at_random:
        raise Refused(DraftRefusal.SEAT_IS_THERE, seat=seat)
    if seat not in game.to_act or game.state.idle:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=game.to_act)
    cards = game.procedure.choices(game.state, seat)
    number = blank.at_random(game, seat, seed=(tracked.draft.seed or 0) + tracked.pod)
    place, card = next((at, card_) for at, card_ in enumerate(cards, start=1) if card_.number == number)
    return RandomPick(seat, number, place, len(cards), card.name if game.procedure.face_up else "")


def tracked(draft: Draft, pod: int) -> Tracked:
    """One pod, counted from 1. Two queries.

    Refused: DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_NOT_TRACKED, PACKS_NOT_NAMED.
    """
    require_tracked(draft)
    if not 1 <= pod <= len(draft.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    moves = list(draft.moves.filter(pod=pod).order_by("number"))
    marks = draft.marks.filter(pod=pod).order_by("id")
    return built(draft, pod, moves, marks)


def all_tracked(draft: Draft) -> list[Tracked]:
    """Every pod in order; none before seats are drawn. Two queries. Refused as `tracked`."""
    if not draft.seats:
        return []
    require_tracked(draft)
    moves: dict[int, list[DraftMove]] = {}
    for move in draft.moves.order_by("pod", "number"):
        moves.setdefault(move.pod, []).append(move)
    marks: dict[int, list[DraftMark]] = {}
    for mark in draft.marks.order_by("id"):
        marks.setdefault(mark.pod, []).append(mark)
    pods = range(1, len(draft.seats) + 1)
    return [built(draft, pod, moves.get(pod, []), marks.get(pod, [])) for pod in pods]


def picked_on(draft: Draft) -> frozenset[int]:
    """The entries still picking in tracked pods, whose pools fill themselves. Two queries, none on paper."""
    if not fills_pools(draft):
        return frozenset()
    return frozenset(entry for pod in all_tracked(draft) if not pod.game.over for entry in pod.entries)


def require_tracked(draft: Draft) -> None:
    """Refused: DRAFT_NOT_TRACKED, DRAFT_NOT_SEATED."""
    if draft.way != Draft.Way.TRACKED or draft.subtype not in blank.TRACKED:
        raise Refused(DraftRefusal.DRAFT_NOT_TRACKED)
    if not draft.seats:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)


def built(
    draft: Draft,
    pod: int,
    rows: Sequence[DraftMove],
    marks: Iterable[DraftMark] = (),
    *,
    upto: int | None = None,
) -> Tracked:
    """A pod from the rows of its log, or from the first `upto` of them."""
    rows = tuple(rows if upto is None else rows[:upto])
    moves = [move_of(row) for row in rows]
    game, turn, since = new_game(draft, pod, first_of(moves)), (0, 0), None
    for move, row in zip(moves, rows, strict=True):
        game = blank.played(game, move)
        if (game.state.opening, game.state.turn) != turn:
            turn, since = (game.state.opening, game.state.turn), row.at
    # The timer of the current picks, with the pauses since they began.
    timer = Standing()
    if since is not None:
        pauses = [RunMark(cast(Tap, mark.kind), mark.at) for mark in marks if mark.at >= since]
        timer = replayed([RunMark("next", since), *pauses])
    return Tracked(draft, pod, tuple(draft.seats[pod - 1]), game, rows, timer)


def new_game(draft: Draft, pod: int, first: int | None = None) -> Game:
    """A pod before its first move. `first`: the winner of the coin flip in Solomon; None lets the seed flip it."""
    setup = setup_of(draft)
    return blank.start(
        draft.subtype,
        len(draft.seats[pod - 1]),
        packs_each=setup.packs_each or 0,
        pack_size=setup.pack_size or 0,
        seed=(draft.seed or 0) + pod,
        first=first,
    )


def first_of(moves: Sequence[Move]) -> int | None:
    """The first to open, and so the winner of the flip; None before."""
    undone = {move.of for move in moves if move.kind == "undo_move"}
    return next(
        (move.seat for at, move in enumerate(moves) if move.kind == "open" and at not in undone), None
    )


def move_of(row: DraftMove) -> Move:
    return Move(
        cast(Kind, row.kind),
        row.seat,
        card=row.card,
        of=row.of,
        names=tuple(row.names),
        way=cast(Leaving, row.way),
    )
