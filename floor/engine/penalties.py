"""Infractions and penalties by edition, as data; usual penalties, and those for a repetition.

M-070 to M-074. The levels of each edition are sourced; the usual level of an infraction is only a proposal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from checks.engine.check_sheet import Counted

YOUNG = ("junior", "senior")
"""Age divisions whose players may get a second Caution (M-073)."""


class Level(StrEnum):
    """From lightest to heaviest; the edition determines which exist."""

    CAUTION = "caution"
    WARNING = "warning"
    PRIZE = "prize"
    DOUBLE_PRIZE = "double_prize"
    QUAD_PRIZE = "quad_prize"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"

    @property
    def prizes(self) -> int:
        """Prizes it costs (M-070, M-071)."""
        return {Level.PRIZE: 1, Level.DOUBLE_PRIZE: 2, Level.QUAD_PRIZE: 4}.get(self, 0)

    @property
    def heavy(self) -> bool:
        """Whether it counts only once the head judge confirms it."""
        return self in (Level.GAME_LOSS, Level.MATCH_LOSS, Level.DISQUALIFICATION)

    @property
    def reported(self) -> bool:
        """Whether it is reported to the organizer and Play! Pokémon (M-073)."""
        return self is not Level.CAUTION


LEVELS: Mapping[str, tuple[Level, ...]] = {
    "2017": (
        Level.CAUTION,
        Level.WARNING,
        Level.PRIZE,
        Level.GAME_LOSS,
        Level.MATCH_LOSS,
        Level.DISQUALIFICATION,
    ),
    "2026": (
        Level.CAUTION,
        Level.WARNING,
        Level.DOUBLE_PRIZE,
        Level.QUAD_PRIZE,
        Level.GAME_LOSS,
        Level.MATCH_LOSS,
        Level.DISQUALIFICATION,
    ),
}
"""M-070. The Match Loss of 2026 is that of a player who does not come (M-075)."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction and its usual level by edition (M-074). `deck`: found in a deck check."""

    code: str
    usual: Mapping[str, Level]
    deck: bool = False


def _infraction(code: str, old: Level, new: Level | None = None, *, deck: bool = False) -> Infraction:
    return Infraction(code, {"2017": old, "2026": new or old}, deck)


INFRACTIONS: Mapping[str, Infraction] = {
    one.code: one
    for one in (
        _infraction("gameplay_minor", Level.CAUTION),
        _infraction("gameplay_major", Level.WARNING, Level.DOUBLE_PRIZE),
        _infraction("gameplay_severe", Level.GAME_LOSS),
        _infraction("pace", Level.CAUTION),
        _infraction("deck_list_unclear", Level.CAUTION, deck=True),
        _infraction("deck_list_wrong", Level.WARNING, Level.GAME_LOSS, deck=True),
        _infraction("deck_wrong", Level.GAME_LOSS, deck=True),
        _infraction("marked_random", Level.CAUTION, deck=True),
        _infraction("marked_pattern", Level.GAME_LOSS, deck=True),
        _infraction("proxy_missing", Level.WARNING, deck=True),
        _infraction("procedure", Level.CAUTION),
        _infraction("late", Level.WARNING, Level.GAME_LOSS),
        _infraction("no_show", Level.MATCH_LOSS),
        _infraction("unsporting_minor", Level.CAUTION),
        _infraction("unsporting_major", Level.WARNING, Level.QUAD_PRIZE),
        _infraction("unsporting_severe", Level.DISQUALIFICATION),
        _infraction("outside_help", Level.WARNING, Level.GAME_LOSS),
        _infraction("result_by_chance", Level.DISQUALIFICATION),
        _infraction("cheating", Level.DISQUALIFICATION),
    )
}
"""In the order of the guidelines (M-074)."""


@dataclass(frozen=True, slots=True)
class Given:
    """An earlier penalty of a player at this event that is not withdrawn."""

    infraction: str
    level: Level


@dataclass(frozen=True, slots=True)
class Proposal:
    """The usual level, or one step above the heaviest earlier one. `why`: "usual", "again", "young"."""

    level: Level
    why: str
    before: int = 0


def proposal(
    edition: str, infraction: str, earlier: Iterable[Given], age_division: str = "masters"
) -> Proposal:
    """Propose a level for an infraction.

    A repetition goes one step up from the heaviest so far; a Disqualification stays one. A Junior or Senior with
    one Caution for it gets a second Caution first (M-073).
    """
    usual = INFRACTIONS[infraction].usual[edition]
    same = [penalty.level for penalty in earlier if penalty.infraction == infraction]
    if not same:
        return Proposal(usual, "usual")
    if same == [Level.CAUTION] and usual is Level.CAUTION and age_division in YOUNG:
        return Proposal(Level.CAUTION, "young", 1)
    levels = LEVELS[edition]
    heaviest = max(same, key=_weight)
    step = next((level for level in levels if _weight(level) > _weight(heaviest)), levels[-1])
    return Proposal(max(step, usual, key=_weight), "again", len(same))


def found_in_check(sheet: Counted, edition: str) -> tuple[str, ...]:
    """Infractions found in a deck check, the heaviest usual penalty of this edition first (M-074).

    Differing sleeves, signed cards and other backs count as marked without a pattern unless a note records one (R-025).
    """
    steps = sheet.steps
    patterns = [card.pattern for card in sheet.marked]
    marked = "wrong" in (steps["sleeves"], sheet.marks.get("unsigned"), sheet.marks.get("backs"))
    infractions = [
        ("marked_pattern", any(patterns)),
        ("deck_wrong", "wrong" in (steps["contents"], steps["total"])),
        ("proxy_missing", steps["proxies"] == "wrong"),
        ("marked_random", not any(patterns) and (bool(patterns) or marked)),
        ("deck_list_unclear", steps["legible"] == "wrong"),
    ]
    codes = [code for code, is_so in infractions if is_so]
    return tuple(sorted(codes, key=lambda code: -_weight(INFRACTIONS[code].usual[edition])))


def _weight(level: Level) -> int:
    return list(Level).index(level)
