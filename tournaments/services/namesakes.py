"""Numbers that distinguish players with the same full name, or children with the same short name."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.engine.person_names import search_key, short_name_key
from tournaments.models import Entry, Tournament


def next_namesake_number(entry: Entry) -> int:
    """Return the number of a renamed entry among its namesakes, or 0 if there are none.

    Namesakes without a number get one, which is saved. The entry itself does not change.
    """
    same_name = Entry.objects.filter(tournament=entry.tournament_id, search_key=entry.search_key).exclude(
        pk=entry.pk
    )
    namesakes = list(same_name.order_by("pk"))
    next_number = number_after_namesakes(namesakes)
    Entry.objects.bulk_update(namesakes, ["namesake"])
    return next_number


def number_after_namesakes(namesakes: Sequence[Entry]) -> int:
    """Return the number of a new entry among its namesakes, or 0 if there are none.

    Namesakes without a number get one, which is not saved.
    """
    for entry in namesakes:
        if not entry.namesake:
            entry.namesake = max(other.namesake for other in namesakes) + 1
    return max((entry.namesake for entry in namesakes), default=-1) + 1


def number_short_names(event: Tournament, changed: Iterable[Entry] = ()) -> None:
    """Number children with the same short name, in the order they were entered.

    Numbers never change during an event. `changed` are entries in memory, which are numbered last; without
    them, all entries are numbered. Makes one query, or two if a number is new, or none if only Masters changed.
    """
    changed_by_key = {row.pk: row for row in changed}
    if changed_by_key and all(
        row.age_division == Entry.AgeDivision.MASTERS for row in changed_by_key.values()
    ):
        return
    children = event.entries.exclude(age_division=Entry.AgeDivision.MASTERS).exclude(first_name="")
    if len(changed_by_key) == 1:
        (row,) = changed_by_key.values()
        children = children.filter(search_key__startswith=search_key(row.first_name))
    children_by_name = defaultdict(list)
    for row in children.order_by("pk").only("pk", "first_name", "last_name", "short_namesake"):
        children_by_name[short_name_key(row.first_name, row.last_name)].append(row)
    newly_numbered = []
    for namesakes in children_by_name.values():
        namesakes.sort(key=lambda row: row.pk in changed_by_key)
        last_number = max(row.short_namesake for row in namesakes)
        for row in namesakes if len(namesakes) > 1 else ():
            if not row.short_namesake:
                last_number += 1
                row.short_namesake = last_number
                newly_numbered.append(row)
    Entry.objects.bulk_update(newly_numbered, ["short_namesake"], batch_size=500)
    for row in newly_numbered:
        if row.pk in changed_by_key:
            changed_by_key[row.pk].short_namesake = row.short_namesake
