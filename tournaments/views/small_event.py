"""The short path of a small event on its front page: steps with their progress and pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.labels import entrants_text
from tournaments.models import Tournament
from tournaments.queries.divisions import DivisionRow
from tournaments.queries.events import are_all_rounds_played
from tournaments.queries.team_entries import is_played_by_teams


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the path, with a note on its progress. `is_next` marks the current step."""

    icon: str
    label: str
    note: str
    url: str
    is_next: bool = False


def small_event_steps(
    event: Tournament, divisions: Sequence[DivisionRow], *, can: Mapping[str, bool]
) -> list[Step]:
    """List the steps in the order of the day, or [] for users who may not run the event."""
    if not can["run"]:
        return []
    players, checked_in = (sum(getattr(row, name) for row in divisions) for name in ("players", "checked_in"))
    started = any(row.started_at for row in divisions)
    over = started and are_all_rounds_played(event)
    current_step = "finish" if over else "desk" if started or (players and checked_in == players) else "door"
    current_step = current_step if players else "players"
    teams_play = is_played_by_teams(event)
    added_text = entrants_text(players, teams=teams_play)
    entry_page = "tournaments:team_entries" if teams_play else "pairings:enter"
    checked_in_text = _("%(here)d of %(all)d checked in") % {"here": checked_in, "all": players}
    desk_url = reverse("pairings:desk", args=[event.slug])
    path = [
        Step(
            "users",
            _("Add teams") if teams_play else _("Add players"),
            added_text,
            reverse(entry_page, args=[event.slug]),
            current_step == "players",
        ),
        Step(
            "door",
            _("Check in"),
            checked_in_text,
            reverse("tournaments:door", args=[event.slug]),
            current_step == "door",
        ),
        *_prerelease_steps(event),
        Step(
            "desk",
            _("Pair, enter results"),
            _("Each round, on the round desk"),
            desk_url,
            current_step == "desk",
        ),
        Step(
            "print",
            _("Print"),
            _("Pairings, match slips, standings"),
            reverse("pairings:print", args=[event.slug]),
        ),
        Step("trophy", _("Standings"), "", reverse("pairings:standings", args=[event.slug])),
    ]
    if event.structure != Tournament.Structure.SWISS:
        path.append(Step("bracket", _("Top cut"), "", reverse("pairings:cut", args=[event.slug])))
    if can["organize"]:
        note = _("What to hand in, and by when") if event.official else _("The files to keep")
        report_url = reverse("pairings:event_report", args=[event.slug])
        path.append(Step("check", _("Finish"), note, report_url, current_step == "finish"))
    return path


def _prerelease_steps(event: Tournament) -> list[Step]:
    """List the steps of a Prerelease between check-in and round 1, or [] for another kind of event."""
    if event.kind != Tournament.Kind.PRERELEASE:
        return []
    return [
        Step(
            "swap", _("Drafts"), _("Seats, pools, deck building"), reverse("drafts:drafts", args=[event.slug])
        ),
        Step("cards", _("Deck lists"), "", reverse("decks:lists", args=[event.slug])),
    ]
