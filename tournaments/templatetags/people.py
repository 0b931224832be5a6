"""Words about people in an event: their age division, their division, where they are."""

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.queries import EntryRow
from tournaments.templatetags.stadium import state
from tournaments.wording import age_division_label, division_label, role_label

register = template.Library()


@register.filter
def age_division(code: str) -> str:
    """ "junior" is "Junior"."""
    return age_division_label(code)


@register.filter
def division_name(code: str) -> str:
    """ "junior_senior" is "Juniors and Seniors"."""
    return division_label(code)


@register.filter
def role_name(code: str) -> str:
    """ "head_judge" is "Head judge"."""
    return role_label(code)


@register.simple_tag
def where(row: EntryRow) -> SafeString:
    """Draw where somebody is: here, not checked in, left or disqualified."""
    if row.state == "disqualified":
        return state("error", _("Disqualified"))
    if row.state == "left":
        return state("playing", _left(row.dropped_in), "leave")
    return state("done", _("Here")) if row.state == "here" else state("missing", _("Not checked in"))


def _left(number: int | None) -> str:
    return _("Left in round %(n)s") % {"n": number} if number else _("Left before round 1")
