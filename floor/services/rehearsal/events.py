"""Events of made-up players: created ready for their first round, and deleted."""

from collections.abc import Mapping
from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from floor.services.rehearsal.people import MADE_UP, arrival
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.models import Player, Tournament, User
from tournaments.queries.ages import season_at
from tournaments.services import entries, events
from tournaments.services.events import EventFields


@transaction.atomic
def create(
    *,
    by: User | None,
    players: int | Mapping[str, int] = 64,
    absent: int = 0,
    name: str | None = None,
    kind: str = "custom",
    starts_at: datetime | None = None,
    divisions: tuple[str, ...] = ("all",),
    seed: int | None = None,
    here_at: datetime | None = None,
    **settings: Unpack[EventFields],
) -> Tournament:
    """Create an event of made-up players, all checked in, ready for its first round.

    `players`: how many Masters, or how many of each age division. The last `absent` of each are entered but not
    checked in. By default only its staff sees the event, and it is unofficial. All pages are shown.
    """
    ages = {"masters": players} if isinstance(players, int) else players
    fields: EventFields = {"published": False, **settings}
    event = events.create(
        by=by,
        name=name or _("Rehearsal with %(players)s players") % {"players": sum(ages.values())},
        kind=kind,
        starts_at=starts_at or timezone.now(),
        divisions=divisions,
        small=False,
        seed=seed,
        **fields,
    )
    season, here = season_at(event), here_at or event.starts_at
    rows = [
        arrival(
            number,
            age_division=age,
            division=next(division for division in divisions if age in PLAYS_IN[division]),
            season=season,
            here_at=None if number >= ages[age] - absent else here,
        )
        for age in AGE_DIVISIONS
        for number in range(ages.get(age, 0))
    ]
    entries.add_all(event, rows, by=by, filename=_("a rehearsal"))
    return event


@transaction.atomic
def clear(event: Tournament) -> None:
    """Delete a rehearsal, and its made-up people unless another event has them."""
    events.delete(event, by=None, typed_name=event.name)
    made_up = Player.objects.filter(organizer=event.organizer_id, player_id__regex=MADE_UP, user=None)
    made_up.filter(entries=None).delete()
