"""The door sheet with the self check-in code, as a QR code and in letters."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.documents.registry import declare_document
from core.documents.sheet import Sheet
from floor.documents.code_poster import Code, CodePoster
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament
from tournaments.queries.self_check_in import self_check_in_of


class CheckInSheet(CodePoster):
    what = _("Code for self check-in")


@declare_document(
    "check-in",
    title=_("Code for self check-in"),
    help=_("One sheet for the door: players scan it and check themselves in"),
    of=HALL,
    power="view",
    place=25,
    pages=1,
    menu=False,
)
def check_in_sheet(order: PrintOrder, event: Tournament) -> Sheet:
    """Print the hall's check-in code, or where to check in if self check-in is off."""
    row = self_check_in_of(event)
    page = reverse("pairings:arrive_here", args=[event.slug])
    if row is None or not row.is_on:
        lines: tuple[str, ...] = (gettext("Self check-in is off. Check in at the desk."),)
        code = Code(_("Check in"), order.site + page, lines)
    else:
        lines = (gettext("Or type these letters on your page, under Check in."),)
        if row.closes_at is not None:
            at = date_format(localtime(row.closes_at), "TIME_FORMAT")
            lines = (*lines, gettext("Until %(at)s, then at the desk") % {"at": at})
        title = gettext("Check in: %(code)s") % {"code": row.code}
        code = Code(title, f"{order.site}{page}?{urlencode({'code': row.code})}", lines)
    return CheckInSheet(event_head(order, event, page="tournaments:event"), [code], paper=order.paper)
