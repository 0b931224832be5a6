"""The reader's next events at the top of the home page."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from floor.views.my_events.rows import event_groups, events_of_reader

MAX_ON_CARD = 2
"""Maximum number of events on the card. The page of the reader's events lists all of them."""


def my_events_card(request: HttpRequest) -> SafeString:
    """Render the reader's next events for the top of the home page, or "" for a reader who has none."""
    mine = events_of_reader(request)
    if not mine.events:
        return SafeString("")
    groups = event_groups(mine.of_phase("running", "coming")[:MAX_ON_CARD])
    context = {"groups": groups, "count": len(mine.events)}
    return render_to_string("floor/my_events/home_card.html", context, request)
