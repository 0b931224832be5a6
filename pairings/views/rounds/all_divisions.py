"""Steps of the desk for all divisions together: pair, post, close, save a result by table.

All divisions take a step together. If one division would be refused, the page first shows this and offers
the step for the others.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core import responses, sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import HomeRequest, StaffRequest
from core.scoreboard.scoreboard import Scoreboard
from core.services import undo
from decks.engine.refusals import DeckRefusal
from pairings.engine.open_entries import OpenAtTable
from pairings.forms.no_shows import NoShowsForm
from pairings.forms.results import read_entered_result
from pairings.forms.unready_lists import ListsReasonForm
from pairings.models import Round
from pairings.queries.rounds import no_shows as away
from pairings.queries.rounds import posting_checks
from pairings.queries.rounds.division_rounds import rounds_in_state
from pairings.services.reports import results
from pairings.services.rounds import all_divisions, stages
from pairings.services.rounds import rounds as round_services
from pairings.services.rounds.all_divisions import AllDivisionsOutcome, Seen
from pairings.views import undo_messages
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import closing, desk_changes, event_day, hall_desk, no_shows
from pairings.views.rounds import rounds as one_round
from pairings.words import closing_words, result_words, round_names
from tournaments.access import event_page
from tournaments.models import Division, Tournament

MAX_DIVISIONS = 12
"""Maximum number of divisions read from a form."""


class DivisionChanges(NamedTuple):
    """Effects of a step on one division, as shown before the step is confirmed."""

    name: str
    texts: list[str]


@require_POST
@event_page("run")
def pair_all_divisions_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Pair the next round of each division shown as ready.

    If a division is refused, nothing is paired before the user confirms to pair the others.
    """
    seen = _seen_rounds(request)
    grouped = request.POST.getlist("grouped")[:MAX_DIVISIONS]
    try:
        outcome = all_divisions.pair_all_divisions(event, seen, by=request.user, grouped=grouped)
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, hall_desk.hall_url(event))
    if outcome.waiting:
        # A division was refused, so nothing was paired; the page shows the refusal and offers to pair the others.
        divisions = sorted(
            [*outcome.waiting, *(division for division, _refusal in outcome.refused)],
            key=lambda division: division.position,
        )
        return _render_question(
            request,
            event,
            {division.pk: seen[division.pk] for division in outcome.waiting},
            hall_desk.pair_divisions_label(divisions),
            heading=_("Nothing is paired yet"),
            changes=[
                DivisionChanges(str(division), [sentences.refusal_text(refusal)])
                for division, refusal in outcome.refused
            ],
            action=hall_desk.pair_divisions_label(outcome.waiting),
            action_url=reverse("pairings:pair_all", args=[event.slug]),
        )
    texts = []
    for round_ in outcome.done:
        tables = round_.matches.filter(right__isnull=False).count()
        facts = {
            "division": round_.division,
            "round": round_names.round_name_in_sentence(round_),
            "tables": result_words.tables_text(tables),
        }
        texts.append(_("%(division)s: %(round)s is paired, %(tables)s.") % facts)
    _add_all_divisions_message(request, outcome, texts, "RoundPaired")
    return _redirect_with_refusals(request, event, outcome)


@require_http_methods(["GET", "POST"])
@event_page("run")
def post_all_rounds_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Ask for confirmation, then post every unposted round.

    With the field `print`, redirect to the sheets of the rounds.
    """
    if request.method == "GET":
        return _ask_to_post_all_rounds(request, event)
    reason = one_round.posted_lists_reason(request)
    outcome = all_divisions.post_all_divisions(
        event, _seen_rounds(request), by=request.user, lists_reason=reason
    )
    texts = [
        _("%(division)s: %(round)s is posted.")
        % {"division": round_.division, "round": round_names.round_name_in_sentence(round_)}
        for round_ in outcome.done
    ]
    _add_all_divisions_message(request, outcome, texts, "RoundPosted")
    if outcome.waiting or any(
        refusal.code == DeckRefusal.LISTS_NOT_READY for _division, refusal in outcome.refused
    ):
        return _ask_to_post_all_rounds(request, event, ListsReasonForm(request.POST))
    if request.POST.get("print") and outcome.done and not outcome.refused:
        return redirect(hall_desk.hall_sheets_url(event))
    return _redirect_with_refusals(request, event, outcome)


@require_http_methods(["GET", "POST"])
@event_page("run")
def close_all_rounds_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Ask for confirmation, then close and rank every round that has all results.

    The selected no-shows are dropped.
    """
    if request.method == "GET":
        return _ask_to_close_all_rounds(request, event)
    playing = rounds_in_state(event, Round.State.POSTED)
    form = NoShowsForm(
        request.POST, [no_show for round_ in playing for no_show in away.no_shows_of_round(round_)]
    )
    no_shows_to_drop = form.leaving
    outcome = all_divisions.close_all_divisions(
        event,
        _seen_rounds(request),
        by=request.user,
        open_seen=closing.confirmed_open_keys(request, playing),
        drop=no_shows_to_drop,
    )
    if outcome.waiting:
        return _ask_to_close_all_rounds(request, event)
    texts = []
    for round_ in outcome.done:
        facts = {"division": round_.division, "round": round_names.round_name_in_sentence(round_)}
        dropped = [entry for entry in no_shows_to_drop.values() if entry.division_id == round_.division_id]
        texts += [
            _("%(division)s: %(round)s is closed and ranked.") % facts,
            *no_shows.dropped_texts(dropped),
        ]
    _add_all_divisions_message(request, outcome, texts, "RoundClosed")
    return _redirect_with_refusals(request, event, outcome)


def _add_all_divisions_message(
    request: StaffRequest, outcome: AllDivisionsOutcome, texts: Sequence[str], kind: str
) -> None:
    """Add the message about a step in each division, with a single undo for all divisions.

    No message is added if no division was changed.
    """
    if outcome.done:
        undo_tag = undo_messages.undo_step_tag(request, outcome.done[-1].division, kind)
        messages.success(
            request, " ".join(texts), extra_tags=undo_tag and f"{undo_tag}{undo_messages.WHOLE_PRESS}"
        )


def _seen_rounds(request: HttpRequest) -> Seen:
    """Return the rounds shown in the form, division id -> round number. Each is sent as "division:round"."""
    numbers: dict[int, int] = {}
    for division_and_round in request.POST.getlist("round")[:MAX_DIVISIONS]:
        division, _colon, number = (part for part in division_and_round.partition(":"))
        division_key, round_number = whole_number(division), whole_number(number)
        if division_key is not None and round_number is not None:
            numbers[division_key] = round_number
    return numbers


def _redirect_with_refusals(
    request: HttpRequest, event: Tournament, outcome: AllDivisionsOutcome
) -> HttpResponse:
    """Redirect to the desk of all divisions, with a message for each refusal."""
    for division, refusal in outcome.refused:
        facts = {"division": division, "why": sentences.refusal_text(refusal)}
        messages.error(request, _("%(division)s: %(why)s") % facts)
    if not outcome.done and not outcome.refused:
        messages.info(request, _("Nothing to do: another staff member has already done it."))
    return redirect(hall_desk.hall_url(event))


def _ask_to_post_all_rounds(
    request: HomeRequest, event: Tournament, form: ListsReasonForm | None = None
) -> HttpResponse:
    """Show the confirmation before posting.

    Refused rounds are shown with the reason; the others can be posted. `form`: rejected form for the reason to
    start without all deck lists.
    """
    may_decide = request.can["rule"]
    changes: list[str | DivisionChanges] = []
    refused_divisions: list[DivisionChanges] = []
    ready_rounds: list[Round] = []
    has_unready_lists = False
    for round_ in rounds_in_state(event, Round.State.UNPOSTED):
        if reasons := one_round.posting_refusals(round_, decides=may_decide):
            refused_divisions.append(DivisionChanges(str(round_.division), reasons))
            continue
        lists_not_ready = posting_checks.players_without_ready_list(round_)
        has_unready_lists = has_unready_lists or bool(lists_not_ready)
        ready_rounds.append(round_)
        texts = [*one_round.unready_list_texts(lists_not_ready), *one_round.posting_texts(round_)]
        changes += _changes_of_round(round_, texts)
    ready_count = len(ready_rounds)
    title = ngettext("Post %(n)d round", "Post %(n)d rounds", ready_count + len(refused_divisions)) % {
        "n": ready_count + len(refused_divisions)
    }
    if ready_rounds:
        changes.append(_("Each posting can be undone until its first result is in."))
    others_label = ngettext("Post the other round", "Post the other %(n)d rounds", ready_count) % {
        "n": ready_count
    }
    return _render_question(
        request,
        event,
        {round_.division_id: round_.number for round_ in ready_rounds},
        title,
        heading=_("Nothing is posted yet") if refused_divisions else "",
        changes=[*refused_divisions, *changes],
        form=(form or ListsReasonForm()) if has_unready_lists and may_decide else None,
        action=(others_label if refused_divisions else title) if ready_rounds else "",
        action_url=reverse("pairings:post_all", args=[event.slug]),
        print_too=_("Post and print"),
        about=event_day.other_day_warning(event),
    )


def _ask_to_close_all_rounds(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the confirmation before closing, or redirect to the desk if results are missing everywhere.

    Refused rounds are shown with the reason; the others can be closed.
    """
    posted_rounds = rounds_in_state(event, Round.State.POSTED)
    changes: list[str | DivisionChanges] = []
    refused_divisions: list[DivisionChanges] = []
    ready_rounds: list[Round] = []
    open_at_tables: list[OpenAtTable] = []
    is_blocked = False
    for round_ in posted_rounds:
        try:
            stages.require_all_results(round_)
        except Refused as refusal:
            refused_divisions.append(DivisionChanges(str(round_.division), [sentences.refusal_text(refusal)]))
            continue
        open_entries = round_services.list_open_at_tables(round_)
        texts = closing_words.open_entry_texts(open_entries)
        if closing.needs_other_role(request, open_entries):
            is_blocked = True
            refused_divisions.append(
                DivisionChanges(str(round_.division), [*texts, str(closing.ROLE_REQUIRED)])
            )
            continue
        ready_rounds.append(round_)
        open_at_tables += open_entries
        changes += _changes_of_round(round_, [*texts, *closing.result_texts(round_)])
    if posted_rounds and not ready_rounds and not is_blocked:
        messages.info(request, _("No round can be closed yet. Enter the missing results first."))
        return redirect(hall_desk.hall_url(event))
    if ready_rounds:
        changes.append(
            _("The standings are shown to everyone. After that a result can only be changed as a correction.")
        )
    count = len(ready_rounds or posted_rounds)
    return _render_question(
        request,
        event,
        {round_.division_id: round_.number for round_ in ready_rounds},
        ngettext("Close %(n)d round", "Close %(n)d rounds", count) % {"n": count},
        open_=[entry.key for entry in open_at_tables],
        changes=[*changes, *refused_divisions],
        form=no_shows.no_shows_form(
            [no_show for round_ in ready_rounds for no_show in away.no_shows_of_round(round_)]
        ),
        action=_("Close and update standings") if ready_rounds else "",
        action_url=reverse("pairings:close_all", args=[event.slug]),
        danger=bool(open_at_tables),
    )


def _changes_of_round(round_: Round, texts: list[str]) -> list[str | DivisionChanges]:
    """Return the changes of a round under its division's name.

    The name is omitted for a division of all ages.
    """
    if round_.division.age_division == Division.AgeDivision.ALL:
        return [*texts]
    return [DivisionChanges(str(round_.division), texts)]


def _render_question(
    request: HttpRequest,
    event: Tournament,
    seen: Seen,
    title: str,
    *,
    open_: Sequence[str] = (),
    about: Mapping[str, str] | None = None,
    **question: Any,
) -> HttpResponse:
    """Show the confirmation page, or redirect to the desk if there is nothing to confirm.

    - `seen`: rounds to confirm.
    - `open_`: keys of the displayed open entries.
    - `about`: context for the sentence above the question, or None.
    - `question`: fields of `Question`.
    """
    if not question["changes"] or (not seen and question["action"]):
        messages.info(request, _("Nothing to do: another staff member has already done it."))
        return redirect(hall_desk.hall_url(event))
    repeated_fields = {"round": [f"{division}:{number}" for division, number in seen.items()], "open": open_}
    context = {
        "page": "desk",
        "board": Scoreboard(line=_("All divisions")),
        "title": title,
        "lead": "",
        "question": Question(cancel_url=hall_desk.hall_url(event), repeated=repeated_fields, **question),
        **(about or {}),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@event_page("run")
@idempotency.processes_key_once
def save_hall_result(request: StaffRequest, event: Tournament) -> Answer:
    """Save one result of any division, entered by table and key or by a tap, as on the desk of one round."""
    entered = None
    try:
        entered = read_entered_result(request.POST, event)
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
            return idempotency.refused_response(request, refused, hall_desk.hall_url(event))
        problem = one_round.refused_result_context(request, refused, entered)
        if request.htmx:
            refused_match = entered.match if entered else None
            return lambda: desk_changes.result_entry_response(
                request, event, None, refused_match, problem=problem
            )
        return lambda: hall_desk.hall_page(request, event, problem=problem)
    one_round.add_saved_message(request, match, entered.seen, lines)
    if request.htmx:
        return idempotency.Saved(
            lambda: desk_changes.result_entry_response(request, event, None, match, lines=lines)
        )
    return redirect(f"{hall_desk.hall_url(event)}{one_round.desk_query(request)}")
