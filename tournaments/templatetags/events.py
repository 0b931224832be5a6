"""Template tags for labels of an event's codes, and for the link to its schedule."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.templatetags.frames import nav_link
from tournaments import labels
from tournaments.models import Announcement, Tournament
from tournaments.queries.schedule import has_schedule
from tournaments.words.entrants import entrant_title
from tournaments.words.team_rules import OF_KIND

register = template.Library()

register.filter("division_label", labels.division_label)
register.filter("format_text", labels.format_text)
register.filter("kind_limits", labels.kind_limits)
register.filter("schedule_title", lambda row: labels.schedule_title(row.title, row.round_number))
register.filter("entrants_text", lambda number, teams: labels.entrants_text(number, teams=bool(teams)))
register.filter("entrant_title", lambda title: entrant_title(str(title)))
register.filter("team_rules", lambda kind: OF_KIND.get(kind, ()))
register.filter("division_letter", labels.division_letter)
register.filter("announcement_label", lambda kind: Announcement.Kind(kind).label)


@register.simple_tag(takes_context=True)
def schedule_link(context: Context, icon: str = "calendar") -> SafeString | str:
    """Return the navigation link to the event's public schedule, or "" without an event or a schedule."""
    event = context.get("event")
    if not isinstance(event, Tournament):
        return ""
    # A page's tabs and its list of all pages both contain this link, so the result of the query is cached.
    answers: dict[str, bool] = event.__dict__.setdefault("page_answers", {})
    if "schedule" not in answers:
        answers["schedule"] = has_schedule(event)
    if not answers["schedule"]:
        return ""
    return nav_link(context, "tournaments:schedule", "schedule", _("Schedule"), icon)
