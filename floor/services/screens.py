"""Hall screens, controlled from the desk: what each shows, and messages on one or all."""

import secrets
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from typing import Any

from django.conf import settings as site
from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.people import is_visible
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from floor.engine.hall_screens import Settings, require_fitting, settings_of
from floor.engine.journal_kinds import ScreenAdded, ScreenRemoved, ScreenRenamed, ScreenSet, ScreensMessage
from floor.engine.refusals import FloorRefusal
from floor.engine.screen_codes import is_genuine, new_code
from floor.models import HallScreen
from floor.services import locks
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of

LONGEST_NAME = 40
LONGEST_MESSAGE = 200
MOST = 40
"""Limit of screens per event."""


@transaction.atomic
def add(event: Tournament, *, name: str, by: User | None) -> HallScreen:
    """Add a screen in automatic mode. Refused: SCREEN_NAME_MISSING, SCREEN_NAME_TAKEN, SCREENS_TOO_MANY."""
    event = locks.screens(event)
    name = _name(event, name)
    if event.screens.filter(removed_at=None).count() >= MOST:
        raise Refused(FloorRefusal.SCREENS_TOO_MANY, most=MOST)
    row = HallScreen.objects.create(
        tournament=event, name=name, code=new_code(site.SECRET_KEY, secrets.choice)
    )
    journal.write(event, ScreenAdded(screen=row.pk, name=name), by=by)
    return row


@transaction.atomic
def rename(screen: HallScreen, *, name: str, by: User | None) -> JournalEvent:
    """Rename a screen; its address is unchanged. Refused: as `add`, SCREEN_REMOVED."""
    row = _locked(screen)
    before, name = row.name, _name(row.tournament, name, screen)
    row.name = name
    row.save(update_fields=["name"])
    return journal.write(row.tournament, ScreenRenamed(screen=row.pk, name=name, before=before), by=by)


@transaction.atomic
def show(screen: HallScreen, settings: Settings, *, by: User | None) -> JournalEvent:
    """Set what a screen shows. Refused: as `require_fitting`, SCREEN_REMOVED, SCREEN_DIVISION_UNKNOWN."""
    row = _locked(screen)
    before, settings = row.settings, require_fitting(settings)
    if settings.division and not row.tournament.divisions.filter(pk=settings.division).exists():
        raise Refused(FloorRefusal.SCREEN_DIVISION_UNKNOWN)
    row.settings = settings
    row.save()
    return journal.write(
        row.tournament,
        ScreenSet(screen=row.pk, name=row.name, settings=settings.facts(), before=before.facts()),
        by=by,
    )


@transaction.atomic
def set_message(
    event: Tournament,
    text: str,
    *,
    by: User | None,
    fills: bool = False,
    on: Collection[int] | None = None,
) -> JournalEvent:
    """Show a message on the screens with keys `on`, on all if None; "" removes it.

    `fills`: instead of their content, else above it. Refused: SCREENS_MISSING, SCREEN_MESSAGE_TOO_LONG.
    """
    event = locks.screens(event)
    text = " ".join(text.split())
    if not is_visible(text):
        text, fills = "", False
    if len(text) > LONGEST_MESSAGE:
        raise Refused(FloorRefusal.SCREEN_MESSAGE_TOO_LONG, most=LONGEST_MESSAGE)
    rows = [screen for screen in event.screens.filter(removed_at=None) if on is None or screen.pk in on]
    if not rows:
        raise Refused(FloorRefusal.SCREENS_MISSING)
    before = {str(row.pk): (row.message, row.message_fills) for row in rows}
    for row in rows:
        row.message, row.message_fills = text, fills
        row.save(update_fields=["message", "message_fills"])
    where = "" if on is None else ", ".join(row.name for row in rows)
    return journal.write(event, ScreensMessage(text=text, fills=fills, screens=where, before=before), by=by)


@transaction.atomic
def remove(screen: HallScreen, *, by: User | None) -> JournalEvent:
    """Remove a screen from the list; a television still at its address switches to automatic. Refused:
    SCREEN_REMOVED.
    """
    row = _locked(screen)
    row.removed_at = timezone.now()
    row.save(update_fields=["removed_at"])
    return journal.write(row.tournament, ScreenRemoved(screen=row.pk, name=row.name), by=by)


def _name(event: Tournament, name: str, screen: HallScreen | None = None) -> str:
    name = " ".join(name.split())[:LONGEST_NAME]
    if not is_visible(name):
        raise Refused(FloorRefusal.SCREEN_NAME_MISSING)
    others = event.screens.filter(removed_at=None, name__iexact=name)
    if (others.exclude(pk=screen.pk) if screen else others).exists():
        raise Refused(FloorRefusal.SCREEN_NAME_TAKEN, name=name)
    return name


def _locked(screen: HallScreen) -> HallScreen:
    event = locks.screens(screen.tournament)
    row = HallScreen.objects.filter(pk=screen.pk, removed_at=None).first()
    if row is None:
        raise Refused(FloorRefusal.SCREEN_REMOVED)
    row.tournament = event
    return row


def _of_line(line: JournalEvent) -> HallScreen:
    """The screen of a journal line. Refused: UNDO_OVERTAKEN if it was removed since."""
    locks.screens(event_of(line))
    row = HallScreen.objects.filter(pk=line.facts["screen"], removed_at=None).first()
    if row is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    return row


def undo_add(line: JournalEvent) -> None:
    """Remove the added screen. Refused: UNDO_OVERTAKEN."""
    row = _of_line(line)
    row.removed_at = timezone.now()
    row.save(update_fields=["removed_at"])


def undo_rename(line: JournalEvent) -> None:
    """Restore the earlier name. Refused: UNDO_OVERTAKEN, SCREEN_NAME_TAKEN."""
    row = _of_line(line)
    if row.name != line.facts["name"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.name = _name(event_of(line), line.facts["before"], row)
    row.save(update_fields=["name"])


def undo_show(line: JournalEvent) -> None:
    """Restore the earlier settings. Refused: UNDO_OVERTAKEN if they were changed since."""
    row = _of_line(line)
    before = settings_of(line.facts["before"])
    if row.settings != settings_of(line.facts["settings"]):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if before.division and not event_of(line).divisions.filter(pk=before.division).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.settings = before
    row.save()


def undo_message(line: JournalEvent) -> None:
    """Restore the earlier messages. Refused: UNDO_OVERTAKEN if one was changed since."""
    locks.screens(event_of(line))
    before, now = line.facts["before"], [line.facts["text"], line.facts["fills"]]
    rows = list(event_of(line).screens.filter(pk__in=map(int, before)))
    if any([row.message, row.message_fills] != now for row in rows):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for row in rows:
        row.message, row.message_fills = before[str(row.pk)]
        row.save(update_fields=["message", "message_fills"])


def undo_remove(line: JournalEvent) -> None:
    """Restore a removed screen. Refused: SCREEN_NAME_TAKEN, UNDO_OVERTAKEN."""
    locks.screens(event_of(line))
    row = event_of(line).screens.filter(pk=line.facts["screen"]).exclude(removed_at=None).first()
    if row is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.name, row.removed_at = _name(event_of(line), row.name, row), None
    row.save(update_fields=["name", "removed_at"])


SnapshotRow = dict[str, Any]


def fit(rows: list[SnapshotRow], _pictures: Mapping[str, bytes], _undone: ExitStack) -> list[SnapshotRow]:
    """Adapt screens of a snapshot: an address stays if this installation made it and no other screen uses it."""
    wanted = [row["code"] for row in rows]
    taken = set(HallScreen.objects.filter(code__in=wanted).values_list("code", flat=True))
    for row in rows:
        if row["code"] in taken or not is_genuine(row["code"], site.SECRET_KEY):
            row["code"] = new_code(site.SECRET_KEY, secrets.choice)
        taken.add(row["code"])
    return rows


add_undo(undo_add, ScreenAdded)
add_undo(undo_rename, ScreenRenamed)
add_undo(undo_show, ScreenSet)
add_undo(undo_message, ScreensMessage)
add_undo(undo_remove, ScreenRemoved)
