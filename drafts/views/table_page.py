"""The page of a pod for one seat, the table or staff, which contains only cards that the seat may see."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise

from cards.engine import card_names as spelling
from cards.queries.checklist import KINDS, ChecklistCard
from core.engine.numbers import whole_number
from core.requests import HomeRequest
from decks.models import Draft
from drafts.engine.moves import Card
from drafts.engine.pick_timer import MORE_SECONDS
from drafts.queries import seat_views as queries
from drafts.queries.plan_rows import seat_map
from drafts.queries.seat_views import DraftSeatView
from drafts.queries.tracking import AT_TABLE, RandomPick, drawn_card, random_pick
from drafts.views.pod_page import PodPage
from drafts.views.tracked.coin_part import CoinPart, coin_part
from drafts.views.tracked.pick_clock import PickClock, pick_clock_context
from drafts.views.tracked.tracked_cards import CardKind, CardRow, group_by_kind
from drafts.words import tracking_words as words

FIRST_ROWS = 12
"""How many cards of a kind a phone shows before a search. Typing a letter or a number shows the others."""

MAX_SEARCH_LENGTH, MAX_TYPED_LENGTH = 40, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChooser:
    """The part of the page for choosing a card, either to pick it or to correct its name.

    `do`: pick, name or rename. `card`: the card to name; `wrong`: the card to correct. `seat`: the seat that
    picks, or has the card. `left`: number of cards to choose from. `typed_name`: the name typed in a refused
    tap. `recent`: recently seen cards of the checklist; `typed`: recently seen names that are not on it.
    `kinds`: the checklist by kind. `total` and `found`: number of cards on the checklist, and number of matches
    of the search.
    """

    do: str
    card: Card | None
    wrong: CardRow | None
    seat: int
    left: int
    search: str
    typed_name: str
    recent: Sequence[ChecklistCard]
    typed: Sequence[str]
    kinds: Sequence[tuple[str | str | str, Sequence[ChecklistCard]]]
    total: int
    found: int
    first_rows: int = FIRST_ROWS

    @property
    def is_long(self) -> bool:
        """Whether a phone shows only the first rows of each kind. Search results are shown in full."""
        return not self.search.strip() and any(len(cards) > self.first_rows for _kind, cards in self.kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A player at the table, with the number of drafted cards.

    `place`: the place of the seat on the map, 0 without one. `acts`: whether it is the player's turn;
    `may_act`: the same, or the coin flip is still to come. `left`: whether the player left. `random`: whether
    staff pick at random. `entry`: the entry id, only for staff.
    """

    seat: int
    place: int
    name: str
    count: int
    acts: bool
    may_act: bool
    left: bool
    random: bool
    entry: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LateSeat:
    """A player who has not picked when the time is over, with the card that the seed assigns."""

    seat: int
    name: str
    card: RandomPick


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The cards drafted by another seat."""

    seat: int
    name: str
    groups: Sequence[CardKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOfSeat:
    """A seat's turn in the pick order, and whether it is over or current."""

    seat: int
    past: bool
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoablePick:
    """The pick that can be undone on this page."""

    of: int
    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """The page of a pod for one seat, or for the table.

    - `join`: "?" or "&", to append a parameter to `url`. `poll`: the URL that the page polls.
    - `actor`: the seat that acts here, 0 without one; `apart`: whether it cannot act. `have`: number of cards it
      drafted.
    - `back`: the pick that can be undone. `turn`: see `turn_stamp`. `waiting`: the players who act now.
    - `held`: whether staff stopped the timer. `late`: players who have not picked although the time is over.
      `pick_stamp`: see `TrackedPod`.
    - `way`, `left`, `to`: where packs are passed: as text, whether to the left, and the player's name.
    - `table`: the cards of the opening, each with the seat that took it. `takes`: whether they can be picked.
    - `fixing`: whether the user corrects names. `opens`: whether the seat opens packs now. `coin`: whether the
      coin must be flipped first.
    - `mine`: the cards drafted by the seat. `newest`: the latest of them. `piles`: the face-up cards of other
      seats.
    """

    seat_view: DraftSeatView
    row: Draft
    pod: int
    pair: bool
    url: str
    join: str
    poll: str
    actor: int
    acts: bool
    have: int
    key: str
    back: UndoablePick | None
    line: str
    hint: str
    where: str
    way: str | Promise
    apart: bool
    left: bool
    to: str
    clock: PickClock | None
    held: bool
    late: Sequence[LateSeat]
    more_seconds: int
    pick_stamp: str
    stamp: str
    turn: str
    chooser: CardChooser | None
    waiting: Sequence[str]
    table: Sequence[tuple[CardRow, int]]
    takes: bool
    random: RandomPick | None
    fixing: bool
    order: Sequence[TurnOfSeat]
    seats: Sequence[SeatRow]
    mine: Sequence[CardKind]
    newest: CardRow | None
    piles: Sequence[Pile]
    opens: bool
    coin: CoinPart | None
    next_opener: str
    cooperative: bool


def table_page(page: PodPage, request: HomeRequest, now: datetime | None = None) -> TablePage:
    """Build the data of a pod page, only from cards that its seat may see."""
    request.live.quick()
    seat_view, now = page.seat_view, now or timezone.now()
    line, hint = words.seat_texts(seat_view, page.names)
    view = seat_view.view
    chooser = _chooser_context(page, request)
    # The URL the page polls, with the parameters of the current choice.
    choice_parameters = {
        name: request.GET[name][:9] for name in ("change", "take", "fix") if name in request.GET
    }
    join = "&" if "?" in page.url else "?"
    # After the last card of a pack, there is nothing to pass.
    takes_last = page.acts and len(view.hand) == 1
    # The button for the undo does not name the card, because in Solomon it lies face down.
    undoable_pick = None
    if page.actor or page.at_table:
        undoable_pick = seat_view.tracked.undoable_pick(0 if page.at_table else page.actor)
    seat_rows = _seat_rows(page)
    return TablePage(
        seat_view=seat_view,
        row=seat_view.tracked.draft,
        pod=seat_view.tracked.pod,
        pair=seat_view.subtype == "solomon",
        url=page.url,
        join=join,
        poll=f"{page.url}{join}{urlencode(choice_parameters)}{'&' if choice_parameters else ''}",
        actor=page.actor,
        acts=page.acts,
        have=page.have,
        key=f"{AT_TABLE if page.at_table else ''}{secrets.token_hex(8)}",
        back=UndoablePick(
            of=undoable_pick.number,
            seat=undoable_pick.seat,
            name=words.seat_name(undoable_pick.seat, page.names),
        )
        if undoable_pick
        else None,
        line=line,
        hint=hint,
        where=words.view_position_text(seat_view),
        way=""
        if page.actor and (page.cannot_act or takes_last)
        else words.DIRECTION_TEXTS.get(seat_view.way, ""),
        apart=bool(page.actor) and page.cannot_act,
        left=seat_view.way > 0,
        to=page.names.get(seat_view.passes_to, ""),
        clock=pick_clock_context(seat_view, now),
        held=seat_view.tracked.held,
        # The page shows these players once its clock is at zero.
        late=[
            LateSeat(seat=row.seat, name=row.name, card=drawn_card(seat_view.tracked, row.seat))
            for row in seat_rows
            if seat_view.timer and row.acts and not row.random
        ],
        more_seconds=MORE_SECONDS,
        pick_stamp=seat_view.tracked.pick_stamp,
        stamp=seat_view.stamp,
        turn=turn_stamp(page, chooser),
        chooser=chooser,
        waiting=[words.seat_name(seat, page.names) for seat in view.to_act if seat],
        table=[(page.card(card), seat) for card, seat in seat_view.cards_of_opening],
        takes=page.may_choose and seat_view.packs_lie_face_up and not seat_view.idle,
        random=random_pick(seat_view.tracked, page.actor)
        if page.acts and page.random and not seat_view.idle
        else None,
        fixing=request.GET.get("fix", "") == "1",
        order=[
            TurnOfSeat(
                seat=seat,
                past=turn < seat_view.turn,
                now=turn == seat_view.turn and not seat_view.idle,
            )
            for turn, seat in enumerate(seat_view.order)
        ],
        seats=seat_rows,
        mine=group_by_kind([page.card(card) for card in seat_view.mine]),
        newest=page.card(seat_view.mine[-1]) if seat_view.mine else None,
        piles=[
            Pile(
                seat=seat,
                name=words.seat_name(seat, page.names),
                groups=group_by_kind([page.card(card) for card in pile]),
            )
            for seat, pile in view.drafted.items()
            if seat != seat_view.seat
        ],
        opens=seat_view.idle and page.acts,
        coin=coin_part(page),
        next_opener=words.seat_name(seat_view.next_opener, page.names) if seat_view.next_opener else "",
        cooperative=seat_view.setup.cooperative,
    )


def turn_stamp(page: PodPage, chooser: CardChooser | None) -> str:
    """Return a stamp that changes when the page needs a new choice."""
    seat_view = page.seat_view
    parts = (
        seat_view.opening,
        page.have,
        int(page.acts),
        int(seat_view.view.over),
        chooser.do if chooser else "",
    )
    face_up = f".{seat_view.turn}.{len(seat_view.unnamed)}" if seat_view.packs_lie_face_up else ""
    coin = f".{seat_view.tracked.coin.taps}" if seat_view.subtype == "solomon" else ""
    return ".".join(map(str, parts)) + face_up + coin


def _seat_rows(page: PodPage) -> list[SeatRow]:
    """Return a row for each seat at the table, with only the number of its cards."""
    seat_view = page.seat_view
    places = dict(seat_map(seat_view.seats))
    return [
        SeatRow(
            seat=seat,
            place=places.get(seat, 0),
            name=words.seat_name(seat, page.names),
            count=seat_view.view.counts[seat],
            acts=seat in seat_view.view.to_act,
            may_act=seat in seat_view.view.to_act or seat_view.awaits_coin_flip,
            left=seat in seat_view.dropped,
            random=seat in seat_view.at_random,
        )
        for seat in range(1, seat_view.seats + 1)
    ]


def _chooser_context(page: PodPage, request: HttpRequest) -> CardChooser | None:
    """Build the context for naming a card, either to pick it or to correct its name.

    Return None if there is no card to name.
    """
    seat_view, view = page.seat_view, page.seat_view.view
    number = whole_number(request.GET.get("change", ""), digits=4)
    if number is not None:
        # Find the card to correct and the seat of its pile. Once the pod is over, only unnamed cards can be named.
        piles = view.drafted if not seat_view.seat else {seat_view.seat: seat_view.mine}
        cards = [(card, seat, view.over and bool(card.name)) for seat, pile in piles.items() for card in pile]
        cards += [(card, page.actor or seat_view.opener, False) for card in view.table]
        card, seat, is_final = next(
            (card_and_seat for card_and_seat in cards if card_and_seat[0].number == number), (None, 0, False)
        )
        if card is not None and not is_final:
            return _choices_context(page, request, "rename", card=card, seat=seat)
    if not page.actor or view.over or seat_view.idle:
        return None
    if not seat_view.packs_lie_face_up:
        hand = seat_view.tracked.game.view(page.actor).hand
        return _choices_context(page, request, "pick", cards_left=len(hand)) if page.may_choose else None
    if not seat_view.unnamed or not (page.acts or page.actor == seat_view.opener):
        return None
    # In Solomon, the log records all four cards before one is taken.
    if page.may_choose and request.GET.get("take", "") == "1" and seat_view.subtype != "solomon":
        return _choices_context(page, request, "pick", card=seat_view.unnamed[0])
    return _choices_context(page, request, "name", cards_left=len(seat_view.unnamed))


def _choices_context(
    page: PodPage,
    request: HttpRequest,
    action: str,
    *,
    card: Card | None = None,
    seat: int = 0,
    cards_left: int = 0,
) -> CardChooser:
    """Build the context for choosing a card from the checklist, filtered by the search `?q=`.

    `action`: pick, name or rename. `card`: the card to name or correct. `seat`: 0 for the acting seat.
    `cards_left`: number of cards to choose from.
    """
    search = request.GET.get("q", "")[:MAX_SEARCH_LENGTH].replace("\0", "")
    needle = spelling.fold_card_name_loosely(search) if search.strip() else ""
    rows = [row for row in page.rows if needle in row.search]
    by_kind = [(kind, [row for row in rows if row.supertype == kind]) for kind in KINDS]
    recent = [page.known[name] for name in page.seat_view.named_so_far if name in page.known]
    typed = [name for name in page.seat_view.named_so_far if name not in page.known]
    return CardChooser(
        do=action,
        card=card,
        wrong=page.card(card) if card and action == "rename" else None,
        seat=seat or page.actor,
        left=cards_left,
        search=search,
        typed_name=request.POST.get("name", "")[:MAX_TYPED_LENGTH],
        recent=recent[: queries.MAX_RECENT] if not needle else [],
        typed=typed[: queries.MAX_RECENT] if not needle else [],
        kinds=[(kind, cards) for kind, cards in by_kind if cards],
        total=len(page.rows),
        found=len(rows),
    )
