"""Template tags for people in an event: labels of age division, division and role, and their state."""

from django import template
from django.utils.safestring import SafeString

from core.templatetags.icons import state
from tournaments.labels import age_division_label, division_label, entry_state_text, role_label
from tournaments.queries import EntryRow

register = template.Library()


@register.filter
def age_division(code: str) -> str:
    """Label an age division: "junior" is "Junior"."""
    return age_division_label(code)


@register.filter
def division_name(code: str) -> str:
    """Label a division: "junior_senior" is "Juniors and Seniors"."""
    return division_label(code)


@register.filter
def role_name(code: str) -> str:
    """Label a role: "head_judge" is "Head judge"."""
    return role_label(code)


@register.simple_tag
def where(row: EntryRow) -> SafeString:
    """Render a player's state: here, not checked in, left or disqualified."""
    text = entry_state_text(row.state, row.dropped_in)
    if row.state == "left":
        return state("playing", text, "leave")
    return state({"disqualified": "error", "here": "done"}.get(row.state, "missing"), text)
