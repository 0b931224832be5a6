"""What an open page polls for: `config.middleware.live` answers."""

from core.stamps import scopes

QUICK, OFTEN, SELDOM = 2, 4, 10
"""Seconds between polls: of a draft, where each pick allows the next; of staff, who wait for calls; of all others."""

BY_ITSELF = 30
"""Seconds after which a page that changes with time alone reloads."""


class Live:
    """The scopes of a page and the position it was made at.

    A player's page follows the event, this player and their match; staff pages follow the event and its tables; any
    other page what everyone at the event sees. `of_content`: the scopes the content of such a page depends on.
    """

    def __init__(self, seen: str, *homes: int, staff: bool = False) -> None:
        """`homes`: what the page is of, by key."""
        self.seen = seen
        self._every, self._again, self._screen = OFTEN if staff else SELDOM, "", ""
        self._scopes = [scopes.whole(pk) for pk in homes]
        self.of_content = tuple(scope for pk in homes for scope in (scopes.whole(pk), scopes.details(pk)))
        if staff:
            self._scopes += [scopes.details(pk) for pk in homes]

    def quick(self) -> None:
        """Poll like a draft, whose next step comes with a tap or when its time is over."""
        self._every, self._again = QUICK, f"&again={BY_ITSELF}"

    def hall_screen(self, home: int, code: str = "", *, results: bool = False) -> None:
        """Poll like a hall screen, which the desk controls; `results`: results change it too.

        `code`: of a screen with its own address, which never yields to phones.
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
