"""The blank deck list of an event, as a hall document."""

from django.utils.translation import gettext_lazy as _

from core.documents.registry import declare_document
from core.documents.sheet import Sheet
from decks.documents.blank_list import BlankList
from decks.queries.lists.deck_pages import known_season
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament


@declare_document(
    "deck-list",
    title=_("Blank deck list"),
    help=_("The official fields, blank, for players who write by hand"),
    of=HALL,
    power="view",
    place=30,
    pages=1,
)
def blank_deck_list(order: PrintOrder, event: Tournament) -> Sheet:
    head = event_head(order, event, page="tournaments:event")
    return BlankList(head, event, season=known_season(event), paper=order.paper)
