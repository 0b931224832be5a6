"""Staff pages for the pools of a draft: missing pools, discrepancies, entry for a player, sheets and files."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import pdf_response
from core.models import JournalEvent
from core.requests import StaffRequest
from core.responses import chosen_paper, render_page
from decks.documents.pool_files import FILES, all_pools_csv, all_pools_xlsx
from decks.documents.pool_sheets import PoolRegistrationSheet, PoolSheet
from decks.engine import pools as engine
from decks.forms import pools as forms
from decks.models import Draft, PoolVersion
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import booster_codes, fills_pools, supplied_energies
from decks.queries.pools import pools as queries
from decks.queries.pools.pool_sheets import pool_pages
from decks.services import pools
from decks.views.pools import pool_entry
from decks.words import pool_words as words
from decks.words.limited_words import expansion_name, subtype_name
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A seat with the state of its pool."""

    row: queries.PoolRow
    chip: tuple[object, ...]


@require_safe
@event_page("view")
def pools_page(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show every seat with its pool, filtered by state."""
    draft_row = _draft_or_404(event, draft)
    rows = queries.pool_rows(draft_row)
    counts_by_state = queries.count_pools_by_state(rows)
    filter_name = request.GET.get("show", "")
    state_filter = filter_name if filter_name in queries.STATES else ""
    visible = [seat for seat in rows if seat.state == state_filter] if state_filter else rows
    listed_entries = {seat.entry for seat in rows}
    by_pod: dict[int, list[PoolLine]] = {}
    for seat in visible:
        chip = words.pool_state_text(seat.state, verified=bool(seat.verified))
        by_pod.setdefault(seat.pod, []).append(PoolLine(seat, chip))
    context = {
        "page": "drafts",
        "slug": event.slug,
        "row": draft_row,
        "name": subtype_name(draft_row.subtype),
        "pods": [{"number": number, "rows": seats} for number, seats in by_pod.items()],
        "in_one": len(draft_row.seats) < 2,
        "show": state_filter,
        "chips": [
            {
                "label": words.STATES[state][1],
                "state": words.STATES[state][0],
                "count": counts_by_state[state],
                "href": f"?show={state}",
                "current": state == state_filter,
            }
            for state in queries.STATES
            if counts_by_state[state] or state == state_filter
        ],
        "done": counts_by_state["done"],
        "picking": counts_by_state["picking"],
        "total": sum(counts_by_state.values()),
        "wanted": queries.expected_pool_size(draft_row),
        "checks": Draft.PoolCheck.choices,
        "settled": any(seat.number for seat in rows),
        "late": [
            {"url": reverse("decks:pool", args=[event.slug, draft_row.pk, entry.pk]), "name": str(entry)}
            for entry in queries.late_players_without_seat(draft_row)
            if entry.pk not in listed_entries
        ],
    }
    return render(request, "decks/pools/pools.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def pool_page(request: StaffRequest, event: Tournament, draft: int, entry: int) -> HttpResponse:
    """Show one pool with all its versions; a POST enters another version or verifies the shown one (`do`)."""
    draft_row = _draft_or_404(event, draft)
    opener = get_object_or_404(event.entries.select_related("player"), pk=entry)
    if not queries.pod_entries(draft_row, opener.pk) and not _is_late_player(draft_row, opener):
        raise Http404
    if request.method != "POST":
        return _render_pool_page(request, draft_row, opener)
    by, seen = request.user, pool_entry.seen_version(request)
    if request.POST.get("do") == "settle":
        pools.verify_pool_as_staff(draft_row, opener, by=by, seen=seen)
        return _redirect_to_pool(request, draft_row, opener, _("Verified by staff."))
    counts, fault, version = pool_entry.run_count_action(
        request,
        draft_row,
        lambda cards: pools.register_pool(
            draft_row, opener, cards, by=by, by_player=False, seen=seen, note=request.POST.get("note", "")
        ),
    )
    if version is None:
        return _render_pool_page(request, draft_row, opener, counts=counts, fault=fault)
    message = _("The pool of %(name)s is saved, version %(number)s. It counts as verified.")
    return _redirect_to_pool(request, draft_row, opener, message % {"name": opener, "number": version.number})


@require_POST
@event_page("run")
def change_pool_check(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Set who verifies pools."""
    draft_row = _draft_or_404(event, draft)
    pools.set_pool_check(draft_row, request.POST.get("pool_check", ""), by=request.user)
    messages.success(request, _("Saved."), extra_tags=_pool_undo_tag(draft_row, ("PoolCheckChanged",)))
    return redirect("decks:pools", event.slug, draft_row.pk)


@require_safe
@event_page("view")
def print_registration_sheets(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Print a registration sheet for every seat: the checklist of the packs, with boxes to fill in by hand."""
    draft_row = _draft_or_404(event, draft)
    about = ", ".join(expansion_name(code) for code in booster_codes(draft_row))
    sheet = PoolRegistrationSheet(
        sheet_head(event),
        queries.pool_rows(draft_row),
        forms.pool_checklist(draft_row),
        about=about,
        wanted=queries.expected_pool_size(draft_row),
        check=draft_row.pool_check,
        energies=supplied_energies(draft_row),
        paper=chosen_paper(request, event.country),
    )
    return pdf_response(sheet.render(), f"{event.slug}-pool-registration-{draft_row.number}")


@require_safe
@event_page("view")
def print_pools(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Print every registered pool with the deck built from it, one page each, or only the pool of `entry`."""
    draft_row = _draft_or_404(event, draft)
    entry_key = forms.typed_count(request.GET.get("entry"), 2**31) or None
    sheet = PoolSheet(
        sheet_head(event), pool_pages(draft_row, entry_key), paper=chosen_paper(request, event.country)
    )
    return pdf_response(sheet.render(), f"{event.slug}-pools-{draft_row.number}")


@require_safe
@event_page("view")
def export_all_pools(request: StaffRequest, event: Tournament, draft: int, kind: str) -> HttpResponse:
    """Download all pools of a draft as CSV or as a spreadsheet."""
    draft_row = _draft_or_404(event, draft)
    if kind not in ("csv", "xlsx"):
        raise Http404
    rows = queries.pool_rows(draft_row)
    data = all_pools_csv(rows) if kind == "csv" else all_pools_xlsx(rows, sheet_head(event))
    name = f"{event.slug}-pools-{draft_row.number}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type=FILES[kind], headers=headers)


def _is_late_player(draft: Draft, entry: Entry) -> bool:
    """Return whether a player without a seat has a pool, or may get one."""
    return queries.pool_opened_by(draft, entry.pk) is not None or entry in queries.late_players_without_seat(
        draft
    )


def _draft_or_404(event: Tournament, pk: int) -> Draft:
    rows = Draft.objects.select_related("division__tournament")
    return get_object_or_404(rows, pk=pk, division__tournament=event)


def _pool_undo_tag(draft: Draft, kinds: tuple[str, ...], **facts: object) -> str:
    """Return the message tag that offers to undo the latest journal line of these kinds, or ""."""
    lookups = {f"facts__{name}": value for name, value in {"draft": draft.pk, **facts}.items()}
    lines = JournalEvent.objects.filter(division=draft.division, kind__in=kinds, undoes=None, **lookups)
    line = lines.order_by("-pk").first()
    name = "pairings:undo" if "PoolCheckChanged" in kinds else "pairings:floor_undo"
    return f"undo={reverse(name, args=[draft.division.tournament.slug, line.pk])}" if line else ""


def _redirect_to_pool(request: HttpRequest, draft: Draft, opener: Entry, message: str) -> HttpResponse:
    """Show a message that offers to undo the step, and redirect to the page of the pool."""
    undo = _pool_undo_tag(draft, ("PoolEntered", "LatePoolEntered", "PoolSettled"), entry=opener.pk)
    messages.success(request, message, extra_tags=undo)
    return redirect("decks:pool", draft.division.tournament.slug, draft.pk, opener.pk)


@dataclass(frozen=True, kw_only=True)
class PoolPage:
    """The page of one pool with its versions.

    `player`: the key of the entry that plays with it. `wanted`: the expected number of cards. `longest`: the
    maximum length of a note.
    """

    page: str
    slug: str
    row: Draft
    opener: Entry
    pool: queries.PoolRow
    chip: tuple[object, ...]
    version: PoolVersion | None
    versions: Sequence[object]
    cards: object
    wanted: int | None
    editing: bool
    picking: bool
    longest: int
    player: int


@dataclass(frozen=True, kw_only=True)
class StaffEntryPart:
    """The form in which staff enter a version.

    `fresh`: whether it has not been submitted yet. `note_needed`: a reason is required. `is_late`: the player
    has no seat, so the note must list the opened packs.
    """

    action: str
    fresh: bool
    note_needed: bool
    note: str
    is_late: bool
    by_staff: bool = True


def _render_pool_page(
    request: HttpRequest,
    draft: Draft,
    opener: Entry,
    *,
    counts: forms.PoolCounts | None = None,
    fault: str = "",
) -> HttpResponse:
    """Render the page of one pool, with the form if it is being entered. `fault`: why saving was refused."""
    event = draft.division.tournament
    pool_opened = queries.pool_opened_by(draft, opener.pk)
    version = pool_opened.counts if pool_opened else None
    versions = []
    if pool_opened:
        related = pool_opened.versions.select_related("verified_by__player", "verified_staff")
        versions = [
            {
                "row": registration,
                "total": engine.count_cards(queries.version_cards(registration)),
                "verified": queries.verified_by(registration),
            }
            for registration in related.order_by("-number")
        ]
    is_late = not queries.pod_entries(draft, opener.pk)
    rows = queries.pool_rows(draft, late=opener if is_late else None)
    pool_row = next(seat for seat in rows if seat.entry == opener.pk)
    is_picking = pool_row.state == "picking"
    is_editing = counts is not None or (version is None and not is_picking) or "edit" in request.GET
    page = PoolPage(
        page="drafts",
        slug=event.slug,
        row=draft,
        opener=opener,
        pool=pool_row,
        chip=words.pool_state_text(pool_row.state, verified=bool(pool_row.verified)),
        version=version,
        versions=versions,
        cards=pool_entry.card_groups(draft, version),
        wanted=queries.expected_pool_size(draft),
        editing=is_editing,
        picking=is_picking,
        longest=MAX_REASON_LENGTH,
        player=pool_opened.entry_id if pool_opened else opener.pk,
    )
    if not is_editing:
        return render_page(request, "decks/pools/pool.html", page)
    initial = counts or pool_entry.initial_counts(draft, version)
    entry = pool_entry.pool_entry_context(
        draft, initial, version, typed=forms.typed_card_number(request.POST), fault=fault
    )
    entry_by_staff = StaffEntryPart(
        action=reverse("decks:pool", args=[event.slug, draft.pk, opener.pk]),
        fresh=counts is None,
        note_needed=fills_pools(draft) or is_late,
        note=request.POST.get("note", version.note if version and is_late else "")[:MAX_REASON_LENGTH],
        is_late=is_late,
    )
    return render(request, "decks/pools/pool.html", vars(page) | vars(entry) | vars(entry_by_staff))
