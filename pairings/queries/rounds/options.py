"""Pairing options and requests, as input of the engines and for their page."""

from dataclasses import dataclass
from itertools import combinations

from core.engine.alphabet import sort_key
from drafts.queries.pods import pods_at
from pairings.engine import standings
from pairings.engine.swiss import Options
from pairings.engine.swiss.values import Ints, Pair
from pairings.models import EntryWish, KeptApart, PairingOptions, Round
from pairings.queries.rounds import fields
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class Wishes:
    """All options and requests of one division. `fixed`: entry -> table. `groups`: entry -> family or team.

    `pod_rounds`: in that many first rounds players meet inside their draft pods while possible.
    """

    fewest_pair_downs: bool
    last_by_standing: bool
    random_tables: bool
    blocked: frozenset[int]
    fixed: dict[int, int]
    groups: dict[int, str]
    forbidden: tuple[Pair, ...]
    pod_rounds: int = 0

    @property
    def avoid(self) -> tuple[Pair, ...]:
        """Pairs of the same family or team."""
        together: dict[str, list[int]] = {}
        for entry, group in sorted(self.groups.items()):
            together.setdefault(group.casefold(), []).append(entry)
        return tuple(pair for members in together.values() for pair in combinations(members, 2))


def of_division(division: Division) -> PairingOptions:
    """The options of a division; an unsaved row with the defaults if none were set."""
    row = PairingOptions.objects.filter(division=division).first()
    return row or PairingOptions(division=division)


def wishes_of(division: Division) -> Wishes:
    """The options and requests of a division. Three queries."""
    rows = list(PairingOptions.objects.filter(division__tournament=division.tournament_id))
    own = next((row for row in rows if row.division_id == division.pk), PairingOptions(division=division))
    wished = list(EntryWish.objects.filter(entry__division=division).values_list("entry", "group", "table"))
    apart = KeptApart.objects.filter(first__division=division, second__division=division)
    return Wishes(
        fewest_pair_downs=own.fewest_pair_downs,
        last_by_standing=own.last_by_standing,
        random_tables=own.random_tables,
        blocked=frozenset(table for row in rows for table in row.blocked_tables),
        fixed={entry: table for entry, _, table in wished if table},
        groups={entry: group for entry, group, _ in wished if group} if own.groups_apart else {},
        forbidden=tuple(apart.values_list("first_id", "second_id")),
        pod_rounds=own.pod_rounds,
    )


def pods_for(round_: Round, wishes: Wishes) -> dict[int, int]:
    """The draft pods of this round, as `pods_in`."""
    return pods_in(round_.division, round_.number, wishes)[0]


def pods_in(division: Division, number: int, wishes: Wishes) -> tuple[dict[int, int], int]:
    """Entry -> draft pod, or pair of Solomon, where this round is paired inside them, else empty; and the last such
    round.

    These are the first `pod_rounds` rounds after the draft. Two queries, or none.
    """
    if not wishes.pod_rounds:
        return {}, 0
    pods, first = pods_at(division, number)
    last = first + wishes.pod_rounds - 1
    return (pods if number <= last else {}), last


def for_draw(round_: Round, ids: Ints, wishes: Wishes) -> Options:
    """The options of `swiss.pair` for this round, limited to the players `ids`."""
    here = set(ids.tolist())
    ranking: tuple[int, ...] | None = None
    if wishes.last_by_standing and 1 < round_.number == round_.stage.rounds_planned:
        division, before = round_.division, round_.number - 1
        lines = standings.rank(
            fields.competitors(division, after=before),
            fields.swiss_results(division, until=before),
            rounds_planned=round_.stage.rounds_planned,
        )
        ranked = [line.id for line in lines if line.id in here]
        # Those without a match are last.
        ranking = (*ranked, *sorted(here.difference(ranked)))
    return Options(
        fewest_pair_downs=wishes.fewest_pair_downs and ranking is None,
        by_standing=ranking,
        forbidden=tuple(pair for pair in wishes.forbidden if here.issuperset(pair)),
        avoid=tuple(pair for pair in wishes.avoid if here.issuperset(pair)),
    )


def wish_rows(division: Division) -> list[EntryWish]:
    """Requests by player name. One query."""
    rows = EntryWish.objects.filter(entry__division=division).select_related("entry__player")
    return sorted(rows.order_by("entry"), key=lambda row: sort_key(row.entry.sort_name))


def apart_rows(division: Division) -> list[KeptApart]:
    """Pairs that must not meet, by the name of the first. One query."""
    rows = KeptApart.objects.filter(first__division=division).select_related(
        "first__player", "second__player"
    )
    return sorted(rows.order_by("pk"), key=lambda row: sort_key(row.first.sort_name))


def blocked_tables(event: Tournament) -> set[int]:
    """Tables blocked by any division of the event. One query."""
    rows = PairingOptions.objects.filter(division__tournament=event)
    return {table for tables in rows.values_list("blocked_tables", flat=True) for table in tables}


def blocked_elsewhere(division: Division) -> list[int]:
    """Tables blocked by other divisions of the event. One query."""
    rows = PairingOptions.objects.filter(division__tournament=division.tournament_id)
    others = rows.exclude(division=division).values_list("blocked_tables", flat=True)
    return sorted({table for tables in others for table in tables})
