"""Views of a tracked pod by seat. All cards are taken from `DraftGame.view`, so hidden cards never reach a page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from cards.engine import card_names
from cards.queries.checklist import ChecklistCard, checklist_of_boosters
from decks.models import Draft
from decks.queries.drafts import building_pod
from drafts.engine import real_packs
from drafts.engine.draft_plan import PICK_SECONDS, pick_times
from drafts.engine.draft_setup import Setup
from drafts.engine.moves import STAFF, Card, View
from drafts.engine.packs import TOGETHER
from drafts.engine.pick_timer import MORE_SECONDS
from drafts.engine.pods import PAIR
from drafts.engine.procedures.booster import direction, seat_receiving_pack
from drafts.engine.procedures.rochester import snake_order
from drafts.engine.procedures.solomon import GROUP, picking_seats
from drafts.engine.run import LOOK_SECONDS, NOTHING, RunStanding
from drafts.queries import building_clocks, tracking
from drafts.queries.drafts import setup_of_draft
from drafts.queries.tracking import TrackedPod
from tournaments.models import Entry

MAX_RECENT = 8
"""Maximum number of recent names that a page offers."""


@dataclass(frozen=True)
class DraftSeatView:
    """A pod as one seat may see it; seat 0 means staff, the table's tablet and spectators.

    Cards are only taken from `view`. `stamp` lets pages detect changes; it is read before the pod, so that a page
    rendered during a change is refreshed.
    """

    tracked: TrackedPod
    seat: int
    stamp: str = ""

    @cached_property
    def view(self) -> View:
        return self.tracked.game.view(self.seat)

    @cached_property
    def setup(self) -> Setup:
        return setup_of_draft(self.tracked.draft)

    @property
    def subtype(self) -> str:
        return self.tracked.draft.subtype

    @property
    def packs_lie_face_up(self) -> bool:
        return self.tracked.game.procedure.packs_lie_face_up

    @property
    def seats(self) -> int:
        return self.tracked.game.seats

    @property
    def begun(self) -> bool:
        return self.tracked.game.state.opening > 0

    @property
    def idle(self) -> bool:
        """Whether the next move is to open packs or turn over a group."""
        return self.tracked.game.state.idle and not self.view.over

    @property
    def awaits_coin_flip(self) -> bool:
        """Whether it is not decided yet who turns over the first cards in Solomon (R-094)."""
        is_open = self.subtype == "solomon" and not self.begun and not self.view.over
        return is_open and not self.tracked.coin.is_settled(self.seats)

    @property
    def acts(self) -> bool:
        """Whether this seat may act now; False for staff."""
        return self.seat in self.view.to_act and self.seat != STAFF

    @property
    def opening(self) -> int:
        """Number of the current opening, counted from 1; 0 before the first."""
        return self.tracked.game.state.opening

    @property
    def openings(self) -> int:
        """Number of openings in the whole draft."""
        return len(self.tracked.game.procedure.openings)

    @property
    def coming(self) -> int:
        """Number of the next opening, 0 after the last one."""
        return next(iter(self.tracked.game.procedure.coming_openings(self.tracked.game.state)), 0)

    @property
    def opener(self) -> int:
        """The seat that began the current opening or, between openings, begins the next; 0 if staff give a signal."""
        opening = self.coming if self.idle else self.opening
        return self.tracked.game.procedure.seat_that_opens(opening) if opening else STAFF

    @property
    def next_opener(self) -> int:
        """The seat that begins the next opening, 0 if there is none or staff give a signal."""
        return self.tracked.game.procedure.seat_that_opens(self.coming) if self.coming else STAFF

    @property
    def pick(self) -> int:
        """Number of the current pick in this opening, counted from 1."""
        state = self.tracked.game.state
        return (state.taken if self.packs_lie_face_up else state.turn) + 1

    @property
    def picks(self) -> int:
        """Number of picks in this opening: from one pack in Booster, from all opened cards in other formats."""
        if not self.opening:
            return 0
        if self.packs_lie_face_up:
            return self.pick - 1 + len(self.view.table)
        return self.pick - 1 + max(self.view.held.values(), default=0)

    @property
    def way(self) -> int:
        """Direction in which packs are passed: 1 left, -1 right, 0 not at all."""
        opening = self.coming if self.idle else self.opening
        return direction(opening) if self.subtype == "booster" and opening else 0

    @property
    def passes_to(self) -> int:
        """The seat that receives packs from this one, skipping players who left; 0 if packs are not passed."""
        return self._neighbor(self.way)

    @property
    def gets_from(self) -> int:
        """The seat that passes packs to this one, skipping players who left; 0 if packs are not passed."""
        return self._neighbor(-self.way)

    @property
    def dropped(self) -> frozenset[int]:
        """Seats whose players left the draft."""
        return self.tracked.game.state.dropped

    @property
    def at_random(self) -> frozenset[int]:
        """Seats whose players left and for which staff pick at random."""
        return self.tracked.game.state.at_random

    @property
    def seats_left(self) -> int:
        """Number of seats still in the draft."""
        return self.seats - len(self.dropped)

    @property
    def picked(self) -> int:
        """Number of seats that have picked while others are still picking (Booster)."""
        return self.seats_left - len(self.view.to_act)

    @property
    def mine(self) -> tuple[Card, ...]:
        """The cards this seat has drafted, oldest first."""
        return self.view.drafted.get(self.seat, ())

    @property
    def unnamed(self) -> tuple[Card, ...]:
        """Face-up cards without a name."""
        return tuple(card for card in self.view.table if not card.name)

    @property
    def last_group(self) -> int:
        """Size of the current or next group in Solomon if it has fewer than four cards, otherwise 0.

        Only the last group can be that small. Between openings, the next group counts.
        """
        opening = self.coming if self.idle else self.opening
        size = len(self.tracked.game.procedure.openings[opening - 1][0]) if opening else GROUP
        return size if self.subtype == "solomon" and size < GROUP else 0

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in order of their picks in this opening, past and upcoming.

        Empty if all seats pick at the same time, and before the cards are face up.
        """
        state, cards_left = self.tracked.game.state, len(self.view.table)
        if not self.packs_lie_face_up or not self.opening or self.idle:
            return ()
        if self.subtype == "solomon":
            cycle = picking_seats(self.opener, GROUP, seats=self.seats)
            return tuple(cycle[turn % GROUP] for turn in range(state.turn + cards_left))
        # Long enough even if one remaining player makes all picks.
        snake = snake_order(self.seats, self.opener, state.turn + 2 * self.seats * (cards_left + 1))
        upcoming = [seat for seat in snake[state.turn :] if seat not in self.dropped]
        return (*snake[: state.turn], *upcoming[:cards_left])

    @property
    def turn(self) -> int:
        """The current position in `order`, counted from 0."""
        return self.tracked.game.state.turn

    @property
    def cards_of_opening(self) -> tuple[tuple[Card, int], ...]:
        """The cards of this opening that this seat may see, by number.

        Each card has the seat that took it, 0 if it is still on the table. Taken cards are listed only in Rochester.
        """
        if not self.packs_lie_face_up or not self.opening:
            return ()
        opened = self.tracked.game.procedure.openings[self.opening - 1]
        packs = {card.pack for pack in opened for card in pack}
        cards_with_seat = [(card, 0) for card in self.view.table]
        if self.subtype == "rochester":
            cards_with_seat += [
                (card, seat)
                for seat, pile in self.view.drafted.items()
                for card in pile
                if card.pack in packs
            ]
        return tuple(sorted(cards_with_seat, key=lambda card_and_seat: card_and_seat[0].number))

    @property
    def seconds(self) -> int:
        """Seconds allowed for the current pick.

        The first pick of an opening includes the time to look. Once a judge has given more time, only the added
        seconds count.
        """
        if self.tracked.pick_timer.waits:
            return MORE_SECONDS
        draft = self.tracked.draft
        seconds = PICK_SECONDS[self.subtype] if draft.pick_seconds is None else draft.pick_seconds
        state = self.tracked.game.state
        if self.subtype == "booster":
            times = pick_times(seconds, max(self.picks, 1), hurry=self.setup.hurry)
            seconds = times[min(state.turn, len(times) - 1)]
        if state.turn or self.subtype == "solomon":
            return seconds
        return seconds + (LOOK_SECONDS[self.subtype] if draft.look_seconds is None else draft.look_seconds)

    @property
    def timer(self) -> RunStanding | None:
        """The timer of the current pick, None if no pick is in progress.

        If cards are face up, it starts once all of them are named.
        """
        state, standing = self.tracked.game.state, self.tracked.timer
        if not self.begun or state.idle or standing.since is None:
            return None
        if not self.packs_lie_face_up or state.turn:
            return standing
        if self.unnamed:
            return None
        named_at = max((row.at for row in self.tracked.moves if row.kind == "rename"), default=None)
        if named_at is None or named_at <= standing.since:
            return standing
        return replace(standing, since=named_at, spent=NOTHING)

    def late_seats(self, now: datetime) -> tuple[int, ...]:
        """Return the seats that have not picked although the time is over, without those that staff pick for."""
        timer = self.timer
        if timer is None or self.view.over or timer.seconds_left(self.seconds, now):
            return ()
        return tuple(seat for seat in self.view.to_act if seat not in self.at_random)

    @property
    def closed_packs(self) -> int:
        """Number of unopened packs."""
        if self.subtype == "solomon":
            return 0 if self.begun else self.seats * (self.setup.packs_each or 0)
        if self.view.over:
            return 0
        return (self.openings - self.opening) * (TOGETHER if self.subtype == "rochester" else self.seats_left)

    @property
    def named_so_far(self) -> tuple[str, ...]:
        """Card names that this seat has seen, latest first, without duplicates."""
        names_seen = [card.name for card in (*self.mine, *self.view.table) if card.name]
        return tuple(dict.fromkeys(reversed(names_seen)))

    def _neighbor(self, way: int) -> int:
        """Return the next seat still in the draft in a direction.

        Return 0 if packs are not passed (`way` 0), for staff, and if no other seat is left.
        """
        if not way or self.seat == STAFF or self.seats_left < PAIR:
            return 0
        neighbor = seat_receiving_pack(self.seat, self.seats, way)
        while neighbor in self.dropped:
            neighbor = seat_receiving_pack(neighbor, self.seats, way)
        return neighbor


def seat_view(draft: Draft, pod: int, seat: int = STAFF) -> DraftSeatView:
    """Return one pod as a seat may see it on a page. Refused: whatever `tracking.tracked_pod` refuses."""
    stamp_before = pod_stamp(draft, pod)
    return DraftSeatView(tracking.tracked_pod(draft, pod), seat, stamp_before)


def staff_seat_views(draft: Draft) -> list[DraftSeatView]:
    """Return every pod as staff may see it, in order. Two queries.

    Refused: whatever `tracking.tracked_pods` refuses.
    """
    return [DraftSeatView(pod, STAFF) for pod in tracking.tracked_pods(draft)]


def pod_stamp(draft: Draft, pod: int = 0) -> str:
    """Return a stamp that changes with every tap in a pod and on the building clocks. Three queries.

    `pod`: 0 for the taps in all pods.
    """
    pod_filter = {"pod": pod} if pod else {}
    moves, pauses = draft.moves.filter(**pod_filter).count(), draft.marks.filter(**pod_filter).count()
    builds = building_clocks.building_stamp(draft)
    return f"{moves}.{pauses}.{builds}" if builds else f"{moves}.{pauses}"


def latest_draft_of(entry: Entry) -> Draft | None:
    """Return the latest draft in which an entry has a seat or is the odd player, or None. One query."""
    drafts = Draft.objects.filter(division=entry.division_id).select_related("division__tournament")
    return next((draft for draft in drafts.order_by("-number") if building_pod(draft, entry.pk)), None)


def is_tracked(draft: Draft) -> bool:
    """Return whether every pick of a draft is tapped."""
    return draft.way == Draft.Way.TRACKED and draft.subtype in real_packs.TRACKED


def checklist_of_draft(draft: Draft, language: str) -> tuple[ChecklistCard, ...]:
    """Return the checklist of a draft's packs, or an empty result if the catalogue lacks the expansion."""
    return checklist_of_boosters(draft.setup.get("boosters") or (), language=language)


def cards_by_stored_name(rows: Sequence[ChecklistCard]) -> dict[str, ChecklistCard]:
    """Map the stored name of each card of a checklist to the card.

    Cards that share a name are stored with set and number.
    """
    count = Counter(card.name for card in rows)
    return {card.name if count[card.name] == 1 else card.line: card for card in rows}


def stored_card_name(text: str, rows: Sequence[ChecklistCard]) -> str:
    """Return the name to store for a typed text: the checklist's name if exactly one card matches, else the text.

    The text may be the card's name, its name in the language of the page, its number, or set and number.
    """
    typed, matches = card_names.fold_card_name_loosely(text), []
    for name, card in cards_by_stored_name(rows).items():
        number = card.number.partition("/")[0]
        spellings = (card.name, card.local, number, card.where, card.line)
        if typed and typed in {
            card_names.fold_card_name_loosely(spelling) for spelling in spellings if spelling
        }:
            matches.append(name)
    return matches[0] if len(matches) == 1 else " ".join(text.split())
