"""Warnings about a manual match."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pairings.engine.refusals import WarningCode
from pairings.models import EntryWish, KeptApart, Round
from pairings.queries.rounds import options, rows, unposted
from tournaments.models import Division, Entry


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """A warning and its facts."""

    code: WarningCode
    facts: dict[str, object]


def about(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> list[PairingWarning]:
    """Warnings about pairs of entries (or a bye, None): rematch, kept apart, family or team, gap, second bye.

    Seven queries.
    """
    wanted = list(pairs)
    ids = {one for pair in wanted for one in pair if one is not None}
    entries = Entry.objects.filter(pk__in=ids).select_related("player")
    names = {entry.pk: str(entry) for entry in entries}
    met, had_bye = unposted.history(round_)
    points = rows.scores_before(round_)
    apart = {
        frozenset(pair) for pair in KeptApart.objects.filter(first__in=ids).values_list("first", "second")
    }
    groups = groups_of(round_.division)
    found: list[PairingWarning] = []
    for one, other in wanted:
        if other is None:
            found += (
                [PairingWarning(WarningCode.WARNING_SECOND_BYE, {"name": names[one]})]
                if one in had_bye
                else []
            )
            continue
        facts: dict[str, object] = {"first": names[one], "second": names[other]}
        pair = frozenset((one, other))
        found += (
            [PairingWarning(WarningCode.WARNING_REMATCH, facts | {"round": met[pair]})] if pair in met else []
        )
        found += [PairingWarning(WarningCode.WARNING_APART, facts)] if pair in apart else []
        found += (
            [PairingWarning(WarningCode.WARNING_GROUP, facts | {"group": groups[one]})]
            if _together(groups, one, other)
            else []
        )
        found += _gap(facts, points.get(one, rows.NO_SCORE)[0], points.get(other, rows.NO_SCORE)[0])
    return found


def groups_of(division: Division) -> dict[int, str]:
    """Family or team by entry, where the division keeps them apart. Two queries."""
    if not options.of_division(division).groups_apart:
        return {}
    wished = EntryWish.objects.filter(entry__division=division).exclude(group="")
    return dict(wished.values_list("entry", "group"))


def _together(groups: Mapping[int, str], one: int, other: int) -> bool:
    return one in groups and groups[one].casefold() == groups.get(other, "").casefold()


def _gap(facts: dict[str, object], own: int, theirs: int) -> Iterator[PairingWarning]:
    if own != theirs:
        yield PairingWarning(WarningCode.WARNING_GAP, facts | {"points": own, "others": theirs})
