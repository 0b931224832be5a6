"""Warnings about matches made by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairings.engine.refusals import WarningCode
from pairings.models import EntryWish, KeptApart, Round
from pairings.queries.rounds import match_rows, options, round_review
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """A warning and its facts."""

    code: WarningCode
    facts: Mapping[str, object]


def warnings_about_pairs(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> list[PairingWarning]:
    """Return warnings about pairs of entries, in which an opponent of None means a bye.

    They cover rematches, pairs that must not meet, families, teams and countries, gaps and second byes. Seven queries.
    """
    proposed_pairs = list(pairs)
    ids = {entry for pair in proposed_pairs for entry in pair if entry is not None}
    entries = Entry.objects.filter(pk__in=ids).select_related("player")
    names = {entry.pk: str(entry) for entry in entries}
    met, had_bye = round_review.last_meetings_and_byes(round_)
    points = match_rows.scores_before(round_)
    apart = {
        frozenset(pair) for pair in KeptApart.objects.filter(first__in=ids).values_list("first", "second")
    }
    groups = _groups_by_warning(round_)
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
        for code, group_by_entry in groups.items():
            group = group_by_entry.get(player, "")
            if group and group.casefold() == group_by_entry.get(opponent, "").casefold():
                warnings.append(PairingWarning(code, {**facts, "group": group}))
        player_points, opponent_points = (
            points.get(entry, match_rows.NO_SCORE)[0] for entry in (player, opponent)
        )
        if player_points != opponent_points:
            warnings.append(
                PairingWarning(
                    WarningCode.WARNING_GAP, {**facts, "points": player_points, "others": opponent_points}
                )
            )
    return warnings


def _groups_by_warning(round_: Round) -> dict[WarningCode, dict[int, str]]:
    """Return the family or team and the country of each player, if this round keeps them apart. Two queries."""
    division_options = options.options_of_division(round_.division)
    requests = EntryWish.objects.filter(entry__division=round_.division).values_list(
        "entry", "group", "country"
    )
    groups: dict[WarningCode, dict[int, str]] = {}
    if division_options.groups_apart:
        groups[WarningCode.WARNING_GROUP] = {entry: group for entry, group, _country in requests}
    if round_.number <= division_options.country_rounds:
        groups[WarningCode.WARNING_COUNTRY] = {entry: country for entry, _group, country in requests}
    return groups
