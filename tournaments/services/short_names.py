"""Numbers for the short names of children, "Ana L. (2)", by which public pages tell them apart."""

from collections import defaultdict
from collections.abc import Iterable

from core.engine.people import short_key
from tournaments.models import Entry, Tournament

NAMES = ("pk", "first_name", "last_name", "short_namesake")


def number_short_names(event: Tournament, changed: Iterable[Entry] = ()) -> None:
    """Give children with the same short name their numbers, in the order in which they were entered.

    A number given stays for the event. `changed` are rows in memory that get theirs too, after the others. One
    query, two if any is new.
    """
    new = {row.pk: row for row in changed}
    children = event.entries.exclude(age_division=Entry.AgeDivision.MASTERS).exclude(first_name="")
    same = defaultdict(list)
    for row in children.order_by("pk").only(*NAMES):
        same[short_key(row.first_name, row.last_name)].append(row)
    numbered = []
    for rows in same.values():
        rows.sort(key=lambda row: row.pk in new)
        last = max(row.short_namesake for row in rows)
        for row in rows if len(rows) > 1 else ():
            if not row.short_namesake:
                last += 1
                row.short_namesake = last
                numbered.append(row)
    Entry.objects.bulk_update(numbered, ["short_namesake"], batch_size=500)
    for row in numbered:
        if row.pk in new:
            new[row.pk].short_namesake = row.short_namesake
