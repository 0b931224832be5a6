"""The player's own page, behind a personal link: write a list, see its problems, submit it. No account."""

from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from cards.engine.settings import choice
from core import unsent
from core.engine.days import missing_day
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.sentences import code_text, refusal_text
from core.web import private
from decks.engine.lists import read_file, read_text
from decks.engine.lists.files import LARGEST_FILE
from decks.engine.lists.uploads import text_of
from decks.engine.pools import Held
from decks.engine.refusals import DeckRefusal
from decks.forms.copy_marks import marked
from decks.forms.homes import HomeForm
from decks.models import DeckList, ListRules, Version
from decks.models.lists import LONGEST_WORKING_COPY
from decks.queries.answers import draft_link, list_request
from decks.queries.lists import list_edits, submission_window, verdicts
from decks.queries.lists.event_lists import list_by_token
from decks.queries.pools import autofill
from decks.queries.pools.pools import held_of
from decks.services import lists
from decks.views.lists import list_conflicts, verdict_rows
from decks.views.lists.building import panel, with_drafts
from decks.views.lists.clock import board
from decks.views.lists.exports import exported
from decks.words.copy_words import back_choices, language_choices
from tournaments.access import event_page
from tournaments.models import Tournament, User
from tournaments.queries import links
from tournaments.views.personal_link import behind_link, own_links

CHANGES = ("set", "out", "use", "mark", "add")


def _by_token(token: str) -> DeckList | None:
    """The list of a personal link; None if the link is unknown, 404 if the event has no deck lists."""
    row = next(iter(list_by_token(token)), None)
    if row is None and (link := links.by_token(token)) is not None:
        event = link.entry.tournament
        get_object_or_404(ListRules, tournament=event)
        lists.empty_lists(event)
        row = next(iter(list_by_token(token)), None)
    return row


list_page = behind_link(_by_token)
"""Decorates `view(request, deck_list, …)`, routed with the token."""


@require_safe
@event_page()
def here(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Redirect from the event to one's own list, by account or phone; else to where links are found."""
    own = own_links(request, event) if ListRules.objects.filter(tournament=event).exists() else []
    return private(redirect("decks:mine", own[0].token) if own else redirect("floor:my_here", event.slug))


@require_http_methods(["GET", "HEAD", "POST"])
@list_page
def mine(request: HttpRequest, row: DeckList) -> HttpResponse:
    """The page; a POST saves the text, changes a line, or submits the list (`do`)."""
    rules = get_object_or_404(ListRules, tournament=row.entry.tournament)
    if request.method != "POST":
        return _page(request, row, rules)
    refused = submission_window.refusal(row, rules, timezone.now())
    if refused is not None:
        if unsent.is_idempotent(request):
            return unsent.conflict(refusal_text(refused), list_conflicts.counting_text(row))
        messages.error(request, refusal_text(refused))
        return _go(request, row)
    if unsent.is_idempotent(request):
        return list_conflicts.sent_later(
            request, row, lambda: _taken(request, row, rules) or _birth_date(request, row)
        )
    return _posted(request, row, rules)


def _taken(request: HttpRequest, row: DeckList, rules: ListRules) -> str:
    """Save the text and run the button's action; returns a sentence if it is refused."""
    try:
        lists.save_working_copy(row, **_typed(request, row))
        # A submission is judged by the home country, so that is saved before it.
        form = HomeForm(request.POST, row=row)
        if "home" in request.POST and form.is_valid() and form.cleaned_data["home"] != str(row.home):
            row.home = lists.set_home(row, home=form.cleaned_data["home"], by=_by(request)).home
        do = request.POST.get("do", "check")
        if do == "hand-in" and unsent.is_idempotent(request) and list_conflicts.is_in(row):
            return ""
        return _done(request, row, rules, do)
    except Refused as refused:
        return refusal_text(refused)


def _posted(request: HttpRequest, row: DeckList, rules: ListRules) -> HttpResponse:
    do = request.POST.get("do", "check")
    # The text is saved first, whatever happens to the rest.
    fault = list_conflicts.take(request, row, partial(_taken, request, row, rules))
    problem = _birth_date(request, row)
    if do == "hand-in" and not fault:
        if problem:
            messages.error(request, problem)
        return _go(request, row)
    fault = fault or problem
    if request.htmx:  # type: ignore[attr-defined]
        return _page(request, row, rules, fault=fault, edit=_editing(request))
    if fault:
        messages.error(request, fault)
    return _go(request, row, "?edit=1" if _editing(request) else "")


def _birth_date(request: HttpRequest, row: DeckList) -> str:
    """Save the date of birth if it differs from the one shown; returns a sentence if it is refused.

    A refusal never blocks submitting the list.
    """
    typed = request.POST.get("birth_date", "")
    if typed == request.POST.get("birth_date_before", ""):
        return ""
    try:
        birth_date: date | None = DateField(required=False).clean(typed)
        if birth_date != row.entry.birth_date:
            row.entry = lists.set_birth_date(row, birth_date=birth_date, by=_by(request)).entry
    except ValidationError:
        if day := missing_day(typed):
            return code_text(CoreRefusal.NO_SUCH_DAY, {"no_such_day": day})
        return _("“%(typed)s” is not a date of birth. Write it like 2012-06-30.") % {"typed": typed[:40]}
    except Refused as refused:
        return refusal_text(refused)
    return ""


def _by(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _editing(request: HttpRequest) -> bool:
    return "edit" in request.POST and "view" not in request.POST


def _typed(request: HttpRequest, row: DeckList) -> dict[str, Any]:
    """The working copy from the page; a phone's entry omits what was not typed since the previous one."""
    stored = unsent.is_idempotent(request)
    return {
        "text": request.POST.get("text", row.working_copy if stored else ""),
        "unused": request.POST.get("unused", row.working_copy_unused if stored else ""),
        "supplied": whole_number(request.POST.get("supplied", ""), digits=3) or 0,
    }


def _done(request: HttpRequest, row: DeckList, rules: ListRules, do: str) -> str:
    """Run the button's action; returns a sentence if it is refused."""
    if do == "hand-in":
        version = lists.hand_in(
            row,
            text=row.working_copy,
            unused=row.working_copy_unused,
            supplied=row.working_copy_supplied,
            by=_by(request),
        )
        _add_message(request, version)
        return ""
    upload = request.FILES.get("file")
    added = request.POST.get("add", "").strip()
    if upload is not None and do == "check":
        data = upload.read(LARGEST_FILE + 1)
        _save_working_copy(row, text_of(data, read_file(data, upload.name or "")))
    elif do.startswith("version:"):
        number = whole_number(do.removeprefix("version:"))
        earlier = None if number is None else row.versions.filter(number=number).first()
        if earlier is None:
            return _("This version does not exist. Choose one from the list of versions.")
        typed = autofill.typed(earlier)
        lists.save_working_copy(row, text=earlier.text, unused=typed.unused, supplied=typed.supplied)
    elif do.partition(":")[0] in CHANGES or (do == "check" and added):
        wanted = marked(do, request.POST) if do != "check" else f"add::{added}"
        on = verdicts.context_of(row.entry.tournament, rules, complete=True).date
        _save_working_copy(row, list_edits.changed(row.working_copy, wanted, on=on))
    return ""


def _save_working_copy(row: DeckList, text: str) -> None:
    lists.save_working_copy(
        row, text=text, unused=row.working_copy_unused, supplied=row.working_copy_supplied
    )


def _add_message(request: HttpRequest, version: Version) -> None:
    if version.unknown_cards:
        message = ngettext(
            "Version %(number)s is handed in and counts. Stadium can’t tell yet whether it is legal: %(n)s card is "
            "unknown here.",
            "Version %(number)s is handed in and counts. Stadium can’t tell yet whether it is legal: %(n)s cards are "
            "unknown here.",
            version.unknown_cards,
        )
        messages.warning(request, message % {"number": version.number, "n": version.unknown_cards})
        return
    if version.legal:
        text = _("Version %(number)s is handed in and counts.") % {"number": version.number}
        messages.success(request, text)
        return
    errors = sum(problem["severity"] == "error" for problem in version.problems)
    message = ngettext(
        "Version %(number)s is handed in, but %(errors)s problem keeps it from being legal.",
        "Version %(number)s is handed in, but %(errors)s problems keep it from being legal.",
        errors,
    )
    messages.warning(request, message % {"number": version.number, "errors": errors})


def _go(request: HttpRequest, row: DeckList, query: str = "") -> HttpResponse:
    url = reverse("decks:mine", args=[row.token]) + query
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]


def _page(
    request: HttpRequest, row: DeckList, rules: ListRules, *, fault: str = "", edit: bool = False
) -> HttpResponse:
    context = page_of(row, rules) | {"fault": fault, "edit": edit or "edit" in request.GET}
    # The unused cards are the player's next step if nothing else is to fix, or the list was refused.
    sheet = context["sheet"]
    context["unused_next"] = bool(
        context["wants_unused"]
        and sheet is not None
        and (fault or (sheet.legal and not row.working_copy_unused.strip()))
    )
    whole = not request.htmx  # type: ignore[attr-defined]
    return render(request, "decks/lists/my_deck_list.html" if whole else "decks/lists/work.html", context)


def page_of(row: DeckList, rules: ListRules) -> dict[str, Any]:
    """The whole context of the page.

    Six queries, and one for the version of the catalogue; in Limited also those of builds.
    """
    now, event = timezone.now(), row.entry.tournament
    versions = list(row.versions.order_by("-number"))
    ruled = verdict_rows.ruled_on(row.rulings.filter(withdrawn_at__isnull=True))
    builds = submission_window.builds_for(row.entry.division)
    build = panel(builds.of(row.entry_id), now)
    refused = submission_window.refusal(row, rules, now, builds)
    size = verdicts.size_of(event)
    limited = verdicts.context_of(event, rules, complete=True).rules.supplied_only
    held = held_of(row.entry_id) if limited else None
    counts = next((version for version in versions if version.pk == row.counts_id), None)
    newest = versions[0] if versions and counts else None
    closed = submission_window.closed_since(row, rules, now, builds)
    context = {
        "page": "list",
        "my": {
            "table": reverse("floor:my", args=[row.token]),
            "deck": reverse("decks:mine", args=[row.token]),
            "pool": reverse("decks:my_pool", args=[row.token]) if limited else "",
        },
        "pooled": held is not None,
        "board": board(event, rules, now, build, closed=closed),
        "build": build,
        "row": row,
        "rewrite": list_request(row.entry),
        "entry": row.entry,
        "rules": rules,
        "drafting": draft_link(row.entry, row.token),
        "closed": _closed(refused, counts),
        "free": choice(rules.settings, "S5") == "free",
        "past": closed is not None,
        "versions": with_drafts(versions, builds, row.entry_id),
        "counts": counts,
        "newest": newest,
        "aside": versions[0] if versions and counts is None else None,
        "size": size,
        "wants_unused": verdicts.wants_unused(event, rules),
        "limited": limited,
        "most": LONGEST_WORKING_COPY,
        "typed_stamp": list_conflicts.stamp(row),
        "home": HomeForm(row=row) if verdicts.wants_home(event) else None,
        "languages": language_choices(verdicts.context_of(event, rules, complete=True)),
        "backs": back_choices(),
    }
    if refused is not None:
        sheet = verdict_rows.of_version(counts, size=size, ruled=ruled) if counts else None
        played_as = verdict_rows.played_as_in(counts, event, rules)
        done = steps(row, sheet, same=True, locked=True)
        return context | {"sheet": sheet, "played_as": played_as, "steps": done}
    return context | _working_copy(row, rules, newest, ruled, size, held)


def _closed(refused: Refused | None, counts: Version | None) -> str:
    """Why lists cannot be submitted; without further advice if the player's list is in and legal."""
    if refused is None:
        return ""
    if refused.code == DeckRefusal.LISTS_CLOSED and counts is not None and counts.legal:
        if counts.unknown_cards:
            return _("Lists are closed. Yours is in. Ask a judge about the cards that are unknown here.")
        return _("Lists are closed. Yours is in and legal.")
    return refusal_text(refused)


def _working_copy(
    row: DeckList,
    rules: ListRules,
    newest: Version | None,
    ruled: verdict_rows.Ruled,
    size: int,
    held: Held | None,
) -> dict[str, Any]:
    """The working copy with its verdict; an unreadable text is reported and stays."""
    sheet, unreadable, rest = None, "", None
    played_as: list[verdict_rows.PlayedAs] = []
    if row.working_copy.strip():
        try:
            read = read_text(row.working_copy)
            unused = read_text(row.working_copy_unused) if row.working_copy_unused.strip() else None
            judge = verdicts.judge_for(row.entry.tournament, rules)
            verdict = judge(
                read, unused=unused, supplied=row.working_copy_supplied, home=str(row.home), held=held
            )
            sheet, rest = verdict_rows.of_verdict(verdict, size=size, ruled=ruled), verdict.rest
            played_as = verdict_rows.played_as(verdicts.stand_ins_by(judge, verdict.deck))
        except Refused as refused:
            unreadable = refusal_text(refused)
    typed = autofill.Typed(row.working_copy_unused, row.working_copy_supplied)
    same = newest is not None and newest.text == row.working_copy and autofill.typed(newest) == typed
    return {
        "sheet": sheet,
        "played_as": played_as,
        "rest": rest,
        "unreadable": unreadable,
        "same": same,
        "steps": steps(row, sheet, same=same, locked=False),
    }


def steps(
    row: DeckList, sheet: verdict_rows.ShownList | None, *, same: bool, locked: bool
) -> list[dict[str, object]]:
    """The steps of the player: paste, fix, submit, locked."""
    at = 3 if locked else 0 if sheet is None else 1 if not sheet.legal else 2
    labels = (_("Paste"), _("Fix"), _("Hand in"), _("Locked"))
    done = 3 if same and sheet is not None and sheet.legal and not locked else at
    return [
        {"label": label, "past": step < done, "current": step == at and step >= done}
        for step, label in enumerate(labels)
    ]


@require_safe
@list_page
def export(request: HttpRequest, row: DeckList, number: int, kind: str) -> HttpResponse:
    """The player's list as a file."""
    return exported(row, number, kind)
