"""Questions about a match when time is called, each with its hint and its answers, by code."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from floor.engine.resolution import (
    Ask,
    Ending,
    GamePhase,
    MatchState,
    Phase,
    Question,
    Stage,
    TablePlayer,
    Tardy,
)
from floor.words.resolution_words import LETTERS, Names
from tournaments.models import Tournament

MAX_PRIZES = 6

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Option:
    """An answer: the URL parameter that it sets, its value, its label, and a hint shown below the label.

    `small` is true for a rare answer.
    """

    name: str
    value: str
    label: str
    hint: str = ""
    small: bool = False


QUESTIONS: dict[Ask, Promise] = {
    Ask.EDITION: _("Which rules edition?"),
    Ask.STAGE: _("Swiss round or top cut?"),
    Ask.BEST_OF: _("How long is a match?"),
    Ask.PLACE: _("Where was the match when time was called?"),
    Ask.EARLIER: _("Who won game %(game)s?"),
    Ask.ENDING: _("How does game %(game)s stand?"),
    Ask.TURNS: _("How many of the three extra turns have been played?"),
    Ask.PHASE: _("When was time called?"),
    Ask.TURN_OF: _("Whose turn was it?"),
    Ask.WAYS: _("In how many ways did each player win?"),
    Ask.TARDY: _("Was a player late, or away without permission?"),
    Ask.PRIZES_A: _("How many Prize cards does %(a)s still have to take?"),
    Ask.PRIZES_B: _("How many Prize cards does %(b)s still have to take?"),
    Ask.PENALTIES: _("Is there a Prize penalty in this game?"),
    Ask.STYLE: _("What kind of decks are played?"),
    Ask.SEED: _("Who was the higher seed after the Swiss rounds?"),
}

HINTS: dict[Ask, Promise] = {
    Ask.PLACE: _("A game starts once it is decided who goes first, by coin flip or by choice."),
    Ask.ENDING: _("The turn in which time was called is finished first; then three extra turns are played."),
    Ask.TURNS: _("The turn in which time was called does not count."),
    Ask.WAYS: _(
        "Taking the last Prize card is one way; leaving the opponent without Pokémon in play is another."
    ),
    Ask.TARDY: _(
        "In any part of the round. It counts only without the permission of a judge, and only if a "
        "judge knew before the match ended."
    ),
    Ask.PRIZES_A: _("As they are now, before anything between turns is resolved. Penalties come next."),
    Ask.PRIZES_B: _("As they are now, before anything between turns is resolved. Penalties come next."),
    Ask.PENALTIES: _("A Prize penalty whose Prize cards the opponent has not taken yet."),
    Ask.STYLE: _("The number of starting Prize cards depends on it."),
}
NEXT_PLAYER = _("Who plays next?")


def question_text(question: Question, match: MatchState, names: Names = LETTERS) -> str:
    """Return the question in words, with the names of the players."""
    text = QUESTIONS[question.ask]
    if question.ask is Ask.TURN_OF and match.phase is Phase.BETWEEN_TURNS:
        text = NEXT_PLAYER
    if question.ask is Ask.ENDING and match.spot is GamePhase.SUDDEN_DEATH:
        text = _("How does the deciding game stand?")
    facts = {"game": question.game, "a": names[TablePlayer.A], "b": names[TablePlayer.B]}
    return str(text) % facts


@dataclass(frozen=True, slots=True)
class QuestionAnswers:
    """A question at a table, with its match and the names of its players.

    Each method yields the answers to one kind of question.
    """

    question: Question
    match: MatchState
    names: Names

    def places(self) -> Iterator[Option]:
        """Yield places where the match may have been when time was called, rare places last."""
        last_game = self.match.best_of or 1
        for game in range(1, last_game + 1):
            if game > 1:
                numbers = {"before": game - 1, "game": game}
                yield Option(
                    "place", f"before-{game}", gettext("Between games %(before)s and %(game)s") % numbers
                )
            during_text = gettext("In game %(game)s") if last_game > 1 else gettext("In the game")
            yield Option("place", f"game-{game}", during_text % {"game": game})
        yield Option("place", "before-1", gettext("Before game 1 started"))
        for game in range(1, last_game + 1):
            both_won_text = gettext(
                "Both won game %(game)s at the same time, the deciding game had not started"
            )
            yield Option("place", f"both-{game}", both_won_text % {"game": game}, small=True)
        for game in range(1, last_game + 1):
            deciding_text = gettext("In the Sudden Death or tiebreaker game of game %(game)s")
            yield Option("place", f"decider-{game}", deciding_text % {"game": game}, small=True)

    def endings(self) -> Iterator[Option]:
        """Yield the ways in which a game may have ended, and the answer that it continues."""
        won_text = gettext("%(name)s has won it")
        yield Option("ending", Ending.WON_BY_A, won_text % {"name": self.names[TablePlayer.A]})
        yield Option("ending", Ending.WON_BY_B, won_text % {"name": self.names[TablePlayer.B]})
        if self.match.spot is not GamePhase.SUDDEN_DEATH or self.match.stage is not Stage.ELIMINATION:
            yield Option("ending", Ending.OVER, gettext("No player has won, and the third turn is over"))
        yield Option("ending", Ending.PLAYING, gettext("They are still playing"))
        yield Option("ending", Ending.BOTH_WON, gettext("Both won at the same time"))
        if self.match.edition == "2026" and self.match.stage is Stage.ELIMINATION:
            loop_hint = gettext("Both players would repeat the same turns forever.")
            yield Option("ending", Ending.LOOP, gettext("It cannot end"), loop_hint, small=True)

    def ways(self) -> Iterator[Option]:
        """Yield answers about the number of ways in which each player won."""
        more_text = gettext("%(name)s in more ways")
        yield Option("ways", "even", gettext("The same number of ways"), gettext("One each, or two each."))
        yield Option("ways", "A", more_text % {"name": self.names[TablePlayer.A]})
        yield Option("ways", "B", more_text % {"name": self.names[TablePlayer.B]})

    def prizes(self) -> Iterator[Option]:
        """Yield the numbers of Prize cards that a player may have left, from 1 to the starting number."""
        name = "a" if self.question.ask is Ask.PRIZES_A else "b"
        for count in range(1, (self.match.start or MAX_PRIZES) + 1):
            yield Option(name, str(count), str(count))

    def penalties(self) -> Iterator[Option]:
        """Yield the numbers of Prize cards that penalties may cost either player, preceded by "No"."""
        yield Option("penalties", "0-0", gettext("No"))
        for prizes in (2, 4) if self.match.edition == "2026" else (1, 2):
            sentence = ngettext(
                "%(prizes)s Prize against %(name)s", "%(prizes)s Prizes against %(name)s", prizes
            )
            for player, value in ((TablePlayer.A, f"{prizes}-0"), (TablePlayer.B, f"0-{prizes}")):
                yield Option("penalties", value, sentence % {"prizes": prizes, "name": self.names[player]})

    def tardy(self) -> Iterator[Option]:
        """Yield answers about which players were late or away."""
        yield Option("late", Tardy.NOBODY, gettext("No"))
        yield Option("late", Tardy.A, str(self.names[TablePlayer.A]))
        yield Option("late", Tardy.B, str(self.names[TablePlayer.B]))
        yield Option("late", Tardy.BOTH, gettext("Both"))


def answer_options(question: Question, match: MatchState, names: Names) -> list[Option]:
    """List the answers to a question in display order."""
    if question.ask in EITHER:
        name = EITHER[question.ask] % {"game": question.game}
        return [Option(name, player.value, str(names[player])) for player in TablePlayer]
    if question.ask in FIXED:
        return [
            Option(name, value, str(label), str(hint)) for name, value, label, hint in FIXED[question.ask]
        ]
    return list(ANSWERS[question.ask](QuestionAnswers(question, match, names)))


EITHER = {Ask.EARLIER: "g%(game)s", Ask.TURN_OF: "turn_of", Ask.SEED: "seed"}
"""URL parameters of the questions that are answered by naming one of the players."""

_STYLES = Tournament.PlayStyle
FIXED: Mapping[Ask, Sequence[tuple[str, str, Text, Text]]] = {
    Ask.EDITION: [("edition", edition.value, edition.label, "") for edition in reversed(Tournament.Edition)],
    Ask.STAGE: [
        ("stage", Stage.SWISS.value, _("Swiss round"), ""),
        ("stage", Stage.ELIMINATION.value, _("Top cut, or any elimination"), ""),
    ],
    Ask.BEST_OF: [("best_of", str(best_of.value), best_of.label, "") for best_of in Tournament.BestOf],
    Ask.TURNS: [("turns", "0", _("None"), ""), ("turns", "1", _("One"), ""), ("turns", "2", _("Two"), "")],
    Ask.PHASE: [
        ("phase", Phase.DURING_TURN, _("During a turn"), ""),
        ("phase", Phase.BETWEEN_TURNS, _("Between two turns"), ""),
        ("phase", Phase.SETUP, _("During the setup"), _("It is already decided who goes first.")),
    ],
}
"""Answers that are the same at every table: parameter, value, label and hint."""


ANSWERS: Mapping[Ask, Callable[[QuestionAnswers], Iterator[Option]]] = {
    Ask.PLACE: QuestionAnswers.places,
    Ask.ENDING: QuestionAnswers.endings,
    Ask.WAYS: QuestionAnswers.ways,
    Ask.TARDY: QuestionAnswers.tardy,
    Ask.PRIZES_A: QuestionAnswers.prizes,
    Ask.PRIZES_B: QuestionAnswers.prizes,
    Ask.PENALTIES: QuestionAnswers.penalties,
    Ask.STYLE: lambda _facts: (
        Option("start", str(prizes), str(label), gettext("%(prizes)s Prize cards") % {"prizes": prizes})
        for prizes, label in (
            (6, _STYLES.CONSTRUCTED.label),
            (4, _STYLES.LIMITED.label),
            (3, _STYLES.THIRTY.label),
        )
    ),
}
