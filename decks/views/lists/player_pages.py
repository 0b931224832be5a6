"""The tabs on all pages of a player's personal link."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from core import phones
from core.scoreboard.scoreboard import Scoreboard
from decks.models import ListRules
from tournaments.models import PersonalLink, Tournament
from tournaments.models.entry import Entry
from tournaments.queries import personal_links


def tabs_of_link(link: PersonalLink) -> dict[str, str]:
    """Return the URLs of the tabs: `table`, and `deck` if the event collects lists. One query."""
    has_rules = ListRules.objects.filter(tournament=link.entry.tournament_id).exists()
    return urls_of_tabs(link, collects_lists=has_rules)


def urls_of_tabs(link: PersonalLink, *, collects_lists: bool) -> dict[str, str]:
    """Return the URLs of `tabs_of_link` for an event that collects lists or does not."""
    return {
        "table": reverse("floor:my", args=[link.token]),
        "deck": reverse("decks:mine", args=[link.token]) if collects_lists else "",
    }


def tabs_of_phone(request: HttpRequest, event: Tournament) -> dict[str, str]:
    """Return the tabs of the player whose link to this event was last opened on this phone; empty if there is none."""
    links = personal_links.links_by_tokens(phones.opened_tokens(request), event=event)
    return tabs_of_link(links[0]) if links else {}


def tabs_for_all_players(event: Tournament) -> dict[str, str]:
    """Return the tabs for all players of the event, whose URLs find the personal link. One query."""
    collects_lists = ListRules.objects.filter(tournament=event).exists()
    return {
        "table": reverse("floor:my_here", args=[event.slug]),
        "deck": reverse("decks:mine_here", args=[event.slug]) if collects_lists else "",
    }


@dataclass(frozen=True, kw_only=True)
class PoolFrame:
    """The context that all pages of a player's pool share."""

    page: str
    link: PersonalLink
    entry: Entry
    my: dict[str, str]
    board: Scoreboard


def pool_context(link: PersonalLink) -> PoolFrame:
    """Return the context that all pages of a player's pool share. One query."""
    return PoolFrame(
        page="pool",
        link=link,
        entry=link.entry,
        my=tabs_of_link(link) | {"pool": reverse("decks:my_pool", args=[link.token])},
        board=Scoreboard(),
    )
