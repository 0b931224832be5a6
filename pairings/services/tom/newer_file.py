"""Continue an event with a newer TOM file: add the rounds that the file has and the event lacks."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models import Max

from core.engine.refused import Refused
from core.models import JournalSeal
from core.services import journal, seals
from pairings.engine import tdf
from pairings.engine.journal_kinds import TomRoundsAdded
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPod
from pairings.models import Match, Round, Stage, TomFile
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.tom import comparison
from pairings.queries.tom.comparison_result import FileComparison
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import match_seating, round_undo, rounds
from pairings.services.standings import ranking
from pairings.services.tom import (
    changes_in_tom,
    event_from_file,
    file_people,
    file_rounds,
    importing,
    undone_file,
)
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import entries, locks, players


@transaction.atomic
def count_addable_rounds(event: Tournament, data: bytes, *, by: User | None) -> int:
    """Return the number of rounds that `update_from_newer_file` would add, without writing anything.

    All replacements count as confirmed. Refused: whatever `update_from_newer_file` refuses.
    """
    added = update_from_newer_file(event, data, by=by, replaces=None)
    transaction.set_rollback(True)
    return added


@transaction.atomic
def update_from_newer_file(
    event: Tournament, data: bytes, *, by: User | None, filename: str = "", replaces: str | None = ""
) -> int:
    """Update the event to the state of the file. Return the number of rounds added.

    The file's data is imported where the event lacks it (results, Swiss rounds, drops, late entries, corrected
    Player IDs) and where only TOM changed it since its last file (corrected results, re-paired rounds,
    disqualifications, reverted drops, the top cut). Results of matches that are open in the file remain. All
    other data must be equal.

    `replaces` confirms the loss of data entered in Stadium: it is the `replaced_key` of the comparison that
    listed the data; None confirms any loss. The file becomes the event's stored file, which the next export
    returns. A single undo reverts the whole step (`undone_file`).

    Refused: TOM_FILE_NOT_NEWER, TOM_FILE_DIFFERS (count), TOM_FILE_REPLACES (count), TOM_CUT_SEEDED_OTHERWISE,
    TOM_UNPOSTED_HERE (round), TDF_…, and whatever `results.enter_result`, `results.correct_result`,
    `rounds.close_round` and `players.correct_person` refuse.
    """
    locked_event = locks.lock_event(event)
    divisions = {division.age_division: division for division in locks.lock_divisions(locked_event)}
    tom_file = importing.read_tom_file(data)
    unposted = Round.objects.filter(division__tournament=locked_event, state=Round.State.UNPOSTED).first()
    if unposted is not None:
        raise Refused(PairingRefusal.TOM_UNPOSTED_HERE, **refusal_facts_of_round(unposted))
    compared_file = comparison.compare_with_file(locked_event, tom_file)
    if compared_file.in_the_way or any(pod.rounds and pod.division not in divisions for pod in tom_file.pods):
        raise Refused(PairingRefusal.TOM_FILE_DIFFERS, count=max(len(compared_file.in_the_way), 1))
    if not compared_file.continues:
        raise Refused(PairingRefusal.TOM_FILE_NOT_NEWER)
    if replaces is not None and replaces != compared_file.replaced_key:
        raise Refused(PairingRefusal.TOM_FILE_REPLACES, count=len(compared_file.replaced))
    step = undone_file.StateBeforeUpdate(locked_event)
    with journal.collect_journal_lines() as step_lines:
        added = _update_from_file(locked_event, tom_file, compared_file, divisions, by=by)
    file, _new = TomFile.objects.get_or_create(
        tournament=locked_event, defaults={"data": data, "baseline": b"", "timezone": locked_event.timezone}
    )
    file.data, file.filename = data, filename[-255:]
    file.baseline = tdf.write_tdf(event_from_file.store_file_words(locked_event, tom_file))
    file.save()
    rounds_added = TomRoundsAdded(filename=filename or "TOM", rounds=added, **step.facts(step_lines))
    journal.write_journal_line(locked_event, rounds_added, by=by)
    seals.seal_journal(locked_event, by=by, why=JournalSeal.Why.CLOSING)
    return added


def _update_from_file(
    event: Tournament,
    tom_file: TomEvent,
    compared: FileComparison,
    divisions: Mapping[str, Division],
    *,
    by: User | None,
) -> int:
    """Update the event to the data in the file, replacing what the comparison allows.

    Return the number of rounds added.
    """
    entry_of = _update_people(event, tom_file, compared, by=by)
    added = 0
    for pod in tom_file.pods:
        if pod.rounds:
            division = divisions[pod.division]
            if pod.division in compared.divisions_to_restart_cut:
                # Remove the stored rounds and bracket of the cut; the file's are added below.
                cut_rounds = division.rounds.filter(stage__kind=Stage.Kind.ELIMINATION).order_by("-number")
                for round_ in list(cut_rounds.select_related("division__tournament", "stage")):
                    round_undo.undo_round(round_, by=by)
                division.stages.filter(kind=Stage.Kind.ELIMINATION).delete()
            re_paired_numbers = {number for name, number in compared.paired_again if name == pod.division}
            for number in sorted(re_paired_numbers):
                changes_in_tom.re_pair_as_in_file(division, number, pod, entry_of, by=by)
            _correct_results(division, pod, compared, by=by)
            _add_missed_rounds(division, pod, entry_of, compared.joined, re_paired_numbers)
            added += len(_add_later_rounds(division, pod, tom_file, entry_of, by=by))
    for player in tom_file.players:
        entry = entry_of[player.user_id]
        if player.dropped_in is not None and entry.dropped_in is None:
            entries.drop_entry(entry, by=by, round_number=player.dropped_in)
    for division in divisions.values():
        ranking.rank_closed_rounds_again(division, since=1)
    return added


def _update_people(
    event: Tournament, tom_file: TomEvent, compared: FileComparison, *, by: User | None
) -> dict[str, Entry]:
    """Correct Player IDs, add late entries, and disqualify and reinstate players as in the file.

    Return the entries by Player ID.
    """
    for old_id, new_id in compared.corrected_player_ids.items():
        players.correct_person(event.entries.get(player_number=old_id), by=by, player_id=new_id)
    if compared.joined:
        # Late entries get higher tie-break numbers than all other players.
        joined = [player for player in tom_file.players if player.user_id in compared.joined]
        last_number = max(event.entries.values_list("tie_break_number", flat=True), default=0)
        entered = file_people.enter_people_of_file(
            event, tom_file, list(event.divisions.all()), by=by, players=joined
        )
        for offset, entry in enumerate(entered.values(), start=1):
            entry.tie_break_number = last_number + offset
            entries.journal_added_entry(entry, by=by)
        Entry.objects.bulk_update(entered.values(), ["tie_break_number"])
    entry_of = {
        entry.player_number or "": entry for entry in event.entries.select_related("division__tournament")
    }
    changes_in_tom.disqualify_and_reinstate(tom_file, entry_of, compared.differences, by=by)
    return entry_of


def _correct_results(division: Division, pod: TomPod, compared: FileComparison, *, by: User | None) -> None:
    """Change stored results to the file's results, or clear them if the match is open in the file.

    For that, a closed round is reopened.
    """
    matches_by_round = {round_.number: round_.matches_by_players for round_ in pod.rounds}
    matches = Match.objects.select_related("round__division__tournament", "round__stage", "left", "right")
    for difference in compared.corrected:
        if difference.division != pod.division:
            continue
        player_ids = frozenset(
            compared.corrected_player_ids.get(seat, seat) for seat in difference.seats if seat
        )
        match = matches.get(
            round__division=division,
            round__number=difference.round,
            left__player_number__in=player_ids,
            right__player_number__in=player_ids,
        )
        in_file = matches_by_round[difference.round][player_ids]
        outcome = in_file.outcome_with_left_player(match.left.player_number or "") or Outcome.PENDING
        seen, is_closed = Outcome(match.outcome), match.round.state == Round.State.CLOSED
        if outcome is Outcome.PENDING:
            if is_closed:
                changes_in_tom.reopen_round(match.round, by=by)
            results.clear_result(match, by=by, seen=seen)
        elif is_closed:
            results.correct_result(match, MatchResult(outcome), by=by, why="TOM")
        else:
            results.enter_result(match, MatchResult(outcome), by=by, seen=seen, note="TOM")


def _add_missed_rounds(
    division: Division,
    pod: TomPod,
    entry_of: Mapping[str, Entry],
    joined: Collection[str],
    re_paired_numbers: Collection[int],
) -> None:
    """Add byes and losses of late entries to the stored rounds.

    `joined` are the Player IDs of the late entries. Rounds in `re_paired_numbers` are skipped, because they were
    paired again as in the file.
    """
    stored_rounds = {round_.number: round_ for round_ in division.rounds.all()}
    matches = []
    for round_ in pod.rounds:
        byes_and_losses = [
            match for match in round_.played if match.left in joined and round_.number in stored_rounds
        ]
        if not byes_and_losses or round_.number in re_paired_numbers:
            continue
        last_position = stored_rounds[round_.number].matches.aggregate(last=Max("position"))["last"] or 0
        matches += [
            Match(
                round=stored_rounds[round_.number],
                position=last_position + offset,
                left=entry_of[match.left],
                outcome=(match.outcome or Outcome.PENDING).value,
            )
            for offset, match in enumerate(byes_and_losses, start=1)
        ]
    if matches:
        match_seating.write_matches(matches)


def _add_later_rounds(
    division: Division, pod: TomPod, tom_file: TomEvent, entry_of: Mapping[str, Entry], *, by: User | None
) -> Sequence[Round]:
    """Complete the newest stored round as in the file, then add the file's later rounds and return them."""
    stored_rounds = {
        round_.number: round_ for round_ in division.rounds.select_related("division__tournament", "stage")
    }
    newest_number = max(stored_rounds, default=0)
    later_rounds = [round_ for round_ in pod.rounds if round_.number > newest_number]
    if newest_number and stored_rounds[newest_number].state == Round.State.POSTED:
        round_in_file = next(round_ for round_ in pod.rounds if round_.number == newest_number)
        matches = stored_rounds[newest_number].matches.select_related(
            "left", "right", "round__division__tournament"
        )
        undecided = matches.filter(outcome=Outcome.PENDING.value, right__isnull=False)
        for match in undecided.defer("round__draw"):
            left, right = match.left.player_number, match.right.player_number if match.right else None
            in_file = round_in_file.matches_by_players[frozenset(filter(None, (left, right)))]
            outcome = in_file.outcome_with_left_player(left or "") or Outcome.PENDING
            if outcome is not Outcome.PENDING:
                results.enter_result(match, MatchResult(outcome), by=by, seen=Outcome.PENDING)
        if round_in_file.complete:
            rounds.close_round(stored_rounds[newest_number], by=by, seen=ALL_OPEN_ENTRIES)
    if not later_rounds:
        return []
    return file_rounds.store_later_rounds(division, pod, tom_file, entry_of, later=later_rounds)
