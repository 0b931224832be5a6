"""The drafts of an event: set up, seats, announcements, sheets."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.journal.kinds import of_group
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.documents.deck_sheet import sheet_head
from decks.models import Draft
from decks.queries.drafts import round_of, seats_of
from decks.services import pools
from decks.views.lists.printing import paper_of, pdf
from decks.words.limited_words import subtype_name
from drafts.documents import draft_sheets, draft_tables
from drafts.engine.refusals import DraftRefusal
from drafts.forms.drafts import EventDraftForm
from drafts.queries import drafts as queries
from drafts.queries.boosters import against_format
from drafts.queries.draft_runs import has_begun
from drafts.services import drafts
from drafts.views.draft_plan import answer_context, pick_times_text
from drafts.views.event_drafts import divisions_of, draft_of
from drafts.words import draft_words as words
from drafts.words import event_draft_words
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Announcement, Division, Tournament

UNPROCESSABLE = 422
LONGEST_SEED = 19
"""Longer than any seed."""

OF_THE_FIELD = (
    DraftRefusal.TOO_FEW_TO_DRAFT,
    DraftRefusal.POD_TOO_BIG,
    DraftRefusal.PODS_NOT_EQUAL,
    DraftRefusal.PODS_MISS_PLAYERS,
    DraftRefusal.ODD_PLAYERS,
    DraftRefusal.PODS_TO_CHOOSE,
)
"""Refusals about the number of players present, which can be fixed on the door list."""


@require_safe
@event_page()
def page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every draft of a division with its announcements and seats.

    With the form for a new one, for those who run the event.
    """
    home = _chosen(event, request.GET.get("division", ""))
    if not request.can["run"] or queries.refused_here(event):  # type: ignore[attr-defined]
        return _page(request, home)
    if "subtype" not in request.GET:
        return _page(request, home, form=_form(request, home))
    form = _form(request, home, request.GET)
    if not form.is_valid():
        return _page(request, home, form=form, status=UNPROCESSABLE)
    plan = form.planned()
    answer = answer_context(request, form, plan)
    against = [
        (problem, words.problem_text(problem)) for problem in against_format(event, plan.setup.boosters)
    ]
    answer |= {"sheets": [], "problems": answer["problems"] + against}
    return _page(request, home, form=form, plan=plan, **answer)


@require_POST
@event_page("run")
@edits_alone
def set_up(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Save the plan that was previewed."""
    home = _chosen(event, request.POST.get("division", ""))
    form = _form(request, home, request.POST)
    if not form.is_valid():
        return _page(request, home, form=form, status=UNPROCESSABLE)
    try:
        draft = drafts.set_up(home, form.planned().setup, by=signed_in(request), **form.saved())
        pools.set_check(draft, form.chosen_check(), by=signed_in(request))
    except Refused as refused:
        form.add_error(None, event_draft_words.refusal_text(refused))
        return _page(request, home, form=form, status=400)
    _add_message(request, home, _("The draft is set up. Announce it, then assign the seats."))
    return redirect(_url(home))


@require_POST
@event_page("run")
def seats(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Draw seats for all checked-in players."""
    row = draft_of(event, draft)
    try:
        drafts.seat(row, by=signed_in(request), seen=seen_seed(request))
    except Refused as refused:
        door = reverse("tournaments:door", args=[event.slug]) if refused.code in OF_THE_FIELD else ""
        return _page(
            request, row.division, refused=event_draft_words.refusal_text(refused), door=door, status=400
        )
    _add_message(request, row.division, _("Seats assigned."))
    return redirect(_url(row.division))


def seen_seed(request: HttpRequest) -> int:
    """The seed of the seats on the submitted page, 0 if it had none."""
    return whole_number(request.POST.get("seen", ""), digits=LONGEST_SEED) or 0


@require_POST
@event_page("run")
def run_as(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Run it on paper, or with every pick tapped."""
    row = draft_of(event, draft)
    drafts.run_as(row, request.POST.get("way", ""), by=signed_in(request))
    _add_message(request, row.division, _("How the draft is run is saved."))
    return redirect(_url(row.division))


@require_safe
@event_page("view")
def seat_sheet(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every name with its pod or pair and seat for the wall, then a page for each table."""
    row = draft_of(event, draft)
    sheet = draft_sheets.seat_sheet(
        row, sheet_head(event), public=True, division=str(row.division), paper=paper_of(request, event)
    )
    if sheet is None:
        raise Http404
    return pdf(sheet.render(), f"{event.slug}-seats-{row.number}")


@require_POST
@event_page("organize")
def announce(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Post one notice on the board."""
    row, code = draft_of(event, draft), request.POST.get("notice", "")
    plan = queries.plan_of(row)
    notice = next((notice_ for notice_ in plan.notices if notice_.code == code), None)
    if notice is None:
        raise Refused(DraftRefusal.NOTICE_NOT_FOUND)
    kind = event_draft_words.ABOUT.get(code, Announcement.Kind.OTHER)
    drafts.announce(row, code, text=words.notice_text(notice, plan.setup), kind=kind, by=signed_in(request))
    messages.success(request, _("Announced. The front page shows it with the time."))
    return redirect(_url(row.division))


@require_POST
@event_page("run")
def remove(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Delete a draft."""
    row = draft_of(event, draft)
    drafts.remove(row, by=signed_in(request))
    _add_message(request, row.division, _("The draft was deleted. Its announcements stay."))
    return redirect(_url(row.division))


@require_safe
@event_page("view")
def sheet(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """The run sheet with the names of this event."""
    row = draft_of(event, draft)
    run_sheet = draft_sheets.run_sheet(row, sheet_head(event), public=True, paper=paper_of(request, event))
    if run_sheet is None:
        raise Http404
    return pdf(run_sheet.render(), f"{event.slug}-draft-{row.number}")


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The drafts of all divisions as CSV or XLSX."""
    rows = Draft.objects.filter(division__tournament=event).select_related("division")
    ordered = rows.order_by("division__position", "division", "number")
    return _file(draft_tables.overview(event, ordered, kind), f"{event.slug}-drafts.{kind}")


@require_safe
@event_page("view")
def seats_export(request: HttpRequest, event: Tournament, draft: int, kind: str) -> HttpResponse:
    """Who sits where in one draft as CSV or XLSX."""
    row = draft_of(event, draft)
    pods = seats_of(row, public=False)
    file = draft_tables.seats(event, subtype_name(row.subtype), pods, kind)
    return _file(file, f"{event.slug}-seats-{row.number}.{kind}")


def _file(file: tuple[bytes, str], name: str) -> HttpResponse:
    data, content_type = file
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


def way_out(request: HttpRequest, event: Tournament) -> dict[str, str]:
    """Why this event cannot draft, for those who run it, and a link to continue; empty if it can."""
    code = queries.refused_here(event)
    if not code or not request.can["run"]:  # type: ignore[attr-defined]
        return {}
    text = {"refused": event_draft_words.refusal_text(Refused(code))}
    if code == DraftRefusal.DRAFT_NEEDS_OWN_EVENT:
        return text | {"door": reverse("tournaments:new"), "door_link": _("New event")}
    if not request.can["organize"]:  # type: ignore[attr-defined]
        return text
    return text | {"door": reverse("tournaments:settings", args=[event.slug]), "door_link": _("Settings")}


def _chosen(event: Tournament, wanted: str) -> Division:
    """The requested division; else the first with players."""
    rows = divisions_of(event)
    chosen = next((division for division in rows if str(division.pk) == wanted), None)
    return chosen or next((division for division in rows if division.entries.exists()), rows[0])


def _url(home: Division) -> str:
    return f"{reverse('drafts:drafts', args=[home.tournament.slug])}?division={home.pk}"


def _form(request: HttpRequest, home: Division, data: Any = None) -> EventDraftForm:
    can = request.can  # type: ignore[attr-defined]
    return EventDraftForm(data, home=home, may_override=can["rule"], may_choose=can["organize"])


def _add_message(request: HttpRequest, home: Division, text: str) -> None:
    """Add a success message with the undo of the latest draft line."""
    line = (
        JournalEvent.objects.filter(division=home, kind__in=of_group("draft"), undoes=None)
        .order_by("-pk")
        .first()
    )
    undo = reverse("pairings:undo", args=[home.tournament.slug, line.pk]) if line else ""
    messages.success(request, text, extra_tags=f"undo={undo}")


def _page(
    request: HttpRequest,
    home: Division,
    *,
    status: int = 200,
    form: EventDraftForm | None = None,
    **more: Any,
) -> HttpResponse:
    event = home.tournament
    can = request.can  # type: ignore[attr-defined]
    not_here = way_out(request, event)
    if not_here:
        form = None
    elif form is None and can["run"]:
        form = _form(request, home)
    rows = Draft.objects.filter(division=home).select_related("division__tournament").order_by("-number")
    redraft = queries.redraft_of(home)
    context = {
        "page": "drafts",
        "slug": event.slug,
        "home": home,
        "drafts": [_draft_row(row, public=not can["view"]) for row in rows],
        "redraft": redraft,
        "redraft_text": event_draft_words.redraft_text(redraft.state, redraft.round) if redraft else "",
        "form": form,
        "form_action": reverse("drafts:drafts", args=[event.slug]),
        "tabs": [
            {"label": str(division), "url": _url(division), "current": division == home}
            for division in divisions_of(event)
            if event.divisions.count() > 1
        ],
    }
    return render(request, "drafts/drafts.html", context | more | not_here, status=status)


def _draft_row(row: Draft, *, public: bool) -> dict[str, Any]:
    plan = queries.plan_of(row)
    pods = seats_of(row, public=public)
    problems = list(plan.problems)
    if not public:
        problems += against_format(row.division.tournament, plan.setup.boosters)
    pairs = [pods[number - 1].seats for number in queries.meet_again(row) if number <= len(pods)]
    return {
        "row": row,
        "name": subtype_name(row.subtype),
        "about": draft_sheets.about_texts(row, plan),
        "kinds": [words.tables_text(row.subtype, table.pods, table.size) for table in plan.tables]
        if row.subtype != "sealed"
        else [],
        "problems": [(words.problem_text(problem), problem) for problem in problems],
        "notices": [
            {
                "code": line.notice.code,
                "text": words.notice_text(line.notice, plan.setup),
                "when": words.when_text(line.notice, plan.setup),
                "rule": line.notice.rule,
                "announced": event_draft_words.announced_text(line.at, late=line.late) if line.at else "",
                "late": line.late,
            }
            for line in queries.notice_rows(row, plan.notices)
        ],
        "pods": pods,
        "begun": bool(row.seats) and has_begun(row),
        "round": round_of(row),
        "ways": Draft.Way.choices,
        "again": [
            _("%(one)s and %(other)s") % {"one": first.name, "other": second.name} for first, second in pairs
        ],
        "times": pick_times_text(plan.setup, row.pick_seconds),
        "in_pods": row.subtype in queries.IN_PODS,
        "pairs": row.subtype == "solomon",
        "names": sorted((seat for pod in pods for seat in pod.seats), key=lambda seat: seat.sort),
    }
