"""The tags of players that staff set for many at once: awarded byes, fixed table, note, and whom not to meet.

A tag is one `TagField`. Rosters and pasted lists read them with `parse_tag`; the rows that one step sets are
`TagRow`, and what they would do is a `TagLine`. The words of a tag are in `tournaments.words.tag_words`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from core.engine.code_labels import Facts
from core.engine.refused import Refused
from tournaments.engine.refusals import TournamentRefusal

MAX_AWARDED_BYES = 3
LAST_TABLE = 9999

CLEARING = frozenset({"-", "–", "—"})
"""Texts that remove a tag. Among numbers, 0 removes it too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagField:
    """One tag. `largest` is its largest number, `longest` the maximum length of its text.

    If `of_wish`, it is stored in the pairing request of the
    entry, otherwise in the entry itself.
    """

    key: str
    kind: Literal["number", "text"]
    largest: int = 0
    longest: int = 0
    of_wish: bool = True

    @property
    def unset(self) -> int | str | None:
        """The stored value of a player without this tag."""
        if self.kind == "text":
            return ""
        return None if self.of_wish else 0


AWARDED_BYES = TagField(key="awarded_byes", kind="number", largest=MAX_AWARDED_BYES, of_wish=False)
TABLE = TagField(key="table", kind="number", largest=LAST_TABLE)
NOTES = TagField(key="notes", kind="text", longest=200, of_wish=False)
GROUP = TagField(key="group", kind="text", longest=40)
COUNTRY = TagField(key="country", kind="text", longest=40)

TAGS = (AWARDED_BYES, TABLE, NOTES, GROUP, COUNTRY)
"""All tags, in the order of forms and files."""

TAG_KEYS = tuple(tag.key for tag in TAGS)
TAGS_BY_KEY = {tag.key: tag for tag in TAGS}


TagValues = Mapping[str, int | str | None]
"""Values of a player's tags by key. Tags that are left out do not change."""


@dataclass(frozen=True, slots=True)
class TagRow:
    """A row that sets tags: its number, and the player by entry key, or None for a player who is not entered yet.

    `name` is shown for a player without an entry.
    """

    row: int
    entry: int | None
    tags: TagValues
    name: str = ""


@dataclass(frozen=True, slots=True)
class TagProblem:
    """The reason why a row is refused. `tag` is the key of the tag, or "" if the whole row is refused."""

    code: StrEnum
    facts: Facts = field(default_factory=dict)
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TagLine:
    """What a row does: the values of its tags before and after, or the problem for which it is refused."""

    row: int
    entry: int | None
    name: str
    before: TagValues
    after: TagValues
    problem: TagProblem | None = None

    @property
    def changed(self) -> tuple[str, ...]:
        """The keys of the tags that the row changes; none if it is refused."""
        if self.problem is not None:
            return ()
        return tuple(key for key in TAG_KEYS if key in self.after and self.after[key] != self.before.get(key))


def parse_tag(tag: TagField, text: str) -> int | str | None:
    """Return the value of a tag as typed. One of CLEARING removes the tag, as does 0 for a number.

    Refused: TAG_BYES_WRONG (value), TAG_TABLE_WRONG (value), PERSON_TEXT_TOO_LONG (field, limit, length).
    """
    value = " ".join(text.split())
    if value in CLEARING:
        return tag.unset
    if tag.kind == "text":
        if len(value) > tag.longest:
            raise Refused(
                TournamentRefusal.PERSON_TEXT_TOO_LONG, field=tag.key, limit=tag.longest, length=len(value)
            )
        return value
    digits = value.removesuffix(".0")
    if digits.isascii() and digits.isdigit() and len(digits) < 6 and int(digits) <= tag.largest:
        return int(digits) or tag.unset
    if tag == AWARDED_BYES:
        raise Refused(TournamentRefusal.TAG_BYES_WRONG, value=value)
    raise Refused(TournamentRefusal.TAG_TABLE_WRONG, value=value)
