"""Pages on which players arrive, for tests that open every page."""

from django.urls import reverse

from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tournaments.models import Tournament, User
from tournaments.services import personal_links
from tournaments.services.self_check_in import change_self_check_in


def prepare(coming: Tournament, by: User) -> None:
    """Let players of the coming event check themselves in."""
    change_self_check_in(coming, by=by, is_on=True, opens_at=None, closes_at=None, seed=7)


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return the pages of the door, and those of a player who has arrived and of one who has not."""
    missing = hall.coming.entries.filter(checked_in_at=None, dropped_in=None).earliest("pk")
    entries = (missing, hall.match.left)
    return {
        "pairings:scan": [at("pairings:scan", hall.coming)],
        "pairings:self_check_in": [
            at("pairings:self_check_in", hall.coming),
            at("pairings:self_check_in", hall.cup),
        ],
        "pairings:drop_missing": [
            at("pairings:drop_missing", hall.coming),
            at("pairings:drop_missing", hall.over),
        ],
        "pairings:arrive_here": [at("pairings:arrive_here", hall.coming)],
        "pairings:arrive": [
            reverse("pairings:arrive", args=[personal_links.ensure_link(entry).token])
            for entry in entries
            if entry
        ],
    }
