"""Text of a match on paper."""

from core.documents.grid import GridCell
from core.documents.sheet import Text
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import SAME_FOR_BOTH, Outcome
from pairings.words import outcome_words
from tournaments.words.entrants import entrant_title

VISIBLE_DIGITS = 3


def last_digits_of_player_id(number: str) -> str:
    """Return the last digits of a Player ID, enough to tell two people of one name apart: "567"."""
    return number[-VISIBLE_DIGITS:] if len(number) > VISIBLE_DIGITS else ""


def table_or_word_text(match: MatchRow) -> Text:
    """Return the table number, or the word shown instead for a player without an opponent."""
    if match.right is None:
        return outcome_words.alone_words(match.outcome).place
    return "–" if match.table is None else str(match.table)


def no_opponent_text(match: MatchRow) -> Text:
    """Return why a player has no opponent in this match, such as a bye."""
    return outcome_words.alone_words(match.outcome, in_bracket=match.in_bracket).means


def score_text(match: MatchRow) -> Text:
    """Return the result as numbers from left to right; empty while the match is open and for a single player."""
    if match.outcome is Outcome.PENDING or match.right is None:
        return ""
    has_games = match.games_left is not None and match.games_right is not None
    if has_games and match.outcome not in SAME_FOR_BOTH:
        return f"{match.games_left}-{match.games_right}"
    return outcome_words.OUTCOMES[match.outcome].score


def name_cell(person: EntryPerson, *, sort: bool = False, size: float | None = None) -> GridCell:
    """Build a cell with a person's name, struck through if they dropped. `sort`: last name first."""
    return GridCell(person.sort_name if sort else person.name, size=size, struck=person.dropped)


def outcome_choice_text(match: MatchRow) -> Text:
    """Return the result in words without names, such as "left won", for a narrow list."""
    words = outcome_words.OUTCOMES.get(match.outcome)
    return entrant_title(words.choice) if words else ""
