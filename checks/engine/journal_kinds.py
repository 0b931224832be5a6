"""Journal kinds of deck checks."""

from typing import Annotated, Any

from core.engine.journal.facts import Code, Name, OwnName, Ref, Text, Typed, UndeclaredFactType
from core.engine.journal.kinds import Kind
from pairings.engine.journal_facts import ExtensionKey
from tournaments.engine.journal_kinds import Entrant

DeckCheckKey = Annotated[int, Ref("checks.DeckCheck")]
CheckPhotoKey = Annotated[int, Ref("checks.CheckPhoto")]

ListState = Annotated[list[Any], UndeclaredFactType(python=(list, tuple))]
"""The lock of a list, and the reason why it was sent back."""


class OfCheck(Kind, base=True, may_undo="report"):
    check: DeckCheckKey
    name: OwnName
    entry: Entrant


class BeforeCheckBegan(OfCheck, at_desk=False): ...


class BeforeCheckPutBack(OfCheck, at_desk=False): ...


class BeforeCheckEnded(OfCheck, at_desk=False):
    outcome: Code
    reason: Typed
    before: bool
    list_was: ListState | None
    list_now: ListState | None


class OfPhoto(OfCheck, base=True):
    photo: CheckPhotoKey


class CheckPhotoTaken(OfPhoto, page_stays=False): ...


class CheckPhotoWithdrawn(OfPhoto, page_stays=False): ...


class OfPlace(OfCheck, base=True):
    round: int | None
    extension: ExtensionKey | None


class DeckCheckBegan(OfPlace):
    table: int | None


class DeckCheckEnded(OfPlace):
    outcome: Code
    minutes: int | None
    not_counted: Text


class DecksPicked(Kind, may_undo="report"):
    checks: list[DeckCheckKey]
    names: Name
    decks: int
    cause: Code
    why: Typed
    seed: int | None
    round: int | None


class DeckCheckTakenOff(OfCheck): ...
