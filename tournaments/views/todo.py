"""The tasks an event leaves to its staff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.arrange import divisions_text
from tournaments.models import Announcement, Tournament
from tournaments.queries import AnnouncementRow, arrangement
from tournaments.queries.divisions import DivisionRow
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
    planned: bool,
    can: Mapping[str, bool],
) -> list[Todo]:
    """Tasks in the order of the day that the user can do. A small event's path already shows missing players."""
    tasks: list[Todo] = []
    if can["run"] and event.features is None:
        tasks += _people(event, divisions)
    if can["organize"]:
        tasks += _before(event, divisions, board, planned=planned)
    return tasks


def _people(event: Tournament, divisions: Sequence[DivisionRow]) -> Iterator[Todo]:
    players = sum(row.players for row in divisions)
    missing = sum(row.players - row.checked_in for row in divisions)
    if not players:
        text = _("No players yet. Type names, or load a list.")
        yield Todo("users", text, _("Add players"), _url("players", event))
    elif missing:
        text = ngettext("%(n)d player is not checked in.", "%(n)d players are not checked in.", missing) % {
            "n": missing
        }
        text = marked(text, "missing", missing)
        yield Todo("door", text, _("Open the attendance list"), _url("door", event))


def _before(
    event: Tournament, divisions: Sequence[DivisionRow], board: Sequence[AnnouncementRow], *, planned: bool
) -> Iterator[Todo]:
    if not event.published:
        text = _("Only staff can see this event.")
        yield Todo("lock", text, _("Make it public"), _url("settings", event) + "#publish")
    if any(row.started_at for row in divisions):
        return
    yield from _groups(event, divisions)
    if event.features is None or "plan" in event.features:
        yield from _planning(event, board, planned=planned)
    if event.official and not event.sanction_id:
        text = _("The sanction number is missing.")
        yield Todo("edit", text, _("Add it"), _url("settings", event) + "#id_sanction_id")


def _planning(event: Tournament, board: Sequence[AnnouncementRow], *, planned: bool) -> Iterator[Todo]:
    if not planned:
        yield Todo("calendar", _("The day is not planned yet."), _("Plan the day"), _url("schedule", event))
    kinds = {row.kind for row in board if row.withdrawn_at is None}
    # The announcements.
    required = [(Kind.TIME_LIMIT.value, _("Tell players the time limit of the rounds."))]
    if event.play_style not in (Tournament.PlayStyle.CONSTRUCTED, Tournament.PlayStyle.THIRTY):
        required.append((Kind.ENERGY.value, _("Tell players whether basic Energy is supplied.")))
    for kind, text in required:
        if kind not in kinds:
            href = f"{_url('announcements', event)}?kind={kind}#write"
            yield Todo("megaphone", text, _("Announce it"), href)


def _groups(event: Tournament, divisions: Sequence[DivisionRow]) -> Iterator[Todo]:
    """M-031: age divisions with too few players play together with another."""
    if not sum(row.players for row in divisions):
        return
    grouping = arrangement(event)
    if grouping.differs and event.by_numbers:
        text = _("When round 1 is paired, the players are grouped by numbers, as TOM does: %(divisions)s.")
        named = text % {"divisions": divisions_text(grouping.proposed)}
        yield Todo("users", named, _("Group them otherwise"), _url("settings", event) + "#divisions")
    elif grouping.joins:
        text = _("Some age divisions are too small to play apart.")
        yield Todo("users", text, _("Group the players"), _url("settings", event) + "#divisions")


def _url(name: str, event: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug])
