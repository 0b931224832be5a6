"""Undo the newest round with its results; lists what will be lost first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.forms.questions import Question
from core.models.labels import model_of
from core.wording import labelled
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Seat, Stage, Standing
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import hanging_rows, rows
from pairings.services.rounds import past_steps, undone_rounds
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from pairings.words.round_words import result_text
from tournaments.access import signed_in

MOST_RESULTS = 24
"""Results listed before "and more"."""

NOT_NAMED = (Match, Seat, Round, Stage, Standing)
"""Models of the round itself, and those derived from it."""


@require_http_methods(["GET", "POST"])
@round_page("run", back="pairings:desk")
def undo_round(request: HttpRequest, round_: Round) -> HttpResponse:
    """Ask, then undo the round."""
    if request.method == "GET":
        return _ask(request, round_)
    line = undone_rounds.undo_round(round_, by=signed_in(request))
    facts = {"round": result_words.round_name(round_), "n": line.facts["results"]}
    words = ngettext(
        "%(round)s is undone, with its %(n)d result.",
        "%(round)s is undone, with its %(n)d results.",
        facts["n"],
    )
    round_chrome.add_message(request, words % facts, round_.division, "RoundUndone")
    return redirect(round_chrome.desk_url(round_.division))


def label(round_: Round, results: int) -> str:
    """ "Undo round 2 and its 20 results"."""
    facts = {"round": result_words.round_as_object(round_), "n": results}
    if not results:
        return _("Undo %(round)s") % facts
    return (
        ngettext("Undo %(round)s and its %(n)d result", "Undo %(round)s and its %(n)d results", results)
        % facts
    )


def offer(round_: Round | None) -> dict[str, str]:
    """The link that undoes a round; empty if a later step depends on it."""
    if round_ is None or round_.state == Round.State.UNPOSTED:
        return {}
    try:
        past_steps.require_newest_round(round_)
    except Refused:
        return {}
    results = round_.matches.filter(right__isnull=False).exclude(outcome=Outcome.PENDING.value).count()
    return {"url": round_chrome.round_url(round_, "pairings:undo_round"), "label": label(round_, results)}


def _ask(request: HttpRequest, round_: Round) -> HttpResponse:
    if round_.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(round_))
    past_steps.require_newest_round(round_)
    # Each result of two players, "Table 3: Ana beat Luis".
    played = [row for row in rows.match_rows(round_) if row.right is not None and row.outcome != "pending"]
    results = [
        labelled(
            _("Table %(table)s") % {"table": row.table or result_words.DASH},
            result_text(row.outcome, {"left": row.left.name, "right": row.right.name if row.right else ""}),
        )
        for row in sorted(played, key=lambda row: row.table or 0)
    ]
    displayed = results[:MOST_RESULTS]
    more = len(results) - len(displayed)
    if more:
        displayed.append(ngettext("and %(n)d more result", "and %(n)d more results", more) % {"n": more})
    # What else will be lost: "time extensions: 3", one line for each kind of row
    stored, _links = hanging_rows.of(hanging_rows.root_of(round_))
    models = ((model_of(name), values) for name, values in stored.items())
    others = [
        labelled(capfirst(model._meta.verbose_name_plural), len(values))
        for model, values in models
        if model not in NOT_NAMED
    ]
    dropped = round_.division.entries.filter(dropped_in=round_.number, disqualified=False)
    names = result_words.some_names([str(entry) for entry in dropped.order_by("last_name", "first_name")])
    stay = _("Players who dropped in this round stay dropped: %(names)s.") % {"names": names}
    changes = [
        _("The pairings and all results of the round are removed. Players no longer see it."),
        *displayed,
        *others,
        *([stay] if names else []),
        _("Penalties and deck checks are kept. One undo brings everything back exactly as it is now."),
    ]
    title = label(round_, len(results))
    context = {
        "page": "desk",
        "board": round_chrome.board(round_),
        "title": title,
        "lead": "",
        "question": Question(
            changes=changes,
            action=title,
            action_url=round_chrome.round_url(round_, "pairings:undo_round"),
            cancel_url=round_chrome.round_url(round_),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)
