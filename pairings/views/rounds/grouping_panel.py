"""How the first pairing groups age divisions, as a panel of the desk."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest
from core.wording import labelled
from pairings.queries.rounds import grouping
from pairings.words import result_words
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.forms.arrange import divisions_text
from tournaments.models import Tournament
from tournaments.wording import division_label


def grouping_context(request: HomeRequest, event: Tournament) -> dict[str, Any]:
    """Return the context of the grouping at the first pairing, or of that by TOM. Empty if no one would move."""
    planned_grouping = grouping.upcoming_grouping(event)
    if planned_grouping is None:
        return {}
    counts = ", ".join(
        labelled(division_label(age_division), planned_grouping.counts[age_division])
        for age_division in AGE_DIVISIONS
        if planned_grouping.counts.get(age_division)
    )
    settings_url = reverse("tournaments:settings", args=[event.slug])
    present_entries = event.entries.filter(checked_in_at__isnull=False, dropped_in=None, disqualified=False)
    # Each card shows a division as it is after the first pairing, in round 1, and links to its attendance.
    cards = [
        {
            "name": division_label(code),
            "round": _("round %(round)d") % {"round": 1},
            "label": result_words.players_text(
                sum(planned_grouping.counts.get(age_division, 0) for age_division in PLAYS_IN[code])
            ),
            "url": reverse("tournaments:door", args=[event.slug]),
            "form": "",
        }
        for code in planned_grouping.divisions
    ]
    return {
        "decided": planned_grouping.decided,
        "ready": planned_grouping.decided and present_entries.count() > 1,
        "codes": planned_grouping.divisions,
        "counts": counts,
        "one": sum(map(bool, planned_grouping.counts.values())) == 1,
        "url": f"{settings_url}#divisions" if request.can["organize"] else "",
        "divisions": divisions_text(planned_grouping.divisions),
        "label": _("Pair: %(divisions)s") % {"divisions": divisions_text(planned_grouping.divisions)},
        "cards": cards,
    }
