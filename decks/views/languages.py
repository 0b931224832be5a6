"""Which languages may I play in this country? For anyone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from decks import language_sentences
from decks.forms.languages import LanguagesForm


@require_safe
def languages(request: HttpRequest) -> HttpResponse:
    """The answer in sentences where a country is chosen; the whole table below."""
    form = LanguagesForm(request.GET) if "country" in request.GET else LanguagesForm()
    told = language_sentences.answer(**form.cleaned_data) if form.is_bound and form.is_valid() else []
    context = {"form": form, "told": told, "table": language_sentences.table()}
    return render(request, "decks/languages.html", context)
