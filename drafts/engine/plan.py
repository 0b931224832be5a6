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
    found = best(players)
    return setup.pods or (found.sizes if found else ())


def table(setup: Setup, size: int, pods: int) -> Table:
    """How pods of one size draft."""
    packs, cards = setup.packs_each or 0, setup.pack_size or 0
    if setup.subtype == "sealed":
        return Table(size, pods, (), dict.fromkeys(range(1, size + 1), packs * cards))
    openings = {"booster": _passed, "rochester": _face_up, "solomon": _stacked}[setup.subtype](
        size, packs, cards
    )
    counted = Counter(seat for opening in openings for seat in opening.picks)
    if setup.subtype == "booster":
        counted = Counter(dict.fromkeys(range(1, size + 1), packs * cards))
    return Table(size, pods, openings, {seat: counted[seat] for seat in range(1, size + 1)})


def _passed(size: int, packs: int, cards: int) -> tuple[Opening, ...]:
    return tuple(
        Opening(n, 0, booster.direction(n), size * cards, booster.path(size, 1, n, cards))
        for n in range(1, packs + 1)
    )


def _face_up(size: int, packs: int, cards: int) -> tuple[Opening, ...]:
    openers = [(n, rochester.opener_of(n, size)) for n in range(1, size * packs // TOGETHER + 1)]
    lie = TOGETHER * cards
    return tuple(Opening(n, opener, 0, lie, rochester.snake(size, opener, lie)) for n, opener in openers)


def _stacked(size: int, packs: int, cards: int) -> tuple[Opening, ...]:
    made = []
    for number, group in enumerate(solomon.groups(size * packs * cards), start=1):
        turner = solomon.turner_of(number)
        made.append(Opening(number, turner, 0, group, solomon.picks_of(turner, group)))
    return tuple(made)


def steps(
    setup: Setup, tables: tuple[Table, ...], seconds: int, *, redraft: bool = False
) -> tuple[Step, ...]:
    """Seating, the draft or in Sealed the registration of pools, deck building, round 1 or the next one.

    Only building time is set by a rule.
    """
    made, at = [Step("SEATING", 0, SEATING_MINUTES)], SEATING_MINUTES
    if setup.subtype != "sealed":
        minutes = max(draft_minutes(setup, one, seconds) for one in tables)
        made.append(Step("DRAFT", at, minutes))
    else:
        minutes = REGISTER_MINUTES
        made.append(Step("REGISTER", at, minutes))
    at += minutes
    made.append(Step("BUILDING", at, BUILD_MINUTES, "R-055"))
    return (*made, Step("NEXT_ROUND" if redraft else "ROUND_1", at + BUILD_MINUTES, 0))


def draft_minutes(setup: Setup, table: Table, seconds: int) -> int:
    """Estimated minutes, rounded up: in Booster all pick at once, elsewhere in turn."""
    hurry = setup.hurry and setup.subtype == "booster"
    whole = sum(sum(pick_times(seconds, len(opening.picks), hurry=hurry)) for opening in table.openings)
    extra = LOOK_MINUTES if setup.subtype == "solomon" else BETWEEN_MINUTES * len(table.openings)
    return -(-whole // 60) + extra


def pick_times(seconds: int, picks: int, *, hurry: bool) -> tuple[int, ...]:
    """The seconds of each pick from one pack.

    With `hurry` they shrink with the cards left, in steps of five up to the full time, never below LAST_SECONDS.
    """
    if not hurry:
        return (seconds,) * picks
    least = min(seconds, LAST_SECONDS)
    steps = (-(-seconds * left // (picks * LAST_SECONDS)) * LAST_SECONDS for left in range(picks, 0, -1))
    return tuple(max(least, min(seconds, one)) for one in steps)


def notices(setup: Setup, *, energy_supplied: bool, redraft: bool = False) -> tuple[Notice, ...]:
    """What must be announced, and when; before a redraft without what was due before the event."""
    solo = setup.subtype == "solomon"
    return (
        *(
            ()
            if redraft
            else _of_event(setup, "ENERGY_SUPPLIED" if energy_supplied else "ENERGY_NOT_SUPPLIED")
        ),
        *([Notice("COOPERATION", "before_start", "R-096")] if solo and setup.cooperative else []),
        *([Notice("SILENCE", "during", "R-094")] if solo and not setup.cooperative else []),
        *_of_procedure(setup.subtype),
        Notice("BUILDING", "after", "R-055"),
        *_of_list(setup),
        Notice("NO_TRADING", "after", "R-056"),
        Notice(_locked(setup, redraft=redraft), "after", "R-057"),
        Notice("PRIZES", "after", "R-059"),
    )


def _of_event(setup: Setup, energy: str) -> tuple[Notice, ...]:
    return (
        Notice(energy, "before_event", "R-053"),
        *([Notice(_redraft(setup), "before_start", "R-095")] if setup.redraft_round else []),
        Notice(f"{energy}_AGAIN", "before_start", "R-053"),
    )


def _locked(setup: Setup, *, redraft: bool) -> str:
    if redraft:
        return "LOCKED_AFTER_REDRAFT"
    return "LOCKED_BUT_REDRAFT" if setup.redraft_round else "LOCKED"


def _of_procedure(subtype: str) -> tuple[Notice, ...]:
    notices = {
        "sealed": (Notice("SIGNAL", "during", "R-097"),),
        "booster": (Notice("SECRET", "during", "R-092"),),
        "rochester": (Notice("REARRANGE", "during", "R-093"),),
    }
    return notices.get(subtype, ())


def _redraft(setup: Setup) -> str:
    return "REDRAFT_ALONE" if choice(setup.settings, "S6") == "new_draft" else "REDRAFT"


def _of_list(setup: Setup) -> tuple[Notice, ...]:
    collected = {"deck_and_unused": "LIST_AND_UNUSED", "deck": "LIST"}.get(choice(setup.settings, "S4"))
    return (Notice(collected, "after", "R-058"),) if collected else ()
