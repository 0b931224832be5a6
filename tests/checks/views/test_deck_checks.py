"""The page of deck checks: coverage, selecting decks, the reason for each; and the command."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from checks.models import DeckCheck
from checks.services import before_checks, check_sheets
from core.models import JournalEvent
from core.services import undo as steps
from pairings.models import Round
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.checks.checks import counted
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    return play.division(23)


@pytest.fixture
def posted(home: Division) -> Round:
    return rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)


@pytest.fixture
def judge(client: Client, home: Division) -> Client:
    client.force_login(build.staff(home.tournament, "judge"))
    return client


def send(judge: Client, home: Division, **typed: object):  # type: ignore[no-untyped-def]
    return judge.post(pages.event(home, "checks_pick"), typed, follow=True)


def test_a_judge_draws_sees_why_and_takes_it_back(judge: Client, home: Division, posted: Round) -> None:
    assert "0 of 3 decks checked" in text_of(judge, pages.event(home, "checks"))
    page = send(judge, home, way="random", seed=9)
    assert pages.messages(page) == ["3 decks were added to the list."]
    why = text_of(judge, pages.event(home, "check", DeckCheck.objects.earliest("pk").pk))
    assert "Random seed 9: the same seed gives the same selection." in why
    judge.post(sent(page))
    assert not DeckCheck.objects.exists()


def test_picking_folds_on_a_phone_while_decks_are_to_be_checked(judge: Client, home: Division) -> None:
    assert '<details class="card fold main' not in markup(judge.get(pages.event(home, "checks")))
    send(judge, home, way="random", seed=9)
    assert '<details class="card fold main' in markup(judge.get(pages.event(home, "checks")))
    faulty = judge.post(pages.event(home, "checks_pick"), {"way": "random", "decks": "-1"})
    assert '<details class="card fold main' not in markup(faulty)


def test_a_draw_over_several_divisions_is_undone_at_once(judge: Client, home: Division) -> None:
    other = Division.objects.create(tournament=home.tournament, age_division="junior", position=1)
    home.entries.filter(pk__in=home.entries.values("pk")[:9]).update(division=other)
    undo = sent(send(judge, home, way="random", seed=9))
    assert {row.entry.division for row in DeckCheck.objects.all()} == {home, other}
    first = DeckCheck.objects.filter(entry__division=other).earliest("pk")
    check_sheets.begin_check(first, by=None)
    waiting = DeckCheck.objects.count()
    assert pages.messages(judge.post(undo, follow=True)) != []
    assert DeckCheck.objects.count() == waiting
    steps.undo_step(JournalEvent.objects.get(kind="DeckCheckBegan"), by=None)
    page = judge.post(undo, follow=True)
    assert pages.messages(page)[0].startswith("Undone: ")
    assert not DeckCheck.objects.exists()
    assert pages.messages(judge.post(undo, follow=True)) == ["There is nothing to undo."]


def sent(page) -> str:  # type: ignore[no-untyped-def]
    """Return the URL of the undo that a page offers."""
    return next(str(one.extra_tags) for one in page.context["messages"]).removeprefix("undo=")


def test_the_target_once_reached_draws_nobody(judge: Client, home: Division) -> None:
    send(judge, home, way="random")
    assert "no deck was picked" in pages.messages(send(judge, home, way="random"))[0]
    assert len(DeckCheck.objects.all()) == 3
    send(judge, home, way="random", number=2)
    assert len(DeckCheck.objects.all()) == 5


def test_what_was_typed_wrong_is_said_beside_it(judge: Client, home: Division) -> None:
    page = send(judge, home, way="random", number="many")
    assert page.status_code == 422
    assert 'value="many"' in pages.text(page)
    assert "No top cut is being played." in pages.text(send(judge, home, way="cut"))
    assert "Every table has a result" in pages.text(send(judge, home, way="top", tables=2))


def test_a_deck_is_found_by_table_or_name_and_needs_a_reason(
    judge: Client, home: Division, posted: Round
) -> None:
    match = posted.matches.select_related("left__player").get(table=2)
    for who in ("2", match.left.player.last_name):
        assert f'value="{match.left_id}"' in text_of(judge, pages.event(home, "checks") + f"?who={who}")
    assert "Give a short reason" in pages.messages(send(judge, home, way="pick_one", entry=match.left_id))[0]
    send(judge, home, way="pick_one", entry=match.left_id, why="A bent card")
    why = text_of(judge, pages.event(home, "check", DeckCheck.objects.get().pk))
    assert "Requested by a judge: A bent card" in why


def test_a_target_not_reached_is_no_page_without_work(judge: Client, home: Division) -> None:
    page = text_of(judge, pages.event(home, "checks"))
    assert "3 more deck checks needed" in page
    assert "Nothing to check" not in page


def test_a_deck_is_taken_off(judge: Client, home: Division) -> None:
    send(judge, home, way="random", number=1)
    page = judge.post(pages.event(home, "check_off", DeckCheck.objects.get().pk), follow=True)
    assert "is no longer on the list" in pages.messages(page)[0]
    assert DeckCheck.objects.get().state == "removed"


def test_the_target_is_set_by_who_runs_the_event(client: Client, home: Division) -> None:
    client.force_login(play.organizer(home))
    url = pages.event(home, "checks_rules")
    assert client.post(url, {"target": 900, "base": "registered", "shuffling": 3}).status_code == 422
    client.post(url, {"target": 20, "base": "still_playing", "shuffling": 5})
    assert "0 of 5 decks checked: 20% of 23" in text_of(client, pages.event(home, "checks"))


def test_the_desk_shows_the_coverage(client: Client, home: Division, posted: Round) -> None:
    client.force_login(play.organizer(home))
    page = text_of(client, pages.desk(home))
    assert pages.event(home, "checks") in page
    assert "0 of 3" in page


def test_queries_do_not_grow(judge: Client, home: Division, posted: Round) -> None:
    send(judge, home, way="random", number=1)
    few = queries_of(judge, pages.event(home, "checks"))
    send(judge, home, way="random", number=20)
    assert queries_of(judge, pages.event(home, "checks")) == few


# The command


def command(home: Division, *more: str) -> dict[str, object]:
    out = StringIO()
    call_command("pick_deck_checks", home.tournament.slug, "--json", *more, stdout=out)
    answer: dict[str, object] = json.loads(out.getvalue())
    return answer


def test_the_command_picks_once_and_says_why(home: Division, posted: Round) -> None:
    answer = command(home, "--round", "1", "--seed", "7")
    assert (answer["target"], answer["checked"], len(answer["picks"])) == (3, 0, 3)  # type: ignore[arg-type]
    assert set(answer["picks"][0]) == {"table", "player", "why"}  # type: ignore[index]
    assert command(home, "--round", "1", "--seed", "7") == answer
    assert DeckCheck.objects.count() == 3
    with pytest.raises(CommandError, match="Round 4"):
        command(home, "--round", "4")


def test_the_command_can_only_say_who_it_would_be(home: Division) -> None:
    answer = command(home, "--target", "20", "--seed", "7", "--dry-run")
    assert len(answer["picks"]) == 5  # type: ignore[arg-type]
    assert not DeckCheck.objects.exists()


@pytest.mark.parametrize(
    "more", [("--seed", "-1"), ("--seed", str(2**70)), ("--target", "500"), ("--target", "-1")]
)
def test_odd_numbers_are_told(home: Division, more: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        command(home, *more)
    assert not DeckCheck.objects.exists()


def test_a_round_in_which_every_deck_was_checked_is_an_answer_too(home: Division, posted: Round) -> None:
    command(home, "--target", "100")
    DeckCheck.objects.update(state="done")
    build.add_players(home.tournament, 10, division=home, checked_in=True)
    answer = command(home, "--target", "100", "--round", "1")
    assert (answer["checked"], answer["picks"]) == (22, [])


def test_checks_before_the_event_can_be_left_out_of_the_count(home: Division) -> None:
    for one in home.entries.select_related("division__tournament", "tournament"):
        before_checks.end_before_check(
            counted(before_checks.begin_before_check(one, by=None)), outcome="passed", by=None
        )
    assert command(home) == {"target": 3, "checked": 23, "picks": []}
    answer = command(home, "--during", "--seed", "7")
    assert (answer["target"], answer["checked"]) == (3, 0)
    picks = answer["picks"]
    assert len(picks) == 3  # type: ignore[arg-type]
    assert all("checked only before the event" in one["why"] for one in picks)  # type: ignore[attr-defined]


# Every way to select decks on the page


def test_the_top_tables_are_picked_from_the_page(judge: Client, home: Division, posted: Round) -> None:
    page = send(judge, home, way="top", tables=2)
    assert pages.messages(page) == ["4 decks were added to the list."]
    why = text_of(judge, pages.event(home, "check", DeckCheck.objects.earliest("pk").pk))
    assert "The first 2 tables are checked; this is number 1." in why
    assert "All of these decks are already checked" in pages.text(send(judge, home, way="top", tables=2))
    DeckCheck.objects.update(state="done")
    assert "All of these decks are already checked" in pages.text(send(judge, home, way="top", tables=2))
    assert pages.messages(send(judge, home, way="top", tables=2, again="on")) == [
        "4 decks were added to the list."
    ]


def test_the_whole_cut_is_picked_from_the_page(judge: Client) -> None:
    home = play.division(8, structure="swiss_cut")
    judge.force_login(build.staff(home.tournament, "judge"))
    play.play(home)
    cuts.start_cut(home, sizes={"all": 4}, by=None, anyway=True)
    page = send(judge, home, way="cut")
    assert pages.messages(page) == ["4 decks were added to the list."]
    why = text_of(judge, pages.event(home, "check", DeckCheck.objects.earliest("pk").pk))
    assert "Every deck of the top cut is checked." in why


def test_where_no_deck_is_left_nobody_says_that_the_target_is_reached(judge: Client, home: Division) -> None:
    send(judge, home, way="random", number=23)
    page = send(judge, home, way="random", number=2)
    assert page.status_code == 422
    assert "All of these decks are already checked or waiting to be checked." in pages.text(page)


def test_the_count_can_leave_out_checks_before_the_event(judge: Client, home: Division) -> None:
    assert "Don’t count pre-event checks" not in text_of(judge, pages.event(home, "checks"))
    for one in home.entries.select_related("division__tournament", "tournament"):
        before_checks.end_before_check(
            counted(before_checks.begin_before_check(one, by=None)), outcome="passed", by=None
        )
    assert "Don’t count pre-event checks" in text_of(judge, pages.event(home, "checks"))
    assert "no deck was picked" in pages.messages(send(judge, home, way="random"))[0]
    assert pages.messages(send(judge, home, way="random", during="on")) == ["3 decks were added to the list."]


def test_the_target_says_that_it_is_rounded_up_in_each_division(client: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    junior, masters = event.divisions.order_by("position")
    build.add_players(event, 11, division=junior)
    build.add_players(event, 11, division=masters)
    client.force_login(build.staff(event, "judge"))
    page = text_of(client, pages.event(junior, "checks"))
    assert "0 of 4 decks checked: 10% of 22, rounded up in each division. The total can be higher." in page
