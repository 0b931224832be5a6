"""A preview of importing a TOM file, without storing anything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q

from core.services import teams
from pairings.engine.tdf import TomEvent
from pairings.models import Match, Round
from pairings.services import tom
from pairings.services.tom import people, settings
from pairings.services.tom.settings import KIND_OF
from tournaments.engine.person_fields import Person
from tournaments.models import Tournament, User

TRADING_CARDS = "TRADING_CARD_GAME"


@dataclass(frozen=True, slots=True)
class DivisionPreview:
    """One division of the preview. `open_round` waits for `waiting` results; None where no round is open."""

    age_division: str
    players: int
    rounds: int
    open_round: int | None
    waiting: int


@dataclass(frozen=True, slots=True)
class Warned:
    """Something to check before the import."""

    code: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Unlike:
    """A player whose Player ID is recorded with another name or birth year; both names with the year in brackets."""

    player_id: str
    known: str
    in_file: str


@dataclass(frozen=True)
class TomPreview:
    """The event as it would be. `known` players are recorded people; `unlike` ones need a decision."""

    name: str
    kind: str
    starts_at: datetime
    timezone: str
    city: str
    sanction_id: str
    divisions: tuple[DivisionPreview, ...]
    players: int
    known: int
    renamed: tuple[tom.Renamed, ...]
    unlike: tuple[Unlike, ...]
    warnings: tuple[Warned, ...]


class _Undone(Exception):
    """Carries the preview out of the transaction that is rolled back."""

    def __init__(self, seen: TomPreview) -> None:
        super().__init__()
        self.seen = seen


def preview(
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    otherwise: str = "",
) -> TomPreview:
    """Import the file in a transaction that is rolled back, so the preview shows exactly what an import makes.

    Refused: as `import_event`.
    """
    read = tom.read(data)
    settings.check(read, data)
    try:
        with transaction.atomic():
            recorded = people.known(read, by=by, organizer=teams.home(by).pk)
            event = tom.take_over(
                read, data, by=by, filename=filename, name=name, timezone=timezone, otherwise=otherwise
            )
            raise _Undone(_seen(event, read, by=by, recorded=recorded))
    except _Undone as undone:
        return undone.seen


def _seen(
    event: Tournament, read: TomEvent, *, by: User | None, recorded: Mapping[str, Person]
) -> TomPreview:
    entries = event.entries.all()
    waiting = Count("matches", filter=Q(matches__outcome=Match._meta.get_field("outcome").default))
    divisions = []
    for division in event.divisions.order_by("position", "id").annotate(players=Count("entries")):
        newest = division.rounds.annotate(waiting=waiting).order_by("-number").first()
        posted = newest is not None and newest.state == Round.State.POSTED
        row = DivisionPreview(
            division.age_division,
            division.players,
            newest.number if newest else 0,
            newest.number if newest and posted else None,
            newest.waiting if newest and posted else 0,
        )
        divisions.append(row)
    return TomPreview(
        name=event.name,
        kind=event.kind,
        starts_at=event.starts_at,
        timezone=event.timezone,
        city=event.city,
        sanction_id=event.sanction_id,
        divisions=tuple(divisions),
        players=entries.count(),
        known=len(recorded) - len(people.unlike(read.players, recorded)),
        renamed=tuple(tom.renamed(event)),
        unlike=tuple(
            Unlike(player.user_id, people.known_as(person), people.in_file(player))
            for player, person in people.unlike(read.players, recorded)
        ),
        warnings=tuple(_warnings(event, read, by=by)),
    )


def _warnings(event: Tournament, read: TomEvent, *, by: User | None) -> Iterator[Warned]:
    same = Tournament.objects.filter(sanction_id=read.sanction_id, staff__user=by).exclude(pk=event.pk)
    other = same.first() if read.sanction_id and by is not None else None
    if other is not None:
        yield Warned("SAME_SANCTION_ID", {"name": other.name})
    if read.game_type and read.game_type != TRADING_CARDS:
        yield Warned("OTHER_GAME", {"game": read.game_type})
    elif read.mode not in KIND_OF:
        yield Warned("OTHER_MODE", {"mode": read.mode or "–"})
    deleted = sum(
        match.outcome is None for pod in read.pods for round_ in pod.rounds for match in round_.matches
    )
    if deleted:
        yield Warned("DELETED_MATCHES", {"count": deleted})
    unborn = [str(entry) for entry in event.entries.filter(birth_year=None)[:8]]
    if unborn:
        yield Warned("NO_BIRTH_YEARS", {"names": ", ".join(unborn)})
    if any(pod.blocked_ranges for pod in read.pods):
        yield Warned("BLOCKED_RANGES", {})
    if not read.start_date:
        yield Warned("NO_START_DATE", {})
