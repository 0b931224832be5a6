"""Control hall screens from the desk: the content of each screen, and messages on one or all screens."""

import secrets
from collections.abc import Collection, Mapping
from contextlib import ExitStack

from django.conf import settings as site
from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.person_names import has_visible_character
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models import JournalEvent
from core.services import journal
from floor.engine.hall_screens import ScreenSettings, require_valid_settings, screen_settings_from_facts
from floor.engine.journal_kinds import ScreenAdded, ScreenRemoved, ScreenRenamed, ScreenSet, ScreensMessage
from floor.engine.refusals import FloorRefusal
from floor.engine.screen_codes import is_genuine_screen_code, new_screen_code
from floor.models import HallScreen
from floor.services import locks
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of_line

MAX_NAME_LENGTH = 40
MAX_MESSAGE_LENGTH = 200
MAX_SCREENS = 40
"""Maximum number of screens of an event."""


@transaction.atomic
def add_screen(event: Tournament, *, name: str, by: User | None) -> HallScreen:
    """Add a screen in automatic mode.

    Refused: SCREEN_NAME_MISSING, SCREEN_NAME_TAKEN (name), SCREENS_TOO_MANY (most).
    """
    event = locks.lock_screens(event)
    name = _require_free_name(event, name)
    if event.screens.filter(removed_at=None).count() >= MAX_SCREENS:
        raise Refused(FloorRefusal.SCREENS_TOO_MANY, most=MAX_SCREENS)
    screen = HallScreen.objects.create(
        tournament=event, name=name, code=new_screen_code(site.SECRET_KEY, secrets.choice)
    )
    journal.write_journal_line(event, ScreenAdded(screen=screen.pk, name=name), by=by)
    return screen


@transaction.atomic
def rename_screen(screen: HallScreen, *, name: str, by: User | None) -> JournalEvent:
    """Rename a screen without changing its address.

    Refused: SCREEN_NAME_MISSING, SCREEN_NAME_TAKEN (name), SCREEN_REMOVED.
    """
    locked_screen = _lock_screen(screen)
    before, name = locked_screen.name, _require_free_name(locked_screen.tournament, name, screen)
    locked_screen.name = name
    locked_screen.save(update_fields=["name"])
    return journal.write_journal_line(
        locked_screen.tournament, ScreenRenamed(screen=locked_screen.pk, name=name, before=before), by=by
    )


@transaction.atomic
def set_screen_content(screen: HallScreen, settings: ScreenSettings, *, by: User | None) -> JournalEvent:
    """Set what a screen shows.

    Refused: SCREEN_REMOVED, SCREEN_DIVISION_UNKNOWN, and whatever `require_valid_settings` refuses.
    """
    locked_screen = _lock_screen(screen)
    before, settings = locked_screen.settings, require_valid_settings(settings)
    if settings.division and not locked_screen.tournament.divisions.filter(pk=settings.division).exists():
        raise Refused(FloorRefusal.SCREEN_DIVISION_UNKNOWN)
    locked_screen.settings = settings
    locked_screen.save()
    return journal.write_journal_line(
        locked_screen.tournament,
        ScreenSet(
            screen=locked_screen.pk, name=locked_screen.name, settings=settings.facts(), before=before.facts()
        ),
        by=by,
    )


@transaction.atomic
def set_screens_message(
    event: Tournament,
    text: str,
    *,
    by: User | None,
    fills: bool = False,
    screen_keys: Collection[int] | None = None,
) -> JournalEvent:
    """Show a message on the screens with the keys `screen_keys`, or on all screens if None; "" removes it.

    With `fills` the message replaces the content, otherwise it is shown above it. Refused: SCREENS_MISSING,
    SCREEN_MESSAGE_TOO_LONG.
    """
    event = locks.lock_screens(event)
    text = " ".join(text.split())
    if not has_visible_character(text):
        text, fills = "", False
    if len(text) > MAX_MESSAGE_LENGTH:
        raise Refused(FloorRefusal.SCREEN_MESSAGE_TOO_LONG, most=MAX_MESSAGE_LENGTH)
    screens = [
        screen
        for screen in event.screens.filter(removed_at=None)
        if screen_keys is None or screen.pk in screen_keys
    ]
    if not screens:
        raise Refused(FloorRefusal.SCREENS_MISSING)
    before = {str(screen.pk): (screen.message, screen.message_fills) for screen in screens}
    for screen in screens:
        screen.message, screen.message_fills = text, fills
        screen.save(update_fields=["message", "message_fills"])
    names = "" if screen_keys is None else ", ".join(screen.name for screen in screens)
    return journal.write_journal_line(
        event, ScreensMessage(text=text, fills=fills, screens=names, before=before), by=by
    )


@transaction.atomic
def remove_screen(screen: HallScreen, *, by: User | None) -> JournalEvent:
    """Remove a screen from the list. A television still at its address falls back to automatic mode.

    Refused: SCREEN_REMOVED.
    """
    locked_screen = _lock_screen(screen)
    locked_screen.removed_at = timezone.now()
    locked_screen.save(update_fields=["removed_at"])
    return journal.write_journal_line(
        locked_screen.tournament, ScreenRemoved(screen=locked_screen.pk, name=locked_screen.name), by=by
    )


def _require_free_name(event: Tournament, name: str, screen: HallScreen | None = None) -> str:
    """Return the name with normalized spaces, cut to MAX_NAME_LENGTH.

    Refused: SCREEN_NAME_MISSING; SCREEN_NAME_TAKEN (name) if a screen other than `screen` has this name.
    """
    name = " ".join(name.split())[:MAX_NAME_LENGTH]
    if not has_visible_character(name):
        raise Refused(FloorRefusal.SCREEN_NAME_MISSING)
    namesakes = event.screens.filter(removed_at=None, name__iexact=name)
    if (namesakes.exclude(pk=screen.pk) if screen else namesakes).exists():
        raise Refused(FloorRefusal.SCREEN_NAME_TAKEN, name=name)
    return name


def _lock_screen(screen: HallScreen) -> HallScreen:
    """Lock the event and return the screen as stored. Refused: SCREEN_REMOVED."""
    event = locks.lock_screens(screen.tournament)
    locked_screen = HallScreen.objects.filter(pk=screen.pk, removed_at=None).first()
    if locked_screen is None:
        raise Refused(FloorRefusal.SCREEN_REMOVED)
    locked_screen.tournament = event
    return locked_screen


def _screen_of_line(line: JournalEvent) -> HallScreen:
    """Lock the event and return the screen of a journal line. Refused: UNDO_OVERTAKEN if it has been removed since."""
    locks.lock_screens(event_of_line(line))
    screen = HallScreen.objects.filter(pk=line.facts["screen"], removed_at=None).first()
    if screen is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    return screen


def undo_add_screen(line: JournalEvent) -> None:
    """Remove the added screen. Refused: UNDO_OVERTAKEN if it has been removed since."""
    screen = _screen_of_line(line)
    screen.removed_at = timezone.now()
    screen.save(update_fields=["removed_at"])


def undo_rename_screen(line: JournalEvent) -> None:
    """Restore the earlier name.

    Refused: UNDO_OVERTAKEN if the screen has been renamed or removed since; SCREEN_NAME_MISSING,
    SCREEN_NAME_TAKEN (name).
    """
    screen = _screen_of_line(line)
    if screen.name != line.facts["name"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    screen.name = _require_free_name(event_of_line(line), line.facts["before"], screen)
    screen.save(update_fields=["name"])


def undo_set_screen_content(line: JournalEvent) -> None:
    """Restore the earlier settings.

    Refused: UNDO_OVERTAKEN if the screen was removed, its settings were changed since, or the division of the
    earlier settings no longer exists.
    """
    screen = _screen_of_line(line)
    before = screen_settings_from_facts(line.facts["before"])
    if screen.settings != screen_settings_from_facts(line.facts["settings"]):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if before.division and not event_of_line(line).divisions.filter(pk=before.division).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    screen.settings = before
    screen.save()


def undo_screens_message(line: JournalEvent) -> None:
    """Restore the earlier messages. Refused: UNDO_OVERTAKEN if any has been changed since."""
    locks.lock_screens(event_of_line(line))
    before, current = line.facts["before"], [line.facts["text"], line.facts["fills"]]
    screens = list(event_of_line(line).screens.filter(pk__in=map(int, before)))
    if any([screen.message, screen.message_fills] != current for screen in screens):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for screen in screens:
        screen.message, screen.message_fills = before[str(screen.pk)]
        screen.save(update_fields=["message", "message_fills"])


def undo_remove_screen(line: JournalEvent) -> None:
    """Restore a removed screen.

    Refused: UNDO_OVERTAKEN if it is no longer removed; SCREEN_NAME_MISSING, SCREEN_NAME_TAKEN (name).
    """
    locks.lock_screens(event_of_line(line))
    screen = event_of_line(line).screens.filter(pk=line.facts["screen"]).exclude(removed_at=None).first()
    if screen is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    screen.name, screen.removed_at = _require_free_name(event_of_line(line), screen.name, screen), None
    screen.save(update_fields=["name", "removed_at"])


def replace_screen_addresses(
    rows: list[Row], _pictures: Mapping[str, bytes], _undone: ExitStack
) -> list[Row]:
    """Return a snapshot's screens with addresses that are free on this installation.

    Addresses that this installation made and that are unused do not change; all others are replaced.
    """
    codes = [row["code"] for row in rows]
    used_codes = set(HallScreen.objects.filter(code__in=codes).values_list("code", flat=True))
    for row in rows:
        if row["code"] in used_codes or not is_genuine_screen_code(row["code"], site.SECRET_KEY):
            row["code"] = new_screen_code(site.SECRET_KEY, secrets.choice)
        used_codes.add(row["code"])
    return rows


add_undo(undo_add_screen, ScreenAdded)
add_undo(undo_rename_screen, ScreenRenamed)
add_undo(undo_set_screen_content, ScreenSet)
add_undo(undo_screens_message, ScreensMessage)
add_undo(undo_remove_screen, ScreenRemoved)
