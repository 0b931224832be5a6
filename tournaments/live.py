"""What an open page asks for news of: see `config.middleware.live`, which answers."""

from tournaments import scopes

QUICK, OFTEN, SELDOM = 2, 4, 10
"""Seconds between two questions: of a draft, where each pick lets the next one begin; of staff, who wait for calls and
results; of everybody else.
"""

BY_ITSELF = 30
"""Seconds after which a page that time alone changes makes itself anew."""


class Live:
    """The scopes of a page and the position it was made at.

    A player's page follows the event, this player and their match; staff the event and its single tables; anybody else
    what everybody at the event sees. `of_content`: what the content of such a page depends on.
    """

    def __init__(self, seen: str, *events: int, staff: bool = False) -> None:
        """`events`: by their keys."""
        self.seen = seen
        self._every, self._again, self._screen = OFTEN if staff else SELDOM, "", ""
        self._scopes = [scopes.event(pk) for pk in events]
        self.of_content = tuple(scope for pk in events for scope in (scopes.event(pk), scopes.results(pk)))
        if staff:
            self._scopes += [scopes.results(pk) for pk in events]

    def quick(self) -> None:
        """Ask as a draft does, whose next step comes by a tap or when its time is over."""
        self._every, self._again = QUICK, f"&again={BY_ITSELF}"

    def hall_screen(self, event: int, code: str = "", *, results: bool = False) -> None:
        """Ask as a screen of the hall does, which the desk changes; `results`: single results change it too.

        `code`: that of a screen with an address of its own, which never waits for phones.
        """
        self.follow(scopes.screens(event))
        if results:
            self.follow(scopes.results(event))
        if code:
            self._every = min(self._every, OFTEN)
            self._screen = f"&screen={code}"

    def follow(self, scope: str) -> None:
        """Ask for news of this as well."""
        if scope not in self._scopes:
            self._scopes.append(scope)

    @property
    def address(self) -> str:
        return f"/live?every={self._every}&on={'.'.join(self._scopes)}{self._again}{self._screen}"
