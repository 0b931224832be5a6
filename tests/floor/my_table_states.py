"""Events that bring a player's own page into each of its states, one line a state."""

from collections.abc import Callable
from datetime import timedelta

from decks.services import lists
from drafts.services import building_clocks
from floor.engine.table import read_tap
from floor.services import calls, penalties, table_taps
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.bracket import cuts
from pairings.services.reports import result_reports, results, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests.drafts.drafts import draft
from tests.pairings.build import division, play, report_all
from tournaments.models import Division, Entry
from tournaments.services import announcements, divisions


def posted_round(players: int = 6, played: int = 1, **fields: object) -> Round:
    """Post a round after `played` closed ones, in a timed event with a list and an announcement."""
    home = division(players, **{"round_minutes": 50, "published": True, "structure": "swiss_cut"} | fields)
    lists.collect_lists(home.tournament, by=None, required=False)
    announcements.post_announcement(home.tournament, by=None, text="Lunch at noon")
    if played:
        play(home, played)
        home.refresh_from_db()
    return rounds.post(rounds.pair_next_round(home, by=None, seed=9), by=None)


def match_of(round_: Round, table: int = 1) -> Match:
    rows = Match.objects.select_related("round__division__tournament", "round__stage")
    return rows.select_related("left__player", "right__player").get(round=round_, table=table)


def report(match: Match, side: str, outcome: Outcome) -> None:
    current = match_of(match.round, match.table or 1)
    entry = current.left if side == "left" else current.right
    result_reports.submit_report(current, entry, ResultReport(MatchResult(outcome)))


def no_round() -> Entry:
    home = division(6, published=True)
    lists.collect_lists(home.tournament, by=None, required=False)
    return home.entries.earliest("pk")


def paired() -> Entry:
    return match_of(posted_round()).left


def playing() -> Entry:
    match = match_of(posted_round())
    table_taps.record_tap(match, read_tap("starter:left:1:"), entry=match.left)
    return match.left


def with_extra_time() -> Entry:
    match = match_of(posted_round())
    time_extensions.grant_extra_time(match, seconds=180, by=None, cause="other", why="")
    return match.left


def judge_called() -> Entry:
    match = match_of(posted_round())
    calls.raise_hand(match, entry=match.left, by=None, reason="", text="")
    return match.left


def time_called(best_of: int = 1) -> Entry:
    round_ = posted_round(best_of=best_of)
    Round.objects.filter(pk=round_.pk).update(posted_at=round_.posted_at - timedelta(minutes=90))
    return match_of(round_).left


def time_called_best_of_three() -> Entry:
    return time_called(3)


def reported() -> Entry:
    match = match_of(posted_round())
    report(match, "left", Outcome.LEFT)
    return match.left


def to_confirm() -> Entry:
    match = match_of(posted_round())
    report(match, "right", Outcome.RIGHT)
    return match.left


def both_reported() -> Entry:
    match = match_of(posted_round())
    report(match, "right", Outcome.RIGHT)
    report(match, "left", Outcome.RIGHT)
    return match.left


def disputed() -> Entry:
    match = match_of(posted_round())
    report(match, "right", Outcome.RIGHT)
    report(match, "left", Outcome.LEFT)
    return match.left


def result_in() -> Entry:
    match = match_of(posted_round())
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    return match.left


def bye() -> Entry:
    return posted_round(5).matches.get(outcome="bye").left


def between_rounds() -> Entry:
    round_ = posted_round()
    report_all(round_)
    rounds.close_round(round_, by=None)
    return match_of(round_).left


def dropped() -> Entry:
    round_ = posted_round()
    report_all(round_)
    entry = Entry.objects.select_related("division").get(pk=match_of(round_).left_id)
    attendance.drop_player(entry, by=None)
    return entry


def penalized() -> Entry:
    match = match_of(posted_round())
    penalties.give_penalty(match.left, infraction="pace", level="caution", by=None, match=match)
    return match.left


def _cut(closed: int = 0) -> Division:
    home = division(9, round_minutes=50, published=True, structure="swiss_cut")
    divisions.change_division(home, by=None, rounds_planned=2, cut_size=4)
    home.refresh_from_db()
    play(home, 2)
    home.refresh_from_db()
    cuts.start_cut(home, by=None)
    home.refresh_from_db()
    if closed:
        play(home, closed)
        home.refresh_from_db()
    return home


def below_cut() -> Entry:
    home = division(9, round_minutes=50, published=True, structure="swiss_cut")
    divisions.change_division(home, by=None, rounds_planned=2, cut_size=4)
    home.refresh_from_db()
    return play(home, 2).standings.order_by("place").last().entry


def in_cut() -> Entry:
    home = _cut()
    return match_of(rounds.post(rounds.pair_next_round(home, by=None, seed=9), by=None)).left


def cut_result() -> Entry:
    home = _cut()
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=9), by=None)
    match = match_of(round_)
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    return match.left


def event_over() -> Entry:
    home = _cut(2)
    return match_of(home.rounds.get(number=4)).left


def out_of_cut() -> Entry:
    home = _cut(1)
    return match_of(home.rounds.get(number=3)).right


def _limited(**fields: object) -> Division:
    home = division(8, play_style="limited", published=True, **fields)
    lists.collect_lists(home.tournament, by=None, required=False)
    return home


def drafting() -> Entry:
    return Entry.objects.get(pk=draft(_limited()).seats[0][2])


def building_deck() -> Entry:
    row = draft(_limited())
    building_clocks.start_building(row, 0, by=None)
    return Entry.objects.get(pk=row.seats[0][2])


def playing_limited() -> Entry:
    row = draft(_limited(round_minutes=50))
    building_clocks.start_building(row, 0, by=None)
    building_clocks.end_building(row, 0, by=None, sure=True)
    return match_of(rounds.post(rounds.pair_next_round(row.division, by=None, seed=1), by=None)).left


STATES: dict[str, Callable[[], Entry]] = {
    build.__name__: build
    for build in (
        no_round,
        paired,
        playing,
        with_extra_time,
        judge_called,
        time_called,
        time_called_best_of_three,
        reported,
        to_confirm,
        both_reported,
        disputed,
        result_in,
        bye,
        between_rounds,
        dropped,
        penalized,
        below_cut,
        in_cut,
        cut_result,
        out_of_cut,
        event_over,
        drafting,
        building_deck,
        playing_limited,
    )
}
