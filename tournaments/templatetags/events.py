"""Labels of an event's codes, and the link to its schedule."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.templatetags.frames import nav_link
from tournaments import wording
from tournaments.models import Announcement, Tournament
from tournaments.queries.schedule import has_schedule

register = template.Library()

register.filter("division_label", wording.division_label)
register.filter("format_text", wording.format_text)
register.filter("kind_limits", wording.kind_limits)
register.filter("schedule_title", lambda row: wording.schedule_title(row.title, row.round_number))
register.filter("announcement_label", lambda kind: Announcement.Kind(kind).label)


@register.simple_tag(takes_context=True)
def schedule_link(context: Context) -> SafeString | str:
    """Link the schedule for players; "" without a schedule."""
    event = context.get("event")
    if not isinstance(event, Tournament) or not has_schedule(event):
        return ""
    return nav_link(context, "tournaments:schedule", "schedule", "calendar", _("Schedule"))
