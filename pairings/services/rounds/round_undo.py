"""Undo the newest round with its results in a single step, which can be undone exactly."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.services.lists.rejudging import rejudge_redraft
from pairings.engine.journal_kinds import RoundUndone
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Seat, Stage
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import dependent_rows, engine_fields
from pairings.queries.rounds.round_entries import unseated_entries
from pairings.services import locks
from pairings.services.rounds import missed_rounds, restored_rows, stages, table_numbers, unposting
from pairings.services.rounds.undo_checks import require_newest_round
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.models import Division, Entry, EventOrigin, ScheduleItem, User


@transaction.atomic
def undo_round(round_: Round, *, by: User | None, now: datetime | None = None) -> JournalEvent:
    """Remove the newest round of a division, posted or closed, with every row that depends on it.

    Players who dropped in it remain dropped; players who arrived too late for it play the round paired in its
    place. Penalties and deck checks are not removed. Refused: ROUND_NOT_POSTED, UNDO_NEXT_ROUND_FIRST,
    UNDO_CUT_FIRST, UNDO_DAY_TWO_FIRST.
    """
    locked_round = locks.lock_round(round_)
    division, stage, number = locked_round.division, locked_round.stage, locked_round.number
    if locked_round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(locked_round))
    require_newest_round(locked_round)
    root = dependent_rows.row_to_delete_for_undo(locked_round)
    rows, links = dependent_rows.dependent_rows(root)
    matches = list(locked_round.matches.all())
    dropped = division.entries.filter(dropped_in=number)
    late_starters = division.entries.filter(
        joined_round=number + 1,
        pk__in=[match.left_id for match in matches if match.outcome == Outcome.LATE_LOSS],
    )
    schedule_item = ScheduleItem.objects.filter(
        tournament=division.tournament_id, round_number=number
    ).first()
    times = (schedule_item.started_at, schedule_item.ended_at) if schedule_item else (None, None)
    undone = RoundUndone(
        round=number,
        results=sum(match.right_id is not None and match.outcome != Outcome.PENDING for match in matches),
        cut=stage.kind == Stage.Kind.ELIMINATION,
        rows=rows,
        links=links,
        left_before=list(dropped.order_by("pk").values_list("pk", flat=True)),
        joined_later=list(late_starters.order_by("pk").values_list("pk", flat=True)),
        planned_before=stage.rounds_planned,
        started_before=division.started_at.isoformat() if division.started_at else None,
        schedule_before=[time.isoformat() if time else None for time in times],
    )
    stamps.mark_scopes_changed(*(scopes.match_scope(match.pk) for match in matches))
    dropped.update(dropped_in=number - 1)
    late_starters.update(joined_round=number)
    root.delete()
    if isinstance(root, Round):
        # Restore the former number of planned Swiss rounds, in case the undone round was an additional one.
        pairings = division.journal.filter(kind="RoundPaired", facts__round=number, undone_by=None)
        pairing = pairings.order_by("-pk").first()
        planned = pairing.facts.get("planned_before") if pairing else None
        stages.set_planned_rounds(stage, planned or stage.rounds_planned)
    if not division.rounds.exists():
        Division.objects.filter(pk=division.pk).update(started_at=None)
    ranking.rank_closed_rounds_again(division, since=number - 1)
    unposting.correct_schedule_times(locked_round)
    rejudge_redraft(division, by=by)
    return journal.write_journal_line(division.tournament, undone, by=by, division=division, at=now)


def undo_undone_round(line: JournalEvent) -> None:
    """Undo RoundUndone: restore the round with its results, reports, marks and standings.

    Checked-in players who are not in the restored round get a loss for it (M-019). Refused:
    UNDO_NEXT_ROUND_FIRST if another round was paired in its place, UNDO_CUT_FIRST, UNDO_DAY_TWO_FIRST,
    TABLE_IS_TAKEN, UNDO_OVERTAKEN if a player was removed or plays in another division.
    """
    division, facts = line.division, line.facts
    if division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    number = facts["round"]
    _require_not_replaced(division, facts)
    seated_entries = {seat["entry_id"] for seat in facts["rows"].get(stored_model_label(Seat), ())}
    if division.entries.filter(pk__in=seated_entries).count() != len(seated_entries):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    is_restored_event = EventOrigin.objects.filter(
        tournament=division.tournament_id, line__gte=line.pk
    ).exists()
    links = dependent_rows.links_in_snapshots(facts["links"]) if is_restored_event else facts["links"]
    restored_rows.restore_deleted_rows(facts["rows"], links)
    round_ = Round.objects.select_related("division__tournament", "stage").get(
        division=division, number=number
    )
    if round_.state != Round.State.CLOSED:
        table_numbers.require_tables_free(round_, round_.matches.values_list("table", flat=True))
    stamps.mark_scopes_changed(
        *(scopes.match_scope(pk) for pk in round_.matches.values_list("pk", flat=True))
    )
    entries = Entry.objects.filter(division=division)
    entries.filter(pk__in=facts["left_before"], dropped_in=number - 1).update(dropped_in=number)
    entries.filter(pk__in=facts["joined_later"], joined_round=number).update(joined_round=number + 1)
    stages.set_planned_rounds(round_.stage, facts["planned_before"])
    if facts["started_before"]:
        division_started_at = datetime.fromisoformat(facts["started_before"])
        Division.objects.filter(pk=division.pk).update(started_at=division_started_at)
    ranking.rank_closed_rounds_again(division, since=number - 1)
    unposting.correct_schedule_times(round_)
    if Round.objects.filter(division__tournament=division.tournament_id, number=number).count() == 1:
        # In an event with one division, the schedule's times are restored exactly, including manual ones.
        started_at, ended_at = (
            datetime.fromisoformat(time) if time else None for time in facts["schedule_before"]
        )
        schedule_items = ScheduleItem.objects.filter(tournament=division.tournament_id, round_number=number)
        schedule_items.update(started_at=started_at, ended_at=ended_at)
    rejudge_redraft(division)
    if engine_fields.round_depends_on_attendance(round_):
        for entry in unseated_entries(round_).select_related("division"):
            missed_rounds.record_missed_rounds(entry)


def _require_not_replaced(division: Division, facts: Mapping[str, Any]) -> None:
    """Require that no round or stage has taken the place of the undone round.

    Refused: UNDO_NEXT_ROUND_FIRST, UNDO_OVERTAKEN, UNDO_DAY_TWO_FIRST, UNDO_CUT_FIRST.
    """
    number = facts["round"]
    following_round = (
        division.rounds.select_related("stage").filter(number__gte=number).order_by("number").first()
    )
    if following_round is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(following_round))
    rows: dependent_rows.Rows = facts["rows"]
    last_position = division.stages.aggregate(last=Max("position"))["last"]
    if stored_model_label(Stage) in rows:
        if last_position is not None:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        return
    stage = division.stages.filter(pk=rows[stored_model_label(Round)][0]["stage_id"]).first()
    if stage is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    later_stage = division.stages.filter(position__gt=stage.position).order_by("position").first()
    if later_stage is not None:
        raise Refused(
            PairingRefusal.UNDO_DAY_TWO_FIRST
            if later_stage.kind == Stage.Kind.SWISS
            else PairingRefusal.UNDO_CUT_FIRST
        )


add_undo(undo_undone_round, RoundUndone)
