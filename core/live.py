"""What an open page polls for; `config.middleware.live` answers."""

from core.stamps import scopes

QUICK, OFTEN, SELDOM = 2, 4, 10
"""Seconds between polls: for drafts, where each pick allows the next; for staff, who wait for calls; for all others."""

BY_ITSELF = 30
"""Seconds after which a page reloads whose content changes as time passes."""


class Live:
    """The scopes of a page, and the position it was made at.

    The page of someone who takes part follows the event, this person and their match. Staff pages follow the event
    and its tables, and any other page follows what everyone at the event sees. `of_content` are the scopes that the
    content of such a page depends on.
    """

    def __init__(self, seen: str, *homes: int, staff: bool = False) -> None:
        """`homes` are the keys of the homes whose page this is."""
        self.seen = seen
        self._every, self._again, self._screen = OFTEN if staff else SELDOM, "", ""
        self._scopes = [scopes.whole(pk) for pk in homes]
        self.of_content = tuple(scope for pk in homes for scope in (scopes.whole(pk), scopes.details(pk)))
        if staff:
            self._scopes += [scopes.details(pk) for pk in homes]

    def quick(self) -> None:
        """Poll as a draft does, whose next step comes with a tap or when its time is over."""
        self._every, self._again = QUICK, f"&again={BY_ITSELF}"

    def hall_screen(self, home: int, code: str = "", *, results: bool = False) -> None:
        """Poll as a hall screen does, which the desk controls. With `results`, results change it too.

        `code` is that of a screen with an address of its own, which keeps polling often even if phones have to poll
        less.
        """
        self.follow(scopes.screens(home))
        if results:
            self.follow(scopes.details(home))
        if code:
            self._every = min(self._every, OFTEN)
            self._screen = f"&screen={code}"

    def follow(self, scope: str) -> None:
        """Poll for changes of this scope too."""
        if scope not in self._scopes:
            self._scopes.append(scope)

    @property
    def address(self) -> str:
        return f"/live?every={self._every}&on={'.'.join(self._scopes)}{self._again}{self._screen}"
