"""Warnings about a manual match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairings.engine.refusals import WarningCode
from pairings.models import EntryWish, KeptApart, Round
from pairings.queries.rounds import options, rows, unposted
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """A warning and its facts."""

    code: WarningCode
    facts: Mapping[str, object]


def about(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> list[PairingWarning]:
    """Warnings about pairs of entries (or a bye, None): rematch, kept apart, family or team, gap, second bye.

    Seven queries.
    """
    wanted = list(pairs)
    ids = {entry for pair in wanted for entry in pair if entry is not None}
    entries = Entry.objects.filter(pk__in=ids).select_related("player")
    names = {entry.pk: str(entry) for entry in entries}
    met, had_bye = unposted.history(round_)
    points = rows.scores_before(round_)
    apart = {
        frozenset(pair) for pair in KeptApart.objects.filter(first__in=ids).values_list("first", "second")
    }
    groups: dict[int, str] = {}
    if options.of_division(round_.division).groups_apart:
        wished = EntryWish.objects.filter(entry__division=round_.division).exclude(group="")
        groups = dict(wished.values_list("entry", "group"))
    warnings: list[PairingWarning] = []
    for first, second in wanted:
        if second is None:
            if first in had_bye:
                warnings.append(PairingWarning(WarningCode.WARNING_SECOND_BYE, {"name": names[first]}))
            continue
        facts = {"first": names[first], "second": names[second]}
        pair = frozenset((first, second))
        if pair in met:
            warnings.append(PairingWarning(WarningCode.WARNING_REMATCH, {**facts, "round": met[pair]}))
        if pair in apart:
            warnings.append(PairingWarning(WarningCode.WARNING_APART, facts))
        if first in groups and groups[first].casefold() == groups.get(second, "").casefold():
            warnings.append(PairingWarning(WarningCode.WARNING_GROUP, {**facts, "group": groups[first]}))
        own, others = (points.get(entry, rows.NO_SCORE)[0] for entry in (first, second))
        if own != others:
            warnings.append(
                PairingWarning(WarningCode.WARNING_GAP, {**facts, "points": own, "others": others})
            )
    return warnings
