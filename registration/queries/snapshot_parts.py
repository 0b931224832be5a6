"""The models of this app in a snapshot of an event."""

from core.engine.snapshots.parts import Part
from registration.models import Claim, DivisionPlaces, Mail, Registration, RegistrationSettings

PARTS = (
    Part(RegistrationSettings, "tournament"),
    Part(DivisionPlaces, "division__tournament"),
    Part(Registration, "tournament"),
    Part(Mail, "tournament"),
    Part(Claim, "tournament"),
)
