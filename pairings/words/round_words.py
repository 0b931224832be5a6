"""Sentences of rounds, results and standings: refusals, journal lines, and the effects of an undo."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from pairings.models import PairingOptions
from pairings.words import outcome_words

REFUSALS: dict[str, sentences.Sentence] = {
    "TOO_FEW_PLAYERS": _(
        "A round needs two checked-in players who have not dropped; there are %(players)s. Check players in first."
    ),
    "PLAYERS_HAVE_LEFT": _(
        "A round needs two players who have not dropped; there are %(players)s, and no one is "
        "waiting to be checked in. Reinstate a player, or keep the standings as they are."
    ),
    "NOBODY_CHECKED_IN": _(
        "No player in %(division)s is checked in. Check players in one by one, or all at once."
    ),
    "ROUND_AWAITS_REVIEW": _(
        "Round %(round)s is already paired and is waiting for review. Post it, or re-pair it."
    ),
    "ROUND_IS_PAIRED": _("Round %(round)s is already paired."),
    "ROUND_IS_POSTED": _("Round %(round)s is posted, so its pairings are final. Unpost it first."),
    "ROUND_NOT_POSTED": _("Round %(round)s is not posted yet."),
    "ROUND_IS_CLOSED": _("Round %(round)s is closed. Reopen it, or correct the result with a reason."),
    "ROUND_NOT_CLOSED": _("Round %(round)s has all its results. Close it first."),
    "ROUND_NOT_CLOSED_YET": _("Round %(round)s is still open: change the result at the desk."),
    "ROUND_HAS_OPEN_MATCHES": _(
        "Round %(round)s still has open results: %(open)s. Enter them first. Tables: %(tables)s."
    ),
    "TABLES_ARE_BUSY": _(
        "Round %(round)s is not closed: what is still open at its tables needs your yes first (%(open)s)."
    ),
    "ROUND_NOT_FOUND": _("Round %(round)s was unposted. Re-pair it."),
    "REDRAFT_FIRST": _(
        "Round %(round)s is played after a redraft, and its pairs are not assigned yet. Assign them on the Drafts "
        "page."
    ),
    "SWISS_IS_OVER": _("All %(rounds)s Swiss rounds have been played. Start the top cut, or add a round."),
    "SWISS_NOT_OVER": _(
        "%(played)s of %(planned)s Swiss rounds have been played. Play the others first, or start the top cut anyway."
    ),
    "BRACKET_IS_OVER": _("The final has been played. There is nothing left to pair."),
    "BRACKET_IS_FIXED": _(
        "The pairings of a bracket cannot be changed by hand. If a result is wrong, correct the result."
    ),
    "NOT_ENOUGH_TABLES": _(
        "%(needed)s tables are needed and %(have)s are free. Widen the table range in the settings."
    ),
    "TABLE_IS_TAKEN": _("%(division)s play at table %(table)s now. Close their round first."),
    "FORBIDDEN_PAIRS_UNAVOIDABLE": _(
        "No pairing keeps apart all players who must not meet. Remove one of these pairing requests."
    ),
    "STATE_NOT_JSON": _("This line is not json: %(why)s"),
    "STATE_NOT_OBJECT": _("A state is an object with players and a seed."),
    "STATE_MISSING": _("“%(name)s” is missing."),
    "STATE_WRONG": _("“%(name)s” cannot be %(value)s."),
    "STATE_ID_TWICE": _("The id %(id)s stands for two players."),
    "STATE_TOO_WIDE": _("The points are too far apart to pair this field. Check them for a typing error."),
    "RESULTS_COLUMN_MISSING": _("The file has no column “%(column)s”."),
    "RESULTS_NOT_CSV": _("Line %(line)s is not a line of a CSV file. Save the results as CSV."),
    "RESULTS_ROW_UNREADABLE": _("Line %(line)s cannot be read: “%(value)s” as %(column)s."),
    "RESULTS_EMPTY": _("The file has no result of rounds %(first)s to %(last)s."),
    "NOT_IN_THIS_ROUND": _("%(name)s does not play in round %(round)s."),
    "SWAP_SAME_TABLE": _("These two already sit at the same table."),
    "SWAP_IS_REMATCH": _(
        "%(first)s and %(second)s met in round %(round)s. Swap anyway? The pairing will note it."
    ),
    "SWAP_OF_AWARDED_BYE": _("%(name)s has a bye awarded in advance, so no one can take that place."),
    "SWAP_IS_OF_GROUP": _("%(first)s and %(second)s are of one family or team (%(group)s). Swap anyway?"),
    "SWAP_IS_APART": _("%(first)s and %(second)s must not meet. Swap anyway?"),
    "SWAP_GIVES_SECOND_BYE": _("%(name)s had a bye before. Swap anyway? The pairing will note it."),
    "PAIRINGS_ARE_STALE": _(
        "Players entered or dropped since round %(round)s was paired. New: %(came)s. Dropped: %(left)s. Re-pair it."
    ),
    "PAIRINGS_FOLLOW_OLD_RESULTS": _(
        "Results have changed since round %(round)s was paired. Re-pair it, then post it."
    ),
    "GROUPING_CHANGED": _(
        "The age divisions are grouped differently now, by the players checked in. Check the grouping, then pair."
    ),
    "NO_SHOWS_CHANGED": _("No no-show of this round is still in the event."),
    "NO_OPPONENT": _("%(name)s has no opponent in this round, so there is no result to enter."),
    "MATCH_NOT_FOUND": _("This match is no longer in the pairings. Check the pairings."),
    "NO_SUCH_TABLE": _("There is no open table %(table)s. Tables run from %(first)s to %(last)s."),
    "TABLE_OF_TWO_DIVISIONS": _(
        "Two divisions play at table %(table)s: %(divisions)s. Choose the division first, then enter "
        "it again."
    ),
    "NO_SUCH_RESULT": _(
        "Result %(result)s is unknown: 1 means Player 1 won, 2 Player 2 won, 0 tie, 9 double loss."
    ),
    "NO_SUCH_SCORE": _(
        "Result %(result)s is unknown. Type 1 (Player 1 won), 2 (Player 2 won), 0 (tie) or 9 (double loss), or the "
        "score in games, Player 1 first: 20, 21, 12, 02 or 11."
    ),
    "RESULT_ALREADY_THERE": _(
        "%(by)s entered table %(table)s a moment ago: %(outcome)s. Nothing was overwritten. Check the table."
    ),
    "RESULT_STANDS": _("Table %(table)s already has another result. Nothing was overwritten."),
    "NO_TIES_IN_THE_CUT": _("A match of the top cut has a winner. A tie is not possible here."),
    "OUT_OF_THE_CUT": _(
        "%(name)s is out of the event, so the opponent advances. If that is wrong, undo the drop or "
        "the disqualification first, then report the result."
    ),
    "SOMEBODY_ADVANCES": _("A match of the top cut has a winner. Decide who advances."),
    "GAMES_DO_NOT_FIT": _("%(games)s does not fit this result."),
    "GAMES_TOO_MANY": _(
        "%(games)s is not a possible result: best of %(best_of)s ends when a player has won "
        "%(enough)s. Check the slip."
    ),
    "RESULT_MISSING": _("The round is closed, so its matches need a result. Reopen the round to clear one."),
    "WHY_MISSING": _("Enter the reason for the change. It is saved in the journal."),
    "CUT_HAS_STARTED": _("The next round of the bracket depends on this match. Unpost that round first."),
    "DAY_TWO_FIRST": _("Day 2 is planned. Open it first, or start the top cut anyway."),
    "DAY_TWO_HAS_STARTED": _("Day 2 has started. Players can no longer be added."),
    "DAY_TWO_NOT_PLANNED": _("No day 2 is planned for this division. Set who plays in it in the settings."),
    "DAY_TWO_WITHOUT_ROUNDS": _("The attendance table has no rounds for day 2. Enter how many are played."),
    "DAY_TWO_TOO_SMALL": _("Day 2 needs two players; %(players)s would be in it."),
    "NOT_IN_DAY_TWO": _("%(name)s did not qualify for day 2."),
    "CUT_HAS_STARTED_ALREADY": _("The top cut has already started."),
    "NO_CUT_PLANNED": _("No top cut is planned for this division. Set its size first."),
    "CUT_TOO_LARGE": _("A top cut of %(size)s needs as many players; %(players)s are still playing."),
    "CUT_TOO_SMALL": _("A top cut needs at least 2 players."),
    "UNDO_NOT_POSSIBLE": _("This step cannot be undone."),
    "SEED_IS_TAKEN": _("Seed %(seed)s is reserved for %(name)s."),
    "UNDO_BY_ORGANIZER": _("Only an organizer can change settings or undo a change."),
    "UNDO_ALREADY_DONE": _("This step was already undone."),
    "UNDO_OVERTAKEN": _(
        "Something else changed here since then, so nothing was undone. Check how it stands now."
    ),
    "UNDO_RESULTS_FIRST": _("Round %(round)s already has results (%(results)s). Undo those first."),
    "UNDO_PENALTY_FIRST": _("A penalty decided this match. Withdraw the penalty instead."),
    "UNDO_NEXT_ROUND_FIRST": _("Round %(round)s depends on it. Undo round %(round)s first."),
    "UNDO_CUT_FIRST": _("The top cut depends on it. Undo the top cut first."),
    "UNDO_DAY_TWO_FIRST": _("Day 2 depends on it. Undo the opening of day 2 first."),
    "NOTHING_TO_UNDO": _("There is nothing to undo."),
    "BREAK_TWO_TABLES": _("Select at least two tables to re-pair their players."),
    "TABLE_HAS_BEGUN": _(
        "Table %(table)s already has an entry: a result, a report, a tap, a time extension or a call. Leave that "
        "table as it is."
    ),
    "PAIRINGS_HOLD_OTHERS": _("A player at these tables has dropped. Re-pair the whole round."),
    "MEET_ALREADY": _("They already sit like that."),
    "BYE_NEEDS_ODD_FIELD": _(
        "No player has the bye in this round, so it cannot be given: one player would be left over."
    ),
    "MATCH_HAS_RESULT": _("Table %(table)s already has a result. Clear it first."),
    "MATCH_HAS_WARNINGS": _("There is a reason against this. Check it first."),
    "WARNING_REMATCH": _("%(first)s and %(second)s met in round %(round)s."),
    "WARNING_APART": _("%(first)s and %(second)s must not meet."),
    "WARNING_GROUP": _("%(first)s and %(second)s are of one family or team (%(group)s)."),
    "WARNING_GAP": _("%(first)s has %(points)s points, %(second)s has %(others)s."),
    "WARNING_SECOND_BYE": _("%(name)s had a bye before."),
    "NOT_HERE": _("%(name)s is not checked in, or has dropped."),
    "SITS_ALREADY": _("%(name)s is already in round %(round)s."),
    "NOBODY_TO_MEET": _(
        "No opponent is free for %(name)s in round %(round)s: there is no bye and no other late entry."
    ),
    "RESULT_IS_IN": _("The result of %(name)s at table %(table)s is in. Drop them as usual."),
    "TABLES_UNREADABLE": _("“%(value)s” is not a table or a range of tables. Enter tables like 13, 20-24."),
    "TABLE_IS_BLOCKED": _("Table %(table)s is blocked. Choose another one, or unblock it first."),
    "FIXED_TABLE_NOT_BLOCKED": _(
        "Table %(table)s is the fixed table of %(name)s. Give %(name)s another one first, or leave it open."
    ),
    "TABLE_IS_FIXED_FOR": _("Table %(table)s is already reserved for %(name)s."),
    "APART_NEEDS_TWO": _("Choose two different players."),
    "APART_IN_OTHER_DIVISIONS": _(
        "%(first)s and %(second)s play in different divisions and are never paired."
    ),
    "APART_ALREADY": _("%(first)s and %(second)s are already kept apart."),
}


STEPS = {outcome.value: words.step for outcome, words in outcome_words.OUTCOMES.items()}


def result_text(outcome: object, facts: Mapping[str, object]) -> str:
    """A result in words: "Maya Okonkwo beats Ana Silva"."""
    return sentences.filled(STEPS.get(str(outcome), str(outcome)), facts)


def result_facts(facts: Facts) -> Facts:
    """The words of a kind that sets or reports a result: the new result and the former one."""
    results = {"result": facts.get("after"), "before_text": facts.get("before")}
    return {
        name: result_text(result.get("outcome"), facts) if isinstance(result, Mapping) else sentences.NOTHING
        for name, result in results.items()
    }


def _closing(facts: Facts) -> Facts:
    reopens = (
        _("Round %(round)s of the top cut opens again. All results stay.")
        if facts.get("cut")
        else _("Round %(round)s is open again and its standings are removed. All results stay.")
    )
    return {"reopens_text": sentences.filled(reopens, facts)}


def _made(facts: Facts) -> Facts:
    against = _("%(first_name)s against %(second_name)s")
    return {
        "made": sentences.filled(
            against if facts.get("second_name") else _("the bye for %(first_name)s"), facts
        )
    }


def _options(facts: Facts) -> Facts:
    options = facts.get("options")
    return {"options_text": ", ".join(map(option_label, options)) if isinstance(options, Iterable) else ""}


def _wish(facts: Facts) -> Facts:
    wish = facts.get("after")
    return {"wish_text": wish_text(wish if isinstance(wish, Mapping) else {})}


def option_label(name: object) -> str:
    """The name of a pairing option on its page."""
    return next(str(field.verbose_name) for field in PairingOptions._meta.fields if field.name == name)


def wish_text(wish: Mapping[str, object]) -> str:
    """ "family or team “Silva”, table 3 (ramp)", or "none"."""
    parts = [
        _("family or team “%(group)s”") if wish.get("group") else "",
        _("table %(table)s") if wish.get("table") else "",
        _("(%(reason)s)") if wish.get("reason") else "",
        _("seed %(seed)s") if wish.get("seed") else "",
    ]
    return " ".join(sentences.filled(part, wish) for part in parts if part) or str(_("none"))


sentences.REFUSALS.update(REFUSALS)


sentences.register_sentences(
    {
        "RoundPaired": (
            _("Round %(round)s paired, tables: %(tables)s, random seed %(seed)s"),
            _("The pairings of round %(round)s are removed. Only staff have seen them."),
        ),
        "RoundPairedAgain": (
            _("Round %(round)s re-paired, random seed %(seed)s"),
            _("Round %(round)s has its previous pairings again."),
        ),
        "PlayersSwapped": (
            _("Round %(round)s: %(first_name)s and %(second_name)s swapped"),
            _("%(first_name)s and %(second_name)s go back to their places."),
        ),
        "RoundPosted": (
            _("Round %(round)s posted"),
            _("Round %(round)s is no longer posted. Players do not see it."),
        ),
        "RoundUndone": (
            _("Round %(round)s undone, with its results: %(results)s"),
            _("Round %(round)s is back with all its results: %(results)s."),
        ),
        "NoShowsDropped": (
            _("No-shows of round %(round)s dropped: %(names)s"),
            _("They play again: %(names)s."),
        ),
        "DayTwoOpened": (
            _("Day 2 opened after round %(round)s, players: %(players)s, rounds: %(rounds)s"),
            _("Day 2 is no longer open. Standings and results of day 1 stay."),
        ),
        "CutStarted": (
            _("Top cut started with %(players)s players"),
            _("The bracket is removed. Standings and results stay."),
        ),
        "TablesDrawnAgain": (
            _("Tables re-paired in round %(round)s: %(tables)s, random seed %(seed)s"),
            _("Re-paired tables of round %(round)s (%(tables)s) are back to their previous pairings."),
        ),
        "PostedRoundDrawnAgain": (
            _("Round %(round)s unposted and re-paired, random seed %(seed)s"),
            _("Round %(round)s is posted again with its previous pairings."),
        ),
        "LateEntrySeated": (
            _("Round %(round)s: %(name)s came late and plays %(other)s at table %(table)s"),
            _("%(name)s no longer plays %(other)s in round %(round)s."),
        ),
        "LateEntryGivenBye": (
            _("Round %(round)s: %(name)s entered after the pairing and has the bye"),
            _("%(name)s is no longer in the pairings of round %(round)s."),
        ),
        "EntryTakenOut": (
            _("%(name)s dropped after round %(round)s was paired and was removed from it"),
            _("%(name)s is reinstated and plays round %(round)s as it was paired."),
        ),
        "MeetingForbidden": (
            _("%(first_name)s and %(second_name)s must not meet"),
            _("%(first_name)s and %(second_name)s may meet again."),
        ),
        "PlayersMayMeet": (
            _("%(first_name)s and %(second_name)s may meet again"),
            _("%(first_name)s and %(second_name)s must not meet again."),
        ),
        "StartedWithoutLists": _(
            "Round 1 starts without all deck lists. Missing: %(missing)s, not legal: %(illegal)s (%(names)s). "
            "%(reason)s"
        ),
        "PlayedWithoutNewLists": _(
            "Round %(round)s starts without all lists of the new draft. Missing: %(missing)s, not legal: %(illegal)s "
            "(%(names)s). %(reason)s"
        ),
    },
)

sentences.register_sentences(
    {
        "RoundClosed": (_("Round %(round)s closed and ranked"), "%(reopens_text)s"),
    },
    facts=_closing,
)

sentences.register_sentences(
    {
        "MatchMadeByHand": (
            _("Round %(round)s, by hand: %(made)s"),
            _("The players of these matches go back to their places."),
        ),
    },
    facts=_made,
)

sentences.register_sentences(
    {
        "PairingOptionsChanged": (
            _("Pairing options changed: %(options_text)s"),
            _("The pairing options are as they were before."),
        ),
    },
    facts=_options,
)

sentences.register_sentences(
    {
        "EntryWishChanged": (
            _("Pairing request of %(name)s: %(wish_text)s"),
            _("The pairing request of %(name)s is as it was before."),
        ),
    },
    facts=_wish,
)

sentences.register_sentences(
    {
        "ResultEntered": (
            _("Round %(round)s, table %(table)s: %(result)s"),
            _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s."),
        ),
        "ResultCleared": (
            _("Round %(round)s, table %(table)s: result undone"),
            _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s."),
        ),
        "ResultCorrected": (
            _("Round %(round)s, table %(table)s corrected: %(result)s. %(why)s"),
            _("Table %(table)s of round %(round)s goes back to: %(before_text)s. Standings follow."),
        ),
    },
    facts=result_facts,
)
sentences.register_sentences(
    {
        "RegularsAdded": (
            _("Players of %(source)s added: %(count)s"),
            _("The players added from %(source)s are removed from the event."),
        ),
    }
)
