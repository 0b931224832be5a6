"""Start, stop and change the clock of a round. Every press is one mark and one journal line."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.clock import Clock, Kind, Phase, Reading, read
from pairings.engine.journal_kinds import (
    ClockChanged,
    ClockPress,
    ClockSetUp,
    ClockStarted,
    ClockStopped,
    ClockWentOn,
)
from pairings.engine.refusals import PairingRefusal
from pairings.models import ClockMark, Round, Stage
from pairings.models.clock import LONGEST_WHY
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.reports import clocks
from pairings.services import locks
from pairings.services.rounds.past_steps import unpaired
from tournaments.engine.kinds import minimum_minutes
from tournaments.models import Division, Tournament, User

MOST_SECONDS = 4 * 3600
"""The most seconds one press adds or subtracts."""

JOURNAL_KINDS: dict[Kind, type[ClockPress]] = {
    Kind.PREGAME: ClockSetUp,
    Kind.STARTED: ClockStarted,
    Kind.PAUSED: ClockStopped,
    Kind.RESUMED: ClockWentOn,
    Kind.ADJUSTED: ClockChanged,
}
PRESSES = tuple(kind.__name__ for kind in JOURNAL_KINDS.values())

STARTING = (Kind.PREGAME, Kind.STARTED)

LEFT_ALONE = (
    PairingRefusal.CLOCK_UNTIMED,
    PairingRefusal.CLOCK_RUNS,
    PairingRefusal.CLOCK_STANDS,
    PairingRefusal.CLOCK_NOT_STARTED,
    PairingRefusal.CLOCK_IS_OVER,
)
"""Refusals of a clock that a press for all divisions skips."""


@transaction.atomic
def press(
    round_: Round,
    kind: Kind,
    *,
    by: User | None,
    seconds: int = 0,
    why: str = "",
    anew: bool = False,
    now: datetime | None = None,
) -> JournalEvent:
    """Press the clock of a posted round. `seconds` of ADJUSTED; `anew` restarts a running clock.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, CLOCK_UNTIMED, CLOCK_RUNS, CLOCK_STANDS, CLOCK_NOT_STARTED,
    CLOCK_IS_OVER, CLOCK_CHANGE_ODD, and CLOCK_BELOW_MINIMUM (minutes, minimum) without a `why` (R-111, R-112).
    """
    division = locks.division(round_.division)
    return _press(division, round_.pk, kind, by=by, seconds=seconds, why=why, anew=anew, now=now)


@transaction.atomic
def press_all(
    event: Tournament,
    kind: Kind,
    *,
    by: User | None,
    seconds: int = 0,
    why: str = "",
    anew: bool = False,
    others: bool = False,
    now: datetime | None = None,
) -> list[JournalEvent]:
    """Press the clocks of all divisions in play; clocks already in that state, and missing ones, are skipped.

    No clock starts while a division waits for its posting, and if one cannot be changed none is, unless `others` leaves
    it out. Refused: NOT_ALL_CLOCKS, NO_CLOCK, and as `press` for the first division if no clock can be changed.
    """
    now, done = now or timezone.now(), []
    refused: list[tuple[Division, Refused]] = []
    divisions = {division.pk: division for division in locks.divisions(event)}
    rounds = Round.objects.filter(division__in=divisions)
    rounds = (
        rounds.exclude(state=Round.State.CLOSED)
        if kind in STARTING
        else rounds.filter(state=Round.State.POSTED)
    )
    for round_pk, division in rounds.order_by("division").values_list("pk", "division"):
        try:
            line = _press(
                divisions[division], round_pk, kind, by=by, seconds=seconds, why=why, anew=anew, now=now
            )
            done.append(line)
        except Refused as why_not:
            refused.append((divisions[division], why_not))
    if not done:
        raise refused[0][1] if refused else Refused(PairingRefusal.NO_CLOCK)
    blocking = [(division, why_not) for division, why_not in refused if why_not.code not in LEFT_ALONE]
    # A hall starts together.
    if blocking and not others:
        raise NotAllClocks(blocking, others=len(done))
    return done


class NotAllClocks(Refused):
    """No clock was changed because of the divisions in `refused`, with their refusals; `others` could have been
    changed.
    """

    def __init__(self, refused: Sequence[tuple[Division, Refused]], *, others: int) -> None:
        super().__init__(
            PairingRefusal.NOT_ALL_CLOCKS, divisions=", ".join(str(division) for division, _why in refused)
        )
        self.refused, self.others = refused, others


def _press(
    division: Division,
    round_pk: int,
    kind: Kind,
    *,
    by: User | None,
    seconds: int,
    why: str,
    anew: bool,
    now: datetime | None,
) -> JournalEvent:
    now = now or timezone.now()
    round_ = _playing(round_pk)
    clock = clocks.clock(round_)
    if clock is None:
        raise Refused(PairingRefusal.CLOCK_UNTIMED, **round_facts(round_))
    seen = read(clock, now)
    _require(kind, seen, round_, anew=anew)
    if kind is Kind.ADJUSTED:
        _require_change(round_, clock, seen, seconds, why=why.strip())
    mark = ClockMark.objects.create(
        round=round_,
        kind=kind.value,
        seconds=seconds if kind is Kind.ADJUSTED else 0,
        why=why.strip()[:LONGEST_WHY],
        at=now,
        by=by,
    )
    return journal.write(
        division.tournament,
        JOURNAL_KINDS[kind](mark=mark.pk, round=round_.number, seconds=mark.seconds, why=mark.why, anew=anew),
        by=by,
        division=division,
        at=now,
    )


def _playing(round_pk: int) -> Round:
    round_ = Round.objects.select_related("division__tournament", "stage").filter(pk=round_pk).first()
    if round_ is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if round_.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(round_))
    if round_.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(round_))
    return round_


def _require(kind: Kind, seen: Reading, round_: Round, *, anew: bool) -> None:
    """Whether a press fits the current clock; an accidental second tap does not.

    Refused: CLOCK_RUNS, CLOCK_NOT_STARTED, CLOCK_STANDS.
    """
    started = seen.phase is not Phase.WAITING
    setting_up = seen.setup_left > 0
    if kind is Kind.PREGAME and started and not anew:
        raise Refused(PairingRefusal.CLOCK_RUNS, **round_facts(round_))
    if kind is Kind.STARTED and started and not setting_up and not anew:
        raise Refused(PairingRefusal.CLOCK_RUNS, **round_facts(round_))
    if kind in (Kind.PAUSED, Kind.RESUMED) and not started:
        raise Refused(PairingRefusal.CLOCK_NOT_STARTED, **round_facts(round_))
    if kind is Kind.PAUSED and seen.stopped:
        raise Refused(PairingRefusal.CLOCK_STANDS, **round_facts(round_))
    if kind is Kind.RESUMED and not seen.stopped:
        raise Refused(PairingRefusal.CLOCK_RUNS, **round_facts(round_))


def _require_change(round_: Round, clock: Clock, seen: Reading, seconds: int, *, why: str) -> None:
    if not seconds or abs(seconds) > MOST_SECONDS:
        raise Refused(PairingRefusal.CLOCK_CHANGE_ODD, most=MOST_SECONDS // 60)
    if seconds > 0:
        return
    if seen.phase is Phase.OVER:
        raise Refused(PairingRefusal.CLOCK_IS_OVER, **round_facts(round_))
    event, time = round_.division.tournament, clock.time + timedelta(seconds=seconds)
    swiss = round_.stage.kind == Stage.Kind.SWISS
    best_of = event.best_of if swiss else event.cut_best_of
    least = minimum_minutes(event.edition, event.play_style, best_of) if event.official else 0
    if time < timedelta(minutes=least) and not (why or event.minutes_reason):
        raise Refused(
            PairingRefusal.CLOCK_BELOW_MINIMUM, minutes=int(time.total_seconds() // 60), minimum=least
        )


def undo_press(line: JournalEvent) -> None:
    """Undo a press by withdrawing its mark.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, UNDO_OVERTAKEN where the clock was pressed again since.
    """
    mark = ClockMark.objects.filter(pk=line.facts["mark"], round__division=line.division_id).first()
    if mark is None or mark.withdrawn_at is not None or line.division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _playing(mark.round_id)
    journal.require_newest(line, PRESSES, round=line.facts["round"])
    mark.withdrawn_at = timezone.now()
    mark.save(update_fields=["withdrawn_at"])


add_undo(undo_press, *JOURNAL_KINDS.values(), is_past=unpaired)
