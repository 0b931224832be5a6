"""The models of this room in a snapshot of an event."""

from core.engine.snapshots.parts import Part
from registration.models import DivisionPlaces, Registration, RegistrationSettings

PARTS = (
    Part(RegistrationSettings, "tournament"),
    Part(DivisionPlaces, "division__tournament"),
    Part(Registration, "tournament"),
)
