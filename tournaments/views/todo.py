"""The open tasks of an event's staff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import hooks
from tournaments.forms.arrange import divisions_text
from tournaments.models import Announcement, Tournament
from tournaments.queries import AnnouncementRow, division_arrangement
from tournaments.queries.divisions import DivisionRow
from tournaments.queries.team_entries import is_played_by_teams
from tournaments.templatetags.facts import marked

Kind = Announcement.Kind


@dataclass(frozen=True, slots=True)
class Todo:
    """One task, and the page for it."""

    icon: str
    text: str
    action: str
    url: str


def todos(
    event: Tournament,
    divisions: Sequence[DivisionRow],
    board: Sequence[AnnouncementRow],
    *,
    is_planned: bool,
    can: Mapping[str, bool],
) -> list[Todo]:
    """List the tasks that the user can do, in the order of the day.

    Small events get no tasks to add or check in players, since their steps already show them. `board` has the
    event's announcements, and `is_planned` says whether it has a schedule.
    """
    tasks: list[Todo] = []
    if can["run"] and event.features is None:
        players = sum(row.players for row in divisions)
        missing = sum(row.players - row.checked_in for row in divisions)
        if not players and is_played_by_teams(event):
            text = _("Add teams one by one, or load all of them from a file.")
            tasks.append(Todo("users", text, _("Add teams"), _event_url("team_entries", event)))
        elif not players:
            text = _("No players yet. Type names, or load a list.")
            tasks.append(Todo("users", text, _("Add players"), _event_url("players", event)))
        elif missing:
            if is_played_by_teams(event):
                text = ngettext("%(n)d team is not checked in.", "%(n)d teams are not checked in.", missing)
            else:
                text = ngettext(
                    "%(n)d player is not checked in.", "%(n)d players are not checked in.", missing
                )
            text = text % {"n": missing}
            text = marked(text, "missing", missing)
            tasks.append(Todo("door", text, _("Open the attendance list"), _event_url("door", event)))
    if can["run"]:
        tasks += [Todo(*task) for find_tasks in hooks.open_tasks for task in find_tasks(event)]
    if can["organize"]:
        tasks += _organizer_tasks(event, divisions, board, is_planned=is_planned)
    return tasks


def _organizer_tasks(
    event: Tournament, divisions: Sequence[DivisionRow], board: Sequence[AnnouncementRow], *, is_planned: bool
) -> Iterator[Todo]:
    """Yield the organizers' tasks: make the event public, and until round 1 prepare it.

    Before round 1, these are to group small age divisions, to plan the day and make the required announcements,
    and to add the sanction number of an official event.
    """
    if not event.published:
        text = _("Only staff can see this event.")
        yield Todo("lock", text, _("Make it public"), _event_url("settings", event) + "#publish")
    if any(row.started_at for row in divisions):
        return
    # M-031: an age division with too few players plays together with another.
    grouping = division_arrangement(event) if sum(row.players for row in divisions) else None
    if grouping and grouping.differs and event.by_numbers:
        text = _("When round 1 is paired, the players are grouped by numbers, as TOM does: %(divisions)s.")
        sentence = text % {"divisions": divisions_text(grouping.proposed)}
        yield Todo("users", sentence, _("Group differently"), _event_url("settings", event) + "#divisions")
    elif grouping and grouping.joins:
        text = _("Some age divisions are too small to play apart.")
        yield Todo("users", text, _("Group the players"), _event_url("settings", event) + "#divisions")
    if event.features is None or "plan" in event.features:
        yield from _planning_tasks(event, board, is_planned=is_planned)
    if event.official and not event.sanction_id:
        text = _("The sanction number is missing.")
        yield Todo("edit", text, _("Add it"), _event_url("settings", event) + "#id_sanction_id")


def _planning_tasks(
    event: Tournament, board: Sequence[AnnouncementRow], *, is_planned: bool
) -> Iterator[Todo]:
    """Yield the tasks to plan the day, if it is not planned, and to announce what the rules require."""
    if not is_planned:
        yield Todo(
            "calendar", _("The day is not planned yet."), _("Plan the day"), _event_url("schedule", event)
        )
    announced_kinds = {row.kind for row in board if row.withdrawn_at is None}
    # require these announcements.
    required = [(Kind.TIME_LIMIT.value, _("Tell players the time limit of the rounds."))]
    if event.play_style not in (Tournament.PlayStyle.CONSTRUCTED, Tournament.PlayStyle.THIRTY):
        required.append((Kind.ENERGY.value, _("Tell players whether basic Energy is supplied.")))
    for kind, text in required:
        if kind not in announced_kinds:
            href = f"{_event_url('announcements', event)}?kind={kind}#write"
            yield Todo("megaphone", text, _("Announce it"), href)


def _event_url(name: str, event: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug])
