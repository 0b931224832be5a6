"""Scan players' codes at the door, with a keyboard scanner or a phone's camera."""

from dataclasses import dataclass

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core import undo_links, unsent
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import StaffRequest
from core.responses import make_response_private
from core.sentences import refusal_text
from pairings.engine.refusals import PairingRefusal
from pairings.forms.check_in import ScanForm
from pairings.services.check_in import arriving
from pairings.services.check_in.arriving import Arrived
from pairings.views.rounds import round_urls
from tournaments import queries
from tournaments.access import event_page
from tournaments.engine.refusals import TournamentRefusal
from tournaments.labels import division_label
from tournaments.models import Entry, Tournament
from tournaments.queries import DoorCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanResult:
    """Result of scanning one code.

    - `state`: done, warning or error, shown in green, amber or red.
    - `title`: the player's name, if known; `under`: their division.
    - `undo_url`: URL that undoes the check-in, or "" if there was none.
    - `link_url`, `link_text`: link for the step that the sentence suggests.
    """

    state: str
    title: str
    under: str = ""
    sentence: str = ""
    undo_url: str = ""
    link_url: str = ""
    link_text: str = ""


@dataclass(kw_only=True)
class ScanPage:
    """Context of the scanning page. `result` is None before the first code."""

    form: ScanForm
    counts: DoorCounts
    result: ScanResult | None = None
    page: str = "door"

    @property
    def expected(self) -> int:
        """Number of players who are checked in or missing."""
        return self.counts.here + self.counts.missing


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def scan_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the scanner field and the camera. A POST checks in the player whose code was scanned.

    The page's script gets {"state", "html"}. A refusal has status 409 and adds the reason as {"refused"};
    without the script, it has status 422.
    """
    form, result = ScanForm(), None
    if request.method == "POST":
        form = ScanForm(request.POST)
        if not form.is_valid() and not unsent.is_sent_by_script(request):
            return _render_scan_page(request, event, form, None, status=422)
        result = _check_in_scanned(request, event, str(form.cleaned_data.get("code", "")))
        # The scanned text may be a personal link, so the field is cleared.
        form = ScanForm()
    if result is not None and unsent.is_sent_by_script(request):
        return _script_response(request, event, result)
    return _render_scan_page(
        request, event, form, result, status=422 if result and result.state == "error" else 200
    )


def _render_scan_page(
    request: StaffRequest, event: Tournament, form: ScanForm, result: ScanResult | None, *, status: int
) -> HttpResponse:
    page = ScanPage(form=form, counts=queries.door_counts(event), result=result)
    page_context = vars(page) | {"expected": page.expected}
    return make_response_private(render(request, "pairings/check_in/scan.html", page_context, status=status))


def _script_response(request: StaffRequest, event: Tournament, result: ScanResult) -> HttpResponse:
    """Return the result of a scan as JSON for the page's script."""
    counts = queries.door_counts(event)
    context = {"result": result, "event": event, "counts": counts, "expected": counts.here + counts.missing}
    html = render_to_string("pairings/check_in/result.html", context, request=request)
    if result.state != "error":
        return make_response_private(JsonResponse({"state": result.state, "html": html}))
    reason = f"{result.title} {result.sentence}".strip()
    answer = {"state": result.state, "html": html, "refused": reason}
    return make_response_private(JsonResponse(answer, status=unsent.CONFLICT))


def _check_in_scanned(request: StaffRequest, event: Tournament, code: str) -> ScanResult:
    """Check in the player whose code was scanned, and return the result to show.

    If the phone was offline, the check-in gets the time of the scan.
    """
    now = timezone.now()
    newest_before = undo_links.newest_line_key(event)
    scanned_at = unsent.form_typed_at(request, now) if unsent.was_sent_later(request) else now
    try:
        arrived = arriving.check_in_scanned(event, code, by=request.user, now=scanned_at)
    except Refused as refused:
        return _refused_result(event, refused)
    if arrived.before is None:
        undo_links.add_step_news(request, event, since=newest_before)
    return _arrived_result(event, arrived)


def _arrived_result(event: Tournament, arrived: Arrived) -> ScanResult:
    """Return the result for a player who has arrived: green, or amber if more steps are needed."""
    entry = arrived.entry
    sentences, url, text = [], "", ""
    if arrived.before is not None:
        at = date_format(timezone.localtime(arrived.before), "TIME_FORMAT")
        sentences.append(_("Already checked in at %(time)s.") % {"time": at})
    if arrived.late:
        sentences.append(_("Checked in late: plays starting with the next round."))
    if arrived.unpaid is not None:
        fee = arrived.unpaid.tournament.registration_settings.fee
        sentences.append(
            _("The entry fee is not paid: %(fee)s. Collect it, then mark it as paid.") % {"fee": fee}
        )
        url = reverse("registration:registration", args=[event.slug, arrived.unpaid.pk])
        text = _("Open the registration")
    undo_url = ""
    if arrived.before is None and arrived.day_two:
        undo_url = _undo_day_two_url(entry)
    elif arrived.before is None:
        undo_url = reverse("pairings:check_out", args=[event.slug, entry.pk])
    return ScanResult(
        state="warning" if sentences else "done",
        title=str(entry),
        under=division_label(entry.age_division),
        sentence=" ".join(sentences) or (_("Checked in for day 2.") if arrived.day_two else _("Checked in.")),
        undo_url=undo_url,
        link_url=url,
        link_text=text,
    )


def _undo_day_two_url(entry: Entry) -> str:
    """Return the URL that undoes the latest check-in of a player for day 2."""
    lines = JournalEvent.objects.filter(division=entry.division_id, kind="DayTwoCheckedIn")
    line = lines.filter(facts__entry=entry.pk).order_by("-pk").first()
    return round_urls.undo_step_url(entry.tournament, line.pk) if line else ""


def _refused_result(event: Tournament, refused: Refused) -> ScanResult:
    """Return the result for a refused check-in, with a link to the page where the cause can be resolved."""
    url, text = reverse("tournaments:door", args=[event.slug]), _("Attendance list")
    if entry := refused.facts.get("entry"):
        url, text = reverse("tournaments:player", args=[event.slug, entry]), _("Open the player")
    elif registration := refused.facts.get("registration"):
        url = reverse("registration:registration", args=[event.slug, registration])
        text = _("Open the registration")
    elif refused.code == PairingRefusal.SCAN_PLAYER_ID_UNKNOWN:
        url, text = reverse("pairings:enter", args=[event.slug]), _("Add a player")
    name = refused.facts.get("name")
    is_disqualified = refused.code == TournamentRefusal.ENTRY_DISQUALIFIED
    return ScanResult(
        state="error",
        title=str(name) if name else _("Not checked in"),
        sentence=_("%(name)s is disqualified. Call the head judge.") % {"name": name}
        if is_disqualified
        else refusal_text(refused),
        link_url=url,
        link_text=text,
    )
