"""Forgetting a person: no name, number or birth is left at the organizer, while results and seals are unchanged."""

import io
from datetime import date, timedelta

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from checks.models import CheckPhoto, DeckCheck
from checks.services import deck_checks
from core.models import JournalEvent, JournalRedaction, Webhook
from core.queries import seals as stored
from core.services import seals, teams
from core.services.snapshots import home_folder
from decks.models import DeckList, Draft, Ruling, Version
from drafts.models import BuildMark, DraftMove
from floor.models import HallScreen
from floor.queries import personal_data
from floor.services import forget, penalties
from pairings.models import ClockMark, Extension, Match, Standing, TomDetails
from pairings.services import known_players
from pairings.services.known_players import ListedPlayer
from pairings.services.tom import importing, newer_file
from tests import build
from tests.build import NOON, refusal
from tests.pairings import build as play
from tests.pairings import tom_files as tf
from tests.registration import signing_up
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry, Player
from tournaments.services import announcements, entries, merges, personal_links, players, team_entries

pytestmark = pytest.mark.django_db

FIRST, LAST, NUMBER, BORN = "Quillon", "Zzyzxander", "8880407", date(1979, 3, 29)
LATER = NOON + timedelta(days=30)


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def home(marta):
    made = play.division(6, by=marta)
    entry = made.entries.earliest("pk")
    players.correct_person(
        entry, by=marta, first_name=FIRST, last_name=LAST, player_id=NUMBER, birth_date=BORN
    )
    play.play(made, 2)
    return made


@pytest.fixture
def entry(home):
    return home.entries.select_related("player", "tournament").get(player_number=NUMBER)


@pytest.fixture
def event(home, entry, marta):
    """Create an event with everything that can contain the name."""
    event = home.tournament
    personal_links.ensure_link(entry)
    penalties.give_penalty(
        entry, infraction="pace", level="caution", by=marta, note=f"{LAST} was slow, said {FIRST}"
    )
    announcements.post_announcement(
        event, by=marta, text=f"Will {FIRST} {LAST} please come to the desk", kind="other"
    )
    check = deck_checks.pick_requested_deck(entry, why=f"{FIRST} asked", by=marta)
    photo = CheckPhoto(check_of=check, key="a", at=NOON, note=LAST)
    photo.image.save("one.jpg", ContentFile(b"x"), save=False)
    photo.save()
    other = build.event(by=marta)
    double = entries.add_entry(other, by=marta, first_name="Quil", last_name=LAST, age_division="masters")
    merges.merge_people(entry.player_id, double.player_id, by=marta)
    known_players.import_players_to_list(
        [ListedPlayer(NUMBER, FIRST, LAST, 1979)], by=marta, filename="players.xml"
    )
    entries.change_entry(entry, by=marta, notes=f"{FIRST} is late")
    signing_up.of_entry(entry)
    signing_up.written_to(entry)
    seals.seal_now(event, by=marta)
    return event


def stored_text():
    """Return the contents of all tables of the project as text."""
    found = []
    for model in apps.get_models():
        if model._meta.app_label in (
            "core",
            "tournaments",
            "pairings",
            "decks",
            "drafts",
            "checks",
            "floor",
            "registration",
        ):
            found += [f"{model.__name__} {row}" for row in model.objects.values()]
    return found


def naming(*words):
    return [row for row in stored_text() if any(word.lower() in row.lower() for word in words)]


def results():
    return [
        list(Match.objects.order_by("pk").values()),
        list(Standing.objects.order_by("pk").values()),
        list(Entry.objects.order_by("pk").values_list("pk", "player", "tie_break_number", "dropped_in")),
    ]


def test_nothing_names_them_and_the_results_stay(event, entry, marta):
    before, digests = results(), list(event.seals.values_list("digest", flat=True))
    assert len(naming(LAST, NUMBER)) > 10
    with transaction.atomic():
        forget.forget_person(entry.player, by=marta, typed_name=f" Quil  {LAST}", now=LATER)
    assert naming(LAST, NUMBER, "1979-03-29") == []
    assert [row for row in naming(FIRST, "Quil") if "PersonForgotten" not in row] == []
    assert results() == before
    assert list(event.seals.values_list("digest", flat=True)) == digests
    assert stored.verify_journal(event, now=timezone.now()).faults == []
    call_command("verify_journal", stdout=io.StringIO())
    entry.refresh_from_db()
    assert (str(entry), entry.player_number, entry.birth_year, entry.notes) == ("Player 1", None, None, "")
    record = Player.objects.get(pk=entry.player_id)
    assert (str(record), record.player_id, record.birth_date, record.user) == ("Player 1", None, None, None)
    assert not CheckPhoto.objects.exists()
    line = event.journal.get(kind="PersonForgotten")
    assert line.facts["count"] == event.redactions.get().lines > 0


def test_snapshots_and_what_webhooks_were_sent_go_what_waits_stays(
    event, entry, marta, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.VAR_DIR = tmp_path
    home_folder.save_snapshot(event)
    webhook = Webhook.objects.create(tournament=event, address="https://example.com", origin="", made_at=NOON)
    for state in ("delivered", "failed", "waiting"):
        webhook.deliveries.create(
            type="result.entered", at=NOON, state=state, body=LAST * (state != "waiting")
        )
    Webhook.objects.update(sequence=7)
    tried = {"body": LAST, "headers": {"x": "y"}, "response": LAST, "sequence": 7, "tries": 1, "line": 1}
    webhook.deliveries.filter(state="waiting").update(**tried)
    assert forget.preview_forgetting(entry.player).snapshots == 1
    with django_capture_on_commit_callbacks(execute=True):
        forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    assert home_folder.list_snapshots(event) == []
    assert naming(LAST) == []
    (waits,) = webhook.deliveries.all()
    assert (waits.state, waits.body, waits.headers, waits.response, waits.tries) == ("waiting", "", {}, "", 1)
    assert (waits.sequence, Webhook.objects.get().sequence) == (None, 6)


def test_the_preview_says_so_and_changes_nothing(event, entry):
    before = stored_text()
    seen = forget.preview_forgetting(entry.player)
    assert (len(seen.events), seen.photos, seen.links, seen.listed) == (2, 1, 2, 1)
    assert seen.lines > 0
    assert stored_text() == before


def test_the_name_is_typed_and_the_event_over(event, entry, marta):
    player = entry.player
    for typed in ("", "Quil", f"{FIRST} {LAST}"):
        refused = refusal(forget.forget_person, player, by=marta, typed_name=typed, now=LATER)
        assert refused.code == "PERSON_NAME_NOT_TYPED"
    typed = f"Quil {LAST}"
    refused = refusal(forget.forget_person, player, by=marta, typed_name=typed, now=NOON)
    assert refused.code == "PERSON_STILL_PLAYS"
    forget.forget_person(player, by=marta, typed_name=typed, now=LATER)
    assert (
        refusal(forget.forget_person, player, by=marta, typed_name="Player 1", now=LATER).code
        == "PERSON_FORGOTTEN"
    )


def test_people_of_the_same_name_keep_theirs(event, home, entry, marta):
    twin = home.entries.exclude(pk=entry.pk).earliest("pk")
    players.correct_person(twin, by=marta, first_name=FIRST, last_name=LAST, player_id="42")
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    twin.refresh_from_db()
    assert twin.own_name == f"{FIRST} {LAST}"
    line = event.journal.filter(kind="PlayerChanged", facts__entry=twin.pk).get()
    assert line.facts["name"] == str(twin) == f"{FIRST} {LAST} (2)"


def test_the_lines_of_others_lose_the_name_too(event, home, entry, marta):
    """A report or a penalty of an opponent names both; the person that the line is about keeps their name."""
    other = home.entries.exclude(pk=entry.pk).earliest("pk")
    both = f"{FIRST} {LAST}"
    facts = {"name": str(other), "entry": other.pk, "left": str(other), "right": both}
    inner = {"entry": other.pk, "name": both, "neighbor": both, "why": f"{both} says {LAST} waited"}
    lines = [
        JournalEvent.objects.create(tournament=event, at=NOON, kind=kind, facts=row)
        for kind, row in (("PlayerReported", facts), ("Undone", {"what": "PoolVerified", "facts": inner}))
    ]
    changed = {"notes": ["", f"sits beside {both}"], "last_name": [LAST, "Silva"]}
    facts = {"name": str(other), "entry": other.pk, "changed": changed}
    lines.append(JournalEvent.objects.create(tournament=event, at=NOON, kind="EntryChanged", facts=facts))
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    report, undone, change = (JournalEvent.objects.get(pk=line.pk).facts for line in lines)
    assert (report["name"], report["left"], report["right"]) == (str(other), str(other), "Player 1")
    assert undone["facts"] == {**inner, "neighbor": "Player 1", "why": "Player 1 says Player 1 waited"}
    assert change["changed"] == {"notes": ["", "sits beside Player 1"], "last_name": [LAST, "Silva"]}


def test_earlier_spellings_go_too(event, home, entry, marta):
    """The name was corrected before and since: in the event and the record, first and last name at different times."""
    for first, last in (("Kwillon", LAST), ("Kwillon", "Xyzzyander"), ("Quil", LAST)):
        players.correct_person(entry, by=marta, first_name=first, last_name=last, player_id=NUMBER)
    players.save_person(entry.player, by=marta, first_name="Quil", last_name="Plughson", player_id=NUMBER)
    text = "Kwillon Xyzzyander; Kwillon Plughson and Quil Xyzzyander are one"
    announcements.post_announcement(event, by=marta, text=text, kind="other")
    record = Player.objects.get(pk=entry.player_id)
    forget.forget_person(record, by=marta, typed_name="Quil Plughson", now=LATER)
    assert naming("Kwillon", "Xyzzyander", "Plughson") == []


def test_events_they_were_removed_from_lose_the_name_too(event, entry, marta):
    left = build.event(by=marta)
    removed = entries.add_entry(
        left, by=marta, player=entry.player, notes=f"{FIRST} is late", age_division="masters"
    )
    entries.change_entry(removed, by=marta, notes=f"{FIRST} {LAST} is later")
    entries.delete_unpaired_entry(removed, by=marta)
    assert left.pk in [one.pk for one in forget.preview_forgetting(entry.player).events]
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    assert naming(LAST, NUMBER) == []
    assert not left.entries.exists()


def test_lines_from_before_people_were_parted_lose_the_name(event, entry, marta):
    """The record is a copy, and so is one that was merged into it then: lines contain the keys of the original
    records.
    """
    Player.objects.filter(pk=entry.player_id).update(copied_from=9001)
    merged = Player.objects.create(
        last_name="Xyzzyander", organizer=event.organizer, copied_from=9002, search_key="xyzzyander"
    )
    facts = {"name": LAST, "player": 9001, "other": merged.last_name, "other_player": 9002, "record": {}}
    facts |= {"moved": [], "filled": {}, "account": None}
    JournalEvent.objects.create(tournament=event, at=NOON, kind=merges.MERGED, facts=facts)
    player = Player.objects.get(pk=entry.player_id)
    forget.forget_person(player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    assert naming(LAST, "Xyzzyander") == []


def test_what_was_typed_elsewhere_loses_the_name(event, home, entry, marta):
    text, place = f"waits for {FIRST} {LAST}", home.rounds.earliest("pk")
    match, other = place.matches.earliest("pk"), home.entries.exclude(pk=entry.pk).earliest("pk")
    event.notes = text
    event.save()
    HallScreen.objects.create(tournament=event, name="Door", code="x", message=text)
    Extension.objects.create(match=match, why=text, cause="other", began_at=NOON)
    ClockMark.objects.create(round=place, kind="paused", at=NOON, why=text)
    check = DeckCheck.objects.create(entry=other, why=text, note=text, picked_at=NOON)
    CheckPhoto.objects.create(check_of=check, key="b", at=NOON, note=text)
    deck = DeckList.objects.create(entry=other)
    facts = {"legal": True, "total": 60, "catalogue_version": 1}
    Version.objects.create(deck_list=deck, number=1, note=text, at=NOON, **facts)
    Ruling.objects.create(deck_list=deck, reason=text, at=NOON)
    draft = Draft.objects.create(division=home, reason=text)
    DraftMove.objects.create(draft=draft, pod=1, number=1, key="c", kind="pick", reason=text, at=NOON)
    BuildMark.objects.create(draft=draft, pod=1, kind="start", reason=text, at=NOON)
    Entry.objects.filter(pk=other.pk).update(notes=text)
    words = {"stage": 1, "differing": {f"player {NUMBER} first_name": [FIRST, LAST]}}
    TomDetails.objects.create(tournament=event, file_words=words)
    assert len(naming(text)) == 12
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    assert naming(LAST, NUMBER) == []
    assert len(naming("waits for Player 1")) == 12
    assert TomDetails.objects.get().file_words == {"stage": 1, "differing": {}}


def test_the_data_of_one_person_names_no_opponent(home, entry):
    other = home.entries.exclude(pk=entry.pk).earliest("pk")
    facts = {"entry": entry.pk, "name": str(entry), "left": str(entry), "right": str(other)}
    undone = {"facts": {**facts, "neighbor": str(other)}, "entry": entry.pk}
    for kind, row in (("PlayerReported", facts), ("Undone", undone)):
        JournalEvent.objects.create(tournament=home.tournament, at=NOON, kind=kind, facts=row)
    lines = personal_data.personal_data_of(entry.player)["journal"]
    assert str(other) not in str(lines)
    assert lines[-2]["facts"] == {"entry": entry.pk, "name": str(entry), "left": str(entry)}


def test_another_organizer_keeps_the_person(event, entry, marta):
    theirs = build.known(FIRST, LAST, NUMBER, 1979)
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    theirs.refresh_from_db()
    assert str(theirs) == f"{FIRST} {LAST}"
    second = home_of(theirs).journal.get(kind="EntryAdded")
    assert second.facts["name"] == f"{FIRST} {LAST}"


def home_of(player):
    return player.entries.get().tournament


def test_the_second_one_has_another_number(event, home, entry, marta):
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    other = home.entries.exclude(pk=entry.pk).select_related("player").earliest("pk")
    done = forget.forget_person(other.player, by=marta, typed_name=str(other), now=LATER)
    assert done.instead != "Player 1"
    assert done.instead.startswith("Player ")


class TestTriggers:
    """The only way past the trigger is open once, and only for the facts of one event's lines."""

    def refuses(self, statement):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)

    def test_without_a_redaction_nothing_changes(self, event):
        self.refuses("UPDATE tournaments_journalevent SET facts = '{}'")

    def test_with_one_the_facts_alone_and_those_of_its_event(self, event, marta):
        other = build.event(by=marta)
        made = JournalRedaction.objects.create(tournament=event, at=NOON)
        line, elsewhere = event.journal.earliest("pk"), other.journal.earliest("pk")
        assert JournalEvent.objects.filter(pk=line.pk).update(facts={"name": "x"}) == 1
        for change in ("kind = 'X'", "by_name = 'x'", "by_id = 99", "at = '2026-11-21 11:00:00+00:00'"):
            self.refuses(f"UPDATE tournaments_journalevent SET {change} WHERE id = {line.pk}")
        self.refuses(f"UPDATE tournaments_journalevent SET facts = '{{}}' WHERE id = {elsewhere.pk}")
        made.done = True
        made.save()
        self.refuses(f"UPDATE tournaments_journalevent SET facts = '{{}}' WHERE id = {line.pk}")

    def test_a_closed_one_stays_closed_and_there(self, event, entry, marta):
        forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
        table = "tournaments_journalredaction"
        undone = "false" if connection.vendor == "postgresql" else "0"
        self.refuses(f"UPDATE {table} SET done = {undone}")
        self.refuses(f"UPDATE {table} SET lines = 0")
        self.refuses(f"DELETE FROM {table}")


def test_a_sealed_fact_that_changes_is_found(event, marta):
    """If a redaction is opened by hand, verify_journal reports every line whose facts were changed."""
    JournalRedaction.objects.create(tournament=event, at=NOON)
    line = event.journal.filter(kind="EntryChanged").earliest("pk")
    JournalEvent.objects.filter(pk=line.pk).update(facts=line.facts | {"entry": 99})
    assert [one.number for one in stored.verify_journal(event, now=timezone.now()).faults] == [line.pk]


def test_the_team_stays_out_of_it(event, entry, marta):
    teams.rename_team(event.organizer, by=marta, name=f"{FIRST} {LAST}")
    forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    event.organizer.refresh_from_db()
    assert event.organizer.name == f"{FIRST} {LAST}"


@pytest.mark.parametrize("number", [NUMBER, ""], ids=["by Player ID", "by name"])
def test_who_played_in_a_team_leaves_it_and_the_other_stays(event, entry, marta, number):
    night = build.event(by=marta, team=event.organizer, kind="team_battle", name="Night")
    mates = (TeamEntryMember("A", FIRST, LAST, number), TeamEntryMember("B", "Luis", "Benitez"))
    team = team_entries.add_team_entry(night, TeamEntry("Crew", mates), by=marta)
    found = personal_data.personal_data_of(entry.player)["teams"]
    assert [one["team"] for one in found] == (["Crew"] if number else [])
    with transaction.atomic():
        forget.forget_person(entry.player, by=marta, typed_name=f"Quil {LAST}", now=LATER)
    assert naming(LAST, NUMBER) == []
    assert [str(one) for one in team.teammates.all()] == ["Player 1", "Luis Benitez"]
    team.refresh_from_db()
    assert "benitez" in team.search_key


def test_the_file_that_an_event_had_before_a_newer_one_goes_too(marta):
    ones = [(1, 1, 2), (2, 3, 4)]
    event = importing.import_event(tf.swiss(4, [tf.round_(1, ones)]), by=marta)
    newer_file.update_from_newer_file(
        event, tf.swiss(4, [tf.round_(1, ones), tf.round_(2, [(0, 1, 4), (0, 3, 2)])]), by=marta
    )
    forget.delete_files_with_names([event])
    assert event.journal.get(kind="TomRoundsAdded").facts["file_before"] == ""
    assert stored.verify_journal(event, now=timezone.now()).faults == []
