"""Data on how editions of the rules differ in resolving a match (table K, M-061 to M-068)."""

from dataclasses import dataclass

from floor.engine.resolution.match_state import Ask, Decision, MatchState, require_known_fact
from tournaments.engine import kinds


@dataclass(frozen=True, slots=True)
class ResolutionEdition:
    """An edition of the rules.

    `tournament` is the edition of the tournament rules used with it, because a rulebook contains no tournament
    rules. `today` is true if rules are numbered as in today's handbook. `half_rule` is true if an unfinished game
    2 counts when a player has under 50 % of the Prizes left (R-136). `flip_decides` is true if the coin flip
    itself decides who starts (R-143). `seed_chooses` is true if the higher seed chooses in elimination (M-066).
    `mulligan_cards` is the number of extra cards for each further mulligan of the opponent (R-144, M-068).
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
        """The kind of game that follows a simultaneous win (R-141, M-065)."""
        is_whole_game = kinds.EDITIONS[self.tournament].tiebreaker_game
        return Decision.TIEBREAKER_GAME if is_whole_game else Decision.SUDDEN_DEATH

    @property
    def window_minutes(self) -> int | None:
        """Minutes to finish the extra turns, or None if the edition sets no limit (M-061)."""
        return kinds.EDITIONS[self.tournament].window_minutes


EDITIONS = {
    edition.code: edition
    for edition in (
        ResolutionEdition("2002", flip_decides=True, mulligan_cards=2),
        ResolutionEdition("2005", flip_decides=True),
        ResolutionEdition("xy"),
        ResolutionEdition("sm"),
        ResolutionEdition("2017"),
        ResolutionEdition("2018", half_rule=False),
        ResolutionEdition(
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


def edition_of_match(match: MatchState) -> ResolutionEdition:
    return EDITIONS[require_known_fact(match.edition, Ask.EDITION)]


def starting_edition(match: MatchState) -> ResolutionEdition:
    """Return the edition that determines who starts game 1 and how many cards mulligans give.

    It is setting S21, or by default the edition of the match.
    """
    return EDITIONS.get(match.settings.get("S21", ""), edition_of_match(match))


def rule_in_edition(match: MatchState, in_2017: str, today: str) -> str:
    """Return the number of a rule in the match's edition: `in_2017`, or `today` in the current handbook."""
    return today if edition_of_match(match).today else in_2017
