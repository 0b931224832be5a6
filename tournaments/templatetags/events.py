"""Labels of an event's codes."""

from django import template

from tournaments import wording
from tournaments.models import Announcement

register = template.Library()

register.filter("division_label", wording.division_label)
register.filter("format_text", wording.format_text)
register.filter("kind_limits", wording.kind_limits)
register.filter("schedule_title", lambda row: wording.schedule_title(row.title, row.round_number))
register.filter("announcement_label", lambda kind: Announcement.Kind(kind).label)
