"""What every page of an event shows of its rounds."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from pairings.views import scoreboard


def board(request: HttpRequest) -> dict[str, object]:
    """`board`, the scoreboard on top, for pages that know nothing of rounds; read when it is shown."""
    event = getattr(request, "event", None)
    return {"board": SimpleLazyObject(lambda: scoreboard.board(event))} if event else {}
