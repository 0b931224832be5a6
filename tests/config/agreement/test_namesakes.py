"""Two players with the same name are distinguishable on every page, document and journal line of an event."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from core.queries.journal import journal_rows
from core.sentences import journal_text
from core.services import undo
from pairings.documents.pairings import sides_by_name
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.rounds.match_rows import match_rows
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing
from tests import build
from tests.config.agreement.crawl import pages
from tests.pairings import build as play
from tests.pairings import tom_files as tf
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import player_rows
from tournaments.services import entries, personal_links, players, team_entries

pytestmark = pytest.mark.django_db

UNCLEAR = re.compile(r"(?:Ana Lima|Lima, Ana)(?! \([12]\))")
NUMBERED = re.compile(r"(?:Ana Lima|Lima, Ana) \([12]\)")
FILE = re.compile(r'href="(/e/[^"]+\.(?:pdf|csv)(?:\?[^"]*)?)"')


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Two of one name", published=True, by_age=False, divisions=("masters",))
    for number, year in ((None, 1990), ("5000001", 1991)):
        entries.add_entry(
            made,
            by=None,
            first_name="Ana",
            last_name="Lima",
            player_id=number,
            birth_year=year,
            age_division="masters",
            namesake=True,
        )
    build.add_players(made, 4)
    made.entries.update(checked_in_at=build.NOON)
    return made


@pytest.fixture
def round_(event: Tournament) -> Round:
    division = event.divisions.select_related("tournament").get()
    play.play(division, 1)
    return rounds.post(rounds.pair_next_round(division, by=None, seed=2), by=None)


def both(event: Tournament) -> list[Entry]:
    return list(event.entries.filter(last_name="Lima").order_by("pk"))


def unclear(text: str) -> Iterator[str]:
    """Return where a text has the name without a number, with the text around it."""
    for found in UNCLEAR.finditer(text):
        yield text[max(0, found.start() - 80) : found.end() + 40]


def test_the_second_one_numbers_both(event: Tournament) -> None:
    assert [str(entry) for entry in both(event)] == ["Ana Lima (1)", "Ana Lima (2)"]
    assert [entry.sort_name for entry in both(event)] == ["Lima, Ana (1)", "Lima, Ana (2)"]
    third = entries.add_entry(
        event, by=None, first_name="ana", last_name="LIMA", age_division="masters", namesake=True
    )
    assert str(third) == "ana LIMA (3)"
    assert {entry.namesake for entry in event.entries.exclude(search_key="ana lima")} == {0}


def test_a_corrected_name_is_numbered_too(event: Tournament) -> None:
    other = event.entries.exclude(last_name="Lima").earliest("pk")
    renamed = players.correct_person(other, by=None, first_name="Ana", last_name="Lima", player_id=None)
    assert str(renamed) == "Ana Lima (3)"
    back = players.correct_person(renamed, by=None, first_name="Anabel", last_name="Lima", player_id=None)
    assert str(back) == "Anabel Lima"
    second = event.entries.exclude(last_name="Lima").earliest("pk")
    assert (
        str(players.correct_person(second, by=None, first_name="Anabel", last_name="Lima"))
        == "Anabel Lima (2)"
    )
    assert str(event.entries.get(pk=back.pk)) == "Anabel Lima (1)"


def test_the_name_that_pages_show_finds_both(event: Tournament) -> None:
    assert {row.entry for row in player_rows(event, text="Ana Lima (2)")} == {one.pk for one in both(event)}


@pytest.mark.parametrize("role", ["organizer", "judge", "public", "player"])
def test_every_page_and_document(event: Tournament, round_: Round, role: str) -> None:
    client, starts = Client(), [f"/e/{event.slug}/{page}" for page in ("", "pairings", "tables", "standings")]
    if role == "player":
        starts = [reverse("floor:my", args=[personal_links.ensure_link(both(event)[0]).token])]
    elif role != "public":
        client.force_login(build.staff(event, role))
        starts += [f"/e/{event.slug}/{page}" for page in ("round", "door", "players", "journal", "penalties")]
    named, wrong, files = 0, [], set()
    for address, html in pages(client, starts, f"/e/{event.slug}/", each=1):
        named += len(NUMBERED.findall(unescape(html)))
        wrong += [(address, text) for text in unclear(unescape(html))]
        files |= {unescape(link) for link in FILE.findall(html)}
    for address in sorted(files)[:20]:
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        data = b"".join(answer) if answer.streaming else answer.content
        if data.startswith(b"%PDF"):
            text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
        else:
            text = data.decode("utf-8-sig", errors="replace")
        wrong += [(address, one) for one in unclear(" ".join(text.split()))]
    assert named
    assert wrong == []


def test_every_line_of_the_journal(event: Tournament, round_: Round) -> None:
    first, second = both(event)
    attendance.drop_player(second, by=None)
    attendance.reinstate_player(second, by=None)
    attendance.drop_player(first, by=None)
    lines = [journal_text(row.kind, row.facts) for row in journal_rows(event)]
    assert sum(bool(NUMBERED.search(line)) for line in lines) >= 3
    assert [line for line in lines if UNCLEAR.search(line)] == []


def test_lines_of_before_the_second_one_came() -> None:
    """The page shows current names; the stored lines are sealed and do not change."""
    event = build.event(by_age=False)
    facts = {"first_name": "Ana", "last_name": "Lima", "age_division": "masters", "namesake": True}
    first = entries.add_entry(event, by=None, **facts)
    build.add_players(event, 3)
    event.entries.update(checked_in_at=build.NOON)
    division = event.divisions.get()
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=2), by=None)
    match = round_.matches.get(Q(left=first) | Q(right=first))
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    attendance.drop_player(first, by=None)
    undo.undo_step(event.journal.latest("pk"), by=None)
    before = list(event.journal.order_by("pk").values_list("facts", flat=True))
    late = entries.add_entry(event, by=None, **facts)
    attendance.drop_player(late, by=None)
    rows = journal_rows(event)
    text = [journal_text(row.kind, row.facts) for row in rows]
    assert [line for line in text if UNCLEAR.search(line)] == []
    assert {row.kind for row, line in zip(rows, text, strict=True) if "Ana Lima (1)" in line} >= {
        "EntryAdded",
        "ResultEntered",
        "EntryDropped",
        "Undone",
    }
    assert sum("Ana Lima (2)" in line for line in text) == 2
    assert list(event.journal.order_by("pk").values_list("facts", flat=True))[: len(before)] == before


def test_the_desk_and_the_undo_of_before_the_second_one_came() -> None:
    event = build.event(by_age=False)
    facts = {"first_name": "Ana", "last_name": "Lima", "age_division": "masters", "namesake": True}
    first = entries.add_entry(event, by=None, **facts)
    build.add_players(event, 3)
    event.entries.update(checked_in_at=build.NOON)
    division = event.divisions.get()
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=2), by=None)
    match = round_.matches.get(Q(left=first) | Q(right=first))
    by = build.staff(event, "organizer")
    results.enter_result(match, MatchResult(Outcome.LEFT), by=by)
    entries.add_entry(event, by=None, **facts)
    client = Client()
    client.force_login(by)
    line = event.journal.filter(kind="ResultEntered").latest("pk")
    at_desk = client.get(reverse("pairings:round", args=[event.slug, division.pk, 1]))
    undone = client.post(reverse("pairings:undo", args=[event.slug, line.pk]), follow=True)
    for answer in (at_desk, undone):
        text = unescape(answer.content.decode())
        assert "Ana Lima (1)" in text
        assert list(unclear(text)) == []


def test_the_comparison_with_a_file_of_tom() -> None:
    players = [tf.player(n, first="Ana", last="Lima", born=1990 + n) for n in (1, 2)] + [
        tf.player(3),
        tf.player(4),
    ]
    seats = [(1, 1, 3), (1, 2, 4)]
    event = importing.import_event(tf.file(players, [tf.pod([1, 2, 3, 4], [tf.round_(1, seats)])]), by=None)
    changed = [tf.player(n, first="Ana", last="Lima", born=1980 + n) for n in (1, 2)] + players[2:]
    theirs = tf.file(changed, [tf.pod([1, 2, 3, 4], [tf.round_(1, [(2, 1, 3), (2, 2, 4)])])])
    client = Client()
    client.force_login(build.staff(event, "organizer"))
    sent = {"file": SimpleUploadedFile("tom.tdf", theirs)}
    text = unescape(client.post(reverse("pairings:tom_compare", args=[event.slug]), sent).content.decode())
    assert {found[0] for found in NUMBERED.finditer(text)} == {"Ana Lima (1)", "Ana Lima (2)"}
    assert list(unclear(text)) == []


def test_players_of_one_name_in_two_teams_have_their_team_on_the_wall() -> None:
    event = build.event(name="Teams", kind="team_battle", published=True)
    for number, name in enumerate(("Harbor Lights", "Pier Club", "Dock Club", "Quay Club"), start=1):
        first = "Ana" if number < 3 else f"Zoë{number}"
        members = (
            TeamEntryMember("A", first, "Lima", f"500{number}"),
            TeamEntryMember("B", "Luis", f"Pérez{number}", f"600{number}"),
        )
        team_entries.add_team_entry(event, TeamEntry(name, members), by=None)
    event.entries.update(checked_in_at=build.NOON)
    round_ = rounds.post(rounds.pair_next_round(event.divisions.get(), by=None, seed=2), by=None)
    names = [person.sort_name for person, _match in sides_by_name(match_rows(round_))]
    assert [name for name in names if name.startswith("Lima, Ana")] == [
        "Lima, Ana (Harbor Lights)",
        "Lima, Ana (Pier Club)",
    ]
    assert "Pérez1, Luis" in names
    client = Client()
    client.force_login(build.staff(event, "organizer"))
    answer = client.get(reverse("pairings:sheet", args=[event.slug, "names"]))
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.getvalue())).pages)
    assert re.search(r"Lima, Ana\s*\(Harbor Lights\)", text)
    roster = client.get(reverse("tournaments:team_entries_export", args=[event.slug, "csv"])).getvalue()
    lines = [line for line in roster.decode("utf-8-sig").splitlines() if "Ana" in line]
    assert [next(team for team in ("Harbor Lights", "Pier Club") if team in line) for line in lines] == [
        "Harbor Lights",
        "Pier Club",
    ]
