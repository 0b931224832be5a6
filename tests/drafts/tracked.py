"""Tracked drafts for tests: a pod or a move in one line."""

from itertools import count

from decks.models import Draft
from drafts.engine import Move, build_pick_move
from drafts.models import DraftMove
from drafts.queries import tracking as queries
from drafts.services import tracking
from tests import build as play
from tests.drafts import drafts
from tournaments.models import Entry
from tournaments.services import personal_links

_keys = count(1)


def draft(subtype: str = "booster", players: int = 4, **more: object) -> Draft:
    """Create a published event with drawn seats whose picks are tapped."""
    home = play.division(players, play_style="limited", published=True)
    row = drafts.draft(home, subtype, **more)
    row.way = Draft.Way.TRACKED
    row.save()
    return row


def key() -> str:
    return f"key-{next(_keys):06d}"


def tap(row: Draft, move: Move, pod: int = 1, **more: object) -> DraftMove:
    return tracking.play_move_in_pod(row, pod, move, key=key(), staff=True, **more)  # type: ignore[arg-type]


def now(row: Draft, pod: int = 1) -> queries.Game:
    return queries.tracked_pod(row, pod).game


def open_packs(row: Draft, pod: int = 1) -> None:
    tap(row, Move("open", now(row, pod).to_act[0]), pod)


def take(row: Draft, seat: int, name: str, pod: int = 1) -> None:
    """Take the first card that a seat may take, under this name."""
    card = now(row, pod).procedure.cards_to_pick_from(now(row, pod).state, seat)[0]
    tap(row, build_pick_move(seat, card, "" if card.name else name), pod)


def everybody_takes(row: Draft, names: str = "x") -> None:
    """Make one pick for each seat of the first pod (Booster)."""
    for seat in now(row).to_act:
        take(row, seat, f"{names}{seat}")


def token(row: Draft, seat: int = 1, pod: int = 1) -> str:
    """Return the token of the personal link of a seat."""
    return personal_links.ensure_link(Entry.objects.get(pk=row.seats[pod - 1][seat - 1])).token
