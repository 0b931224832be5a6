"""The public pages of formats and of legal reprints."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.documents.reprints import reprints_spreadsheet
from cards.engine.formats import CARD_FORMATS
from cards.forms.formats import FormatDayForm, ReprintsForm
from cards.queries import catalogue
from cards.queries.formats import formats_on, is_partial_catalogue, upcoming_format_changes
from cards.queries.legal_reprints import Reprints, reprints_on
from cards.tables.reprints import ReprintsTable
from cards.views.cards import typed_search_text
from core.documents.downloads import spreadsheet_response


@require_safe
def formats_page(request: HttpRequest) -> HttpResponse:
    """Show each format on a day, by default today."""
    today = timezone.localdate()
    form = FormatDayForm(request.GET) if "date" in request.GET else FormatDayForm(initial={"date": today})
    day = form.cleaned_data["date"] if form.is_bound and form.is_valid() else today
    formats = formats_on(day)
    context = {
        "form": form,
        "day": day,
        "formats": formats,
        "coming": [
            {"change": change, "formats": [_(name) for name in names]}
            for change, names in upcoming_format_changes(formats)
        ],
        "partial": is_partial_catalogue(catalogue.current_catalogue()),
    }
    return render(request, "cards/formats.html", context)


@require_safe
def reprints_page(request: HttpRequest) -> HttpResponse:
    """Show the older printings that are legal in a format on a day (1.4 of the 2017 rules).

    By default, the format is Standard and the day is today.
    """
    form, reprints = _requested_reprints(request)
    context = {
        "form": form,
        "day": reprints.day,
        "format": _(CARD_FORMATS[reprints.card_format]),
        "text": typed_search_text(request),
        "found": reprints,
        "table": ReprintsTable(reprints.rows) if reprints.rows else None,
        "query": f"?{request.GET.urlencode()}" if request.GET else "",
        "partial": is_partial_catalogue(catalogue.current_catalogue()),
    }
    return render(request, "cards/reprints.html", context)


@require_safe
def export_reprints(request: HttpRequest, kind: str) -> HttpResponse:
    """Export the list of reprints as CSV or XLSX."""
    _form, reprints = _requested_reprints(request)
    name = f"reprints-{reprints.card_format}-{reprints.day}"
    return spreadsheet_response(reprints_spreadsheet(reprints, kind), name, kind)


def _requested_reprints(request: HttpRequest) -> tuple[ReprintsForm, Reprints]:
    """Return the bound form and the requested reprints.

    A missing field defaults to Standard or today. If any field is invalid, the reprints are those of Standard
    today.
    """
    day, card_format = timezone.localdate(), "standard"
    form = ReprintsForm({"date": day.isoformat(), "format": card_format, **request.GET.dict()})
    if form.is_valid():
        day, card_format = form.cleaned_data["date"], form.cleaned_data["format"]
    language = get_language() or "en"
    return form, reprints_on(day, card_format, text=typed_search_text(request), language=language)
