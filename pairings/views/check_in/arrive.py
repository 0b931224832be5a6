"""The page on which players show their code at the door, or check themselves in with the hall code."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.documents.qr_codes import QrCode, qr_svg
from core.engine.refused import Refused
from core.limits import count_attempt
from core.requests import HomeRequest, PlayerRequest
from core.responses import make_response_private, render_page
from core.sentences import refusal_text
from decks.views.lists.player_pages import tabs_of_link
from pairings.forms.check_in import HallCodeForm
from pairings.models import Qualifier
from pairings.queries.check_in.day_two import awaits_day_two, qualifier_to_check_in
from pairings.services.check_in.arriving import check_in_self
from tournaments.access import event_page, signed_in_user_or_none
from tournaments.engine.check_in import Phase, check_in_pass_text
from tournaments.models import Entry, PersonalLink, Tournament
from tournaments.queries.self_check_in import self_check_in_of
from tournaments.views.personal_link import own_links, player_page

MAX_CODE_LENGTH = 20


@dataclass(kw_only=True)
class ArrivePage:
    """Context of the page on which a player shows their code.

    - `my`: URLs of the other pages of the personal link.
    - `state`: "here", "missing", "left" for a player who dropped, or "out" for a player who is not on day 2.
    - `day_two`: whether this is the check-in for day 2.
    - `phase`: phase of self check-in; `opens_at` and `closes_at` are its times.
    """

    event: Tournament
    entry: Entry
    link: PersonalLink
    my: dict[str, str]
    state: str
    day_two: bool
    phase: str
    opens_at: datetime | None
    closes_at: datetime | None
    qr: QrCode
    code: str
    form: HallCodeForm
    page: str = "arrive"


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def arrive_page(request: PlayerRequest, link: PersonalLink) -> HttpResponse:
    """Show the player's code and the form for the hall code; a POST checks the player in.

    `?code=` prefills the form. Status 429 after too many attempts, 422 if the hall code is refused.
    """
    entry = link.entry
    form = HallCodeForm(initial={"code": request.GET.get("code", "")[:MAX_CODE_LENGTH]})
    if request.method == "POST":
        if count_attempt(request, "hall_code", link.token) is None:
            return render(request, "429.html", status=429)
        form = HallCodeForm(request.POST)
        if form.is_valid():
            try:
                check_in_self(entry, form.cleaned_data["code"], by=signed_in_user_or_none(request))
            except Refused as refused:
                form.add_error("code", refusal_text(refused))
            else:
                messages.success(request, _("You are checked in."))
                return redirect("pairings:arrive", link.token)
    row, now = self_check_in_of(entry.tournament), timezone.now()
    code, qualifier = check_in_pass_text(entry.pk, link.token), qualifier_to_check_in(entry)
    state = "left" if not entry.active else "here" if entry.checked_in_at else "missing"
    phase = Phase.OFF if row is None else row.phase(now)
    if state == "here" and qualifier is not None:
        # The times of self check-in are those of day 1.
        state = "here" if qualifier.mark == Qualifier.Mark.HERE else "missing"
        phase = Phase.OPEN if row is not None and row.is_on else Phase.OFF
    elif state == "here" and awaits_day_two(entry.division):
        state = "out"
    page = ArrivePage(
        event=entry.tournament,
        entry=entry,
        link=link,
        my=tabs_of_link(link),
        state=state,
        day_two=qualifier is not None,
        phase=phase.value,
        opens_at=row.opens_at if row else None,
        closes_at=row.closes_at if row and qualifier is None else None,
        qr=qr_svg(code),
        code=code,
        form=form,
    )
    return render_page(request, "pairings/check_in/arrive.html", page, status=422 if form.errors else 200)


@require_safe
@event_page()
def find_own_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Lead from the hall's QR code to the page on which the player checks in.

    The personal links opened on this phone decide whose page it is. If there is not exactly one, show a list
    to choose from. `?code=` is passed on.
    """
    code = request.GET.get("code", "")[:MAX_CODE_LENGTH]
    suffix = f"?{urlencode({'code': code})}" if code else ""
    addresses = [
        (str(link.entry), reverse("pairings:arrive", args=[link.token]) + suffix)
        for link in own_links(request, event)
    ]
    if len(addresses) == 1:
        return make_response_private(redirect(addresses[0][1]))
    context = {"addresses": addresses, "page": "arrive"}
    return make_response_private(render(request, "pairings/check_in/arrive_here.html", context))
