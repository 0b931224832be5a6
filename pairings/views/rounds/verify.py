"""Verify a round: the seed, the inputs of the draw, and the script that draws it again."""

import inspect
import json
from textwrap import wrap

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairings import checked_words
from pairings.engine import replay
from pairings.models import Round
from pairings.queries.rounds import replays
from pairings.queries.rounds.verification import checked
from pairings.views.rounds import round_chrome
from pairings.views.rounds.explain import visible_round
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.models import Tournament


@require_GET
@event_page()
def verify(request: HttpRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """The page, with the round drawn again just now."""
    round_ = _posted(request, event, division, number)
    replayable = replays.can_replay(round_)
    drawn_from = json.loads(replays.as_file(replays.inputs(round_))) if replayable else {}
    open_ = replayable and _may_read(request, round_)
    verified = None if replayable and not replays.is_private(round_) else checked(round_)
    context = {
        "page": "desk" if round_chrome.may(request, "run") else "pairings",
        "board": round_chrome.board(round_),
        "round": round_,
        "inside": result_words.round_as_object(round_),
        "name": result_words.round_name(round_),
        "known": replayable,
        "readable": open_,
        "private": replayable and replays.is_private(round_),
        "fingerprint": " ".join(wrap(replays.fingerprint(drawn_from), 8)) if replayable else "",
        "checked": checked_words.checked(verified) if verified else [],
        "none_better": verified.none_better if verified else False,
        "same": replay.same(drawn_from) if replayable else False,
        "facts": [
            (_("Random seed"), str(drawn_from["seed"])),
            (_("Players"), len(drawn_from["ids"])),
            (_("Earlier matches"), len(drawn_from["met"])),
            (_("Tables"), len(drawn_from["pairs"])),
        ]
        if replayable
        else [],
        "changed": replays.changed_since(round_) if replayable else [],
        "script": inspect.getsource(replay),
        "file": _file(round_),
        "inputs_url": round_chrome.round_url(round_, "pairings:inputs"),
        "explain_url": round_chrome.round_url(round_, "pairings:explain"),
    }
    return render(request, "pairings/verify.html", context)


@require_GET
@event_page()
def inputs(request: HttpRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """The inputs of the draw as JSON: numbers of entries, no names."""
    round_ = _posted(request, event, division, number)
    if not replays.can_replay(round_) or not _may_read(request, round_):
        raise Http404
    text = replays.as_file(replays.inputs(round_))
    headers = {"Content-Disposition": f'attachment; filename="{_file(round_)}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


def _posted(request: HttpRequest, event: Tournament, division: int, number: int) -> Round:
    round_ = visible_round(request, event, division, number)
    if round_.state == Round.State.UNPOSTED or round_chrome.is_cut(round_):
        raise Http404
    return round_


def _may_read(request: HttpRequest, round_: Round) -> bool:
    return not replays.is_private(round_) or round_chrome.may(request, "view")


def _file(round_: Round) -> str:
    return f"{round_.division.tournament.slug}-{round_.division.age_division}-{round_.number}.json"
