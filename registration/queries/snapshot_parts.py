"""The models of this app in a snapshot of an event."""

from core.engine.snapshots.parts import SnapshotPart
from registration.models import Claim, DivisionPlaces, Mail, Registration, RegistrationSettings

PARTS = (
    SnapshotPart(RegistrationSettings, "tournament"),
    SnapshotPart(DivisionPlaces, "division__tournament"),
    SnapshotPart(Registration, "tournament"),
    SnapshotPart(Mail, "tournament"),
    SnapshotPart(Claim, "tournament"),
)
