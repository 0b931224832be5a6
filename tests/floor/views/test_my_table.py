"""My table: behind a personal link, a player sees only their table, their opponent and what comes next."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Match, Round
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, day_two, rounds
from tests import build
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division, organizer, play, report_all
from tournaments.models import Entry, Tournament
from tournaments.services import announcements, divisions, personal_links

pytestmark = pytest.mark.django_db


def posted(players: int = 4, **fields: object) -> Round:
    of = division(players, **fields)
    return rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)


def table(round_: Round, number: int = 1) -> Match:
    return round_.matches.select_related("left__player", "right__player").get(table=number)


def url(entry: Entry, name: str = "my") -> str:
    return reverse(full_name(name), args=[personal_links.ensure_link(entry).token])


def page(client: Client, entry: Entry) -> str:
    return markup(client.get(url(entry)))


def results_of(html: str) -> list[str]:
    """The results that the page offers, each a button of one tap, with what follows the visible words."""
    group = html.partition('class="result-buttons"')[2].partition('<details class="card fold"')[0]
    buttons = re.findall(r'<summary class="button[^"]*">(.*?)</summary>', group, re.DOTALL)
    texts = [" ".join(re.sub(r"<[^>]+>", "", button).split()) for button in buttons]
    return [text.rpartition(": ")[2] for text in texts]


class TestWhatComesNext:
    def test_before_the_first_round(self, client):
        of = division(3)
        one = of.entries.first()
        assert "Round 1 is not posted yet" in page(client, one)
        Entry.objects.update(checked_in_at=None)
        assert "You are not checked in" in page(client, one)

    def test_a_draft_is_nothing_a_player_sees(self, client):
        of = division(4)
        rounds.pair_next_round(of, by=None, seed=1)
        assert "Round 1 is not posted yet" in page(client, of.entries.first())

    def test_a_table_and_an_opponent(self, client):
        match = table(posted(), 2)
        html = page(client, match.left)
        assert str(match.right) in html
        assert "<b>2</b>" in html
        assert results_of(html) == ["I won", "We tied", f"{match.right} won"]

    def test_a_bye(self, client):
        bye = posted(3).matches.get(outcome="bye")
        assert "it counts as a win" in page(client, bye.left)

    def test_a_result_a_closed_round_and_the_end(self, client):
        round_ = posted()
        of = round_.division
        match = table(round_)
        report_all(round_)
        assert "Your result is in" in page(client, match.left)
        rounds.close_round(round_, by=None)
        html = page(client, match.right)
        assert "Round 2 is not posted yet" in html
        assert "after round 1" in html
        play(of, round_.stage.rounds_planned - 1, seed=5)
        html = page(client, match.left)
        assert "The event is over" in html
        first = client.get(url(match.left)).context["first"]
        assert (first.spot_is_place, first.half_note) == (True, "3 points"), "not the last table"
        assert "Why this opponent?" not in html
        assert "My chances for the top cut" not in html

    def test_somebody_who_left(self, client):
        one = division(4).entries.select_related("division").first()
        attendance.drop_player(one, by=None)
        assert "You have dropped from this event" in page(client, one)

    def test_who_did_not_reach_day_two_and_who_did_not_reach_the_cut(self, client):
        of = division(8, structure="swiss_cut")
        divisions.change_division(
            of, by=None, rounds_planned=2, day_two_by="place", day_two_size=4, day_two_rounds=1, cut_size=2
        )
        of.refresh_from_db()
        play(of, 2)
        places = [
            line.entry for line in of.rounds.get(number=2).standings.select_related("entry").order_by("place")
        ]
        second, last = places[3], places[-1]
        seen = client.get(url(last)).context["stamp"]
        day_two.open_day_two(of, by=None)
        assert client.get(url(last)).context["stamp"] != seen
        rounds.post(rounds.pair_next_round(of, by=None, seed=3), by=None)
        html = page(client, last)
        assert "You did not reach day 2 this time." in html
        assert "Go to the desk right away" not in html
        assert "Drop from the event" not in html
        assert len(results_of(page(client, second))) == 3
        report_all(of.rounds.get(number=3))
        rounds.close_round(of.rounds.get(number=3), by=None)
        cut = cuts.start_cut(of, by=None)
        inside = set(cut.brackets.get().seeds.values_list("entry", flat=True))
        out = next(one for one in places[:4] if one.pk not in inside)
        assert "You did not reach the top cut this time." in page(client, out)
        rounds.post(rounds.pair_next_round(of, by=None, seed=4), by=None)
        assert "You did not reach the top cut this time." in page(client, out)
        assert len(results_of(page(client, next(one for one in places if one.pk in inside)))) == 2
        report_all(of.rounds.get(number=4))
        rounds.close_round(of.rounds.get(number=4), by=None)
        html = page(client, out)
        assert "The event is over" in html
        assert "<small>Place</small>" in html

    def test_the_cut_follows_the_last_swiss_round(self, client):
        of = division(5, structure="swiss_cut")
        divisions.change_division(of, by=None, rounds_planned=1, cut_size=2)
        of.refresh_from_db()
        round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
        bye, match = round_.matches.get(outcome="bye"), table(round_)
        report_all(round_)
        for entry in (bye.left, match.left):
            html = page(client, entry)
            assert "The top cut follows when all tables are finished." in html
            assert "next round starts" not in html
            assert "Come back for the next round" not in html
        rounds.close_round(round_, by=None)
        lines = round_.standings.select_related("entry").order_by("place")
        inside, outside = [line.entry for line in lines][1:3]
        assert "The top cut comes next." in page(client, inside)
        answer = client.get(url(outside))
        assert "You did not reach the top cut." in markup(answer)
        attendance.drop_player(inside, by=None)
        assert client.get(url(outside)).context["stamp"] != answer.context["stamp"]
        assert "The top cut comes next." in page(client, outside)

    @pytest.mark.parametrize(
        ("plan", "sentence"),
        [
            ({}, "It was your last round of this event."),
            ({"day_two_by": "place", "day_two_size": 2}, "the last round of day 1"),
        ],
    )
    def test_no_round_follows_a_bye_in_the_last_one(self, client, plan, sentence):
        of = division(5, structure="swiss")
        divisions.change_division(of, by=None, rounds_planned=1, **plan)
        of.refresh_from_db()
        round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
        html = page(client, round_.matches.get(outcome="bye").left)
        assert sentence in html
        assert "Come back for the next round" not in html

    def test_no_round_follows_a_bye_of_a_player_who_dropped(self, client):
        bye = posted(3).matches.get(outcome="bye")
        attendance.drop_player(bye.left, by=None)
        assert "Come back for the next round" not in page(client, bye.left)

    def test_announcements(self, client):
        of = division(2)
        announcements.post_announcement(of.tournament, by=None, text="Lunch at noon")
        assert "Lunch at noon" in page(client, of.entries.first())


class TestNobodyElse:
    @pytest.mark.parametrize("token", ["x", "a" * 24, "A" * 500])
    def test_guessed_links_open_nothing(self, client, token):
        assert client.get(f"/my/{token}").status_code == 404
        assert client.get(f"/my/{token}/live").status_code == 404

    def test_a_new_link_ends_the_old_one(self, client):
        one = division(2).entries.select_related("tournament", "division").first()
        old = url(one)
        personal_links.renew_personal_link(one, by=None)
        assert client.get(old).status_code == 404
        assert client.get(url(one)).status_code == 200

    def test_the_page_is_never_kept_nor_indexed_nor_told_to_others(self, client):
        answer = client.get(url(division(2).entries.first()))
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "strict-origin"

    def test_children_are_shown_by_first_name_and_initial(self, client):
        of = division(4)
        Entry.objects.update(age_division="junior")
        match = table(rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None))
        html = page(client, match.left)
        assert f"{match.right.player.first_name} {match.right.player.last_name[0]}." in html
        assert str(match.right) not in html


class TestThePhoneRemembers:
    def test_from_the_event_to_ones_own_table(self, client):
        match = table(posted())
        here = reverse("floor:my_here", args=[match.round.division.tournament.slug])
        assert "does not know who you are" in markup(client.get(here))
        client.get(url(match.left))
        assert client.get(here)["Location"] == url(match.left)

    def test_an_account_knows_its_player(self, client):
        match = table(posted())
        someone = build.user("zoe")
        match.left.player.user = someone
        match.left.player.save()
        client.force_login(someone)
        here = reverse("floor:my_here", args=[match.round.division.tournament.slug])
        assert client.get(here)["Location"] == url(match.left)

    def test_a_parent_changes_between_children(self, client):
        match = table(posted())
        client.get(url(match.left))
        html = page(client, match.right)
        assert url(match.left) in html
        client.post(url(match.left, "my_forget"))
        assert url(match.left) not in page(client, match.right)

    def test_a_revoked_link_is_not_remembered(self, client):
        match = table(posted())
        client.get(url(match.left))
        personal_links.renew_personal_link(
            Entry.objects.select_related("tournament", "division").get(pk=match.left_id), by=None
        )
        here = reverse("floor:my_here", args=[match.round.division.tournament.slug])
        assert client.get(here).status_code == 200


class TestLive:
    def test_nothing_is_sent_while_all_is_as_it_was(self, client):
        round_ = posted()
        match = table(round_)
        context = client.get(url(match.left)).context
        live = f"{url(match.left, 'my_live')}?match={match.pk}&seen={context['stamp']}"
        assert client.get(live).status_code == 204
        report_all(round_)
        assert "Your result is in" in markup(client.get(live))
        rounds.close_round(round_, by=None)
        again = rounds.post(rounds.pair_next_round(round_.division, by=None, seed=3), by=None)
        assert again.number == 2
        assert client.get(live)["HX-Refresh"] == "true"

    @pytest.mark.django_db(transaction=True)
    def test_asking_again_costs_the_same_in_any_field(self, client, django_assert_max_num_queries):
        for players in (4, 64):
            match = table(posted(players))
            seen = client.get(url(match.left)).context["stamp"]
            again = f"{url(match.left, 'my_live')}?match={match.pk}&seen={seen}"
            with django_assert_max_num_queries(3):
                assert client.get(again).status_code == 204

    @pytest.mark.django_db(transaction=True)
    def test_the_page_costs_the_same_in_any_field(self, client, django_assert_max_num_queries):
        for players in (4, 64):
            match = table(posted(players))
            client.get(url(match.left))
            with django_assert_max_num_queries(4):
                client.get(url(match.left))


def test_unpublished_events_are_open_to_their_players_alone(client):
    match = table(posted())
    Tournament.objects.update(published=False)
    html = page(client, match.left)
    assert str(match.right) in html
    assert reverse("pairings:standings", args=[match.round.division.tournament.slug]) not in html
    assert organizer(match.round.division)
