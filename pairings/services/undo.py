"""Taking back the last step. An undo is a new journal line that points at the one it reverses.

Each reversal checks for itself that nothing built upon the step since; otherwise it says what to undo first.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from decks.services import draft_log, drafts, pods, pools, proxies
from pairings.models import Match, Round, Stage
from pairings.services import (
    after_posting,
    before_checks,
    brackets,
    by_hand,
    calls,
    check_photos,
    check_sheets,
    claims,
    clocks,
    deck_checks,
    drawing_anew,
    entries,
    extensions,
    options,
    ranking,
    reseating,
    results,
    seating,
    sectors,
    stages,
    withdrawing,
)
from pairings.services.seating import Place
from tournaments.engine.refused import Refused
from tournaments.models import Division, Entry, JournalEvent, User
from tournaments.services import divisions, events, journal, locks


@dataclass(frozen=True, slots=True)
class Step:
    """A step that can be taken back: its journal event, and the code of the sentence of what an undo changes."""

    event: JournalEvent
    code: str
    facts: dict[str, object]


def last(division: Division, *, of: User | None = None) -> Step | None:
    """The newest step of a division (of one person, if given) that can still be told from what is there, or None.

    Steps of a draw that went away since went with it, and nobody comes back past a disqualification.
    """
    events = division.journal.filter(kind__in=REVERSALS, undoes__isnull=True, undone_by__isnull=True)
    if of is not None:
        events = events.filter(by=of)
    newest_first = events.order_by("-id").iterator(chunk_size=20)
    event = next((one for one in newest_first if not _is_past(one)), None)
    return step(event) if event else None


OF_A_DRAW = (
    "Round",
    "PlayersSwapped",
    "TablesDrawn",
    "MatchMade",
    "PostedRound",
    "LateEntry",
    "EntryTakenOut",
    "Call",
    "Clock",
    "Extension",
)

RESULTS = (
    "ResultEntered",
    "ResultCleared",
    "ResultCorrected",
    "ResultAgreed",
    "ResultDecided",
    "ResultTaken",
)
"""What decides the result of a match: taken back newest first."""


def _is_past(event: JournalEvent) -> bool:
    """Whether a step has nothing left that it could be taken back from."""
    if event.kind in RESULTS:
        matches = Match.objects.filter(pk=event.facts["match"])
        return not matches.exclude(round__state=Round.State.DRAFT).exists()
    if event.kind == "EntryAdded":
        entry = event.facts["entry"]
        return entries.was_paired(entry) or not Entry.objects.filter(pk=entry).exists()
    if event.kind in entries.MOVES and entries.is_sealed(event):
        return True
    return event.kind.startswith(OF_A_DRAW) and _went_with_its_draw(event)


def _went_with_its_draw(event: JournalEvent) -> bool:
    """Whether the round of a step was unpaired after it."""
    number = event.facts["round"]
    draws = JournalEvent.objects.filter(division=event.division_id, kind="RoundPaired", facts__round=number)
    return draws.filter(pk__lt=event.pk, undone_by__pk__gt=event.pk).exists()


def step(event: JournalEvent) -> Step:
    code = "UNDO_CUT_ROUND_CLOSED" if event.facts.get("cut") else f"UNDO_{_code(event.kind)}"
    return Step(event, code, event.facts)


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
    of_event = event.kind in OF_EVENT
    if event.kind not in REVERSALS or event.undoes_id is not None or of_event != (event.division is None):
        raise Refused("UNDO_NOT_POSSIBLE")
    locks.hold_event(event.tournament)
    if event.division is not None:
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


@transaction.atomic
def undo_together(events: Iterable[JournalEvent], *, by: User | None) -> list[JournalEvent]:
    """Take back steps that were done at once in several divisions: all of them, or none. Refused: see `undo`."""
    return [undo(event, by=by) for event in sorted(events, key=lambda one: (one.division_id or 0, -one.pk))]


def _round(event: JournalEvent) -> Round:
    rounds = Round.objects.select_related("division__tournament", "stage")
    found = rounds.filter(division=event.division, number=event.facts["round"]).first()
    if found is None:
        raise Refused("ROUND_IS_GONE", round=event.facts["round"])
    return found


def _require(round_: Round, state: str, code: str) -> None:
    if round_.state != state:
        raise Refused(code, round=round_.number)


DRAWS = (
    "RoundPaired",
    "RoundPairedAgain",
    "PlayersSwapped",
    "TablesDrawnAgain",
    "MatchMadeByHand",
    "PostedRoundDrawnAgain",
)
"""What a draft is made by: taken back newest first."""


def _draft_of(event: JournalEvent) -> Round:
    round_ = _round(event)
    _require(round_, Round.State.DRAFT, "ROUND_IS_POSTED")
    return round_


def _unpair(event: JournalEvent) -> None:
    round_ = _draft_of(event)
    journal.require_newest(event, ["RoundPaired"], round=round_.number)
    stage, first_of_stage = round_.stage, not round_.stage.rounds.exclude(pk=round_.pk).exists()
    round_.delete()
    if first_of_stage and stage.position == 0:
        stage.delete()
    elif event.facts.get("planned_before"):
        stages.plan(stage, event.facts["planned_before"])


def _unpair_again(event: JournalEvent) -> None:
    round_, before = _draft_of(event), event.facts
    if round_.seed != before["seed"]:
        raise Refused("UNDO_OVERTAKEN")
    journal.require_newest(event, DRAWS, round=round_.number)
    places = seating.recalled(before["places_before"])
    _require_free_tables(round_, places)
    if before.get("seeds_before"):
        brackets.put_seeds(round_.stage, before["seeds_before"])
    elif before.get("planned_before"):
        stages.plan(round_.stage, before["planned_before"])
    round_.seed, round_.draw = before["seed_before"], before["draw_before"]
    if before.get("paired_before"):
        round_.paired_at = datetime.fromisoformat(before["paired_before"])
    round_.save(update_fields=["seed", "draw", "paired_at"])
    seating.replace_all(round_, places)


def _require_free_tables(round_: Round, places: Iterable[Place]) -> None:
    """Refused: UNDO_OVERTAKEN when another division sits there by now."""
    wanted = {place.table for place in places if place.table is not None}
    others = Match.objects.filter(round__division__tournament=round_.division.tournament, table__in=wanted)
    if others.exclude(round__state=Round.State.CLOSED).exclude(round__division=round_.division).exists():
        raise Refused("UNDO_OVERTAKEN")


def _post_as_before(event: JournalEvent) -> None:
    drawing_anew.post_as_before(event, DRAWS)


def _unswap(event: JournalEvent) -> None:
    round_ = _draft_of(event)
    journal.require_newest(event, DRAWS, round=round_.number)
    if "places_before" in event.facts:
        reseating.put_back(round_, event)
        return
    first, second = event.facts["first"], event.facts["second"]
    if round_.seats.filter(entry_id__in=[first, second]).values("match_id").distinct().count() != 2:
        raise Refused("UNDO_OVERTAKEN")
    seating.swap(round_, first, second)


def _unpost(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.POSTED, "ROUND_IS_CLOSED")
    withdrawing.withdraw(round_)


def _reopen(event: JournalEvent) -> None:
    round_ = _round(event)
    _require(round_, Round.State.CLOSED, "UNDO_OVERTAKEN")
    division = round_.division
    if division.rounds.filter(number__gt=round_.number).exists():
        raise Refused("UNDO_NEXT_ROUND_FIRST", round=round_.number + 1)
    later = division.stages.filter(position__gt=round_.stage.position).order_by("position").first()
    if later is not None:
        raise Refused("UNDO_DAY_TWO_FIRST" if later.kind == Stage.Kind.SWISS else "UNDO_CUT_FIRST")
    round_.state, round_.closed_at = Round.State.POSTED, None
    round_.save(update_fields=["state", "closed_at"])
    round_.standings.all().delete()
    withdrawing.tell_times(round_)


def _restore_result(event: JournalEvent) -> None:
    match = (
        Match.objects.select_related("round__division__tournament", "round__stage")
        .filter(pk=event.facts["match"])
        .first()
    )
    if match is None or results.facts(match) != event.facts["after"]:
        raise Refused("UNDO_OVERTAKEN")
    journal.require_newest(event, RESULTS, match=match.pk)
    _require_open_to(event, match)
    who, at = event.facts.get("reported_before", (None, None))
    results.put(
        match,
        results.told_by(event.facts["before"]),
        by=User.objects.filter(pk=who).first(),
        now=datetime.fromisoformat(at) if at else None,
    )
    claims.give_back(match, event.facts)
    if match.round.state == Round.State.CLOSED:
        ranking.snapshot_from(match.round)


def _require_open_to(event: JournalEvent, match: Match) -> None:
    """A result can change in a posted round, a correction be taken back in a closed one that nothing is built on."""
    if match.round.state == Round.State.DRAFT:
        raise Refused("ROUND_NOT_POSTED", round=match.round.number)
    if match.round.state == Round.State.CLOSED:
        if event.kind != "ResultCorrected":
            raise Refused("ROUND_IS_CLOSED", round=match.round.number)
        results.require_nothing_after(match)


def _close_stage(event: JournalEvent) -> None:
    stage = Stage.objects.filter(division=event.division, pk=event.facts["stage"]).first()
    if stage is None:
        raise Refused("UNDO_OVERTAKEN")
    if stage.rounds.exists():
        raise Refused(
            "UNDO_NEXT_ROUND_FIRST", round=stage.rounds.order_by("number").values_list("number", flat=True)[0]
        )
    stage.delete()


REVERSALS: dict[str, Callable[[JournalEvent], None]] = {
    "RoundPaired": _unpair,
    "RoundPairedAgain": _unpair_again,
    "PlayersSwapped": _unswap,
    "RoundPosted": _unpost,
    "RoundClosed": _reopen,
    "ResultEntered": _restore_result,
    "ResultCleared": _restore_result,
    "ResultCorrected": _restore_result,
    "ResultAgreed": _restore_result,
    "ResultDecided": _restore_result,
    "ResultTaken": _restore_result,
    **claims.REVERSALS,
    "CutStarted": _close_stage,
    "DayTwoOpened": _close_stage,
    "EntryDropped": entries.unleave,
    "EntryReinstated": entries.unreturn,
    "TablesDrawnAgain": by_hand.undraw_some,
    "MatchMadeByHand": by_hand.unmake_match,
    "PostedRoundDrawnAgain": _post_as_before,
    "LateEntrySeated": after_posting.unseat_late,
    "LateEntryGivenBye": after_posting.unseat_late,
    "EntryAdded": entries.unenter,
    "DivisionChanged": divisions.unchange,
    "EventChanged": events.unchange,
    "EntryTakenOut": after_posting.put_in_again,
    "PairingOptionsChanged": options.unchange,
    "EntryWishChanged": options.unwish,
    "PlayersKeptApart": options.unkeep,
    "PlayersMayMeet": options.keep_again,
    "PodsDrawn": pods.put_back,
    "PodsCleared": pods.put_back,
    **drafts.REVERSALS,
    **draft_log.REVERSALS,
    **pools.REVERSALS,
    **calls.REVERSALS,
    **clocks.REVERSALS,
    **extensions.REVERSALS,
    **sectors.REVERSALS,
    **deck_checks.REVERSALS,
    **check_sheets.REVERSALS,
    **before_checks.REVERSALS,
    **check_photos.REVERSALS,
    **proxies.REVERSALS,
}

OF_EVENT = frozenset({"EventChanged", *sectors.REVERSALS})
"""Steps of the whole event: they stand in no division."""

SETTINGS = frozenset({"EventChanged", "DivisionChanged"})
"""What only an organizer changes, and takes back."""

OF_CHECKS = {
    *deck_checks.REVERSALS,
    *check_sheets.REVERSALS,
    *check_photos.REVERSALS,
    *proxies.REVERSALS,
    *before_checks.REVERSALS,
}
OF_POOLS = frozenset({"PoolEntered", "PoolSettled"})
OF_DRAFTS = frozenset({"DraftJudged", "DraftTapBack"})
FLOOR = frozenset({*claims.FLOOR, *calls.REVERSALS, *extensions.REVERSALS, *OF_CHECKS, *OF_POOLS, *OF_DRAFTS})
"""What any judge does, and may take back; the rest is for those who run the event."""

AT_THE_DESK = frozenset(REVERSALS) - before_checks.REVERSALS.keys()
"""What the desk tells of: hundreds of decks checked before the event would hide the rest, and have their queue."""
