"""Actions of players: register, accept a seat, correct their answers, cancel."""

from datetime import datetime
from hmac import compare_digest

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core.engine.person_names import search_key
from core.engine.refused import Refused
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from registration.engine.journal_kinds import RegistrationCancelled, RegistrationCorrected
from registration.engine.questions import Answers, check_answers, normalized_answers, person_question_keys
from registration.engine.refusals import RegistrationRefusal
from registration.engine.seats import OPEN_STATES, State
from registration.models import Registration, RegistrationSettings
from registration.queries import registrations as queries
from registration.services import seating, tokens
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import entries
from tournaments.services.arrivals import DivisionChooser


@transaction.atomic
def register_player(
    event: Tournament,
    answers: Answers,
    *,
    division: Division | None = None,
    code: str = "",
    language: str = "en",
    site: str = "",
    now: datetime | None = None,
) -> Registration:
    """Register a player, who is confirmed, put on the waiting list, or has to be approved.

    A double click registers once. The waiting lists move up first. `division` is only needed if no birth year decides
    it. Answers to questions that were not asked are not stored. `language` is that of emails to the player, and `site`
    the site address for their links. Refused: REGISTRATION_OFF, REGISTRATION_NOT_YET (opens), REGISTRATION_OVER,
    REGISTRATION_STARTED, CODE_WRONG (field), REGISTERED_TWICE, PLAYER_ID_REGISTERED (field), DIVISION_MISSING (field),
    and whatever `check_answers`, `DivisionChooser.place` and `seating.confirm_registration` refuse.
    """
    now = now or timezone.now()
    divisions = seating.lock_registrations(event)
    settings = queries.registration_settings_of_event(event)
    settings.period.require_open(now)
    if settings.code and not compare_digest(
        code.strip().casefold().encode(), settings.code.casefold().encode()
    ):
        raise Refused(RegistrationRefusal.CODE_WRONG, field="code")
    answers = _checked_answers(answers, settings, event)
    row = Registration(tournament=event, language=language, site=site, made_at=now)
    _set_answers(row, answers, now=now)
    same_person = event.registrations.filter(
        email_key=row.email_key, search_key=row.search_key, state__in=OPEN_STATES
    )
    if (repeated := stored_by_same_click(same_person, time_field="made_at", now=now)) is not None:
        return repeated
    row.age_division, row.division = _place_in_division(event, divisions, row, division, settings)
    if row.division.started_at is not None:
        raise Refused(RegistrationRefusal.REGISTRATION_STARTED)
    seating.move_up_waiting_lists_of_divisions(event, divisions, now=now)
    seating.require_unique_registration(row)
    row.number = (event.registrations.aggregate(last=Max("number"))["last"] or 0) + 1
    row.token = tokens.new_registration_token()
    state = seating.state_for_new_registration(row.division, by_hand=settings.by_hand, now=now)
    seating.set_first_registration_state(row, state, by=None, now=now)
    return row


@transaction.atomic
def accept_seat(row: Registration, *, now: datetime | None = None) -> Registration:
    """Accept an offered seat; repeating this changes nothing.

    Refused: NOT_OFFERED, OFFER_OVER if the time to accept is over, REGISTRATION_STARTED, REGISTRATION_CHANGED,
    and whatever `seating.confirm_registration` refuses.
    """
    now = now or timezone.now()
    row = seating.locked_registration(row)
    if row.state == State.CONFIRMED:
        return row
    if row.state == State.EXPIRED or (row.offered_until and now >= row.offered_until):
        raise Refused(RegistrationRefusal.OFFER_OVER)
    if row.state != State.OFFERED or row.division is None:
        raise Refused(RegistrationRefusal.NOT_OFFERED)
    if row.division.started_at is not None:
        raise Refused(RegistrationRefusal.REGISTRATION_STARTED)
    seating.confirm_registration(row, by=None, now=now)
    return row


@transaction.atomic
def cancel_registration(row: Registration, *, by: User | None, now: datetime | None = None) -> Registration:
    """Cancel a registration, so that its seat goes to the waiting list; repeating this changes nothing.

    A confirmed player is dropped before round 1 instead of removed, so that an undo restores the deck list too. The
    deadline to cancel only applies to players (`by` is None).
    Refused: CANCEL_TOO_LATE, REGISTRATION_STARTED, REGISTRATION_ENDED, REGISTRATION_CHANGED.
    """
    now = now or timezone.now()
    row = seating.locked_registration(row)
    if row.state == State.CANCELLED:
        return row
    if row.state not in OPEN_STATES:
        raise Refused(RegistrationRefusal.REGISTRATION_ENDED)
    settings = queries.registration_settings_of_event(row.tournament)
    if by is None and not settings.period.may_cancel(now):
        raise Refused(RegistrationRefusal.CANCEL_TOO_LATE)
    if row.entry is not None and row.entry.division.started_at is not None:
        raise Refused(RegistrationRefusal.REGISTRATION_STARTED)
    if row.entry is not None and row.entry.dropped_in is None:
        entries.drop_entry(row.entry, by=by, round_number=0, at=now)
    line = RegistrationCancelled(registration=row.pk, number=row.number, before=row.state)
    seating.set_registration_state(row, State.CANCELLED, line, by=by, now=now)
    seating.move_up_waiting_lists_of_divisions(
        row.tournament, row.tournament.divisions.order_by("pk"), now=now
    )
    return row


@transaction.atomic
def correct_answers(row: Registration, answers: Answers, *, now: datetime | None = None) -> Registration:
    """Correct the answers of a registration that is not confirmed yet; later, staff correct the player.

    A corrected birth year may change the division. Refused: ANSWERS_CLOSED if the registration is confirmed or has
    ended, or if its division would change while a seat is offered; REGISTERED_TWICE, PLAYER_ID_REGISTERED (field),
    REGISTRATION_CHANGED, and whatever `check_answers` and `DivisionChooser.place` refuse.
    """
    now = now or timezone.now()
    row = seating.locked_registration(row)
    settings = queries.registration_settings_of_event(row.tournament)
    if row.state not in (State.REQUESTED, State.WAITING, State.OFFERED):
        raise Refused(RegistrationRefusal.ANSWERS_CLOSED)
    answers = _checked_answers(answers, settings, row.tournament)
    names = (*person_question_keys(settings.questions), "country", "guardian_name")
    earlier_values = {name: getattr(row, name) for name in names}
    _set_answers(row, answers, now=now)
    changed = [name for name in names if getattr(row, name) != earlier_values[name]]
    if not changed:
        return row
    seating.require_unique_registration(row)
    if "birth_year" in changed:
        divisions = list(row.tournament.divisions.all())
        age_division, division = _place_in_division(row.tournament, divisions, row, None, settings)
        if division != row.division and row.state == State.OFFERED:
            # The offered seat was in the other division.
            raise Refused(RegistrationRefusal.ANSWERS_CLOSED)
        row.age_division, row.division = age_division, division
    row.save()
    line = RegistrationCorrected(registration=row.pk, number=row.number, fields=changed)
    journal.write_journal_line(row.tournament, line, by=None, at=now)
    return row


def _checked_answers(answers: Answers, settings: RegistrationSettings, event: Tournament) -> Answers:
    """Return the normalized answers to the event's questions. Refused: whatever `check_answers` refuses."""
    questions, day = queries.question_codes_of_settings(settings), timezone.localtime(event.starts_at).date()
    answers = normalized_answers(answers, questions, day=day)
    check_answers(answers, questions, day=day, today=timezone.localdate())
    return answers


def _set_answers(row: Registration, answers: Answers, *, now: datetime) -> None:
    """Set the answers on a row, without saving.

    The times of consent and of acceptance do not change while both are given, and are removed otherwise.
    """
    for name in ("first_name", "last_name", "player_id", "birth_year", "email", "country", "guardian_name"):
        setattr(row, name, getattr(answers, name))
    # The numbers are the lengths of the columns.
    row.email_key = answers.email.casefold()[:254]
    row.search_key = search_key(answers.first_name, answers.last_name)[:200]
    row.guardian_consented_at = (row.guardian_consented_at or now) if answers.guardian_consents else None
    row.rules_accepted_at = (row.rules_accepted_at or now) if answers.accepts_rules else None


def _place_in_division(
    event: Tournament,
    divisions: list[Division],
    row: Registration,
    division: Division | None,
    settings: RegistrationSettings,
) -> tuple[str, Division]:
    """Return the age division and the division of a registration.

    They follow from the birth year, or from `division`, which the player chose.
    Refused: DIVISION_MISSING (field) if the player has to choose one, and whatever `DivisionChooser.place` refuses.
    """
    if division is None and queries.chooses_division(settings, divisions):
        raise Refused(RegistrationRefusal.DIVISION_MISSING, field="division")
    person = Entry(first_name=row.first_name, last_name=row.last_name, birth_year=row.birth_year)
    code = division.age_division if division is not None else None
    # Without a birth year, the only division decides, unless it is for all ages.
    if code is None and row.birth_year is None and len(divisions) == 1:
        code = divisions[0].age_division if divisions[0].age_division != "all" else None
    return DivisionChooser(event, divisions).place(person, None, code)
