"""A draft night of the demo: a pod of eight in mid-pick, every pick tapped on a phone."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from cards.queries.checklist import checklist_of
from decks.models import Draft
from decks.services import lists
from drafts.engine import Move, pick
from drafts.engine.setup import Setup
from drafts.queries import tracking as logs
from drafts.services import drafts, tracking
from floor.services.rehearsal.events import create
from tournaments.models import Announcement, Tournament, User

PLAYERS, PACKS, CARDS = 8, 3, 10
BOOSTER = "SUM"
PASSED = 3
"""How often the first packs were passed."""


def running(by: User, now: datetime, where: Mapping[str, str], *, seed: int) -> Tournament:
    """Create the event with its first packs going round, half of the fourth picks made, the timer paused."""
    event = create(
        by=by,
        players=PLAYERS,
        name="Harbor Draft Night",
        kind="custom",
        starts_at=now - timedelta(minutes=20),
        here_at=now - timedelta(minutes=25),
        seed=seed,
        play_style="limited",
        card_format="unlimited",
        published=True,
        venue=_("Harbor Hall"),
        **where,  # type: ignore[arg-type]
    )
    lists.collect(event, by=by, energy_supplied=True)
    home = event.divisions.select_related("tournament").get()
    setup = Setup("booster", players=PLAYERS, packs_each=PACKS, pack_size=CARDS, boosters=(BOOSTER,) * PACKS)
    row = drafts.set_up(home, setup, by=by, way=Draft.Way.TRACKED)
    notices = {
        "ENERGY_SUPPLIED": _("Basic Energy is supplied."),
        "ENERGY_SUPPLIED_AGAIN": _("Basic Energy is at the desk. Take what you need."),
    }
    for code, text in notices.items():
        drafts.announce(row, code, text=text, kind=Announcement.Kind.ENERGY, by=by)
    _picked(drafts.seat(row, by=by, seed=seed), now, chance=Random(seed), by=by)
    return event


def _picked(row: Draft, now: datetime, *, chance: Random, by: User) -> None:
    cards = [card.name for card in checklist_of((BOOSTER,))]
    at = now - timedelta(minutes=3)
    tracking.play(row, 1, Move("open"), key="open", by=by, staff=True, now=at)
    for turn in range(PASSED + 1):
        there = PLAYERS if turn < PASSED else PLAYERS // 2
        for seat in sorted(chance.sample(range(1, PLAYERS + 1), there)):
            at += timedelta(seconds=chance.randint(1, 4))
            card = logs.tracked(row, 1).game.state.hand(seat)[0]
            tracking.play(row, 1, pick(seat, card, chance.choice(cards)), key=f"{turn}-{seat}", now=at)
    tracking.pause(row, 1, paused=True, by=by, now=at + timedelta(seconds=4))
