"""Tags about what phones can reach."""

from django import template
from django.template import Context

from core.public_address import site, unreachable_reason_of

register = template.Library()


@register.inclusion_tag("components/without_connection.html")
def without_connection(staff: bool = False, secure: bool = False) -> dict[str, object]:
    """Folded help: what works without a connection, for staff or players; secure: the phone stores pages."""
    return locals()


@register.inclusion_tag("components/without_connection_lines.html")
def without_connection_lines(staff: bool = False, secure: bool = False) -> dict[str, object]:
    """The lines of that help."""
    return locals()


@register.inclusion_tag("components/address_warning.html", takes_context=True)
def address_warning(context: Context, address: str = "") -> dict[str, object]:
    """Warn beside a code on a page if phones cannot open it; `address` replaces the usual one."""
    request = context["request"]
    reason = unreachable_reason_of(request, address)
    return {"reason": reason, "address": address or site(request)} if reason else {}
