"""People: found while somebody types, and listed with what an event knows of them."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Value

from tournaments.engine.people import search_key
from tournaments.models import Entry, Player, Tournament


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A known person; `entered` says whether they are in the event asked about."""

    player: int
    first_name: str
    last_name: str
    player_id: str
    birth_year: int | None
    entered: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def find_players(text: str, *, event: Tournament | None = None, limit: int = 8) -> list[FoundPlayer]:
    """People of whose name or Player ID every word typed begins a part, accents ignored. One query."""
    wanted = matching(text)
    if wanted is None:
        return []
    entered = Exists(Entry.objects.filter(tournament=event, player=OuterRef("pk"))) if event else Value(False)
    rows = Player.objects.filter(wanted).annotate(entered=entered).order_by("last_name", "first_name", "pk")
    return [_found(player) for player in rows[:limit]]


def matching(text: str, prefix: str = "") -> Q | None:
    """The condition for `text` on players, or on what holds a player under `prefix`; None without a word."""
    words = search_key(text).split()
    if not words:
        return None
    wanted = Q()
    for word in words:
        name = Q(**{f"{prefix}search_key__startswith": word}) | Q(
            **{f"{prefix}search_key__contains": f" {word}"}
        )
        wanted &= (name | Q(**{f"{prefix}player_id__startswith": word})) if word.isdigit() else name
    return wanted


def _found(player: Player) -> FoundPlayer:
    return FoundPlayer(
        player.pk,
        player.first_name,
        player.last_name,
        player.player_id or "",
        player.birth_year,
        bool(getattr(player, "entered", False)),
    )
