"""The frame of every page: navigation, account, help. Frames read the context processors' variables, so each tag lists
the names it uses; nothing else of a page reaches it.
"""

from functools import lru_cache
from typing import Any, cast

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import get_template
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from core.navigation import Link
from core.templatetags.stadium import active
from core.templatetags.stadium import icon as picture

register = template.Library()

STAND_IN = "token-of-the-page"
"""Placeholder in cached parts for the CSRF token, which differs each time."""

ACCOUNT = ("user", "request")
HOME = ("event", "can", "my", "page", "calls_waiting")


def _taken(context: Context, *names: str) -> dict[str, object]:
    """Only these variables of the context."""
    return {name: context.get(name) for name in names}


@register.inclusion_tag("components/nav.html", takes_context=True)
def nav(context: Context) -> dict[str, object]:
    """Link all pages of the event beside the page: for staff theirs, else the public ones."""
    return _taken(context, *HOME, *ACCOUNT, "navigation", "is_small", "may_be_small")


@register.inclusion_tag("components/thumbs.html", takes_context=True)
def thumbs(context: Context) -> dict[str, object]:
    """Link the main pages of the event below the page, on a phone."""
    return _taken(context, *HOME, "navigation")


@register.inclusion_tag("components/my_nav.html", takes_context=True)
def my_nav(context: Context) -> dict[str, object]:
    """Link the pages of a player, and those of the event, beside a page of their personal link."""
    return _taken(context, *HOME, *ACCOUNT)


@register.inclusion_tag("components/my_thumbs.html", takes_context=True)
def my_thumbs(context: Context) -> dict[str, object]:
    """Link the main pages of a player below a page of their personal link, on a phone."""
    return _taken(context, *HOME)


@register.inclusion_tag("components/account.html", takes_context=True)
def account(context: Context) -> dict[str, object]:
    """Link the account or sign-in, and light or dark."""
    return _taken(context, *ACCOUNT)


@register.inclusion_tag("components/board_clock.html", takes_context=True)
def board_clock(context: Context) -> dict[str, object]:
    """Show the clock of the page's round; to a player that of their table, which pages made once for all fetch."""
    board, own = context.get("board") or {}, context.get("own_clock")
    if own is None or not own.replaces(board):
        return _taken(context, "event") | {"address": None, "face": board.get("clock")}
    address = own.address(board)
    return _taken(context, "event") | {
        "address": address,
        "face": None if address else own.face(board["division"]),
    }


@register.simple_tag(takes_context=True)
def account_links(context: Context) -> SafeString:
    """Link the pages of the account, and sign out with the token of this page."""
    user: Any = context["user"]
    drawn = _same_on_every_page(
        "components/account_links.html", name=str(user), is_superuser=user.is_superuser, token=STAND_IN
    )
    links = drawn.replace(STAND_IN, str(context["csrf_token"]))
    return mark_safe(links)  # noqa: S308 - a template's, with a token of letters  # nosec B308 B703


@register.simple_tag
def foot_links() -> SafeString:
    """Link pages that belong to no event, below each page."""
    return _same_on_every_page("components/foot_links.html")


@register.simple_tag(name="unsent_entries")
def unsent(who: object, account: bool = False) -> SafeString:
    """Show the entries that wait on this device for a connection; who: their owner; account: they need a sign-in."""
    return _same_on_every_page("components/unsent_entries.html", who=who, account=account)


def _same_on_every_page(part: str, /, **words: object) -> SafeString:
    """A cached part that depends only on its arguments, the language, and the prefix of addresses."""
    return _drawn(part, get_language() or "", *_addresses(), **words)


def _addresses() -> tuple[str, str]:
    """The prefix and the URL configuration of the installation's addresses."""
    return get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF


@lru_cache(maxsize=512)
def _drawn(part: str, _language: str, _prefix: str, _urlconf: str, /, **words: object) -> SafeString:
    return cast(SafeString, get_template(part).render(words))


@register.simple_tag(takes_context=True)
def nav_link(
    context: Context, name: str, key: str, icon: str, label: object, count: object = "", tone: str = ""
) -> SafeString | str:
    """Link a page of the event in the navigation; key: its `page` value; tone: state of the count. Written in Python,
    since each page has some forty of them.
    """
    href = _address(name, getattr(context.get("event"), "slug", ""), *_addresses())
    if not href:
        return ""
    state = format_html(' data-state="{}"', tone) if tone else ""
    number = format_html('<span class="count"{}>{}</span>', state, count) if count else ""
    here = active(context.get("page"), key)
    return format_html('<a href="{}"{}>{}{}{}</a>', href, here, picture(icon), label, number)


@lru_cache(maxsize=4096)
def _address(name: str, slug: str, _prefix: str, _urlconf: str) -> str:
    """The address of a page of the event `slug`; "" if there is no such page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def nav_page(context: Context, page: Link) -> SafeString | str:
    """Link a page of the staff's navigation; calls with the length of the queue, in another tone while players wait."""
    waiting = context.get("calls_waiting") if page.key == "calls" else None
    tone = "called" if getattr(waiting, "urgent", False) else "missing"
    return nav_link(context, page.name, page.key, page.icon, page.label, waiting or "", tone)
