"""Sheets for the hall: posters, cards, forms, what is said at the start, who holds a round up."""

from collections.abc import Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.documents.pdf import pdf_response
from core.documents.sheet import Paper, Sheet, without_scheme
from core.engine.heads import SheetHead
from core.engine.public_address import wifi_code
from decks.documents.blank_list import BlankList
from floor.documents.code_poster import Code, CodePoster
from floor.documents.open_tables import OpenTableSheet
from floor.documents.opening_checklist import OpeningChecklist, Topic
from floor.documents.rock_paper_scissors import RockPaperScissors
from floor.documents.rule_cards import TeamBattleCards, TwoOnTwoCards
from floor.queries.open_tables import open_tables
from floor.queries.opening import opening
from floor.words.opening_words import topics
from pairings.documents.reports import report_head
from pairings.views.print.paper import chosen_paper
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.public_address import absolute, prints_addresses
from tournaments.queries import public_address

Make = Callable[[HttpRequest, Tournament, Paper], Sheet]


@require_safe
@prints_addresses
@event_page("view")
def hall_sheet(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """One of SHEETS as a PDF, for the staff, in the language the address names, else in that of the page; 404 for
    another name.
    """
    if name not in SHEETS:
        raise Http404
    given = request.GET.get("language")
    with override(given if given in dict(settings.LANGUAGES) else get_language()):
        sheet = SHEETS[name](request, event, chosen_paper(request, event))
        return pdf_response(sheet.render(), f"{event.slug}-{name}")


def _head(request: HttpRequest, event: Tournament, page: str = "tournaments:event") -> SheetHead:
    return report_head(event, page, lambda path: absolute(request, path))


def _poster(request: HttpRequest, event: Tournament, paper: Paper) -> Sheet:
    """Event, own table with the result, pairings, and the Wi-Fi where one is saved, else the standings."""
    return CodePoster(_head(request, event), _codes(request, event), paper=paper)


def _codes(request: HttpRequest, event: Tournament) -> list[Code]:
    wifi = public_address.current()
    pages = [
        (_("Event"), "tournaments:event"),
        (_("Pairings"), "pairings:pairings"),
        (_("My table and result"), "floor:my_here"),
    ]
    codes = []
    if wifi and wifi.network:
        password = _("Password: %(password)s") % {"password": wifi.network_password}
        lines = (wifi.network, password) if wifi.network_password else (wifi.network,)
        codes.append(Code(_("Join the Wi-Fi"), wifi_code(wifi.network, wifi.network_password), lines))
    else:
        pages.append((_("Standings"), "pairings:standings"))
    for title, page in pages:
        address = absolute(request, reverse(page, args=[event.slug]))
        codes.append(Code(title, address, (without_scheme(address),)))
    return codes


def _opening(request: HttpRequest, event: Tournament, paper: Paper) -> Sheet:
    found = [Topic(title, points) for title, points in topics(opening(event))]
    return OpeningChecklist(_head(request, event), found, paper=paper)


def _open_tables(request: HttpRequest, event: Tournament, paper: Paper) -> Sheet:
    found = open_tables(event, timezone.now())
    names = {result_words.round_inside(one) for one in found.rounds}
    head = replace(_head(request, event, "floor:floor"), round_text=names.pop() if len(names) == 1 else "")
    return OpenTableSheet(head, found, ZoneInfo(event.timezone), paper=paper)


def _blank_list(request: HttpRequest, event: Tournament, paper: Paper) -> Sheet:
    return BlankList(_head(request, event), event, paper=paper)


SHEETS: dict[str, Make] = {
    "codes": _poster,
    "opening": _opening,
    "open-tables": _open_tables,
    "deck-list": _blank_list,
    "rock-paper-scissors": lambda request, event, paper: RockPaperScissors(
        _head(request, event), paper=paper
    ),
    "2-on-2": lambda request, event, paper: TwoOnTwoCards(_head(request, event), paper=paper),
    "team-battle": lambda request, event, paper: TeamBattleCards(_head(request, event), paper=paper),
}
"""What the hall needs beside the sheets of a round, by the name in its address."""
