"""Kinds of journal lines about registrations.

They contain the number of a registration, not the player's name. So if a player registers but never plays, usually
nothing has to be removed from the journal later.
"""

from typing import Annotated

from core.engine.journal.facts import Changes, Code, Moment, Ref, Text
from core.engine.journal.kinds import Kind
from tournaments.engine.journal_kinds import OfEntry

RegistrationKey = Annotated[int, Ref("registration.Registration")]
ClaimKey = Annotated[int, Ref("registration.Claim")]


class RegistrationSettingsChanged(Kind, scope="event", topic="event"):
    changed: Changes


class OfRegistration(Kind, base=True, scope="event", topic="people", at_desk=False):
    """Base class of journal lines about a change of a registration's state.

    `before` is the former state, or "" for a new registration.
    """

    registration: RegistrationKey
    number: int
    before: Code


class RegistrationRequested(OfRegistration): ...


class RegistrationWaiting(OfRegistration): ...


class RegistrationConfirmed(OfRegistration): ...


class SeatOffered(OfRegistration):
    until: Moment


class OfferExpired(OfRegistration): ...


class RegistrationDeclined(OfRegistration): ...


class RegistrationCancelled(OfRegistration): ...


class RegistrationCorrected(Kind, scope="event", topic="people"):
    registration: RegistrationKey
    number: int
    fields: list[Code]


class RegistrationAddedToAccount(Kind, scope="event", topic="people"):
    registration: RegistrationKey
    number: int


class RegistrationRemovedFromAccount(RegistrationAddedToAccount): ...


class RegistrationPaid(Kind, scope="event", topic="people"):
    registration: RegistrationKey
    number: int


class RegistrationUnpaid(RegistrationPaid): ...


class PaymentsImported(Kind, scope="event", topic="people"):
    count: int
    filename: Text
    registrations: list[RegistrationKey]


class LinksMailed(Kind, scope="event", topic="people"):
    count: int


class ClaimApproved(OfEntry):
    claim: ClaimKey


class ClaimDeclined(OfEntry):
    claim: ClaimKey
