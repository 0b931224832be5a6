"""The feed for broadcasters, with everything that an overlay needs in one response."""

from collections import Counter

from django.utils import timezone
from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.queries.feed import feature_tables, latest_rounds_of_tables
from api.schemas.feed import FeatureOut, FeedOut, FeedRoundOut, FeedSideOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS, api_clocks
from api.views.v1.params import Slug, Tables
from api.views.v1.rounds import api_player
from floor.views.screens import feature_match
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries import public_pairings
from pairings.queries.print.published_lists import published_deck_lists
from pairings.queries.reports import clocks
from pairings.words import round_names

router = Router(tags=["feed"])


@router.get("/events/{slug:slug}/feed", response={200: FeedOut, ERRORS: Problem})
def feed(request: ApiRequest, slug: Slug, table: Tables) -> FeedOut:
    """Return rounds, clocks and feature matches.

    Feature matches are the matches at the tables in `table`, which can be repeated up to eight times. By default they
    are those at feature tables and on hall screens, or the first table of each division for an event without any. Games
    won in an unfinished match are included only for these tables, because no other public page shows them.
    """
    event = find_event_for_api(request, slug)
    request.content.depend_on_time()
    current_rounds, now = clocks.current_rounds(event), timezone.now()
    names = round_names.round_names(current_rounds)
    featured = feature_tables(event)
    tables = list(dict.fromkeys(table)) or list(featured)
    public_deck_entries = {deck_list.entry_id for deck_list in published_deck_lists(event).lists}
    features = []
    for number, round_ in latest_rounds_of_tables(current_rounds, tables):
        match = feature_match.feature_match([round_], number, now)
        if match is None:
            continue
        games_public = bool(match.result) or match.table in featured
        features.append(
            FeatureOut(
                table=match.table,
                table_name=featured.get(match.table, ""),
                division=round_.division_id,
                round=round_.number,
                round_name=names[round_.pk],
                done=bool(match.result),
                result=match.result,
                sides=[
                    FeedSideOut(
                        player=api_player(side.person),
                        record=side.person.record,
                        points=side.person.points,
                        games=side.games if games_public else None,
                        won=side.won,
                        deck=side.person.entry_id in public_deck_entries,
                    )
                    for side in match.sides
                ],
            )
        )
    rows = public_pairings.match_rows_with_round(current_rounds, public=True)
    matches = Counter(key for key, row in rows if row.right is not None)
    unfinished = Counter(key for key, row in rows if row.right is not None and row.outcome is Outcome.PENDING)
    rounds = [
        FeedRoundOut(
            division=round_.division_id,
            division_name=str(round_.division),
            number=round_.number,
            name=names[round_.pk],
            state=round_.state,
            matches=matches[round_.pk],
            open=unfinished[round_.pk],
        )
        for round_ in current_rounds
    ]
    return FeedOut(
        event=event.slug,
        name=event.name,
        rounds=rounds,
        clocks=api_clocks([round_ for round_ in current_rounds if round_.state == Round.State.POSTED]),
        features=features,
    )
