"""A deck built card by card beside its verdict. The list stays in the page; nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from cards.engine.cards import is_complete
from cards.engine.typed import copies_and_name
from cards.queries import catalogue
from decks.forms.check import CheckForm, valid_answers
from decks.queries.lists import list_edits
from decks.views.lists.deck_check import status_of
from decks.views.lists.judging import built, in_brief, is_too_often, link, requested_form
from decks.words.copy_words import back_choices, language_choices

LONGEST_NAME = 80


@require_http_methods(["GET", "HEAD", "POST"])
def builder(request: HttpRequest) -> HttpResponse:
    """The page; a POST searches cards (`find`), adds one or changes a quantity (`do`)."""
    do, sent_form = request.POST.get("do", ""), requested_form(request)
    if is_too_often(request, sent_form, "deck_builder"):
        return render(request, "429.html", status=429)
    filled = (
        sent_form if sent_form.is_bound else CheckForm({**CheckForm.usual(), **valid_answers(request.GET)})
    )
    form, judgement = built(filled, do)
    find, offers = "", []
    if not do.startswith("add:"):
        sent = request.POST if request.method == "POST" else request.GET
        find = sent.get("find", "")[:LONGEST_NAME].replace("\0", "").strip()
    if len(copies_and_name(find)[1]) > 1 and not form.errors:
        event = form.context(complete=is_complete(catalogue.current()))
        offers = list_edits.offered(find, event, language=get_language() or "en", copies=1)
    context: dict[str, object] = {
        "form": form,
        "find": find,
        "offers": offers,
        "added": do.startswith("add:"),
    }
    if judgement:
        context |= {
            "found": judgement,
            "sheet": judgement.sheet,
            "in_brief": in_brief(form),
            "query": link(form, judgement),
        }
        context |= {"languages": language_choices(judgement.context), "backs": back_choices()}
        context["hints"] = judgement.hints if form.cleaned_data["hints"] else []
        context["page_url"] = f"{request.path}?{context['query']}" if context["query"] else ""
    if not form.errors:
        context["size"] = form.rules.cards
    return render(request, "decks/builder.html", context, status=status_of(request, faulty=bool(form.errors)))
