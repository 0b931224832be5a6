"""The context of every template."""

from django.conf import settings
from django.http import HttpRequest

from tournaments import feature_words

NOBODY = {"view": False, "report": False, "run": False, "organize": False}


def stadium(request: HttpRequest) -> dict[str, object]:
    """`event` and `can` (view, report, run, organize) of the page's event; `contact`: whom to ask about accounts.

    `is_small`: whether its staff see the short path of a small event;
    `may_be_small`: whether events of this kind start with it. `live_poll`: what the page polls for changes.
    """
    event, can = getattr(request, "home", None), getattr(request, "can", NOBODY)
    words: dict[str, object] = {"event": event, "can": can, "contact": settings.CONTACT, "is_small": False}
    words["live_poll"] = getattr(request, "live", None)
    if event is not None:
        words["is_small"] = event.features is not None
        words["may_be_small"] = feature_words.may_be_small(event)
    return words
