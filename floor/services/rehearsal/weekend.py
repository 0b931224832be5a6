"""A Regional of two days, played through the services of the staff's pages, with what goes wrong at one.

event = weekend.create_weekend(by=marta, players=1000, seed=5)
for moment in weekend.play_weekend(event, by=marta, seed=5):
    print(moment.kind)
"""

from collections.abc import Iterator
from random import Random

from core.services.short_transactions import let_others_write
from floor.services.rehearsal import mishaps
from floor.services.rehearsal.events import create_rehearsal
from floor.services.rehearsal.mishaps import ODDS, UNDONE_ROUNDS, PlayedDivision, WeekendMoment
from floor.services.rehearsal.play import Odds, drop_at_random, report_at_random
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.models import Qualifier, Round, Stage
from pairings.queries.rounds.division_rounds import latest_round
from pairings.services import player_tags
from pairings.services.bracket import cuts
from pairings.services.check_in import day_two as day_two_check_in
from pairings.services.rounds import day_two, options, rounds
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.player_tags import AWARDED_BYES, TagRow
from tournaments.engine.structure import day_two_points_of, structure_for_attendance
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions

SHARE_BY_AGE_DIVISION = {"senior": 0.17, "junior": 0.13}
"""Shares of the players who are Seniors and Juniors at a Regional. All others are Masters."""

MIN_PLAYERS_OF_AGE_DIVISION = 5
MIN_PLAYERS = MIN_PLAYERS_OF_AGE_DIVISION * len(AGE_DIVISIONS)
"""Minimum number of players, with which four are present in each age division (M-011)."""

FEATURE_TABLES = (9001, 9002)
"""Tables under the cameras, outside the range of all others."""

PLAYERS_PER_AWARDED_BYE = 25
SMALL_DAY_TWO_SHARE, SMALL_DAY_TWO_MIN, SMALL_DAY_TWO_ROUNDS = 1 / 3, 9, 2
"""Share of the Masters, the minimum number of them, and Swiss rounds of day 2 in an event too small for the table."""

PLAYERS_PER_MISSING = 30
DISQUALIFIED_IN_ROUND = 4


def players_by_age_division(players: int) -> dict[str, int]:
    """Return the number of players of each age division, at least five each. Raises ValueError below MIN_PLAYERS."""
    if players < MIN_PLAYERS:
        raise ValueError(f"{players} players are fewer than {MIN_PLAYERS}")
    younger = {
        age_division: max(MIN_PLAYERS_OF_AGE_DIVISION, round(share * players))
        for age_division, share in SHARE_BY_AGE_DIVISION.items()
    }
    return {"masters": players - sum(younger.values()), **younger}


def create_weekend(*, by: User | None, players: int, seed: int) -> Tournament:
    """Create a Regional of three age divisions, of which one player each is missing in the morning.

    Some Masters have byes awarded in advance, and there are two feature tables. If the attendance table gives the
    Masters no day 2, a third of them plays one. Raises ValueError with fewer than MIN_PLAYERS players.
    """
    event = create_rehearsal(
        by=by,
        players=players_by_age_division(players),
        absent=1,
        kind="regional",
        event_class="unofficial",
        divisions=AGE_DIVISIONS,
        seed=seed,
    )
    masters = event.divisions.select_related("tournament").get(age_division="masters")
    options.change_pairing_options(masters, by=by, feature_tables=[[table, ""] for table in FEATURE_TABLES])
    present = list(masters.entries.exclude(checked_in_at=None).order_by("id"))
    chance = Random(seed)
    chosen = chance.sample(present, len(present) // PLAYERS_PER_AWARDED_BYE)
    player_tags.set_tags(
        event,
        [
            TagRow(row, entry.pk, {AWARDED_BYES.key: chance.choice([1, 1, 2, 3])})
            for row, entry in enumerate(chosen, start=1)
        ],
        by=by,
    )
    table = event.attendance_table
    if day_two_points_of(table) and not structure_for_attendance(len(present), table).later_rounds:
        size = max(SMALL_DAY_TWO_MIN, round(len(present) * SMALL_DAY_TWO_SHARE))
        divisions.change_division(
            masters,
            by=by,
            day_two_by="place",
            day_two_size=min(size, len(present)),
            day_two_rounds=SMALL_DAY_TWO_ROUNDS,
        )
    return event


def play_weekend(event: Tournament, *, by: User | None, seed: int) -> Iterator[WeekendMoment]:
    """Play both days up to the champions, and yield every moment right after it has happened.

    Refused: those of the services of the steps.
    """
    played_divisions = [
        PlayedDivision(division, by, Random(f"{seed}-{division.age_division}"))
        for division in event.divisions.select_related("tournament").order_by("position")
    ]
    yield from _play_planned_rounds(played_divisions)
    for played in played_divisions:
        yield from _open_day_two(played)
    yield from _play_planned_rounds(played_divisions)
    for played in played_divisions:
        yield from _open_cut(played)
    yield from _play_planned_rounds(played_divisions)
    for played in played_divisions:
        last_round = latest_round(played.division)
        if last_round is not None:
            yield WeekendMoment("champion", last_round)


def _play_planned_rounds(played_divisions: list[PlayedDivision]) -> Iterator[WeekendMoment]:
    """Play the planned rounds of the current stage in all divisions, round by round."""
    open_divisions = list(played_divisions)
    while open_divisions:
        for played in tuple(open_divisions):
            if _is_stage_over(played.division):
                open_divisions.remove(played)
            else:
                yield from _play_round(played)


def _is_stage_over(division: Division) -> bool:
    """Return whether all planned rounds of the current stage of a division are played."""
    stage = division.stages.order_by("-position").first()
    if stage is None:
        return False
    if stage.kind == Stage.Kind.SWISS:
        newest_round = latest_round(division)
        return newest_round is not None and newest_round.number >= (stage.rounds_planned or 0)
    return stage.rounds.count() >= (stage.rounds_planned or 0)


def _play_round(played: PlayedDivision) -> Iterator[WeekendMoment]:
    """Pair, post, play and close the next round of a division, Swiss or of the top cut."""
    by = played.by
    round_ = rounds.pair_next_round(played.division, by=by, seed=played.random_seed())
    stage, is_swiss = round_.stage, round_.stage.kind == Stage.Kind.SWISS
    yield from mishaps.move_to_feature_table(played, round_, FEATURE_TABLES[0])
    round_ = rounds.post(round_, by=by)
    yield WeekendMoment("posted", round_)
    if is_swiss and stage.position == 0 and round_.number == played.undone_round:
        for moment in mishaps.undo_and_pair_again(played, round_):
            round_ = moment.round_
            yield moment
    yield from mishaps.move_to_feature_table(played, round_, FEATURE_TABLES[1])
    if is_swiss:
        yield from _play_swiss_mishaps(played, round_)
    is_first_of_cut = not is_swiss and stage.rounds.count() == 1
    disqualifies = is_first_of_cut or (is_swiss and round_.number == DISQUALIFIED_IN_ROUND)
    disqualified_early = disqualifies and played.chance.random() < 1 / 2
    if disqualified_early:
        yield from mishaps.disqualify_a_player(played, round_)
    report_at_random(
        round_,
        chance=played.chance,
        strengths=played.strengths,
        by=by,
        odds=ODDS if is_swiss else Odds(ties=0),
    )
    if disqualifies and not disqualified_early:
        yield from mishaps.disqualify_a_player(played, round_)
    drops_early = played.chance.random() < 1 / 2
    if is_swiss and drops_early:
        yield from _drop_players(played, round_)
    round_ = rounds.close_round(round_, by=by, seen=ALL_OPEN_ENTRIES)
    let_others_write()
    if is_swiss and not drops_early:
        yield from _drop_players(played, round_)
    yield WeekendMoment("closed", round_)


def _play_swiss_mishaps(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Simulate the mishaps of a posted Swiss round, and correct the wrong results of two rounds ago."""
    if round_.stage.position == 0:
        yield from mishaps.admit_late_players(played, round_)
        if round_.number > max(UNDONE_ROUNDS):
            yield from mishaps.reinstate_a_player(played, round_)
    yield from mishaps.record_no_shows(played, round_)
    yield from mishaps.settle_disputes(played, round_)
    yield from mishaps.enter_wrong_results(played, round_)
    yield from mishaps.correct_wrong_results(played, round_)


def _drop_players(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Drop random players of a division, and yield one moment if there are any."""
    active = played.division.entries.filter(dropped_in=None)
    before = active.count()
    drop_at_random(played.division, ODDS, chance=played.chance, by=played.by)
    if active.count() < before:
        yield WeekendMoment("dropped", round_)


def _open_day_two(played: PlayedDivision) -> Iterator[WeekendMoment]:
    """Open day 2 in a division that has one, check its players in and drop those who are missing."""
    by, chance = played.by, played.chance
    division = Division.objects.select_related("tournament").get(pk=played.division.pk)
    last_round = latest_round(division)
    if not division.has_day_two or last_round is None:
        return
    if sum(day_two.planned_day_two_sizes(division, last_round).values()) < day_two.MIN_PLAYERS:
        return
    stage = day_two.open_day_two(division, by=by)
    yield WeekendMoment("day_two", last_round)
    qualifiers = list(stage.qualifiers.select_related("entry").order_by("place"))
    missing = set(chance.sample(range(len(qualifiers)), max(1, len(qualifiers) // PLAYERS_PER_MISSING)))
    for index, qualifier in enumerate(qualifiers):
        if index in missing:
            continue
        if chance.random() < 1 / PLAYERS_PER_MISSING:
            day_two_check_in.mark_for_day_two(qualifier.entry, Qualifier.Mark.EXPECTED, by=by)
        day_two_check_in.mark_for_day_two(qualifier.entry, Qualifier.Mark.HERE, by=by)
    missing_entries = [qualifiers[index].entry_id for index in missing]
    day_two_check_in.drop_missing_of_day_two(division, missing_entries, by=by)
    yield WeekendMoment("missing", last_round)


def _open_cut(played: PlayedDivision) -> Iterator[WeekendMoment]:
    """Start the top cut of a division that has one."""
    division = Division.objects.select_related("tournament").get(pk=played.division.pk)
    last_round = latest_round(division)
    if last_round is not None and any(cuts.planned_cut_sizes(division, last_round).values()):
        cuts.start_cut(division, by=played.by)
        yield WeekendMoment("cut", last_round)
