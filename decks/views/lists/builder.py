"""Build a deck card by card, with a verdict beside it. The list exists only on the page; nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from cards.engine.card_names import split_copies_and_name
from cards.engine.cards import is_complete
from cards.queries import catalogue
from core.requests import StadiumRequest
from core.responses import render_page
from decks.forms.deck_check import CheckForm, valid_answers
from decks.queries.lists import list_edits
from decks.views.lists.deck_check import deck_form_response_status
from decks.views.lists.unstored_lists import (
    JudgedList,
    exceeds_deck_check_limit,
    judge_build,
    query_string_of_list,
    requested_deck_form,
    short_deck_day_and_format_text,
)
from decks.views.lists.verdict_rows import DisplayedList
from decks.words.copy_words import back_choices, language_choices

MAX_NAME_LENGTH = 80


@dataclass(frozen=True)
class BuilderPage:
    """The page of a deck that is being built.

    - `offers`: the cards found by the search `find`.
    - `added`: whether the request added a card.
    - `size`: the required deck size, or None without a valid event.
    - `found`, `sheet`, `in_brief`, `query`, `page_url` and `hints`: as in `DeckCheckPage`.
    - `languages`, `backs`: choices for the marks of copies.
    """

    form: CheckForm
    find: str
    offers: Sequence[object]
    added: bool
    size: int | None
    found: JudgedList | None = None
    sheet: DisplayedList | None = None
    in_brief: str = ""
    query: str = ""
    page_url: str = ""
    languages: Sequence[tuple[str, str]] = ()
    backs: Sequence[tuple[str, str]] = ()
    hints: Sequence[object] = ()


@require_http_methods(["GET", "HEAD", "POST"])
def builder_page(request: StadiumRequest) -> HttpResponse:
    """Show the deck builder.

    A request may search cards (`find`); a POST may also add a card or change a quantity (`do`).
    """
    action, sent_form = request.POST.get("do", ""), requested_deck_form(request)
    if exceeds_deck_check_limit(request, sent_form, "deck_builder"):
        return render(request, "429.html", status=429)
    filled_form = (
        sent_form if sent_form.is_bound else CheckForm({**CheckForm.defaults(), **valid_answers(request.GET)})
    )
    form, judgement = judge_build(filled_form, action)
    search_text, offers = "", []
    if not action.startswith("add:"):
        sent_values = request.POST if request.method == "POST" else request.GET
        search_text = sent_values.get("find", "")[:MAX_NAME_LENGTH].replace("\0", "").strip()
    # A search needs a name of at least two characters.
    if len(split_copies_and_name(search_text)[1]) > 1 and not form.errors:
        event_context = form.context(complete=is_complete(catalogue.current_catalogue()))
        offers = list_edits.offered_cards(
            search_text, event_context, language=get_language() or "en", copies=1
        )
    page = BuilderPage(
        form,
        find=search_text,
        offers=offers,
        added=action.startswith("add:"),
        size=None if form.errors else form.rules.cards,
    )
    if judgement:
        query = query_string_of_list(form, judgement)
        page = replace(
            page,
            found=judgement,
            sheet=judgement.sheet,
            in_brief=short_deck_day_and_format_text(form),
            query=query,
            page_url=f"{request.path}?{query}" if query else "",
            languages=language_choices(judgement.context),
            backs=back_choices(),
            hints=judgement.hints if form.cleaned_data["hints"] else (),
        )
    status = deck_form_response_status(request, faulty=bool(form.errors))
    return render_page(request, "decks/builder.html", page, status=status)
