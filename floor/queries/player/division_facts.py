"""What all players of a division share on their own pages, cached until the event changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, QuerySet

from core.stamps.memory import cached_until_change
from decks.models import ListRules
from drafts.queries import draft_runs
from pairings.models import ClockMark, Qualifier, Round, Stage, Standing
from pairings.queries.desk.division_state import DivisionState, load_division_state
from pairings.queries.reports import clocks
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import below_cut
from tournaments.models import Announcement, Division
from tournaments.scopes import cached_for_home, event_scope

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

ANNOUNCEMENTS = 3
"""Number of announcements that a page shows."""

Places = Mapping[str, Sequence[int]]
"""Places in standings by age division, in ascending order."""


class RoundFacts(TypedDict):
    """Annotation of a round. `started`: whether a judge started the clock."""

    started: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionFacts:
    """What a division's rounds, clocks, announcements and settings say to all of its players.

    `rounds` are the posted and closed rounds by key, with their clock marks and without `draw`; `newest` is the
    latest of them. `newest_stage` is the key of the latest stage, which is day 2 or the cut even before its first
    round is paired. `qualifies` is true if some players qualified for day 2. `ranked` is the latest round with
    standings, `places` are all places in them. `drafts_stamp` changes with drafts and building clocks.
    `announced` are the keys of all announcements, `news` the latest ones.
    """

    rounds: Mapping[int, "WithAnnotations[Round, RoundFacts]"]
    newest: "WithAnnotations[Round, RoundFacts] | None"
    newest_stage: int | None
    qualifies: bool
    state: DivisionState
    ranked: Round | None
    places: Places
    cut_follows: bool
    list_rules: ListRules | None
    drafts_stamp: str
    announced: Sequence[int]
    news: Sequence[Announcement]


def division_facts(division: Division) -> DivisionFacts:
    """Return the facts of a division. At most fifteen queries, then cached until the event changes.

    Results and drops do not change them.
    """
    scopes = [event_scope(division.tournament_id)]
    return cached_until_change(f"players.{division.pk}", scopes, lambda: _load_division_facts(division))


def _load_division_facts(division: Division) -> DivisionFacts:
    started = ClockMark.objects.filter(round=OuterRef("pk"), kind=ClockMark.Kind.STARTED, withdrawn_at=None)
    rows = division.rounds.exclude(state=Round.State.UNPOSTED).annotate(started=Exists(started))
    rows = rows.select_related("division__tournament", "stage").prefetch_related(clocks.MARKS).defer("draw")
    rounds = list(rows.order_by("-number"))
    stage = Stage.objects.filter(division=division).order_by("-position").first() if rounds else None
    ranked = ranked_rounds(division).order_by("-number").first() if rounds else None
    current = Announcement.objects.filter(tournament=division.tournament_id, withdrawn_at__isnull=True)
    announcements = list(current.order_by("-at", "-pk"))
    return DivisionFacts(
        rounds={round_.pk: round_ for round_ in rounds},
        newest=rounds[0] if rounds else None,
        newest_stage=stage.pk if stage else None,
        qualifies=Qualifier.objects.filter(stage__division=division).exists() if rounds else False,
        state=load_division_state(division),
        ranked=ranked,
        places=_places_by_age_division(Standing.objects.filter(round=ranked)) if ranked else {},
        cut_follows=below_cut.cut_follows_swiss(division),
        list_rules=ListRules.objects.filter(tournament=division.tournament_id).first(),
        drafts_stamp=draft_runs.drafts_stamp(division),
        announced=[announcement.pk for announcement in announcements],
        news=announcements[:ANNOUNCEMENTS],
    )


def disqualified_places(division: Division, ranked: Round) -> Places:
    """Return the places of disqualified players in the standings of a round. One query, then cached like results."""
    rows = Standing.objects.filter(round=ranked, entry__disqualified=True)
    return cached_for_home(
        division.tournament, f"disqualified.{ranked.pk}", lambda: _places_by_age_division(rows)
    )


def _places_by_age_division(standings: QuerySet[Standing]) -> Places:
    places: dict[str, list[int]] = {}
    for age_division, place in standings.order_by("place").values_list("age_division", "place"):
        places.setdefault(age_division, []).append(place)
    return places
