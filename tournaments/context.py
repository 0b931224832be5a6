"""Context shared by all templates."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from core.requests import powers_of_request
from tournaments import feature_words
from tournaments.access import event_of_request
from tournaments.queries.team_entries import is_played_by_teams

NOBODY = {"view": False, "report": False, "run": False, "organize": False}


def template_context(request: HttpRequest) -> dict[str, object]:
    """Return the context of every template.

    `event` is the event of the page, or None, and `can` maps permissions (view, report, run, organize) to
    whether the user has them in it. `contact` is the person to ask about accounts, and `live_poll` the `PagePolling` of
    the page, or None if it does not poll. On pages of an event, `is_small` is True if its staff see the short
    path of a small event, `may_be_small` if events of this kind start with that path, and `teams_play` if all its
    entries are teams.
    """
    event, can = event_of_request(request), powers_of_request(request) or NOBODY
    context: dict[str, object] = {"event": event, "can": can, "contact": settings.CONTACT, "is_small": False}
    context["live_poll"] = getattr(request, "live", None)
    if event is not None:
        context["is_small"] = event.features is not None
        context["teams_play"] = SimpleLazyObject(lambda: is_played_by_teams(event))
        context["may_be_small"] = feature_words.starts_with_short_path(event)
    return context
