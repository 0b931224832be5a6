"""The public page of a team."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.text import slugify

from core import stamps
from core.engine.journal_kinds import TeamPageChanged, TeamPageHidden, TeamPagePublished
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import Team
from core.services import journal, locks

MAX_STEM_LENGTH = 70
"""Characters of a page name that come from the name of the team, so that a number still fits after them."""


@contextmanager
def locked_team(team: Team) -> Iterator[Team]:
    """Lock a team while a form is compared with it and saved; yields the current row. Refused: CHANGED_MEANWHILE."""
    with transaction.atomic():
        yield locks.lock_team(team)


@transaction.atomic
def change_team_page(
    team: Team, *, by: AbstractUser | None, is_public: bool, about: str, venue: str, map_link: str
) -> Team:
    """Publish or hide the page of a team, and set its texts. Refused: MAP_LINK_WRONG, CHANGED_MEANWHILE."""
    locked = locks.lock_team(team)
    stamps.mark_scopes_changed(stamps.EVERYTHING)  # the front pages of its events link to it
    map_link = map_link.strip()
    if map_link and not is_web_address(map_link):
        raise Refused(CoreRefusal.MAP_LINK_WRONG)
    before = (locked.about, locked.venue, locked.map_link)
    was_public, locked.page_is_public = locked.page_is_public, is_public
    # A browser sends line breaks as two characters.
    locked.about, locked.venue, locked.map_link = about.replace("\r\n", "\n").strip(), venue.strip(), map_link
    if is_public and not locked.page_name:
        locked.page_name = _free_page_name(locked)
    locked.save(update_fields=["page_name", "page_is_public", "about", "venue", "map_link"])
    if was_public != is_public:
        kind = TeamPagePublished if is_public else TeamPageHidden
        journal.write_journal_line(None, kind(name=locked.name, team=locked.pk), by=by)
    if before != (locked.about, locked.venue, locked.map_link):
        journal.write_journal_line(None, TeamPageChanged(name=locked.name, team=locked.pk), by=by)
    return locked


def is_web_address(text: str) -> bool:
    """Return whether a text is an http or https address with a host."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    has_spaces = any(character.isspace() or ord(character) < 32 for character in text)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not has_spaces


def _free_page_name(team: Team) -> str:
    """Return an unused name for the address of a team's page.

    It is made from the team's name, followed by the team's key if the name alone is in use.
    """
    stem = slugify(team.name)[:MAX_STEM_LENGTH].strip("-_") or "team"
    return stem if not Team.objects.filter(page_name=stem).exists() else f"{stem}-{team.pk}"
