"""Undo the newest round with its results in one step, which one undo reverses exactly."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.labels import label_of
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.services.lists.rejudging import rejudge_redraft
from pairings.engine.journal_kinds import RoundUndone
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Seat, Stage
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import fields, hanging_rows
from pairings.services import locks
from pairings.services.rounds import missed_rounds, stages, stored_rows, table_numbers, unposting
from pairings.services.rounds.past_steps import require_newest_round
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.models import Division, Entry, EventOrigin, ScheduleItem, User


@transaction.atomic
def undo_round(round_: Round, *, by: User | None, now: datetime | None = None) -> JournalEvent:
    """Remove the newest round of a division, posted or closed, with every row that depends on it.

    Players who dropped in it stay dropped; players who came too late for it play the round that is paired instead.
    Penalties and deck checks are not removed. Refused: ROUND_NOT_POSTED, UNDO_NEXT_ROUND_FIRST, UNDO_CUT_FIRST,
    UNDO_DAY_TWO_FIRST.
    """
    fresh = locks.round_(round_)
    division, stage, number = fresh.division, fresh.stage, fresh.number
    if fresh.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(fresh))
    require_newest_round(fresh)
    root = hanging_rows.root_of(fresh)
    rows, links = hanging_rows.of(root)
    matches = list(fresh.matches.all())
    left = division.entries.filter(dropped_in=number)
    joined = division.entries.filter(
        joined_round=number + 1,
        pk__in=[match.left_id for match in matches if match.outcome == Outcome.LATE_LOSS],
    )
    item = ScheduleItem.objects.filter(tournament=division.tournament_id, round_number=number).first()
    times = (item.started_at, item.ended_at) if item else (None, None)
    undone = RoundUndone(
        round=number,
        results=sum(match.right_id is not None and match.outcome != Outcome.PENDING for match in matches),
        cut=stage.kind == Stage.Kind.ELIMINATION,
        rows=rows,
        links=links,
        left_before=list(left.order_by("pk").values_list("pk", flat=True)),
        joined_later=list(joined.order_by("pk").values_list("pk", flat=True)),
        planned_before=stage.rounds_planned,
        started_before=division.started_at.isoformat() if division.started_at else None,
        schedule_before=[at.isoformat() if at else None for at in times],
    )
    stamps.mark(*(scopes.match(match.pk) for match in matches))
    left.update(dropped_in=number - 1)
    joined.update(joined_round=number)
    root.delete()
    if isinstance(root, Round):
        # The Swiss rounds planned before this one was paired; fewer if it was an additional one.
        pairings = division.journal.filter(kind="RoundPaired", facts__round=number, undone_by=None)
        pairing = pairings.order_by("-pk").first()
        planned = pairing.facts.get("planned_before") if pairing else None
        stages.plan(stage, planned or stage.rounds_planned)
    if not division.rounds.exists():
        Division.objects.filter(pk=division.pk).update(started_at=None)
    ranking.rank_again(division, since=number - 1)
    unposting.correct_times(fresh)
    rejudge_redraft(division, by=by)
    return journal.write(division.tournament, undone, by=by, division=division, at=now)


def undo_undone_round(line: JournalEvent) -> None:
    """Undo RoundUndone: restore the round with its results, reports, marks and standings.

    Players who came since have missed it (M-019). Refused: UNDO_NEXT_ROUND_FIRST if a round was paired instead,
    UNDO_CUT_FIRST, UNDO_DAY_TWO_FIRST, TABLE_IS_TAKEN, UNDO_OVERTAKEN if a player was removed or plays in another
    division.
    """
    division, facts = line.division, line.facts
    if division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    number = facts["round"]
    _require_room_for(division, facts)
    seated = {seat["entry_id"] for seat in facts["rows"].get(label_of(Seat), ())}
    if division.entries.filter(pk__in=seated).count() != len(seated):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    restored = EventOrigin.objects.filter(tournament=division.tournament_id, line__gte=line.pk).exists()
    links = hanging_rows.that_travel(facts["links"]) if restored else facts["links"]
    stored_rows.restore(facts["rows"], links)
    round_ = Round.objects.select_related("division__tournament", "stage").get(
        division=division, number=number
    )
    if round_.state != Round.State.CLOSED:
        table_numbers.require_free(round_, round_.matches.values_list("table", flat=True))
    stamps.mark(*(scopes.match(pk) for pk in round_.matches.values_list("pk", flat=True)))
    entries = Entry.objects.filter(division=division)
    entries.filter(pk__in=facts["left_before"], dropped_in=number - 1).update(dropped_in=number)
    entries.filter(pk__in=facts["joined_later"], joined_round=number).update(joined_round=number + 1)
    stages.plan(round_.stage, facts["planned_before"])
    if facts["started_before"]:
        started = datetime.fromisoformat(facts["started_before"])
        Division.objects.filter(pk=division.pk).update(started_at=started)
    ranking.rank_again(division, since=number - 1)
    unposting.correct_times(round_)
    if Round.objects.filter(division__tournament=division.tournament_id, number=number).count() == 1:
        # The schedule's times in an event of one division, including those set manually
        began, ended = (datetime.fromisoformat(at) if at else None for at in facts["schedule_before"])
        item = ScheduleItem.objects.filter(tournament=division.tournament_id, round_number=number)
        item.update(started_at=began, ended_at=ended)
    rejudge_redraft(division)
    if fields.follows_people(round_):
        for entry in fields.unseated(round_).select_related("division"):
            missed_rounds.miss_rounds(entry)


def _require_room_for(division: Division, facts: Mapping[str, Any]) -> None:
    """Refuse if a round, a stage or day 2 took the place of the undone round.

    Refused: UNDO_NEXT_ROUND_FIRST, UNDO_OVERTAKEN, UNDO_DAY_TWO_FIRST, UNDO_CUT_FIRST.
    """
    number = facts["round"]
    newest = division.rounds.select_related("stage").filter(number__gte=number).order_by("number").first()
    if newest is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **round_facts(newest))
    rows: hanging_rows.Rows = facts["rows"]
    here = division.stages.aggregate(last=Max("position"))["last"]
    if label_of(Stage) in rows:
        if here is not None:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        return
    stage = division.stages.filter(pk=rows[label_of(Round)][0]["stage_id"]).first()
    if stage is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    later = division.stages.filter(position__gt=stage.position).order_by("position").first()
    if later is not None:
        raise Refused(
            PairingRefusal.UNDO_DAY_TWO_FIRST
            if later.kind == Stage.Kind.SWISS
            else PairingRefusal.UNDO_CUT_FIRST
        )


add_undo(undo_undone_round, RoundUndone)
