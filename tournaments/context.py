"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest

from tournaments import feature_words
from tournaments.navigation import Navigation

NOBODY = {"view": False, "report": False, "run": False, "organize": False}


def stadium(request: HttpRequest) -> dict[str, object]:
    """`event` and `can` (view, report, run, organize) of the page's event; `contact`: whom to ask about accounts.

    `navigation`: the pages its staff see beside and below each page; `is_small`: whether they see the short path of a
    small event; `may_be_small`: whether the event is of a kind that starts so. `live_poll`: what the page asks for news
    of.
    """
    event, can = getattr(request, "event", None), getattr(request, "can", NOBODY)
    words: dict[str, object] = {"event": event, "can": can, "contact": settings.CONTACT, "is_small": False}
    words["live_poll"] = getattr(request, "live", None)
    if event is not None:
        words["is_small"] = event.features is not None
        words["may_be_small"] = feature_words.may_be_small(event)
        words["navigation"] = Navigation(event, can) if can["view"] else None
    return words
