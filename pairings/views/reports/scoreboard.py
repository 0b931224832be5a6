"""The scoreboard on top of each page: which division, which round, how long."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from pairings.engine.clock import Phase, Reading
from pairings.models import Round, Stage
from pairings.queries.reports import clocks
from pairings.queries.reports.clocks import round_text
from tournaments.models import Division, Tournament


def board(event: Tournament, division: Division | None = None) -> dict[str, object]:
    """`board` of a page: the round that is on in `division`, or in the division whose round ends last."""
    return of_rounds(
        [one for one in clocks.rounds_on(event) if division is None or one.division_id == division.pk]
    )


def of_rounds(rounds: Sequence[Round]) -> dict[str, object]:
    """`board` of a page that has read these posted or closed rounds, with their clocks."""
    if not rounds:
        return {"line": ""}
    newest = latest(rounds)
    return {"line": line(newest), "clock": clock(newest)}


def latest(rounds: Sequence[Round]) -> Round:
    """A round in play before a closed one; of several the one posted last."""
    return max(rounds, key=lambda one: (one.state == Round.State.POSTED, one.posted_at or one.paired_at))


def line(round_: Round) -> str:
    """ "Masters · Round 5 of 7"; the division is left out where it is the only one for all ages."""
    division = round_.division
    name = "" if division.age_division == Division.AgeDivision.ALL else str(division)
    return " · ".join(part for part in (name, round_text(round_)) if part)


def clock(round_: Round, now: datetime | None = None) -> dict[str, object] | None:
    """What the clock of a posted round shows, None where none is.

    `left`: seconds that count down, missing where it stands; `stands`: those it stands at.
    `starts`, `ends` and `window` are milliseconds since 1970, for the device that counts on its own.
    """
    now = now or timezone.now()
    seen = clocks.state(round_, now) if round_.state == Round.State.POSTED else None
    if seen is None:
        return None
    setting_up = seen.phase is Phase.SETUP or (seen.phase is Phase.STOPPED and seen.setup_left > 0)
    seconds = seen.setup_left if setting_up else seen.left
    moves = seen.phase in (Phase.SETUP, Phase.RUNNING)
    running = {"left": seconds} if moves else {}
    return running | {
        "key": round_.pk,
        "phase": seen.phase.value,
        "stopped": seen.stopped,
        "word": f"{seconds // 60:02d}:{seconds % 60:02d}",
        "note": _note(round_, seen),
        "label": _label(round_) if moves else _("Round clock"),
        "stands": None if moves else seconds,
        "starts": milliseconds(seen.starts_at),
        "ends": milliseconds(seen.ends_at),
        "window": milliseconds(seen.window_ends_at),
        "window_at": seen.window_ends_at,
        "now": milliseconds(now),
    }


def _label(round_: Round) -> str:
    if round_.stage.kind != Stage.Kind.SWISS:
        return _("Time left in this round of the top cut")
    return _("Time left in round %(round)d") % {"round": round_.number}


def _note(round_: Round, seen: Reading) -> str:
    """What stands under the figures, right without a script: when it starts, when it ends."""
    zone = ZoneInfo(round_.division.tournament.timezone)
    if seen.phase is Phase.OVER and seen.ends_at:
        return _("time called %(at)s") % {"at": at_zone(seen.ends_at, zone)}
    if seen.phase is Phase.WAITING:
        return _("not started")
    if seen.stopped:
        return _("stopped")
    if seen.starts_at:
        return _("starts %(at)s") % {"at": at_zone(seen.starts_at, zone)}
    return _("ends %(at)s") % {"at": at_zone(seen.ends_at, zone)} if seen.ends_at else ""


def at_zone(moment: datetime, zone: ZoneInfo) -> str:
    """ "14:25", where the event is played."""
    return date_format(moment.astimezone(zone), "H:i")


def milliseconds(moment: datetime | None) -> int | None:
    """A moment as devices count it."""
    return None if moment is None else int(moment.timestamp() * 1000)
