"""Move matches to feature tables and back. All other pairings and tables stay as they are."""

from django.db import transaction

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings import hooks
from pairings.engine.journal_kinds import MatchMoved
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import feature_tables, options
from pairings.services import locks
from pairings.services.rounds import match_edits, table_numbers
from pairings.services.rounds.undo_checks import is_pairing_replaced
from tournaments import scopes
from tournaments.models import User

OPEN_STATES = (Round.State.UNPOSTED, Round.State.POSTED)


def match_at(round_: Round, table: int) -> Match:
    """Return the match of a round that is seated at a table or returns to it.

    Refused: FEATURE_OTHER_DIVISION (table, division) if another division uses the table, NO_MATCH_AT_TABLE (table,
    round).
    """
    matches = feature_tables.open_matches(round_.division.tournament).filter(
        feature_tables.uses_table_in([table]), right__isnull=False
    )
    rows = list(matches.select_related("round__division__tournament", "round__stage").defer("round__draw"))
    # A match seated at the table comes before one that returns to it.
    rows.sort(key=lambda match: (match.round_id != round_.pk, match.table != table))
    match = rows[0] if rows else None
    if match is not None and match.round_id == round_.pk:
        return match
    if match is not None:
        raise Refused(
            PairingRefusal.FEATURE_OTHER_DIVISION, table=table, division=match.round.division.age_division
        )
    raise Refused(PairingRefusal.NO_MATCH_AT_TABLE, table=table, **refusal_facts_of_round(round_))


@transaction.atomic
def move_to_feature_table(match: Match, table: int, *, by: User | None, seen: int | None = None) -> Match:
    """Move a match without a result to a free feature table, and return it.

    A match that is already there does not move. Its former table stays reserved for it. `seen` is the table that the
    user saw. Refused: ROUND_NOT_FOUND, ROUND_IS_CLOSED, MATCH_NOT_FOUND, NO_OPPONENT, CHANGED_MEANWHILE,
    NOT_A_FEATURE_TABLE (table), FEATURE_RESULT_IS_IN (table), and whatever `_require_free` refuses.
    """
    match = _lock_match(match)
    if match.table == table:
        return match
    _require_seen(match, seen)
    names = feature_tables.names_of_feature_tables(match.round.division.tournament)
    if table not in names:
        raise Refused(PairingRefusal.NOT_A_FEATURE_TABLE, table=table)
    if match.outcome != Outcome.PENDING:
        raise Refused(PairingRefusal.FEATURE_RESULT_IS_IN, table=match.table)
    _require_free(match, table)
    home_table = match.home_table or match.table
    _move(match, table, None if home_table == table else home_table, by=by)
    return match


@transaction.atomic
def move_back(match: Match, table: int, *, by: User | None, seen: int | None = None) -> Match:
    """Move a match from its feature table to `table`, and return it. A match that is already there does not move.

    `table` is the result of `table_to_return_to` when the user saw it, and `seen` the feature table. Refused:
    ROUND_NOT_FOUND, ROUND_IS_CLOSED, MATCH_NOT_FOUND, NO_OPPONENT, NOT_ENOUGH_TABLES, and CHANGED_MEANWHILE if the
    match is not at a feature table or returns to another table.
    """
    match = _lock_match(match)
    if match.table == table:
        return match
    _require_seen(match, seen)
    if match.home_table is None or table_to_return_to(match) != table:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    _move(match, table, None, by=by)
    return match


def table_to_return_to(match: Match) -> int:
    """Return the table to which a match at a feature table returns.

    This is the table it came from, or the next free one if another match has been seated there. Refused:
    NOT_ENOUGH_TABLES.
    """
    assert match.home_table is not None  # noqa: S101 - only matches at a feature table return
    if occupying_match(match, match.home_table) is None:
        return match.home_table
    round_ = match.round
    pair = (match.left_id, match.right_id or 0)
    wishes = options.wishes_of(round_.division)
    occupied = feature_tables.tables_in_use(round_.matches.all())
    return table_numbers.number_round_tables(round_, [pair], wishes, occupied=occupied).tables[0]


def occupying_match(match: Match, table: int) -> Match | None:
    """Return another match of an open round of the event that is seated at a table or returns to it."""
    matches = feature_tables.open_matches(match.round.division.tournament).exclude(pk=match.pk)
    matches = matches.filter(feature_tables.uses_table_in([table])).order_by("pk")
    return matches.select_related("left__player", "right__player", "round__division").first()


def _lock_match(match: Match) -> Match:
    """Return a match of two players, with its event and division locked.

    Refused: ROUND_NOT_FOUND, ROUND_IS_CLOSED, MATCH_NOT_FOUND, NO_OPPONENT.
    """
    # Table numbers are unique in the event, so its lock is needed as well.
    round_ = locks.lock_round(match.round)
    if round_.state not in OPEN_STATES:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(round_))
    matches = round_.matches.select_related("left__player", "right__player")
    current = matches.filter(pk=match.pk).first()
    if current is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    if current.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT)
    current.round = round_
    return current


def _require_seen(match: Match, seen: int | None) -> None:
    """Require that the match is still at the table that the user saw. Refused: CHANGED_MEANWHILE."""
    if seen is not None and seen != match.table:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)


def _require_free(match: Match, table: int) -> None:
    """Require that no other match uses a table.

    Refused: FEATURE_TABLE_TAKEN (table, left, right) if a match is seated there, FEATURE_TABLE_RESERVED (table, left,
    right, now) if the match at feature table `now` returns there.
    """
    other = occupying_match(match, table)
    if other is not None:
        names = {"left": str(other.left), "right": str(other.right)}
        if other.table == table:
            raise Refused(PairingRefusal.FEATURE_TABLE_TAKEN, table=table, **names)
        raise Refused(PairingRefusal.FEATURE_TABLE_RESERVED, table=table, now=other.table, **names)


def _move(match: Match, table: int, home_table: int | None, *, by: User | None) -> None:
    """Seat a match at a table and write the journal line."""
    table_before, home_before = match.table, match.home_table
    _seat_at(match, table, home_table)
    round_ = match.round
    journal.write_journal_line(
        round_.division.tournament,
        MatchMoved(
            match=match.pk,
            round=round_.number,
            table=table,
            left=str(match.left),
            right=str(match.right),
            table_before=table_before,
            home_table=home_table,
            home_before=home_before,
            posted=round_.state == Round.State.POSTED,
        ),
        by=by,
        division=round_.division,
    )


def _seat_at(match: Match, table: int | None, home_table: int | None) -> None:
    """Store the tables of a match, which outdates printed sheets of a posted round."""
    match.table, match.home_table = table, home_table
    match.save(update_fields=["table", "home_table"])
    match_edits.increment_revision(match.round)
    stamps.mark_scopes_changed(scopes.match_scope(match.pk))
    for on_move in hooks.match_moved:
        on_move(match)


def _undo_move(line: JournalEvent) -> None:
    """Undo MatchMoved.

    Refused: ROUND_NOT_FOUND, ROUND_IS_CLOSED, UNDO_OVERTAKEN if the match was moved or changed since,
    FEATURE_TABLE_TAKEN and FEATURE_TABLE_RESERVED if another match uses the table.
    """
    facts = line.facts
    round_ = match_edits.round_of_line(line, *OPEN_STATES, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    matches = round_.matches.select_related("left__player", "right__player")
    match = matches.filter(
        pk=facts["match"], table=facts["table"], home_table=facts["home_table"], right__isnull=False
    ).first()
    if match is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    match.round = round_
    _require_free(match, facts["table_before"])
    _seat_at(match, facts["table_before"], facts["home_before"])


add_undo(_undo_move, MatchMoved, is_past=is_pairing_replaced)
