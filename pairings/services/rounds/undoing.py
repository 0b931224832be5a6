"""The undo of steps on rounds, results, the cut and players.

Each undo checks that no later step depends on it; otherwise it refuses with what to undo first.
"""

from datetime import datetime
from enum import StrEnum

from core.engine.journal.kinds import add_undo, of_group
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
    ResultAgreed,
    ResultCleared,
    ResultCorrected,
    ResultDecided,
    ResultEntered,
    ResultTaken,
    ResultUpheld,
    RoundClosed,
    RoundPaired,
    RoundPairedAgain,
    RoundPosted,
    TablesDrawnAgain,
)
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cuts import round_facts
from pairings.services.bracket import brackets, walkovers
from pairings.services.reports import report_rows, results
from pairings.services.rounds import (
    attendance,
    late_entries,
    manual_pairing,
    match_edits,
    options,
    re_pairing,
    seating,
    stages,
    table_numbers,
    unposting,
)
from pairings.services.rounds.past_steps import (
    is_bound,
    of_unposted,
    posting_is_past,
    require_all_entered,
    require_newest_round,
    result_is_past,
    unpaired,
)
from pairings.services.standings import ranking
from tournaments.engine.journal_kinds import EntriesCheckedIn, EntryAdded, EntryDropped, EntryReinstated
from tournaments.models import User


def _round(event: JournalEvent) -> Round:
    rounds = Round.objects.select_related("division__tournament", "stage")
    round_ = rounds.filter(division=event.division, number=event.facts["round"]).first()
    if round_ is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=event.facts["round"])
    return round_


def _require(round_: Round, state: str, code: StrEnum) -> None:
    if round_.state != state:
        raise Refused(code, **round_facts(round_))


def _unposted_round(event: JournalEvent) -> Round:
    round_ = _round(event)
    _require(round_, Round.State.UNPOSTED, PairingRefusal.ROUND_IS_POSTED)
    return round_


def _undo_pairing(event: JournalEvent) -> None:
    round_ = _unposted_round(event)
    journal.require_newest(event, ["RoundPaired"], round=round_.number)
    stage, first_of_stage = round_.stage, not round_.stage.rounds.exclude(pk=round_.pk).exists()
    round_.delete()
    if first_of_stage and stage.position == 0:
        stage.delete()
    elif event.facts.get("planned_before"):
        stages.plan(stage, event.facts["planned_before"])


def _undo_re_pairing(event: JournalEvent) -> None:
    round_, before = _unposted_round(event), event.facts
    if round_.seed != before["seed"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(event, of_group(PAIRING), round=round_.number)
    require_all_entered(event)
    places = seating.places_of(before["places_before"])
    table_numbers.require_free(round_, [place.table for place in places])
    if before.get("seeds_before"):
        brackets.put_seeds(round_.stage, before["seeds_before"])
    elif before.get("planned_before"):
        stages.plan(round_.stage, before["planned_before"])
    round_.seed, round_.draw = before["seed_before"], before["draw_before"]
    if before.get("paired_before"):
        round_.paired_at = datetime.fromisoformat(before["paired_before"])
    round_.save(update_fields=["seed", "draw", "paired_at"])
    seating.replace_all(round_, places)
    walkovers.settle(round_.division)


def _undo_swap(event: JournalEvent) -> None:
    round_ = _unposted_round(event)
    journal.require_newest(event, of_group(PAIRING), round=round_.number)
    if "places_before" in event.facts:
        match_edits.put_back(round_, event)
        return
    first, second = event.facts["first"], event.facts["second"]
    if round_.seats.filter(entry_id__in=[first, second]).values("match_id").distinct().count() != 2:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    seating.swap(round_, first, second)


def _unpost(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.POSTED, PairingRefusal.ROUND_IS_CLOSED)
    unposting.unpost(round_)


def _reopen(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.CLOSED, CoreRefusal.UNDO_OVERTAKEN)
    division = round_.division
    require_newest_round(round_)
    table_numbers.require_free(round_, round_.matches.values_list("table", flat=True))
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    unposting.correct_times(round_)
    walkovers.settle(division)
    for follow in hooks.round_reopened:
        follow(round_)


def _restore_result(event: JournalEvent) -> None:
    match = (
        Match.objects.select_related("round__division__tournament", "round__stage")
        .filter(pk=event.facts["match"])
        .first()
    )
    if match is None or results.facts(match) != event.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if is_bound(event):
        raise Refused(PairingRefusal.UNDO_PENALTY_FIRST)
    journal.require_newest(event, of_group(RESULT), match=match.pk)
    # Refuse unless the round is posted, or a correction is undone in a closed round without later steps.
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(match.round))
    if match.round.state == Round.State.CLOSED:
        if event.kind != "ResultCorrected":
            raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(match.round))
        results.require_nothing_after(match)
    who, at = event.facts.get("reported_before", (None, None))
    results.put(
        match,
        results.result_from(event.facts["before"]),
        by=User.objects.filter(pk=who).first(),
        now=datetime.fromisoformat(at) if at else None,
    )
    report_rows.give_back(match, event.facts)
    walkovers.settle(match.round.division)
    if match.round.state == Round.State.CLOSED:
        ranking.snapshot_from(match.round)
        hooks.moved(match.round)


def _close_stage(event: JournalEvent) -> None:
    stage = Stage.objects.filter(division=event.division, pk=event.facts["stage"]).first()
    if stage is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    first = stage.rounds.select_related("stage").order_by("number").first()
    if first is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **round_facts(first))
    stage.delete()


add_undo(_undo_pairing, RoundPaired, is_past=unpaired)
add_undo(_undo_re_pairing, RoundPairedAgain, is_past=unpaired)
add_undo(_undo_swap, PlayersSwapped, is_past=unpaired)
add_undo(manual_pairing.undo_re_pairing, TablesDrawnAgain, is_past=unpaired)
add_undo(manual_pairing.undo_match, MatchMadeByHand, is_past=unpaired)
add_undo(re_pairing.post_as_before, PostedRoundDrawnAgain, is_past=unpaired)
add_undo(_unpost, RoundPosted, is_past=posting_is_past)
add_undo(_reopen, RoundClosed, is_past=unpaired, causes=[NoShowsDropped])
add_undo(_restore_result, ResultEntered, is_past=result_is_past, causes=[NoShowsDropped])
add_undo(_restore_result, ResultCorrected, is_past=of_unposted, causes=[NoShowsDropped])
add_undo(_restore_result, ResultCleared, ResultAgreed, ResultDecided, ResultTaken, is_past=of_unposted)
add_undo(report_rows.undo_uphold, ResultUpheld, is_past=of_unposted)
add_undo(_close_stage, CutStarted, DayTwoOpened)
add_undo(late_entries.undo_take_out, EntryTakenOut, is_past=late_entries.take_out_is_past)
add_undo(late_entries.undo_late_entry, LateEntrySeated, LateEntryGivenBye, is_past=unpaired)
add_undo(options.undo_change, PairingOptionsChanged)
add_undo(options.undo_wish, EntryWishChanged)
add_undo(options.undo_keep_apart, MeetingForbidden)
add_undo(options.undo_let_meet, PlayersMayMeet)
add_undo(attendance.undo_entry, EntryAdded, is_past=attendance.entry_is_past)
add_undo(attendance.undo_check_in_all, EntriesCheckedIn, is_past=attendance.check_in_all_is_past)
add_undo(attendance.undo_drop, EntryDropped, is_past=attendance.is_sealed)
add_undo(attendance.undo_reinstate, EntryReinstated, is_past=attendance.is_sealed)
