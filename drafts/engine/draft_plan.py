"""The plan of a Limited event: pods, openers, pass directions, picks, times and announcements."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from cards.engine.rule_settings import choice_of_setting
from decks.engine.legality.context import Problem
from drafts.engine.draft_setup import Setup, check_draft_setup, setup_error_codes
from drafts.engine.packs import TOGETHER
from drafts.engine.pods import Pods, SitOut, equal_pods, largest_equal_pods, pair_sizes, propose_sit_out
from drafts.engine.procedures import booster, rochester, solomon

BUILD_MINUTES = 30
"""Minutes to build a deck (R-055)."""

SEATING_MINUTES = 10
"""Minutes for finding seats; not set by a rule."""

REGISTER_MINUTES = 20
"""Minutes to open, register and verify Sealed pools before building; not set by a rule."""

LOOK_MINUTES = 5
"""Minutes to look through the packs in Solomon; not set by a rule."""

BETWEEN_MINUTES = 1
"""Minutes between two openings in Booster and Rochester; not set by a rule."""

PICK_SECONDS = {"sealed": 0, "booster": 30, "rochester": 10, "solomon": 10}
"""Default seconds per pick; not set by a rule."""

LAST_SECONDS = 5
"""Shortest time for a pick in a draft with shrinking pick times."""

When = Literal["before_event", "before_start", "during", "after"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Packs that are opened together or, in Solomon, a group of the stack.

    `opener`: a seat, 0 for everyone. `way`: 1 if packs are passed left, -1 right, 0 not at all. `picks`: the seats in
    order of their picks; in Booster, from the pack that seat 1 opened.
    """

    number: int
    opener: int
    way: int
    cards: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """All pods of one size, which draft in the same way. `cards`: number of cards that each seat drafts."""

    size: int
    pods: int
    openings: tuple[Opening, ...]
    cards: dict[int, int]

    @property
    def seats(self) -> range:
        return range(1, self.size + 1)


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement that staff must make, with the rule that requires it."""

    code: str
    when: When
    rule: str


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the day. `at`: minutes after the start. `minutes`: its length. `rule`: the rule that sets it, or ""."""

    code: str
    at: int
    minutes: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A complete plan. If `tables` is empty, an error has to be fixed or a choice made first.

    `pods`: sizes of the pods. `options`: every way to form equal pods. `proposal`: how many players should sit out if
    pods of 4 to 8 cannot be equal. `packs`: the total for all players.
    """

    setup: Setup
    problems: tuple[Problem, ...]
    pods: tuple[int, ...]
    tables: tuple[PlannedTable, ...]
    steps: tuple[Step, ...]
    notices: tuple[Notice, ...]
    options: tuple[Pods, ...]
    proposal: SitOut | None
    packs: int
    energy_supplied: bool

    @property
    def refused(self) -> bool:
        """Whether the set-up has errors, so that there is no plan."""
        return bool(setup_error_codes(self.problems))


def plan_draft(
    setup: Setup, *, pick_seconds: int | None = None, energy_supplied: bool = True, redraft: bool = False
) -> DraftPlan:
    """Plan a set-up with players, packs and cards per pack. `redraft`: whether the draft precedes a later round."""
    players, problems = setup.players or 0, check_draft_setup(setup)
    pods = () if setup_error_codes(problems) else pod_sizes_of_setup(setup)
    # The largest pods come first, but a group of three after the pairs of Solomon.
    sizes = sorted(Counter(pods).items(), reverse=setup.subtype != "solomon")
    tables = tuple(plan_table(setup, size, count) for size, count in sizes)
    in_pods = setup.subtype in ("booster", "rochester")
    seconds = PICK_SECONDS.get(setup.subtype, 0) if pick_seconds is None else pick_seconds
    return DraftPlan(
        setup,
        problems,
        pods,
        tables,
        plan_steps(setup, tables, seconds, redraft=redraft) if tables else (),
        plan_notices(setup, energy_supplied=energy_supplied, redraft=redraft) if tables else (),
        equal_pods(players) if in_pods else (),
        propose_sit_out(players) if in_pods and largest_equal_pods(players) is None else None,
        players * (setup.packs_each or 0),
        energy_supplied,
    )


def pod_sizes_of_setup(setup: Setup) -> tuple[int, ...]:
    """Return the sizes of the pods.

    The result is empty if no equal pods of 4 to 8 fit and staff have not chosen other ones (S12).
    """
    players = setup.players or 0
    if setup.subtype == "solomon":
        return pair_sizes(players, trio=setup.trio)
    if setup.subtype == "sealed":
        return (players,)
    equal = largest_equal_pods(players)
    return setup.pods or (equal.sizes if equal else ())


def plan_table(setup: Setup, size: int, pods: int) -> PlannedTable:
    """Plan the openings and picks of all pods of one size. `pods`: their number."""
    packs, cards = setup.packs_each or 0, setup.pack_size or 0
    if setup.subtype in ("sealed", "booster"):
        cards_by_seat = dict.fromkeys(range(1, size + 1), packs * cards)
        openings: tuple[Opening, ...] = ()
        if setup.subtype == "booster":
            openings = tuple(
                Opening(
                    number,
                    0,
                    booster.direction(number),
                    size * cards,
                    booster.pick_order(size, 1, number, cards),
                )
                for number in range(1, packs + 1)
            )
        return PlannedTable(size, pods, openings, cards_by_seat)
    if setup.subtype == "rochester":
        face_up = TOGETHER * cards
        openers = [
            (number, rochester.opener_of(number, size)) for number in range(1, size * packs // TOGETHER + 1)
        ]
        openings = tuple(
            Opening(number, seat, 0, face_up, rochester.snake_order(size, seat, face_up))
            for number, seat in openers
        )
    else:
        groups = enumerate(solomon.group_sizes(size * packs * cards), start=1)
        revealers = [(number, solomon.revealer_of(number, seats=size), group) for number, group in groups]
        openings = tuple(
            Opening(number, seat, 0, group, solomon.picking_seats(seat, group, seats=size))
            for number, seat, group in revealers
        )
    counts = Counter(seat for opening in openings for seat in opening.picks)
    return PlannedTable(size, pods, openings, {seat: counts[seat] for seat in range(1, size + 1)})


def plan_steps(
    setup: Setup, tables: tuple[PlannedTable, ...], seconds: int, *, redraft: bool = False
) -> tuple[Step, ...]:
    """Plan the day: seating, the draft, deck building and the next round.

    In Sealed, pools are registered instead of drafted. Only the building time is set by a rule.
    """
    if setup.subtype == "sealed":
        code, minutes = "REGISTER", REGISTER_MINUTES
    else:
        # Estimate, rounded up: in Booster all seats pick at once, in the other formats in turn.
        is_hurried = setup.hurry and setup.subtype == "booster"
        code, minutes = "DRAFT", 0
        for table in tables:
            pick_seconds = sum(
                sum(pick_times(seconds, len(opening.picks), hurry=is_hurried)) for opening in table.openings
            )
            look_minutes = (
                LOOK_MINUTES if setup.subtype == "solomon" else BETWEEN_MINUTES * len(table.openings)
            )
            minutes = max(minutes, -(-pick_seconds // 60) + look_minutes)
    building_starts = SEATING_MINUTES + minutes
    return (
        Step("SEATING", 0, SEATING_MINUTES),
        Step(code, SEATING_MINUTES, minutes),
        Step("BUILDING", building_starts, BUILD_MINUTES, "R-055"),
        Step("NEXT_ROUND" if redraft else "ROUND_1", building_starts + BUILD_MINUTES, 0),
    )


def pick_times(seconds: int, picks: int, *, hurry: bool) -> tuple[int, ...]:
    """Return the seconds for each pick from one pack.

    With `hurry`, the time shrinks with the remaining cards, in multiples of five, from the full time down to
    LAST_SECONDS.
    """
    if not hurry:
        return (seconds,) * picks
    shortest = min(seconds, LAST_SECONDS)
    rounded_times = (
        -(-seconds * cards_left // (picks * LAST_SECONDS)) * LAST_SECONDS
        for cards_left in range(picks, 0, -1)
    )
    return tuple(max(shortest, min(seconds, rounded_time)) for rounded_time in rounded_times)


def plan_notices(setup: Setup, *, energy_supplied: bool, redraft: bool = False) -> tuple[Notice, ...]:
    """Return the required announcements; for a redraft, without those due before the event."""
    energy_code = "ENERGY_SUPPLIED" if energy_supplied else "ENERGY_NOT_SUPPLIED"
    notices = []
    if not redraft:
        notices.append(Notice(energy_code, "before_event", "R-053"))
        if setup.redraft_round:
            new_cards_only = choice_of_setting(setup.settings, "S6") == "new_draft"
            notices.append(Notice("REDRAFT_ALONE" if new_cards_only else "REDRAFT", "before_start", "R-095"))
        notices.append(Notice(f"{energy_code}_AGAIN", "before_start", "R-053"))
    if setup.subtype == "solomon":
        cooperation = Notice("COOPERATION", "before_start", "R-096")
        notices.append(cooperation if setup.cooperative else Notice("SILENCE", "during", "R-094"))
    if setup.subtype in OF_PROCEDURE:
        notices.append(OF_PROCEDURE[setup.subtype])
    notices.append(Notice("BUILDING", "after", "R-055"))
    if collecting_code := {"deck_and_unused": "LIST_AND_UNUSED", "deck": "LIST"}.get(
        choice_of_setting(setup.settings, "S4")
    ):
        notices.append(Notice(collecting_code, "after", "R-058"))
    notices.append(Notice("NO_TRADING", "after", "R-056"))
    locked_code = "LOCKED_BUT_REDRAFT" if setup.redraft_round else "LOCKED"
    notices.append(Notice("LOCKED_AFTER_REDRAFT" if redraft else locked_code, "after", "R-057"))
    notices.append(Notice("PRIZES", "after", "R-059"))
    return tuple(notices)


OF_PROCEDURE = {
    "sealed": Notice("SIGNAL", "during", "R-097"),
    "booster": Notice("SECRET", "during", "R-092"),
    "rochester": Notice("REARRANGE", "during", "R-093"),
}
"""Format -> the announcement about its procedure."""
