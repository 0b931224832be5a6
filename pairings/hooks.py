"""Where rooms to the right join in. Each adds its function when the program starts."""

from collections.abc import Callable, Mapping

from tournaments.models import Division, Tournament

desk_panels: dict[str, Callable[[Tournament, Division], Mapping[str, object] | None]] = {}
"""What the desk of a division shows of other rooms: a name in its template, and what makes it; None: nothing."""
