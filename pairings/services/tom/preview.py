"""Preview the import of a TOM file without storing anything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q

from core.services import teams
from pairings.engine.tdf import TomEvent
from pairings.models import Match, Round
from pairings.services.tom import event_from_file, file_people, importing
from pairings.services.tom.event_from_file import KIND_OF
from tournaments.models import Tournament, User

TRADING_CARDS = "TRADING_CARD_GAME"


@dataclass(frozen=True, slots=True)
class DivisionPreview:
    """One division of the preview.

    `open_round` is the number of the round that lacks `waiting` results, or None if no round is open.
    """

    age_division: str
    players: int
    rounds: int
    open_round: int | None
    waiting: int


@dataclass(frozen=True, slots=True)
class PreviewWarning:
    """A warning: something to check before the import."""

    code: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class UnlikePerson:
    """A player whose Player ID is stored with a different name or birth year.

    Both names are followed by the birth year in parentheses.
    """

    player_id: str
    known: str
    in_file: str


@dataclass(frozen=True)
class TomPreview:
    """The event as the import would create it.

    `known` is the number of people who are already stored. `unlike` lists the people about whom the user has to
    decide whether they are the stored person with the same Player ID.
    """

    name: str
    kind: str
    starts_at: datetime
    timezone: str
    city: str
    sanction_id: str
    divisions: tuple[DivisionPreview, ...]
    players: int
    known: int
    renamed: tuple[importing.Renamed, ...]
    unlike: tuple[UnlikePerson, ...]
    warnings: tuple[PreviewWarning, ...]


def preview_import(
    data: bytes,
    *,
    by: User | None,
    filename: str = "",
    name: str | None = None,
    timezone: str = "",
    default_timezone: str = "",
) -> TomPreview:
    """Import the file in a transaction that is rolled back, to show exactly what the import would create.

    Refused: whatever `importing.import_event` refuses.
    """
    tom_file = importing.read_tom_file(data)
    event_from_file.check_numbers_and_pods(tom_file, data)
    with transaction.atomic():
        recorded = file_people.recorded_people(tom_file, by=by, organizer=teams.team_for_creator(by).pk)
        event = importing.import_checked_file(
            tom_file,
            data,
            by=by,
            filename=filename,
            name=name,
            timezone=timezone,
            default_timezone=default_timezone,
        )
        waiting = Count("matches", filter=Q(matches__outcome=Match._meta.get_field("outcome").default))
        divisions = []
        for division in event.divisions.order_by("position", "id").annotate(players=Count("entries")):
            newest = division.rounds.annotate(waiting=waiting).order_by("-number").first()
            is_posted = newest is not None and newest.state == Round.State.POSTED
            division_preview = DivisionPreview(
                division.age_division,
                division.players,
                newest.number if newest else 0,
                newest.number if newest and is_posted else None,
                newest.waiting if newest and is_posted else 0,
            )
            divisions.append(division_preview)
        unlike = file_people.differing_people(tom_file.players, recorded)
        result = TomPreview(
            name=event.name,
            kind=event.kind,
            starts_at=event.starts_at,
            timezone=event.timezone,
            city=event.city,
            sanction_id=event.sanction_id,
            divisions=tuple(divisions),
            players=event.entries.count(),
            known=len(recorded) - len(unlike),
            renamed=tuple(importing.list_differently_named_people(event)),
            unlike=tuple(
                UnlikePerson(
                    player.user_id,
                    file_people.recorded_name_and_birth_year(person),
                    file_people.file_name_and_birth_year(player),
                )
                for player, person in unlike
            ),
            warnings=tuple(_preview_warnings(event, tom_file, by=by)),
        )
        transaction.set_rollback(True)
        return result


def _preview_warnings(event: Tournament, tom_file: TomEvent, *, by: User | None) -> Iterator[PreviewWarning]:
    same_sanction = Tournament.objects.filter(sanction_id=tom_file.sanction_id, staff__user=by).exclude(
        pk=event.pk
    )
    other_event = same_sanction.first() if tom_file.sanction_id and by is not None else None
    if other_event is not None:
        yield PreviewWarning("SAME_SANCTION_ID", {"name": other_event.name})
    if tom_file.game_type and tom_file.game_type != TRADING_CARDS:
        yield PreviewWarning("OTHER_GAME", {"game": tom_file.game_type})
    elif tom_file.mode not in KIND_OF:
        yield PreviewWarning("OTHER_MODE", {"mode": tom_file.mode or "–"})
    deleted = sum(
        match.outcome is None for pod in tom_file.pods for round_ in pod.rounds for match in round_.matches
    )
    if deleted:
        yield PreviewWarning("DELETED_MATCHES", {"count": deleted})
    without_birth_year = [str(entry) for entry in event.entries.filter(birth_year=None)[:8]]
    if without_birth_year:
        yield PreviewWarning("NO_BIRTH_YEARS", {"names": ", ".join(without_birth_year)})
    if any(pod.blocked_ranges for pod in tom_file.pods):
        yield PreviewWarning("BLOCKED_RANGES", {})
    if not tom_file.start_date:
        yield PreviewWarning("NO_START_DATE", {})
