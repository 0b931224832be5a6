"""Judge lists from a form or URL for the public deck pages, without storing them."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.formats import date_format

from cards.engine.cards import Catalogue, is_complete
from cards.queries import catalogue
from core import limits
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.engine.legality import DeckContext
from decks.engine.legality.hints import deck_hints
from decks.engine.legality.stand_ins import find_stand_ins
from decks.engine.lists import (
    ReadList,
    edits,
    read_list_file,
    read_list_text,
    table_cells_as_lines,
    write_list_text,
)
from decks.engine.lists.files import MAX_FILE_SIZE, uploaded_text
from decks.engine.lists.links import pack_list, unpack_list
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import DeckVerdict, judge_deck_list
from decks.forms.copy_marks import complete_mark_change
from decks.forms.deck_check import CheckForm, valid_answers
from decks.queries.lists import list_edits
from decks.views.lists import verdict_rows
from decks.views.lists.fault_groups import TAKE_OUT
from decks.words.hint_words import hint_text

EMPTY = DeckRefusal.LIST_EMPTY

MAX_LINES = 250
"""Maximum number of lines checked on public pages, as each may take milliseconds. A deck has at most 60."""


@dataclass(frozen=True, slots=True)
class JudgedList:
    """A list with its verdict, context and catalogue. `complete` says whether all cards were imported."""

    verdict: DeckVerdict
    context: DeckContext
    cards: Catalogue

    @property
    def complete(self) -> bool:
        return self.context.complete_catalogue

    @property
    def sheet(self) -> verdict_rows.DisplayedList:
        return verdict_rows.displayed_list_of_verdict(self.verdict, size=self.context.rules.cards, ruled={})

    @property
    def played_as(self) -> list[verdict_rows.PlayedAs]:
        """Lines played as another printing."""
        return verdict_rows.describe_stand_ins(find_stand_ins(self.verdict.deck, self.context, self.cards))

    @property
    def hints(self) -> list[str]:
        """The rulebook's advice to beginners (R-151)."""
        return [hint_text(hint) for hint in deck_hints(self.verdict.deck, self.context, self.cards)]


def requested_deck_form(request: HttpRequest) -> CheckForm:
    """Return the submitted form, or one filled from the URL, which is bound if the URL contains a list.

    A damaged list in the URL becomes an error on the form.
    """
    if request.method == "POST":
        return CheckForm(request.POST, request.FILES)
    sent_answers = valid_answers(request.GET)
    if "list" not in request.GET:
        return CheckForm(initial=sent_answers)
    answers = {**CheckForm.defaults(), **sent_answers}
    try:
        return CheckForm({**answers, "text": unpack_list(request.GET["list"])})
    except Refused as refused:
        return _add_refusal(CheckForm(answers), refused)


def exceeds_deck_check_limit(request: HttpRequest, form: CheckForm, limit: str) -> bool:
    """Count this check, and return whether it exceeds the limit for an anonymous visitor.

    Signed-in users and pages without a list are not counted.
    """
    return (
        form.is_bound and not request.user.is_authenticated and limits.count_attempt(request, limit) is None
    )


def judge_form(form: CheckForm, action: str = "") -> tuple[CheckForm, JudgedList | None]:
    """Apply the change of the pressed button to the list in a form, and judge the list.

    Return the form with the changed text, and the verdict. The verdict is None if the form is unbound or invalid, or if
    the list is refused, which adds an error to the form. `action` is the value of the button, or "" without one.
    """
    if not form.is_bound or not form.is_valid():
        return form, None
    try:
        # A button with ":" changes the text of the list, even if a file is attached.
        if not action.partition(":")[1] and (upload := form.cleaned_data["file"]):
            data = upload.read(MAX_FILE_SIZE + 1)
            read = read_list_file(data, upload.name or "")
            form = form.with_text(uploaded_text(data, read))
        else:
            text = _list_text_after_action(form, action)
            read = read_list_text(text)
            form = form if text == form.cleaned_data["text"] else form.with_text(text)
        return form, judge_valid_form(form, read)
    except Refused as refused:
        return _add_refusal(form, refused), None


def judge_build(form: CheckForm, action: str) -> tuple[CheckForm, JudgedList | None]:
    """Judge a list like `judge_form`, but allow an empty list, and sort its text."""
    if not form.is_valid():
        return form, None
    try:
        text = _list_text_after_action(form, action)
        judgement = judge_valid_form(form, read_list_text(text))
        tidied = edits.sort_list_text(text, judgement.verdict.deck)
        return form.with_text(tidied), judgement if tidied == text else judge_valid_form(
            form, read_list_text(tidied)
        )
    except Refused as refused:
        if refused.code == EMPTY:
            return form.with_text(""), None
        return _add_refusal(form, refused), None


def judge_valid_form(form: CheckForm, read: ReadList) -> JudgedList:
    """Judge the list of a valid form. One query, for the version of the catalogue.

    Refused: LIST_TOO_LONG (limit).
    """
    if len(read.lines) > MAX_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MAX_LINES)
    cards = catalogue.current_catalogue()
    context = form.context(complete=is_complete(cards))
    return JudgedList(judge_deck_list(read, cards=cards, context=context), context, cards)


def query_string_of_list(form: CheckForm, judgement: JudgedList) -> str:
    """Return a query string with the answers and the cards of the list, or "" if it would be too long."""
    packed_list = pack_list(write_list_text(judgement.verdict.deck, languages=True))
    return urlencode({**form.answers(), "list": packed_list}) if packed_list else ""


def deck_day_and_format_text(form: CheckForm) -> str:
    """Return day, format and style, such as "Saturday 21 November 2026 · Standard · Constructed, 60 cards"."""
    day = date_format(form.cleaned_data["date"], "l j F Y")
    return " · ".join((day, form.label_of("format"), form.label_of("style")))


def short_deck_day_and_format_text(form: CheckForm) -> str:
    """Return day and format for a phone's title bar, such as "21 Nov 2026 · Standard"."""
    day = date_format(form.cleaned_data["date"], "SHORT_DATE_FORMAT")
    return f"{day} · {form.label_of('format')}"


def _list_text_after_action(form: CheckForm, action: str) -> str:
    """Return the text after the change of a button, such as "set:12:4".

    An action without ":" changes nothing. Refused: see `read_list_text`, `judge_valid_form`,
    `list_edits.list_text_without_fault_group` and `list_edits.list_text_after_change`.
    """
    data = form.cleaned_data
    text = table_cells_as_lines(data["text"])
    if action.startswith(TAKE_OUT):
        verdict = judge_valid_form(form, read_list_text(text)).verdict
        return list_edits.list_text_without_fault_group(
            text, verdict, action.removeprefix(TAKE_OUT), on=data["date"]
        )
    return (
        list_edits.list_text_after_change(text, complete_mark_change(action, form.data), on=data["date"])
        if ":" in action
        else text
    )


def _add_refusal(form: CheckForm, refused: Refused) -> CheckForm:
    """Return the form with the refusal as an error of its text field."""
    # Errors can be added only after validation.
    form.is_valid()
    form.add_error("text", refusal_text(refused))
    return form
