"""Find the division that a page is about, through the player, table, check, draft or penalty in its URL."""

import re
from collections.abc import Mapping

from django.db.models import Model

from checks.models import CheckPhoto, DeckCheck
from core.engine.numbers import whole_number
from decks.models import Draft, PoolVersion, Proxy
from floor.models import Confiscation, JudgeCall, Penalty
from pairings.models import Dispute, EntryWish, KeptApart, Match, Report
from registration.models import Claim, Registration
from tournaments.models import Division, Entry, PersonalLink, Tournament

Place = tuple[type[Model], str, str]
"""A model, its field that the URL contains, and the lookup path to its division."""

PLACES_BY_PARAMETER: dict[str, Place] = {
    "division": (Division, "pk", "pk"),
    "entry": (Entry, "pk", "division"),
    "draft": (Draft, "pk", "division"),
    "match": (Match, "pk", "round__division"),
    "token": (PersonalLink, "token", "entry__division"),
}
"""Places by the name of a URL parameter. `entry`, `match` and `division` may be in the query string too."""

BY_FOLDER: dict[str, Place] = {
    "players": PLACES_BY_PARAMETER["entry"],
    "team-entries": PLACES_BY_PARAMETER["entry"],
    "entries": PLACES_BY_PARAMETER["entry"],
    "divisions": PLACES_BY_PARAMETER["division"],
    "standings": PLACES_BY_PARAMETER["entry"],
    "match": PLACES_BY_PARAMETER["match"],
    "checks": (DeckCheck, "pk", "entry__division"),
    "check-photos": (CheckPhoto, "pk", "check_of__entry__division"),
    "confiscations": (Confiscation, "pk", "entry__division"),
    "proxies": (Proxy, "pk", "entry__division"),
    "penalties": (Penalty, "pk", "entry__division"),
    "calls": (JudgeCall, "pk", "match__round__division"),
    "pool-counts": (PoolVersion, "pk", "pool__draft__division"),
    "disputes": (Dispute, "pk", "match__round__division"),
    "reports": (Report, "pk", "match__round__division"),
    "registrations": (Registration, "pk", "division"),
    "claims": (Claim, "pk", "entry__division"),
    "wish": (EntryWish, "pk", "entry__division"),
    "apart": (KeptApart, "pk", "first__division"),
}
"""Places of a `pk`, by the path segment before it in the route."""

FOLDER_OF_PK = re.compile(r"([\w-]+)/<int:pk>")


def division_of_page(
    event: Tournament, route: str, parts: Mapping[str, object], query: Mapping[str, str]
) -> Division | None:
    """Find the division of this event that a page is about. Two queries for most pages.

    `route` is the pattern in `urls.py`, and `parts` are its captured values. Return None if the page is about all
    divisions, about no object, or about an object of another event.
    """
    places = [(place, parts[name]) for name, place in PLACES_BY_PARAMETER.items() if name in parts]
    folder = FOLDER_OF_PK.search(route)
    if folder is not None and folder[1] in BY_FOLDER:
        places.append((BY_FOLDER[folder[1]], parts["pk"]))
    for name in ("entry", "match", "division"):
        key = whole_number(query.get(name, ""))
        if key is not None:
            places.append((PLACES_BY_PARAMETER[name], key))
    for (model, field, path), value in places:
        pk = model._default_manager.filter(**{field: value}).values_list(path, flat=True).first()
        if pk is not None:
            return event.divisions.filter(pk=pk).first()
    return None
