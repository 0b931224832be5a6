"""The plan of a Limited event: pods, openers, pass directions, picks, times, and announcements."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from cards.engine.settings import choice
from decks.engine.legality.context import Problem
from drafts.engine import booster, rochester, solomon
from drafts.engine.packs import TOGETHER
from drafts.engine.pods import PAIR, Pods, SitOut, best, equal_pods, proposal
from drafts.engine.setup import Setup, check, errors

BUILD_MINUTES = 30
"""R-055."""

SEATING_MINUTES = 10
REGISTER_MINUTES = 20
"""Time to open, register and verify Sealed pools before building begins; no rule sets it."""

LOOK_MINUTES = 5
BETWEEN_MINUTES = 1
PICK_SECONDS = {"sealed": 0, "booster": 30, "rochester": 10, "solomon": 10}
"""Default seconds per pick; no rule sets them."""

LAST_SECONDS = 5
"""Shortest time for a pick where picks get shorter."""

When = Literal["before_event", "before_start", "during", "after"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Packs opened together, or a group of the stack.

    `opener` 0: everyone. `way` 1 passes left, -1 right, 0 not at all. `picks`: the seats in order of their picks; in
    Booster those of the pack seat 1 opened.
    """

    number: int
    opener: int
    way: int
    cards: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Every pod of one size, which draft alike. `cards`: what each seat has at the end."""

    size: int
    pods: int
    openings: tuple[Opening, ...]
    cards: dict[int, int]

    @property
    def seats(self) -> range:
        return range(1, self.size + 1)


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement staff must make, with its rule."""

    code: str
    when: When
    rule: str


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the day: minutes after the start and its length; `rule` if one sets it."""

    code: str
    at: int
    minutes: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A complete plan. Without `tables` there is an error to fix or a choice to make first."""

    setup: Setup
    problems: tuple[Problem, ...]
    pods: tuple[int, ...]
    tables: tuple[Table, ...]
    steps: tuple[Step, ...]
    notices: tuple[Notice, ...]
    options: tuple[Pods, ...]
    proposal: SitOut | None
    packs: int
    energy_supplied: bool

    @property
    def refused(self) -> bool:
        return bool(errors(self.problems))


def plan(
    setup: Setup, *, pick_seconds: int | None = None, energy_supplied: bool = True, redraft: bool = False
) -> Plan:
    """The plan of a set-up that names players, packs and cards per pack. `redraft`: for one before a later round."""
    players, problems = setup.players or 0, check(setup)
    pods = () if errors(problems) else pods_of(setup)
    tables = tuple(table(setup, size, count) for size, count in sorted(Counter(pods).items(), reverse=True))
    in_pods = setup.subtype in ("booster", "rochester")
    seconds = PICK_SECONDS.get(setup.subtype, 0) if pick_seconds is None else pick_seconds
    return Plan(
        setup,
        problems,
        pods,
        tables,
        steps(setup, tables, seconds, redraft=redraft) if tables else (),
        notices(setup, energy_supplied=energy_supplied, redraft=redraft) if tables else (),
        equal_pods(players) if in_pods else (),
        proposal(players) if in_pods and best(players) is None else None,
        players * (setup.packs_each or 0),
        energy_supplied,
    )


def pods_of(setup: Setup) -> tuple[int, ...]:
    """The sizes of the pods. Empty if only pods of 2 or 3 fit and staff have not chosen them (S12)."""
    players = setup.players or 0
    if setup.subtype == "solomon":
        return (PAIR,) * (players // PAIR)
    if setup.subtype == "sealed":
        return (players,)
    equal = best(players)
    return setup.pods or (equal.sizes if equal else ())


def table(setup: Setup, size: int, pods: int) -> Table:
    """How pods of one size draft."""
    packs, cards = setup.packs_each or 0, setup.pack_size or 0
    if setup.subtype in ("sealed", "booster"):
        each = dict.fromkeys(range(1, size + 1), packs * cards)
        openings: tuple[Opening, ...] = ()
        if setup.subtype == "booster":
            openings = tuple(
                Opening(n, 0, booster.direction(n), size * cards, booster.path(size, 1, n, cards))
                for n in range(1, packs + 1)
            )
        return Table(size, pods, openings, each)
    if setup.subtype == "rochester":
        lie = TOGETHER * cards
        openers = [(n, rochester.opener_of(n, size)) for n in range(1, size * packs // TOGETHER + 1)]
        openings = tuple(Opening(n, seat, 0, lie, rochester.snake(size, seat, lie)) for n, seat in openers)
    else:
        groups = enumerate(solomon.groups(size * packs * cards), start=1)
        turned = [(n, solomon.turner_of(n), group) for n, group in groups]
        openings = tuple(
            Opening(n, seat, 0, group, solomon.picks_of(seat, group)) for n, seat, group in turned
        )
    counted = Counter(seat for opening in openings for seat in opening.picks)
    return Table(size, pods, openings, {seat: counted[seat] for seat in range(1, size + 1)})


def steps(
    setup: Setup, tables: tuple[Table, ...], seconds: int, *, redraft: bool = False
) -> tuple[Step, ...]:
    """Seating, the draft or in Sealed the registration of pools, deck building, round 1 or the next one.

    Only building time is set by a rule.
    """
    if setup.subtype == "sealed":
        code, minutes = "REGISTER", REGISTER_MINUTES
    else:
        # An estimate, rounded up: in Booster all pick at once, elsewhere in turn.
        hurry = setup.hurry and setup.subtype == "booster"
        code, minutes = "DRAFT", 0
        for table in tables:
            whole = sum(
                sum(pick_times(seconds, len(opening.picks), hurry=hurry)) for opening in table.openings
            )
            looks = LOOK_MINUTES if setup.subtype == "solomon" else BETWEEN_MINUTES * len(table.openings)
            minutes = max(minutes, -(-whole // 60) + looks)
    builds_at = SEATING_MINUTES + minutes
    return (
        Step("SEATING", 0, SEATING_MINUTES),
        Step(code, SEATING_MINUTES, minutes),
        Step("BUILDING", builds_at, BUILD_MINUTES, "R-055"),
        Step("NEXT_ROUND" if redraft else "ROUND_1", builds_at + BUILD_MINUTES, 0),
    )


def pick_times(seconds: int, picks: int, *, hurry: bool) -> tuple[int, ...]:
    """The seconds of each pick from one pack.

    With `hurry` they shrink with the cards left, in steps of five up to the full time, never below LAST_SECONDS.
    """
    if not hurry:
        return (seconds,) * picks
    least = min(seconds, LAST_SECONDS)
    steps = (-(-seconds * left // (picks * LAST_SECONDS)) * LAST_SECONDS for left in range(picks, 0, -1))
    return tuple(max(least, min(seconds, exact)) for exact in steps)


def notices(setup: Setup, *, energy_supplied: bool, redraft: bool = False) -> tuple[Notice, ...]:
    """What must be announced, and when; before a redraft without what was due before the event."""
    energy = "ENERGY_SUPPLIED" if energy_supplied else "ENERGY_NOT_SUPPLIED"
    due = []
    if not redraft:
        due.append(Notice(energy, "before_event", "R-053"))
        if setup.redraft_round:
            alone = choice(setup.settings, "S6") == "new_draft"
            due.append(Notice("REDRAFT_ALONE" if alone else "REDRAFT", "before_start", "R-095"))
        due.append(Notice(f"{energy}_AGAIN", "before_start", "R-053"))
    if setup.subtype == "solomon":
        talk = Notice("COOPERATION", "before_start", "R-096")
        due.append(talk if setup.cooperative else Notice("SILENCE", "during", "R-094"))
    if setup.subtype in OF_PROCEDURE:
        due.append(OF_PROCEDURE[setup.subtype])
    due.append(Notice("BUILDING", "after", "R-055"))
    if collected := {"deck_and_unused": "LIST_AND_UNUSED", "deck": "LIST"}.get(choice(setup.settings, "S4")):
        due.append(Notice(collected, "after", "R-058"))
    due.append(Notice("NO_TRADING", "after", "R-056"))
    locked = "LOCKED_BUT_REDRAFT" if setup.redraft_round else "LOCKED"
    due.append(Notice("LOCKED_AFTER_REDRAFT" if redraft else locked, "after", "R-057"))
    due.append(Notice("PRIZES", "after", "R-059"))
    return tuple(due)


OF_PROCEDURE = {
    "sealed": Notice("SIGNAL", "during", "R-097"),
    "booster": Notice("SECRET", "during", "R-092"),
    "rochester": Notice("REARRANGE", "during", "R-093"),
}
