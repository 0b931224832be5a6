"""A player's timed picks, shown once the draft of their pod is over."""

from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.engine.refused import Refused
from core.requests import HomeRequest
from decks.views.lists.player_pages import pool_context
from decks.words.limited_words import subtype_name
from drafts.queries import draft_log as queries
from drafts.words import draft_log_words as words
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page


@require_safe
@player_page
def my_draft_history_page(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Show the player's tracked drafts, latest first. The picks of a pod are hidden while it is drafting."""
    drafts = []
    for draft, number, seat in reversed(queries.tracked_drafts_of_entry(link.entry)):
        picks, is_over = [], False
        with suppress(Refused):
            pod = queries.logged_pod(draft, number)
            is_over = pod.over
            picks = [
                {
                    "name": pick.name,
                    "at": pick.row.at,
                    "where": words.move_position_text(pick, draft.subtype),
                    "seconds": words.seconds_text(pick.seconds),
                }
                for pick in (queries.own_picks(pod, seat) if is_over else ())
            ]
        drafts.append(
            {"number": draft.number, "name": subtype_name(draft.subtype), "over": is_over, "picks": picks}
        )
    return render(request, "drafts/log_mine.html", vars(pool_context(link)) | {"drafts": drafts})
