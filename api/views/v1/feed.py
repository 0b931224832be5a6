"""The feed for broadcasters: everything an overlay needs, in one response."""

from collections import Counter
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from api.door import find_event
from api.queries.feed import MOST, feature_tables, tables_of
from api.schemas.feed import FeatureOut, FeedOut, FeedRoundOut, FeedSideOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS, clocks_out
from api.views.v1.params import Slug, Tables
from api.views.v1.rounds import player_out
from floor.views.screens import feature
from floor.views.screens.feature import Feature
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.print import public_pairings
from pairings.queries.print.published_lists import public_lists
from pairings.queries.reports import clocks
from pairings.words import result_words

router = Router(tags=["feed"])


@router.get("/events/{slug:slug}/feed", response={200: FeedOut, ERRORS: Problem})
def feed(request: HttpRequest, slug: Slug, table: Tables) -> FeedOut:
    """Rounds, clocks and feature matches.

    Feature matches are those at `table`, given up to eight times; by default those on hall screens, or else the first
    table of each division. Games won in an unfinished match are included only for tables on hall screens, as no other
    public page shows them.
    """
    event = find_event(request, slug)
    on, now = clocks.rounds_on(event), timezone.now()
    names = result_words.round_names(on)
    on_screens = feature_tables(event)
    wanted = list(dict.fromkeys(table)) or on_screens[:MOST]
    published = {row.entry_id for row in public_lists(event).lists}
    features = []
    for number, round_ in tables_of(on, wanted):
        match = feature.match_at([round_], number, now)
        if match is not None:
            games = bool(match.result) or match.table in on_screens
            features.append(_feature_out(match, round_, names[round_.pk], published, games=games))
    return FeedOut(
        event=event.slug,
        name=event.name,
        rounds=_rounds(on, names),
        clocks=clocks_out([round_ for round_ in on if round_.state == Round.State.POSTED]),
        features=features,
    )


def _rounds(on: Sequence[Round], names: dict[int, str]) -> list[FeedRoundOut]:
    rows = public_pairings.match_rows(on, public=True)
    matches = Counter(key for key, row in rows if row.right is not None)
    playing = Counter(key for key, row in rows if row.right is not None and row.outcome is Outcome.PENDING)
    return [
        FeedRoundOut(
            division=round_.division_id,
            division_name=str(round_.division),
            number=round_.number,
            name=names[round_.pk],
            state=round_.state,
            matches=matches[round_.pk],
            open=playing[round_.pk],
        )
        for round_ in on
    ]


def _feature_out(match: Feature, round_: Round, name: str, published: set[int], *, games: bool) -> FeatureOut:
    return FeatureOut(
        table=match.table,
        division=round_.division_id,
        round=round_.number,
        round_name=name,
        done=bool(match.result),
        result=match.result,
        sides=[
            FeedSideOut(
                player=player_out(side.person),
                record=side.person.record,
                points=side.person.points,
                games=side.games if games else None,
                won=side.won,
                deck=side.person.entry_id in published,
            )
            for side in match.sides
        ],
    )
