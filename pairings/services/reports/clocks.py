"""Start, stop and change the clock of a round. Each press is one mark and one journal line."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.clock import Kind, Phase, read_clock
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
from pairings.models.clock import MAX_WHY_LENGTH
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.reports import clocks
from pairings.services import locks
from pairings.services.rounds.undo_checks import is_pairing_replaced
from tournaments.engine.kinds import minimum_round_minutes
from tournaments.models import Division, Tournament, User

MAX_SECONDS = 4 * 3600
"""Maximum number of seconds that one press adds or subtracts."""

JOURNAL_KINDS: dict[Kind, type[ClockPress]] = {
    Kind.PREGAME: ClockSetUp,
    Kind.STARTED: ClockStarted,
    Kind.PAUSED: ClockStopped,
    Kind.RESUMED: ClockWentOn,
    Kind.ADJUSTED: ClockChanged,
}
PRESSES = tuple(kind.__name__ for kind in JOURNAL_KINDS.values())

STARTING = (Kind.PREGAME, Kind.STARTED)

SKIPPED_REFUSALS = (
    PairingRefusal.CLOCK_UNTIMED,
    PairingRefusal.CLOCK_RUNS,
    PairingRefusal.CLOCK_STANDS,
    PairingRefusal.CLOCK_NOT_STARTED,
    PairingRefusal.CLOCK_IS_OVER,
)
"""Refusals for which a press for all divisions skips a clock."""


@transaction.atomic
def press_clock(
    round_: Round,
    kind: Kind,
    *,
    by: User | None,
    seconds: int = 0,
    why: str = "",
    restart: bool = False,
    now: datetime | None = None,
) -> JournalEvent:
    """Press the button `kind` of the clock of a posted round.

    `seconds` applies to ADJUSTED; `restart` restarts a running clock. Refused: ROUND_NOT_POSTED,
    ROUND_IS_CLOSED, CHANGED_MEANWHILE if the round no longer exists, CLOCK_UNTIMED, CLOCK_RUNS, CLOCK_STANDS,
    CLOCK_NOT_STARTED, CLOCK_IS_OVER, CLOCK_CHANGE_ODD, and CLOCK_BELOW_MINIMUM (minutes, minimum) without a
    `why` (R-111, R-112).
    """
    division = locks.lock_division(round_.division)
    return _press_clock_of(
        division, round_.pk, kind, by=by, seconds=seconds, why=why, restart=restart, now=now
    )


@transaction.atomic
def press_all_clocks(
    event: Tournament,
    kind: Kind,
    *,
    by: User | None,
    seconds: int = 0,
    why: str = "",
    restart: bool = False,
    skip_refused: bool = False,
    now: datetime | None = None,
) -> list[JournalEvent]:
    """Press the clocks of all divisions in play, like `press_clock`.

    Divisions without a clock, and clocks that are already in the requested state, are skipped. If another clock cannot
    be changed, none is, unless `skip_refused` skips it too. When clocks are started, this includes divisions whose next
    round is unposted. Refused: NOT_ALL_CLOCKS, NO_CLOCK, and whatever `press_clock` refuses for the first division if
    no clock can be changed.
    """
    now, presses = now or timezone.now(), []
    refused: list[tuple[Division, Refused]] = []
    divisions = {division.pk: division for division in locks.lock_divisions(event)}
    rounds = Round.objects.filter(division__in=divisions)
    rounds = (
        rounds.exclude(state=Round.State.CLOSED)
        if kind in STARTING
        else rounds.filter(state=Round.State.POSTED)
    )
    for round_pk, division in rounds.order_by("division").values_list("pk", "division"):
        try:
            press = _press_clock_of(
                divisions[division], round_pk, kind, by=by, seconds=seconds, why=why, restart=restart, now=now
            )
            presses.append(press)
        except Refused as refusal:
            refused.append((divisions[division], refusal))
    if not presses:
        raise refused[0][1] if refused else Refused(PairingRefusal.NO_CLOCK)
    blocking = [(division, refusal) for division, refusal in refused if refusal.code not in SKIPPED_REFUSALS]
    # The divisions of a hall start a round together.
    if blocking and not skip_refused:
        raise NotAllClocks(blocking, others=len(presses))
    return presses


class NotAllClocks(Refused):
    """Refusal of a press for all clocks.

    `refused` lists the divisions whose clocks could not be changed, each with its refusal. `others` is
    the number of clocks that could have been changed.
    """

    def __init__(self, refused: Sequence[tuple[Division, Refused]], *, others: int) -> None:
        super().__init__(
            PairingRefusal.NOT_ALL_CLOCKS,
            divisions=", ".join(str(division) for division, _refusal in refused),
        )
        self.refused, self.others = refused, others


def _press_clock_of(
    division: Division,
    round_pk: int,
    kind: Kind,
    *,
    by: User | None,
    seconds: int,
    why: str,
    restart: bool,
    now: datetime | None,
) -> JournalEvent:
    """Press the clock of a round whose division is locked. Refused: whatever `press_clock` refuses."""
    now = now or timezone.now()
    round_ = _get_posted_round(round_pk)
    clock = clocks.clock_of_round(round_)
    if clock is None:
        raise Refused(PairingRefusal.CLOCK_UNTIMED, **refusal_facts_of_round(round_))
    reading = read_clock(clock, now)
    refusal = reading.refusal(kind, restart=restart)
    if refusal is not None:
        raise Refused(refusal, **refusal_facts_of_round(round_))
    if kind is Kind.ADJUSTED:
        if not seconds or abs(seconds) > MAX_SECONDS:
            raise Refused(PairingRefusal.CLOCK_CHANGE_ODD, most=MAX_SECONDS // 60)
        if seconds < 0 and reading.phase is Phase.OVER:
            raise Refused(PairingRefusal.CLOCK_IS_OVER, **refusal_facts_of_round(round_))

        event, time = round_.division.tournament, clock.time + timedelta(seconds=seconds)
        best_of = event.best_of if round_.stage.kind == Stage.Kind.SWISS else event.cut_best_of
        minimum = minimum_round_minutes(event.edition, event.play_style, best_of) if event.official else 0
        is_reasoned = bool(why.strip() or event.minutes_reason)
        if seconds < 0 and time < timedelta(minutes=minimum) and not is_reasoned:
            minutes = int(time.total_seconds() // 60)
            raise Refused(PairingRefusal.CLOCK_BELOW_MINIMUM, minutes=minutes, minimum=minimum)
    mark = ClockMark.objects.create(
        round=round_,
        kind=kind.value,
        seconds=seconds if kind is Kind.ADJUSTED else 0,
        why=why.strip()[:MAX_WHY_LENGTH],
        at=now,
        by=by,
    )
    return journal.write_journal_line(
        division.tournament,
        JOURNAL_KINDS[kind](
            mark=mark.pk, round=round_.number, seconds=mark.seconds, why=mark.why, anew=restart
        ),
        by=by,
        division=division,
        at=now,
    )


def _get_posted_round(round_pk: int) -> Round:
    """Return the round if it is posted and not closed.

    Refused: CHANGED_MEANWHILE if it no longer exists, ROUND_NOT_POSTED, ROUND_IS_CLOSED.
    """
    round_ = Round.objects.select_related("division__tournament", "stage").filter(pk=round_pk).first()
    if round_ is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if round_.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(round_))
    if round_.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(round_))
    return round_


def undo_press_of_round_clock(line: JournalEvent) -> None:
    """Undo a press by withdrawing its mark.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, CHANGED_MEANWHILE, and UNDO_OVERTAKEN if the mark is withdrawn
    or the clock has been pressed again since.
    """
    mark = ClockMark.objects.filter(pk=line.facts["mark"], round__division=line.division_id).first()
    if mark is None or mark.withdrawn_at is not None or line.division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _get_posted_round(mark.round_id)
    journal.require_newest_line(line, PRESSES, round=line.facts["round"])
    mark.withdrawn_at = timezone.now()
    mark.save(update_fields=["withdrawn_at"])


add_undo(undo_press_of_round_clock, *JOURNAL_KINDS.values(), is_past=is_pairing_replaced)
