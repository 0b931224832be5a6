"""A list that is not stored: from a form or URL to its verdict, for the public deck pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.formats import date_format

from cards.engine.cards import Catalogue, is_complete
from cards.queries import catalogue
from core import limits
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.engine.legality import Context
from decks.engine.legality.hints import hints
from decks.engine.legality.stand_ins import stand_ins
from decks.engine.lists import ReadList, edits, pasted, read_file, read_text, write_text
from decks.engine.lists.files import LARGEST_FILE
from decks.engine.lists.links import packed, unpacked
from decks.engine.lists.uploads import text_of
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import Verdict
from decks.forms.check import CheckForm, valid_answers
from decks.forms.copy_marks import marked
from decks.queries.lists import list_edits, verdicts
from decks.views.lists import verdict_rows
from decks.words.hint_words import hint_text

EMPTY = DeckRefusal.LIST_EMPTY

MOST_LINES = 250
"""Most lines checked for an anonymous visitor: each may take milliseconds. A deck has 60 at most."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A list with its verdict, context and catalogue. `complete`: all cards were imported."""

    verdict: Verdict
    context: Context
    cards: Catalogue

    @property
    def complete(self) -> bool:
        return self.context.complete_catalogue

    @property
    def sheet(self) -> verdict_rows.ShownList:
        return verdict_rows.of_verdict(self.verdict, size=self.context.rules.cards, ruled={})

    @property
    def played_as(self) -> list[verdict_rows.PlayedAs]:
        """Lines played as another printing."""
        return verdict_rows.played_as(stand_ins(self.verdict.deck, self.context, self.cards))

    @property
    def hints(self) -> list[str]:
        """The rulebook's advice to beginners (R-151)."""
        return [hint_text(hint) for hint in hints(self.verdict.deck, self.context, self.cards)]


def requested_form(request: HttpRequest) -> CheckForm:
    """The form as submitted, or filled from the URL: bound if that contains a list.

    A damaged list is an error on the form.
    """
    if request.method == "POST":
        return CheckForm(request.POST, request.FILES)
    answers_sent = valid_answers(request.GET)
    if "list" not in request.GET:
        return CheckForm(initial=answers_sent)
    answers = {**CheckForm.usual(), **answers_sent}
    try:
        return CheckForm({**answers, "text": unpacked(request.GET["list"])})
    except Refused as refused:
        return _add_refusal(CheckForm(answers), refused)


def is_too_often(request: HttpRequest, form: CheckForm, limit: str) -> bool:
    """Whether this check exceeds an anonymous visitor's limit; a page without a list does not count."""
    return form.is_bound and not request.user.is_authenticated and limits.count(request, limit) is None


def judged(form: CheckForm, do: str = "") -> tuple[CheckForm, Judged | None]:
    """The verdict on a form's list after a button's change; refusals become form errors."""
    if not form.is_bound or not form.is_valid():
        return form, None
    try:
        form, read = _read(form, do)
        return form, judge(form, read)
    except Refused as refused:
        return _add_refusal(form, refused), None


def built(form: CheckForm, do: str) -> tuple[CheckForm, Judged | None]:
    """As `judged`, for a list being built: it may be empty, and its text is sorted."""
    if not form.is_valid():
        return form, None
    try:
        text = _changed(form, do)
        judgement = judge(form, read_text(text))
        tidy = edits.tidied(text, judgement.verdict.deck)
        return with_text(form, tidy), judgement if tidy == text else judge(form, read_text(tidy))
    except Refused as refused:
        if refused.code == EMPTY:
            return with_text(form, ""), None
        return _add_refusal(form, refused), None


def judge(form: CheckForm, read: ReadList) -> Judged:
    """Check the list of a valid form. One query, for the version of the catalogue.

    Refused: LIST_TOO_LONG (limit).
    """
    if len(read.lines) > MOST_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MOST_LINES)
    cards = catalogue.current()
    context = form.context(complete=is_complete(cards))
    return Judged(verdicts.verdict(read, cards=cards, context=context), context, cards)


def link(form: CheckForm, judgement: Judged) -> str:
    """The query string with the answers and the cards only; "" if it would be too long."""
    code = packed(write_text(judgement.verdict.deck, languages=True))
    return urlencode({**form.answers(), "list": code}) if code else ""


def about(form: CheckForm) -> str:
    """The day, format and style: "Saturday 21 November 2026 · Standard · Constructed, 60 cards"."""
    day = date_format(form.cleaned_data["date"], "l j F Y")
    return " · ".join((day, form.label_of("format"), form.label_of("style")))


def in_brief(form: CheckForm) -> str:
    """The day and format for a phone's title bar: "21 Nov 2026 · Standard"."""
    day = date_format(form.cleaned_data["date"], "SHORT_DATE_FORMAT")
    return f"{day} · {form.label_of('format')}"


def with_text(form: CheckForm, text: str) -> CheckForm:
    """The same form with another text."""
    answers: Mapping[str, Any] = {name: form.data.get(name, "") for name in form.fields if name != "file"}
    changed = CheckForm({**answers, "text": text})
    changed.is_valid()
    return changed


def _read(form: CheckForm, do: str) -> tuple[CheckForm, ReadList]:
    if not do.partition(":")[1] and (upload := form.cleaned_data["file"]):
        raw = upload.read(LARGEST_FILE + 1)
        read = read_file(raw, upload.name or "")
        return with_text(form, text_of(raw, read)), read
    text = _changed(form, do)
    return (form if text == form.cleaned_data["text"] else with_text(form, text)), read_text(text)


def _changed(form: CheckForm, do: str) -> str:
    """The text after a button's change, such as "set:12:4"; other values change nothing."""
    data = form.cleaned_data
    text = pasted(data["text"])
    return list_edits.changed(text, marked(do, form.data), on=data["date"]) if ":" in do else text


def _add_refusal(form: CheckForm, refused: Refused) -> CheckForm:
    form.is_valid()
    form.add_error("text", refusal_text(refused))
    return form
