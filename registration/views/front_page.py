"""Registration on other pages of an event: the sentence on the front page, and tasks of the staff."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from registration.engine.claims import ClaimState
from registration.engine.seats import Phase, State
from registration.queries import registrations as queries
from tournaments.models import Tournament


def sign_up_text(event: Tournament) -> str:
    """Return the front page's sentence about free seats, or "" while players cannot register.

    Makes at most four queries.
    """
    now = timezone.now()
    settings = queries.registration_settings_of_event(event)
    if settings.period.phase(now) != Phase.OPEN:
        return ""
    if settings.code:
        return _("For invited players")
    seats = queries.division_seats(event, now=now)
    if all(row.is_full for row in seats):
        return _("Join the waiting list")
    free = [row.free for row in seats]
    if None in free:
        return _("Registration is open")
    n = sum(seats_left or 0 for seats_left in free)
    return ngettext("%(n)s seat left", "%(n)s seats left", n) % {"n": n}


def registration_tasks(event: Tournament) -> Iterator[tuple[str, str, str, str]]:
    """Yield the staff's tasks: registrations to approve, and claims to answer. Makes two queries."""
    n = event.registrations.filter(state=State.REQUESTED).count()
    if n:
        text = ngettext("%(n)s registration to approve.", "%(n)s registrations to approve.", n) % {"n": n}
        address = reverse("registration:registrations", args=[event.slug])
        yield "edit", text, _("Approve"), f"{address}?state={State.REQUESTED.value}"
    n = event.claims.filter(state=ClaimState.WAITING).count()
    if n:
        text = ngettext("%(n)s phone to let in.", "%(n)s phones to let in.", n) % {"n": n}
        yield "user", text, _("Answer"), reverse("registration:claims", args=[event.slug])
