"""Pages of an event's drafts: set-up, seats, announcements and printed sheets."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.journal.kinds import kinds_of_group
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import HomeRequest, StaffRequest
from core.text_parts import text_labeled_with_part
from decks.engine.legality.context import Problem
from decks.models import Draft
from decks.queries.drafts import PodRow, SeatRow, pods_with_seats, round_of_draft
from decks.queries.pools.pools import late_players_without_seat
from decks.services import pools
from decks.words.limited_words import subtype_name
from drafts.engine.refusals import DraftRefusal
from drafts.forms.beginnings import CancelForm
from drafts.forms.drafts import EventDraftForm
from drafts.forms.late_seats import LateSeatForm
from drafts.forms.pods import PodsForm
from drafts.forms.seating import SeatingChoice, chosen_seating
from drafts.queries import drafts as queries
from drafts.queries.boosters import booster_format_problems
from drafts.queries.draft_runs import has_draft_begun
from drafts.queries.odd_player import odd_seat
from drafts.queries.pods import seats_by_name
from drafts.services import beginnings as beginning_services
from drafts.services import drafts, late_seats
from drafts.views import beginnings
from drafts.views.draft_plan import plan_context
from drafts.views.event_drafts import divisions_of, get_draft_or_404
from drafts.views.late_seats import late_players_part, late_seat_form
from drafts.views.odd_player import OddPart, odd_part
from drafts.views.pods_part import pods_part
from drafts.words import draft_words as words
from drafts.words import event_draft_words, pod_words
from drafts.words.draft_words import pick_times_text
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Announcement, Division, Entry, Tournament

UNPROCESSABLE = 422
MAX_SEED_LENGTH = 19
"""Maximum number of digits in a seed."""

OF_THE_FIELD = (
    DraftRefusal.TOO_FEW_TO_DRAFT,
    DraftRefusal.POD_TOO_BIG,
    DraftRefusal.PODS_NOT_EQUAL,
    DraftRefusal.PODS_MISS_PLAYERS,
    DraftRefusal.ODD_PLAYERS,
    DraftRefusal.PODS_TO_CHOOSE,
)
"""Refusals about the number of players present, which may be resolved on the attendance list."""


@require_safe
@event_page()
def show_drafts(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show every draft of a division; users who run the event also see the form for a new draft, and its plan."""
    division = _chosen_division_of_drafts(event, request.GET.get("division", ""))
    if not request.can["run"] or queries.drafting_refusal(event):
        return drafts_page(request, division)
    if "subtype" not in request.GET:
        return drafts_page(request, division, form=_draft_form(request, division))
    form = _draft_form(request, division, request.GET)
    if not form.is_valid():
        return drafts_page(request, division, form=form, status=UNPROCESSABLE)
    plan = form.planned()
    plan_part = plan_context(request, form, plan)
    format_rows = [
        (problem, words.setup_problem_text(problem))
        for problem in booster_format_problems(event, plan.setup.boosters)
    ]
    plan_part = replace(plan_part, sheets=[], problems=[*plan_part.problems, *format_rows])
    return drafts_page(request, division, form=form, plan=plan, **vars(plan_part))


@require_POST
@event_page("run")
@locks_home_for_edit
def save_draft_plan(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Save a plan after its preview."""
    division = _chosen_division_of_drafts(event, request.POST.get("division", ""))
    form = _draft_form(request, division, request.POST)
    if not form.is_valid():
        return drafts_page(request, division, form=form, status=UNPROCESSABLE)
    try:
        draft = drafts.set_up_draft(division, form.planned().setup, by=request.user, **form.saved())
        pools.set_pool_check(draft, form.chosen_pool_check(), by=request.user)
    except Refused as refused:
        form.add_error(None, event_draft_words.draft_refusal_text(refused))
        return drafts_page(request, division, form=form, status=400)
    _add_drafts_undo_message(request, division, _("The draft is set up. Announce it, then assign the seats."))
    return redirect(drafts_url(division))


@require_POST
@event_page("run")
def assign_draft_seats(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Assign random seats to all checked-in players."""
    event_draft = get_draft_or_404(event, draft)
    try:
        choice = chosen_seating(request.POST, event_draft) if request.can["rule"] else SeatingChoice()
        drafts.assign_seats(event_draft, by=request.user, seen=seen_seed(request), **asdict(choice))
    except Refused as refused:
        door = f"{reverse('tournaments:door', args=[event.slug])}?show=all"
        attendance_url = door if refused.code in OF_THE_FIELD else ""
        return drafts_page(
            request,
            event_draft.division,
            refused=event_draft_words.draft_refusal_text(refused),
            door=attendance_url,
            status=400,
        )
    _add_drafts_undo_message(request, event_draft.division, _("Seats assigned."))
    return redirect(drafts_url(event_draft.division))


def seen_seed(request: HttpRequest) -> int:
    """Return the seed of the seats on the submitted page, or 0 if it had no seats."""
    return whole_number(request.POST.get("seen", ""), digits=MAX_SEED_LENGTH) or 0


@require_POST
@event_page("run")
def set_draft_way(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Change whether the draft is run on paper or with every pick tapped."""
    event_draft = get_draft_or_404(event, draft)
    drafts.change_draft_way(event_draft, request.POST.get("way", ""), by=request.user)
    _add_drafts_undo_message(request, event_draft.division, _("The draft mode is saved."))
    return redirect(drafts_url(event_draft.division))


@require_POST
@event_page("organize")
def announce_draft_notice(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Post one notice of the plan on the board."""
    event_draft, code = get_draft_or_404(event, draft), request.POST.get("notice", "")
    plan = queries.plan_of(event_draft)
    notice = next((candidate for candidate in plan.notices if candidate.code == code), None)
    if notice is None:
        raise Refused(DraftRefusal.NOTICE_NOT_FOUND)
    kind = event_draft_words.ABOUT.get(code, Announcement.Kind.OTHER)
    drafts.announce_notice(
        event_draft, code, text=words.notice_text(notice, plan.setup), kind=kind, by=request.user
    )
    messages.success(request, _("Announced. The front page shows it with the time."))
    return redirect(drafts_url(event_draft.division))


@require_POST
@event_page("run")
def delete_draft(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Delete a draft."""
    event_draft = get_draft_or_404(event, draft)
    drafts.remove_draft(event_draft, by=request.user)
    _add_drafts_undo_message(
        request, event_draft.division, _("The draft was deleted. Its announcements are still there.")
    )
    return redirect(drafts_url(event_draft.division))


@require_POST
@event_page("run")
def seat_late_player_in_draft(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Give a late player a seat before the first pick."""
    event_draft = get_draft_or_404(event, draft)
    form = late_seat_form(request, event_draft, request.POST)
    if not form.is_valid():
        return drafts_page(request, event_draft.division, late_form=form, status=UNPROCESSABLE)
    answers = form.cleaned_data
    entry = next(player for player in late_players_without_seat(event_draft) if player.pk == answers["entry"])
    try:
        late_seats.seat_late_player_in_pod(
            event_draft, entry, pod=answers["pod"], reason=answers.get("reason", ""), by=request.user
        )
    except Refused as refused:
        text = event_draft_words.draft_refusal_text(refused)
        return drafts_page(request, event_draft.division, late_form=form, refused=text, status=400)
    _add_drafts_undo_message(request, event_draft.division, _("%(name)s has a seat.") % {"name": entry})
    return redirect(drafts_url(event_draft.division))


@require_POST
@event_page("rule")
def cancel_begun_draft(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Cancel a draft that has begun, with a reason."""
    event_draft, form = get_draft_or_404(event, draft), CancelForm(request.POST)
    if not form.is_valid():
        return drafts_page(request, event_draft.division, cancel_form=form, status=UNPROCESSABLE)
    try:
        beginning_services.cancel_draft(event_draft, reason=form.cleaned_data["reason"], by=request.user)
    except Refused as refused:
        text = event_draft_words.draft_refusal_text(refused)
        return drafts_page(request, event_draft.division, cancel_form=form, refused=text, status=400)
    messages.success(
        request, _("The draft was canceled. Its plan is the same: change it, or assign the seats again.")
    )
    return redirect(drafts_url(event_draft.division))


def no_draft_context(request: HomeRequest, event: Tournament) -> dict[str, str]:
    """Return the context that explains why the event cannot have drafts, with a link to continue.

    The result is empty if the event can have drafts, and for users who do not run the event.
    """
    code = queries.drafting_refusal(event)
    if not code or not request.can["run"]:
        return {}
    text = {"refused": event_draft_words.draft_refusal_text(Refused(code))}
    if code == DraftRefusal.DRAFT_NEEDS_OWN_EVENT:
        return text | {"door": reverse("tournaments:new"), "door_link": _("New event")}
    if not request.can["organize"]:
        return text
    return text | {"door": reverse("tournaments:settings", args=[event.slug]), "door_link": _("Settings")}


def _chosen_division_of_drafts(event: Tournament, requested: str) -> Division:
    """Return the requested division or, if it does not exist, the first division with players."""
    divisions = divisions_of(event)
    requested_division = next((division for division in divisions if str(division.pk) == requested), None)
    return requested_division or next(
        (division for division in divisions if division.entries.exists()), divisions[0]
    )


def drafts_url(division: Division) -> str:
    return f"{reverse('drafts:drafts', args=[division.tournament.slug])}?division={division.pk}"


def _draft_form(request: HomeRequest, division: Division, data: Any = None) -> EventDraftForm:
    can = request.can
    return EventDraftForm(data, home=division, may_override=can["rule"], may_choose=can["organize"])


def _add_drafts_undo_message(request: HttpRequest, division: Division, text: str) -> None:
    """Add a success message with a link to undo the latest change of the division's drafts."""
    line = (
        JournalEvent.objects.filter(division=division, kind__in=kinds_of_group("draft"), undoes=None)
        .order_by("-pk")
        .first()
    )
    undo_url = reverse("pairings:undo", args=[division.tournament.slug, line.pk]) if line else ""
    messages.success(request, text, extra_tags=f"undo={undo_url}")


def drafts_page(
    request: HomeRequest,
    home: Division,
    *,
    status: int = 200,
    form: EventDraftForm | None = None,
    cancel_form: CancelForm | None = None,
    late_form: LateSeatForm | None = None,
    pods_form: PodsForm | None = None,
    **extra: Any,
) -> HttpResponse:
    """Show the page of a division's drafts.

    `form`: the form to plan a draft, None for an empty one. `cancel_form`, `late_form`, `pods_form`: refused
    forms to show again. `extra`: more values for the template.
    """
    event = home.tournament
    can = request.can
    drafting_refused = no_draft_context(request, event)
    if drafting_refused:
        form = None
    elif form is None and can["run"]:
        form = _draft_form(request, home)
    drafts = Draft.objects.filter(division=home).select_related("division__tournament").order_by("-number")
    redraft = queries.redraft_of(home)
    newest = drafts.first() if can["view"] else None
    begin = beginnings.begin_part(request, newest) if newest else None
    context = {
        "page": "drafts",
        "slug": event.slug,
        "home": home,
        "cancel": beginnings.cancel_part(request, newest, cancel_form) if newest else None,
        "late": late_players_part(request, newest, late_form) if newest else None,
        "undo_begin": begin.undo_begin if begin else "",
        "drafts": [_list_row_of_draft(request, draft) for draft in drafts],
        "part": pods_part(request, home, pods_form),
        "redraft": redraft,
        "redraft_text": event_draft_words.redraft_text(redraft.state, redraft.round) if redraft else "",
        "form": form,
        "form_action": reverse("drafts:drafts", args=[event.slug]),
        "tabs": [
            {"label": str(division), "url": drafts_url(division), "current": division == home}
            for division in divisions_of(event)
            if event.divisions.count() > 1
        ],
    }
    return render(request, "drafts/drafts.html", context | extra | drafting_refused, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNotice:
    """A required announcement of a draft."""

    code: str
    text: str
    when: str
    rule: str
    announced: str
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """One draft in the list of drafts.

    `row`: the draft. `kinds`: pods as text. `again`: pairs of a redraft that met before. `names`: seats sorted
    by name. `times`: pick times as text, if they shrink. `uneven`: values and labels of the unequal pods to
    choose from, if the checked-in players do not fill equal pods. `odd_players`: from whom a judge chooses the
    odd player of a Solomon field. `odd`: the steps of the player without a pair, or None.
    """

    row: Draft
    name: str
    about: Sequence[str]
    kinds: Sequence[str]
    problems: Sequence[tuple[str, Problem]]
    notices: Sequence[DraftNotice]
    pods: Sequence[PodRow]
    begun: bool
    round: int
    ways: Sequence[tuple[str, Promise]]
    again: Sequence[str]
    times: str
    in_pods: bool
    pairs: bool
    uneven: Sequence[tuple[str, str]]
    odd_players: Sequence[Entry]
    odd: OddPart | None
    names: Sequence[SeatRow]


def _list_row_of_draft(request: HomeRequest, draft: Draft) -> DraftRow:
    """Build the row of one draft. The public sees children by first name and initial, and no format problems."""
    can = request.can
    public, begun = not can["view"], bool(draft.seats) and has_draft_begun(draft)
    plan = queries.plan_of(draft)
    pods = pods_with_seats(draft, public=public)
    problems = list(plan.problems)
    if not public:
        problems += booster_format_problems(draft.division.tournament, plan.setup.boosters)
    pairs = [pods[number - 1].seats for number in queries.repeated_pairs(draft) if number <= len(pods)]
    return DraftRow(
        row=draft,
        name=subtype_name(draft.subtype),
        about=words.draft_summary_lines(plan.setup, draft.reason),
        kinds=[words.draft_tables_text(draft.subtype, table.pods, table.size) for table in plan.tables]
        if draft.subtype != "sealed"
        else [],
        problems=[(words.setup_problem_text(problem), problem) for problem in problems],
        notices=[
            DraftNotice(
                code=notice_row.notice.code,
                text=words.notice_text(notice_row.notice, plan.setup),
                when=words.notice_due_text(notice_row.notice, plan.setup),
                rule=notice_row.notice.rule,
                announced=event_draft_words.announced_text(notice_row.at, late=notice_row.late)
                if notice_row.at
                else "",
                late=notice_row.late,
            )
            for notice_row in queries.notice_rows(draft, plan.notices)
        ],
        pods=pods,
        begun=begun,
        uneven=[
            (size_text, text_labeled_with_part(_("Assign the seats"), pod_words.uneven_pods_text(sizes)))
            for sizes in (queries.uneven_pods(draft) if can["rule"] and not begun else ())
            if (size_text := pod_words.pod_sizes_text(sizes))
        ],
        odd_players=queries.odd_players(draft) if can["rule"] and not begun else [],
        odd=odd_part(request, draft, timezone.now()) if draft.bye_id is not None else None,
        round=round_of_draft(draft),
        ways=Draft.Way.choices,
        again=[
            _("%(one)s and %(other)s") % {"one": player.name, "other": opponent.name}
            for player, opponent in pairs
        ],
        times=pick_times_text(plan.setup, draft.pick_seconds),
        in_pods=draft.subtype in queries.IN_PODS,
        pairs=draft.subtype == "solomon",
        names=seats_by_name(pods, odd=odd_seat(draft, public=public)),
    )
