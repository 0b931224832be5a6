"""The models of `checks` that are part of an event's snapshot."""

from checks.models import CheckPhoto, CheckTap, DeckCheck
from core.engine.snapshots.parts import Part

PARTS = (
    Part(DeckCheck, "entry__tournament"),
    Part(CheckTap, "check_of__entry__tournament"),
    Part(CheckPhoto, "check_of__entry__tournament"),
)
