"""A player's own picks and their times, once the draft of their pod is over."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.engine.refused import Refused
from decks.models import Draft
from decks.views.lists.player import pool_context
from decks.words.limited_words import subtype_name
from drafts.queries import draft_log as queries
from drafts.words import draft_log_words as words
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page


@require_safe
@player_page
def my_history(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Every tracked draft the player sat in, latest first."""
    found = [_draft_row(*one) for one in reversed(queries.histories(link.entry))]
    return render(request, "drafts/log_mine.html", pool_context(link) | {"drafts": found})


def _draft_row(row: Draft, pod: int, seat: int) -> dict[str, Any]:
    """One draft, without its picks while its pod still drafts."""
    about: dict[str, Any] = {
        "number": row.number,
        "name": subtype_name(row.subtype),
        "over": False,
    }
    try:
        found = queries.pod_of(row, pod)
    except Refused:
        return about
    if not found.over:
        return about
    picks = [
        {
            "name": one.name,
            "at": one.row.at,
            "where": words.where(one, row.subtype),
            "seconds": words.seconds_text(one.seconds),
        }
        for one in queries.own_picks(found, seat)
    ]
    return about | {"over": True, "picks": picks}
