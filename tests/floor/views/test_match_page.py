"""One match: results with their reason, corrections, and reports."""

import pytest
from django.test import Client

from core.models import JournalEvent
from core.services import undo
from decks.models import ListRules
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Standing
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(4, best_of=3)
    client.force_login(pairings_build.organizer(division))
    return division


@pytest.fixture
def match(home: Division) -> Match:
    return of(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


def of(round_: Round) -> Match:
    return round_.matches.select_related(
        "round__division__tournament", "left__player", "right__player"
    ).first()


def enter(client: Client, match: Match, **data: object):  # type: ignore[no-untyped-def]
    page = client.post(pages.match(match), {"seen": str(match.outcome), **data}, follow=True)
    match.refresh_from_db()
    return page


@pytest.mark.parametrize(
    ("data", "stands"),
    [
        ({"outcome": "left"}, ("left", "", None, None)),
        ({"outcome": "left", "games_left": 2, "games_right": 1}, ("left", "", 2, 1)),
        ({"outcome": "right", "reason": "no_show"}, ("right", "no_show", None, None)),
        ({"outcome": "left", "reason": "concession"}, ("left", "concession", None, None)),
        ({"outcome": "tie", "reason": "intentional_tie"}, ("tie", "intentional_tie", None, None)),
        ({"outcome": "double_loss", "reason": "no_show"}, ("double_loss", "no_show", None, None)),
    ],
)
def test_everything_that_can_be_said(
    client: Client, match: Match, data: dict[str, object], stands: tuple[object, ...]
) -> None:
    enter(client, match, **data)
    assert (match.outcome, match.reason, match.games_left, match.games_right) == stands


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"outcome": ""}, "This field is required."),
        ({"outcome": "left", "reason": "intentional_tie"}, "An intentional draw is a tie."),
        ({"outcome": "tie", "reason": "no_show"}, "No player lost this match."),
        ({"outcome": "double_loss", "reason": "concession"}, "the other one wins"),
        ({"outcome": "left", "games_left": 2}, "Enter games for both"),
        ({"outcome": "left", "games_left": 0, "games_right": 2}, "0-2 does not fit this result."),
    ],
)
def test_what_does_not_fit_stays_on_the_form(
    client: Client, match: Match, data: dict[str, object], why: str
) -> None:
    page = enter(client, match, **data)
    assert why in pages.text(page)
    assert match.outcome == Outcome.PENDING


def test_nothing_is_overwritten_unseen(client: Client, match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    page = enter(client, match, outcome="left")
    assert "This was changed to “Tie” after you opened the page." in pages.text(page)
    assert "One field needs a correction." in pages.text(page)
    assert "Result saved" not in pages.text(page)
    assert match.outcome == Outcome.TIE


def test_one_game_asks_for_no_games(client: Client) -> None:
    home = pairings_build.division(2, best_of=1)
    client.force_login(pairings_build.organizer(home))
    match = of(rounds.post(rounds.pair_next_round(home, by=None), by=None))
    assert "Games won by" not in pages.text(client.get(pages.match(match)))


def test_a_result_can_be_cleared(client: Client, match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    page = client.post(pages.match(match, "clear"), {"seen": "tie"}, follow=True)
    match.refresh_from_db()
    assert match.outcome == Outcome.PENDING
    assert "is open again" in pages.messages(page)[0]


def test_somebody_elses_newer_result_is_not_cleared(client: Client, match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    page = client.post(pages.match(match, "clear"), {"seen": "left"}, follow=True)
    match.refresh_from_db()
    assert match.outcome == Outcome.TIE
    assert "Nothing was overwritten" in pages.messages(page)[0]


class TestWhatACorrectionWouldChange:
    """C.4: before it is saved, and after."""

    def test_it_is_shown_before_anything_is_written(self, client: Client, home: Division) -> None:
        pairings_build.play(home, 2)
        match = of(home.rounds.get(number=1))
        lines = home.journal.count()
        page = client.post(pages.match(match), {"outcome": "right", "preview": "yes"})
        match.refresh_from_db()
        assert (match.outcome, home.journal.count()) == ("left", lines)
        text = pages.text(page)
        assert "Would change after round 2" in text
        assert f"{match.right}" in text
        would = {line.name: line.after for line in page.context["lines"]}
        results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
        saved = Standing.objects.filter(round__number=2).select_related("entry")
        places = {str(row.entry): row.place for row in saved}
        assert would
        assert {name: places[name] for name in would} == would

    def test_it_comes_alone_where_script_asks(self, client: Client, home: Division) -> None:
        match = of(pairings_build.play(home))
        data = {"outcome": "right", "preview": "yes"}
        page = client.post(pages.match(match), data, headers={"hx-request": "true"})
        assert "Would change" in pages.text(page)
        assert "<html" not in pages.text(page)

    def test_the_same_result_changes_nothing(self, client: Client, home: Division) -> None:
        match = of(pairings_build.play(home))
        page = client.post(pages.match(match), {"outcome": "left", "preview": "yes"})
        assert "The standings would not change." in pages.text(page)

    def test_a_seat_of_the_cut_is_told(self, client: Client) -> None:
        home = pairings_build.division(4, structure="swiss_cut")
        home.cut_size = 2
        home.save()
        client.force_login(pairings_build.organizer(home))
        match = of(pairings_build.play(home))
        text = pages.text(client.post(pages.match(match), {"outcome": "right", "preview": "yes"}))
        assert "would be in the top 2" in text
        assert "would be out of the top 2" in text

    def test_the_places_it_moved_are_told_once_saved(self, client: Client, home: Division) -> None:
        match = of(pairings_build.play(home))
        page = enter(client, match, outcome="right", why="Slip misread")
        event = home.journal.get(kind="ResultCorrected")
        assert event.facts["moved_count"] == len(event.facts["moved"]) > 0
        assert "Changed places" in pages.text(page)

    def test_pairings_already_played_stay_and_a_draft_is_marked_stale(
        self, client: Client, home: Division
    ) -> None:
        pairings_build.play(home)
        match = of(home.rounds.get(number=1))
        unposted = rounds.pair_next_round(home, by=None)
        before = list(unposted.matches.values_list("left", "right"))
        text = pages.text(client.post(pages.match(match), {"outcome": "right", "preview": "yes"}))
        assert "Round 2 is paired" in text
        enter(client, match, outcome="right", why="Slip misread")
        assert list(unposted.matches.values_list("left", "right")) == before
        page = client.get(pages.of(unposted, "review"))
        assert "Results have changed since this pairing" in pages.text(page)
        refused = client.post(pages.of(unposted, "post"), follow=True)
        assert "Re-pair it" in pages.messages(refused)[0]
        client.post(pages.of(unposted, "pair_again"))
        assert "Results have changed since this pairing" not in pages.text(
            client.get(pages.of(unposted, "review"))
        )


def test_a_correction_needs_a_reason(client: Client, home: Division) -> None:
    match = of(pairings_build.play(home))
    assert "This field is required" in pages.text(enter(client, match, outcome="right"))
    page = enter(client, match, outcome="right", why="Slip misread")
    assert match.outcome == Outcome.RIGHT
    assert "“Slip misread”" in pages.text(page)
    assert home.journal.first().kind == "ResultCorrected"


def test_all_that_was_said_and_undone_is_listed(client: Client, match: Match) -> None:
    organizer = pairings_build.organizer(match.round.division)
    results.enter_result(match, MatchResult(Outcome.TIE), by=organizer)
    undo.undo_step(undo.last_undoable_step(match.round.division), by=organizer)
    history = client.get(pages.match(match)).context["history"]
    assert [line.by for line in history] == [str(organizer), str(organizer)]
    assert history[0].text.startswith("Undone:")


def test_a_bye_has_no_result(client: Client) -> None:
    home = pairings_build.division(3)
    client.force_login(pairings_build.organizer(home))
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    bye = round_.matches.select_related("round__division__tournament").get(right__isnull=True)
    assert "no result to enter" in pages.text(client.get(pages.match(bye)))
    assert "so there is no result to enter" in pages.text(enter(client, bye, outcome="left"))


def test_a_judge_enters_and_stays(client: Client, match: Match) -> None:
    client.force_login(build.staff(match.round.division.tournament, "judge"))
    page = enter(client, match, outcome="left")
    assert match.outcome == Outcome.LEFT
    assert page.redirect_chain[-1][0] == pages.match(match)
    assert [message.extra_tags for message in page.context["messages"]] == [""]


def test_a_draft_shows_no_match(client: Client, home: Division) -> None:
    match = of(rounds.pair_next_round(home, by=None))
    client.force_login(build.staff(home.tournament, "judge"))
    page = client.get(pages.match(match))
    assert page.status_code == 302


def test_strangers_sign_in_or_stay_out(client: Client, match: Match) -> None:
    client.logout()
    assert "/account/login" in client.get(pages.match(match)).url
    client.force_login(build.user("stranger"))
    assert client.get(pages.match(match)).status_code == 403


def test_clearing_is_posted(client: Client, match: Match) -> None:
    assert client.get(pages.match(match, "clear")).status_code == 405


def test_the_page_leads_to_the_players_and_to_their_lists(client: Client, match: Match) -> None:
    event = match.round.division.tournament
    page = markup(client.get(pages.match(match)))
    assert f"/e/{event.slug}/players/{match.left_id}" in page
    assert f"/e/{event.slug}/lists/{match.left_id}" not in page
    ListRules.objects.create(tournament=event)
    assert f"/e/{event.slug}/lists/{match.right_id}" in markup(client.get(pages.match(match)))


@pytest.mark.parametrize("kind", ["NoShowsDropped", "ResultEntered"])
def test_a_result_and_the_drop_ticked_with_it_are_one_undo(client: Client, match: Match, kind: str) -> None:
    page = enter(client, match, outcome="right", reason="no_show", drop="on")
    assert Entry.objects.get(pk=match.left_id).dropped_in == 1
    (message,) = list(page.context["messages"])
    assert "saved" in str(message)
    assert f"1 player dropped: {match.left}." in str(message)
    newest = JournalEvent.objects.latest("pk")
    assert newest.kind == "NoShowsDropped"
    assert str(newest.pk) in message.extra_tags
    undo.undo_step(JournalEvent.objects.filter(kind=kind).latest("pk"), by=None)
    match.refresh_from_db()
    assert match.outcome == Outcome.PENDING
    assert Entry.objects.get(pk=match.left_id).dropped_in is None
    left = JournalEvent.objects.filter(kind__in=["NoShowsDropped", "ResultEntered"], undone_by__isnull=True)
    assert not left.exists()


def test_a_correction_and_the_drop_ticked_with_it_are_one_undo(client: Client, match: Match) -> None:
    pairings_build.report_all(match.round)
    rounds.close_round(match.round, by=None)
    match.refresh_from_db()
    enter(client, match, outcome="right", reason="no_show", drop="on", why="Left before the end")
    assert match.outcome == Outcome.RIGHT
    undo.undo_step(JournalEvent.objects.filter(kind="NoShowsDropped").latest("pk"), by=None)
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT
    assert Entry.objects.get(pk=match.left_id).dropped_in is None
