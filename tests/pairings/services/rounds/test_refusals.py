"""Results, cuts, tables and manual matches that must be refused, or must be accepted."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.forms.cuts import CutForm
from pairings.queries.reports.clocks import round_text
from pairings.queries.rounds import pairing_warnings
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, manual_pairing, options, rounds
from pairings.words import round_names
from tests import build
from tests.html import markup
from tests.pairings.build import division, open_matches, organizer, play, report_all
from tests.pairings.services.rounds.test_rounds import refusal
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("outcome", "games", "code"),
    [
        (Outcome.LEFT, (3, 0), "GAMES_TOO_MANY"),
        (Outcome.RIGHT, (1, 3), "GAMES_TOO_MANY"),
        (Outcome.TIE, (2, 2), "GAMES_TOO_MANY"),
        (Outcome.LEFT, (1, 2), "GAMES_DO_NOT_FIT"),
    ],
)
def test_best_of_three_ends_with_two_games(outcome: Outcome, games: tuple[int, int], code: str) -> None:
    of = division(4, best_of=3)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    score = MatchResult(outcome, games=games)
    assert refusal(results.enter_result, open_matches(round_)[0], score, by=None).code == code


@pytest.mark.parametrize(
    ("outcome", "games"), [(Outcome.LEFT, (2, 1)), (Outcome.LEFT, (1, 0)), (Outcome.TIE, (1, 1))]
)
def test_what_a_best_of_three_can_end_in(outcome: Outcome, games: tuple[int, int]) -> None:
    of = division(4, best_of=3)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    match = results.enter_result(open_matches(round_)[0], MatchResult(outcome, games=games), by=None)
    assert (match.games_left, match.games_right) == games


def combined() -> Division:
    event = build.event(divisions=("all",), by_age=True, structure="swiss_cut")
    build.add_players(event, 18, birth_years=(2018, 2012, 1990))
    return event.divisions.select_related("tournament").get()


def test_an_age_division_without_a_planned_cut_is_left_out_by_an_empty_box(client: Client) -> None:
    of = combined()
    play(of, 3)
    Division.objects.filter(pk=of.pk).update(rounds_planned=3)
    of.stages.update(rounds_planned=3)
    form = CutForm(None, of, {"masters": 4, "senior": 0})
    assert form["size_senior"].value() == "0"
    client.force_login(organizer(of))
    sent = {"size_masters": "4", "size_senior": "", "size_junior": ""}
    client.post(reverse("pairings:start_cut", args=[of.tournament.slug, of.pk]), sent)
    assert [one.age_division for one in of.stages.get(kind="elimination").brackets.all()] == ["masters"]


def test_a_fixed_table_is_not_a_blocked_one() -> None:
    of = division(4)
    one, two = of.entries.select_related("player", "division", "tournament")[:2]
    options.change_pairing_options(of, by=None, blocked_tables=[7])
    assert refusal(options.set_pairing_wish, one, by=None, table=7).code == "TABLE_IS_BLOCKED"
    options.set_pairing_wish(two, by=None, table=8)
    refused = refusal(options.change_pairing_options, of, by=None, blocked_tables=[7, 8])
    assert (refused.code, refused.facts["name"]) == ("FIXED_TABLE_NOT_BLOCKED", str(two))


def test_two_of_a_family_paired_by_hand_are_named_first() -> None:
    of = division(8)
    unposted = rounds.pair_next_round(of, by=None, seed=1)
    one, two = unposted.matches.select_related("left__player", "left__division", "right__player").order_by(
        "table"
    )[:2]
    for entry in (one.left, two.left):
        options.set_pairing_wish(entry, by=None, group="Silva" if entry == one.left else "SILVA")
    refused = refusal(manual_pairing.make_match, unposted, one.left, two.left, by=None)
    assert refused.code == "MATCH_HAS_WARNINGS"
    assert [code for code, _ in refused.facts["warnings"]] == ["WARNING_GROUP"]
    assert refusal(rounds.swap_players, unposted, one.right, two.left, by=None).code == "SWAP_IS_OF_GROUP"
    rounds.swap_players(unposted, one.right, two.left, by=None, anyway=True)
    options.change_pairing_options(of, by=None, groups_apart=False)
    assert not pairing_warnings.warnings_about_pairs(unposted, [(one.left_id, two.left_id)])


def test_two_who_must_not_meet_are_named_before_a_swap() -> None:
    unposted = rounds.pair_next_round(division(8), by=None, seed=1)
    one, two = unposted.matches.select_related("left__player", "left__division", "right__player").order_by(
        "table"
    )[:2]
    options.forbid_meeting_of_players(one.left, two.left, by=None)
    assert refusal(rounds.swap_players, unposted, one.right, two.left, by=None).code == "SWAP_IS_APART"


def test_the_desk_of_the_cut_offers_no_ties(client: Client) -> None:
    of = division(8, structure="swiss_cut")
    play(of, 3)
    client.force_login(organizer(of))
    swiss = client.get(reverse("pairings:round", args=[of.tournament.slug, of.pk, 3]))
    assert swiss.status_code == 200
    cuts.start_cut(of, by=None, sizes={"all": 2}, anyway=True)
    final = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    page = markup(client.get(pages.of(final)))
    assert "There are no ties in the top cut. Type 1 or 2." in page
    assert "<kbd>0</kbd> tie" not in page
    assert "<dd>double loss</dd>" not in page


def test_nobody_is_sent_to_the_door_when_all_have_left(client: Client) -> None:
    of = division(4)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    for entry in of.entries.all():
        attendance.drop_player(entry, by=None)
    report_all(round_)
    rounds.close_round(round_, by=None)
    refused = refusal(rounds.pair_next_round, of, by=None)
    assert (refused.code, refused.facts) == ("PLAYERS_HAVE_LEFT", {"players": 0})
    client.force_login(organizer(of))
    text = pages.text(client.get(pages.desk(of)))
    assert "All others have dropped." in text
    assert "Opens when two players are checked in." not in text


def test_a_final_of_two_is_a_final_beside_larger_brackets() -> None:
    of = combined()
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"masters": 6, "senior": 2}, anyway=True)
    round_ = rounds.pair_next_round(of, by=None)
    final = round_.matches.select_related("round__stage").get(bracket__age_division="senior")
    quarter = round_.matches.select_related("round__stage").filter(bracket__age_division="masters").first()
    assert round_names.round_name_of_match(final) == "Final"
    assert round_names.round_name_of_match(quarter) == "Quarterfinals"
    assert round_names.round_name(round_) == "Quarterfinals, Final"
    assert round_text(round_) == "Top 6, quarterfinals, final"
