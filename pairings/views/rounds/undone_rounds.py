"""Undo the newest round with its results, after listing the data that will be lost."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.forms.questions import Question
from core.models.model_labels import model_of_label
from core.requests import StaffRequest
from core.text_parts import text_labeled_with_part
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Seat, Stage, Standing
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import dependent_rows, match_rows
from pairings.services.rounds import round_undo, undo_checks
from pairings.views import round_heading, undo_messages
from pairings.views.rounds import round_urls
from pairings.words import result_words, round_names
from pairings.words.round_words import result_text

MAX_RESULTS = 24
"""Maximum number of results listed before "and more"."""

NOT_NAMED = (Match, Seat, Round, Stage, Standing)
"""Models of the round and rows derived from it, which are not in the list of lost rows."""


@require_http_methods(["GET", "POST"])
@round_page("run", back="pairings:desk")
def undo_round_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """Ask for confirmation, then undo the round."""
    if request.method == "GET":
        return _ask_to_undo(request, round_)
    line = round_undo.undo_round(round_, by=request.user)
    facts = {"round": round_names.round_name(round_), "n": line.facts["results"]}
    template = ngettext(
        "%(round)s is undone, with its %(n)d result.",
        "%(round)s is undone, with its %(n)d results.",
        facts["n"],
    )
    undo_messages.add_undo_message(request, template % facts, round_.division, "RoundUndone")
    return redirect(round_urls.desk_url(round_.division))


def undo_round_label(round_: Round, results: int) -> str:
    """Return the label of the undo button: "Undo round 2 and its 20 results"."""
    facts = {"round": round_names.round_as_object(round_), "n": results}
    if not results:
        return _("Undo %(round)s") % facts
    return (
        ngettext("Undo %(round)s and its %(n)d result", "Undo %(round)s and its %(n)d results", results)
        % facts
    )


def undo_round_link(round_: Round | None, results: int | None = None) -> dict[str, str]:
    """Return the URL and label of the link that undoes a round.

    The result is empty for None, for an unposted round, or if a later step depends on the round. `results`: number of
    its results, if counted.
    """
    if round_ is None or round_.state == Round.State.UNPOSTED or not undo_checks.is_newest_round(round_):
        return {}
    if results is None:
        results = round_.matches.filter(right__isnull=False).exclude(outcome=Outcome.PENDING.value).count()
    return {
        "url": round_urls.round_url(round_, "pairings:undo_round"),
        "label": undo_round_label(round_, results),
    }


def _ask_to_undo(request: HttpRequest, round_: Round) -> HttpResponse:
    """Show the confirmation before a round is undone.

    Refused: ROUND_NOT_POSTED, and whatever `undo_checks.require_newest_round` refuses.
    """
    if round_.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(round_))
    undo_checks.require_newest_round(round_)
    played_matches = [
        match_row
        for match_row in match_rows.match_rows(round_)
        if match_row.right is not None and match_row.outcome != "pending"
    ]
    results = [
        text_labeled_with_part(
            _("Table %(table)s") % {"table": match_row.table or result_words.DASH},
            result_text(
                match_row.outcome,
                {"left": match_row.left.name, "right": match_row.right.name if match_row.right else ""},
            ),
        )
        for match_row in sorted(played_matches, key=lambda match_row: match_row.table or 0)
    ]
    displayed_results = results[:MAX_RESULTS]
    unlisted = len(results) - len(displayed_results)
    if unlisted:
        displayed_results.append(
            ngettext("and %(n)d more result", "and %(n)d more results", unlisted) % {"n": unlisted}
        )
    # The page also counts other rows that will be lost, such as "time extensions: 3".
    rows_by_model, _links = dependent_rows.dependent_rows(dependent_rows.row_to_delete_for_undo(round_))
    rows_of_models = ((model_of_label(name), values) for name, values in rows_by_model.items())
    other_losses = [
        text_labeled_with_part(capfirst(model._meta.verbose_name_plural), len(values))
        for model, values in rows_of_models
        if model not in NOT_NAMED
    ]
    dropped_entries = round_.division.entries.filter(dropped_in=round_.number, disqualified=False)
    names = result_words.names_and_more_text(
        [str(entry) for entry in dropped_entries.order_by("last_name", "first_name")]
    )
    still_dropped = _("Players who dropped in this round are still dropped: %(names)s.") % {"names": names}
    changes = [
        _("The pairings and all results of the round are removed. Players no longer see it."),
        *displayed_results,
        *other_losses,
        *([still_dropped] if names else []),
        _("Penalties and deck checks are not removed. One undo brings everything back exactly as it is now."),
    ]
    title = undo_round_label(round_, len(results))
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(round_),
        "title": title,
        "lead": "",
        "question": Question(
            changes=changes,
            action=title,
            action_url=round_urls.round_url(round_, "pairings:undo_round"),
            cancel_url=round_urls.round_url(round_),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)
