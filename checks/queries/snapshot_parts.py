"""The models of this room that belong to an event, and where journal lines name their rows."""

from collections.abc import Mapping

from checks.models import CheckPhoto, CheckTap, DeckCheck
from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part

PARTS = (
    Part(DeckCheck, "entry__tournament"),
    Part(CheckTap, "check_of__entry__tournament"),
    Part(CheckPhoto, "check_of__entry__tournament"),
)

FACT_KEYS: Mapping[str, Spec] = {
    "check": "checks.DeckCheck",
    "checks": ["checks.DeckCheck"],
    "photo": "checks.CheckPhoto",
}
