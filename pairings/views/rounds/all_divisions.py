"""The steps of the desk for all divisions at once: pair, post, close, save a result by its table.

All divisions take a step together; if one would be refused, the page shows it first and offers the step for the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from decks.engine.refusals import DeckRefusal
from pairings.engine.closing import OpenAtTable
from pairings.forms.lists import ListsReasonForm
from pairings.forms.no_shows import NoShowsForm
from pairings.forms.results import read
from pairings.models import Round
from pairings.queries.rounds import desk, lists_ready
from pairings.queries.rounds import no_shows as away
from pairings.services.reports import results
from pairings.services.rounds import all_divisions, stages
from pairings.services.rounds import rounds as round_services
from pairings.services.rounds.all_divisions import AllDivisions, Seen
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import closing, hall_desk, no_shows, round_chrome
from pairings.views.rounds import rounds as one_round
from pairings.words import closing_words, result_words
from tournaments.access import event_page, signed_in
from tournaments.models import Division, Tournament

MOST_DIVISIONS = 12


class ChangesOf(NamedTuple):
    """The changes of a step in one division."""

    name: str
    texts: list[str]


@require_POST
@event_page("run")
def pair_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Pair the next round of each division shown as ready, or ask about the others if one is refused."""
    seen = _seen(request)
    grouped = request.POST.getlist("grouped")[:MOST_DIVISIONS]
    try:
        became = all_divisions.pair(event, seen, by=signed_in(request), grouped=grouped)
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, hall_desk.url(event))
    if became.waiting:
        # Nothing was paired, because a division was refused: show it, and offer to pair the others.
        homes = sorted(
            [*became.waiting, *(home for home, _why in became.refused)], key=lambda home: home.position
        )
        return _ask(
            request,
            event,
            {home.pk: seen[home.pk] for home in became.waiting},
            hall_desk.pair_label(homes),
            heading=_("Nothing is paired yet"),
            changes=_refused((home, [sentences.refusal_text(why)]) for home, why in became.refused),
            action=hall_desk.pair_label(became.waiting),
            action_url=reverse("pairings:pair_all", args=[event.slug]),
        )
    texts = []
    for round_ in became.done:
        tables = round_.matches.filter(right__isnull=False).count()
        facts = {
            "division": round_.division,
            "round": result_words.round_inside(round_),
            "tables": result_words.tables(tables),
        }
        texts.append(_("%(division)s: %(round)s is paired, %(tables)s.") % facts)
    _add_message(request, became, texts, "RoundPaired")
    return _onward(request, event, became)


@require_http_methods(["GET", "POST"])
@event_page("run")
def post_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Ask, then post every unposted round; with `print` the answer is their sheets."""
    if request.method == "GET":
        return _ask_to_post(request, event)
    reason = one_round.lists_reason(request)
    became = all_divisions.post(event, _seen(request), by=signed_in(request), lists_reason=reason)
    texts = [
        _("%(division)s: %(round)s is posted.")
        % {"division": round_.division, "round": result_words.round_inside(round_)}
        for round_ in became.done
    ]
    _add_message(request, became, texts, "RoundPosted")
    if became.waiting or any(why.code == DeckRefusal.LISTS_NOT_READY for _home, why in became.refused):
        return _ask_to_post(request, event, ListsReasonForm(request.POST))
    if request.POST.get("print") and became.done and not became.refused:
        return redirect(hall_desk.print_url(event))
    return _onward(request, event, became)


@require_http_methods(["GET", "POST"])
@event_page("run")
def close_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Ask, then close every round with all results, and rank its players."""
    if request.method == "GET":
        return _ask_to_close(request, event)
    playing = _waiting(event, Round.State.POSTED)
    form = NoShowsForm(request.POST, [row for round_ in playing for row in away.of_round(round_)])
    leaving = form.leaving
    became = all_divisions.close(
        event,
        _seen(request),
        by=signed_in(request),
        open_seen=closing.open_seen(request, playing),
        drop=leaving,
    )
    if became.waiting:
        return _ask_to_close(request, event)
    texts = []
    for round_ in became.done:
        facts = {"division": round_.division, "round": result_words.round_inside(round_)}
        own = [entry for entry in leaving.values() if entry.division_id == round_.division_id]
        texts += [_("%(division)s: %(round)s is closed and ranked.") % facts, *no_shows.dropped_texts(own)]
    _add_message(request, became, texts, "RoundClosed")
    return _onward(request, event, became)


def _add_message(request: HttpRequest, became: AllDivisions, texts: Sequence[str], kind: str) -> None:
    """The message about a step in each division, with one undo for all of it."""
    if became.done:
        undo = round_chrome.undo_tag(request, became.done[-1].division, kind)
        messages.success(request, " ".join(texts), extra_tags=undo and f"{undo}{round_chrome.WHOLE_PRESS}")


def _seen(request: HttpRequest) -> Seen:
    """The rounds in the form, "division:round" each."""
    numbers: dict[int, int] = {}
    for pair in request.POST.getlist("round")[:MOST_DIVISIONS]:
        division, _colon, number = (part for part in pair.partition(":"))
        home, round_ = whole_number(division), whole_number(number)
        if home is not None and round_ is not None:
            numbers[home] = round_
    return numbers


def _onward(request: HttpRequest, event: Tournament, became: AllDivisions) -> HttpResponse:
    """Redirect to the desk of all divisions, with a message for each refusal."""
    for home, why in became.refused:
        facts = {"division": home, "why": sentences.refusal_text(why)}
        messages.error(request, _("%(division)s: %(why)s") % facts)
    if not became.done and not became.refused:
        messages.info(request, _("Nothing to do: another member of staff was faster."))
    return redirect(hall_desk.url(event))


def _waiting(event: Tournament, state: str) -> list[Round]:
    rows = Round.objects.filter(division__tournament=event, state=state).defer("draw")
    rows = rows.select_related("division__tournament", "stage")
    return list(rows.order_by("division__position", "division_id"))


def _refused(homes: Iterable[tuple[Division, list[str]]]) -> list[str | ChangesOf]:
    return [ChangesOf(str(home), texts) for home, texts in homes]


def _ask_to_post(
    request: HttpRequest, event: Tournament, form: ListsReasonForm | None = None
) -> HttpResponse:
    """Show each round that would be refused with its reason, before any is posted; the others can be posted."""
    decides = round_chrome.may(request, "rule")
    changes: list[str | ChangesOf] = []
    refused: list[tuple[Division, list[str]]] = []
    ready: list[Round] = []
    unready = False
    for round_ in _waiting(event, Round.State.UNPOSTED):
        if reasons := one_round.posting_refusals(round_, decides=decides):
            refused.append((round_.division, reasons))
            continue
        lists = lists_ready.lists_of(round_)
        unready = unready or bool(lists)
        ready.append(round_)
        changes += _of(round_, [*one_round.unready_lists(lists), *one_round.who_sits_where(round_)])
    n = len(ready)
    title = ngettext("Post %(n)d round", "Post %(n)d rounds", n + len(refused)) % {"n": n + len(refused)}
    if ready:
        changes.append(_("Each posting can be undone until its first result is in."))
    others = ngettext("Post the other round", "Post the other %(n)d rounds", n) % {"n": n}
    return _ask(
        request,
        event,
        {round_.division_id: round_.number for round_ in ready},
        title,
        heading=_("Nothing is posted yet") if refused else "",
        changes=[*_refused(refused), *changes],
        form=(form or ListsReasonForm()) if unready and decides else None,
        action=(others if refused else title) if ready else "",
        action_url=reverse("pairings:post_all", args=[event.slug]),
        print_too=_("Post and print"),
        about=round_chrome.other_day(event),
    )


def _ask_to_close(request: HttpRequest, event: Tournament) -> HttpResponse:
    posted = _waiting(event, Round.State.POSTED)
    changes: list[str | ChangesOf] = []
    refused: list[tuple[Division, list[str]]] = []
    ready: list[Round] = []
    at_tables: list[OpenAtTable] = []
    blocked = False
    for round_ in posted:
        try:
            stages.require_all_results(round_)
        except Refused as why:
            refused.append((round_.division, [sentences.refusal_text(why)]))
            continue
        busy = round_services.open_at_tables(round_)
        if closing.beyond(request, busy):
            blocked = True
            refused.append((round_.division, [*closing_words.open_texts(busy), str(closing.NOT_YOURS)]))
            continue
        ready.append(round_)
        at_tables += busy
        changes += _of(round_, [*closing_words.open_texts(busy), *closing.what_closing_finds(round_)])
    if posted and not ready and not blocked:
        messages.info(request, _("No round can be closed yet. Enter the missing results first."))
        return redirect(hall_desk.url(event))
    if ready:
        changes.append(
            _("The standings are shown to everyone. After that a result can only be changed as a correction.")
        )
    count = len(ready or posted)
    return _ask(
        request,
        event,
        {round_.division_id: round_.number for round_ in ready},
        ngettext("Close %(n)d round", "Close %(n)d rounds", count) % {"n": count},
        open_=[entry.key for entry in at_tables],
        changes=[*changes, *_refused(refused)],
        form=no_shows.form_of([row for round_ in ready for row in away.of_round(round_)]),
        action=_("Close and update standings") if ready else "",
        action_url=reverse("pairings:close_all", args=[event.slug]),
        danger=bool(at_tables),
    )


def _of(round_: Round, texts: list[str]) -> list[str | ChangesOf]:
    """The changes of a round below its division; without it for a single division of all ages."""
    if round_.division.age_division == Division.AgeDivision.ALL:
        return [*texts]
    return [ChangesOf(str(round_.division), texts)]


def _ask(
    request: HttpRequest,
    event: Tournament,
    seen: Seen,
    title: str,
    *,
    open_: Sequence[str] = (),
    about: Mapping[str, str] | None = None,
    **question: Any,
) -> HttpResponse:
    """The confirmation page. `about`: the sentence above the question."""
    if not question["changes"] or (not seen and question["action"]):
        messages.info(request, _("Nothing to do: another member of staff was faster."))
        return redirect(hall_desk.url(event))
    repeated = {"round": [f"{division}:{number}" for division, number in seen.items()], "open": open_}
    context = {
        "page": "desk",
        "board": {"line": _("All divisions")},
        "title": title,
        "lead": "",
        "question": Question(cancel_url=hall_desk.url(event), repeated=repeated, **question),
        **(about or {}),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@event_page("run")
@idempotency.once
def hall_result(request: HttpRequest, event: Tournament) -> Answer:
    """Save one result of any division, by table and key or by a tap, as on the desk of one round."""
    entered = None
    try:
        entered = read(request.POST, event)
        saved = results.enter(
            entered.match,
            entered.result,
            by=signed_in(request),
            seen=entered.seen,
            change=entered.change,
            source=entered.source,
        )
    except Refused as refused:
        if idempotency.is_idempotent(request):
            return idempotency.refused_answer(request, refused, hall_desk.url(event))
        problem = one_round.problem_of(request, refused, entered)
        return lambda: hall_desk.hall_page(request, event, problem=problem)
    one_round.add_saved_message(request, saved, entered.seen)
    return redirect(f"{hall_desk.url(event)}{one_round.desk_view(request)}")


@require_GET
@event_page("run")
def hall_news(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The number of new results in the hall since the page was read; 204 without any."""
    seen = whole_number(request.GET.get("since", ""))
    fresh = 0
    if seen is not None:
        fresh = sum(desk.results_since(division, seen) for division in event.divisions.all())
    if not fresh:
        return HttpResponse(status=204)
    text = ngettext("%(n)d new change.", "%(n)d new changes.", fresh) % {"n": fresh}
    return render(request, "pairings/parts/news.html", {"text": text, "url": hall_desk.url(event)})
