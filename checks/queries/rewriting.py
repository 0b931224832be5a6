"""Lists that players must rewrite after a deck check (R-036)."""

from django.db.models import Exists, OuterRef

from checks.models import DeckCheck
from decks.models import Version
from tournaments.models import Entry


def open_rewrite_of(entry: Entry) -> DeckCheck | None:
    """Return the latest check after which the player must still submit a rewritten list, or None. One query.

    `facts["reason"]`: what to rewrite. Checks before the event are ignored, as they send the list back.
    """
    later_versions = Version.objects.filter(deck_list__entry=OuterRef("entry"), at__gt=OuterRef("ended_at"))
    checks = DeckCheck.objects.filter(entry=entry, state=DeckCheck.State.DONE, rewrite=True)
    checks = checks.exclude(kind=DeckCheck.Kind.BEFORE)
    return checks.exclude(Exists(later_versions)).order_by("ended_at").last()
