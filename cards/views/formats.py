"""What is legal today, and from when. Public."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.engine.formats import CARD_FORMATS
from cards.forms.formats import DayForm, ReprintsForm
from cards.queries import catalogue
from cards.queries.formats import coming_up, formats_on, is_partial
from cards.queries.legal_reprints import reprints_on
from cards.tables.reprints import ReprintsTable
from cards.views.cards import search_text


@require_safe
def formats(request: HttpRequest) -> HttpResponse:
    """Each format on a day, today by default."""
    today = timezone.localdate()
    form = DayForm(request.GET) if "date" in request.GET else DayForm(initial={"date": today})
    day = form.cleaned_data["date"] if form.is_bound and form.is_valid() else today
    formats = formats_on(day)
    context = {
        "form": form,
        "day": day,
        "formats": formats,
        "coming": [
            {"change": change, "formats": [_(name) for name in names]} for change, names in coming_up(formats)
        ],
        "partial": is_partial(catalogue.current()),
    }
    return render(request, "cards/formats.html", context)


@require_safe
def reprints(request: HttpRequest) -> HttpResponse:
    """The older printings that are legal in a format on a day, Standard today by default (1.4 of 2017)."""
    answers = {"date": timezone.localdate().isoformat(), "format": "standard", **request.GET.dict()}
    form = ReprintsForm(answers)
    day, card_format = timezone.localdate(), "standard"
    if form.is_valid():
        day, card_format = form.cleaned_data["date"], form.cleaned_data["format"]
    text = search_text(request)
    listed = reprints_on(day, card_format, text=text, language=get_language() or "en")
    context = {
        "form": form,
        "day": day,
        "format": _(CARD_FORMATS[card_format]),
        "text": text,
        "found": listed,
        "table": ReprintsTable(listed.rows) if listed.rows else None,
        "partial": is_partial(catalogue.current()),
    }
    return render(request, "cards/reprints.html", context)
