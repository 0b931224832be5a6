"""The letters on the badges of divisions."""

from collections.abc import Mapping

from tournaments.models import Division

DIVISION_LETTERS: Mapping[str, str] = {
    Division.AgeDivision.JUNIOR: "J",
    Division.AgeDivision.SENIOR: "S",
    Division.AgeDivision.MASTERS: "M",
    Division.AgeDivision.JUNIOR_SENIOR: "JS",
    Division.AgeDivision.SENIOR_MASTERS: "SM",
}
"""Letters by age division. A division for all ages has no letter."""
