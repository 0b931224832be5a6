"""Tags about the network connection of phones."""

from dataclasses import dataclass

from django import template
from django.template import Context

from core.public_address import site_address, unreachable_reason_of
from core.templatetags.dataclass_tags import register_component, register_computed_component

register = template.Library()


@register_component(register, "components/without_connection.html", "without_connection")
@dataclass
class WithoutConnection:
    """Show collapsed help on what works without a connection, for staff or players.

    secure: whether the phone can store pages.
    """

    staff: bool = False
    secure: bool = False


@register_component(register, "components/without_connection_lines.html", "without_connection_lines")
@dataclass
class WithoutConnectionLines:
    """Show the same help as `without_connection`, without the collapsible box."""

    staff: bool = False
    secure: bool = False


@dataclass
class AddressWarning:
    """A warning that phones cannot open `address`, with the `reason`. Both are "" if phones can open it."""

    reason: str
    address: str


@register_computed_component(register, "components/address_warning.html", takes_context=True)
def address_warning(context: Context, address: str = "") -> AddressWarning:
    """Warn next to a QR code if phones cannot open its address. `address` replaces the usual address."""
    request = context["request"]
    reason = unreachable_reason_of(request, address)
    return AddressWarning(reason, (address or site_address(request)) if reason else "")
