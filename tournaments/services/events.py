"""Events: created with the defaults of their kind, changed while nothing depends on the settings, reported, deleted."""

import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime
from typing import Any, TypedDict, Unpack
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from core import hooks as core_hooks
from core import stamps
from core.engine.facts import Facts
from core.engine.journal.kinds import Kind, add_undo
from core.engine.people import is_visible
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent, Team
from core.queries import seals
from core.services import jobs, journal, teams
from core.services.locks import account as lock_account
from core.services.same_click import stored_by_same_click
from tournaments import hooks, scopes
from tournaments.engine import kinds
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.features import starts_small
from tournaments.engine.journal_kinds import EventChanged, EventCreated, EventReported, EventReportWithdrawn
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import DeletedEvent, Division, StaffMember, Tournament, User
from tournaments.queries.journal import event_of
from tournaments.services import locks
from tournaments.services.divisions import refuse_overlap, youngest_first

MINUTES_REASON_COVERS = {TournamentRefusal.MINUTES_BELOW_MINIMUM, TournamentRefusal.CUT_NEEDS_BEST_OF_THREE}
"""Problems that staff may accept by writing down a reason (R-111)."""

LOCKED_ONCE_STARTED = ("kind", "structure", "play_style", "edition", "best_of")
"""Fields that posted rounds depend on."""

PAGES = (
    "account",
    "admin",
    "all",
    "api",
    "e",
    "events",
    "help",
    "import",
    "me",
    "new",
    "past",
    "players",
    "restore",
)
RESERVED_SLUGS = {*PAGES, "screen", "static", "style", "teams"}
"""Slugs that other pages use or may use."""

SLUG_LENGTH = 70
WITHOUT_OWN_CHECK = ["organizer", "slug", "reported_by", "created_by", "seed"]


class EventFields(TypedDict, total=False):
    """The settings of an event besides its name, kind and start."""

    timezone: str
    venue: str
    city: str
    country: str
    event_class: str
    card_format: str
    play_style: str
    edition: str
    structure: str
    attendance_table: str
    best_of: int
    cut_best_of: int
    round_minutes: int
    cut_round_minutes: int
    clock_delay: int | None
    phone_reports: bool
    single_report_minutes: int | None
    bubble_public: bool
    both_late: str
    decider_minutes: int | None
    minutes_reason: str
    table_from: int
    table_to: int | None
    sanction_id: str
    published: bool
    notes: str


class EventChanges(EventFields, total=False):
    """`EventFields` with name, kind and start: everything that can be changed later."""

    name: str
    kind: str
    starts_at: datetime


@transaction.atomic
def create(
    *,
    by: User | None,
    name: str,
    kind: str,
    starts_at: datetime,
    divisions: Sequence[str] | None = None,
    by_age: bool | None = None,
    by_numbers: bool | None = None,
    third_place: bool | None = None,
    small: bool | None = None,
    seed: int | None = None,
    organizer: Team | None = None,
    **settings: Unpack[EventFields],
) -> Tournament:
    """Create an event with its divisions, and `by` as its organizer.

    It belongs to the team `organizer`, or to the team of `by` (`teams.home`), which is created with the first
    event. Settings default to those of the kind, for the given edition, decks and match length.
    `divisions` are codes of `engine.divisions`; by default an official event has the three age divisions, any other one
    for all ages. `by_numbers`: the first pairing groups them by attendance (M-031); by default the kind decides, for an
    official event without given divisions.
    `by_age` computes standings for each age division (M-031); the default for official events. `small` shows the staff
    the short path; by default `engine.features` decides. `seed` is random unless given.
    Refused: EVENT_NAME_MISSING, TIMEZONE_UNKNOWN, TABLES_REVERSED, DIVISIONS_OVERLAP, NOT_OF_TEAM, and what
    `kinds.check_settings` finds.
    """
    stamps.mark()
    if organizer is not None:
        teams.require_member(organizer, by)
    event = Tournament(name=name.strip(), kind=kind, starts_at=starts_at, created_by=by)
    _fill(event, {**_usual(kind, settings), **settings})
    event.seed = secrets.randbits(62) if seed is None else seed
    is_small = starts_small(kind, event.event_class, event.play_style) if small is None else small
    event.features = [] if is_small else None
    usual = event.official and not divisions and kinds.KINDS[kind].by_numbers
    event.by_numbers = usual if by_numbers is None else by_numbers
    chosen = divisions or (AGE_DIVISIONS if event.official else ("all",))
    third = kinds.KINDS[kind].third_place if third_place is None else third_place
    _check(event, third_place=third)
    refuse_overlap(chosen)
    event.organizer = organizer or teams.home(by)
    _save_under_free_slug(event)
    stamps.mark(scopes.event(event.pk))
    Division.objects.bulk_create(
        Division(
            tournament=event,
            age_division=age_division,
            position=position,
            by_age=event.official if by_age is None else by_age,
            third_place=third,
        )
        for position, age_division in enumerate(sorted(chosen, key=youngest_first))
    )
    if by is not None:
        StaffMember.objects.create(tournament=event, user=by, role=StaffMember.Role.ORGANIZER)
    journal.write(event, EventCreated(name=event.name), by=by)
    return event


def created_by_same_click(by: User, facts: Mapping[str, Any]) -> Tournament | None:
    """The event with these `facts`, its fields, that `by` created a moment ago. Locks the account of `by`."""
    now = timezone.now()
    lock_account(by)
    twice = Tournament.objects.filter(created_by=by, **facts)
    return stored_by_same_click(twice, at="created_at", now=now)


@transaction.atomic
def change(event: Tournament, *, by: User | None, **settings: Unpack[EventChanges]) -> Tournament:
    """Change settings; once a division has posted its first round, LOCKED_ONCE_STARTED cannot change.

    Refused: EVENT_HAS_STARTED (fields), and what `create` refuses.
    """
    held = locks.event(event)
    divisions = locks.divisions(held)
    _require_known(settings)
    before = {name: getattr(held, name) for name in settings}
    _fill(held, settings)
    held.name = held.name.strip()
    changed = {name: [old, getattr(held, name)] for name, old in before.items() if old != getattr(held, name)}
    if not changed:
        return held
    _save_changes(held, divisions, list(changed))
    # Old and new values in types that JSON can represent.
    simple = (str, int, float, bool, type(None), datetime)
    plain = {name: [v if isinstance(v, simple) else str(v) for v in pair] for name, pair in changed.items()}
    journal.write(held, EventChanged(changed=plain), by=by)
    _follow(held, changed, by)
    return held


def move_to_day(event: Tournament, day: date, *, by: User | None) -> Tournament:
    """Move the event to `day`, at the same time of day in its zone; refused as `change` refuses."""
    zone = ZoneInfo(event.timezone)
    start = event.starts_at.astimezone(zone).time()
    return change(event, by=by, starts_at=datetime.combine(day, start, tzinfo=zone))


def undo_change(line: JournalEvent) -> None:
    """Undo EventChanged, inside the transaction of the undo.

    Refused: UNDO_OVERTAKEN if one of these settings changed again since, and what `change` refuses.
    """
    held = locks.event(event_of(line))
    divisions = locks.divisions(held)
    fields_of = {field.name: field for field in Tournament._meta.fields}
    for name, (before, after) in line.facts["changed"].items():
        field = fields_of[name]
        if getattr(held, name) != field.to_python(after):
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        setattr(held, name, field.to_python(before))
    _save_changes(held, divisions, list(line.facts["changed"]))
    _follow(held, line.facts["changed"], None)


def _follow(event: Tournament, changed: Container[str], by: User | None) -> None:
    for follow in hooks.event_changed:
        follow(event, changed, by)


def _save_changes(event: Tournament, divisions: Sequence[Division], names: list[str]) -> None:
    """Refused: EVENT_HAS_STARTED (fields), and what `create` refuses."""
    locked = [name for name in LOCKED_ONCE_STARTED if name in names]
    if locked and any(division.started_at for division in divisions):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=locked)
    _check(event, third_place=any(division.third_place for division in divisions))
    event.save(update_fields=names)


@transaction.atomic
def report(event: Tournament, *, by: User, at: datetime | None = None) -> Tournament:
    """Mark the results as sent to Play! Pokémon (R-099). Refused: NOTHING_TO_REPORT, ALREADY_REPORTED."""
    held = locks.event(event)
    if not held.official:
        raise Refused(TournamentRefusal.NOTHING_TO_REPORT)
    if held.reported_at is not None:
        raise Refused(TournamentRefusal.ALREADY_REPORTED)
    return _mark_reported(held, at=at or timezone.now(), who=by, by=by, kind=EventReported)


@transaction.atomic
def withdraw_report(event: Tournament, *, by: User) -> Tournament:
    """Remove that mark. Refused: NOT_REPORTED."""
    held = locks.event(event)
    if held.reported_at is None:
        raise Refused(TournamentRefusal.NOT_REPORTED)
    return _mark_reported(held, at=None, who=None, by=by, kind=EventReportWithdrawn)


@transaction.atomic
def delete(event: Tournament, *, by: User | None, typed_name: str) -> None:
    """Delete the event with its journal and all its results, once its name was typed.

    Players stay. The journal is deleted too; a record of the deletion remains. Refused: NAME_NOT_TYPED (name).
    """
    locks.event(event)
    locks.divisions(event)
    if " ".join(typed_name.split()) != " ".join(event.name.split()):
        raise Refused(TournamentRefusal.NAME_NOT_TYPED, name=event.name)
    last, key = seals.latest(event), event.pk
    # Recorded before the rows are deleted; else the database refuses to delete the journal.
    DeletedEvent.objects.create(
        event=key,
        name=event.name,
        slug=event.slug,
        at=timezone.now(),
        by=by,
        by_name=str(by) if by else "",
        lines=event.journal.count(),
        digest=last.digest if last else "",
    )
    event.delete()
    for follow in core_hooks.home_deleted:
        jobs.after_commit(follow, key)


def settings_of(event: Tournament, *, third_place: bool = False) -> kinds.Settings:
    """The event's settings in the engine's form."""
    own = {
        each.name: getattr(event, each.name) for each in fields(kinds.Settings) if each.name != "third_place"
    }
    return kinds.Settings(**own, third_place=third_place)


def _usual(kind: str, chosen: EventFields) -> Facts:
    """The default settings of a kind, with round times for the requested match length."""
    usual = kinds.defaults(kind, chosen.get("edition", kinds.LATEST_EDITION), chosen.get("play_style"))
    best_of, cut_best_of = chosen.get("best_of", usual.best_of), chosen.get("cut_best_of", usual.cut_best_of)
    return {each.name: getattr(usual, each.name) for each in fields(usual) if each.name != "third_place"} | {
        "best_of": best_of,
        "cut_best_of": cut_best_of,
        "round_minutes": kinds.usual_minutes(usual.edition, usual.play_style, best_of),
        "cut_round_minutes": kinds.usual_cut_minutes(usual.edition, usual.play_style, cut_best_of),
    }


def _fill(event: Tournament, settings: Mapping[str, object]) -> None:
    _require_known(settings)
    for name, value in settings.items():
        setattr(event, name, value)


def _require_known(settings: Mapping[str, object]) -> None:
    unknown = settings.keys() - EventChanges.__annotations__.keys() - EventFields.__annotations__.keys()
    if unknown:
        raise TypeError(f"An event has no {', '.join(sorted(unknown))}.")


def _check(event: Tournament, *, third_place: bool) -> None:
    if not is_visible(event.name):
        raise Refused(TournamentRefusal.EVENT_NAME_MISSING)
    try:
        ZoneInfo(event.timezone)
    except (ZoneInfoNotFoundError, ValueError) as unknown:
        raise Refused(TournamentRefusal.TIMEZONE_UNKNOWN, timezone=event.timezone) from unknown
    if event.table_to is not None and event.table_to < event.table_from:
        raise Refused(TournamentRefusal.TABLES_REVERSED, table_from=event.table_from, table_to=event.table_to)
    for problem in kinds.check_settings(settings_of(event, third_place=third_place)):
        if not (event.minutes_reason and problem.code in MINUTES_REASON_COVERS):
            raise Refused(problem.code, **problem.facts)
    event.clean_fields(exclude=WITHOUT_OWN_CHECK)


def _save_under_free_slug(event: Tournament) -> None:
    stem = slugify(event.name)[:SLUG_LENGTH].strip("-_") or "event"
    dated = f"{stem[: SLUG_LENGTH - 11]}-{event.starts_at:%Y-%m-%d}"
    for slug in (stem, dated, *(f"{dated}-{count}" for count in range(2, 1_000))):
        if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
            continue
        event.slug = slug
        try:
            with transaction.atomic():
                event.save()
        except IntegrityError:
            event.pk = None
            continue
        return
    raise RuntimeError("No free slug.")


def _mark_reported(
    event: Tournament,
    *,
    at: datetime | None,
    who: User | None,
    by: User,
    kind: Callable[[], Kind],
) -> Tournament:
    event.reported_at, event.reported_by = at, who
    event.save(update_fields=["reported_at", "reported_by"])
    journal.write(event, kind(), by=by)
    return event


add_undo(undo_change, EventChanged)
