"""Taking back the last step. An undo is a new journal line that points at the one it reverses.

Each reversal checks for itself that nothing built upon the step since; otherwise it says what to undo first.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.services import ranking, results, seating
from tournaments.engine.refused import Refused
from tournaments.models import Division, Entry, JournalEvent, User
from tournaments.services import journal, locks, schedule


@dataclass(frozen=True, slots=True)
class Step:
    """A step that can be taken back: its journal event, and the code of the sentence of what an undo changes."""

    event: JournalEvent
    code: str
    facts: dict[str, object]


def last(division: Division, *, of: User | None = None) -> Step | None:
    """The newest step of a division (of one person, if given) that was not taken back, or None."""
    events = division.journal.filter(kind__in=REVERSALS, undoes__isnull=True, undone_by__isnull=True)
    if of is not None:
        events = events.filter(by=of)
    event = events.order_by("-id").first()
    return step(event) if event else None


def step(event: JournalEvent) -> Step:
    return Step(event, f"UNDO_{_code(event.kind)}", event.facts)


def _code(kind: str) -> str:
    return (
        "".join(f"_{letter}" if letter.isupper() else letter.upper() for letter in kind).lstrip("_").upper()
    )


@transaction.atomic
def undo(event: JournalEvent, *, by: User | None) -> JournalEvent:
    """Take back the step that `event` tells of.

    Refused: UNDO_NOT_POSSIBLE, UNDO_ALREADY_DONE, and the reason of each reversal (UNDO_RESULTS_FIRST,
    UNDO_NEXT_ROUND_FIRST, UNDO_OVERTAKEN, ROUND_IS_POSTED, ROUND_IS_CLOSED).
    """
    if event.division is None or event.kind not in REVERSALS or event.undoes_id is not None:
        raise Refused("UNDO_NOT_POSSIBLE")
    locks.hold(event.division)
    if JournalEvent.objects.filter(undoes=event).exists():
        raise Refused("UNDO_ALREADY_DONE")
    REVERSALS[event.kind](event)
    return journal.write(
        event.tournament,
        "Undone",
        by=by,
        division=event.division,
        undoes=event,
        what=event.kind,
        facts=event.facts,
    )


def _round(event: JournalEvent) -> Round:
    rounds = Round.objects.select_related("division__tournament", "stage")
    found = rounds.filter(division=event.division, number=event.facts["round"]).first()
    if found is None:
        raise Refused("ROUND_IS_GONE", round=event.facts["round"])
    return found


def _require(round_: Round, state: str, code: str) -> None:
    if round_.state != state:
        raise Refused(code, round=round_.number)


def _unpair(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.DRAFT, "ROUND_IS_POSTED")
    stage, first_of_stage = round_.stage, not round_.stage.rounds.exclude(pk=round_.pk).exists()
    round_.delete()
    if first_of_stage and stage.position == 0:
        stage.delete()


def _unpair_again(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.DRAFT, "ROUND_IS_POSTED")
    if round_.seed != event.facts["seed"]:
        raise Refused("UNDO_OVERTAKEN")
    round_.seed, round_.draw = event.facts["seed_before"], event.facts["draw_before"]
    round_.save(update_fields=["seed", "draw"])
    seating.replace_all(round_, seating.recalled(event.facts["places_before"]))


def _unswap(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.DRAFT, "ROUND_IS_POSTED")
    first, second = event.facts["first"], event.facts["second"]
    if round_.seats.filter(entry_id__in=[first, second]).values("match_id").distinct().count() != 2:
        raise Refused("UNDO_OVERTAKEN")
    seating.swap(round_, first, second)


def _unpost(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.POSTED, "ROUND_IS_CLOSED")
    told = round_.matches.filter(right__isnull=False).exclude(outcome=Outcome.PENDING.value).count()
    if told:
        raise Refused("UNDO_RESULTS_FIRST", round=round_.number, results=told)
    round_.state, round_.posted_at = Round.State.DRAFT, None
    round_.save(update_fields=["state", "posted_at"])
    schedule.started(round_.division.tournament, round_number=round_.number, at=None)
    if not round_.division.rounds.filter(number__lt=round_.number).exists():
        Division.objects.filter(pk=round_.division_id).update(started_at=None)


def _reopen(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.CLOSED, "UNDO_OVERTAKEN")
    division = round_.division
    if division.rounds.filter(number__gt=round_.number).exists():
        raise Refused("UNDO_NEXT_ROUND_FIRST", round=round_.number + 1)
    if division.stages.filter(position__gt=round_.stage.position).exists():
        raise Refused("UNDO_CUT_FIRST")
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    schedule.ended(round_.division.tournament, round_number=round_.number, at=None)


def _restore_result(event: JournalEvent) -> None:
    match = (
        Match.objects.select_related("round__division__tournament", "round__stage")
        .filter(pk=event.facts["match"])
        .first()
    )
    if match is None or results.facts(match) != event.facts["after"]:
        raise Refused("UNDO_OVERTAKEN")
    wanted = Round.State.CLOSED if event.kind == "ResultCorrected" else Round.State.POSTED
    _require(match.round, wanted, "ROUND_IS_CLOSED")
    results.put(match, results.told_by(event.facts["before"]), by=event.by if event.by_name else None)
    if wanted == Round.State.CLOSED:
        ranking.snapshot_from(match.round)


def _uncut(event: JournalEvent) -> None:
    stage = Stage.objects.filter(division=event.division, pk=event.facts["stage"]).first()
    if stage is None:
        raise Refused("UNDO_OVERTAKEN")
    if stage.rounds.exists():
        raise Refused(
            "UNDO_NEXT_ROUND_FIRST", round=stage.rounds.order_by("number").values_list("number", flat=True)[0]
        )
    stage.delete()


def _return(event: JournalEvent) -> None:
    _entry(event, left=True)


def _leave_again(event: JournalEvent) -> None:
    _entry(event, left=False)


def _entry(event: JournalEvent, *, left: bool) -> None:
    entry = Entry.objects.filter(pk=event.facts["entry"]).first()
    if entry is None or (entry.dropped_in is not None) != left:
        raise Refused("UNDO_OVERTAKEN")
    entry.dropped_in = None if left else event.facts["left_in"]
    entry.dropped_at = None if left else event.at
    entry.save(update_fields=["dropped_in", "dropped_at"])


REVERSALS: dict[str, Callable[[JournalEvent], None]] = {
    "RoundPaired": _unpair,
    "RoundPairedAgain": _unpair_again,
    "PlayersSwapped": _unswap,
    "RoundPosted": _unpost,
    "RoundClosed": _reopen,
    "ResultEntered": _restore_result,
    "ResultCleared": _restore_result,
    "ResultCorrected": _restore_result,
    "CutStarted": _uncut,
    "EntryDropped": _return,
    "EntryReinstated": _leave_again,
}
