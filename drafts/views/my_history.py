"""A player's own picks and their times, once the draft of their pod is over."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.engine.refused import Refused
from decks.views.lists.player import pool_context
from decks.words.limited_words import subtype_name
from drafts.queries import draft_log as queries
from drafts.words import draft_log_words as words
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page


@require_safe
@player_page
def my_history(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Every tracked draft the player sat in, latest first; without picks while its pod still drafts."""
    drafts = []
    for row, number, seat in reversed(queries.histories(link.entry)):
        picks, over = [], False
        with suppress(Refused):
            pod = queries.pod_of(row, number)
            over = pod.over
            picks = [
                {
                    "name": pick.name,
                    "at": pick.row.at,
                    "where": words.where(pick, row.subtype),
                    "seconds": words.seconds_text(pick.seconds),
                }
                for pick in (queries.own_picks(pod, seat) if over else ())
            ]
        drafts.append({"number": row.number, "name": subtype_name(row.subtype), "over": over, "picks": picks})
    return render(request, "drafts/log_mine.html", pool_context(link) | {"drafts": drafts})
