"""What parts the editions of the rules where a match is resolved, as data (table K, M-061 to M-068)."""

from dataclasses import dataclass

from floor.engine.resolution.values import Ask, Decision, MatchState, required


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition.

    `tournament`: whose tournament rules it is played under; a rulebook has none of its own. `today`: numbered
    after today's handbook. `half_rule`: an unfinished game 2 counts under 50 % of the Prizes (R-136).
    `decider`: the game after a simultaneous win. `flip_decides`: the coin itself says who starts (R-143).
    `mulligan_cards`: extra cards for each further mulligan of the opponent (R-144, M-068).
    """

    code: str
    tournament: str = "2017"
    today: bool = False
    half_rule: bool = True
    decider: Decision = Decision.SUDDEN_DEATH
    flip_decides: bool = False
    seed_chooses: bool = False
    mulligan_cards: int = 1
    mulligan_rule: str = "R-144"
    window_minutes: int | None = None


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
            decider=Decision.TIEBREAKER_GAME,
            seed_chooses=True,
            mulligan_rule="M-068",
            window_minutes=15,
        ),
    )
}

LATEST = "2026"


def edition(match: MatchState) -> Edition:
    return EDITIONS[required(match.edition, Ask.EDITION)]


def opening(match: MatchState) -> Edition:
    """The edition that says who starts game 1 and what mulligans give (S21)."""
    return EDITIONS.get(match.settings.get("S21", ""), edition(match))


def rule(match: MatchState, then: str, today: str) -> str:
    """The number of a rule in the edition of the match: that of 2017, or that of today's handbook."""
    return today if edition(match).today else then
