"""Open the registration of an event, and change its settings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from registration.engine.journal_kinds import RegistrationSettingsChanged
from registration.engine.questions import BIRTH_YEAR, GUARDIAN, QUESTIONS, RULES
from registration.engine.refusals import RegistrationRefusal
from registration.models import DivisionPlaces, RegistrationSettings
from registration.queries import registrations as queries
from registration.services import seating
from tournaments.models import Division, Tournament, User
from tournaments.queries.team_entries import takes_teams


class SettingsFields(TypedDict, total=False):
    """The settings to change. Settings that are left out do not change."""

    is_open: bool
    opens_at: datetime | None
    closes_at: datetime | None
    cancel_until: datetime | None
    accept_hours: int
    by_hand: bool
    code: str
    questions: list[str]
    fee: str
    rules_text: str


@transaction.atomic
def change_registration_settings(
    event: Tournament,
    *,
    by: User | None,
    places: Mapping[Division, int | None] | None = None,
    **fields: Unpack[SettingsFields],
) -> RegistrationSettings:
    """Change the registration settings of an event. After any change, the waiting lists move up.

    `places` are the limits by division, None for no limit; divisions that are left out do not change.
    Refused: CLOSES_BEFORE_OPENING (field), QUESTION_UNKNOWN (question), BIRTH_YEAR_NEEDED (field),
    RULES_TEXT_MISSING (field), TEAMS_ENTERED_BY_STAFF (field).
    """
    divisions = seating.lock_registrations(event)
    row = queries.registration_settings_of_event(event)
    changed: dict[str, list[object]] = {}
    for name, value in fields.items():
        if getattr(row, name) != value:
            # The journal says that the code changed, but never contains the code.
            changed[name] = (
                []
                if name == "code"
                else [_setting_for_journal(getattr(row, name)), _setting_for_journal(value)]
            )
            setattr(row, name, value)
    _check_settings(row, divisions)
    row.save()
    for division, limit in (places or {}).items():
        previous_limit = seating.player_limit_of_division(division)
        if previous_limit == limit:
            continue
        changed[f"places_{division.age_division}"] = [previous_limit, limit]
        if limit is None:
            DivisionPlaces.objects.filter(division=division).delete()
        else:
            DivisionPlaces.objects.update_or_create(division=division, defaults={"places": limit})
    if changed:
        journal.write_journal_line(event, RegistrationSettingsChanged(changed=changed), by=by)
        seating.move_up_waiting_lists_of_divisions(event, divisions, now=timezone.now())
    return row


def _check_settings(row: RegistrationSettings, divisions: list[Division]) -> None:
    """Require settings that do not contradict each other or the event. Refused: see `change_registration_settings`."""
    if row.opens_at is not None and row.closes_at is not None and row.opens_at >= row.closes_at:
        raise Refused(RegistrationRefusal.CLOSES_BEFORE_OPENING, field="closes_at")
    if row.is_open and takes_teams(row.tournament):
        raise Refused(RegistrationRefusal.TEAMS_ENTERED_BY_STAFF, field="is_open")
    unknown_questions = [question for question in row.questions if question not in QUESTIONS]
    if unknown_questions:
        raise Refused(RegistrationRefusal.QUESTION_UNKNOWN, question=unknown_questions[0])
    if BIRTH_YEAR not in row.questions and (GUARDIAN in row.questions or queries.needs_birth_year(divisions)):
        raise Refused(RegistrationRefusal.BIRTH_YEAR_NEEDED, field="questions")
    if RULES in row.questions and not row.rules_text.strip():
        raise Refused(RegistrationRefusal.RULES_TEXT_MISSING, field="rules_text")


def _setting_for_journal(value: Any) -> object:
    """Return a setting as stored in the journal: a time as ISO text, any other value unchanged."""
    return value.isoformat() if isinstance(value, datetime) else value
