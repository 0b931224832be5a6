"""The scoreboard on top of each page: which division, which round, how long."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from pairings.models import Round
from pairings.queries import clocks
from pairings.queries.clocks import round_text
from tournaments.models import Division, Tournament


def board(event: Tournament, division: Division | None = None) -> dict[str, object]:
    """`board` of a page: the round that is on in `division`, or in the division whose round ends last."""
    rounds = [one for one in clocks.rounds_on(event) if division is None or one.division_id == division.pk]
    if not rounds:
        return {"line": ""}
    shown = latest(rounds)
    return {"line": line(shown), "clock": clock(shown)}


def latest(rounds: Sequence[Round]) -> Round:
    """A round in play before a closed one; of several the one posted last."""
    return max(rounds, key=lambda one: (one.state == Round.State.POSTED, one.posted_at or one.paired_at))


def line(round_: Round) -> str:
    """ "Masters · Round 5 of 7"; the division is left out where it is the only one for all ages."""
    division = round_.division
    name = "" if division.category == Division.Category.ALL else str(division)
    return " · ".join(part for part in (name, round_text(round_)) if part)


def clock(round_: Round, now: datetime | None = None) -> dict[str, object] | None:
    """The seconds left of a posted round with the time it ends, None where no time runs."""
    end = clocks.ends_at(round_)
    if round_.state != Round.State.POSTED or end is None:
        return None
    left = int((end - (now or timezone.now())).total_seconds())
    at = date_format(end.astimezone(ZoneInfo(round_.division.tournament.timezone)), "H:i")
    if left <= 0:
        return {"word": "00:00", "note": _("time called %(at)s") % {"at": at}, "label": _("Round clock")}
    label = _("Time left in round %(round)d") % {"round": round_.number}
    word = f"{left // 60:02d}:{left % 60:02d}"
    return {"word": word, "left": left, "note": _("ends %(at)s") % {"at": at}, "label": label}
