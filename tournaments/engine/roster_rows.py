"""Rows shared by pages, sheets, spreadsheets and the API. They contain only data that the reader may see."""

from dataclasses import dataclass

from core.engine.person_names import add_namesake_number


@dataclass(frozen=True, slots=True)
class AttendanceListRow:
    """One entry on the attendance list. `player_id` is only for staff and may be empty.

    `namesake` is the number among players with the same name, or 0 if the name is unique.
    """

    entry_id: int
    first_name: str
    last_name: str
    age_division: str
    player_id: str = ""
    checked_in: bool = False
    dropped: bool = False
    note: str = ""
    namesake: int = 0

    @property
    def name(self) -> str:
        """The name with the number that distinguishes namesakes."""
        return add_namesake_number(f"{self.first_name} {self.last_name}".strip(), self.namesake)

    @property
    def sort_name(self) -> str:
        """The name with the last name first, and with the number that distinguishes namesakes."""
        return add_namesake_number(
            ", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake
        )
