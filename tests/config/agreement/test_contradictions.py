"""Contradictions between pages that occurred in a hall, one by one."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.models import DeckList
from decks.services import lists
from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries.standings.standings_lists import standings_lists
from pairings.queries.tom import list_omissions
from pairings.services.bracket import cuts
from pairings.services.reports import disputes, result_reports, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.html import markup
from tests.pairings import build as pairings_build
from tournaments.models import Division, Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

LEFT, RIGHT = MatchResult(Outcome.LEFT), MatchResult(Outcome.RIGHT)
CLOCK = re.compile(r'<div class="clock"[^>]*data-clock="(\d+)"[^>]*>')


def text(client: Client, url: str, **sent: str) -> str:
    answer = client.post(url, sent, follow=True) if sent else client.get(url, follow=True)
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", markup(answer), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def as_staff(event: Tournament, role: str = "organizer") -> Client:
    client = Client()
    client.force_login(event.staff.select_related("user").get(role="organizer").user)
    if role != "organizer":
        client.force_login(build.staff(event, role))
    return client


def front(event: Tournament) -> str:
    return reverse("tournaments:event", args=[event.slug])


def mine(entry: Entry) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(entry).token])


def table(match: Match) -> str:
    division = match.round.division
    return reverse("floor:match", args=[division.tournament.slug, division.pk, match.round.number, match.pk])


def three(*, minutes: int = 0) -> dict[str, Division]:
    """Create divisions of an event in round 1, posted this long ago."""
    event = build.event(divisions=("junior", "senior", "masters"), published=True, edition="2026")
    found = {one.age_division: one for one in event.divisions.select_related("tournament")}
    for home in found.values():
        build.add_players(event, 4, division=home)
        at = timezone.now() - timedelta(minutes=minutes)
        rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, now=at)
    return found


def playing(players: int = 4, *, minutes: int = 0, **fields: object) -> Division:
    home = build.division(players, published=True, **fields)
    at = timezone.now() - timedelta(minutes=minutes)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, now=at)
    return home


def pair(home: Division, place: int = 0) -> Match:
    found: Match = [one for one in pairings_build.open_matches(home.rounds.latest("number")) if one.right_id][
        place
    ]
    return found


def test_a_visitor_sees_no_clock_of_one_of_several_divisions() -> None:
    event = three()["junior"].tournament
    for name in ("tournaments:event", "pairings:pairings", "pairings:tables", "tournaments:schedule"):
        assert CLOCK.findall(markup(Client().get(reverse(name, args=[event.slug])))) == [], name


def test_a_known_player_sees_the_clock_of_their_division() -> None:
    homes = three()
    client, event = Client(), homes["masters"].tournament
    client.get(mine(homes["masters"].entries.earliest("pk")))
    page = markup(client.get(reverse("decks:about", args=[event.slug])))
    assert CLOCK.findall(page) == [str(homes["masters"].rounds.get().pk)]


def test_a_table_with_an_extension_counts_its_own_time() -> None:
    home = playing(minutes=60, edition="2026", round_minutes=50, clock_delay=0)
    match = pair(home)
    time_extensions.grant_extra_time(match, seconds=1800, by=None, why="Fire alarm")
    for client, url in ((Client(), mine(match.left)), (as_staff(home.tournament), table(match))):
        clock = re.split(r'class="(?:my-clock|table-head)"', markup(client.get(url)), maxsplit=1)[1]
        clock = clock.partition("</section>")[0]
        assert "time called" not in clock, url
        assert "ends " in clock, url


def test_time_that_was_called_is_not_left_too() -> None:
    home = playing(minutes=60, round_minutes=50, clock_delay=0)
    page = text(Client(), reverse("pairings:panel", args=[home.tournament.slug]))
    assert "left, ends" not in page
    assert "time called" in page


def test_nobody_is_asked_to_confirm_what_the_other_denies() -> None:
    match = pair(playing())
    result_reports.submit_report(match, match.left, ResultReport(LEFT))
    page = text(
        Client(),
        reverse("floor:my_report", args=[personal_links.ensure_link(match.right).token]),
        how="won",
        match=str(match.pk),
    )
    assert "Your results don’t match" in page
    assert "has been asked to confirm" not in page


def test_a_call_that_waits_is_on_the_page_of_calls() -> None:
    home = playing()
    calls.raise_hand(pair(home), entry=pair(home).left, reason="question")
    page = text(as_staff(home.tournament), reverse("floor:calls", args=[home.tournament.slug]))
    assert "No calls" not in page
    assert "1 is waiting" in page


def test_the_history_of_a_table_has_its_call_and_its_extension() -> None:
    home = playing()
    match = pair(home)
    calls.raise_hand(match, entry=match.left, reason="question")
    time_extensions.grant_extra_time(match, seconds=180, by=None, why="Fire alarm")
    page = text(as_staff(home.tournament), table(match)).partition("History of this table")[2]
    assert "Nothing yet" not in page
    assert "Fire alarm" in page


def test_the_champion_is_first_by_the_cut() -> None:
    home = build.division(8, kind="league_cup", structure="swiss_cut", published=True)
    home.cut_size, home.rounds_planned = 2, 3
    home.save()
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None)
    pairings_build.play(home, 1, outcome=Outcome.RIGHT)
    listed = reverse("pairings:standings", args=[home.tournament.slug])
    champion = home.rounds.latest("number").matches.get().right
    page = text(Client(), f"{listed}?why={champion.pk}")
    assert "The top cut decided place 1." in page


def test_my_table_has_the_places_of_the_final_standings() -> None:
    home = build.division(9, kind="league_cup", structure="swiss_cut", published=True)
    home.cut_size, home.rounds_planned = 4, 3
    home.save()
    pairings_build.play(home, 3)
    assert "of 9 after round 3" in text(Client(), mine(home.entries.earliest("pk")))
    cuts.start_cut(home, by=None)
    pairings_build.play(home, 1, outcome=Outcome.RIGHT)
    for row in standings_lists(home)[0].rows:
        assert f"Place {row.place} of 9" in text(Client(), mine(home.entries.get(pk=row.person.entry_id)))
    pairings_build.play(home, 1, outcome=Outcome.RIGHT)
    (table,) = standings_lists(home)
    assert table.final
    for row in table.rows:
        page = text(Client(), mine(home.entries.get(pk=row.person.entry_id)))
        assert f"Final place {row.place} of 9" in page
        assert "after round" not in page


def test_no_cut_has_decided_a_place_before_it_is_drawn() -> None:
    home = build.division(4, published=True)
    pairings_build.play(home, 1)
    listed = reverse("pairings:standings", args=[home.tournament.slug])
    page = text(Client(), f"{listed}?why={home.entries.earliest('pk').pk}")
    assert "after round 1?" in page
    assert "The top cut decided" not in page


def test_lists_are_closed_for_staff_once_round_1_is_posted() -> None:
    home = playing()
    lists.collect_lists(home.tournament, by=None, deadline=timezone.now() + timedelta(hours=1))
    event = home.tournament
    assert "Lists closed on" in text(Client(), reverse("decks:front", args=[event.slug]))
    assert "Closed since" in text(as_staff(event), reverse("decks:lists", args=[event.slug]))


def test_a_cut_too_small_to_be_played_is_announced_to_nobody() -> None:
    home = build.division(4, kind="league_cup", structure="swiss_cut", published=True)
    home.rounds_planned = 1
    home.save()
    pairings_build.play(home, 1)
    panel = text(Client(), reverse("pairings:panel", args=[home.tournament.slug]))
    page = text(Client(), mine(home.entries.earliest("pk")))
    assert "finished" in panel
    assert "The top cut comes next" not in page
    assert "The event is over." in page


def test_the_front_page_and_the_bubble_name_the_same_cut() -> None:
    home = build.division(
        12, kind="league_cup", structure="swiss", attendance_table="league_cup", published=True
    )
    pairings_build.play(home, 1)
    assert "top 4" not in text(Client(), front(home.tournament))
    bubble = text(as_staff(home.tournament), reverse("pairings:bubble", args=[home.tournament.slug]))
    assert "top 4" not in bubble.lower()


def test_players_who_dropped_are_named_where_players_are_counted() -> None:
    home = playing(6)
    attendance.drop_player(pair(home).left, by=None)
    pairings_build.report_all(home.rounds.get())
    assert "5 players · 1 dropped" in text(Client(), front(home.tournament))
    staff = as_staff(home.tournament)
    page = text(staff, reverse("tournaments:players", args=[home.tournament.slug]))
    assert "6 players. 1 of them dropped." in page


def test_no_round_follows_for_a_player_who_is_out() -> None:
    home = playing()
    match = pair(home)
    attendance.drop_player(match.left, by=None)
    pairings_build.report_all(home.rounds.get())
    page = text(Client(), mine(match.left))
    assert "next round starts" not in page


def test_no_round_follows_the_last_one() -> None:
    home = build.division(4, structure="swiss", published=True)
    home.rounds_planned = 1
    home.save()
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    match = pair(home)
    pairings_build.report_all(home.rounds.get())
    assert "next round starts" not in text(Client(), mine(match.left))


def test_a_prerelease_is_not_standard() -> None:
    event = build.event(kind="prerelease", play_style="limited", published=True)
    page = text(Client(), front(event))
    assert "Standard" not in page
    assert "Limited, 40 cards" in page


@pytest.mark.parametrize("kind", ["team_battle", "two_on_two"])
def test_teams_that_enter_are_not_denied(kind: str) -> None:
    event = build.event(kind=kind, published=True, divisions=("all",))
    page = text(Client(), front(event))
    assert "can’t form teams" not in page
    assert "pairs single players" not in page


def test_an_export_leaves_out_nobody_who_is_in_its_file() -> None:
    """A division that has not started is in the file with all of its entries."""
    homes = three()
    event = homes["masters"].tournament
    event.divisions.filter(age_division="junior").update(started_at=None)
    waiting = homes["junior"]
    waiting.rounds.all().delete()
    waiting.entries.update(checked_in_at=None)
    assert [one for one in list_omissions(event) if one.code == "NOT_HERE"] == []


def test_divisions_that_play_together_are_not_too_small_to_play_apart() -> None:
    event = build.event(divisions=("all",), published=True, kind="custom")
    for year in (1990, 2012, 2017):
        build.add_players(event, 9, birth_years=(year,))
    assert "too small to play apart" not in text(as_staff(event), front(event))


def test_no_list_is_asked_for_after_the_deadline() -> None:
    home = build.division(4, published=True)
    lists.collect_lists(home.tournament, by=None, deadline=timezone.now() - timedelta(minutes=5))
    late = build.add_players(home.tournament, 1)[0]
    DeckList.objects.filter(entry=late).delete()
    assert "Hand in your deck list." not in text(Client(), mine(late))


def test_lists_are_closed_for_all_once_round_1_is_posted() -> None:
    home = playing()
    lists.collect_lists(home.tournament, by=None, deadline=timezone.now() + timedelta(hours=1))
    page = text(Client(), reverse("decks:front", args=[home.tournament.slug]))
    assert "Lists closed on" in page
    assert "Hand yours in" not in page


def test_a_finished_event_asks_nobody_to_sit() -> None:
    home = build.division(4, structure="swiss", published=True)
    home.rounds_planned = 1
    home.save()
    pairings_build.play(home, 1)
    page = text(Client(), front(home.tournament))
    assert "Find my table" not in page
    assert "Champion" in page


@pytest.mark.parametrize(
    ("edition", "said"), [("2017", "Sudden Death: 1 Prize"), ("2026", "tiebreaker game")]
)
def test_what_decides_follows_the_edition(edition: str, said: str) -> None:
    event = build.event(edition=edition, published=True)
    page = text(Client(), reverse("decks:about", args=[event.slug]))
    assert said in page
    assert ("Sudden Death" in page) is (edition == "2017")


def test_a_decided_dispute_says_that_a_judge_decided() -> None:
    home = playing()
    match = pair(home)
    result_reports.submit_report(match, match.left, ResultReport(LEFT))
    result_reports.submit_report(match, match.right, ResultReport(RIGHT))
    disputes.decide_dispute(
        match, LEFT, by=build.staff(home.tournament, "judge", "hana"), why="The slip shows it"
    )
    assert "A judge decided:" in text(Client(), mine(match.left))
    page = text(as_staff(home.tournament), table(match))
    assert "A judge decided" in page
    assert "hana" in page.partition("History of this table")[2]


def test_a_bye_says_why_wherever_it_is_shown() -> None:
    home = playing(5)
    event, alone = home.tournament, home.rounds.get().matches.get(right=None)
    page = text(Client(), mine(alone.left))
    assert "no opponent left to pair" in page
    assert "Why no opponent?" in page
    known = Client()
    known.get(mine(alone.left))
    for client, name, args in (
        (Client(), "pairings:pairings", [event.slug]),
        (Client(), "pairings:tables", [event.slug]),
        (known, "floor:my_seats", [event.slug]),
        (as_staff(event), "pairings:round", [event.slug, home.pk, 1]),
    ):
        assert "no opponent left to pair" in text(client, reverse(name, args=args)), name


def test_my_table_leads_to_why_this_opponent() -> None:
    match = pair(playing())
    page = markup(Client().get(mine(match.left)))
    assert "Why this opponent?" in page
    (address,) = re.findall(rf'href="([^"]+\?match={match.pk})"', page)
    assert str(match.right) in text(Client(), address)


@pytest.fixture
def decided() -> Division:
    """Create a cut of two that was won by the second of the Swiss rounds."""
    home = build.division(8, structure="swiss_cut", published=True)
    home.cut_size, home.rounds_planned = 2, 3
    home.save()
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None)
    pairings_build.play(home, 1, outcome=Outcome.RIGHT)
    return home


def test_a_person_has_the_place_that_the_cut_decided(decided: Division) -> None:
    event, final = decided.tournament, decided.rounds.latest("number").matches.get()
    staff = as_staff(event)
    page = text(staff, reverse("floor:person", args=[event.organizer_id, final.right.player_id]))
    assert "Place 1" in page
    assert "after round" not in page


def test_no_further_swiss_round_is_announced_once_the_cut_has_started() -> None:
    home = build.division(8, structure="swiss_cut", published=True)
    home.cut_size, home.rounds_planned = 4, 3
    home.save()
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None)
    seed = home.stages.latest("position").brackets.get().seeds.earliest("seed").entry
    page = text(Client(), mine(seed))
    assert "The top cut comes next" in page
    assert "Round 4 is not posted yet" not in page


def test_a_place_leaves_out_who_was_disqualified(decided: Division) -> None:
    first = decided.rounds.get(number=3).standings.get(place=3).entry
    fourth = decided.rounds.get(number=3).standings.get(place=4).entry
    attendance.disqualify_player(first, by=None)
    listed = reverse("pairings:standings", args=[decided.tournament.slug])
    assert "place 3 of 7" in text(Client(), mine(fourth))
    assert "Why place 3 after round 3?" in text(Client(), f"{listed}?why={fourth.pk}")
