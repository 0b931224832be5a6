"""Sentences of refusals."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refusals import CoreRefusal
from pairings.engine.refusals import PairingRefusal, WarningCode

REFUSALS: dict[str, sentences.Sentence] = {
    PairingRefusal.TOO_FEW_PLAYERS: _(
        "A round needs two checked-in players who have not dropped; there are %(players)s. Check players in first."
    ),
    PairingRefusal.PLAYERS_HAVE_LEFT: _(
        "A round needs two players who have not dropped; there are %(players)s, and no one is "
        "waiting to be checked in. Reinstate a player, or keep the standings as they are."
    ),
    PairingRefusal.NOBODY_CHECKED_IN: _(
        "No player in %(division)s is checked in. Check players in one by one, or all together."
    ),
    PairingRefusal.ROUND_AWAITS_REVIEW: _(
        "Round %(round)s is already paired and is waiting for review. Post it, or re-pair it."
    ),
    PairingRefusal.ROUND_IS_PAIRED: _("Round %(round)s is already paired."),
    PairingRefusal.ROUND_IS_POSTED: _(
        "Round %(round)s is posted, so its pairings are final. Unpost it first."
    ),
    PairingRefusal.ROUND_NOT_POSTED: _("Round %(round)s is not posted yet."),
    PairingRefusal.ROUND_IS_CLOSED: _(
        "Round %(round)s is closed. Reopen it, or correct the result with a reason."
    ),
    PairingRefusal.ROUND_NOT_CLOSED: _("Round %(round)s has all its results. Close it first."),
    PairingRefusal.ROUND_NOT_CLOSED_YET: _("Round %(round)s is still open: change the result at the desk."),
    PairingRefusal.ROUND_HAS_OPEN_MATCHES: _(
        "Round %(round)s still has open results: %(open)s. Enter them first. Tables: %(tables)s."
    ),
    PairingRefusal.TABLES_ARE_BUSY: _(
        "Round %(round)s is not closed: first confirm what is still open at its tables (%(open)s)."
    ),
    PairingRefusal.ROUND_NOT_FOUND: _("Round %(round)s was unposted. Re-pair it."),
    PairingRefusal.REDRAFT_FIRST: _(
        "Round %(round)s is played after a redraft, and its pairs are not assigned yet. Assign them on the Drafts "
        "page."
    ),
    PairingRefusal.SWISS_IS_OVER: _(
        "All %(rounds)s Swiss rounds have been played. Start the top cut, or add a round."
    ),
    PairingRefusal.SWISS_NOT_OVER: _(
        "%(played)s of %(planned)s Swiss rounds have been played. Play the others first, or start the top cut anyway."
    ),
    PairingRefusal.PRIZES_OVERLAP: _(
        "Place %(place)s is in two rows: %(first)s–%(last)s and from %(next)s. Change one of them."
    ),
    PairingRefusal.PRIZES_UNORDERED: _(
        "Places %(first)s to %(last)s are not a range of places. Correct the row."
    ),
    PairingRefusal.PRIZES_REMOVED: _("The chosen prizes were removed. Choose others to copy."),
    PairingRefusal.PRIZES_CHANGED: _(
        "These prizes were changed after you opened the page. Check your rows below, then save again to replace "
        "the changed table."
    ),
    PairingRefusal.BRACKET_IS_OVER: _("The final has been played. There is nothing left to pair."),
    PairingRefusal.BRACKET_IS_FIXED: _(
        "The pairings of a bracket cannot be changed by hand. If a result is wrong, correct the result."
    ),
    PairingRefusal.NOT_ENOUGH_TABLES: _(
        "%(needed)s tables are needed and %(have)s are free. Widen the table range in the settings."
    ),
    PairingRefusal.TABLE_IS_TAKEN: _("%(division)s play at table %(table)s now. Close their round first."),
    PairingRefusal.FORBIDDEN_PAIRS_UNAVOIDABLE: _(
        "No pairing keeps apart all players who must not meet. Remove one of these pairing requests."
    ),
    PairingRefusal.STATE_NOT_JSON: _("This line is not json: %(why)s"),
    PairingRefusal.STATE_NOT_OBJECT: _("A state is an object with players and a seed."),
    PairingRefusal.STATE_MISSING: _("“%(name)s” is missing."),
    PairingRefusal.STATE_WRONG: _("“%(name)s” cannot be %(value)s."),
    PairingRefusal.STATE_ID_TWICE: _("The id %(id)s is used for two players."),
    PairingRefusal.STATE_TOO_WIDE: _(
        "The points are too far apart to pair this field. Check them for a typing error."
    ),
    PairingRefusal.RESULTS_COLUMN_MISSING: _("The file has no column “%(column)s”."),
    PairingRefusal.RESULTS_NOT_CSV: _("Line %(line)s is not a line of a CSV file. Save the results as CSV."),
    PairingRefusal.RESULTS_ROW_UNREADABLE: _("Line %(line)s cannot be read: “%(value)s” as %(column)s."),
    PairingRefusal.RESULTS_EMPTY: _("The file has no result of rounds %(first)s to %(last)s."),
    PairingRefusal.NOT_IN_THIS_ROUND: _("%(name)s does not play in round %(round)s."),
    PairingRefusal.SWAP_SAME_TABLE: _("These two already sit at the same table."),
    PairingRefusal.SWAP_IS_REMATCH: _(
        "%(first)s and %(second)s met in round %(round)s. Swap anyway? The pairing will note it."
    ),
    PairingRefusal.SWAP_OF_AWARDED_BYE: _(
        "%(name)s has a bye awarded in advance, so no one can take that place."
    ),
    PairingRefusal.SWAP_IS_OF_GROUP: _(
        "%(first)s and %(second)s are from the same family or team (%(group)s). Swap anyway?"
    ),
    PairingRefusal.SWAP_IS_APART: _("%(first)s and %(second)s must not meet. Swap anyway?"),
    PairingRefusal.SWAP_GIVES_SECOND_BYE: _(
        "%(name)s had a bye before. Swap anyway? The pairing will note it."
    ),
    PairingRefusal.PAIRINGS_ARE_STALE: _(
        "Players entered or dropped since round %(round)s was paired. New: %(came)s. Dropped: %(left)s. Re-pair it."
    ),
    PairingRefusal.PAIRINGS_FOLLOW_OLD_RESULTS: _(
        "Results have changed since round %(round)s was paired. Re-pair it, then post it."
    ),
    PairingRefusal.GROUPING_CHANGED: _(
        "The age divisions are grouped differently now, by the players checked in. Check the grouping, then pair."
    ),
    PairingRefusal.NO_SHOWS_CHANGED: _("No no-show of this round is still in the event."),
    PairingRefusal.NO_OPPONENT: _("%(name)s has no opponent in this round, so there is no result to enter."),
    PairingRefusal.MATCH_NOT_FOUND: _("This match is no longer in the pairings. Check the pairings."),
    PairingRefusal.NO_SUCH_TABLE: _(
        "Table %(table)s already has a result, or doesn’t exist. Tables run from %(first)s to %(last)s."
    ),
    PairingRefusal.TABLE_OF_TWO_DIVISIONS: _(
        "Two divisions play at table %(table)s: %(divisions)s. Choose the division first, then enter "
        "it again."
    ),
    PairingRefusal.NO_SUCH_RESULT: _(
        "Result %(result)s is unknown: 1 means Player 1 won, 2 Player 2 won, 0 tie, 9 double loss."
    ),
    PairingRefusal.NO_SUCH_SCORE: _(
        "Result %(result)s is unknown. Type 1 (Player 1 won), 2 (Player 2 won), 0 (tie) or 9 (double loss), or the "
        "score in games, Player 1 first: 20, 21, 12, 02 or 11."
    ),
    PairingRefusal.RESULT_ALREADY_THERE: _(
        "%(by)s entered table %(table)s a moment ago: %(outcome)s. Nothing was overwritten. Check the table."
    ),
    PairingRefusal.RESULT_STANDS: _("Table %(table)s already has another result. Nothing was overwritten."),
    PairingRefusal.NO_TIES_IN_THE_CUT: _("A match of the top cut has a winner. A tie is not possible here."),
    PairingRefusal.OUT_OF_THE_CUT: _(
        "%(name)s is out of the event, so the opponent advances. If that is wrong, undo the drop or "
        "the disqualification first, then report the result."
    ),
    PairingRefusal.SOMEBODY_ADVANCES: _("A match of the top cut has a winner. Decide who advances."),
    PairingRefusal.GAMES_DO_NOT_FIT: _("%(games)s does not fit this result."),
    PairingRefusal.GAMES_TOO_MANY: _(
        "%(games)s is not a possible result: best of %(best_of)s ends when a player has won "
        "%(enough)s. Check the slip."
    ),
    PairingRefusal.RESULT_MISSING: _(
        "The round is closed, so its matches need a result. Reopen the round to clear one."
    ),
    PairingRefusal.WHY_MISSING: _("Enter the reason for the change. It is saved in the journal."),
    PairingRefusal.CUT_HAS_STARTED: _(
        "The next round of the bracket depends on this match. Unpost that round first."
    ),
    PairingRefusal.DAY_TWO_FIRST: _("Day 2 is planned. Open it first, or start the top cut anyway."),
    PairingRefusal.DAY_TWO_HAS_STARTED: _("Day 2 has started. Players can no longer be added."),
    PairingRefusal.DAY_TWO_NOT_OPEN: _("Day 2 is not open yet. Open it first, then check players in for it."),
    PairingRefusal.DAY_TWO_PLAYS: _(
        "Round %(round)s of day 2 is posted. To take a player out, drop them on their page."
    ),
    PairingRefusal.DAY_TWO_TOO_LARGE: _(
        "Day 2 cannot have %(size)s players: only %(players)s are still in the event. Enter fewer."
    ),
    PairingRefusal.DAY_TWO_NOT_PLANNED: _(
        "No day 2 is planned for this division. Set who plays in it in the settings."
    ),
    PairingRefusal.DAY_TWO_WITHOUT_ROUNDS: _(
        "The attendance table has no rounds for day 2. Enter how many are played."
    ),
    PairingRefusal.DAY_TWO_TOO_SMALL: _("Day 2 needs two players; %(players)s would be in it."),
    PairingRefusal.NOT_IN_DAY_TWO: _("%(name)s did not qualify for day 2."),
    PairingRefusal.CUT_HAS_STARTED_ALREADY: _("The top cut has already started."),
    PairingRefusal.NO_CUT_PLANNED: _("No top cut is planned for this division. Set its size first."),
    PairingRefusal.CUT_TOO_LARGE: _(
        "A top cut of %(size)s needs as many players; %(players)s are still playing."
    ),
    PairingRefusal.CUT_TOO_SMALL: _("A top cut needs at least 2 players."),
    CoreRefusal.UNDO_NOT_POSSIBLE: _("This step cannot be undone."),
    PairingRefusal.SEED_IS_TAKEN: _("Seed %(seed)s is reserved for %(name)s."),
    PairingRefusal.UNDO_BY_ORGANIZER: _("Only an organizer can change settings or undo a change."),
    CoreRefusal.UNDO_ALREADY_DONE: _("This step was already undone."),
    CoreRefusal.UNDO_OVERTAKEN: _(
        "Something else changed here since then, so nothing was undone. Check the current state."
    ),
    PairingRefusal.UNDO_RESULTS_FIRST: _(
        "Round %(round)s already has results (%(results)s). Undo those first."
    ),
    PairingRefusal.UNDO_PENALTY_FIRST: _("A penalty decided this match. Withdraw the penalty instead."),
    PairingRefusal.UNDO_NEXT_ROUND_FIRST: _("Round %(round)s depends on it. Undo round %(round)s first."),
    PairingRefusal.UNDO_CUT_FIRST: _("The top cut depends on it. Undo the top cut first."),
    PairingRefusal.UNDO_DAY_TWO_FIRST: _("Day 2 depends on it. Undo the opening of day 2 first."),
    PairingRefusal.NOTHING_TO_UNDO: _("There is nothing to undo."),
    PairingRefusal.BREAK_TWO_TABLES: _("Select at least two tables to re-pair their players."),
    PairingRefusal.TABLE_HAS_BEGUN: _(
        "Table %(table)s already has an entry: a result, a report, a tap, a time extension or a call. "
        "Leave that table out."
    ),
    PairingRefusal.PAIRINGS_HOLD_OTHERS: _("A player at these tables has dropped. Re-pair the whole round."),
    PairingRefusal.MEET_ALREADY: _("They are already seated that way."),
    PairingRefusal.BYE_NEEDS_ODD_FIELD: _(
        "No player has the bye in this round, so it cannot be given: one player would be left over."
    ),
    PairingRefusal.MATCH_HAS_RESULT: _("Table %(table)s already has a result. Clear it first."),
    PairingRefusal.MATCH_HAS_WARNINGS: _("There is a problem with this change. Check it first."),
    WarningCode.WARNING_REMATCH: _("%(first)s and %(second)s met in round %(round)s."),
    WarningCode.WARNING_APART: _("%(first)s and %(second)s must not meet."),
    WarningCode.WARNING_GROUP: _("%(first)s and %(second)s are from the same family or team (%(group)s)."),
    WarningCode.WARNING_COUNTRY: _("%(first)s and %(second)s are from the same country (%(group)s)."),
    WarningCode.WARNING_GAP: _("%(first)s has %(points)s points, %(second)s has %(others)s."),
    WarningCode.WARNING_SECOND_BYE: _("%(name)s had a bye before."),
    PairingRefusal.NOT_HERE: _("%(name)s is not checked in, or has dropped."),
    PairingRefusal.SITS_ALREADY: _("%(name)s is already in round %(round)s."),
    PairingRefusal.NOBODY_TO_MEET: _(
        "No opponent is free for %(name)s in round %(round)s: there is no bye and no other late entry."
    ),
    PairingRefusal.RESULT_IS_IN: _("%(name)s’s result at table %(table)s is in. Drop them as usual."),
    PairingRefusal.TABLES_UNREADABLE: _(
        "“%(value)s” is not a table or a range of tables. Enter tables like 13, 20-24."
    ),
    PairingRefusal.FEATURE_TABLES_UNREADABLE: _(
        "“%(value)s” has no table number. Enter the number, then a name if you like: 101 Stream, 102."
    ),
    PairingRefusal.FEATURE_NAME_TOO_LONG: _("“%(name)s” is too long. Names have up to %(most)s characters."),
    PairingRefusal.FEATURE_TABLE_TWICE: _("Table %(table)s is listed twice, with different names."),
    PairingRefusal.FEATURE_TABLES_TOO_MANY: _("Enter up to %(most)s feature tables."),
    PairingRefusal.FEATURE_TABLE_BLOCKED: _(
        "Table %(table)s is both blocked and a feature table. Remove it from one of the two lists."
    ),
    PairingRefusal.NOT_A_FEATURE_TABLE: _(
        "Table %(table)s is not a feature table. Add it in the pairing options first, or choose another one."
    ),
    PairingRefusal.NO_MATCH_AT_TABLE: _(
        "There is no match at table %(table)s in round %(round)s. Check the table number."
    ),
    PairingRefusal.FEATURE_OTHER_DIVISION: _(
        "%(division)s play at table %(table)s. Move that match on the page of their round."
    ),
    PairingRefusal.FEATURE_RESULT_IS_IN: _(
        "The match at table %(table)s has a result. Only matches without one move to a feature table."
    ),
    PairingRefusal.FEATURE_TABLE_TAKEN: _(
        "%(left)s and %(right)s play at table %(table)s. Move their match first, or choose another table."
    ),
    PairingRefusal.FEATURE_TABLE_RESERVED: _(
        "Table %(table)s is reserved for %(left)s and %(right)s, who return there from feature table %(now)s."
    ),
    PairingRefusal.TABLE_IS_BLOCKED: _(
        "Table %(table)s is blocked. Choose another one, or unblock it first."
    ),
    PairingRefusal.FIXED_TABLE_NOT_BLOCKED: _(
        "Table %(table)s is %(name)s’s fixed table. Give %(name)s another one first, or leave the table open."
    ),
    PairingRefusal.TABLE_IS_FIXED_FOR: _("Table %(table)s is already reserved for %(name)s."),
    PairingRefusal.APART_NEEDS_TWO: _("Choose two different players."),
    PairingRefusal.APART_IN_OTHER_DIVISIONS: _(
        "%(first)s and %(second)s play in different divisions and are never paired."
    ),
    PairingRefusal.APART_ALREADY: _("A request already keeps %(first)s and %(second)s apart."),
}

sentences.REFUSALS.update(REFUSALS)
