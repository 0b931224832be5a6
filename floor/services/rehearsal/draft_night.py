"""The draft night of the demo: a pod of eight in the middle of a draft, every pick tapped on a phone."""

from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from cards.queries.checklist import checklist_of_boosters
from decks.models import Draft
from decks.services import lists
from drafts.engine import Move, build_pick_move
from drafts.engine.draft_setup import Setup
from drafts.queries import tracking as logs
from drafts.services import drafts, pick_time, tracking
from floor.services.rehearsal.events import Place, create_rehearsal
from tournaments.models import Announcement, Tournament, User

PLAYERS, PACKS, CARDS = 8, 3, 10
BOOSTER = "SUM"
PASSED = 3
"""Number of times the first packs have been passed."""


def create_draft_night(by: User, now: datetime, place: Place, *, seed: int) -> Tournament:
    """Create the event in the middle of the first packs: half of the fourth picks are made, and the timer is paused."""
    event = create_rehearsal(
        by=by,
        players=PLAYERS,
        name="Harbor Draft Night",
        kind="custom",
        starts_at=now - timedelta(minutes=20),
        checked_in_at=now - timedelta(minutes=25),
        seed=seed,
        play_style="limited",
        card_format="unlimited",
        published=True,
        venue=_("Harbor Hall"),
        **place,
    )
    lists.collect_lists(event, by=by, energy_supplied=True)
    division = event.divisions.select_related("tournament").get()
    setup = Setup("booster", players=PLAYERS, packs_each=PACKS, pack_size=CARDS, boosters=(BOOSTER,) * PACKS)
    draft = drafts.set_up_draft(division, setup, by=by, way=Draft.Way.TRACKED)
    notices = {
        "ENERGY_SUPPLIED": _("Basic Energy is supplied."),
        "ENERGY_SUPPLIED_AGAIN": _("Basic Energy is at the desk. Take what you need."),
    }
    for code, text in notices.items():
        drafts.announce_notice(draft, code, text=text, kind=Announcement.Kind.ENERGY, by=by)
    _play_first_picks(drafts.assign_seats(draft, by=by, seed=seed), now, chance=Random(seed), by=by)
    return event


def _play_first_picks(draft: Draft, now: datetime, *, chance: Random, by: User) -> None:
    """Open the first packs, make three picks for each player and a fourth for half of them, then pause the timer."""
    cards = [card.name for card in checklist_of_boosters((BOOSTER,))]
    moved_at = now - timedelta(minutes=3)
    tracking.play_move_in_pod(draft, 1, Move("open"), key="open", by=by, staff=True, now=moved_at)
    for pass_number in range(PASSED + 1):
        picks = PLAYERS if pass_number < PASSED else PLAYERS // 2
        for seat in sorted(chance.sample(range(1, PLAYERS + 1), picks)):
            moved_at += timedelta(seconds=chance.randint(1, 4))
            card = logs.tracked_pod(draft, 1).game.state.hand(seat)[0]
            tracking.play_move_in_pod(
                draft,
                1,
                build_pick_move(seat, card, chance.choice(cards)),
                key=f"{pass_number}-{seat}",
                now=moved_at,
            )
    pick_time.set_timers_paused(draft, 1, paused=True, by=by, now=moved_at + timedelta(seconds=4))
