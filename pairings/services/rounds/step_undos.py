"""Undo steps on rounds, results, the cut and players.

Each undo checks that no later step depends on the step; otherwise, its refusal names the step to undo first.
"""

from datetime import datetime

from core.engine.journal.kinds import add_undo, kinds_of_group
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings import hooks
from pairings.engine.journal_kinds import (
    PAIRING,
    RESULT,
    CutStarted,
    DayTwoOpened,
    EntryTakenOut,
    EntryWishChanged,
    LateEntryGivenBye,
    LateEntrySeated,
    MatchMadeByHand,
    MeetingForbidden,
    NoShowsDropped,
    PairingOptionsChanged,
    PlayersMayMeet,
    PlayersSwapped,
    PostedRoundDrawnAgain,
    PrizesChanged,
    ResultAgreed,
    ResultCleared,
    ResultCorrected,
    ResultDecided,
    ResultEntered,
    ResultTaken,
    RoundClosed,
    RoundPaired,
    RoundPairedAgain,
    RoundPosted,
    TablesDrawnAgain,
)
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.services.bracket import brackets, walkovers
from pairings.services.reports import report_rows, results
from pairings.services.rounds import (
    attendance,
    late_entries,
    manual_pairing,
    match_edits,
    match_seating,
    options,
    re_pairing,
    stages,
    table_numbers,
    unposting,
)
from pairings.services.rounds.undo_checks import (
    can_no_longer_undo_posting,
    can_no_longer_undo_result,
    has_no_posted_match,
    is_bound_to_penalty,
    is_pairing_replaced,
    require_all_entered,
    require_newest_round,
)
from pairings.services.standings import prizes, ranking
from tournaments.engine.journal_kinds import EntriesCheckedIn, EntryAdded, EntryDropped, EntryReinstated
from tournaments.models import User


def _undo_pairing(line: JournalEvent) -> None:
    """Delete the round of a pairing.

    The first stage is deleted with its only round; otherwise, the number of planned rounds is restored. Refused:
    ROUND_NOT_FOUND, ROUND_IS_POSTED, UNDO_OVERTAKEN.
    """
    round_ = match_edits.round_of_line(line, Round.State.UNPOSTED, otherwise=PairingRefusal.ROUND_IS_POSTED)
    journal.require_newest_line(line, ["RoundPaired"], round=round_.number)
    stage, first_of_stage = round_.stage, not round_.stage.rounds.exclude(pk=round_.pk).exists()
    round_.delete()
    if first_of_stage and stage.position == 0:
        stage.delete()
    elif line.facts.get("planned_before"):
        stages.set_planned_rounds(stage, line.facts["planned_before"])


def _undo_re_pairing(line: JournalEvent) -> None:
    """Restore the former pairings, seeds and planned rounds of an unposted round.

    Refused: ROUND_NOT_FOUND, ROUND_IS_POSTED, TABLE_IS_TAKEN, UNDO_OVERTAKEN.
    """
    before = line.facts
    round_ = match_edits.round_of_line(line, Round.State.UNPOSTED, otherwise=PairingRefusal.ROUND_IS_POSTED)
    if round_.seed != before["seed"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, kinds_of_group(PAIRING), round=round_.number)
    require_all_entered(line)
    places = match_seating.places_from_facts(before["places_before"])
    table_numbers.require_tables_free(round_, [place.table for place in places])
    if before.get("seeds_before"):
        brackets.set_seeds(round_.stage, before["seeds_before"])
    elif before.get("planned_before"):
        stages.set_planned_rounds(round_.stage, before["planned_before"])
    round_.seed, round_.draw = before["seed_before"], before["draw_before"]
    if before.get("paired_before"):
        round_.paired_at = datetime.fromisoformat(before["paired_before"])
    round_.save(update_fields=["seed", "draw", "paired_at"])
    match_seating.replace_all_matches(round_, places)
    walkovers.apply_walkovers(round_.division)


def _undo_swap(line: JournalEvent) -> None:
    """Restore the matches before the swap. Refused: ROUND_NOT_FOUND, ROUND_IS_POSTED, UNDO_OVERTAKEN."""
    round_ = match_edits.round_of_line(line, Round.State.UNPOSTED, otherwise=PairingRefusal.ROUND_IS_POSTED)
    journal.require_newest_line(line, kinds_of_group(PAIRING), round=round_.number)
    if "places_before" in line.facts:
        match_edits.undo_replace_matches(round_, line)
        return
    first, second = line.facts["first"], line.facts["second"]
    if round_.seats.filter(entry_id__in=[first, second]).values("match_id").distinct().count() != 2:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    match_seating.swap_seats(round_, first, second)


def _undo_posting(line: JournalEvent) -> None:
    """Unpost the round. Refused: ROUND_NOT_FOUND, ROUND_IS_CLOSED, UNDO_RESULTS_FIRST."""
    round_ = match_edits.round_of_line(line, Round.State.POSTED, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    unposting.unpost_round(round_)


def _undo_closing(line: JournalEvent) -> None:
    """Reopen the closed round and delete its standings.

    Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN, TABLE_IS_TAKEN, and whatever `require_newest_round` refuses.
    """
    round_ = match_edits.round_of_line(line, Round.State.CLOSED)
    division = round_.division
    require_newest_round(round_)
    table_numbers.require_tables_free(round_, round_.matches.values_list("table", flat=True))
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    unposting.correct_schedule_times(round_)
    walkovers.apply_walkovers(division)
    for on_reopening in hooks.round_reopened:
        on_reopening(round_)


def _restore_result(line: JournalEvent) -> None:
    """Restore the result before a step, with the reports and the dispute of the match.

    In a closed round, only a correction can be undone. Refused: UNDO_OVERTAKEN if the result has been
    changed since, UNDO_PENALTY_FIRST, ROUND_NOT_POSTED, ROUND_IS_CLOSED, CUT_HAS_STARTED (round).
    """
    match = (
        Match.objects.select_related("round__division__tournament", "round__stage")
        .filter(pk=line.facts["match"])
        .first()
    )
    if match is None or results.stored_result_facts(match) != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if is_bound_to_penalty(line):
        raise Refused(PairingRefusal.UNDO_PENALTY_FIRST)
    journal.require_newest_line(line, kinds_of_group(RESULT), match=match.pk)
    # In a closed round only a correction can be undone, and only if no later step depends on it.
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(match.round))
    if match.round.state == Round.State.CLOSED:
        if line.kind != "ResultCorrected":
            raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(match.round))
        results.require_no_later_bracket_round(match)
    reporter_pk, reported_at = line.facts.get("reported_before", (None, None))
    results.write_result_into_match(
        match,
        results.result_from_facts(line.facts["before"]),
        by=User.objects.filter(pk=reporter_pk).first(),
        now=datetime.fromisoformat(reported_at) if reported_at else None,
    )
    report_rows.undo_settle_reports(match, line.facts)
    walkovers.apply_walkovers(match.round.division)
    if match.round.state == Round.State.CLOSED:
        ranking.rank_round_and_later_ones_again(match.round)


def _undo_stage(line: JournalEvent) -> None:
    """Delete the stage that the step opened. Refused: UNDO_OVERTAKEN, UNDO_NEXT_ROUND_FIRST."""
    stage = Stage.objects.filter(division=line.division, pk=line.facts["stage"]).first()
    if stage is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    first_round = stage.rounds.select_related("stage").order_by("number").first()
    if first_round is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(first_round))
    stage.delete()


add_undo(_undo_pairing, RoundPaired, is_past=is_pairing_replaced)
add_undo(_undo_re_pairing, RoundPairedAgain, is_past=is_pairing_replaced)
add_undo(_undo_swap, PlayersSwapped, is_past=is_pairing_replaced)
add_undo(manual_pairing.undo_re_pair_matches, TablesDrawnAgain, is_past=is_pairing_replaced)
add_undo(manual_pairing.undo_make_match, MatchMadeByHand, is_past=is_pairing_replaced)
add_undo(re_pairing.undo_re_pair_posted, PostedRoundDrawnAgain, is_past=is_pairing_replaced)
add_undo(_undo_posting, RoundPosted, is_past=can_no_longer_undo_posting)
add_undo(_undo_closing, RoundClosed, is_past=is_pairing_replaced, causes=[NoShowsDropped])
add_undo(_restore_result, ResultEntered, is_past=can_no_longer_undo_result, causes=[NoShowsDropped])
add_undo(_restore_result, ResultCorrected, is_past=has_no_posted_match, causes=[NoShowsDropped])
add_undo(
    _restore_result, ResultCleared, ResultAgreed, ResultDecided, ResultTaken, is_past=has_no_posted_match
)
add_undo(_undo_stage, CutStarted, DayTwoOpened)
add_undo(late_entries.undo_take_out_of_round, EntryTakenOut, is_past=late_entries.can_no_longer_undo_take_out)
add_undo(late_entries.undo_late_entry, LateEntrySeated, LateEntryGivenBye, is_past=is_pairing_replaced)
add_undo(options.undo_change_options, PairingOptionsChanged)
add_undo(prizes.undo_save_prizes, PrizesChanged)
add_undo(options.undo_set_wish, EntryWishChanged)
add_undo(options.undo_keep_apart, MeetingForbidden)
add_undo(options.undo_allow_to_meet, PlayersMayMeet)
add_undo(attendance.undo_entry_added, EntryAdded, is_past=attendance.can_no_longer_undo_added_entry)
add_undo(attendance.undo_check_in_all, EntriesCheckedIn, is_past=attendance.can_no_longer_undo_check_in_all)
add_undo(attendance.undo_drop, EntryDropped, is_past=attendance.is_attendance_step_final)
add_undo(attendance.undo_reinstate, EntryReinstated, is_past=attendance.is_attendance_step_final)
