"""The short path of a small event on its front page: each step, its progress and its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import hooks
from tournaments.models import Tournament
from tournaments.queries.divisions import DivisionRow


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the path. `is_next`: the current one."""

    icon: str
    label: str
    note: str
    url: str
    is_next: bool = False


def steps(event: Tournament, divisions: Sequence[DivisionRow], *, can: Mapping[str, bool]) -> list[Step]:
    """The path in the order of the day, for a person who `can` run the event; empty for others."""
    if not can["run"]:
        return []
    players, here = (sum(getattr(row, name) for row in divisions) for name in ("players", "checked_in"))
    started = any(row.started_at for row in divisions)
    over = started and any(event.pk in played([event.pk]) for played in hooks.events_over)
    now = "finish" if over else "desk" if started or (players and here == players) else "door"
    now = now if players else "players"
    added = ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
    present = _("%(here)d of %(all)d checked in") % {"here": here, "all": players}
    desk = _url("pairings:desk", event)
    path = [
        Step("users", _("Add players"), added, _url("pairings:enter", event), now == "players"),
        Step("door", _("Check in"), present, _url("tournaments:door", event), now == "door"),
        Step("desk", _("Pair, enter results"), _("Each round, on the round desk"), desk, now == "desk"),
        Step("print", _("Print"), _("Pairings, match slips, standings"), _url("pairings:print", event)),
        Step("trophy", _("Standings"), "", _url("pairings:standings", event)),
    ]
    if event.structure != Tournament.Structure.SWISS:
        path.append(Step("bracket", _("Top cut"), "", _url("pairings:cut", event)))
    if can["organize"]:
        note = _("What to hand in, and until when") if event.official else _("The files to keep")
        report = _url("pairings:event_report", event)
        path.append(Step("check", _("Finish"), note, report, now == "finish"))
    return path


def _url(name: str, event: Tournament) -> str:
    try:
        return reverse(name, args=[event.slug])
    except NoReverseMatch:
        return ""
