"""A deck built card by card beside its verdict. The list stays in the page; nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from cards.engine.cards import is_complete
from cards.engine.typed import copies_and_name
from cards.queries import catalogue
from decks.forms.check import CheckForm, known
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
    form, found = built(_filled(request, sent_form), do)
    find = "" if do.startswith("add:") else _looked_for(request)
    context: dict[str, object] = {
        "form": form,
        "find": find,
        "offers": _offers(form, find),
        "added": do.startswith("add:"),
    }
    if found:
        context |= {
            "found": found,
            "sheet": found.sheet,
            "in_brief": in_brief(form),
            "query": link(form, found),
        }
        context |= {"languages": language_choices(found.context), "backs": back_choices()}
        context["hints"] = found.hints if form.cleaned_data["hints"] else []
        context["page_url"] = f"{request.path}?{context['query']}" if context["query"] else ""
    if not form.errors:
        context["size"] = form.rules.cards
    return render(request, "decks/builder.html", context, status=status_of(request, faulty=bool(form.errors)))


def _filled(request: HttpRequest, form: CheckForm) -> CheckForm:
    return form if form.is_bound else CheckForm({**CheckForm.usual(), **known(request.GET)})


def _looked_for(request: HttpRequest) -> str:
    given = request.POST if request.method == "POST" else request.GET
    return given.get("find", "")[:LONGEST_NAME].replace("\0", "").strip()


def _offers(form: CheckForm, find: str) -> list[list_edits.Offered]:
    """Cards whose name contains the text, with the copies it starts with: "4 Ultra" offers four."""
    if len(copies_and_name(find)[1]) < 2 or form.errors:
        return []
    context = form.context(complete=is_complete(catalogue.current()))
    return list_edits.offered(find, context, language=get_language() or "en", copies=1)
