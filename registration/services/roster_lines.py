"""The lines of a roster: the person of each row, the choices of staff, and what the row does."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from registration.engine import roster
from registration.engine.refusals import RegistrationRefusal
from tournaments.engine.person_fields import BIRTH, person_facts_by_key
from tournaments.engine.player_tags import TagLine
from tournaments.services.arrivals import Arrival

ENTERED = "entered"
"""The status of a line whose player is already in the event."""

NEW, SKIP, WITHOUT_ID = "new", "skip", "new-without-id"
FILE = ":file"
"""Suffix of a candidate's key in a choice: the birth in the file replaces the stored one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person in the records who may be the one in the file.

    `player` is the person's key in the choices of staff. `entered` means that the person is already in the event.
    """

    player: int
    name: str
    player_id: str | None
    birth_year: int | None
    entered: bool
    birth_date: date | None = None

    def has_different_birth(self, row: roster.RosterRow) -> bool:
        """Return whether a stored birth year or date differs from the one in a row."""
        births = [(getattr(row, name), getattr(self, name)) for name in BIRTH]
        return any(
            birth_in_file and stored_birth and birth_in_file != stored_birth
            for birth_in_file, stored_birth in births
        )

    def differences(self, row: roster.RosterRow) -> tuple["Difference", ...]:
        """List how a row differs from this person in Player ID and birth.

        A Player ID that the person would gain counts too.
        """
        differences = []
        if row.player_id and self.player_id and row.player_id != self.player_id:
            facts = {"name": self.name, "known": self.player_id, "player_id": row.player_id}
            differences.append(Difference(RegistrationRefusal.ROSTER_OTHER_ID, facts))
        elif row.player_id and not self.player_id:
            facts = {"name": self.name, "player_id": row.player_id}
            differences.append(Difference(RegistrationRefusal.ROSTER_NEW_ID, facts))
        if self.has_different_birth(row):
            if row.birth_year != self.birth_year:
                facts = {"name": self.name, "known": str(self.birth_year), "year": str(row.birth_year)}
                differences.append(Difference(RegistrationRefusal.ROSTER_OTHER_YEAR, facts))
            else:
                differences.append(Difference(RegistrationRefusal.ROSTER_OTHER_DAY, {"name": self.name}))
        return tuple(differences)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a row and a person in the records.

    The codes are ROSTER_OTHER_NAME (player_id, name), ROSTER_OTHER_ID (name, known, player_id), ROSTER_NEW_ID
    (name, player_id), ROSTER_OTHER_YEAR (name, known, year) and ROSTER_OTHER_DAY (name).
    """

    code: StrEnum
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A row of the file, and how it will be loaded.

    `status` is new, known (an existing person), entered (already in the event, only its tags change) or choose.
    `choice` is the default choice: "new", "skip", "new-without-id" or the key of a candidate as text, whose
    missing facts are filled in from the file. With the suffix ":file", the birth in the file replaces the
    stored one. `choices` are all choices, and `differences` are shown to staff before they choose.
    `age_division` is None if unknown. `tags` are the tags that the row changes, or None.
    """

    row: roster.RosterRow
    status: str
    choice: str
    candidates: tuple[Candidate, ...] = ()
    choices: tuple[str, ...] = ()
    age_division: str | None = None
    differences: tuple[Difference, ...] = ()
    tags: TagLine | None = None

    @property
    def name(self) -> str:
        return self.row.name

    def arrival(self, choice: str) -> Arrival:
        """Build the arrival for a choice by staff.

        Without the suffix ":file", the stored birth of the chosen person replaces the one in the file.
        """
        key, from_file, _ = choice.partition(FILE)
        candidate = next((person for person in self.candidates if str(person.player) == key), None)
        facts = person_facts_by_key(self.row)
        if candidate is not None and not from_file:
            facts |= {name: getattr(candidate, name) or facts[name] for name in BIRTH}
        if choice == WITHOUT_ID:
            facts["player_id"] = None
        return Arrival(
            **facts,
            age_division=self.row.age_division,
            player=candidate.player if candidate else None,
            # Only rows that resembled no person are still checked for namesakes.
            namesake=self.status != "new",
        )
