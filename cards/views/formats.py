"""What is legal today, and from when. Public."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.forms.formats import DayForm
from cards.queries import catalogue
from cards.queries.formats import coming_up, formats_on, is_partial


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
