"""Sentences of verdicts when time is called: the decision, its reason and the next step, by code."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.sentences import Facts
from floor.engine.resolution import Decision, TablePlayer, Verdict

Names = Mapping[TablePlayer, object]
LETTERS: Names = {TablePlayer.A: "A", TablePlayer.B: "B"}

TITLES: dict[Decision, Promise] = {
    Decision.A: _("%(a)s wins"),
    Decision.B: _("%(b)s wins"),
    Decision.TIE: _("Tie"),
    Decision.DOUBLE_LOSS: _("Double loss"),
    Decision.HEAD_JUDGE: _("The head judge decides"),
    Decision.CONTINUE: _("Play on"),
    Decision.NEXT_GAME: _("Next game"),
    Decision.SUDDEN_DEATH: _("Sudden Death"),
    Decision.TIEBREAKER_GAME: _("Tiebreaker game"),
    Decision.VALID_SETUP: _("Long enough"),
    Decision.INVALID_SETUP: _("Too short"),
    Decision.MULLIGAN: _("Extra cards"),
}

SENTENCES: dict[str, Promise] = {
    "MATCH_WON": _("%(winner)s has won the match, %(games)s."),
    "WON_IN_EXTRA_TURNS": _(
        "%(winner)s won the game before the last turn was over, and with it the match, %(games)s. The game "
        "ends immediately; nothing between turns is resolved."
    ),
    "MORE_WAYS": _(
        "Both won at the same time, but %(winner)s in more ways than %(loser)s, so %(winner)s wins the game."
    ),
    "DECIDER_WON": _("%(winner)s won the last game, and with it the match, %(games)s."),
    "LATE_LOSES": _(
        "%(late)s was late or away without permission, and a judge knew before the match ended. In a "
        "match without a result this comes first: %(winner)s wins, whatever the games and Prizes."
    ),
    "BOTH_LATE_JUDGE": _("Both were late or away without permission. The head judge decides."),
    "BOTH_LATE_LOSS": _("Both were late or away without permission, so both lose."),
    "LEARNED_TOO_LATE_JUDGE": _(
        "No judge knew of the lateness before the match ended. The head judge decides."
    ),
    "LEARNED_TOO_LATE_LOSS": _("No judge knew of the lateness before the match ended, so both lose."),
    "NEVER_BEGUN_TIE": _(
        "Game 1 never started, because it was not decided who goes first. The match is a tie."
    ),
    "NEVER_BEGUN_JUDGE": _(
        "Game 1 never started, and there are no ties in elimination. The rules say nothing more, so the "
        "head judge decides."
    ),
    "SINGLE_GAME_TIE": _(
        "The last extra turn is over without a winner. The match is a tie; Prizes do not matter in "
        "Swiss rounds."
    ),
    "SUDDEN_DEATH_NOT_BEGUN": _(
        "Both won game %(game)s, and time was called before it was decided who goes first in Sudden Death "
        "or the tiebreaker. The match is a tie."
    ),
    "ONE_EACH_TIE": _(
        "Each player has won one game, and no new game is started after time. The match is a tie."
    ),
    "WINNER_OF_GAME_1": _("%(winner)s won game 1, and no new game is started after time."),
    "WINNER_OF_GAME_1_DESPITE_BOTH": _(
        "Both won game %(game)s at the same time, and no deciding game is started after time. %(winner)s "
        "won game 1, and so the match."
    ),
    "LAST_TURN_IN_GAME_2": _(
        "The last extra turn ended during game 2. %(winner)s won game 1, and so the match; Prizes do "
        "not matter in Swiss rounds."
    ),
    "BOTH_WON_TIE": _(
        "Both won at the same time after time was called. Swiss rounds start no Sudden Death or "
        "tiebreaker game then, so the match is a tie."
    ),
    "LAST_TURN_TIE": _(
        "The last extra turn ended during game %(game)s, so the match is a tie. Prizes do not matter "
        "in Swiss rounds."
    ),
    "BOTH_WON": _(
        "Both won game %(game)s at the same time, neither in more ways than the other. One more game decides."
    ),
    "ONE_EACH": _("The match is at %(games)s and time has been called. One more game decides the match."),
    "ONE_EACH_BY_PRIZES": _(
        "Game 2 counts, because a player has fewer than half of the Prize cards left. %(game2)s has fewer "
        "(%(fewer)s to %(more)s) and wins it. That is one game each, and one more game decides the match."
    ),
    "FEWER_PRIZES": _(
        "%(winner)s has fewer Prize cards left than %(loser)s (%(fewer)s to %(more)s) and wins. They are compared "
        "before anything between turns is resolved."
    ),
    "GAME_2_COUNTS": _(
        "Game 2 counts, because a player has fewer than half of the Prize cards left. %(winner)s has "
        "fewer (%(fewer)s to %(more)s) and wins the match, %(games)s."
    ),
    "EQUAL_PRIZES": _(
        "Both have the same number of Prize cards left (%(fewer)s), and there are no ties in single elimination. "
        "Play continues."
    ),
    "GAME_2_NOT_COUNTED": _(
        "Neither player has fewer than half of the Prize cards left, so game 2 does not count. "
        "%(winner)s won game 1, and so the match."
    ),
    "GAME_2_NEVER_COUNTS": _(
        "Game 2 was not finished when the extra turns ended, so it does not count. %(winner)s won game 1, and so the "
        "match."
    ),
    "LOOP": _(
        "The game cannot end: both players would repeat the same turns forever. One more game decides it."
    ),
    "LOOP_JUDGE": _("The game cannot end, and these rules do not cover that. The head judge decides."),
    "LOOP_SEED": _("The tiebreaker game cannot end either. %(winner)s was the higher seed and wins."),
    "DECIDER_GOES_ON": _("The last game of an elimination match is played until a player wins it."),
    "TIME_DURING_SETUP": _(
        "Players already know who goes first in game %(game)s, so game %(game)s has started and must "
        "be finished."
    ),
    "TIME_DURING_TURN": _(
        "Time was called during %(active)s’s turn. That turn is finished and does not count."
    ),
    "TIME_BETWEEN_TURNS": _("Time was called between turns. The new turn is the first of three."),
    "TIME_DURING_GAME": _("Time was called during game %(game)s. Three more turns are played."),
    "TURNS_LEFT": _("Extra turns played without a winner: %(played)s of 3."),
    "LOSER_CHOOSES": _("The loser of the previous game chooses: %(chooser)s. No coin is flipped."),
    "SEED_CHOOSES": _("In game 1 of a top cut match the higher seed chooses to go first or second."),
    "COIN_DECIDES": _("A coin flip decides who starts game 1."),
    "FLIP_WINNER_CHOOSES": _("The winner of a coin flip decides who starts game 1."),
    "EXTENSION_STANDS": _("This match has a time extension, which is not over."),
    "TIME_LEFT": _("Time has not been called for this match."),
    "DOUBLE_GAME_LOSS": _(
        "Both players lost the game, and there are no ties in elimination. One more game decides it."
    ),
    "DOUBLE_GAME_LOSS_JUDGE": _(
        "Both players lost the game, and these rules do not cover that. The head judge decides."
    ),
    "ROUND_TIME_FREE": _("The rounds of an unofficial event can be as short as you like."),
    "ROUND_TIME_ENOUGH": _(
        "%(minutes)s minutes are enough; the minimum is %(minimum)s, and three turns after time."
    ),
    "ROUND_TIME_TOO_SHORT": _(
        "%(minutes)s minutes are too short; the minimum is %(minimum)s, and three turns after time."
    ),
    "MULLIGANS": _("Player 1 may draw up to %(extra_a)s extra cards, Player 2 up to %(extra_b)s."),
}

NEXT: dict[str, Promise] = {
    "MATCH_OVER": _("The match is over."),
    "HEAD_JUDGE_DECIDES": _("Call the head judge."),
    "PLAY": _("Continue the game."),
    "FINISH_THIS_TURN": _(
        "%(active)s finishes this turn and what happens between turns is resolved. Then %(first)s plays turn 1 of 3, "
        "%(second)s turn 2, %(first)s turn 3."
    ),
    "TURN_1_IS_NEXT": _(
        "What happens between turns is resolved. Then %(first)s plays turn 1 of 3, %(second)s turn 2, %(first)s "
        "turn 3."
    ),
    "TURNS_FROM_THE_FIRST": _("Finish the setup and play 3 turns; the first turn of the game is turn 1."),
    "TURNS_START": _(
        "Finish the current turn, if there is one, and resolve what happens between turns. Then 3 turns "
        "are played, one after the other."
    ),
    "TURNS_2_AND_3": _("Turns 2 and 3 are played."),
    "TURN_3": _("One more turn, turn 3, is played."),
    "PLAY_ON": _(
        "Resolve what happens between turns, then play turn by turn until one player has fewer Prize cards left."
    ),
    "PLAY_ON_TODAY": _("Play on until a player is ahead on Prize cards or wins."),
    "PLAY_UNTIL_WON": _("Play on until a player wins."),
    "SUDDEN_DEATH": _(
        "A completely new game with 1 Prize card each and a new coin flip. If both win at the same "
        "time again, play another."
    ),
    "TIEBREAKER_GAME": _(
        "A completely new game with %(prizes)s Prize cards each and a new coin flip. The first "
        "player ahead on Prize cards, or to win outright, wins it."
    ),
    "START_GAME": _("Start game %(game)s."),
    "DRAW_EXTRA_CARDS": _("Announce how many, then draw."),
    "START_ROUND": _("The round may start."),
    "OVERRIDE": _("Give the round more minutes, or a reason."),
}

TAKES: dict[object, Promise] = {
    "match": _("Its winner wins the match."),
    "game 1 and match": _("Its winner takes game 1 and the match."),
    "game 2": _("Its winner takes game 2. If each player then has one game, another game decides the match."),
    "game 3 and match": _("Its winner takes game 3 and the match."),
}
FIFTEEN = _("The round ends %(window_minutes)s minutes after time, even if turns are left.")
LIMIT = _("This event gives it %(limit)s minutes.")
PENALTIES = _("Prize penalties are counted.")


def verdict_title(verdict: Verdict, names: Names = LETTERS) -> str:
    return str(TITLES[verdict.match]) % {"a": names[TablePlayer.A], "b": names[TablePlayer.B]}


def verdict_text(verdict: Verdict, names: Names = LETTERS) -> str:
    """Return the sentences that explain the verdict.

    A verdict by M-072 also states that Prize penalties are counted.
    """
    text = str(SENTENCES[verdict.code]) % _verdict_sentence_facts(verdict, names)
    return f"{text} {PENALTIES}" if verdict.rule == "M-072" else text


def next_step_text(verdict: Verdict, names: Names = LETTERS) -> str:
    """Describe what comes next at the table.

    Where they matter, the text adds the end of the round after time, the time limit of the event, and what the
    winner of the next game takes.
    """
    facts = _verdict_sentence_facts(verdict, names)
    sentences = [str(NEXT[verdict.next]) % facts]
    if "window_minutes" in facts:
        sentences.append(str(FIFTEEN) % facts)
    if str(facts.get("limit", "")).isdigit():
        sentences.append(str(LIMIT) % facts)
    if verdict.facts.get("winner_takes") in TAKES:
        sentences.append(str(TAKES[verdict.facts["winner_takes"]]))
    return " ".join(sentences)


def _verdict_sentence_facts(verdict: Verdict, names: Names) -> Facts:
    """Return the verdict's facts for its sentences: players by name, and the winner's games first.

    `fewer` and `more` are the Prize cards left, if the facts have them.
    """
    facts = {
        name: names[value] if isinstance(value, TablePlayer) else value
        for name, value in verdict.facts.items()
    }
    games = str(facts.get("games", "")).split("-")
    facts["games"] = "-".join(games[::-1] if verdict.facts.get("winner") is TablePlayer.B else games)
    if "prizes_a" in facts:
        facts["fewer"], facts["more"] = sorted((int(str(facts["prizes_a"])), int(str(facts["prizes_b"]))))
    return facts
