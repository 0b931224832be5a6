"""The explanation of pairings: of a round, a match, a bye, a player; public once the round is posted."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.engine.numbers import whole_number
from core.engine.people import search_key
from pairings.engine.rows import MatchRow, Person
from pairings.models import Round
from pairings.queries.rounds import desk, pairing_explained, paths, rows
from pairings.views.rounds import round_chrome
from pairings.words import pairing_words, result_words
from tournaments.access import event_page
from tournaments.models import Tournament

MOST_FOUND = 12


@require_GET
@event_page(as_bytes=True)
def explain(request: HttpRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """The groups, the pair-downs, the bye and the proof; `player` or `match` opens one of them."""
    round_ = visible_round(request, event, division, number)
    public = not round_chrome.may(request, "view")
    back_url = f"{reverse('pairings:pairings', args=[event.slug])}?division={division}&round={number}"
    if round_.state == Round.State.UNPOSTED:
        back_url = round_chrome.round_url(round_, "pairings:review")
    context: dict[str, Any] = {
        "page": "desk" if round_chrome.may(request, "run") else "pairings",
        "board": round_chrome.board(round_),
        "round": round_,
        "name": result_words.round_name(round_),
        "inside": result_words.round_inside(round_),
        "back_url": back_url,
        "wanted": request.GET.get("q", "").strip(),
        "cut": round_chrome.is_cut(round_),
        "verify_url": ""
        if round_chrome.is_cut(round_) or round_.state == Round.State.UNPOSTED
        else round_chrome.round_url(round_, "pairings:verify"),
    }
    if not round_chrome.is_cut(round_):
        return render(request, "pairings/explain.html", context | _swiss(request, round_, public))
    matches = rows.match_rows(round_, public=public)
    chosen, seeds = _chosen(request, matches), pairing_explained.seeds(round_)
    person = _player(request, chosen)
    context |= {
        "matches": _found(request, matches) or [_line(row) for row in matches],
        "chosen": {**_line(chosen), "why": pairing_words.of_cut(chosen, seeds)} if chosen else None,
        "path": _path(person, round_, public) if person else None,
    }
    return render(request, "pairings/explain.html", context)


def visible_round(request: HttpRequest, event: Tournament, division: int, number: int) -> Round:
    """The requested round, or 404; an unposted one is for staff only."""
    round_ = desk.round_of(round_chrome.division_of(event, division), number)
    if round_ is None or (round_.state == Round.State.UNPOSTED and not round_chrome.may(request, "view")):
        raise Http404
    return round_


def _swiss(request: HttpRequest, round_: Round, public: bool) -> dict[str, Any]:
    explained = pairing_explained.explained(round_, public=public)
    chosen = _chosen(request, explained.matches)
    person = _player(request, chosen)
    bye, proof = explained.bye, explained.proof
    facts: list[tuple[str, object]] = [
        (_("Players"), proof.players),
        (_("Groups"), len(explained.groups)),
        (_("Outside their group"), len(explained.pair_downs)),
        (_("Rematches"), len(explained.rematches)),
    ]
    if proof.kind:
        facts += [(_("Cost of this pairing"), proof.cost), (_("Minimum"), proof.cost)]
        facts += [(_("Random seed"), str(round_.draw.get("seed", round_.seed)))]
    return {
        "matches": _found(request, explained.matches),
        "chosen": {**_line(chosen), "why": pairing_words.of_match(explained, chosen)} if chosen else None,
        "path": _path(person, round_, public) if person else None,
        "groups": explained.groups,
        "pair_downs": [
            {**_line(pair_down.row), "why": pairing_words.pair_down(explained, pair_down)}
            for pair_down in explained.pair_downs
        ],
        "rematches": [
            {**_line(row), "why": [], "met": pairing_words.met_in(met)} for row, met in explained.rematches
        ],
        "bye": {"name": bye.person.name, "why": pairing_words.bye(explained, bye)} if bye else None,
        "proof": pairing_words.proof(explained),
        "drawn": bool(proof.kind),
        "by_hand": explained.by_hand,
        "facts": facts,
    }


def _chosen(request: HttpRequest, matches: list[MatchRow]) -> MatchRow | None:
    match = whole_number(request.GET.get("match", ""))
    player = whole_number(request.GET.get("player", ""))
    for row in matches:
        if match == row.match_id or player in [person.entry_id for person in _two(row)]:
            return row
    return None


def _two(row: MatchRow) -> list[Person]:
    return [person for person in (row.left, row.right) if person is not None]


def _player(request: HttpRequest, chosen: MatchRow | None) -> Person | None:
    wanted = whole_number(request.GET.get("player", ""))
    people = _two(chosen) if chosen else []
    return next((person for person in people if person.entry_id == wanted), None)


def _line(row: MatchRow) -> dict[str, Any]:
    return {
        "id": row.match_id,
        "table": row.table,
        "left": row.left.name,
        "right": row.right.name if row.right else _("no opponent"),
        "people": [{"id": person.entry_id, "name": person.name} for person in _two(row)],
    }


def _found(request: HttpRequest, matches: list[MatchRow]) -> list[dict[str, Any]]:
    """The matches of players whose name matches the search."""
    wanted = search_key(request.GET.get("q", ""))
    if not wanted:
        return []
    fits = [row for row in matches if any(wanted in search_key(person.name) for person in _two(row))]
    return [_line(row) for row in fits[:MOST_FOUND]]


def _path(person: Person, round_: Round, public: bool) -> dict[str, Any]:
    entry = round_.division.entries.select_related("division").get(pk=person.entry_id)
    steps = paths.path(entry, until=round_.number, public=public)
    return {
        "name": person.name,
        "steps": [{"round": step.round, "text": pairing_words.step(step), "gap": step.gap} for step in steps],
    }
