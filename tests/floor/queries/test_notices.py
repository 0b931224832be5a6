"""From a click by staff to the text on a locked phone, through the journal and a push service for tests."""

from collections.abc import Callable
from typing import Any

import pytest

from checks.services import check_sheets, deck_checks
from core import hooks
from core.engine.journal.kinds import KINDS
from core.notice_sentences import NOTICES
from core.services import undo
from core.services.notices import subscriptions
from decks.models import DeckList
from decks.services import lists as deck_lists
from floor.engine.notice_topics import FOR_PLAYERS, FOR_STAFF
from floor.services import calls, sectors
from pairings.models import Match, Round
from pairings.services.reports import time_extensions
from pairings.services.rounds import manual_pairing, rounds
from tests import build
from tests.decks import lists
from tests.push_service import PushService
from tournaments.models import Division, Entry, StaffMember, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

Commit = Callable[..., Any]


class Phones:
    """A phone for each person, with the notices that it showed, oldest first."""

    def __init__(self, service: PushService) -> None:
        self.service = service

    def of(self, owner: Entry | StaffMember, *, language: str = "en") -> Callable[[], list[dict[str, Any]]]:
        if isinstance(owner, Entry):
            personal_links.ensure_link(owner)
        phone = self.service.browser(f"{type(owner).__name__}-{owner.pk}")
        topics = FOR_PLAYERS if isinstance(owner, Entry) else FOR_STAFF
        origin = "https://stadium.example"
        subscriptions.subscribe_browser(owner, phone.browser, topics=topics, language=language, origin=origin)
        path = phone.endpoint.removeprefix(self.service.url)
        return lambda: [phone.read(one) for one in self.service.received if one.path == path]


@pytest.fixture
def phones(push_service: PushService) -> Phones:
    return Phones(push_service)


def posted(division: Division) -> Round:
    return rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)


def words(notices: list[dict[str, Any]]) -> list[str]:
    return [f"{one['title']} / {one['body']}" for one in notices]


def seat(match: Match, entry: Entry) -> str:
    other = match.right if match.left_id == entry.pk else match.left
    return f"table {match.table} / Against {other}."


def test_every_kind_has_a_journal_kind_and_every_notice_its_words():
    assert set(hooks.notices) <= set(KINDS)
    assert all(title and text for title, text, _words in NOTICES.values())


def test_a_round_in_the_readers_language_its_change_and_its_end(
    phones: Phones, django_capture_on_commit_callbacks: Commit
):
    division = build.division(5)
    first, second, *_others = division.entries.order_by("pk")
    english, french = phones.of(first), phones.of(second, language="fr")
    with django_capture_on_commit_callbacks(execute=True):
        round_ = posted(division)
    match = round_.matches.get(seats__entry=first)
    assert words(english()) == [f"Round 1: {seat(match, first)}"]
    assert english()[0]["url"] == f"/my/{first.link.token}"
    assert len(french()) == 1
    assert "Round" not in french()[0]["title"]
    stranger = next(one.left for one in round_.matches.filter(right__isnull=False) if one.pk != match.pk)
    with django_capture_on_commit_callbacks(execute=True):
        manual_pairing.make_match(round_, first, stranger, by=None)
    now = round_.matches.get(seats__entry=first)
    assert words(english())[1:] == [f"Pairing changed: table {now.table} / Round 1. Against {stranger}."]
    assert english()[0]["tag"] == english()[1]["tag"]


def test_a_bye_and_a_round_that_is_taken_back(phones: Phones, django_capture_on_commit_callbacks: Commit):
    division = build.division(3)
    seen = [phones.of(entry) for entry in division.entries.all()]
    with django_capture_on_commit_callbacks(execute=True):
        posted(division)
    assert [words(phone()) for phone in seen].count(
        ["Round 1: bye / No match this round. It counts as a win."]
    ) == 1
    with django_capture_on_commit_callbacks(execute=True):
        undo.undo_step(division.journal.get(kind="RoundPosted"), by=build.organizer(division))
    assert {phone()[-1]["title"] for phone in seen} == {"Round 1 is no longer posted"}


def test_a_call_reaches_the_judges_of_the_sector_and_the_other_player(
    phones: Phones, django_capture_on_commit_callbacks: Commit
):
    division = build.division(4)
    event = division.tournament
    match = posted(division).matches.get(table=1)
    judges = {name: build.staff(event, "judge", name) for name in ("north", "south", "head")}
    members = {name: StaffMember.objects.get(user=user) for name, user in judges.items()}
    StaffMember.objects.filter(user=judges["head"]).update(role="head_judge")
    for name, table in (("north", 1), ("south", 2)):
        sectors.save_sector(
            event, name=name, table_from=table, table_to=table, judges=[members[name].pk], by=None
        )
    seen = {name: phones.of(member) for name, member in members.items()}
    caller, other = phones.of(match.left), phones.of(match.right)
    with django_capture_on_commit_callbacks(execute=True):
        call = calls.raise_hand(match, entry=match.left, reason="slow", text="He thinks a lot")
    assert words(seen["north"]()) == ["Table 1: Slow play / He thinks a lot"]
    assert seen["north"]()[0]["url"] == f"/e/{event.slug}/calls"
    assert (seen["south"](), seen["head"](), caller()) == ([], [], [])
    assert words(other()) == ["Table 1: judge called / Stay at your table."]
    with django_capture_on_commit_callbacks(execute=True):
        calls.claim_call(call, by=judges["south"])
        calls.escalate_call(call, by=judges["north"])
    assert seen["north"]()[1]["title"] == f"Table 1: {judges['south']} is on the way"
    assert seen["north"]()[1]["quiet"] is True
    assert seen["north"]()[1]["tag"] == seen["north"]()[0]["tag"]
    assert words(seen["head"]()) == ["Table 1: head judge requested / Slow play"]
    assert words(caller()) == ["Table 1: a judge is on the way / Stay at your table."]
    with django_capture_on_commit_callbacks(execute=True):
        time_extensions.grant_extra_time(match, seconds=240, by=judges["north"])
    assert words(caller())[-1] == "Table 1: time extension / Your match gets 4 minutes more."


def test_a_table_nobody_looks_after_is_everybodys(phones: Phones, django_capture_on_commit_callbacks: Commit):
    division = build.division(2)
    match = posted(division).matches.get()
    judge = build.staff(division.tournament, "judge")
    seen = phones.of(StaffMember.objects.get(user=judge))
    with django_capture_on_commit_callbacks(execute=True):
        call = calls.raise_hand(match, by=build.organizer(division))
        calls.withdraw_call(call)
    assert seen() == []  # the hand was lowered before anyone could be notified
    with django_capture_on_commit_callbacks(execute=True):
        calls.raise_hand(match, by=build.organizer(division))
    assert words(seen()) == ["Table 1: judge called / No judge is on the way yet."]


def test_whose_account_is_closed_gets_no_calls(phones: Phones, django_capture_on_commit_callbacks: Commit):
    division = build.division(2)
    match = posted(division).matches.get()
    closed, other = (build.staff(division.tournament, "judge", name) for name in ("closed", "other"))
    seen = {user: phones.of(StaffMember.objects.get(user=user)) for user in (closed, other)}
    closed.is_active = False
    closed.save()
    with django_capture_on_commit_callbacks(execute=True):
        calls.raise_hand(match, by=build.organizer(division))
    assert (len(seen[closed]()), len(seen[other]())) == (0, 1)


def test_a_deck_check_is_told_when_the_judge_has_the_deck(
    phones: Phones, django_capture_on_commit_callbacks: Commit
):
    division = build.division(2)
    match = posted(division).matches.get()
    seen, by = phones.of(match.left), build.organizer(division)
    with django_capture_on_commit_callbacks(execute=True):
        check = deck_checks.pick_requested_deck(match.left, why="Marked", by=by)
    assert seen() == []
    with django_capture_on_commit_callbacks(execute=True):
        check_sheets.begin_check(check, by=by)
    with django_capture_on_commit_callbacks(execute=True):
        check_sheets.end_check(
            check, outcome="penalty", not_counted="Late", minutes=3, rewrite=True, reason="Names", by=by
        )
    checks = [one for one in seen() if "time extension" not in one["title"]]
    assert words(checks) == [
        "Deck check / A judge has your deck, and the clock of your table is stopped.",
        (
            "Your deck check is over / Your match gets 3 minutes more. Rewrite your deck list; "
            "your page says why."
        ),
    ]


def test_the_state_of_a_deck_list(phones: Phones, django_capture_on_commit_callbacks: Commit):
    event: Tournament = lists.event(1)
    row = DeckList.objects.get(entry__tournament=event)
    seen, by = phones.of(row.entry), build.user("clerk")
    with django_capture_on_commit_callbacks(execute=True):
        deck_lists.submit_list(row, text=lists.ILLEGAL, by=by, by_player=False)
    with django_capture_on_commit_callbacks(execute=True):
        deck_lists.send_list_back(row, by=by, reason="Which Energy?")
    with django_capture_on_commit_callbacks(execute=True):
        deck_lists.lock_all_lists(event, by=by)
    assert words(seen()) == [
        "Staff entered your deck list / It is not legal yet. Open it to see why.",
        "Your deck list was sent back / Which Energy?",
        "Your deck list is locked / Only staff can change it now.",
    ]
    assert seen()[0]["url"] == f"/l/{row.entry.link.token}"


def test_a_bug_in_a_notice_stops_no_click(
    phones: Phones,
    django_capture_on_commit_callbacks: Commit,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    division = build.division(2)
    phones.of(division.entries.earliest("pk"))
    monkeypatch.setitem(hooks.notices, "RoundPosted", lambda _line: 1 / 0)
    with django_capture_on_commit_callbacks() as waiting:
        assert posted(division).state == Round.State.POSTED
    for done in waiting:
        done()
    assert "ZeroDivisionError" in caplog.text
