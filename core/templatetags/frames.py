"""The frame of every page: navigation, account, help.

Frames read variables of the context processors, so each tag lists the names it uses. They see no other variables of a
page.
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

from core.live import PagePolling
from core.navigation import Link
from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from core.templatetags.icons import icon as picture
from core.templatetags.links import active

register = template.Library()

STAND_IN = "token-of-the-page"
"""The placeholder in cached parts for the CSRF token, which differs between responses."""

ACCOUNT = ("user", "request")
HOME = ("event", "can", "my", "page", "calls_waiting")
"""Names of the variables about the account and about the event."""


def _variables_of_context(context: Context, *names: str) -> dict[str, object]:
    """Return the variables of the context with these names."""
    return {name: context.get(name) for name in names}


def register_frame_tag(tag: str, *names: str) -> None:
    """Register a tag that shows its template in `components/` with these variables of the page."""
    register.inclusion_tag(f"components/{tag}.html", name=tag, takes_context=True)(
        lambda context: _variables_of_context(context, *names)
    )


# All pages of the event: the staff pages if the user is staff, otherwise the public pages.
register_frame_tag("nav", *HOME, *ACCOUNT, "navigation", "is_small", "may_be_small")
# The main pages of the event, below the page on a phone.
register_frame_tag("thumbs", *HOME, "navigation")
# The public pages of the event and the pages of a player, in the scoreboard on a laptop.
register_frame_tag("board_tabs", *HOME)
# The pages of the player and of the event, beside a page opened by a personal link.
register_frame_tag("my_nav", *HOME, *ACCOUNT)
# The main pages of the player, below a page opened by a personal link on a phone.
register_frame_tag("my_thumbs", *HOME, "hand", "swap")
# The account or sign-in, and a switch between light and dark.
register_frame_tag("account", *ACCOUNT)


def note_phase_end(context: Context, face: ClockFace | None) -> None:
    """Declare that the page changes when the phase of this clock ends."""
    live: PagePolling | None = getattr(context.get("request"), "live", None)
    if live is not None and face is not None:
        live.note_change_at(face.phase_ends_at)


@register.inclusion_tag("components/board_clock.html", takes_context=True)
def board_clock(context: Context) -> dict[str, object]:
    """Show the clock of the page's round, or for a player the clock of their own table.

    A page that is rendered once for everyone contains only the address of the player's clock, which a script
    fetches.
    """
    board, own_clock = context.get("board") or Scoreboard(), context.get("own_clock")
    if own_clock is None or not own_clock.replaces(board):
        # The template does not see the request, so the end of the clock's phase is noted here.
        note_phase_end(context, board.clock)
        return _variables_of_context(context, "event") | {"address": None, "face": board.clock}
    address = own_clock.address(board)
    return _variables_of_context(context, "event") | {
        "address": address,
        "face": None if address else own_clock.face(board.division),
    }


@register.simple_tag(takes_context=True)
def account_links(context: Context) -> SafeString:
    """Link to the pages of the account and to sign-out, with the CSRF token of this page."""
    user: Any = context["user"]
    cached_links = _render_cached(
        "components/account_links.html", name=str(user), is_superuser=user.is_superuser, token=STAND_IN
    )
    links = cached_links.replace(STAND_IN, str(context["csrf_token"]))
    return mark_safe(links)  # noqa: S308 - a template's, with a token of letters  # nosec B308 B703


@register.simple_tag
def foot_links() -> SafeString:
    """Show links to pages that belong to no event, below each page."""
    return _render_cached("components/foot_links.html")


@register.simple_tag(name="unsent_entries")
def unsent(who: object, account: bool = False) -> SafeString:
    """Show forms stored on this device until it has a connection.

    who: their owner; account: whether sending them needs a sign-in.
    """
    return _render_cached("components/unsent_entries.html", who=who, account=account)


def _render_cached(part: str, /, **words: object) -> SafeString:
    """Return the rendered HTML of a template, from the cache if possible.

    It depends only on its arguments, the language, and the prefix of addresses.
    """
    return _cached_part(part, get_language() or "", *_address_settings(), **words)


def _address_settings() -> tuple[str, str]:
    """Return the prefix and the URL configuration of the installation's addresses."""
    return get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF


@lru_cache(maxsize=512)
def _cached_part(part: str, _language: str, _prefix: str, _urlconf: str, /, **words: object) -> SafeString:
    return cast(SafeString, get_template(part).render(words))


@register.simple_tag(takes_context=True)
def nav_link(
    context: Context, name: str, key: str, label: object, icon: str = "", count: object = "", tone: str = ""
) -> SafeString | str:
    """Link to a page of the event in the navigation, or return "" if the event has no such page.

    name: the URL name; key: its `page` value, which marks the current page; tone: the state of the count. The tag
    has no template, since each page has some forty of these links.
    """
    href = _home_page_address(name, getattr(context.get("event"), "slug", ""), *_address_settings())
    if not href:
        return ""
    state = format_html(' data-state="{}"', tone) if tone else ""
    number = format_html('<span class="count"{}>{}</span>', state, count) if count else ""
    current = active(context.get("page"), key)
    return format_html(
        '<a href="{}"{}>{}{}{}</a>', href, current, picture(icon) if icon else "", label, number
    )


@lru_cache(maxsize=4096)
def _home_page_address(name: str, slug: str, _prefix: str, _urlconf: str) -> str:
    """Return the address of a page of the event `slug`, or "" if there is no such page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def nav_page(context: Context, page: Link) -> SafeString | str:
    """Link to a page in the navigation for staff.

    The link to the judge calls shows the length of the queue, in the state "called" if a call is urgent, or else
    "missing".
    """
    waiting = context.get("calls_waiting") if page.key == "calls" else None
    tone = "called" if getattr(waiting, "urgent", False) else "missing"
    return nav_link(context, page.name, page.key, page.label, page.icon, waiting or "", tone)
