"""What a seat of a tracked pod is shown: always through `Draft.view`, so hidden cards are never loaded."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cards.engine import names
from cards.queries.checklist import ChecklistCard, checklist_of
from decks.models import Draft
from decks.queries.drafts import pod_and_seat
from drafts.engine import blank
from drafts.engine.booster import direction, pass_on
from drafts.engine.packs import Card
from drafts.engine.plan import PICK_SECONDS, pick_times
from drafts.engine.pods import PAIR
from drafts.engine.rochester import snake
from drafts.engine.run import LOOK_SECONDS, NOTHING, Standing
from drafts.engine.setup import Setup
from drafts.engine.solomon import GROUP, picks_of
from drafts.engine.values import STAFF, View
from drafts.queries import building, tracking
from drafts.queries.drafts import setup_of
from drafts.queries.tracking import Tracked
from tournaments.models import Entry

MOST_RECENT = 8


@dataclass(frozen=True)
class SeatView:
    """A pod as one seat may see it; seat 0 is the staff, the table's tablet and passers-by.

    Cards come from `view` alone. `stamp` was taken before the pod was read, so that an outdated page is refreshed.
    """

    tracked: Tracked
    seat: int
    stamp: str = ""

    @cached_property
    def view(self) -> View:
        return self.tracked.game.view(self.seat)

    @cached_property
    def setup(self) -> Setup:
        return setup_of(self.tracked.draft)

    @property
    def subtype(self) -> str:
        return self.tracked.draft.subtype

    @property
    def face_up(self) -> bool:
        return self.tracked.game.procedure.face_up

    @property
    def seats(self) -> int:
        return self.tracked.game.seats

    @property
    def begun(self) -> bool:
        return self.tracked.game.state.opening > 0

    @property
    def idle(self) -> bool:
        """Whether packs or a group are opened next."""
        return self.tracked.game.state.idle and not self.view.over

    @property
    def coin(self) -> bool:
        """Whether the coin of Solomon is to be flipped: either player may have won it (R-094)."""
        return self.subtype == "solomon" and not self.begun and not self.view.over

    @property
    def acts(self) -> bool:
        """Whether it is this seat's move."""
        return self.seat in self.view.to_act and self.seat != STAFF

    @property
    def opening(self) -> int:
        return self.tracked.game.state.opening

    @property
    def openings(self) -> int:
        return len(self.tracked.game.procedure.openings)

    @property
    def coming(self) -> int:
        """The next opening; 0 for none."""
        return next(iter(self.tracked.game.procedure.coming(self.tracked.game.state)), 0)

    @property
    def opener(self) -> int:
        """Who opened the current opening, or opens the next; 0 if staff give a signal."""
        at = self.coming if self.idle else self.opening
        return self.tracked.game.procedure.opener(at) if at else STAFF

    @property
    def next_opener(self) -> int:
        """Who opens after this opening; 0 for none."""
        return self.tracked.game.procedure.opener(self.coming) if self.coming else STAFF

    @property
    def pick(self) -> int:
        """The current pick, counted from 1 in this opening."""
        state = self.tracked.game.state
        return (state.taken if self.face_up else state.turn) + 1

    @property
    def picks(self) -> int:
        """The picks of this opening: of one pack in Booster, of all opened cards elsewhere."""
        if not self.opening:
            return 0
        if self.face_up:
            return self.pick - 1 + len(self.view.table)
        return self.pick - 1 + max(self.view.held.values(), default=0)

    @property
    def way(self) -> int:
        """1 while packs go left, -1 right, 0 where none is passed."""
        at = self.coming if self.idle else self.opening
        return direction(at) if self.subtype == "booster" and at else 0

    @property
    def passes_to(self) -> int:
        """The seat this one passes to, skipping those who left; 0 for none."""
        return self._beside(self.way)

    @property
    def gets_from(self) -> int:
        return self._beside(-self.way)

    @property
    def dropped(self) -> frozenset[int]:
        return self.tracked.game.state.dropped

    @property
    def at_random(self) -> frozenset[int]:
        return self.tracked.game.state.at_random

    @property
    def there(self) -> int:
        return self.seats - len(self.dropped)

    @property
    def picked(self) -> int:
        """How many have picked while others still pick (Booster)."""
        return self.there - len(self.view.to_act)

    @property
    def mine(self) -> tuple[Card, ...]:
        """This seat's drafted cards, oldest first."""
        return self.view.drafted.get(self.seat, ())

    @property
    def unnamed(self) -> tuple[Card, ...]:
        """Face-up cards without a name."""
        return tuple(card for card in self.view.table if not card.name)

    @property
    def last_group(self) -> int:
        """Cards of a group of fewer than four in Solomon; 0 for a whole group."""
        at = self.coming if self.idle else self.opening
        cards = len(self.tracked.game.procedure.openings[at - 1][0]) if at else GROUP
        return cards if self.subtype == "solomon" and cards < GROUP else 0

    @property
    def order(self) -> tuple[int, ...]:
        """The seats of this opening pick by pick, past and future.

        Empty where all pick at once, and before the next cards are laid open.
        """
        state, left = self.tracked.game.state, len(self.view.table)
        if not self.face_up or not self.opening or self.idle:
            return ()
        if self.subtype == "solomon":
            first = picks_of(self.opener, GROUP)
            return tuple(first[at % GROUP] for at in range(state.turn + left))
        whole = snake(self.seats, self.opener, state.turn + 2 * self.seats * (left + 1))
        to_come = [seat for seat in whole[state.turn :] if seat not in self.dropped]
        return (*whole[: state.turn], *to_come[:left])

    @property
    def turn(self) -> int:
        """The current position in `order`, from 0."""
        return self.tracked.game.state.turn

    @property
    def cards_of_opening(self) -> tuple[tuple[Card, int], ...]:
        """The cards of this opening this seat may see.

        Each with the seat that took it face up, 0 for those still there.
        """
        if not self.face_up or not self.opening:
            return ()
        packs = {card.pack for pack in self._packs for card in pack}
        cards = [(card, 0) for card in self.view.table]
        if self.subtype == "rochester":
            cards += [
                (card, seat)
                for seat, pile in self.view.drafted.items()
                for card in pile
                if card.pack in packs
            ]
        return tuple(sorted(cards, key=lambda pair: pair[0].number))

    @property
    def seconds(self) -> int:
        """Seconds for the current pick; the first of an opening includes the time to look."""
        draft = self.tracked.draft
        base = PICK_SECONDS[self.subtype] if draft.pick_seconds is None else draft.pick_seconds
        state = self.tracked.game.state
        if self.subtype == "booster":
            times = pick_times(base, max(self.picks, 1), hurry=self.setup.hurry)
            base = times[min(state.turn, len(times) - 1)]
        if state.turn or self.subtype == "solomon":
            return base
        return base + (LOOK_SECONDS[self.subtype] if draft.look_seconds is None else draft.look_seconds)

    @property
    def timer(self) -> Standing | None:
        """The timer of the current pick; None if no one picks. Face up it starts once the cards are named."""
        state, standing = self.tracked.game.state, self.tracked.timer
        if not self.begun or state.idle or standing.since is None:
            return None
        if not self.face_up or state.turn:
            return standing
        if self.unnamed:
            return None
        named_at = max((row.at for row in self.tracked.moves if row.kind == "rename"), default=None)
        if named_at is None or named_at <= standing.since:
            return standing
        return replace(standing, since=named_at, spent=NOTHING)

    @property
    def named_so_far(self) -> tuple[str, ...]:
        """Names this seat has seen, latest first, without duplicates."""
        seen = [card.name for card in (*self.mine, *self.view.table) if card.name]
        return tuple(dict.fromkeys(reversed(seen)))

    @property
    def _packs(self) -> Sequence[Sequence[Card]]:
        return self.tracked.game.procedure.openings[self.opening - 1]

    def _beside(self, way: int) -> int:
        if not way or self.seat == STAFF or self.there < PAIR:
            return 0
        at = pass_on(self.seat, self.seats, way)
        while at in self.dropped:
            at = pass_on(at, self.seats, way)
        return at


def seat_view(draft: Draft, pod: int, seat: int = STAFF) -> SeatView:
    """One pod as a seat sees it. Refused as `tracking.tracked`."""
    before = stamp(draft, pod)
    return SeatView(tracking.tracked(draft, pod), seat, before)


def stamp(draft: Draft, pod: int = 0) -> str:
    """A stamp that changes with every move and pause of a pod, 0 for all, and with the building clocks.

    Three queries.
    """
    about = {"pod": pod} if pod else {}
    moves, pauses = draft.moves.filter(**about).count(), draft.marks.filter(**about).count()
    built = building.stamp(draft)
    return f"{moves}.{pauses}.{built}" if built else f"{moves}.{pauses}"


def seated_draft(entry: Entry) -> Draft | None:
    """The latest draft in which an entry has a seat. One query."""
    rows = Draft.objects.filter(division=entry.division_id).select_related("division__tournament")
    return next((row for row in rows.order_by("-number") if pod_and_seat(row, entry.pk)[0]), None)


def is_tracked(draft: Draft) -> bool:
    """Whether its picks are tapped."""
    return draft.way == Draft.Way.TRACKED and draft.subtype in blank.TRACKED


def cards_of(draft: Draft, language: str) -> tuple[ChecklistCard, ...]:
    """The checklist of a draft's packs; empty if the catalogue lacks the expansion."""
    return checklist_of(setup_of(draft).boosters, language=language)


def by_pick_name(rows: Sequence[ChecklistCard]) -> dict[str, ChecklistCard]:
    """The cards of a checklist by what is stored of each: its name, with set and number where several share it."""
    count = Counter(card.name for card in rows)
    return {card.name if count[card.name] == 1 else card.line: card for card in rows}


def understood(text: str, rows: Sequence[ChecklistCard]) -> str:
    """What is stored of typed text: the checklist card if exactly one matches, else the text."""
    wanted, matches = names.loose(text), []
    for name, card in by_pick_name(rows).items():
        number = card.number.partition("/")[0]
        texts = (card.name, card.local, number, card.where, card.line)
        if wanted and wanted in {names.loose(text) for text in texts if text}:
            matches.append(name)
    return matches[0] if len(matches) == 1 else " ".join(text.split())
