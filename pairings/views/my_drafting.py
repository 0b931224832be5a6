"""The way from my table to the player's draft: the picks that are tapped, or the steps on paper."""

from decks.views.my_draft import phone_link
from pairings.queries.my_table import MyTable
from pairings.views import my_table as my_pages


def of_player(at: MyTable) -> object:
    """The panel; None where there is no draft to look at."""
    return phone_link(at.entry, at.link.token)


my_pages.PANELS["drafting"] = of_player
