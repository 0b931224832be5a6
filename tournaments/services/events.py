"""Create events with the defaults of their kind, change their settings, mark them as reported, delete them."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime
from typing import Any, TypedDict, Unpack
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from core import hooks as core_hooks
from core import stamps
from core.engine.journal.kinds import Kind, add_undo
from core.engine.person_names import has_visible_character
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent, Team
from core.queries import seals
from core.services import after_commit, journal, teams
from core.services.double_clicks import stored_by_same_click
from core.services.locks import lock_account as lock_account
from tournaments import hooks, scopes
from tournaments.engine import kinds
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.features import kind_starts_with_short_path
from tournaments.engine.journal_kinds import EventChanged, EventCreated, EventReported, EventReportWithdrawn
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import DeletedEvent, Division, StaffMember, Tournament, User
from tournaments.queries.events import is_free_slug
from tournaments.queries.journal import event_of_line
from tournaments.services import locks
from tournaments.services.divisions import require_no_division_overlap, youngest_first_key

MINUTES_REASON_COVERS = {TournamentRefusal.MINUTES_BELOW_MINIMUM, TournamentRefusal.CUT_NEEDS_BEST_OF_THREE}
"""Problems that staff may override with a written reason (R-111)."""

LOCKED_ONCE_STARTED = ("kind", "structure", "play_style", "edition", "best_of")
"""Fields that cannot change once a round is posted."""


SLUG_LENGTH = 70
"""The maximum length of a slug."""
WITHOUT_OWN_CHECK = ["organizer", "slug", "reported_by", "created_by", "seed"]


class EventFields(TypedDict, total=False):
    """The settings of an event, except its name, kind and start."""

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
    awarded_bye: str
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
def create_event(
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
    """Create an event and its divisions, with `by` as its organizer.

    The event belongs to the team `organizer`, by default the team of `by` (`teams.team_for_creator`), which is
    created with the first event. Settings default to those of the kind, for the requested edition, decks and
    match length.

    `divisions` are codes of `engine.divisions`; by default an official event has the three age divisions, and
    any other event one division for all ages. With `by_numbers` the first pairing groups them by attendance
    (M-031); an official event without `divisions` takes the kind's default, any other event False. `by_age`
    computes standings for each age division (M-031), by default in official events. `third_place` adds a
    match for third place to each division, by default as in the kind. `small` shows the short path to the
    staff; by default `engine.features` decides. `seed` is random by default.

    Refused: EVENT_NAME_MISSING, TIMEZONE_UNKNOWN, TABLES_REVERSED, DIVISIONS_OVERLAP, NOT_OF_TEAM, and those
    of `kinds.event_settings_problems` that no reason covers. Raises ValidationError for any other invalid field.
    """
    stamps.mark_scopes_changed()
    if organizer is not None:
        teams.require_member(organizer, by)
    event = Tournament(name=name.strip(), kind=kind, starts_at=starts_at, created_by=by)
    # Round times depend on the requested match length, not on the kind's default.
    kind_defaults = kinds.default_event_settings(
        kind, settings.get("edition", kinds.LATEST_EDITION), settings.get("play_style")
    )
    best_of, cut_best_of = (
        settings.get("best_of", kind_defaults.best_of),
        settings.get("cut_best_of", kind_defaults.cut_best_of),
    )
    defaults = {
        field.name: getattr(kind_defaults, field.name)
        for field in fields(kind_defaults)
        if field.name != "third_place"
    }
    defaults |= {
        "best_of": best_of,
        "cut_best_of": cut_best_of,
        "round_minutes": kinds.default_round_minutes(
            kind_defaults.edition, kind_defaults.play_style, best_of
        ),
        "cut_round_minutes": kinds.usual_cut_minutes(
            kind_defaults.edition, kind_defaults.play_style, cut_best_of
        ),
    }
    _set_fields(event, {**defaults, **settings})
    event.seed = secrets.randbits(62) if seed is None else seed
    is_small = (
        kind_starts_with_short_path(kind, event.event_class, event.play_style) if small is None else small
    )
    event.features = [] if is_small else None
    if by_numbers is None:
        by_numbers = event.official and not divisions and kinds.KINDS[kind].by_numbers
    event.by_numbers = by_numbers
    division_codes = divisions or (AGE_DIVISIONS if event.official else ("all",))
    has_third_place = kinds.KINDS[kind].third_place if third_place is None else third_place
    _require_valid_event(event, third_place=has_third_place)
    require_no_division_overlap(division_codes)
    event.organizer = organizer or teams.team_for_creator(by)
    _save_under_free_slug(event)
    stamps.mark_scopes_changed(scopes.event_scope(event.pk))
    Division.objects.bulk_create(
        Division(
            tournament=event,
            age_division=age_division,
            position=position,
            by_age=event.official if by_age is None else by_age,
            third_place=has_third_place,
        )
        for position, age_division in enumerate(sorted(division_codes, key=youngest_first_key))
    )
    if by is not None:
        StaffMember.objects.create(tournament=event, user=by, role=StaffMember.Role.ORGANIZER)
    journal.write_journal_line(event, EventCreated(name=event.name), by=by)
    return event


def event_created_by_same_click(by: User, facts: Mapping[str, Any]) -> Tournament | None:
    """Return the event with the field values `facts` that `by` created a moment ago, or None if it does not exist.

    Locks the account of `by`.
    """
    now = timezone.now()
    lock_account(by)
    matches = Tournament.objects.filter(created_by=by, **facts)
    return stored_by_same_click(matches, time_field="created_at", now=now)


@transaction.atomic
def change_event_settings(
    event: Tournament, *, by: User | None, **settings: Unpack[EventChanges]
) -> Tournament:
    """Change settings. Those in LOCKED_ONCE_STARTED are locked once a division has posted its first round.

    Refused: EVENT_HAS_STARTED (fields), CHANGED_MEANWHILE, and whatever `create_event` refuses about settings.
    """
    locked_event = locks.lock_event(event)
    divisions = locks.lock_divisions(locked_event)
    _require_setting_names(settings)
    old_values = {name: getattr(locked_event, name) for name in settings}
    _set_fields(locked_event, settings)
    locked_event.name = locked_event.name.strip()
    changed = {
        name: [old, getattr(locked_event, name)]
        for name, old in old_values.items()
        if old != getattr(locked_event, name)
    }
    if not changed:
        return locked_event
    _save_changes(locked_event, divisions, list(changed))
    # The journal stores JSON, so values of other types are converted to text.
    json_types = (str, int, float, bool, type(None), datetime)
    journal_values = {
        name: [value if isinstance(value, json_types) else str(value) for value in values]
        for name, values in changed.items()
    }
    journal.write_journal_line(locked_event, EventChanged(changed=journal_values), by=by)
    for hook in hooks.event_changed:
        hook(locked_event, changed, by)
    return locked_event


def move_event_to_day(event: Tournament, day: date, *, by: User | None) -> Tournament:
    """Move the event to `day`, at the same local time. Refused: whatever `change_event_settings` refuses."""
    zone = ZoneInfo(event.timezone)
    start = event.starts_at.astimezone(zone).time()
    return change_event_settings(event, by=by, starts_at=datetime.combine(day, start, tzinfo=zone))


def undo_settings_change(line: JournalEvent) -> None:
    """Undo EventChanged, inside the transaction of the undo.

    Refused: UNDO_OVERTAKEN if one of these settings has changed again since, and whatever `change_event_settings`
    refuses.
    """
    locked_event = locks.lock_event(event_of_line(line))
    divisions = locks.lock_divisions(locked_event)
    fields_by_name = {field.name: field for field in Tournament._meta.fields}
    for name, (before, after) in line.facts["changed"].items():
        field = fields_by_name[name]
        if getattr(locked_event, name) != field.to_python(after):
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        setattr(locked_event, name, field.to_python(before))
    _save_changes(locked_event, divisions, list(line.facts["changed"]))
    for hook in hooks.event_changed:
        hook(locked_event, line.facts["changed"], None)


def _save_changes(event: Tournament, divisions: Sequence[Division], names: list[str]) -> None:
    """Save the changed fields `names` of an event. Refused: whatever `change_event_settings` refuses."""
    locked_names = [name for name in LOCKED_ONCE_STARTED if name in names]
    if locked_names and any(division.started_at for division in divisions):
        raise Refused(TournamentRefusal.EVENT_HAS_STARTED, fields=locked_names)
    _require_valid_event(event, third_place=any(division.third_place for division in divisions))
    event.save(update_fields=names)


@transaction.atomic
def mark_event_as_reported(event: Tournament, *, by: User, at: datetime | None = None) -> Tournament:
    """Mark the results as sent to Play! Pokémon (R-099).

    Refused: NOTHING_TO_REPORT for an unofficial event, ALREADY_REPORTED, CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    if not locked_event.official:
        raise Refused(TournamentRefusal.NOTHING_TO_REPORT)
    if locked_event.reported_at is not None:
        raise Refused(TournamentRefusal.ALREADY_REPORTED)
    return _set_report_state(locked_event, at=at or timezone.now(), reported_by=by, by=by, kind=EventReported)


@transaction.atomic
def mark_event_as_not_reported(event: Tournament, *, by: User) -> Tournament:
    """Mark the results as not reported after all. Refused: NOT_REPORTED, CHANGED_MEANWHILE."""
    locked_event = locks.lock_event(event)
    if locked_event.reported_at is None:
        raise Refused(TournamentRefusal.NOT_REPORTED)
    return _set_report_state(locked_event, at=None, reported_by=None, by=by, kind=EventReportWithdrawn)


@transaction.atomic
def delete_event(event: Tournament, *, by: User | None, typed_name: str) -> None:
    """Delete the event with its journal and all results. `typed_name` must be the name of the event.

    Players and a record of the deletion remain. Refused: NAME_NOT_TYPED (name), CHANGED_MEANWHILE.
    """
    locks.lock_event(event)
    locks.lock_divisions(event)
    if " ".join(typed_name.split()) != " ".join(event.name.split()):
        raise Refused(TournamentRefusal.NAME_NOT_TYPED, name=event.name)
    latest_seal, key = seals.latest_seal(event), event.pk
    # The database refuses to delete a journal unless the deletion is recorded first.
    DeletedEvent.objects.create(
        event=key,
        name=event.name,
        slug=event.slug,
        at=timezone.now(),
        by=by,
        by_name=str(by) if by else "",
        lines=event.journal.count(),
        digest=latest_seal.digest if latest_seal else "",
    )
    event.delete()
    for hook in core_hooks.home_deleted:
        after_commit.after_commit(hook, key)


def engine_settings(event: Tournament, *, third_place: bool = False) -> kinds.EventSettings:
    """Return the event's settings as `kinds.EventSettings`."""
    values = {
        field.name: getattr(event, field.name)
        for field in fields(kinds.EventSettings)
        if field.name != "third_place"
    }
    return kinds.EventSettings(**values, third_place=third_place)


def _set_fields(event: Tournament, settings: Mapping[str, object]) -> None:
    """Set these settings on an event, without saving."""
    _require_setting_names(settings)
    for name, value in settings.items():
        setattr(event, name, value)


def _require_setting_names(settings: Mapping[str, object]) -> None:
    """Raise TypeError for names that are not settings of an event."""
    unknown = settings.keys() - EventChanges.__annotations__.keys() - EventFields.__annotations__.keys()
    if unknown:
        raise TypeError(f"An event has no {', '.join(sorted(unknown))}.")


def _require_valid_event(event: Tournament, *, third_place: bool) -> None:
    """Require a name, a known time zone, possible tables and settings that the rules allow.

    Problems in MINUTES_REASON_COVERS are allowed if the event has a reason.
    Refused: see `create_event`. Raises ValidationError for any other invalid field.
    """
    if not has_visible_character(event.name):
        raise Refused(TournamentRefusal.EVENT_NAME_MISSING)
    require_timezone(event.timezone)
    if event.table_to is not None and event.table_to < event.table_from:
        raise Refused(TournamentRefusal.TABLES_REVERSED, table_from=event.table_from, table_to=event.table_to)
    for problem in kinds.event_settings_problems(engine_settings(event, third_place=third_place)):
        if not (event.minutes_reason and problem.code in MINUTES_REASON_COVERS):
            raise Refused(problem.code, **problem.facts)
    event.clean_fields(exclude=WITHOUT_OWN_CHECK)


def require_timezone(name: str) -> None:
    """Require the name of a known time zone. Refused: TIMEZONE_UNKNOWN (timezone)."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refused(TournamentRefusal.TIMEZONE_UNKNOWN, timezone=name) from error


def _save_under_free_slug(event: Tournament) -> None:
    """Save a new event with a slug made of its name, followed by its date and a number if the slug is taken."""
    stem = slugify(event.name)[:SLUG_LENGTH].strip("-_") or "event"
    # A date and its hyphen have 11 characters.
    dated_stem = f"{stem[: SLUG_LENGTH - 11]}-{event.starts_at:%Y-%m-%d}"
    for slug in (stem, dated_stem, *(f"{dated_stem}-{count}" for count in range(2, 1_000))):
        if not is_free_slug(slug):
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


def _set_report_state(
    event: Tournament,
    *,
    at: datetime | None,
    reported_by: User | None,
    by: User,
    kind: Callable[[], Kind],
) -> Tournament:
    """Store when and by whom the results were reported, and write a journal line of `kind` by `by`.

    `at` and `reported_by` are None if the results are not reported.
    """
    event.reported_at, event.reported_by = at, reported_by
    event.save(update_fields=["reported_at", "reported_by"])
    journal.write_journal_line(event, kind(), by=by)
    return event


add_undo(undo_settings_change, EventChanged)
