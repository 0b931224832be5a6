"""Create and delete events with invented players that are ready for their first round."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from floor.services.rehearsal.people import MADE_UP_ID_PATTERN, made_up_arrival
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.models import Player, Tournament, User
from tournaments.queries.ages import season_at
from tournaments.services import entries, events
from tournaments.services.events import EventFields


class Place(TypedDict):
    """The place of a made-up event. `country` is an ISO code, `timezone` a name such as "Europe/Amsterdam"."""

    city: str
    country: str
    timezone: str


@transaction.atomic
def create_rehearsal(
    *,
    by: User | None,
    players: int | Mapping[str, int] = 64,
    absent: int = 0,
    name: str | None = None,
    kind: str = "custom",
    starts_at: datetime | None = None,
    divisions: tuple[str, ...] = ("all",),
    seed: int | None = None,
    checked_in_at: datetime | None = None,
    **settings: Unpack[EventFields],
) -> Tournament:
    """Create an event of made-up players, ready for its first round.

    `players` is the number of Masters, or the numbers by age division. The last `absent` players of each age
    division are not checked in; the others are checked in at `checked_in_at`, by default the start of the event.
    By default the event starts now, is unofficial, and only its staff see it. It has all pages, even with few
    players.
    """
    players_by_age = {"masters": players} if isinstance(players, int) else players
    fields: EventFields = {"published": False, **settings}
    event = events.create_event(
        by=by,
        name=name or _("Rehearsal with %(players)s players") % {"players": sum(players_by_age.values())},
        kind=kind,
        starts_at=starts_at or timezone.now(),
        divisions=divisions,
        small=False,
        seed=seed,
        **fields,
    )
    season, arrival_time = season_at(event), checked_in_at or event.starts_at
    arrivals = [
        made_up_arrival(
            number,
            age_division=age_division,
            division=next(division for division in divisions if age_division in PLAYS_IN[division]),
            season=season,
            checked_in_at=None if number >= players_by_age[age_division] - absent else arrival_time,
        )
        for age_division in AGE_DIVISIONS
        for number in range(players_by_age.get(age_division, 0))
    ]
    entries.add_entries(event, arrivals, by=by, filename=_("a rehearsal"))
    return event


@transaction.atomic
def delete_rehearsal(event: Tournament) -> None:
    """Delete a rehearsal, and all made-up people of its organizer who are in no other event."""
    events.delete_event(event, by=None, typed_name=event.name)
    made_up = Player.objects.filter(
        organizer=event.organizer_id, player_id__regex=MADE_UP_ID_PATTERN, user=None
    )
    made_up.filter(entries=None).delete()
