"""Offer late players a match against the player with the bye in the current round."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.queries.rounds import manual_pairing
from pairings.views.rounds import round_urls
from pairings.words import result_words
from tournaments.models import Tournament

ARRIVALS = (
    "EntriesCheckedIn",
    "EntriesImported",
    "EntryAdded",
    "EntryCheckedIn",
    "EntryReinstated",
    "RegularsAdded",
)
"""Kinds of journal lines by which a player who was absent at the pairing may now be present."""


def free_bye_links(event: Tournament, since: int) -> Iterator[SafeString]:
    """Yield a message for each division in which a late player can play the holder of the bye.

    It has a link to pair them, or to the check-in if no late player is present. Nothing is yielded unless players
    arrived at the event after journal line `since`.
    """
    if not event.journal.filter(pk__gt=since, kind__in=ARRIVALS).exists():
        return
    for bye in manual_pairing.free_byes(event):
        names = result_words.names_and_more_text([str(entry) for entry in bye.late])
        facts = {"name": bye.holder, "round": bye.round.number, "names": names}
        if bye.late:
            text = _("%(name)s has the bye in round %(round)s and can play a late player: %(names)s.") % facts
            url, label = round_urls.round_url(bye.round, "pairings:change"), _("Choose who plays")
        else:
            text = (
                _("%(name)s has the bye in round %(round)s and can play a late player who checks in now.")
                % facts
            )
            url, label = reverse("tournaments:door", args=[event.slug]), _("Check in")
        yield format_html('{} <a href="{}">{}</a>', text, url, label)
