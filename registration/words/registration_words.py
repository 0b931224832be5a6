"""Sentences about registrations: refusals, and lines of the journal."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from core.engine.code_labels import Facts
from core.sentences import REFUSALS, register_sentences
from registration.engine.questions import BIRTH_YEAR, COUNTRY, GUARDIAN, PLAYER_ID, RULES
from registration.engine.refusals import RegistrationRefusal

QUESTION_LABELS = {
    PLAYER_ID: _("Player ID"),
    BIRTH_YEAR: _("Birth year"),
    COUNTRY: _("Country"),
    GUARDIAN: _("Name and consent of a parent or guardian, for players under 18"),
    RULES: _("Rules that players accept"),
}

REFUSALS |= {
    RegistrationRefusal.REGISTRATION_OFF: _("Registration for this event is closed. Ask the organizer."),
    RegistrationRefusal.REGISTRATION_NOT_YET: _("Registration is not open yet. Come back later."),
    RegistrationRefusal.REGISTRATION_OVER: _(
        "Registration has ended. Ask the organizer whether a seat is left."
    ),
    RegistrationRefusal.REGISTRATION_STARTED: _(
        "Round 1 is paired, so registration is over. Ask at the desk."
    ),
    RegistrationRefusal.CODE_WRONG: _("This is not the code of this event. Check your invitation."),
    RegistrationRefusal.REGISTERED_TWICE: _(
        "This name and email address are already registered. Open the page you got when you registered."
    ),
    RegistrationRefusal.PLAYER_ID_REGISTERED: _(
        "This Player ID is already registered. Check the number, or ask the organizer."
    ),
    RegistrationRefusal.DIVISION_MISSING: _("Choose a division."),
    RegistrationRefusal.ANSWER_MISSING: _("This is needed to register."),
    RegistrationRefusal.GUARDIAN_MISSING: _("Enter the name of a parent or guardian."),
    RegistrationRefusal.CONSENT_MISSING: _("Players under 18 need the consent of a parent or guardian."),
    RegistrationRefusal.RULES_NOT_ACCEPTED: _("Accept the rules to register."),
    RegistrationRefusal.NOT_OFFERED: _("No seat is offered to you at the moment."),
    RegistrationRefusal.OFFER_OVER: _("The time to accept is over, and the seat went to the next player."),
    RegistrationRefusal.CANCEL_TOO_LATE: _(
        "The time to cancel is over. Ask the organizer to cancel for you."
    ),
    RegistrationRefusal.ANSWERS_CLOSED: _("Your answers can no longer be changed here. Ask the organizer."),
    RegistrationRefusal.REGISTRATION_ENDED: _("This registration has ended. The player can register again."),
    RegistrationRefusal.REGISTRATION_CHANGED: _("This registration was removed. Load the page again."),
    RegistrationRefusal.NO_SEAT_FREE: _(
        "No seat is free in this division. Add places in the settings first."
    ),
    RegistrationRefusal.CLAIM_ANSWERED: _("This claim was already answered. Load the page again."),
    RegistrationRefusal.CLOSES_BEFORE_OPENING: _(
        "Registration closes before it opens. Correct one of the times."
    ),
    RegistrationRefusal.QUESTION_UNKNOWN: _("“%(question)s” is not a question. Choose from the list."),
    RegistrationRefusal.BIRTH_YEAR_NEEDED: _(
        "Ask for the birth year too: it decides the age division, and who is under 18."
    ),
    RegistrationRefusal.TEAMS_ENTERED_BY_STAFF: _(
        "Players register alone, and this event is for teams. Enter the teams under Players."
    ),
    RegistrationRefusal.RULES_TEXT_MISSING: _("Enter the rules that players accept."),
    RegistrationRefusal.PAYMENT_COLUMNS_MISSING: _(
        "No column with a registration number, a Player ID or an email address was found. Check the titles."
    ),
}


def _localize_until(facts: Facts) -> Facts:
    """Return the facts of a line with the time in `until`, if it has one, in the reader's format."""
    if not isinstance(facts.get("until"), str):
        return facts
    until = datetime.fromisoformat(str(facts["until"]))
    return {**facts, "until": date_format(localtime(until), "DATETIME_FORMAT")}


register_sentences(
    {
        "RegistrationSettingsChanged": _("Registration settings changed"),
        "RegistrationRequested": _("Registration %(number)s needs approval"),
        "RegistrationWaiting": (
            _("Registration %(number)s is on the waiting list"),
            _("Registration %(number)s needs approval again."),
        ),
        "RegistrationConfirmed": (
            _("Registration %(number)s confirmed"),
            _("Registration %(number)s is no longer confirmed, and the player is removed from the event."),
        ),
        "OfferExpired": _("Registration %(number)s: the time to accept the seat is over"),
        "RegistrationDeclined": (
            _("Registration %(number)s declined"),
            _("Registration %(number)s is as it was before."),
        ),
        "RegistrationCancelled": (
            _("Registration %(number)s canceled"),
            _("Registration %(number)s is as it was before."),
        ),
        "RegistrationCorrected": _("Registration %(number)s: answers corrected"),
        "RegistrationAddedToAccount": _("Registration %(number)s added to an account, by its own address"),
        "RegistrationRemovedFromAccount": _("Registration %(number)s removed from an account"),
        "RegistrationPaid": _("Registration %(number)s marked as paid"),
        "RegistrationUnpaid": _("Registration %(number)s marked as not paid"),
        "PaymentsImported": _("Payments imported from %(filename)s: %(count)s"),
        "LinksMailed": _("Personal links sent by email: %(count)s"),
        "ClaimApproved": (
            _("A phone may open %(name)s’s page"),
            _("The claim for %(name)s is open again."),
        ),
        "ClaimDeclined": (
            _("A phone may not open %(name)s’s page"),
            _("The claim for %(name)s is open again."),
        ),
    }
)
register_sentences(
    {"SeatOffered": _("Registration %(number)s: a seat is offered until %(until)s")}, facts=_localize_until
)
