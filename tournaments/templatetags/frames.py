"""What stands around every page: navigation, account, ways to help. What a frame shows comes from the context
processors, so each of its tags names what it takes of them; nothing else of a page reaches it.
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

from tournaments.feature_words import Link
from tournaments.models import Tournament
from tournaments.navigation import PAGES
from tournaments.queries.schedule import has_schedule
from tournaments.templatetags.stadium import active
from tournaments.templatetags.stadium import icon as picture

register = template.Library()

STAND_IN = "token-of-the-page"
"""In what pages have in common, for the token that is another one each time."""

ACCOUNT = ("user", "request")
EVENT = ("event", "can", "my", "page", "calls_waiting")


def _taken(context: Context, *names: str) -> dict[str, object]:
    """Of what a page has, these alone; they are read where they are shown."""
    return {name: context.get(name) for name in names}


@register.inclusion_tag("components/nav.html", takes_context=True)
def nav(context: Context) -> dict[str, object]:
    """Link all pages of the event beside the page: those of its staff, or those that everyone may open."""
    return _taken(context, *EVENT, *ACCOUNT, "navigation", "is_small", "may_be_small")


@register.inclusion_tag("components/thumbs.html", takes_context=True)
def thumbs(context: Context) -> dict[str, object]:
    """Link the main pages of the event below the page, on a phone."""
    return _taken(context, *EVENT, "navigation")


@register.inclusion_tag("components/my_nav.html", takes_context=True)
def my_nav(context: Context) -> dict[str, object]:
    """Link the pages of a player, and those of the event, beside a page of their personal link."""
    return _taken(context, *EVENT, *ACCOUNT)


@register.inclusion_tag("components/my_thumbs.html", takes_context=True)
def my_thumbs(context: Context) -> dict[str, object]:
    """Link the main pages of a player below a page of their personal link, on a phone."""
    return _taken(context, *EVENT)


@register.inclusion_tag("components/account.html", takes_context=True)
def account(context: Context) -> dict[str, object]:
    """Offer the account, or to sign in, and light or dark."""
    return _taken(context, *ACCOUNT)


@register.inclusion_tag("components/board_clock.html", takes_context=True)
def board_clock(context: Context) -> dict[str, object]:
    """Show the clock of the page's round; to a player that of their table, which pages made once for all fetch."""
    board, own = context.get("board") or {}, context.get("own_clock")
    if own is None or not own.replaces(board):
        return _taken(context, "event") | {"face": board.get("clock")}
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
    """Link below each page what belongs to no event."""
    return _same_on_every_page("components/foot_links.html")


@register.simple_tag
def unsent_entries(who: object, account: bool = False) -> SafeString:
    """Say what waits on this device for a connection; who: whose entries; account: they need a sign-in."""
    return _same_on_every_page("components/unsent_entries.html", who=who, account=account)


def _same_on_every_page(part: str, /, **words: object) -> SafeString:
    """A part that depends on its words alone, the language, and where the addresses of the installation begin."""
    return _drawn(part, get_language() or "", *_addresses(), **words)


def _addresses() -> tuple[str, str]:
    """What the addresses of the installation begin with, and which there are."""
    return get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF


@lru_cache(maxsize=512)
def _drawn(part: str, _language: str, _prefix: str, _urlconf: str, /, **words: object) -> SafeString:
    return cast(SafeString, get_template(part).render(words))


@register.simple_tag(takes_context=True)
def nav_link(
    context: Context, name: str, key: str, icon: str, label: object, count: object = "", tone: str = ""
) -> SafeString | str:
    """Link a page of the event in the navigation; key: what `page` is there; tone: state of the count. Written here,
    since each page has some forty of them.
    """
    href = _address(name, getattr(context.get("event"), "slug", ""), *_addresses())
    if not href:
        return ""
    number = format_html('<span class="count"{}>{}</span>', _tone(tone), count) if count else ""
    here = active(context.get("page"), key)
    return format_html('<a href="{}"{}>{}{}{}</a>', href, here, picture(icon), label, number)


@register.simple_tag(takes_context=True)
def schedule_link(context: Context) -> SafeString | str:
    """Link the schedule for players; "" where the event has none."""
    event = context.get("event")
    if not isinstance(event, Tournament) or not has_schedule(event):
        return ""
    page = PAGES["schedule"]
    return nav_link(context, page.name, page.key, page.icon, page.label)


@lru_cache(maxsize=4096)
def _address(name: str, slug: str, _prefix: str, _urlconf: str) -> str:
    """Of a page of the event `slug`; "" where there is no such page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""


def _tone(tone: str) -> SafeString | str:
    return format_html(' data-state="{}"', tone) if tone else ""


@register.simple_tag(takes_context=True)
def nav_page(context: Context, page: Link) -> SafeString | str:
    """Link a page of the navigation of staff; the queue with how much of it waits, in another tone while players do."""
    waiting = context.get("calls_waiting") if page.key == "calls" else None
    tone = "called" if getattr(waiting, "urgent", False) else "missing"
    return nav_link(context, page.name, page.key, page.icon, page.label, waiting or "", tone)
