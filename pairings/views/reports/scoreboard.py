"""The scoreboard on top of each page: division, round and time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from core.wording import sentence_at
from pairings.engine.clock import Phase, Reading, TableClock
from pairings.models import Match, Round, Stage
from pairings.queries.reports import clocks
from pairings.queries.reports.clocks import round_text
from tournaments.models import Division, Tournament

Face = dict[str, Any]
"""The display of a clock, as made by `clock`."""


def board(event: Tournament, division: Division | None = None) -> dict[str, object]:
    """`board` of a page: the round in play in `division`; of all, as `of_rounds`."""
    playing = clocks.rounds_on(event)
    rounds = [round_ for round_ in playing if division is None or round_.division_id == division.pk]
    return of_rounds(rounds) | {"division": division.pk if division else None}


def of_rounds(rounds: Sequence[Round]) -> dict[str, object]:
    """`board` of a page that has read these posted or closed rounds, with their clocks."""
    playing = [round_ for round_ in rounds if round_.state == Round.State.POSTED] or rounds
    # No clock for several divisions: it would be that of only one.
    if len(playing) > 1:
        return {"line": _("Rounds in play") if playing[0].state == Round.State.POSTED else ""}
    return {"line": line(playing[0]), "clock": clock(playing[0])} if playing else {"line": ""}


def of_match(match: Match) -> dict[str, object]:
    """`board` of a page about one table: its round, and its own clock if it has a time extension."""
    return {"line": line(match.round), "clock": match_clock(match)}


def match_clock(match: Match, now: datetime | None = None) -> Face | None:
    """The clock for the players of a match: of their table, else of their round."""
    face = table_clock(match, now=now) or clock(match.round, now)
    return face and {**face, "own": f"t{match.pk}"}


def table_clock(match: Match, table: TableClock | None = None, now: datetime | None = None) -> Face | None:
    """The clock of a table with a time extension, as `clock`; None where the table has that of its round.

    While a judge is there it is stopped.
    """
    now = now or timezone.now()
    face = clock(match.round, now)
    if face is None or not clocks.extensions_of(match):
        return None
    table = table or clocks.of_table(match)
    if table is None or face["phase"] in (Phase.WAITING.value, Phase.SETUP.value):
        return None
    ends, zone = table.ends_at(), ZoneInfo(match.round.division.tournament.timezone)
    held = max(timedelta(), now - table.held_since) if table.held_since else timedelta()
    seconds = max(0, ceil(table.clock.left(now, table.extra + held).total_seconds()))
    face.pop("left", None)
    face |= {"word": f"{seconds // 60:02d}:{seconds % 60:02d}", "stands": None}
    face |= {"starts": None, "window": None, "window_at": None, "ends": milliseconds(ends)}
    face["label"] = _("Time left at table %(table)s") % {"table": match.table}
    face |= {"of": f"t{match.pk}", "fact": clock_fact(table.called(now), ends, seconds)}
    if table.called(now):
        note = sentence_at(_("time called %(at)s"), ends or now, zone)
        return face | {"phase": Phase.OVER.value, "stands": 0, "note": note}
    if ends is None or face["stopped"]:
        return face | {"stopped": True, "stands": seconds, "note": _("stopped")}
    note = sentence_at(_("ends %(at)s"), ends, zone)
    return face | {"phase": Phase.RUNNING.value, "left": seconds, "note": note}


def line(round_: Round) -> str:
    """ "Masters · Round 5 of 7"; without the division if it is the only one for all ages."""
    division = round_.division
    name = "" if division.age_division == Division.AgeDivision.ALL else str(division)
    return " · ".join(part for part in (name, round_text(round_)) if part)


def clock(round_: Round, now: datetime | None = None) -> Face | None:
    """The display of the clock of a posted round, None without a clock.

    `left`: seconds counting down, missing while it is stopped; `stands`: the seconds of a stopped clock. `starts`,
    `ends` and `window` are milliseconds since 1970, for devices that count on their own.
    """
    now = now or timezone.now()
    seen = clocks.state(round_, now) if round_.state == Round.State.POSTED else None
    if seen is None:
        return None
    setting_up = seen.phase is Phase.SETUP or (seen.phase is Phase.STOPPED and seen.setup_left > 0)
    seconds = seen.setup_left if setting_up else seen.left
    moves = seen.phase in (Phase.SETUP, Phase.RUNNING)
    running = {"left": seconds} if moves else {}
    label = _("Round clock")
    if moves and round_.stage.kind == Stage.Kind.SWISS:
        label = _("Time left in round %(round)d") % {"round": round_.number}
    elif moves:
        label = _("Time left in this round of the top cut")
    return running | {
        "key": round_.pk,
        "phase": seen.phase.value,
        "stopped": seen.stopped,
        "word": f"{seconds // 60:02d}:{seconds % 60:02d}",
        "note": _note(round_, seen),
        "label": label,
        "stands": None if moves else seconds,
        "starts": milliseconds(seen.starts_at),
        "ends": milliseconds(seen.ends_at),
        "window": milliseconds(seen.window_ends_at),
        "window_at": seen.window_ends_at,
        "now": milliseconds(now),
        "of": f"r{round_.pk}",
        "fact": clock_fact(seen.phase is Phase.OVER, seen.ends_at, seconds),
    }


def clock_fact(called: bool, ends_at: datetime | None, left: int) -> str:
    """The state of a clock for its mark (`tournaments.templatetags.facts`)."""
    if called:
        return "called"
    return f"ends {ends_at:%H:%M:%S}" if ends_at else f"stopped {left}"


def _note(round_: Round, seen: Reading) -> str:
    """The note under the figures, correct without a script: when it starts, when it ends."""
    zone = ZoneInfo(round_.division.tournament.timezone)
    if seen.phase is Phase.OVER and seen.ends_at:
        return sentence_at(_("time called %(at)s"), seen.ends_at, zone)
    if seen.phase is Phase.WAITING:
        return _("not started")
    if seen.stopped:
        return _("stopped")
    if seen.starts_at:
        return sentence_at(_("starts %(at)s"), seen.starts_at, zone)
    return sentence_at(_("ends %(at)s"), seen.ends_at, zone) if seen.ends_at else ""


def milliseconds(moment: datetime | None) -> int | None:
    """A time in milliseconds since 1970."""
    return None if moment is None else int(moment.timestamp() * 1000)
