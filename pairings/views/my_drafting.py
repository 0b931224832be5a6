"""The way from my table to the picks of a tracked draft."""

from decks.views.my_draft import phone_link
from pairings.queries.my_table import MyTable
from pairings.views import my_table as my_pages


def of_player(at: MyTable) -> object:
    """The panel; None where no picks are tapped."""
    return phone_link(at.entry, at.link.token)


my_pages.PANELS["drafting"] = of_player
