"""Steps of a round at the desk: pair, re-pair, post, save results, start the cut."""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from core import responses, sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent
from core.requests import HomeRequest, StaffRequest
from core.responses import posted_text
from core.return_urls import referring_page
from core.services import undo
from core.tables import long_lists
from decks.engine.refusals import DeckRefusal
from decks.queries.lists.event_lists import NotReady
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.forms.cuts import CutForm
from pairings.forms.results import ENTERED, EnteredResult, read_entered_result
from pairings.forms.unready_lists import ListsReasonForm
from pairings.models import Match, Round
from pairings.models import match as match_models
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.desk.division_state import (
    Phase,
    divisions_for_desk,
    load_division_state,
    may_start_cut_early,
)
from pairings.queries.reports import clocks
from pairings.queries.rounds import grouping, match_rows, posting_checks
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.rounds import rounds
from pairings.views import round_heading, undo_messages
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import desk_changes, event_day, round_urls
from pairings.views.rounds.desk import next_step_page, results_page
from pairings.words import result_words, round_names
from pairings.words.round_words import match_result_text
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Tournament
from tournaments.rules import MAY
from tournaments.templatetags.facts import marked


@require_POST
@event_page("run")
def pair_round(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Pair the next round and show it for review.

    Form field `additional` adds one Swiss round beyond the planned number; `without_redraft` pairs the round
    before an announced redraft. A refusal redirects to the desk. In an event grouped by attendance, round 1 is
    refused with GROUPING_CHANGED, because it is paired for all divisions together.
    """
    chosen_division = get_division_or_404(event, division)
    planned_grouping = grouping.upcoming_grouping(event)
    if planned_grouping is not None and planned_grouping.decided:
        return responses.redirect_with_refusal(
            request, Refused(PairingRefusal.GROUPING_CHANGED), round_urls.desk_url(chosen_division)
        )
    additional, without_redraft = (
        request.POST.get(name) == "yes" for name in ("additional", "without_redraft")
    )
    try:
        round_ = rounds.pair_next_round(
            chosen_division, by=request.user, additional=additional, without_redraft=without_redraft
        )
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, round_urls.desk_url(chosen_division))
    tables = round_.matches.filter(right__isnull=False).count()
    sentence = _("%(round)s is paired: %(tables)s.")
    facts = {"round": round_names.round_name(round_), "tables": result_words.tables_text(tables)}
    undo_messages.add_undo_message(request, sentence % facts, chosen_division, "RoundPaired")
    return redirect(round_urls.round_url(round_, "pairings:review"))


@require_POST
@round_page("run", back="pairings:desk")
def pair_again_view(request: StaffRequest, round_: Round) -> HttpResponse:
    """Pair an unposted round again."""
    rounds.pair_unposted_round_again(round_, by=request.user)
    undo_messages.add_undo_message(
        request, _("Re-paired. Review the pairings again."), round_.division, "RoundPairedAgain"
    )
    return redirect(round_urls.round_url(round_, "pairings:review"))


@require_http_methods(["GET", "POST"])
@round_page("run")
def post_round_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """Ask for confirmation, then post the round.

    If deck lists are not ready, ask for a reason. With the field `print`, redirect to the sheets of the round.
    """
    if request.method == "GET":
        return _ask_to_post_round(request, round_)
    try:
        rounds.post(round_, by=request.user, lists_reason=posted_lists_reason(request))
    except Refused as refused:
        if refused.code == DeckRefusal.LISTS_NOT_READY:
            return _ask_to_post_round(request, round_, ListsReasonForm(request.POST))
        raise
    sentence = _("%(round)s is posted. Players now see their tables.") % {
        "round": round_names.round_name(round_)
    }
    undo_messages.add_undo_message(request, sentence, round_.division, "RoundPosted")
    if request.POST.get("print"):
        return redirect(round_urls.sheets_url(round_))
    return redirect(round_urls.desk_url(round_.division))


def posted_lists_reason(request: HomeRequest) -> str:
    """Return the entered reason to start without all deck lists (R-002).

    It is "" if the user may not decide this.
    """
    can = request.can
    return posted_text(request, "lists_reason") if can["rule"] else ""


def _ask_to_post_round(
    request: HomeRequest, round_: Round, form: ListsReasonForm | None = None
) -> HttpResponse:
    """Show the confirmation before posting, with the effects or the reasons against it.

    If deck lists are not ready, the form has a field for the reason to start anyway. Refused: ROUND_IS_POSTED if
    the round is posted or closed.
    """
    if round_.state != Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_IS_POSTED, **refusal_facts_of_round(round_))
    name = round_names.round_as_object(round_)
    may_decide = request.can["rule"]
    refusals = posting_refusals(round_, decides=may_decide)
    lists_not_ready = posting_checks.players_without_ready_list(round_)
    title = _("Post %(round)s") % {"round": name}
    changes = [
        *unready_list_texts(lists_not_ready),
        *posting_texts(round_),
        _("The pairings are final. Posting can be undone until the first result is in."),
    ]
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(round_),
        **event_day.other_day_warning(round_.division.tournament),
        "title": title,
        "lead": "",
        "question": Question(
            heading=_("Nothing is posted yet") if refusals else "",
            changes=refusals or changes,
            form=(form or ListsReasonForm()) if lists_not_ready and not refusals else None,
            action="" if refusals else title,
            action_url=round_urls.round_url(round_, "pairings:post"),
            print_too=_("Post and print"),
            onward_url=round_urls.desk_url(round_.division),
            cancel_url=round_urls.round_url(round_, "pairings:review"),
            cancel=_("Back to the review"),
        ),
    }
    return render(request, "components/confirm.html", context)


def posting_refusals(round_: Round, *, decides: bool) -> list[str]:
    """Return the reasons why the user cannot post a round now; empty if they can.

    `decides` is whether the user may start a round without all lists.
    """
    try:
        posting_checks.require_current_pairings(round_)
    except Refused as refusal:
        return [sentences.refusal_text(refusal)]
    lists_not_ready = posting_checks.players_without_ready_list(round_)
    texts = [] if decides or not lists_not_ready else unready_list_texts(lists_not_ready)
    if texts:
        staff = round_.division.tournament.staff.select_related("user").filter(role__in=MAY["rule"])
        texts.append(
            _("Only the head judge or the organizer can start the round without them: %(names)s.")
            % {"names": ", ".join(str(member.user) for member in staff)}
        )
    return texts


def unready_list_texts(unready: NotReady) -> list[str]:
    """Describe the groups of players whose deck lists are not ready or cannot be judged, with a few names each."""
    templates = (
        (unready.missing, gettext_lazy("Without a deck list: %(names)s.")),
        (unready.illegal, gettext_lazy("With a list that is not legal: %(names)s.")),
        (
            unready.unknown,
            gettext_lazy("Can’t tell whether the list is legal, cards are unknown here: %(names)s."),
        ),
    )
    return [
        str(template) % {"names": result_words.names_and_more_text(names)}
        for names, template in templates
        if names
    ]


def posting_texts(round_: Round) -> list[str]:
    """Describe the tables, the bye and the minutes of a round to post."""
    matches = match_rows.match_rows(round_)
    table_count = sum(row.right is not None for row in matches)
    seats_text = _("The players of %(tables)s see where they sit, by name and by table.")
    changes: list[str] = [
        marked(seats_text % {"tables": result_words.tables_text(table_count)}, "tables", table_count, round_)
    ]
    bye_name = next((row.left.name for row in matches if row.outcome is Outcome.BYE), "")
    if bye_name:
        changes.append(_("%(name)s has a bye: no match, counts as a win.") % {"name": bye_name})
    minutes = clocks.minutes_of_round(round_)
    if minutes:
        changes.append(_("After that the round lasts %(minutes)d minutes.") % {"minutes": minutes})
    return changes


@require_POST
@round_page("run", idempotent=True)
def save_round_result(request: StaffRequest, round_: Round) -> Answer:
    """Save one result, entered by table and key or by a tap. A rejected entry remains on the page."""
    division, entered = round_.division, None
    try:
        entered = read_entered_result(request.POST, round_.division.tournament, round_)
        with undo.written_steps() as lines:
            match = results.enter_result(
                entered.match,
                entered.result,
                by=request.user,
                seen=entered.seen,
                change=entered.change,
                source=entered.source,
            )
    except Refused as refused:
        if idempotency.is_sent_by_script(request):
            return idempotency.refused_response(request, refused, round_urls.desk_url(division))
        if round_.state == Round.State.UNPOSTED:
            answer = responses.redirect_with_refusal(
                request, refused, round_urls.round_url(round_, "pairings:review")
            )
            return HttpResponseClientRedirect(answer["Location"]) if request.htmx else answer
        problem = refused_result_context(request, refused, entered)
        if request.htmx:
            refused_match = entered.match if entered else None
            return lambda: desk_changes.result_entry_response(
                request, division.tournament, round_, refused_match, problem=problem
            )
        return lambda: results_page(request, round_, problem=problem)
    add_saved_message(request, match, entered.seen, lines)
    if request.htmx:
        return idempotency.Saved(
            lambda: desk_changes.result_entry_response(
                request, division.tournament, round_, match, lines=lines
            )
        )
    return redirect(f"{round_urls.desk_url(division)}{desk_query(request)}")


def desk_query(request: HttpRequest) -> str:
    """Return "&" and the query parameters that preserve the desk's filter and page, or ""."""
    displayed = QueryDict(urlsplit(referring_page(request)).query)
    query = {"show": "open"} if displayed.get("show") == "open" else {}
    if page := whole_number(displayed.get(long_lists.PAGE, "")):
        query[long_lists.PAGE] = str(page)
    return f"&{urlencode(query)}" if query else ""


def add_saved_message(
    request: StaffRequest, match: Match, seen: Outcome, lines: Sequence[JournalEvent]
) -> None:
    """Add the message about a saved result, with its undo link.

    `seen` is the result that the page showed before, and `lines` are the journal lines written by the request.
    """
    facts = {
        "table": match.table or result_words.DASH,
        "result": match_result_text(match, match.outcome, (match.games_left, match.games_right)),
        "was": match_result_text(match, seen),
    }
    message = _("Table %(table)s saved: %(result)s.")
    if seen not in (Outcome.PENDING, match.outcome):
        message = _("Table %(table)s saved: %(result)s (was: %(was)s).")
    undo_messages.add_undo_message(
        request, message % facts, match.round.division, "ResultEntered", lines, match=match.pk
    )


def refused_result_context(
    request: HttpRequest, refused: Refused, entered: EnteredResult | None
) -> dict[str, str]:
    """Return the error of a refused entry to show above the tables, and the values of its fields.

    `entered` is None if the entry could not be parsed. The fields are empty after a tap, and if another result
    has been saved in the meantime; its match is then marked unseen. If the table already had a result, the form
    offers to change it.
    """
    typed_fields = {name: request.POST.get(name, "") for name in ENTERED}
    # A tap sends the match and the outcome, separated by a colon.
    if ":" in typed_fields["result"]:
        typed_fields = dict.fromkeys(ENTERED, "")
    problem = {"text": sentences.refusal_text(refused), **typed_fields}
    if entered is None:
        return problem
    match, result = entered.match, entered.result
    typed_text = match_result_text(match, result.outcome, result.games or (None, None))
    problem["mine"] = _("You typed: %(result)s. Nothing was overwritten.") % {"result": typed_text}
    if refused.code == PairingRefusal.RESULT_STANDS:
        facts: dict[str, int | str | None] = {
            "table": match.table,
            "result": match_result_text(match, entered.seen),
        }
        problem["text"] = _("Table %(table)s already has a result: %(result)s.") % facts
        problem["mine"] += " " + _("To change it, press “Change result”.")
        problem["change"] = "yes"
    if refused.code == PairingRefusal.RESULT_ALREADY_THERE:
        current = Match.objects.select_related("left__player", "right__player").get(pk=match.pk)
        facts = {
            "by": str(refused.facts["by"]),
            "table": current.table,
            "result": match_result_text(current, current.outcome),
        }
        problem["text"] = _("%(by)s entered table %(table)s a moment ago: %(result)s.") % facts
        if current.outcome == match_models.Outcome.PENDING:
            problem["text"] = _("The result of table %(table)s was undone a moment ago.") % facts
        problem["link"] = _("Open table %(table)s") % facts
        problem["url"] = round_urls.match_url(current)
        problem |= {"table": "", "result": "", "unseen": str(current.pk)}
    return problem


@require_POST
@event_page("run")
def start_cut_view(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Start the top cut with the sizes in the form.

    With the field `anyway`, start it before all planned rounds are played, if that is possible. Otherwise,
    redirect to the desk while Swiss rounds remain.
    """
    divisions = list(divisions_for_desk(event))
    chosen_division = get_division_or_404(event, division)
    standpoint = load_division_state(chosen_division)
    anyway = request.POST.get("anyway") == "yes" and may_start_cut_early(standpoint)
    if standpoint.phase is not Phase.SWISS_OVER and not anyway:
        return redirect(round_urls.desk_url(chosen_division))
    form = CutForm(request.POST, chosen_division, cuts.planned_cut_sizes(chosen_division, standpoint.newest))
    if form.is_valid():
        has_third_place = form.cleaned_data["third_place"]
        try:
            cuts.start_cut(
                chosen_division,
                by=request.user,
                sizes=form.sizes,
                third_place=has_third_place,
                anyway=anyway,
            )
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return next_step_page(request, standpoint, divisions=divisions, form=form)
    undo_messages.add_undo_message(
        request, _("The top cut is open. Pair its first round."), chosen_division, "CutStarted"
    )
    return redirect(round_urls.desk_url(chosen_division))
