"""Events that ended long ago: personal data is removed once, results and seals stay, other events are untouched."""

import io
from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from checks.models import CheckPhoto
from checks.services import deck_checks
from core.engine.journal.redaction import HIDDEN
from core.models import JournalEvent, PushSubscription
from core.queries import seals as stored
from core.services import seals, teams
from core.services.snapshots import home_folder
from decks.models import DeckList, Version
from floor import tasks
from floor.engine.retention import TextReplacements
from floor.queries import expired_data
from floor.services import forget, penalties, retention
from pairings.models import EntryWish, Match, Standing, TomDetails
from pairings.services import known_players
from pairings.services.known_players import ListedPlayer
from tests import build
from tests.build import NOON
from tests.floor.services.test_forget import FIRST, LAST, NUMBER, naming, stored_text
from tests.pairings import build as play
from tests.registration import signing_up
from tournaments.models import Entry, KnownPlayersLoad, Player, Teammate
from tournaments.services import announcements, entries, personal_links, players

pytestmark = pytest.mark.django_db

BORN = date(1979, 3, 29)
DAYS = 30
FULL = f"{FIRST} {LAST}"


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def event(marta):
    """Create a small finished event with one of everything that may identify a player."""
    home = play.division(6, by=marta)
    entry = home.entries.earliest("pk")
    players.correct_person(
        entry, by=marta, first_name=FIRST, last_name="Zyx", player_id=NUMBER, birth_date=BORN
    )
    facts = {"player_id": NUMBER, "birth_year": BORN.year, "birth_date": BORN}
    players.correct_person(entry, by=marta, first_name=FIRST, last_name=LAST, **facts)
    play.play(home, 2)
    event = home.tournament
    entry.refresh_from_db()
    personal_links.ensure_link(entry)
    link = {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "y", "origin": "", "language": "en"}
    PushSubscription.objects.create(tournament=event, entry=entry, made_at=NOON, **link)
    penalties.give_penalty(entry, infraction="pace", level="caution", by=marta, note=f"{FIRST} was slow")
    announcements.post_announcement(event, by=marta, text=f"Will {FULL} please come", kind="other")
    check = deck_checks.pick_requested_deck(entry, why=f"{FIRST} asked", by=marta)
    photo = CheckPhoto(check_of=check, key="a", at=NOON, note=LAST)
    photo.image.save("one.jpg", ContentFile(b"x"), save=False)
    photo.save()
    deck = DeckList.objects.create(entry=entry, working_copy=f"{FULL} {NUMBER}\n4 Iono SVI 1")
    text = f"Player: {LAST}, {FIRST}\nPlayer ID: {NUMBER}\nBorn {BORN}\n4 Iono SVI 185"
    read = {"unread": [f"Player: {FULL}"]}
    facts = {"legal": True, "total": 60, "catalogue_version": 1, "by_name": FULL, "read": read}
    Version.objects.create(deck_list=deck, number=1, text=text, at=NOON, **facts)
    entries.change_entry(entry, by=marta, notes="sits near the door")
    EntryWish.objects.create(entry=entry, table=1, reason="sits near the door")
    TomDetails.objects.create(
        tournament=event, let_in_later=[NUMBER], file_words={"differing": {"a": NUMBER}}
    )
    signing_up.of_entry(entry)
    signing_up.written_to(entry)
    seals.seal_now(event, by=marta)
    return event


def later(days=DAYS + 4):
    return timezone.now() + timedelta(days=days)


def remove(days=DAYS, *, now=None):
    return retention.remove_expired_data(days=days, now=now or later())


def results():
    places = Entry.objects.order_by("pk").values_list("pk", "player", "tie_break_number", "dropped_in")
    return [*Match.objects.order_by("pk").values(), *Standing.objects.order_by("pk").values(), *places]


def test_what_says_who_they_are_goes_and_names_stay(event):
    before, digests = results(), list(event.seals.values_list("digest", flat=True))
    assert len(naming(NUMBER, str(BORN), "near the door")) > 5
    done = remove()
    assert [(one.event, one.players, one.links, one.phones, one.photos) for one in done.events] == [
        (event, 6, 6, 1, 1)
    ]
    assert naming(NUMBER, str(BORN), "near the door") == []
    assert {str(one) for one in Entry.objects.all()} >= {FULL}
    assert not CheckPhoto.objects.exists()
    assert not PushSubscription.objects.exists()
    assert not event.registrations.exists()
    assert not Entry.objects.filter(link__isnull=False).exists()
    assert not Entry.objects.exclude(birth_year=None, birth_date=None, player_number=None).exists()
    assert not Player.objects.exclude(birth_year=None, birth_date=None, player_id=None).exists()
    version = Version.objects.get()
    assert version.text == "Player: –\nPlayer ID: –\nBorn –\n4 Iono SVI 185"
    assert (version.by_name, version.read) == ("", {"unread": ["Player: –"]})
    assert DeckList.objects.get().working_copy == "– –\n4 Iono SVI 1"
    assert results() == before
    assert list(event.seals.values_list("digest", flat=True)) == digests
    assert stored.verify_journal(event, now=timezone.now()).faults == []
    line = event.journal.latest("pk")
    assert (line.kind, line.facts["players"]) == (expired_data.REMOVAL_KIND, 6)
    assert line.facts["count"] == sum(event.redactions.values_list("lines", flat=True)) > 0


def test_names_go_too_where_the_team_keeps_none(event, marta):
    teams.set_names_stay(event.organizer, by=marta, stay=False)
    before = results()
    names = [(one.first_name, one.last_name) for one in Entry.objects.all()]
    remove()
    assert naming(LAST, NUMBER, "Zyx", FIRST) == []
    for first, last in names:
        assert naming(f"{first} {last}") == []
    assert {str(one) for one in Entry.objects.all()} == {f"Player {number}" for number in range(1, 7)}
    assert {str(one) for one in Player.objects.all()} == {f"Player {number}" for number in range(1, 7)}
    assert results() == before
    assert stored.verify_journal(event, now=timezone.now()).faults == []
    assert penalties.Penalty.objects.get().note == "–"
    assert event.announcements.get().text == "Will Player 1 please come"
    added = event.journal.filter(kind="EntryDropped").first() or event.journal.earliest("pk")
    assert "marta" in added.by_name


@pytest.mark.parametrize("stay", [True, False])
def test_who_plays_in_a_team_loses_their_player_id_and_where_names_go_the_name(event, marta, stay):
    teams.set_names_stay(event.organizer, by=marta, stay=stay)
    team = event.entries.latest("pk")
    Teammate.objects.create(entry=team, seat="A", first_name="Zoë", last_name="Mateship", player_id="7654321")
    remove()
    assert naming("7654321") == []
    assert bool(naming("Mateship")) is stay


def test_who_was_forgotten_keeps_that_name(event, marta):
    teams.set_names_stay(event.organizer, by=marta, stay=False)
    other = event.entries.exclude(player_number=NUMBER).latest("pk")
    forget.forget_person(other.player, by=marta, typed_name=str(other), now=later(10))
    remove()
    other.refresh_from_db()
    assert str(other) == "Player 1"
    assert len({str(one) for one in event.entries.all()}) == 6


def test_it_is_done_once(event):
    remove()
    lines = JournalEvent.objects.count()
    assert remove(now=later(40)).events == ()
    assert JournalEvent.objects.count() == lines
    entry = event.entries.earliest("pk")
    personal_links.ensure_link(entry)
    assert [one.links for one in remove(now=later(60)).events] == [1]
    assert not Entry.objects.filter(link__isnull=False).exists()


def test_a_removal_that_was_stopped_between_two_pieces_goes_on(event, monkeypatch):
    """Deck lists are cleaned separately from the last transaction, so that no running event waits for them."""
    monkeypatch.setattr(retention, "BATCH_SIZE", 1)
    places = list(event.entries.order_by("pk"))
    for entry in places[1:]:
        DeckList.objects.create(entry=entry, working_copy=f"{entry.first_name} {entry.last_name}: 4 Iono")

    def stops(_event):
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(retention, "delete_files_with_names", stops)
        with pytest.raises(KeyboardInterrupt):
            remove()
    assert not event.journal.filter(kind=expired_data.REMOVAL_KIND).exists()
    assert not DeckList.objects.filter(working_copy__contains=places[1].last_name).exists()
    assert PushSubscription.objects.exists(), "what one transaction does is undone with it"
    assert [one.players for one in remove().events] == [6]
    assert naming(NUMBER, str(BORN)) == []
    texts = DeckList.objects.exclude(entry=places[0]).values_list("working_copy", flat=True)
    assert [text for text in texts if text != "–: 4 Iono"] == []


def test_how_much_it_asks_of_the_database_does_not_grow_with_deck_lists_that_say_nothing(
    event, django_assert_max_num_queries
):
    for entry in event.entries.order_by("pk")[1:]:
        deck = DeckList.objects.create(entry=entry)
        facts = {
            "legal": True,
            "total": 60,
            "catalogue_version": 1,
            "text": "4 Iono SVI 185",
            "by_player": False,
        }
        Version.objects.create(deck_list=deck, number=1, at=NOON, **facts)
    owners = {
        entry.pk: TextReplacements([(str(entry), HIDDEN)]) for entry in event.entries.order_by("pk")[1:]
    }
    with django_assert_max_num_queries(2):
        retention._rewrite_decks(owners, list(owners))


def test_what_is_not_over_long_enough_stays(event):
    before = stored_text()
    done = remove(now=later(DAYS + 2))
    assert (done.events, done.people, done.listed, done.accounts) == ((), 0, 0, 0)
    assert stored_text() == before


def test_an_event_that_was_never_finished_counts_as_over_three_days_later(marta):
    home = play.division(4, by=marta)
    event = home.tournament
    end = event.starts_at + forget.UNFINISHED_EVENT_LIFETIME + timedelta(days=DAYS)
    assert not retention.preview_removal(days=DAYS, now=end).events
    assert [
        one.event for one in retention.preview_removal(days=DAYS, now=end + timedelta(seconds=1)).events
    ] == [event]


def test_the_preview_says_so_and_changes_nothing(event):
    before = stored_text()
    seen = retention.preview_removal(days=DAYS, now=later())
    assert stored_text() == before
    done = remove()
    assert seen == done


def test_who_plays_on_keeps_player_id_and_birth_at_the_later_event(event, marta):
    person = event.entries.get(player_number=NUMBER).player
    coming = build.event(by=marta)
    coming.starts_at = later()
    coming.save()
    again = entries.add_entry(coming, by=marta, player=person, age_division="masters")
    remove()
    again.refresh_from_db()
    person.refresh_from_db()
    assert (person.player_id, again.player_number) == (NUMBER, NUMBER)
    assert (person.birth_date, again.birth_date) == (BORN, BORN)
    assert event.entries.get(player=person).player_number is None


def test_known_players_who_play_nowhere_go_with_their_loads(event, marta):
    known_players.import_players_to_list(
        [ListedPlayer("42", "Ed", "Gone", 1990)], by=marta, filename="players.xml"
    )
    assert remove(now=later(DAYS - 2)).listed == 0
    assert remove().listed == 1
    assert not KnownPlayersLoad.objects.exists()


def test_the_mail_address_of_an_account_nobody_uses_goes(event, marta):
    player = build.user("quillon")
    staff = build.user("judge")
    for one in (player, marta, staff):
        one.email = f"{one.username}@example.com"
        one.save()
        EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)
    build.event(by=marta, starts_at=later()).staff.create(user=staff, role="judge")
    Player.objects.filter(entries__player_number=NUMBER).update(user=player)
    assert remove().accounts == 1
    left = {one.username: one.email for one in (player, marta, staff) if one.refresh_from_db() is None}
    assert left == {"quillon": "", "marta": "marta@example.com", "judge": "judge@example.com"}
    assert EmailAddress.objects.count() == 2
    assert not Player.objects.filter(user=player).exists()


def test_snapshots_go(event, settings, tmp_path, django_capture_on_commit_callbacks):
    settings.VAR_DIR = tmp_path
    home_folder.save_snapshot(event)
    with django_capture_on_commit_callbacks(execute=True):
        assert [one.snapshots for one in remove().events] == [1]
    assert home_folder.list_snapshots(event) == []


def test_the_job_does_nothing_unless_the_installation_says_so(event, settings):
    settings.PERSONAL_DATA_DAYS = 0
    assert tasks.remove_personal_data() == 0
    assert naming(NUMBER)


def test_the_job_removes_what_the_installation_says(event, settings):
    settings.PERSONAL_DATA_DAYS = 1
    event.divisions.get().rounds.update(
        posted_at=NOON - timedelta(days=900), closed_at=NOON - timedelta(days=900)
    )
    type(event).objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=5))
    assert tasks.remove_personal_data() == 1
    assert naming(NUMBER) == []


class TestCommand:
    def call(self, *args):
        out = io.StringIO()
        call_command("remove_personal_data", *args, stdout=out)
        return out.getvalue()

    @pytest.fixture
    def past(self, event):
        event.divisions.get().rounds.update(posted_at=None, closed_at=NOON - timedelta(days=900))
        type(event).objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=40))
        return event

    def test_a_dry_run_lists_and_changes_nothing(self, past):
        before = stored_text()
        text = self.call("--dry-run", "--days", "30")
        assert stored_text() == before
        assert text.startswith("This would be removed:\n")
        assert f"{past.name}, ended " in text
        assert ": 6 players, 6 personal links, 1 phone, 1 photo\n" in text

    def test_without_it_is_removed(self, past, settings):
        settings.PERSONAL_DATA_DAYS = 30
        assert self.call().startswith("Removed:\n")
        assert naming(NUMBER) == []
        assert self.call() == "There is nothing to remove.\n"

    def test_without_days_it_says_what_is_missing(self, settings):
        settings.PERSONAL_DATA_DAYS = 0
        with pytest.raises(CommandError, match="Set PERSONAL_DATA_DAYS, or use --days N"):
            self.call()
