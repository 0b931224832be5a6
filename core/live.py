"""Polling by open pages. `config.middleware.live` answers the polls."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from core.stamps import scopes

DRAFT_POLL_SECONDS, STAFF_POLL_SECONDS, PAGE_POLL_SECONDS = 2, 4, 10
"""Seconds between polls: for drafts, where each pick allows the next; for staff, who wait for calls; for other pages.
"""

MAX_AGE = timedelta(seconds=15)
"""The age after which a page that depends on the time of day is rendered again for new readers."""

RELOAD_SECONDS = 30
"""Seconds after which a page reloads if its content changes as time passes."""


class PagePolling:
    """The scopes of a page, and the position at which it was rendered.

    A player's page polls for changes to the event, the player and their match. A staff page polls for changes to the
    event and its tables, and any other page for changes to the event's public data. `of_content` are the scopes that
    the content of a page depends on. `changes_at` is the earliest time at which the content changes without an
    action, for example when time is called, or None.
    """

    def __init__(self, seen: str, *homes: int, staff: bool = False) -> None:
        """Set the position and the keys of the `homes` that the page belongs to."""
        self.seen = seen
        self._every, self._again, self._screen = STAFF_POLL_SECONDS if staff else PAGE_POLL_SECONDS, "", ""
        self._scopes = [scopes.home_scope(pk) for pk in homes]
        self.of_content = tuple(
            scope for pk in homes for scope in (scopes.home_scope(pk), scopes.details_scope(pk))
        )
        self.changes_at: datetime | None = None
        if staff:
            self._scopes += [scopes.details_scope(pk) for pk in homes]

    def quick(self) -> None:
        """Poll often and reload regularly, as a draft page must.

        Its next step follows a tap or a timeout.
        """
        self._every, self._again = DRAFT_POLL_SECONDS, f"&again={RELOAD_SECONDS}"

    def hall_screen(self, home: int, code: str = "", *, results: bool = False) -> None:
        """Poll for changes to the hall screens made at the desk and, with `results`, for changes of results.

        `code` identifies a screen with a separate address, which polls often even while phones have to poll less.
        """
        self.follow(scopes.screens_scope(home))
        if results:
            self.follow(scopes.details_scope(home))
        if code:
            self._every = min(self._every, STAFF_POLL_SECONDS)
            self._screen = f"&screen={code}"

    def follow(self, scope: str) -> None:
        """Poll for changes of this scope too."""
        if scope not in self._scopes:
            self._scopes.append(scope)

    def limit_content(self, home: int, details: Iterable[Callable[[int], str]]) -> None:
        """Declare that the content depends only on the home's public data and on these scopes of its details."""
        self.of_content = (scopes.home_scope(home), *(scope(home) for scope in details))

    def add_content(self, scope: str) -> None:
        """Declare that the content also depends on this scope."""
        if scope not in self.of_content:
            self.of_content = (*self.of_content, scope)

    def note_change_at(self, moment: datetime | None) -> None:
        """Declare that the content changes at this time without an action. None declares nothing."""
        if moment is not None:
            self.changes_at = min(moment, self.changes_at or moment)

    def depend_on_time(self) -> None:
        """Declare that the content depends on the time of day."""
        self.note_change_at(timezone.now() + MAX_AGE)

    @property
    def address(self) -> str:
        return f"/live?every={self._every}&on={'.'.join(self._scopes)}{self._again}{self._screen}"
