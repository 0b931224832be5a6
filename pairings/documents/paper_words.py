"""How a match reads on paper."""

from django.utils.translation import gettext_lazy as _

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from tournaments.documents.grid import Cell
from tournaments.documents.sheet import Text

ALONE: dict[Outcome, Text] = {
    Outcome.BYE: _("Bye"),
    Outcome.AWARDED_BYE: _("Bye"),
    Outcome.LATE_LOSS: _("Late"),
}
ALONE_MEANS: dict[Outcome, Text] = {
    Outcome.BYE: _("counts as a win"),
    Outcome.AWARDED_BYE: _("counts as a win"),
    Outcome.LATE_LOSS: _("counts as a loss"),
}
ALONE_WHY: dict[Outcome, Text] = {
    Outcome.BYE: _("no opponent left to pair"),
    Outcome.AWARDED_BYE: _("given in advance"),
    Outcome.LATE_LOSS: _("not in the round when it was paired"),
}
"""Why a player has no opponent, in a few words."""


def place_of(match: MatchRow) -> Text:
    """The table, or the word that stands in its stead."""
    if match.right is None:
        return ALONE.get(match.outcome, _("Bye"))
    return "–" if match.table is None else str(match.table)


def means(match: MatchRow) -> Text:
    return ALONE_MEANS.get(match.outcome, ALONE_MEANS[Outcome.BYE])


def result(match: MatchRow) -> Text:
    """The result as numbers from left to right; empty while it is open and where nobody sat down."""
    if match.outcome is Outcome.PENDING or match.right is None:
        return ""
    if match.outcome is Outcome.DOUBLE_LOSS:
        return _("double loss")
    if match.games_left is not None and match.games_right is not None:
        return f"{match.games_left}-{match.games_right}"
    texts: dict[Outcome, Text] = {Outcome.LEFT: "1-0", Outcome.RIGHT: "0-1", Outcome.TIE: _("tie")}
    return texts.get(match.outcome, "")


def name_cell(person: Person, *, sort: bool = False, size: float | None = None) -> Cell:
    return Cell(person.sort_name if sort else person.name, size=size, struck=person.dropped)


def outcome(match: MatchRow) -> Text:
    """The result in words for a list without room for names: "left won"."""
    texts: dict[Outcome, Text] = {
        Outcome.PENDING: "",
        Outcome.LEFT: _("Player 1 won"),
        Outcome.RIGHT: _("Player 2 won"),
        Outcome.TIE: _("tie"),
        Outcome.DOUBLE_LOSS: _("double loss"),
    }
    return texts.get(match.outcome, "")
