"""The desk of all divisions: one step for the hall, and every result entered in one place."""

import re
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader

from core.services import undo as undo_steps
from pairings.models import Match, Round
from pairings.services.rounds import all_divisions, rounds
from tests import build
from tests.asking import queries_of
from tests.pairings.build import division, report_all
from tests.pairings.views import pages
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db


def hall(players: int = 24) -> Tournament:
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, players, birth_years=(2018, 2012, 1990))
    return event


@pytest.fixture
def event(client: Client) -> Tournament:
    made = hall()
    client.force_login(made.staff.select_related("user").get().user)
    return made


def homes(event: Tournament) -> list[Division]:
    return list(event.divisions.order_by("position"))


def at(event: Tournament, name: str = "desk") -> str:
    return pages.event(event.divisions.first(), name)


def seen(event: Tournament, number: int = 1) -> dict[int, int]:
    return {home.pk: number for home in homes(event)}


def typed(event: Tournament, number: int = 1) -> dict[str, list[str]]:
    return {"round": [f"{home}:{number}" for home in seen(event)]}


def posted(event: Tournament) -> list[Round]:
    all_divisions.pair_all_divisions(event, seen(event), by=None)
    return list(all_divisions.post_all_divisions(event, seen(event), by=None).done)


def states(event: Tournament) -> dict[int, str]:
    return dict(Round.objects.filter(division__tournament=event).values_list("division", "state"))


def send(client: Client, event: Tournament, table: int, key: str, **more: str) -> HttpResponse:
    return client.post(at(event, "hall_result"), {"table": table, "result": key} | more, follow=True)


class TestSteps:
    def test_a_round_of_three_divisions(self, client: Client, event: Tournament) -> None:
        page = pages.text(client.get(at(event)))
        assert "Pair: Juniors, Seniors, Masters" in page
        answer = client.post(at(event, "pair_all"), typed(event), follow=True)
        assert pages.messages(answer) == [
            "Juniors: round 1 is paired, 4 tables. Seniors: round 1 is paired, 4 tables. "
            "Masters: round 1 is paired, 4 tables."
        ]
        assert "Post 3 rounds" in pages.text(answer)
        html = re.sub(r"</?span[^>]*>", "", pages.text(client.get(at(event, "post_all"))))
        head = '<b>Seniors</b><ul class="changes"><li>'
        assert f"{head}The players of 4 tables see where they sit, by name and by table." in html
        client.post(at(event, "post_all"), typed(event))
        for round_ in Round.objects.all():
            report_all(round_)
        assert "Close 3 rounds" in pages.text(client.get(at(event)))
        html = pages.text(client.get(at(event, "close_all")))
        assert f"{head.replace('Seniors', 'Masters')}All results are in: 4 tables." in html
        answer = client.post(at(event, "close_all"), typed(event), follow=True)
        assert "Masters: round 1 is closed and ranked." in pages.messages(answer)[0]
        assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
        assert "Pair: Juniors, Seniors, Masters" in pages.text(answer)

    def test_a_refusal_is_named_before_any_division_is_paired(
        self, client: Client, event: Tournament
    ) -> None:
        event.entries.filter(division__age_division="senior").update(checked_in_at=None)
        page = client.post(at(event, "pair_all"), typed(event))
        html = pages.text(page)
        assert "Nothing is paired yet" in html
        assert (
            '<b>Seniors</b><ul class="changes"><li>No player in Seniors is checked in. Check '
            "players in one by one, or all together." in html
        )
        assert Round.objects.count() == 0
        question = page.context["question"]
        assert question.action == "Pair: Juniors, Masters"
        answer = client.post(question.action_url, question.repeated, follow=True)
        assert pages.messages(answer) == [
            "Juniors: round 1 is paired, 4 tables. Masters: round 1 is paired, 4 tables."
        ]

    def test_a_round_that_cannot_be_posted_is_named_before_any_is(
        self, client: Client, event: Tournament
    ) -> None:
        late = event.entries.filter(division__age_division="masters")[:2]
        event.entries.filter(pk__in=late).update(checked_in_at=None)
        all_divisions.pair_all_divisions(event, seen(event), by=None)
        event.entries.filter(checked_in_at=None).update(checked_in_at=build.NOON)
        for page in (
            client.get(at(event, "post_all")),
            client.post(at(event, "post_all"), typed(event)),
        ):
            html = pages.text(page)
            assert "Nothing is posted yet" in html
            assert '<b>Masters</b><ul class="changes"><li>Players entered or dropped since round 1' in html
            assert page.context["question"].action == "Post the other 2 rounds"
            assert set(Round.objects.values_list("state", flat=True)) == {"unposted"}
        question = page.context["question"]
        client.post(question.action_url, question.repeated)
        states = Round.objects.order_by("division__position").values_list("state", flat=True)
        assert list(states) == ["posted", "posted", "unposted"]
        alone = client.get(at(event, "post_all"))
        assert alone.context["question"].action == ""
        assert "Post 1 round</button>" not in pages.text(alone)

    def test_a_round_that_stays_open_is_named_before_the_others_are_closed(
        self, client: Client, event: Tournament
    ) -> None:
        for round_ in posted(event)[:2]:
            report_all(round_)
        page = client.get(at(event, "close_all"))
        assert page.context["title"] == "Close 2 rounds"
        assert '<b>Masters</b><ul class="changes"><li>Round 1 still has open results: 4.' in pages.text(page)

    @pytest.mark.parametrize("step", ["pair_all", "post_all", "close_all"])
    def test_one_press_is_undone_by_one_press_on_the_same_page(
        self, client: Client, event: Tournament, step: str
    ) -> None:
        players = event.entries.count()
        for name in ("pair_all", "post_all", "close_all"):
            before = states(event)
            if name == "close_all":
                for round_ in Round.objects.all():
                    report_all(round_)
            answer = client.post(at(event, name), typed(event), follow=True)
            if name == step:
                break
        assert len(states(event)) == 3
        (undo,) = {message.extra_tags for message in answer.context["messages"]}
        here = f"{at(event)}?division=all"
        page = client.get(here)
        assert undo.removeprefix("undo=") in [change.undo for change in page.context["changes"]]
        answer = client.post(undo.removeprefix("undo="), headers={"referer": here}, follow=True)
        assert answer.redirect_chain == [(here, 302)]
        assert "Juniors: " in pages.messages(answer)[0]
        assert states(event) == before
        assert event.entries.count() == players
        again = client.post(undo.removeprefix("undo="), headers={"referer": here}, follow=True)
        assert states(event) == before
        assert "undone" in pages.messages(again)[0]

    def test_what_was_undone_in_one_division_is_not_undone_again_with_the_others(
        self, client: Client, event: Tournament
    ) -> None:
        answer = client.post(at(event, "pair_all"), typed(event), follow=True)
        junior = event.divisions.get(age_division="junior")
        undo_steps.undo_step(undo_steps.last_undoable_step(junior), by=None)
        (message,) = answer.context["messages"]
        client.post(message.extra_tags.removeprefix("undo="))
        assert states(event) == {}

    def test_the_undo_of_a_press_is_all_or_nothing(self, client: Client, event: Tournament) -> None:
        answer = client.post(at(event, "pair_all"), typed(event), follow=True)
        (message,) = answer.context["messages"]
        rounds.post(Round.objects.get(division__age_division="senior"), by=None)
        client.post(message.extra_tags.removeprefix("undo="))
        assert sorted(states(event).values()) == ["posted", "unposted", "unposted"]

    def test_missing_results_are_asked_for(self, client: Client, event: Tournament) -> None:
        posted(event)
        answer = client.get(at(event, "close_all"), follow=True)
        assert pages.messages(answer) == ["No round can be closed yet. Enter the missing results first."]

    def test_what_somebody_else_did_is_no_fault(self, client: Client, event: Tournament) -> None:
        answer = client.get(at(event, "post_all"), follow=True)
        assert pages.messages(answer) == ["Nothing to do: another staff member has already done it."]
        posted(event)
        answer = client.post(at(event, "pair_all"), typed(event), follow=True)
        assert pages.messages(answer)[0] == "Juniors: Round 1 is already paired."
        for odd in ("", "x:1", "1", "1:x", "99:1", ":", "1:1:1"):
            assert client.post(at(event, "pair_all"), {"round": odd}).status_code == 302

    def test_judges_have_no_such_desk(self, client: Client, event: Tournament) -> None:
        client.force_login(build.staff(event, "judge"))
        for name in ("pair_all", "post_all", "close_all", "hall_result"):
            assert client.post(at(event, name), typed(event)).status_code == 403


class TestResults:
    def test_a_mixed_pile_of_slips(self, client: Client, event: Tournament) -> None:
        posted(event)
        for table, key in ((9, "1"), (2, "2"), (5, "0"), (12, "9")):
            assert pages.messages(send(client, event, table, key))[0].startswith(f"Table {table} saved: ")
        found = Match.objects.exclude(outcome="pending").order_by("table")
        assert list(found.values_list("table", "outcome", "round__division__age_division")) == [
            (2, "right", "junior"),
            (5, "tie", "senior"),
            (9, "left", "masters"),
            (12, "double_loss", "masters"),
        ]

    def test_the_desk_of_one_division_takes_them_all(self, client: Client, event: Tournament) -> None:
        junior = posted(event)[0]
        page = pages.text(client.get(pages.desk(junior.division)))
        assert 'id="table-12"' in page
        answer = client.post(pages.of(junior, "result"), {"table": 12, "result": "1"}, follow=True)
        assert pages.messages(answer)[0].startswith("Table 12 saved: ")
        assert answer.context["division"] == junior.division
        assert Match.objects.get(table=12).outcome == "left"

    def test_what_is_typed_wrongly_stays(self, client: Client, event: Tournament) -> None:
        posted(event)
        page = pages.text(send(client, event, 72, "1"))
        assert "Table 72 already has a result, or doesn’t exist. Tables run from 1 to 12." in page
        assert 'value="72"' in page
        assert "Result 5 is unknown" in pages.text(send(client, event, 7, "5"))

    def test_nothing_that_stands_is_overwritten(self, client: Client, event: Tournament) -> None:
        posted(event)
        send(client, event, 6, "1")
        page = pages.text(send(client, event, 6, "2"))
        assert "entered table 6 a moment ago" in page
        assert Match.objects.get(table=6).outcome == "left"

    def test_a_key_is_taken_once(self, client: Client, event: Tournament) -> None:
        posted(event)
        send(client, event, 6, "1", idempotency_key="abcdefgh-1")
        answer = send(client, event, 6, "1", idempotency_key="abcdefgh-1")
        assert pages.messages(answer) == ["This entry had already arrived. Nothing was entered twice."]

    def test_two_divisions_at_one_table_are_named(self, client: Client, event: Tournament) -> None:
        """A file of TOM may number the tables of each pod from 1."""
        rounds = posted(event)
        rounds[2].matches.filter(table=9).update(table=2)
        assert "Two divisions play at table 2: Juniors, Masters." in pages.text(send(client, event, 2, "1"))
        client.post(pages.of(rounds[2], "result"), {"table": 2, "result": "1"})
        assert rounds[2].matches.get(table=2).outcome == "left"

    def test_a_match_of_the_cut_cannot_be_tied(self, client: Client, event: Tournament) -> None:
        rounds = posted(event)
        rounds[1].stage.kind = "elimination"
        rounds[1].stage.save()
        page = pages.text(client.get(at(event)))
        assert page.count('data-keys="12"') == 4
        assert page.count(':tie"') == 8

    def test_news_of_all_divisions(self, client: Client, event: Tournament) -> None:
        posted(event)
        since = client.get(at(event)).context["since"]
        assert client.get(at(event, "hall_news"), {"since": since}).status_code == 204
        send(client, event, 6, "1")
        news = pages.text(client.get(at(event, "hall_news"), {"since": since}))
        match = Match.objects.get(table=6)
        assert re.findall(r'id="table-(\d+)"', news) == ["6"]
        assert f'name="seen" value="{match.pk}:left"' in news
        assert "11 tables have no result yet" in news
        assert "new change" not in news
        newest = re.search(r'name="since" value="([^"]+)"', news)
        assert newest
        assert client.get(at(event, "hall_news"), {"since": newest[1]}).status_code == 204

    def test_the_script_is_answered_with_the_row_it_changed(self, client: Client, event: Tournament) -> None:
        posted(event)
        since = client.get(at(event)).context["since"]
        typed = {"table": 6, "result": "1", "since": since}
        answer = client.post(at(event, "hall_result"), typed, headers={"HX-Request": "true"}, follow=True)
        assert answer.templates[0].name == "pairings/desk/changes.html"
        text = pages.text(answer)
        assert re.findall(r'id="table-(\d+)"', text) == ["6"]
        assert "Table 6 saved" in text
        assert "data-undo" in text
        typed |= {"result": "2"}
        refused = client.post(at(event, "hall_result"), typed, headers={"HX-Request": "true"})
        assert "entered table 6 a moment ago" in pages.text(refused)
        assert 'name="seen"' not in pages.text(refused)


class TestWhichDesk:
    def test_all_divisions_open_first_and_the_choice_is_kept(self, client: Client, event: Tournament) -> None:
        junior = homes(event)[0]
        assert client.get(at(event)).templates[0].name == "pairings/hall_desk.html"
        client.get(pages.desk(junior))
        assert client.get(at(event)).context["division"] == junior
        client.get(at(event) + "?division=all")
        assert client.get(at(event)).templates[0].name == "pairings/hall_desk.html"

    def test_an_empty_division_never_opens_first(self, client: Client) -> None:
        event = build.event(divisions=("junior", "senior", "masters"))
        build.add_players(event, 8, birth_years=(1990,))
        client.force_login(event.staff.select_related("user").get().user)
        junior, _senior, masters = homes(event)
        page = client.get(at(event))
        assert page.context["division"] == masters
        assert [tab.label for tab in page.context["tabs"]] == ["Juniors", "Seniors", "Masters"]
        posted(event)
        page = client.get(at(event))
        assert page.context["tabs"] == []
        empty = pages.text(client.get(pages.desk(junior)))
        assert "Juniors has no players." in empty
        assert "Add them by hand" not in empty

    def test_one_division_has_no_such_desk(self, client: Client) -> None:
        home = division(8)
        client.force_login(home.tournament.staff.select_related("user").get().user)
        page = client.get(at(home.tournament) + "?division=all")
        assert page.context["division"] == home
        assert page.context["tabs"] == []


@pytest.mark.parametrize("step", ["pair", "post", "results"])
def test_it_costs_the_same_for_any_number_of_players(client: Client, step: str) -> None:
    taken = set()
    for players in (12, 48):
        event = hall(players)
        client.force_login(event.staff.select_related("user").get().user)
        if step != "pair":
            all_divisions.pair_all_divisions(event, seen(event), by=None)
        if step == "results":
            all_divisions.post_all_divisions(event, seen(event), by=None)
        client.get(at(event))
        taken.add(queries_of(client, at(event)))
    assert len(taken) == 1, taken


def test_the_desk_of_one_division_costs_one_query_more_for_the_others(client: Client) -> None:
    taken = set()
    for players in (12, 48):
        event = hall(players)
        client.force_login(event.staff.select_related("user").get().user)
        posted(event)
        client.get(pages.desk(homes(event)[0]))
        taken.add(queries_of(client, pages.desk(homes(event)[0])))
    assert len(taken) == 1, taken


def test_one_file_prints_the_round_of_all_divisions(client: Client, event: Tournament) -> None:
    posted(event)
    answer = client.get(pages.event(homes(event)[0], "sheet", "round") + "?hall=yes")
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert all(name in text for name in ("Juniors", "Seniors", "Masters"))
    client.logout()
    Round.objects.filter(division=homes(event)[2]).update(state="unposted")
    answer = client.get(pages.event(homes(event)[0], "sheet", "tables") + "?hall=yes")
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert "Juniors" in text
    assert "Masters" not in text


def test_one_press_posts_the_rounds_and_prints_them(client: Client, event: Tournament) -> None:
    all_divisions.pair_all_divisions(event, seen(event), by=None)
    assert "Post and print" in pages.text(client.get(at(event, "post_all")))
    answer = client.post(at(event, "post_all"), typed(event) | {"print": "yes"})
    assert set(Round.objects.values_list("state", flat=True)) == {"posted"}
    sheets = client.get(answer["Location"])
    assert sheets["Content-Type"] == "application/pdf"
    again = client.post(at(event, "post_all"), typed(event) | {"print": "yes"})
    assert again["Location"].startswith(at(event))
