"""The review of an unposted round: check it, change it manually, pair it again, post it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.wording import in_a_row, labelled
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.rows import Person
from pairings.models import Round
from pairings.queries.reports import result_reports
from pairings.queries.rounds import desk, unposted
from pairings.queries.rounds.unposted import UnpostedMatch, UnpostedRound
from pairings.services.rounds import rounds
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import signed_in

PAIR = 2
MOST_NUMBERS = 12
CONFIRMABLE = (
    PairingRefusal.SWAP_IS_REMATCH,
    PairingRefusal.SWAP_IS_APART,
    PairingRefusal.SWAP_IS_OF_GROUP,
    PairingRefusal.SWAP_GIVES_SECOND_BYE,
)


@require_GET
@round_page("run")
def review(request: HttpRequest, round_: Round) -> HttpResponse:
    """An unposted round in table order, and what to check."""
    if round_.state != Round.State.UNPOSTED:
        return redirect(round_chrome.round_url(round_))
    event = round_.division.tournament
    divisions = list(desk.divisions(event))
    review = unposted.unposted_round(round_)
    facts: list[tuple[str, object]] = [(_("Players"), review.players), (_("Tables"), len(review.tables))]
    if not round_chrome.is_cut(round_):
        facts.append((_("Paired down"), len(review.pair_downs)))
    facts.append((_("Random seed"), str(round_.draw.get("seed", round_.seed))))
    context = {
        "page": "desk",
        "round": round_,
        "name": result_words.round_name(round_),
        "inside": result_words.round_as_object(round_),
        "board": round_chrome.board(round_),
        "tabs": round_chrome.tabs(event, divisions, round_.division),
        "rounds_strip": round_chrome.rounds_strip(round_.division),
        "steps": round_chrome.steps(1, {2: round_chrome.round_url(round_, "pairings:post")}),
        "unposted": review,
        "cut": round_chrome.is_cut(round_),
        "lines": [_line(row) for row in review.tables],
        "alone": [_alone(row, review, round_) for row in review.alone],
        "looks": _looks(review, round_),
        "facts": facts,
        "in_dispute": result_reports.open_disputes(event).count(),
        "opened": whole_number(request.GET.get("why", "")),
        "swaps": [
            {
                "first": line.facts["first_name"],
                "second": line.facts["second_name"],
                "by": line.by_name,
                "at": line.at,
                "undo": round_chrome.undo_url(event, line.pk),
            }
            for line in review.swaps
        ],
        "urls": {
            name: round_chrome.round_url(round_, f"pairings:{name}")
            for name in ("post", "pair_again", "swap")
        },
        **round_chrome.changes(request, event, round_.division, round_, limit=4),
    }
    return render(request, "pairings/review.html", context)


def _line(row: UnpostedMatch) -> dict[str, Any]:
    match, why = row.row, ""
    if row.higher is not None and row.lower is not None:
        facts = {
            "higher": row.higher.name,
            "points": result_words.points(row.higher.points),
            "lower": row.lower.name,
            "fewer": row.lower.points,
        }
        why = _("%(higher)s (%(points)s) meets %(lower)s (%(fewer)d).") % facts
    return {
        "no": match.table,
        "left": _who(match.left),
        "right": _who(match.right) if match.right else {},
        "down": bool(row.down),
        "why": why,
        "met": _("Met in round %(round)d") % {"round": row.met} if row.met else "",
    }


def _who(person: Person) -> dict[str, Any]:
    return {"id": person.entry_id, "name": person.name, "note": result_words.standing(person)}


def _alone(row: UnpostedMatch, review: UnpostedRound, round_: Round) -> dict[str, Any]:
    """A bye, drawn or awarded, with the reason for it."""
    drawn = row.row.outcome is Outcome.BYE
    return {
        **_who(row.row.left),
        "label": _("Bye"),
        "text": _("no opponent, counts as a win"),
        "drawn": drawn,
        "why": _why_bye(row.row.left, review, round_) if drawn else _("This bye was awarded in advance."),
    }


def _why_bye(person: Person, review: UnpostedRound, round_: Round) -> str:
    if round_chrome.is_cut(round_):
        return _("The top seeds advance without a match where the bracket is not full.")
    if review.by_hand and round_.draw.get("bye") != person.entry_id:
        return _("%(name)s was moved there by hand.") % {"name": person.name}
    facts = {
        "n": review.players,
        "points": result_words.points(round_.draw.get("bye_group") or 0),
        "players": result_words.players(round_.draw.get("bye_candidates") or 1),
        "name": person.name,
    }
    odd = _("%(n)d is an odd number of players, so one sits out.")
    group = _(
        "The bye goes to the group with the fewest points that has a player without a bye so far: the group with "
        "%(points)s, %(players)s. %(name)s was picked from it at random."
    )
    second = _(
        "All players here had a bye before. %(name)s was chosen at random among those with the "
        "fewest byes and %(points)s."
    )
    return f"{odd % facts} {(second if round_.draw.get('second_bye') else group) % facts}"


def _looks(review: UnpostedRound, round_: Round) -> list[dict[str, str]]:
    """What to check before posting, the most urgent first."""
    looks = [_rematches(review)] if not round_chrome.is_cut(round_) else []
    if review.second_bye and review.bye and not round_chrome.is_cut(round_):
        looks.append(
            {
                "state": "warning",
                "title": _("A second bye"),
                "text": _("%(name)s had a bye before.") % {"name": review.bye.name},
            }
        )
    sentences = [result_words.walkover(row.row) for row in review.tables]
    looks += [{"state": "warning", "title": _("Walkover"), "text": text} for text in sentences if text]
    # Pairing options and requests the draw could not meet.
    unkept = unposted.unkept(round_)
    together = in_a_row(" – ".join(pair) for pair in unkept.together)
    tables = in_a_row(labelled(name, table) for name, table in unkept.tables)
    unmet = (
        (_("Players of one family or team are paired"), together),
        (_("A fixed table was not possible"), tables),
    )
    looks += [{"state": "warning", "title": title, "text": text} for title, text in unmet if text]
    if review.pair_downs:
        number = len(review.pair_downs)
        title = ngettext("%(n)d player is paired down", "%(n)d players are paired down", number)
        because = (
            _("The pairing was changed by hand.")
            if review.by_hand
            else _("No other pairing has smaller gaps.")
        )
        text = _("Tables %(tables)s. %(because)s") % {
            "tables": _numbers(review.pair_downs),
            "because": because,
        }
        looks.append({"state": "warning", "title": title % {"n": number}, "text": text})
    elif not round_chrome.is_cut(round_):
        text = _("Every player plays an opponent with the same number of points.")
        looks.append({"state": "good", "title": _("No pair-downs"), "text": text})
    return sorted(looks, key=lambda look: look["state"] == "good")


def _rematches(review: UnpostedRound) -> dict[str, str]:
    if not review.rematches:
        text = _("No player meets the same opponent again.")
        return {"state": "good", "title": _("No rematches"), "text": text}
    title = ngettext("%(n)d repeated match", "%(n)d repeated matches", len(review.rematches))
    unavoidable = _(
        "No pairing avoids this. Matches played least often, and longest ago, are repeated first."
    )
    because = _("Swapped by hand.") if review.by_hand else unavoidable
    text = _("Tables %(tables)s. %(because)s") % {"tables": _numbers(review.rematches), "because": because}
    return {"state": "warning", "title": title % {"n": len(review.rematches)}, "text": text}


def _numbers(rows: list[UnpostedMatch]) -> str:
    numbers = [str(row.row.table) for row in rows]
    return ", ".join(numbers[:MOST_NUMBERS]) + ("…" if len(numbers) > MOST_NUMBERS else "")


@require_POST
@round_page("run", back="pairings:review")
def swap(request: HttpRequest, round_: Round) -> HttpResponse:
    """Swap the two selected players; ask first about a repeated match or a second bye."""
    url = round_chrome.round_url(round_, "pairings:review")
    # The selected players; the confirmation page sends both in one value.
    keys = request.POST.getlist("swap")
    typed = (key for joined in keys for key in joined.split(","))
    wanted = {number for key in typed if (number := whole_number(key)) is not None}
    ticked = list(
        round_.division.tournament.entries.select_related("player").filter(pk__in=wanted)[: PAIR + 1]
    )
    if len(ticked) != PAIR:
        messages.error(request, _("Select two players, then swap them."))
        return redirect(url)
    anyway = request.POST.get("anyway") == "yes"
    try:
        rounds.swap(round_, *ticked, by=signed_in(request), anyway=anyway)
    except Refused as refused:
        if refused.code not in CONFIRMABLE:
            raise
        context = {
            "page": "desk",
            "board": round_chrome.board(round_),
            "title": _("Swap %(first)s with %(second)s") % {"first": ticked[0], "second": ticked[1]},
            "lead": "",
            "question": Question(
                changes=[sentences.refusal_text(refused)],
                action=_("Swap anyway"),
                action_url=round_chrome.round_url(round_, "pairings:swap"),
                cancel_url=url,
                hidden={"swap": ",".join(str(entry.pk) for entry in ticked), "anyway": "yes"},
            ),
        }
        return render(request, "components/confirm.html", context)
    names = {"first": str(ticked[0]), "second": str(ticked[1])}
    round_chrome.add_message(
        request, _("%(first)s and %(second)s changed places.") % names, round_.division, "PlayersSwapped"
    )
    return redirect(url)
