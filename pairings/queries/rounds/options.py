"""Pairing options and requests, for the engines and for the options page."""

from dataclasses import dataclass, field
from itertools import combinations

from core.engine.alphabet import name_sort_key
from drafts.queries.pods import pod_by_entry_in_round
from pairings.engine import standings
from pairings.engine.swiss import Options
from pairings.engine.swiss.draw_values import Ints, Pair
from pairings.models import EntryWish, KeptApart, PairingOptions, Round
from pairings.queries.rounds import engine_fields
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class DivisionWishes:
    """Options and requests of one division.

    `blocked` are the tables to which pairing assigns no match: tables blocked by any division of the event, and
    feature tables. `fixed` maps entries to tables, and
    `groups` maps them to a family or team; it is empty if groups may meet. `forbidden` are the pairs that
    must not meet. In the first `pod_rounds` rounds, players meet within their draft pods if possible; in the
    first `country_rounds` rounds, players with the same text in `countries` do not meet if possible.
    """

    fewest_pair_downs: bool
    last_by_standing: bool
    random_tables: bool
    blocked: frozenset[int]
    fixed: dict[int, int]
    groups: dict[int, str]
    forbidden: tuple[Pair, ...]
    pod_rounds: int = 0
    countries: dict[int, str] = field(default_factory=dict)
    country_rounds: int = 0

    def avoid(self, players: set[int], number: int) -> tuple[Pair, ...]:
        """Return the pairs of `players` in the same family or team, and in round `number` also of one country.

        A country of more than half of the players is left out, because no pairing keeps it apart.
        """
        groups = _members_by_group(self.groups, players)
        countries = _members_by_group(self.countries, players) if number <= self.country_rounds else {}
        possible = [members for members in countries.values() if 2 * len(members) <= len(players)]
        pairs = (pair for members in (*groups.values(), *possible) for pair in combinations(members, 2))
        return tuple(dict.fromkeys(pairs))


def _members_by_group(group_by_entry: dict[int, str], players: set[int]) -> dict[str, list[int]]:
    """Return the entries of `players` by group, ignoring case."""
    members: dict[str, list[int]] = {}
    for entry, group in sorted(group_by_entry.items()):
        if entry in players:
            members.setdefault(group.casefold(), []).append(entry)
    return members


def options_of_division(division: Division) -> PairingOptions:
    """Return the options of a division, or an unsaved row of defaults."""
    row = PairingOptions.objects.filter(division=division).first()
    return row or PairingOptions(division=division)


def wishes_of(division: Division) -> DivisionWishes:
    """Return the options and requests of a division. Three queries."""
    rows = list(PairingOptions.objects.filter(division__tournament=division.tournament_id))
    division_options = next(
        (row for row in rows if row.division_id == division.pk), PairingOptions(division=division)
    )
    entry_wishes = list(
        EntryWish.objects.filter(entry__division=division).values_list("entry", "group", "country", "table")
    )
    separated = KeptApart.objects.filter(first__division=division, second__division=division)
    return DivisionWishes(
        fewest_pair_downs=division_options.fewest_pair_downs,
        last_by_standing=division_options.last_by_standing,
        random_tables=division_options.random_tables,
        blocked=frozenset(table for row in rows for table in _unassigned_tables(row)),
        fixed={entry: table for entry, _, _, table in entry_wishes if table},
        groups={entry: group for entry, group, _, _ in entry_wishes if group}
        if division_options.groups_apart
        else {},
        forbidden=tuple(separated.values_list("first_id", "second_id")),
        pod_rounds=division_options.pod_rounds,
        countries={entry: country for entry, _, country, _ in entry_wishes if country},
        country_rounds=division_options.country_rounds,
    )


def pods_of_round(round_: Round, wishes: DivisionWishes) -> dict[int, int]:
    """Return the draft pod of each entry for this round, as in `pods_and_last_round`."""
    return pods_and_last_round(round_.division, round_.number, wishes)[0]


def pods_and_last_round(
    division: Division, number: int, wishes: DivisionWishes
) -> tuple[dict[int, int], int]:
    """Return the draft pod or Solomon pair of each entry, and the last round paired inside pods.

    The first `pod_rounds` rounds after a draft are paired inside pods; for any other round the mapping is
    empty. If no rounds are paired inside pods, the last round is 0. Two queries, or none.
    """
    if not wishes.pod_rounds:
        return {}, 0
    pods, first_number = pod_by_entry_in_round(division, number)
    last_number = first_number + wishes.pod_rounds - 1
    return (pods if number <= last_number else {}), last_number


def options_for_draw(round_: Round, ids: Ints, wishes: DivisionWishes) -> Options:
    """Return the options of `swiss.pair_field` for this round, limited to the players `ids`.

    In the last planned round, the current standings are used if the division asked for this.
    """
    players = set(ids.tolist())
    ranking: tuple[int, ...] | None = None
    if wishes.last_by_standing and 1 < round_.number == round_.stage.rounds_planned:
        division, previous_number = round_.division, round_.number - 1
        ranked_lines = standings.rank_competitors(
            engine_fields.standings_competitors(division, after=previous_number),
            engine_fields.swiss_results(division, until=previous_number),
            rounds_planned=round_.stage.rounds_planned,
            rules=engine_fields.standings_rules(division),
        )
        ranked_ids = [line.id for line in ranked_lines if line.id in players]
        # Players without a match so far come last.
        ranking = (*ranked_ids, *sorted(players.difference(ranked_ids)))
    return Options(
        fewest_pair_downs=wishes.fewest_pair_downs and ranking is None,
        by_standing=ranking,
        forbidden=tuple(pair for pair in wishes.forbidden if players.issuperset(pair)),
        avoid=wishes.avoid(players, round_.number),
    )


def wishes_of_division(division: Division) -> list[EntryWish]:
    """Return the wishes of a division's entries, sorted by player name. One query."""
    rows = EntryWish.objects.filter(entry__division=division).select_related("entry__player")
    return sorted(rows.order_by("entry"), key=lambda row: name_sort_key(row.entry.sort_name))


def forbidden_pair_rows(division: Division) -> list[KeptApart]:
    """Return the pairs that must not meet, sorted by the name of the first player. One query."""
    rows = KeptApart.objects.filter(first__division=division).select_related(
        "first__player", "second__player"
    )
    return sorted(rows.order_by("pk"), key=lambda row: name_sort_key(row.first.sort_name))


def blocked_tables(event: Tournament) -> set[int]:
    """Return the tables blocked by any division of the event. One query."""
    rows = PairingOptions.objects.filter(division__tournament=event)
    return {table for tables in rows.values_list("blocked_tables", flat=True) for table in tables}


def unassigned_tables(event: Tournament) -> set[int]:
    """Return the blocked tables and the feature tables of the event. One query."""
    rows = PairingOptions.objects.filter(division__tournament=event)
    return {table for row in rows for table in _unassigned_tables(row)}


def _unassigned_tables(row: PairingOptions) -> list[int]:
    return [*row.blocked_tables, *(number for number, _name in row.feature_tables)]


def tables_blocked_elsewhere(division: Division) -> list[int]:
    """Return the tables blocked by other divisions of the event. One query."""
    rows = PairingOptions.objects.filter(division__tournament=division.tournament_id)
    table_lists = rows.exclude(division=division).values_list("blocked_tables", flat=True)
    return sorted({table for tables in table_lists for table in tables})


def feature_elsewhere(division: Division) -> list[tuple[int, str]]:
    """Return the feature tables that other divisions of the event have set, as number and name. One query."""
    rows = PairingOptions.objects.filter(division__tournament=division.tournament_id)
    table_lists = rows.exclude(division=division).values_list("feature_tables", flat=True)
    return sorted({(number, name) for tables in table_lists for number, name in tables})
