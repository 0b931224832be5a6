"""Infractions and penalties by edition, as data, and proposals for a penalty.

M-070 to M-074. The levels of each edition come from the published rules; the usual level of an infraction is only a
proposal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from checks.engine.check_sheet import CountedDeck

YOUNG = ("junior", "senior")
"""Age divisions whose players may get a second Caution (M-073)."""


class PenaltyLevel(StrEnum):
    """Levels of penalties from lightest to heaviest. Not every edition has all of them."""

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
        """Number of Prizes that the penalty costs (M-070, M-071)."""
        return {PenaltyLevel.PRIZE: 1, PenaltyLevel.DOUBLE_PRIZE: 2, PenaltyLevel.QUAD_PRIZE: 4}.get(self, 0)

    @property
    def heavy(self) -> bool:
        """Whether the penalty takes effect only after the head judge confirms it."""
        return self in (PenaltyLevel.GAME_LOSS, PenaltyLevel.MATCH_LOSS, PenaltyLevel.DISQUALIFICATION)

    @property
    def reported(self) -> bool:
        """Whether the penalty is reported to the organizer and Play! Pokémon (M-073)."""
        return self is not PenaltyLevel.CAUTION

    @property
    def weight(self) -> int:
        """Position among all levels, starting at 0 for the lightest."""
        return list(PenaltyLevel).index(self)


LEVELS: Mapping[str, tuple[PenaltyLevel, ...]] = {
    "2017": (
        PenaltyLevel.CAUTION,
        PenaltyLevel.WARNING,
        PenaltyLevel.PRIZE,
        PenaltyLevel.GAME_LOSS,
        PenaltyLevel.MATCH_LOSS,
        PenaltyLevel.DISQUALIFICATION,
    ),
    "2026": (
        PenaltyLevel.CAUTION,
        PenaltyLevel.WARNING,
        PenaltyLevel.DOUBLE_PRIZE,
        PenaltyLevel.QUAD_PRIZE,
        PenaltyLevel.GAME_LOSS,
        PenaltyLevel.MATCH_LOSS,
        PenaltyLevel.DISQUALIFICATION,
    ),
}
"""Levels by edition (M-070). In 2026 a Match Loss is only for a player who does not arrive (M-075)."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction with its usual level by edition (M-074). `deck` is true for infractions found in deck checks."""

    code: str
    usual: Mapping[str, PenaltyLevel]
    deck: bool = False


def _infraction(
    code: str, level_2017: PenaltyLevel, level_2026: PenaltyLevel | None = None, *, deck: bool = False
) -> Infraction:
    return Infraction(code, {"2017": level_2017, "2026": level_2026 or level_2017}, deck)


INFRACTIONS: Mapping[str, Infraction] = {
    infraction.code: infraction
    for infraction in (
        _infraction("gameplay_minor", PenaltyLevel.CAUTION),
        _infraction("gameplay_major", PenaltyLevel.WARNING, PenaltyLevel.DOUBLE_PRIZE),
        _infraction("gameplay_severe", PenaltyLevel.GAME_LOSS),
        _infraction("pace", PenaltyLevel.CAUTION),
        _infraction("deck_list_unclear", PenaltyLevel.CAUTION, deck=True),
        _infraction("deck_list_wrong", PenaltyLevel.WARNING, PenaltyLevel.GAME_LOSS, deck=True),
        _infraction("deck_wrong", PenaltyLevel.GAME_LOSS, deck=True),
        _infraction("marked_random", PenaltyLevel.CAUTION, deck=True),
        _infraction("marked_pattern", PenaltyLevel.GAME_LOSS, deck=True),
        _infraction("proxy_missing", PenaltyLevel.WARNING, deck=True),
        _infraction("procedure", PenaltyLevel.CAUTION),
        _infraction("late", PenaltyLevel.WARNING, PenaltyLevel.GAME_LOSS),
        _infraction("no_show", PenaltyLevel.MATCH_LOSS),
        _infraction("unsporting_minor", PenaltyLevel.CAUTION),
        _infraction("unsporting_major", PenaltyLevel.WARNING, PenaltyLevel.QUAD_PRIZE),
        _infraction("unsporting_severe", PenaltyLevel.DISQUALIFICATION),
        _infraction("outside_help", PenaltyLevel.WARNING, PenaltyLevel.GAME_LOSS),
        _infraction("result_by_chance", PenaltyLevel.DISQUALIFICATION),
        _infraction("cheating", PenaltyLevel.DISQUALIFICATION),
    )
}
"""All infractions by code, in the order of the guidelines (M-074)."""


@dataclass(frozen=True, slots=True)
class EarlierPenalty:
    """An earlier penalty of a player at this event that was not withdrawn."""

    infraction: str
    level: PenaltyLevel


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed level, and the number of earlier penalties for the same infraction.

    `why` is "usual" for the usual level, "again" for a repeated infraction, and "young" if a Junior or Senior
    gets a second Caution.
    """

    level: PenaltyLevel
    why: str
    before: int = 0


def propose_penalty(
    edition: str, infraction: str, earlier: Iterable[EarlierPenalty], age_division: str = "masters"
) -> Proposal:
    """Propose a level for an infraction.

    The first time, it is the usual level. If the infraction is repeated, it is one level above the heaviest
    earlier penalty for it, but not below the usual level, and at most a Disqualification. A Junior or Senior
    whose only earlier penalty for the infraction is a Caution gets a second one first, if a Caution is the
    usual level (M-073).
    """
    usual = INFRACTIONS[infraction].usual[edition]
    earlier_levels = [penalty.level for penalty in earlier if penalty.infraction == infraction]
    if not earlier_levels:
        return Proposal(usual, "usual")
    if earlier_levels == [PenaltyLevel.CAUTION] and usual is PenaltyLevel.CAUTION and age_division in YOUNG:
        return Proposal(PenaltyLevel.CAUTION, "young", 1)
    levels = LEVELS[edition]
    heaviest = max(level.weight for level in earlier_levels)
    next_level = next((level for level in levels if level.weight > heaviest), levels[-1])
    return Proposal(max(next_level, usual, key=lambda level: level.weight), "again", len(earlier_levels))


def infractions_in_check(sheet: CountedDeck, edition: str) -> tuple[str, ...]:
    """Return the codes of the infractions found in a deck check, heaviest usual penalty in this edition first (M-074).

    Differing sleeves, signed cards and different backs count as marked cards without a pattern unless a note records a
    pattern (R-025).
    """
    steps = sheet.steps
    patterns = [card.pattern for card in sheet.marked]
    looks_marked = "wrong" in (steps["sleeves"], sheet.marks.get("unsigned"), sheet.marks.get("backs"))
    infractions = [
        ("marked_pattern", any(patterns)),
        ("deck_wrong", "wrong" in (steps["contents"], steps["total"])),
        ("proxy_missing", steps["proxies"] == "wrong"),
        ("marked_random", not any(patterns) and (bool(patterns) or looks_marked)),
        ("deck_list_unclear", steps["legible"] == "wrong"),
    ]
    codes = [code for code, is_found in infractions if is_found]
    return tuple(sorted(codes, key=lambda code: -INFRACTIONS[code].usual[edition].weight))
