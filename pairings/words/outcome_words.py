"""Texts for each kind of result, one row per outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.engine import outcomes as engine
from pairings.engine.outcomes import Outcome, Result

Text = str | Promise


@dataclass(frozen=True, slots=True)
class OutcomeWords:
    """Texts for the outcome of a match of two players.

    - `sentence`: with the winner's `name`, if any.
    - `choice`: in a list without room for names.
    - `score`: of a single game, with the left player first.
    - `step`: in the journal, with the names of `left` and `right`.
    - `in_tom`: in a comparison with a TOM file.
    """

    sentence: Text
    choice: Text
    score: Text
    step: Text
    in_tom: Text


@dataclass(frozen=True, slots=True)
class AloneWords:
    """Texts for a player's round without an opponent.

    - `place`: shown instead of a table.
    - `means`: how it counts.
    - `why`: short reason.
    - `path`: on the explanation page.
    - `name`: in the explained standings.
    - `in_tom`: in a comparison with a TOM file.
    """

    place: Text
    means: Text
    why: Text
    path: Text
    name: Text
    in_tom: Text

    @property
    def text(self) -> str:
        """Texts in one line: "Bye, top seed, advances to the next round"."""
        return f"{self.place}, {self.why}, {self.means}"


OUTCOMES: Mapping[Outcome, OutcomeWords] = {
    Outcome.PENDING: OutcomeWords(
        sentence="", choice="", score="", step=_("no result"), in_tom=_("no result yet")
    ),
    Outcome.LEFT: OutcomeWords(
        sentence=_("%(name)s won"),
        choice=_("Player 1 won"),
        score="1-0",
        step=_("%(left)s beats %(right)s"),
        in_tom=_("%(name)s won"),
    ),
    Outcome.RIGHT: OutcomeWords(
        sentence=_("%(name)s won"),
        choice=_("Player 2 won"),
        score="0-1",
        step=_("%(right)s beats %(left)s"),
        in_tom=_("%(name)s won"),
    ),
    Outcome.TIE: OutcomeWords(
        sentence=_("Tie"),
        choice=_("tie"),
        score=_("tie"),
        step=_("%(left)s and %(right)s tie"),
        in_tom=pgettext_lazy("result of a match", "tie"),
    ),
    Outcome.DOUBLE_LOSS: OutcomeWords(
        sentence=_("Double loss"),
        choice=_("double loss"),
        score=_("double loss"),
        step=_("%(left)s and %(right)s both lose"),
        in_tom=_("both lost"),
    ),
}

ALONE: Mapping[Outcome, AloneWords] = {
    Outcome.BYE: AloneWords(
        place=_("Bye"),
        means=_("counts as a win"),
        why=_("no opponent left to pair"),
        path=_("No opponent: the bye."),
        name=_("Bye"),
        in_tom=pgettext_lazy("result of a match", "bye"),
    ),
    Outcome.AWARDED_BYE: AloneWords(
        place=_("Bye"),
        means=_("counts as a win"),
        why=_("given in advance"),
        path=_("No opponent: a bye awarded in advance."),
        name=_("Bye awarded in advance"),
        in_tom=_("bye awarded in advance"),
    ),
    Outcome.LATE_LOSS: AloneWords(
        place=_("Late"),
        means=_("counts as a loss"),
        why=_("not in the round when it was paired"),
        path=_("Not in this round."),
        name=_("Round missed"),
        in_tom=_("loss for a missed round"),
    ),
}

OF_TOP_SEED = replace(ALONE[Outcome.BYE], means=_("advances to the next round"), why=_("top seed"))
"""Texts for a bye in a bracket that is not full (M-027)."""

RESULTS: Mapping[Result, Text] = {
    Result.OPEN: _("no result"),
    Result.WIN: _("won"),
    Result.LOSS: _("lost"),
    Result.TIE: _("tie"),
    Result.DOUBLE_LOSS: _("both lost"),
    Result.BYE: _("won"),
    Result.AWARDED_BYE: _("won"),
    Result.LATE_LOSS: _("lost"),
}
"""Texts for one player's results, in the explained standings."""


def alone_words(outcome: Outcome, *, in_bracket: bool = False) -> AloneWords:
    """Return the texts for a player's round without an opponent.

    With `in_bracket`, a bye is that of a top seed. Outcomes without texts of their own, as in a cut match without
    a second player, get those of a bye.
    """
    if in_bracket and outcome is Outcome.BYE:
        return OF_TOP_SEED
    return ALONE.get(outcome, ALONE[Outcome.BYE])


def outcome_text(outcome: Outcome, left: str, right: str) -> str:
    """Return a result with the winner's name, such as "Ana Silva won" or "Tie".

    Return "" while the match is open, and for a player without an opponent.
    """
    words = OUTCOMES.get(outcome)
    return (
        str(words.sentence) % {"name": right if outcome is Outcome.RIGHT else left}
        if words and words.sentence
        else ""
    )


def outcome_choices(left: str, right: str, *, has_winner: bool) -> list[tuple[str, str]]:
    """Return the form choices for a match of these players: (outcome, text).

    With `has_winner`, as in a top cut, only the two wins are offered.
    """
    wins = (Outcome.LEFT, Outcome.RIGHT)
    outcomes = [outcome for outcome, spec in engine.OUTCOMES.items() if spec.key]
    return [
        (outcome.value, outcome_text(outcome, left, right))
        for outcome in outcomes
        if outcome in wins or not has_winner
    ]
