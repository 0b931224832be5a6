"""“Time was called: who wins?”: for anyone, anywhere, one question at a time."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db

URL = "/time"
CUT_GAME_2 = {"edition": "2017", "stage": "elimination", "best_of": 3, "place": "game-2", "g1": "A"}
OVER = {"ending": "over", "late": "nobody"}


def get(client: Client, **query: object):  # type: ignore[no-untyped-def]
    page = client.get(URL, query)
    assert page.status_code == 200
    return page


@pytest.fixture
def home() -> Division:
    return pairings_build.division(4, best_of=3, edition="2017", play_style="limited")


@pytest.fixture
def match(home: Division) -> Match:
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return round_.matches.select_related("round__division__tournament", "left__player", "right__player")[0]


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ({}, "Which rules edition?"),
        ({"edition": "2026"}, "Swiss round or top cut?"),
        ({"edition": "2026", "stage": "swiss"}, "How long is a match?"),
        ({"edition": "2026", "stage": "swiss", "best_of": 1}, "Where was the match when time was called?"),
        ({**CUT_GAME_2, "g1": ""}, "Who won game 1?"),
        (CUT_GAME_2, "How does game 2 stand?"),
        ({**CUT_GAME_2, "ending": "playing"}, "How many of the three extra turns have been played?"),
        ({**CUT_GAME_2, "ending": "playing", "turns": 0}, "When was time called?"),
        ({**CUT_GAME_2, "ending": "playing", "turns": 0, "phase": "between_turns"}, "Who plays next?"),
        ({**CUT_GAME_2, "ending": "over"}, "Was a player late, or away without permission?"),
        ({**CUT_GAME_2, **OVER}, "How many Prize cards does Player 1 still have to take?"),
        ({**CUT_GAME_2, **OVER, "a": 3}, "How many Prize cards does Player 2 still have to take?"),
        ({**CUT_GAME_2, **OVER, "a": 3, "b": 2}, "Is there a Prize penalty in this game?"),
        ({**CUT_GAME_2, **OVER, "a": 3, "b": 2, "penalties": "0-0"}, "What kind of decks are played?"),
        ({**CUT_GAME_2, "edition": "nineteen"}, "Which rules edition?"),
    ],
)
def test_only_what_is_still_needed_is_asked(client: Client, query: dict[str, object], question: str) -> None:
    assert get(client, **query).context["question"] == question


@pytest.mark.parametrize(
    ("query", "verdict", "rule"),
    [
        ({**CUT_GAME_2, **OVER, "a": 3, "b": 2, "penalties": "0-0", "start": 6}, "Sudden Death", "R-137"),
        ({**CUT_GAME_2, **OVER, "a": 3, "b": 2, "penalties": "0-0", "start": 4}, "Player 1 wins", "R-136"),
        ({**CUT_GAME_2, "ending": "over", "late": "a"}, "Player 2 wins", "R-132"),
        ({**CUT_GAME_2, **OVER, "edition": "2026"}, "Player 1 wins", "M-064"),
        ({**CUT_GAME_2, "stage": "swiss", **OVER}, "Player 1 wins", "R-127"),
    ],
)
def test_then_the_rules_speak(client: Client, query: dict[str, object], verdict: str, rule: str) -> None:
    page = get(client, **query)
    assert (page.context["verdict"], page.context["rule"]) == (verdict, rule)
    assert page.context["sentence"] in pages.text(page).replace("&#x27;", "'")


def test_answers_are_links_and_lead_to_the_end(client: Client) -> None:
    """Without scripts or forms, following the first answer each time leads to a verdict."""
    url, steps = URL, 0
    while "verdict" not in (page := client.get(url)).context:
        url = page.context["answers"][0][1]
        assert url.replace("&", "&amp;") in pages.text(page)
        steps += 1
    assert 4 <= steps <= 12
    assert page.context["answered"][0].answer.startswith("Tournament rules")


def test_every_way_through_ends(client: Client) -> None:
    """All answers to all questions, for Swiss and elimination of both editions: each path ends in a verdict."""
    seen, verdicts = 0, set()
    todo = [
        f"{URL}?edition={edition}&stage={stage}&best_of=3&place=game-2&g1=A"
        for edition in ("2017", "2026")
        for stage in ("swiss", "elimination")
    ]
    while todo:
        page = client.get(todo.pop())
        seen += 1
        if "verdict" in page.context:
            verdicts.add((page.context["verdict"], page.context["rule"]))
            continue
        few = page.context["answers"][:3] if page.context["numbers"] else page.context["answers"]
        todo += [url for _, url in (*few, *page.context["rare"])]
    assert seen > 100
    assert {("Sudden Death", "R-137"), ("Tiebreaker game", "M-064"), ("Tie", "R-129")} <= verdicts
    assert ("Tie", "R-137") not in verdicts


def test_one_question_back(client: Client) -> None:
    page = get(client, **CUT_GAME_2, ending="over")
    assert client.get(page.context["back"]).context["question"] == "How does game 2 stand?"
    assert get(client).context["back"] == ""


def test_an_answer_nobody_asked_for_falls_out_of_the_address(client: Client) -> None:
    page = get(client, edition="2026", stage="swiss", best_of=1, place="game-1", g1="B", a="5")
    assert all("g1" not in url and "a=5" not in url for _, url in page.context["answers"])


@pytest.mark.parametrize(
    ("query", "words", "question"),
    [
        ({**CUT_GAME_2, "ending": "playing", "turns": 2}, "They have played on", "How does game 2 stand?"),
        (
            {**CUT_GAME_2, "ending": "won_by_b", "late": "nobody"},
            "That game is over",
            "How does the deciding",
        ),
    ],
)
def test_it_goes_on_where_the_table_goes_on(
    client: Client, query: dict[str, object], words: str, question: str
) -> None:
    then = get(client, **query).context["then"]
    assert then[0] == words
    assert client.get(then[1]).context["question"].startswith(question)


def test_a_sudden_death_that_decides_the_match_ends_it(client: Client) -> None:
    then = get(client, **CUT_GAME_2, ending="won_by_b", late="nobody").context["then"][1]
    page = client.get(f"{then}&ending=won_by_b")
    assert (page.context["verdict"], page.context["rule"]) == ("Player 2 wins", "R-141")


def test_an_event_says_what_it_knows(client: Client, home: Division) -> None:
    page = get(client, event=home.tournament.slug)
    assert page.context["question"] == "Where was the match when time was called?"
    assert home.tournament.name in pages.text(page)


@pytest.mark.parametrize(
    ("choice", "verdict"),
    [("as_on_time", "Tie"), ("double_loss", "Double loss"), ("head_judge", "The head judge decides")],
)
def test_an_event_settles_what_the_rules_leave_open(client: Client, home: Division, choice, verdict) -> None:
    """S3: both were late."""
    type(home.tournament).objects.update(both_late=choice)
    page = get(client, event=home.tournament.slug, stage="swiss", place="game-1", ending="over", late="both")
    assert page.context["verdict"] == verdict


def test_an_event_may_limit_a_deciding_game(client: Client, home: Division) -> None:
    """S15: untimed unless the event says otherwise."""
    query = {**CUT_GAME_2, **OVER, "a": 3, "b": 2, "penalties": "0-0", "start": 6}
    assert "gives it" not in pages.text(get(client, **query))
    type(home.tournament).objects.update(
        decider_minutes=15, structure="swiss_cut", play_style="constructed", cut_best_of=3
    )
    page = get(client, event=home.tournament.slug, **query)
    assert "This event gives it 15 minutes." in pages.text(page)


def test_an_event_with_a_top_cut_asks_for_the_stage(client: Client) -> None:
    event = build.event(structure="swiss_cut", edition="2026")
    assert get(client, event=event.slug).context["question"] == "Swiss round or top cut?"
    page = get(client, event=event.slug, stage="elimination")
    assert page.context["question"].startswith("Where was the match")


def test_a_match_calls_its_players_by_name(client: Client, match: Match) -> None:
    slug = match.round.division.tournament.slug
    page = get(client, event=slug, match=match.pk, place="game-2")
    assert {option.label for option, _ in page.context["answers"]} == {str(match.left), str(match.right)}
    assert page.context["from_url"] == reverse("tournaments:event", args=[slug])


def test_staff_come_back_to_the_table_with_the_result_chosen(client: Client, match: Match) -> None:
    client.force_login(build.staff(match.round.division.tournament, "judge"))
    query = {"event": match.round.division.tournament.slug, "match": match.pk}
    page = get(client, **query, place="before-2", g1="A", late="nobody")
    assert page.context["verdict"] == f"{match.left} wins"
    assert page.context["enter_url"] == pages.match(match) + "?outcome=left#result"
    table = client.get(page.context["enter_url"])
    assert 'value="left" id="id_outcome_0" checked required' in re.sub(r"\s+", " ", pages.text(table))
    form = table.context["form"]
    sent = {"outcome": form["outcome"].value(), "seen": form["seen"].value()}
    client.post(page.context["enter_url"], sent)
    match.refresh_from_db()
    assert match.outcome == "left"
    later = client.get(pages.match(match) + "?outcome=right").context["form"]
    assert later["outcome"].value() == "left"


@pytest.mark.parametrize(
    "given", [{"event": "no-such"}, {"match": "9" * 30}, {"match": "x"}, {"event": "\0"}]
)
def test_nonsense_in_the_address_is_passed_over(client: Client, given: dict[str, str]) -> None:
    assert get(client, **given).context["question"] == "Which rules edition?"


def test_an_event_that_is_not_public_stays_so(client: Client, match: Match) -> None:
    event = match.round.division.tournament
    type(event).objects.filter(pk=event.pk).update(published=False)
    page = get(client, event=event.slug, match=match.pk)
    assert page.context["at"] is None
    assert event.name not in pages.text(page)
    assert str(match.left) not in pages.text(page)


def test_a_draft_is_not_told(client: Client, home: Division) -> None:
    drawn = rounds.pair_next_round(home, by=None, seed=1).matches.select_related("left__player")[0]
    page = get(client, event=home.tournament.slug, match=drawn.pk, place="game-2")
    assert str(drawn.left) not in pages.text(page)


def test_only_looking(client: Client) -> None:
    assert client.post(URL).status_code == 405


def test_who_finds_the_page(client: Client, match: Match) -> None:
    event = match.round.division.tournament
    front = reverse("tournaments:event", args=[event.slug])
    link = re.compile(rf'href="{URL}[?"]')
    assert link.search(pages.text(client.get("/")))
    assert not link.search(pages.text(client.get(front)))
    client.force_login(build.staff(event, "judge"))
    assert link.search(pages.text(client.get("/")))
    assert f'href="{URL}?event={event.slug}"' in pages.text(client.get(front))
    assert f'href="{URL}?event={event.slug}&amp;match={match.pk}"' in pages.text(
        client.get(pages.match(match))
    )
