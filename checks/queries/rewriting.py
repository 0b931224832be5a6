"""Lists a player must write again after a deck check (R-036)."""

from django.db.models import Exists, OuterRef

from checks.models import DeckCheck
from decks.models import Version
from tournaments.models import Entry


def wanted_of(entry: Entry) -> DeckCheck | None:
    """The latest check during the event that requires this player to write the list again. One query.

    None once a later version was submitted. `facts["reason"]`: what to rewrite. A check before the event sends the list
    back instead.
    """
    later = Version.objects.filter(deck_list__entry=OuterRef("entry"), at__gt=OuterRef("ended_at"))
    checks = DeckCheck.objects.filter(entry=entry, state=DeckCheck.State.DONE, rewrite=True)
    checks = checks.exclude(kind=DeckCheck.Kind.BEFORE)
    return checks.exclude(Exists(later)).order_by("ended_at").last()
