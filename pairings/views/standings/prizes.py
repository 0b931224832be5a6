"""Prizes and points by place: who receives what, the table of a list, and files of all awards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import sentences
from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.navigation import Tab
from core.requests import StaffRequest
from core.responses import redirect_with_refusal, render_page
from core.tables.pagination import paginate_table
from pairings.documents.prizes import spreadsheet
from pairings.engine.refusals import PairingRefusal
from pairings.forms.prizes import CopyPrizesForm, PrizeFieldRow, PrizesForm
from pairings.queries.standings import prizes as queries
from pairings.queries.standings.prizes import AwardList, PrizeTable
from pairings.services.standings import prizes as services
from pairings.tables.prizes import AwardTable
from pairings.views import undo_messages
from tournaments.access import event_page, get_division_or_404
from tournaments.labels import division_letter
from tournaments.models import Division, Tournament

PAGE_SIZE = 200


@dataclass(frozen=True, kw_only=True)
class PrizesPage:
    """Context of the awards of one list.

    - `chosen`: the displayed list, with `awards` and the sums of their points and packs.
    - `tabs`: links to all lists with their numbers of prize rows.
    - `any`: whether any list of the event has prizes.
    """

    page: str
    chosen: PrizeTable
    awards: AwardList
    table: AwardTable
    tabs: Sequence[Tab]
    any: bool
    edit_url: str
    sheet_url: str


@require_safe
@event_page("view")
def prizes_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show who receives what in the list of `?list=`, by the current standings."""
    tables = queries.prize_tables(event)
    chosen = queries.table_by_key(tables, request.GET.get("list"))
    (awards,) = queries.awards_of_tables(event, [chosen])
    award_table = AwardTable(awards.awards)
    paginate_table(request, award_table, rows=PAGE_SIZE)
    sheet_query = {"division": chosen.division.pk, "age_division": chosen.age_division}
    page = PrizesPage(
        page="prizes",
        chosen=chosen,
        awards=awards,
        table=award_table,
        tabs=[
            Tab(
                label=table.label,
                url=f"?list={table.key}",
                count=len(table.rows),
                current=table == chosen,
                letter=division_letter(table.age_division),
            )
            for table in tables
        ],
        any=any(table.rows for table in tables),
        edit_url=_edit_url(chosen.division, chosen.age_division),
        sheet_url=f"{reverse('pairings:sheet', args=[event.slug, 'prizes'])}?{urlencode(sheet_query)}",
    )
    return render_page(request, "pairings/prizes.html", page)


@dataclass(frozen=True, kw_only=True)
class PrizeTablePage:
    """Context of the table of one list: its form, and the form to copy another table, None if there is none."""

    page: str
    chosen: PrizeTable
    form: PrizesForm
    rows: Iterator[PrizeFieldRow]
    copy: CopyPrizesForm | None
    copy_url: str
    back_url: str


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("organize")
def edit_prizes(request: StaffRequest, event: Tournament, pk: int, age_division: str) -> HttpResponse:
    """Edit the prizes of one list as a table, which is saved as a whole; `version` is that of the displayed table."""
    table = _table_or_404(event, pk, age_division)
    form = PrizesForm(request.POST if request.method == "POST" else None, table.rows)
    if request.method == "POST" and form.is_valid():
        try:
            line = services.save_prizes(
                table.division,
                age_division,
                form.prizes,
                by=request.user,
                seen=form.cleaned_data["version"],
            )
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
            if refused.code == PairingRefusal.PRIZES_CHANGED:
                form.show_version(queries.prize_rows(table.division, age_division))
        else:
            if line is not None:
                count = len(form.prizes)
                sentence = ngettext("Prizes saved: %(n)d row.", "Prizes saved: %(n)d rows.", count) % {
                    "n": count
                }
                undo_messages.add_undo_message(request, sentence, table.division, "PrizesChanged", [line])
            return redirect(_prizes_url(table))
    sources = queries.prize_sources(table)
    page = PrizeTablePage(
        page="prizes",
        chosen=table,
        form=form,
        rows=form.rows(),
        copy=CopyPrizesForm(None, sources) if sources else None,
        copy_url=reverse("pairings:prize_copy", args=[event.slug, pk, age_division]),
        back_url=_prizes_url(table),
    )
    return render_page(request, "pairings/prize_table.html", page, status=422 if form.errors else 200)


@require_POST
@event_page("organize")
def copy_prizes(request: StaffRequest, event: Tournament, pk: int, age_division: str) -> HttpResponse:
    """Replace the prizes of one list by those of another list of this organizer."""
    table = _table_or_404(event, pk, age_division)
    sources = queries.prize_sources(table)
    form = CopyPrizesForm(request.POST, sources)
    if not form.is_valid():
        refused = Refused(PairingRefusal.PRIZES_REMOVED)
        return redirect_with_refusal(request, refused, _edit_url(table.division, age_division))
    source = next(source for source in sources if source.key == form.cleaned_data["source"])
    rows = queries.prize_rows(source.division, source.age_division)
    line = services.save_prizes(table.division, age_division, rows, by=request.user)
    if line is not None:
        undo_messages.add_undo_message(
            request, _("Prizes copied. Check them."), table.division, "PrizesChanged", [line]
        )
    return redirect(_edit_url(table.division, age_division))


@require_safe
@event_page("run")
def export_prizes(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the awards of all lists, with Player IDs, as CSV or XLSX."""
    award_lists = queries.awards_of_tables(event, queries.prize_tables(event))
    file = spreadsheet.awards_spreadsheet(event, award_lists, kind)
    return spreadsheet_response(file, f"{event.slug}-prizes", kind)


def _table_or_404(event: Tournament, pk: int, age_division: str) -> PrizeTable:
    """Return the table of a list of this event, or raise Http404."""
    division = get_division_or_404(event, pk)
    for table in queries.prize_tables(event):
        if table.division == division and table.age_division == age_division:
            return table
    raise Http404


def _edit_url(division: Division, age_division: str) -> str:
    return reverse("pairings:prize_table", args=[division.tournament.slug, division.pk, age_division])


def _prizes_url(table: PrizeTable) -> str:
    return f"{reverse('pairings:prizes', args=[table.division.tournament.slug])}?list={table.key}"
