"""The score of a best of three, entered in every possible way: the same games, the same winner."""

from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

Games = tuple[int, int]
SCORES: tuple[Games, ...] = ((2, 0), (2, 1), (1, 0), (1, 1), (0, 0), (1, 2), (0, 2), (0, 1))
WRONG: tuple[Games, ...] = ((2, 2), (3, 0), (0, 3), (3, 1))
BETWEEN = ("", "-", ":", " ", " – ")


@pytest.fixture
def match(client: Client) -> Match:
    home = build.division(4, best_of=3)
    client.force_login(build.organizer(home))
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


def winner(games: Games) -> Outcome:
    left, right = games
    return Outcome.LEFT if left > right else Outcome.RIGHT if right > left else Outcome.TIE


def desk(between: str) -> Callable[[Client, Match, Games], None]:
    """Use the quick entry of one division."""

    def enter(client: Client, match: Match, games: Games) -> None:
        typed = {"table": match.table, "result": f"{games[0]}{between}{games[1]}"}
        client.post(pages.of(match.round, "result"), typed)

    return enter


def hall(client: Client, match: Match, games: Games) -> None:
    """Use the quick entry of all divisions."""
    typed = {"table": match.table, "result": f"{games[0]}{games[1]}"}
    client.post(pages.event(match.round.division, "hall_result"), typed)


def slip(client: Client, match: Match, games: Games) -> None:
    """Scan the code of a match slip, then type the score."""
    typed = {"table": f"https://hall.example{pages.match(match)}", "result": f"{games[0]}{games[1]}"}
    client.post(pages.of(match.round, "result"), typed)


def page(client: Client, match: Match, games: Games) -> None:
    """Use the form of the match, which judges also use at the table."""
    typed = {"outcome": winner(games).value, "games_left": games[0], "games_right": games[1]}
    client.post(pages.match(match), typed)


def correction(client: Client, match: Match, games: Games) -> None:
    """Use the same form after the round is closed."""
    for one in build.open_matches(match.round):
        results.enter_result(one, MatchResult(Outcome.DOUBLE_LOSS), by=None)
    rounds.close_round(match.round, by=None)
    typed = {"outcome": winner(games).value, "games_left": games[0], "games_right": games[1]}
    client.post(pages.match(match), typed | {"why": "The slip said so", "seen": "double_loss"})


def my(entry: Entry, typed: dict[str, object], name: str = "my_report") -> None:
    Client().post(reverse(full_name(name), args=[personal_links.ensure_link(entry).token]), typed)


def how(games: Games, *, left: bool) -> str:
    side = Outcome.LEFT if left else Outcome.RIGHT
    return {Outcome.TIE: "tie", side: "won"}.get(winner(games), "lost")


def phone(client: Client, match: Match, games: Games) -> None:
    """Let both players report the total."""
    left, right = games
    my(match.left, {"how": how(games, left=True), "games_mine": left, "games_theirs": right})
    assert match.right is not None
    my(match.right, {"how": how(games, left=False), "games_mine": right, "games_theirs": left})


def phone_and_tap(client: Client, match: Match, games: Games) -> None:
    """Let Player 2 report and Player 1 confirm."""
    left, right = games
    assert match.right is not None
    my(match.right, {"how": how(games, left=False), "games_mine": right, "games_theirs": left})
    my(match.left, {"report": Report.objects.get().pk}, "my_confirm")


def phone_and_staff(client: Client, match: Match, games: Games) -> None:
    """Let one player report and staff accept."""
    left, right = games
    my(match.left, {"how": how(games, left=True), "games_mine": left, "games_theirs": right})
    client.post(pages.event(match.round.division, "accept_report", Report.objects.get().pk))


def phone_by_game(client: Client, match: Match, games: Games) -> None:
    """Report game by game, from the view of each player."""
    left, right = games
    assert match.right is not None
    for entry, wins, losses in ((match.left, left, right), (match.right, right, left)):
        winners = ["me"] * wins + ["them"] * losses
        named = {f"game{number}": one for number, one in enumerate(winners, start=1)}
        my(entry, {"how": how(games, left=entry == match.left), **named})


WAYS: dict[str, Callable[[Client, Match, Games], None]] = {
    **{f"desk {between!r}": desk(between) for between in BETWEEN},
    "all divisions": hall,
    "match slip": slip,
    "match page": page,
    "correction": correction,
    "both phones": phone,
    "phone and confirmation": phone_and_tap,
    "phone and staff": phone_and_staff,
    "phone, game by game": phone_by_game,
}


def expressible(way: str, games: Games) -> bool:
    """Return whether this score can be entered this way: game by game, there are one to three games."""
    return way != "phone, game by game" or 0 < sum(games) < 4


ROWS = [(way, games) for way, games in product(WAYS, SCORES) if expressible(way, games)]


def names(rows: list[tuple[str, Games]]) -> list[str]:
    return [f"{way}: {left}-{right}" for way, (left, right) in rows]


@pytest.mark.parametrize(("way", "games"), ROWS, ids=names(ROWS))
def test_every_way_stores_the_same_games(client: Client, match: Match, way: str, games: Games) -> None:
    WAYS[way](client, match, games)
    match.refresh_from_db()
    assert (match.outcome, (match.games_left, match.games_right)) == (winner(games), games)


REFUSED = [(way, games) for way, games in product(WAYS, WRONG) if expressible(way, games)]


@pytest.mark.parametrize(("way", "games"), REFUSED, ids=names(REFUSED))
def test_no_way_stores_a_score_that_no_best_of_three_has(
    client: Client, match: Match, way: str, games: Games
) -> None:
    if way == "phone and confirmation" or way == "phone and staff":
        phone(client, match, games)
    else:
        WAYS[way](client, match, games)
    match.refresh_from_db()
    assert (match.games_left, match.games_right) == (None, None)
    assert match.outcome == (Outcome.DOUBLE_LOSS if way == "correction" else Outcome.PENDING)
    assert not Report.objects.exclude(outcome=Outcome.DOUBLE_LOSS).exists()
