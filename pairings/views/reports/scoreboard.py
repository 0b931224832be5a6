"""The scoreboard at the top of each page: division, round and time."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from core.text_parts import sentence_with_time
from pairings.engine.clock import Phase, TableClock
from pairings.models import Match, Round, Stage
from pairings.queries.reports import clocks
from pairings.queries.reports.clocks import round_text
from tournaments.models import Division, Tournament


def scoreboard_of_event(event: Tournament, division: Division | None = None) -> Scoreboard:
    """Return the scoreboard of the event's current rounds, or only of those in `division`."""
    playing = clocks.current_rounds(event)
    rounds = [round_ for round_ in playing if division is None or round_.division_id == division.pk]
    return replace(scoreboard_of_rounds(rounds), follows=True, division=division.pk if division else None)


def scoreboard_of_rounds(rounds: Sequence[Round]) -> Scoreboard:
    """Return the scoreboard for posted or closed rounds that the page has already loaded.

    Closed rounds only count if none is posted. For several rounds, it has no clock.
    """
    playing = [round_ for round_ in rounds if round_.state == Round.State.POSTED] or rounds
    # Several divisions share no clock, so none is shown.
    if len(playing) > 1:
        return Scoreboard(
            line=_line_of_several_rounds(playing) if playing[0].state == Round.State.POSTED else ""
        )
    return (
        Scoreboard(line=round_line(playing[0]), clock=clock_of_posted_round(playing[0]))
        if playing
        else Scoreboard()
    )


def _line_of_several_rounds(rounds: Sequence[Round]) -> str:
    """Return "Round 4" if all are Swiss rounds with this number, otherwise "Rounds in play"."""
    numbers = {round_.number if round_.stage.kind == Stage.Kind.SWISS else 0 for round_ in rounds}
    if len(numbers) > 1 or 0 in numbers:
        return _("Rounds in play")
    return _("Round %(round)d") % {"round": numbers.pop()}


def scoreboard_of_match(match: Match) -> Scoreboard:
    """Return the scoreboard of a page about one table.

    It shows the round, and the table's own clock if the table has a time extension.
    """
    return Scoreboard(line=round_line(match.round), clock=match_clock(match))


def match_clock(match: Match, now: datetime | None = None) -> ClockFace | None:
    """Return the clock for a match's players: their table's, otherwise their round's clock."""
    face = clock_of_extended_table(match, now=now) or clock_of_posted_round(match.round, now)
    return face and replace(face, own=f"t{match.pk}")


def clock_of_extended_table(
    match: Match, table: TableClock | None = None, now: datetime | None = None
) -> ClockFace | None:
    """Return the clock of a table with a time extension, or None if the round's clock applies.

    The clock is stopped while a judge is at the table. `table`: the table's clock, if already loaded.
    """
    now = now or timezone.now()
    face = clock_of_posted_round(match.round, now)
    if face is None or not clocks.extensions_of(match):
        return None
    table = table or clocks.clock_of_table(match)
    if table is None or face.phase in (Phase.WAITING.value, Phase.SETUP.value):
        return None
    ends_at, zone = table.ends_at(), ZoneInfo(match.round.division.tournament.timezone)
    judge_time = max(timedelta(), now - table.held_since) if table.held_since else timedelta()
    seconds = max(0, ceil(table.clock.left(now, table.extra + judge_time).total_seconds()))
    face = replace(
        face,
        left=None,
        word=countdown_text(seconds),
        stands=None,
        starts=None,
        window=None,
        window_at=None,
        ends=milliseconds(ends_at),
        label=_("Time left at table %(table)s") % {"table": match.table},
        of=f"t{match.pk}",
        fact=round_clock_mark_value(table.called(now), ends_at, seconds),
    )
    if table.called(now):
        note = sentence_with_time(_("time called %(at)s"), ends_at or now, zone)
        return replace(face, phase=Phase.OVER.value, stands=0, note=note)
    if ends_at is None or face.stopped:
        return replace(face, stopped=True, stands=seconds, note=_("stopped"))
    note = sentence_with_time(_("ends %(at)s"), ends_at, zone)
    return replace(face, phase=Phase.RUNNING.value, left=seconds, note=note)


def round_line(round_: Round) -> str:
    """Return the name of a round with its division, such as "Masters · Round 5 of 7".

    The division is left out if it is the only one, for all ages.
    """
    division = round_.division
    name = "" if division.age_division == Division.AgeDivision.ALL else str(division)
    return " · ".join(part for part in (name, round_text(round_)) if part)


def clock_of_posted_round(round_: Round, now: datetime | None = None) -> ClockFace | None:
    """Return the clock to display for a posted round, or None without a clock."""
    now = now or timezone.now()
    reading = clocks.read_round_clock(round_, now) if round_.state == Round.State.POSTED else None
    if reading is None:
        return None
    is_setting_up = reading.phase is Phase.SETUP or (
        reading.phase is Phase.STOPPED and reading.setup_left > 0
    )
    seconds = reading.setup_left if is_setting_up else reading.left
    is_running = reading.phase in (Phase.SETUP, Phase.RUNNING)
    label = _("Round clock")
    if is_running and round_.stage.kind == Stage.Kind.SWISS:
        label = _("Time left in round %(round)d") % {"round": round_.number}
    elif is_running:
        label = _("Time left in this round of the top cut")

    # The note shows the time of day, which remains correct without a script.
    zone, note = ZoneInfo(round_.division.tournament.timezone), ""
    if reading.phase is Phase.OVER and reading.ends_at:
        note = sentence_with_time(_("time called %(at)s"), reading.ends_at, zone)
    elif reading.phase is Phase.WAITING:
        note = _("not started")
    elif reading.stopped:
        note = _("stopped")
    elif reading.starts_at:
        note = sentence_with_time(_("starts %(at)s"), reading.starts_at, zone)
    elif reading.ends_at:
        note = sentence_with_time(_("ends %(at)s"), reading.ends_at, zone)
    return ClockFace(
        key=round_.pk,
        phase=reading.phase.value,
        stopped=reading.stopped,
        word=countdown_text(seconds),
        note=note,
        label=label,
        left=seconds if is_running else None,
        stands=None if is_running else seconds,
        starts=milliseconds(reading.starts_at),
        ends=milliseconds(reading.ends_at),
        window=milliseconds(reading.window_ends_at),
        window_at=reading.window_ends_at,
        now=milliseconds(now),
        of=f"r{round_.pk}",
        fact=round_clock_mark_value(reading.phase is Phase.OVER, reading.ends_at, seconds),
    )


def round_clock_mark_value(is_called: bool, ends_at: datetime | None, seconds_left: int) -> str:
    """Return the state of a clock as a page mark (`tournaments.templatetags.facts`).

    `is_called`: whether time has been called.
    """
    if is_called:
        return "called"
    return f"ends {ends_at:%H:%M:%S}" if ends_at else f"stopped {seconds_left}"


def countdown_text(seconds: int) -> str:
    """Return the digits of a clock: "04:30"."""
    return f"{seconds // 60:02d}:{seconds % 60:02d}"


def milliseconds(time: datetime | None) -> int | None:
    """Return a time in milliseconds since 1970, or None for None."""
    return None if time is None else int(time.timestamp() * 1000)
