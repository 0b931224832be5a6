"""The pools of a draft for staff: missing ones, discrepancies, entering for a player, sheets and files."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.models import JournalEvent
from decks.documents.deck_sheet import sheet_head
from decks.documents.pool_files import FILES, all_csv, all_xlsx
from decks.documents.pool_sheets import PoolSheet, RegistrationSheet
from decks.engine import pools as engine
from decks.forms import pools as forms
from decks.models import Draft, Pool
from decks.models.drafts import LONGEST_REASON
from decks.queries.drafts import fills_pools
from decks.queries.pools import pools as queries
from decks.queries.pools.pool_sheets import pool_pages
from decks.services import pools
from decks.views.lists.printing import paper_of, pdf
from decks.views.pools import pool_entry
from decks.words import pool_words as words
from decks.words.limited_words import expansion_name, subtype_name
from tournaments.access import event_page, signed_in
from tournaments.models import Entry, Tournament


@require_safe
@event_page("view")
def page(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every seat with its pool, filtered by state."""
    row = _draft(event, draft)
    rows = queries.pool_rows(row)
    counted = queries.counts(rows)
    filter_name = request.GET.get("show", "")
    show = filter_name if filter_name in queries.STATES else ""
    visible = [seat for seat in rows if seat.state == show] if show else rows
    context = {
        "page": "drafts",
        "slug": event.slug,
        "row": row,
        "name": subtype_name(row.subtype),
        "pods": _by_pod(visible),
        "in_one": len(row.seats) < 2,
        "show": show,
        "chips": [
            {
                "label": words.STATES[state][1],
                "state": words.STATES[state][0],
                "count": counted[state],
                "href": f"?show={state}",
                "current": state == show,
            }
            for state in queries.STATES
            if counted[state] or state == show
        ],
        "done": counted["done"],
        "picking": counted["picking"],
        "total": sum(counted.values()),
        "wanted": queries.expected(row),
        "checks": Draft.PoolCheck.choices,
        "settled": any(seat.number for seat in rows),
    }
    return render(request, "decks/pools/pools.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def pool(request: HttpRequest, event: Tournament, draft: int, entry: int) -> HttpResponse:
    """One pool with all its versions; a POST enters another version, or verifies this one (`do`)."""
    row = _draft(event, draft)
    opener = get_object_or_404(event.entries.select_related("player"), pk=entry)
    if not queries.pod_of(row, opener.pk):
        raise Http404
    if request.method != "POST":
        return _page(request, row, opener)
    by, seen = signed_in(request), pool_entry.seen(request)
    if request.POST.get("do") == "settle":
        pools.settle(row, opener, by=by, seen=seen)
        return _done(request, row, opener, _("Verified by staff."))
    counts, fault, version = pool_entry.sent(
        request,
        row,
        lambda cards: pools.register(
            row, opener, cards, by=by, by_player=False, seen=seen, note=request.POST.get("note", "")
        ),
    )
    if version is None:
        return _page(request, row, opener, counts=counts, fault=fault)
    message = _("The pool of %(name)s is saved, version %(number)s. It counts as verified.")
    return _done(request, row, opener, message % {"name": opener, "number": version.number})


@require_POST
@event_page("run")
def check(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Set who verifies pools."""
    row = _draft(event, draft)
    pools.set_check(row, request.POST.get("pool_check", ""), by=signed_in(request))
    messages.success(request, _("Saved."), extra_tags=_undo(row, ("PoolCheckChanged",)))
    return redirect("decks:pools", event.slug, row.pk)


@require_safe
@event_page("view")
def sheets(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """A registration sheet for every seat: the checklist of the packs, with boxes to fill in by hand."""
    row = _draft(event, draft)
    about = ", ".join(expansion_name(code) for code in queries.boosters(row))
    sheet = RegistrationSheet(
        sheet_head(event),
        queries.pool_rows(row),
        forms.checklist(row),
        about=about,
        wanted=queries.expected(row),
        check=row.pool_check,
        paper=paper_of(request, event),
    )
    return pdf(sheet.render(), f"{event.slug}-pool-registration-{row.number}")


@require_safe
@event_page("view")
def prints(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every registered pool with the deck built from it, one page each; only one player's with `entry`."""
    row = _draft(event, draft)
    only = forms.number(request.GET.get("entry"), 2**31) or None
    sheet = PoolSheet(sheet_head(event), pool_pages(row, only), paper=paper_of(request, event))
    return pdf(sheet.render(), f"{event.slug}-pools-{row.number}")


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, draft: int, kind: str) -> HttpResponse:
    """All pools of a draft as CSV or spreadsheet."""
    row = _draft(event, draft)
    if kind not in ("csv", "xlsx"):
        raise Http404
    rows = queries.pool_rows(row)
    data = all_csv(rows) if kind == "csv" else all_xlsx(rows, sheet_head(event))
    name = f"{event.slug}-pools-{row.number}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type=FILES[kind], headers=headers)


def _draft(event: Tournament, pk: int) -> Draft:
    rows = Draft.objects.select_related("division__tournament")
    return get_object_or_404(rows, pk=pk, division__tournament=event)


def _by_pod(rows: list[queries.PoolRow]) -> list[dict[str, Any]]:
    by_pod: dict[int, list[dict[str, Any]]] = {}
    for seat in rows:
        chip = words.state_text(seat.state, verified=bool(seat.verified))
        by_pod.setdefault(seat.pod, []).append({"row": seat, "chip": chip})
    return [{"number": number, "rows": by_pod[number]} for number in by_pod]


def _undo(row: Draft, kinds: tuple[str, ...], **facts: object) -> str:
    """The message tag for undoing the latest of these steps."""
    wanted = {f"facts__{name}": value for name, value in {"draft": row.pk, **facts}.items()}
    lines = JournalEvent.objects.filter(division=row.division, kind__in=kinds, undoes=None, **wanted)
    line = lines.order_by("-pk").first()
    name = "pairings:undo" if "PoolCheckChanged" in kinds else "pairings:floor_undo"
    return f"undo={reverse(name, args=[row.division.tournament.slug, line.pk])}" if line else ""


def _done(request: HttpRequest, row: Draft, opener: Entry, message: str) -> HttpResponse:
    undo = _undo(row, ("PoolEntered", "PoolSettled"), entry=opener.pk)
    messages.success(request, message, extra_tags=undo)
    return redirect("decks:pool", row.division.tournament.slug, row.pk, opener.pk)


def _page(
    request: HttpRequest, row: Draft, opener: Entry, *, counts: forms.Counted | None = None, fault: str = ""
) -> HttpResponse:
    event = row.division.tournament
    of = queries.pool_opened_by(row, opener.pk)
    version = of.counts if of else None
    pool_row = next(seat for seat in queries.pool_rows(row) if seat.entry == opener.pk)
    picking = pool_row.state == "picking"
    editing = counts is not None or (version is None and not picking) or "edit" in request.GET
    context: dict[str, Any] = {
        "page": "drafts",
        "slug": event.slug,
        "row": row,
        "opener": opener,
        "pool": pool_row,
        "chip": words.state_text(pool_row.state, verified=bool(pool_row.verified)),
        "version": version,
        "versions": _versions(of),
        "cards": pool_entry.listed(queries.cards_of(version), row),
        "wanted": queries.expected(row),
        "editing": editing,
        "picking": picking,
        "longest": LONGEST_REASON,
        "player": of.entry_id if of else opener.pk,
    }
    if editing:
        start = counts or pool_entry.first(row, version)
        context |= pool_entry.context(
            row, start, version, typed=forms.typed_number(request.POST), fault=fault
        )
        context |= {
            "action": reverse("decks:pool", args=[event.slug, row.pk, opener.pk]),
            "fresh": counts is None,
            "by_staff": True,
            "note_needed": fills_pools(row),
            "note": request.POST.get("note", "")[:LONGEST_REASON],
        }
    return render(request, "decks/pools/pool.html", context)


def _versions(of: Pool | None) -> list[dict[str, Any]]:
    """Every registration, latest first."""
    if of is None:
        return []
    rows = of.versions.select_related("verified_by__player", "verified_staff").order_by("-number")
    return [
        {
            "row": registration,
            "total": engine.total(queries.cards_of(registration)),
            "verified": queries.verified_by(registration),
        }
        for registration in rows
    ]
