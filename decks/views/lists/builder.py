"""Build a deck card by card beside its verdict. The list exists only in the page; nothing is stored."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from cards.engine.card_names import copies_and_name
from cards.engine.cards import is_complete
from cards.queries import catalogue
from core.requests import StadiumRequest
from decks.forms.deck_check import CheckForm, valid_answers
from decks.queries.lists import list_edits
from decks.views.lists.deck_check import status_of
from decks.views.lists.unstored_lists import (
    is_too_often,
    judged_build,
    query_string,
    requested_form,
    short_event_text,
)
from decks.words.copy_words import back_choices, language_choices

LONGEST_NAME = 80


@require_http_methods(["GET", "HEAD", "POST"])
def builder(request: StadiumRequest) -> HttpResponse:
    """Show the page; a POST searches cards (field `find`), or adds a card or changes a quantity (field `do`)."""
    action, sent_form = request.POST.get("do", ""), requested_form(request)
    if is_too_often(request, sent_form, "deck_builder"):
        return render(request, "429.html", status=429)
    filled_form = (
        sent_form if sent_form.is_bound else CheckForm({**CheckForm.defaults(), **valid_answers(request.GET)})
    )
    form, judgement = judged_build(filled_form, action)
    search_text, offers = "", []
    if not action.startswith("add:"):
        sent_values = request.POST if request.method == "POST" else request.GET
        search_text = sent_values.get("find", "")[:LONGEST_NAME].replace("\0", "").strip()
    if len(copies_and_name(search_text)[1]) > 1 and not form.errors:
        event_context = form.context(complete=is_complete(catalogue.current()))
        offers = list_edits.offered_cards(
            search_text, event_context, language=get_language() or "en", copies=1
        )
    context: dict[str, object] = {
        "form": form,
        "find": search_text,
        "offers": offers,
        "added": action.startswith("add:"),
    }
    if judgement:
        context |= {
            "found": judgement,
            "sheet": judgement.sheet,
            "in_brief": short_event_text(form),
            "query": query_string(form, judgement),
        }
        context |= {"languages": language_choices(judgement.context), "backs": back_choices()}
        context["hints"] = judgement.hints if form.cleaned_data["hints"] else []
        context["page_url"] = f"{request.path}?{context['query']}" if context["query"] else ""
    if not form.errors:
        context["size"] = form.rules.cards
    return render(request, "decks/builder.html", context, status=status_of(request, faulty=bool(form.errors)))
