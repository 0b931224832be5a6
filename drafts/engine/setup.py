"""The set-up of a Limited event and its problems under the rules, each with the nearest legal choice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cards.engine.settings import choice
from decks.engine.counting import FIRST_REDRAFT
from decks.engine.legality.context import Problem, Severity
from decks.engine.refusals import DeckRefusal
from drafts.engine import SUBTYPES
from drafts.engine.packs import check_even, check_expansions
from drafts.engine.pods import check_pairs, check_pods
from drafts.engine.refusals import DraftRefusal

FORMATS = ("standard", "expanded", "unlimited", "2v2")
WITHOUT_SOLOMON = ("unlimited", "2v2")
"""Formats whose rules name the other three suitable and omit Solomon (R-089, S20)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """An organizer's plan. None: not given, so not checked.

    `pods`: their sizes; empty: equal pods. `boosters`: the expansion codes of a player's packs. `redraft_announced`:
    before the event (R-095); `cooperation_announced`: before the draft (R-096). `energy_announced`: before the day
    whether basic Energy is supplied; `energy_announced_again`: at the event before it starts (R-053). `override`: a
    judge proceeds with a reason, where the rules allow it (R-002). `hurry`: in Booster picks get shorter as packs get
    smaller.
    """

    subtype: str
    card_format: str = "standard"
    style: str = "limited"
    players: int | None = None
    packs_each: int | None = None
    pack_size: int | None = None
    pods: tuple[int, ...] = ()
    boosters: tuple[str, ...] = ()
    redraft_round: int | None = None
    redraft_announced: bool = False
    cooperative: bool = False
    cooperation_announced: bool = False
    energy_announced: bool | None = None
    energy_announced_again: bool | None = None
    override: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    hurry: bool = False


def check(setup: Setup) -> tuple[Problem, ...]:
    """Every problem of a set-up, errors and warnings."""
    return tuple(_problems(setup))


def errors(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems if problem.severity == "error"]


def warnings(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems if problem.severity == "warning"]


def _problems(setup: Setup) -> Iterator[Problem]:
    # Check the format of the draft (R-089, S20).
    facts = {"subtype": setup.subtype, "format": setup.card_format}
    if setup.subtype not in SUBTYPES or "limited" not in setup.style:
        yield Problem(DraftRefusal.SUBTYPE_NOT_OFFERED, "error", (), "R-089", facts)
    elif setup.subtype == "solomon" and setup.card_format in WITHOUT_SOLOMON:
        refused = choice(setup.settings, "S20") == "refuse"
        severity: Severity = "error" if refused else "warning"
        left_out = {**facts, "left_out": True, "refused": refused}
        yield Problem(DraftRefusal.SUBTYPE_NOT_OFFERED, severity, (), "R-089", left_out, "S20")
    yield from _field(setup)
    yield from check_expansions(setup.boosters, override=setup.override)
    if setup.subtype == "rochester" and setup.packs_each is not None:
        yield from check_even(setup.packs_each)
    # Check that Energy, supplied or not, was announced before the day and again before the start.
    if False in (setup.energy_announced, setup.energy_announced_again):
        yield Problem(DraftRefusal.ENERGY_ANNOUNCEMENT_MISSING, "error", (), "R-053")
    yield from _redraft(setup)
    yield from _cooperation(setup)


def _field(setup: Setup) -> Iterator[Problem]:
    """Check the number of players: pods or pairs; Sealed takes two or more (R-091, R-094)."""
    if setup.players is None:
        return
    if setup.subtype == "solomon":
        yield from check_pairs(setup.players)
    elif setup.subtype in ("booster", "rochester"):
        yield from check_pods(setup.players, setup.pods, settings=setup.settings, override=setup.override)
    elif setup.players < 2:
        yield Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-097", {"players": setup.players})


def _redraft(setup: Setup) -> Iterator[Problem]:
    """Check a redraft: only in Solomon, in later rounds, announced before the tournament (R-095)."""
    if setup.redraft_round is None:
        return
    facts = {"round": setup.redraft_round, "subtype": setup.subtype}
    if setup.subtype != "solomon" or setup.redraft_round < FIRST_REDRAFT:
        yield Problem(DraftRefusal.REDRAFT_NOT_OFFERED, "error", (), "R-095", facts)
    elif not setup.redraft_announced:
        yield Problem(DeckRefusal.REDRAFT_NOT_ANNOUNCED, "error", (), "R-095", facts)


def _cooperation(setup: Setup) -> Iterator[Problem]:
    """Check cooperation: only in Solomon, announced before the draft (R-096)."""
    if not setup.cooperative:
        return
    facts = {"subtype": setup.subtype}
    if setup.subtype != "solomon":
        yield Problem(DraftRefusal.COOPERATION_NOT_OFFERED, "error", (), "R-096", facts)
    elif not setup.cooperation_announced:
        yield Problem(DraftRefusal.COOPERATION_NOT_ANNOUNCED, "error", (), "R-096", facts)
