"""Differences between editions of the rules in resolving a match, as data (table K, M-061 to M-068)."""

from dataclasses import dataclass

from floor.engine.resolution.values import Ask, Decision, MatchState, required
from tournaments.engine import kinds


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition.

    `tournament`: the edition of the tournament rules it is played under; a rulebook has none of its own.
    `today`: rules are numbered as in today's handbook. `half_rule`: an unfinished game 2 counts under 50 % of
    the Prizes (R-136). `flip_decides`: the coin itself decides who starts (R-143). `seed_chooses`: in
    elimination the higher seed chooses (M-066). `mulligan_cards`: extra cards for each further mulligan of the
    opponent (R-144, M-068).
    """

    code: str
    tournament: str = "2017"
    today: bool = False
    half_rule: bool = True
    flip_decides: bool = False
    seed_chooses: bool = False
    mulligan_cards: int = 1
    mulligan_rule: str = "R-144"

    @property
    def decider(self) -> Decision:
        """The game after a simultaneous win (R-141, M-065)."""
        whole = kinds.EDITIONS[self.tournament].tiebreaker_game
        return Decision.TIEBREAKER_GAME if whole else Decision.SUDDEN_DEATH

    @property
    def window_minutes(self) -> int | None:
        """Minutes to finish the extra turns, None if the text gives none (M-061)."""
        return kinds.EDITIONS[self.tournament].window_minutes


EDITIONS = {
    edition.code: edition
    for edition in (
        Edition("2002", flip_decides=True, mulligan_cards=2),
        Edition("2005", flip_decides=True),
        Edition("xy"),
        Edition("sm"),
        Edition("2017"),
        Edition("2018", half_rule=False),
        Edition(
            "2026",
            tournament="2026",
            today=True,
            half_rule=False,
            seed_chooses=True,
            mulligan_rule="M-068",
        ),
    )
}

LATEST = "2026"


def edition(match: MatchState) -> Edition:
    return EDITIONS[required(match.edition, Ask.EDITION)]


def opening(match: MatchState) -> Edition:
    """The edition that determines who starts game 1 and what mulligans give (S21)."""
    return EDITIONS.get(match.settings.get("S21", ""), edition(match))


def rule(match: MatchState, then: str, today: str) -> str:
    """The number of a rule in the match's edition: that of 2017, or that of today's handbook."""
    return today if edition(match).today else then
