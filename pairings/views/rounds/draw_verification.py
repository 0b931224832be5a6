"""Verify a round: the seed, the inputs of the draw, and the script that replays it."""

import inspect
import json
from textwrap import wrap

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.requests import HomeRequest
from pairings.engine import replay
from pairings.models import Round
from pairings.queries.rounds import replays
from pairings.queries.verification.pairing_check import check_pairing
from pairings.views import round_heading
from pairings.views.rounds import round_urls
from pairings.views.rounds.pairing_explained import visible_round
from pairings.words import draw_words, round_names
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title


@require_GET
@event_page()
def draw_verification_page(
    request: HomeRequest, event: Tournament, division: int, number: int
) -> HttpResponse:
    """Show the inputs of a round's draw, and whether replaying it gives the same pairings.

    If the draw cannot be replayed, or players' requests are private, the pairings are checked instead.
    """
    round_ = _posted_swiss_round(request, event, division, number)
    can_replay = replays.can_replay(round_)
    draw_facts: replays.DrawInputs = (
        json.loads(replays.draw_inputs_as_json(replays.replay_inputs(round_))) if can_replay else {}
    )
    is_private = can_replay and replays.has_private_inputs(round_)
    check_result = check_pairing(round_) if is_private or not can_replay else None
    context = {
        "page": "desk" if request.can["run"] else "pairings",
        "board": round_heading.round_scoreboard(round_),
        "round": round_,
        "inside": round_names.round_as_object(round_),
        "name": round_names.round_name(round_),
        "known": can_replay,
        "readable": can_replay and (not is_private or request.can["view"]),
        "private": is_private,
        "fingerprint": " ".join(wrap(replays.draw_inputs_fingerprint(draw_facts), 8)) if can_replay else "",
        "checked": draw_words.pairing_check_texts(check_result) if check_result else [],
        "none_better": check_result.none_better if check_result else False,
        "same": replay.gives_same_draw(draw_facts) if can_replay else False,
        "facts": [
            (_("Random seed"), str(draw_facts["seed"])),
            (entrant_title(_("Players")), len(draw_facts["ids"])),
            (_("Earlier matches"), len(draw_facts["met"])),
            (_("Tables"), len(draw_facts["pairs"])),
        ]
        if can_replay
        else [],
        "changed": replays.matches_changed_since_draw(round_) if can_replay else [],
        "script": inspect.getsource(replay),
        "file": replays.draw_inputs_filename(round_),
        "inputs_url": round_urls.round_url(round_, "pairings:inputs"),
        "explain_url": round_urls.round_url(round_, "pairings:explain"),
    }
    return render(request, "pairings/verify.html", context)


@require_GET
@event_page()
def download_draw_inputs(request: HomeRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """Download the inputs of a round's draw as JSON, with entry ids but without names.

    404 if the draw cannot be replayed, or if the inputs are private and the user is not staff.
    """
    round_ = _posted_swiss_round(request, event, division, number)
    is_hidden = replays.has_private_inputs(round_) and not request.can["view"]
    if is_hidden or not replays.can_replay(round_):
        raise Http404
    text = replays.draw_inputs_as_json(replays.replay_inputs(round_))
    headers = {"Content-Disposition": f'attachment; filename="{replays.draw_inputs_filename(round_)}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


def _posted_swiss_round(request: HomeRequest, event: Tournament, division: int, number: int) -> Round:
    """Return a posted or closed Swiss round, or raise Http404."""
    round_ = visible_round(request, event, division, number)
    if round_.state == Round.State.UNPOSTED or round_.stage.is_cut:
        raise Http404
    return round_
