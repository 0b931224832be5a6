"""The steps of the desk for a round: pair, re-pair, swap, post, save results, start the cut."""

from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences, web
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.tables import long_lists
from core.web import typed
from decks.engine.refusals import DeckRefusal
from decks.queries.lists.event_lists import NotReady
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.forms.cuts import CutForm
from pairings.forms.lists import ListsReasonForm
from pairings.forms.results import ENTERED, Entered, read
from pairings.models import Match, Round
from pairings.models import match as match_models
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.reports import clocks
from pairings.queries.rounds import desk, grouping, lists_ready, rows, stale_pairings
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.rounds import rounds
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import round_chrome
from pairings.views.rounds.desk import next_page, results_page
from pairings.words import result_words
from pairings.words.round_words import result_text
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament
from tournaments.rules import MAY
from tournaments.templatetags.facts import marked


@require_POST
@event_page("run")
def pair(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """Pair the next round and show it for review.

    `additional` plays one Swiss round more than planned, `without_redraft` does not wait for a redraft that is due.
    """
    home = round_chrome.division_of(event, division)
    coming = grouping.coming(event)
    if coming is not None and coming.decided:
        return round_chrome.redirect_with_error(
            request, Refused(PairingRefusal.GROUPING_CHANGED), round_chrome.desk_url(home)
        )
    additional, without = (request.POST.get(name) == "yes" for name in ("additional", "without_redraft"))
    try:
        round_ = rounds.pair_next(home, by=signed_in(request), additional=additional, without_redraft=without)
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, round_chrome.desk_url(home))
    tables = round_.matches.filter(right__isnull=False).count()
    sentence = _("%(round)s is paired: %(tables)s.")
    facts = {"round": result_words.round_name(round_), "tables": result_words.tables(tables)}
    round_chrome.add_message(request, sentence % facts, home, "RoundPaired")
    return redirect(round_chrome.round_url(round_, "pairings:review"))


@require_POST
@round_page("run", back="pairings:desk")
def pair_again(request: HttpRequest, round_: Round) -> HttpResponse:
    """Pair an unposted round again."""
    rounds.pair_again(round_, by=signed_in(request))
    round_chrome.add_message(
        request, _("Re-paired. Review the pairings again."), round_.division, "RoundPairedAgain"
    )
    return redirect(round_chrome.round_url(round_, "pairings:review"))


@require_http_methods(["GET", "POST"])
@round_page("run")
def post(request: HttpRequest, round_: Round) -> HttpResponse:
    """Ask, then post the round; with `print` the answer is its sheets."""
    if request.method == "GET":
        return _ask_to_post(request, round_)
    try:
        rounds.post(round_, by=signed_in(request), lists_reason=lists_reason(request))
    except Refused as refused:
        if refused.code == DeckRefusal.LISTS_NOT_READY:
            return _ask_to_post(request, round_, ListsReasonForm(request.POST))
        raise
    sentence = _("%(round)s is posted. Players now see their tables.") % {
        "round": result_words.round_name(round_)
    }
    round_chrome.add_message(request, sentence, round_.division, "RoundPosted")
    if request.POST.get("print"):
        return redirect(round_chrome.sheets_url(round_))
    return redirect(round_chrome.desk_url(round_.division))


def lists_reason(request: HttpRequest) -> str:
    """The reason to start without all lists, from those who may decide that (R-002)."""
    can = request.can  # type: ignore[attr-defined]
    return typed(request, "lists_reason") if can["rule"] else ""


def _ask_to_post(request: HttpRequest, round_: Round, form: ListsReasonForm | None = None) -> HttpResponse:
    """The effects of posting, or why it is refused; if deck lists are not ready, a field for the reason to start."""
    if round_.state != Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_IS_POSTED, **round_facts(round_))
    name = result_words.round_as_object(round_)
    decides = round_chrome.may(request, "rule")
    refusals = posting_refusals(round_, decides=decides)
    unready = lists_ready.lists_of(round_)
    title = _("Post %(round)s") % {"round": name}
    changes = [
        *unready_lists(unready),
        *who_sits_where(round_),
        _("The pairings are final. Posting can be undone until the first result is in."),
    ]
    context = {
        "page": "desk",
        "board": round_chrome.board(round_),
        **round_chrome.other_day(round_.division.tournament),
        "title": title,
        "lead": "",
        "question": Question(
            heading=_("Nothing is posted yet") if refusals else "",
            changes=refusals or changes,
            form=(form or ListsReasonForm()) if unready and not refusals else None,
            action="" if refusals else title,
            action_url=round_chrome.round_url(round_, "pairings:post"),
            print_too=_("Post and print"),
            onward_url=round_chrome.desk_url(round_.division),
            cancel_url=round_chrome.round_url(round_, "pairings:review"),
            cancel=_("Back to the review"),
        ),
    }
    return render(request, "components/confirm.html", context)


def posting_refusals(round_: Round, *, decides: bool) -> list[str]:
    """Why the user cannot post a round now; empty if they can. `decides`: they may start without all lists."""
    try:
        stale_pairings.require_fresh(round_)
    except Refused as why:
        return [sentences.refusal_text(why)]
    unready = lists_ready.lists_of(round_)
    texts = [] if decides or not unready else unready_lists(unready)
    if texts:
        staff = round_.division.tournament.staff.select_related("user").filter(role__in=MAY["rule"])
        texts.append(
            _("Only the head judge or the organizer can start the round without them: %(names)s.")
            % {"names": ", ".join(str(member.user) for member in staff)}
        )
    return texts


def unready_lists(unready: NotReady) -> list[str]:
    """Players whose deck lists are not ready or cannot be judged, the first names of each."""
    sentences = (
        (unready.missing, gettext_lazy("Without a deck list: %(names)s.")),
        (unready.illegal, gettext_lazy("With a list that is not legal: %(names)s.")),
        (
            unready.unknown,
            gettext_lazy("Can’t tell whether the list is legal, cards are unknown here: %(names)s."),
        ),
    )
    return [str(words) % {"names": result_words.some_names(names)} for names, words in sentences if names]


def who_sits_where(round_: Round) -> list[str]:
    """Tables, bye and minutes of a round to be posted."""
    matches = rows.match_rows(round_)
    number = sum(row.right is not None for row in matches)
    seats = _("The players of %(tables)s see where they sit, by name and by table.")
    changes: list[str] = [marked(seats % {"tables": result_words.tables(number)}, "tables", number, round_)]
    bye = next((row.left.name for row in matches if row.outcome is Outcome.BYE), "")
    if bye:
        changes.append(_("%(name)s has a bye: no match, counts as a win.") % {"name": bye})
    minutes = clocks.minutes_of(round_)
    if minutes:
        changes.append(_("After that the round lasts %(minutes)d minutes.") % {"minutes": minutes})
    return changes


@require_POST
@round_page("run", idempotent=True)
def result(request: HttpRequest, round_: Round) -> Answer:
    """Save one result, by table and key or by a tap. A rejected entry stays on the page as typed."""
    home, entered = round_.division, None
    try:
        entered = read(request.POST, round_.division.tournament, round_)
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
            return idempotency.refused_answer(request, refused, round_chrome.desk_url(home))
        if round_.state == Round.State.UNPOSTED:
            return round_chrome.redirect_with_error(
                request, refused, round_chrome.round_url(round_, "pairings:review")
            )
        problem = problem_of(request, refused, entered)
        return lambda: results_page(request, round_, problem=problem)
    add_saved_message(request, saved, entered.seen)
    return redirect(f"{round_chrome.desk_url(home)}{desk_view(request)}")


def desk_view(request: HttpRequest) -> str:
    """The query parameters that keep the desk's filter and page."""
    seen = QueryDict(urlsplit(web.referrer(request)).query)
    query = {"show": "open"} if seen.get("show") == "open" else {}
    if page := whole_number(seen.get(long_lists.PAGE, "")):
        query[long_lists.PAGE] = str(page)
    return f"&{urlencode(query)}" if query else ""


def add_saved_message(request: HttpRequest, match: Match, seen: Outcome) -> None:
    """Add the message of a saved result, with its undo; `seen` is the result before."""
    home = match.round.division
    names = _names(match)
    games = match.games_left, match.games_right
    parts = {"table": match.table or result_words.DASH, "result": _with_games(match.outcome, names, games)}
    message = _("Table %(table)s saved: %(result)s.") % parts
    if seen not in (Outcome.PENDING, match.outcome):
        was = {"was": result_text(seen, names)}
        message = _("Table %(table)s saved: %(result)s (was: %(was)s).") % (parts | was)
    round_chrome.add_message(request, message, home, "ResultEntered", match=match.pk)


def _with_games(outcome: str, names: dict[str, str], games: tuple[int | None, int | None]) -> str:
    """ "Ana beats Luis (2-0)", without games if unknown."""
    text = result_text(outcome, names)
    return text if None in games else f"{text} ({games[0]}-{games[1]})"


def problem_of(request: HttpRequest, refused: Refused, entered: Entered | None) -> dict[str, str]:
    """The error above the tables, with the typed text.

    A result that came in meanwhile has to be looked at first: then the boxes are empty, and it is marked unseen.
    """
    typed = {name: request.POST.get(name, "") for name in ENTERED}
    if ":" in typed["result"]:
        typed = dict.fromkeys(ENTERED, "")
    problem = {"text": sentences.refusal_text(refused), **typed}
    if entered is None:
        return problem
    mine = _with_games(entered.result.outcome, _names(entered.match), entered.result.games or (None, None))
    problem["mine"] = _("You typed: %(result)s. Nothing was overwritten.") % {"result": mine}
    if refused.code == PairingRefusal.RESULT_STANDS:
        stands = {"table": entered.match.table, "result": result_text(entered.seen, _names(entered.match))}
        problem["text"] = _("Table %(table)s already has a result: %(result)s.") % stands
        problem["mine"] += " " + _("To change it, press “Change result”.")
        problem["change"] = "yes"
    if refused.code == PairingRefusal.RESULT_ALREADY_THERE:
        fresh = Match.objects.select_related("left__player", "right__player").get(pk=entered.match.pk)
        facts = {
            "by": refused.facts["by"],
            "table": fresh.table,
            "result": result_text(fresh.outcome, _names(fresh)),
        }
        problem["text"] = _("%(by)s entered table %(table)s a moment ago: %(result)s.") % facts
        if fresh.outcome == match_models.Outcome.PENDING:
            problem["text"] = _("The result of table %(table)s was undone a moment ago.") % facts
        problem["link"] = _("Open table %(table)s") % facts
        problem["url"] = round_chrome.match_url(fresh)
        problem |= {"table": "", "result": "", "unseen": str(fresh.pk)}
    return problem


def _names(match: Match) -> dict[str, str]:
    return {"left": str(match.left), "right": str(match.right)}


@require_POST
@event_page("run")
def start_cut(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """Open the top cut with the sizes of the form; `anyway`: before the planned rounds are played."""
    divisions = list(desk.divisions(event))
    home = round_chrome.division_of(event, division)
    at = desk.standpoint(home)
    anyway = request.POST.get("anyway") == "yes" and desk.may_cut_short(at)
    if at.phase is not desk.Phase.SWISS_OVER and not anyway:
        return redirect(round_chrome.desk_url(home))
    form = CutForm(request.POST, home, cuts.planned_sizes(home, at.newest))
    if form.is_valid():
        third = form.cleaned_data["third_place"]
        try:
            cuts.start(home, by=signed_in(request), sizes=form.sizes, third_place=third, anyway=anyway)
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return next_page(request, at, divisions=divisions, form=form)
    round_chrome.add_message(request, _("The top cut is open. Pair its first round."), home, "CutStarted")
    return redirect(round_chrome.desk_url(home))
