"""The public page of allowed languages by country."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from decks.forms.languages import LanguagesForm
from decks.words import language_words


@require_safe
def languages_page(request: HttpRequest) -> HttpResponse:
    """Show the languages allowed in a chosen country, above the table of all countries."""
    form = LanguagesForm(request.GET) if "country" in request.GET else LanguagesForm()
    answers = language_words.language_notes(**form.cleaned_data) if form.is_bound and form.is_valid() else []
    context = {"form": form, "answers": answers, "table": language_words.language_table()}
    return render(request, "decks/languages.html", context)
