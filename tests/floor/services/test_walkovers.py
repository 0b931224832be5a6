"""Players who left the event lose in the cut by walkover, and every page names the same champion (M-027)."""

import csv
import io
import json
import os
from random import Random

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from core.engine.journal.kinds import reversible_kinds
from core.services import undo
from pairings.documents import exports
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.queries.bracket import brackets, displayed_brackets
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts as starting
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, options, rounds
from tests.floor.services.cut_in_print import read_alike
from tests.floor.services.test_any_order import Floor, dump, whole
from tests.pairings.build import division, open_matches, organizer, play
from tests.pairings.services.rounds.test_rounds import refusal
from tests.pairings.views import pages
from tournaments.models import Division, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SEEDS = range(int(os.environ.get("STADIUM_CUTS", "2")))


def in_cut(size: int = 4, players: int = 8, **fields: object) -> Division:
    of = division(players, structure="swiss_cut", published=True, **fields)
    play(of, 3)
    starting.start_cut(of, by=None, sizes={"all": size}, anyway=True)
    return of


def seed(of: Division, number: int) -> Entry:
    return Entry.objects.select_related("player", "division__tournament").get(
        pk=brackets.brackets_of_division(of)[0].seeds.get(seed=number).entry_id
    )


def match_of(entry: Entry, round_: Round) -> Match:
    found = round_.matches.select_related("round__division__tournament", "left__player", "right__player")
    return found.get(seats__entry=entry)


def test_who_left_before_the_round_is_paired_loses_it() -> None:
    of = in_cut()
    leaver = seed(of, 4)
    attendance.drop_player(leaver, by=None)
    round_ = rounds.pair_next_round(of, by=None)
    match = match_of(leaver, round_)
    assert (match.reason, match.outcome) == (Reason.WALKOVER, Outcome.LEFT)
    rounds.post(round_, by=None)
    assert (
        refusal(results.enter_result, match, MatchResult(Outcome.RIGHT), by=None, seen=Outcome.LEFT).code
        == "OUT_OF_THE_CUT"
    )
    assert refusal(results.clear_result, match, by=None, seen=Outcome.LEFT).code == "OUT_OF_THE_CUT"


@pytest.mark.parametrize("state", ["unposted", "posted"])
@pytest.mark.parametrize("out", [attendance.drop_player, attendance.disqualify_player])
def test_who_leaves_an_open_round_loses_it_and_an_undo_opens_the_match(state: str, out) -> None:  # type: ignore[no-untyped-def]
    of = in_cut()
    round_ = rounds.pair_next_round(of, by=None)
    if state == "posted":
        rounds.post(round_, by=None)
    before, leaver = dump(of), seed(of, 1)
    out(leaver, by=None)
    assert match_of(leaver, round_).reason == Reason.WALKOVER
    if out is attendance.drop_player:
        undo.undo_step(of.journal.order_by("pk").last(), by=None)
    else:
        attendance.lift_disqualification_of_player(leaver, by=None)
    assert dump(of) == before
    if state == "unposted":
        rounds.post(round_, by=None)
    assert (
        results.enter_result(match_of(leaver, round_), MatchResult(Outcome.LEFT), by=None).outcome
        == Outcome.LEFT
    )


def test_a_disqualification_that_decided_a_closed_round_is_lifted_after_it() -> None:
    of = in_cut()
    leaver = seed(of, 4)
    attendance.disqualify_player(leaver, by=None)
    round_ = play(of)
    assert (
        refusal(attendance.lift_disqualification_of_player, leaver, by=None).code == "UNDO_NEXT_ROUND_FIRST"
    )
    assert seed(of, 4).disqualified
    undo.undo_step(of.journal.get(kind="RoundClosed", facts__round=round_.number), by=None)
    attendance.lift_disqualification_of_player(leaver, by=None)
    assert match_of(leaver, round_).outcome == Outcome.PENDING


def test_who_had_left_before_a_disqualification_is_out_of_the_cut_after_it() -> None:
    of = in_cut()
    leaver = seed(of, 4)
    attendance.drop_player(leaver, by=None)
    attendance.disqualify_player(leaver, by=None)
    play(of)
    before = match_of(leaver, of.rounds.get(number=4))
    attendance.lift_disqualification_of_player(leaver, by=None)
    assert not seed(of, 4).active
    assert match_of(leaver, of.rounds.get(number=4)).outcome == before.outcome == Outcome.LEFT


def test_a_result_that_was_played_stays_and_the_next_round_is_lost() -> None:
    of = in_cut()
    play(of)
    winner = seed(of, 1)
    attendance.disqualify_player(winner, by=None)
    final = rounds.pair_next_round(of, by=None)
    match = final.matches.get(third_place=False)
    assert match.reason == Reason.WALKOVER
    rounds.close_round(rounds.post(final, by=None), by=None)
    (drawn,) = displayed_brackets.brackets_to_display(of)
    assert drawn.champion is not None
    assert drawn.champion.entry_id != winner.pk
    assert agree(of) == drawn.champion.entry_id


def test_of_two_who_are_out_the_one_who_left_last_goes_through() -> None:
    of = in_cut(2)
    first, last = seed(of, 1), seed(of, 2)
    attendance.drop_player(first, by=None)
    attendance.drop_player(last, by=None)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    assert match_of(first, round_).outcome == Outcome.RIGHT
    attendance.disqualify_player(last, by=None)
    assert match_of(first, round_).outcome == Outcome.LEFT
    rounds.close_round(round_, by=None)
    assert agree(of) == first.pk


@pytest.mark.parametrize("empty", [False, True])
def test_a_disqualified_champion(client: Client, empty: bool) -> None:
    of = in_cut(4)
    options.change_pairing_options(of, by=None, leave_places_empty=empty)
    play(of, 2)
    champion, second = seed(of, 1), seed(of, 2)
    assert agree(of) in (champion.pk, second.pk)
    winner = Entry.objects.get(pk=agree(of))
    attendance.disqualify_player(winner, by=None)
    (drawn,) = displayed_brackets.brackets_to_display(of)
    named = drawn.champion.entry_id if drawn.champion else None
    assert agree(of) == named
    first = standings_lists(of)[0].rows[0]
    assert first.place == (2 if empty else 1)
    text = pages.text(client.get(reverse("pairings:cut", args=[of.tournament.slug])))
    assert ("First place is left vacant." if empty else "moves up to first place.") in text
    attendance.lift_disqualification_of_player(winner, by=None)
    assert agree(of) == winner.pk


@pytest.mark.parametrize("empty", [False, True])
def test_where_the_whole_cut_is_disqualified(client: Client, empty: bool) -> None:
    of = in_cut(2)
    options.change_pairing_options(of, by=None, leave_places_empty=empty)
    third = standings_lists(of)[0].rows[2].person
    play(of)
    for number in (1, 2):
        attendance.disqualify_player(seed(of, number), by=None)
    assert agree(of) == (None if empty else third.entry_id)
    first = standings_lists(of)[0].rows[0]
    assert (first.place, first.person.entry_id) == (3 if empty else 1, third.entry_id)
    sentence = (
        "won the final and was disqualified. First place is left vacant."
        if empty
        else f"All players in the top cut were disqualified. {third.name} is next and moves up to first place."
    )
    event = of.tournament
    assert sentence in pages.text(client.get(reverse("pairings:cut", args=[event.slug])))
    client.force_login(organizer(of))
    sheet = client.get(reverse("pairings:sheet", args=[event.slug, "bracket"]), {"division": of.pk})
    (page,) = PdfReader(io.BytesIO(b"".join(sheet))).pages
    assert sentence in " ".join(page.extract_text().split())
    line = list(csv.reader(io.StringIO(exports.standings_csv(event).decode("utf-8-sig"))))[1]
    assert all(name in line for name in (str(first.place), *third.name.split()))
    out = io.StringIO()
    call_command("standings", event.slug, format="json", stdout=out)
    line = json.loads(out.getvalue())["all"][0]
    assert (line["place"], line["name"]) == (first.place, third.name)


def test_a_drop_that_decided_a_closed_round_is_undone_after_it() -> None:
    of = in_cut()
    leaver = seed(of, 4)
    attendance.drop_player(leaver, by=None)
    line = of.journal.get(kind="EntryDropped")
    play(of)
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_NEXT_ROUND_FIRST"


def test_review_desk_and_bracket_say_why_nobody_plays(client: Client) -> None:
    of = in_cut()
    client.force_login(organizer(of))
    attendance.drop_player(seed(of, 4), by=None)
    sentence = f"{seed(of, 4)} is out of the event, so {seed(of, 1)} advances without playing."
    round_ = rounds.pair_next_round(of, by=None)
    assert sentence in pages.text(client.get(pages.of(round_, "review")))
    rounds.post(round_, by=None)
    assert sentence in pages.text(client.get(pages.of(round_)))
    assert sentence in pages.text(client.get(reverse("pairings:cut", args=[of.tournament.slug])))


def agree(of: Division) -> int | None:
    """Return the champion, after checking that bracket and standings, for staff and public, agree."""
    (drawn,) = displayed_brackets.brackets_to_display(of)
    (table,) = standings_lists(of)
    bracket = drawn.champion.entry_id if drawn.champion else None
    first = table.rows[0] if table.rows and table.rows[0].place == 1 and table.final else None
    assert bracket == (first.person.entry_id if first else None)
    paper = standings_lists(of, public=True)[0]
    assert [(row.place, row.person.entry_id) for row in paper.rows] == [
        (row.place, row.person.entry_id) for row in table.rows
    ]
    return bracket


class Cut(Floor):
    """A top cut in which players drop, are disqualified and reinstated, and steps are undone."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"cut {seed}")
        self.division = in_cut(self.chance.choice([2, 3, 4, 6, 8]), third_place=self.chance.random() < 0.5)
        self.had_left: dict[int, bool] = {}

    def acts(self):  # type: ignore[no-untyped-def]
        return [
            (8, self.pair),
            (2, self.pair_again),
            (8, self.post),
            (10, self.result),
            (6, self.results),
            (2, self.clear),
            (8, self.close),
            (2, self.correct),
            (4, self.drop),
            (3, self.disqualify),
            (2, self.lift),
            (1, self.reinstate),
            *self.reporting(),
            (5, self.undo_last),
            (4, self.undo_any),
        ]

    def disqualify(self) -> None:
        entry = self.somebody()
        attendance.disqualify_player(entry, by=None)
        self.had_left[entry.pk] = not entry.active

    def lift(self) -> None:
        back = attendance.lift_disqualification_of_player(self.somebody(disqualified=True), by=None)
        assert back.active != self.had_left[back.pk]

    @transaction.atomic
    def lift_at_once(self) -> None:
        """Check that lifting a disqualification restores the previous state."""
        inside = brackets.entrant_keys(brackets.brackets_of_division(self.division)[0])
        there = list(Entry.objects.filter(pk__in=inside, disqualified=False).order_by("pk"))
        if not there:
            return
        entry = self.chance.choice(there)
        before = dump(self.division)
        attendance.disqualify_player(entry, by=None)
        whole(self.of(), newest=2)
        agree(self.of())
        attendance.lift_disqualification_of_player(entry, by=None)
        assert dump(self.division) == before

    def undo_last(self) -> None:
        step = undo.last_undoable_step(self.of())
        if step is not None and step.kind != "CutStarted":
            undo.undo_step(step, by=None)

    def undo_any(self) -> None:
        """Undo a line of the cut out of order, as from an outdated page."""
        start = self.division.journal.filter(kind="CutStarted").latest("pk")
        lines = list(
            self.division.journal.filter(kind__in=reversible_kinds(), pk__gt=start.pk).order_by("-pk")[:12]
        )
        if lines:
            undo.undo_step(self.chance.choice(lines), by=None)

    def somebody(self, **which: object) -> Entry:
        return super().somebody(
            **which, pk__in=brackets.entrant_keys(brackets.brackets_of_division(self.division)[0])
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_in_the_cut_its_pages_agree(seed: int) -> None:
    """After each step, bracket and standings name one champion. After every fourth step, and after each that leads
    to the end, names and places are read on both pages, in both PDFs, in the file and from the command.
    """
    floor = Cut(seed)
    for step in range(40):
        floor.step()
        whole(floor.of(), newest=2)
        agree(floor.of())
        if not step % 4:
            _read(floor.of())
        floor.lift_at_once()
    whole(floor.of())
    while _goes_on(floor.of()):
        whole(floor.of(), newest=2)
        _read(floor.of())
    whole(floor.of())
    assert standings_lists(floor.of())[0].final
    assert (agree(floor.of()) is not None) == bool(standings_lists(floor.of())[0].rows)


def _read(of: Division) -> None:
    """Check that all outputs name the champion of the rows."""
    champion = agree(of)
    assert read_alike(of) == (str(of.entries.get(pk=champion)) if champion else None)


def _goes_on(of: Division) -> bool:
    """Take one step further to the end of the bracket."""
    newest = of.rounds.select_related("stage", "division__tournament").order_by("-number").first()
    if newest.state == Round.State.UNPOSTED:
        rounds.post(newest, by=None)
    elif newest.state == Round.State.POSTED:
        for match in open_matches(newest):
            results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
        rounds.close_round(newest, by=None)
    else:
        stage = of.stages.order_by("-position").first()
        if stage.rounds.count() >= stage.rounds_planned:
            return False
        rounds.pair_next_round(of, by=None)
    return True


def test_the_paper_the_file_and_the_command_name_the_same_champion(client: Client) -> None:
    of = in_cut(4)
    play(of, 2)
    attendance.disqualify_player(Entry.objects.get(pk=agree(of)), by=None)
    champion = str(Entry.objects.select_related("player").get(pk=agree(of)))
    event = of.tournament
    client.force_login(organizer(of))
    sheet = client.get(reverse("pairings:sheet", args=[event.slug, "bracket"]), {"division": of.pk})
    (page,) = PdfReader(io.BytesIO(b"".join(sheet))).pages
    assert f"{champion} moves up to first place." in " ".join(page.extract_text().split())
    first = list(csv.reader(io.StringIO(exports.standings_csv(event).decode("utf-8-sig"))))[1]
    assert all(name in first for name in ("1", *champion.split()))
    out = io.StringIO()
    call_command("standings", event.slug, format="json", stdout=out)
    assert json.loads(out.getvalue())["all"][0]["name"] == champion
