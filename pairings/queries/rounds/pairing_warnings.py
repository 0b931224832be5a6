"""Warnings about matches made by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairings.engine.refusals import WarningCode
from pairings.models import EntryWish, KeptApart, Round
from pairings.queries.rounds import options, round_review, rows
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """A warning and its facts."""

    code: WarningCode
    facts: Mapping[str, object]


def warnings_about_pairs(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> list[PairingWarning]:
    """Return warnings about pairs of entries, in which an opponent of None means a bye.

    They cover rematches, pairs that must not meet, families and teams, gaps and second byes. Seven queries.
    """
    proposed_pairs = list(pairs)
    ids = {entry for pair in proposed_pairs for entry in pair if entry is not None}
    entries = Entry.objects.filter(pk__in=ids).select_related("player")
    names = {entry.pk: str(entry) for entry in entries}
    met, had_bye = round_review.last_meetings_and_byes(round_)
    points = rows.scores_before(round_)
    apart = {
        frozenset(pair) for pair in KeptApart.objects.filter(first__in=ids).values_list("first", "second")
    }
    groups: dict[int, str] = {}
    if options.options_of_division(round_.division).groups_apart:
        entry_wishes = EntryWish.objects.filter(entry__division=round_.division).exclude(group="")
        groups = dict(entry_wishes.values_list("entry", "group"))
    warnings: list[PairingWarning] = []
    for player, opponent in proposed_pairs:
        if opponent is None:
            if player in had_bye:
                warnings.append(PairingWarning(WarningCode.WARNING_SECOND_BYE, {"name": names[player]}))
            continue
        facts = {"first": names[player], "second": names[opponent]}
        pair = frozenset((player, opponent))
        if pair in met:
            warnings.append(PairingWarning(WarningCode.WARNING_REMATCH, {**facts, "round": met[pair]}))
        if pair in apart:
            warnings.append(PairingWarning(WarningCode.WARNING_APART, facts))
        if player in groups and groups[player].casefold() == groups.get(opponent, "").casefold():
            warnings.append(PairingWarning(WarningCode.WARNING_GROUP, {**facts, "group": groups[player]}))
        player_points, opponent_points = (points.get(entry, rows.NO_SCORE)[0] for entry in (player, opponent))
        if player_points != opponent_points:
            warnings.append(
                PairingWarning(
                    WarningCode.WARNING_GAP, {**facts, "points": player_points, "others": opponent_points}
                )
            )
    return warnings
