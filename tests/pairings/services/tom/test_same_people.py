"""Player IDs of a TOM file that are known here with another name or birth year."""

import pytest

from pairings.services.tom import importing, newer_file, preview
from tests import build
from tests.build import refusal
from tests.pairings import tom_files as tf
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("known", "displayed"),
    [
        (("Ana", "Ruiz", 1990), "7000001: Ana Ruiz (1990) / Zoë 1 Núñez (1990)"),
        (("Zoë 1", "Núñez", 1985), "7000001: Zoë 1 Núñez (1985) / Zoë 1 Núñez (1990)"),
        (("Zoë 1", "Núñez", 1990), ""),
        (("Zoë 1", "Núñez", None), ""),
    ],
)
def test_a_roster_asks_before_it_takes_somebody_for_another(known, displayed):
    """No one is entered until staff confirm that they are the same people; even then, known facts do not change."""
    event = build.event()
    by = event.staff.get().user
    first, last, year = known
    other = build.event(by=by, by_age=False)
    player = entries.add_entry(
        other, by=by, first_name=first, last_name=last, player_id=tf.user_id(1), birth_year=year
    ).player
    data = tf.swiss(3)
    if displayed:
        refused = refusal(importing.import_players_from_tom_file, event, data, by=by)
        assert (refused.code, refused.facts) == ("TOM_OTHER_PEOPLE", {"people": displayed, "count": 1})
        assert not event.entries.exists()
    assert importing.import_players_from_tom_file(event, data, by=by, same_people=bool(displayed)) == 3
    player.refresh_from_db()
    assert (player.first_name, player.last_name, player.birth_year) == (first, last, year or 1990)
    assert event.entries.get(player_number=tf.user_id(1)).player_id == player.pk


UNLIKE = [("Ana", "Ruiz", 1990), ("Zoë 1", "Núñez", 1985)]


@pytest.mark.parametrize("known", UNLIKE)
@pytest.mark.parametrize("same", [True, False])
def test_a_whole_event_takes_nobody_for_another_unless_staff_say_so(known, same):
    """For each person separately: otherwise the known person with the Player ID of the file is not used."""
    by = build.user("marta")
    player = build.known(known[0], known[1], tf.user_id(1), known[2], by=by)
    alike = build.known("Zoë 2", "Núñez", tf.user_id(2), 1990, by=by)
    event = importing.import_event(tf.swiss(3), by=by, same_people=[tf.user_id(1)] if same else [])
    entry = event.entries.get(player_number=tf.user_id(1))
    assert (entry.player_id == player.pk) is same
    assert str(entry) == (f"{known[0]} {known[1]}" if same else "Zoë 1 Núñez")
    assert event.entries.get(player_number=tf.user_id(2)).player_id == alike.pk
    player.refresh_from_db()
    assert (player.first_name, player.last_name, player.player_id, player.birth_year) == (
        known[0],
        known[1],
        tf.user_id(1),
        known[2],
    )


def test_a_newer_file_takes_nobody_for_another():
    by = build.user("marta")
    player = build.known("Ana", "Ruiz", tf.user_id(4), 1990, by=by)
    event = importing.import_event(tf.swiss(3), by=by)
    newer_file.update_from_newer_file(event, tf.swiss(4), by=by)
    assert event.entries.get(player_number=tf.user_id(4)).player_id != player.pk


def test_the_preview_asks_about_who_is_known_with_another_name_or_birth_year():
    by = build.user("marta")
    for number, (first, last, year) in enumerate([("Zoë 1", "Núñez", 1985), ("Ana", "Ruiz", 1990)], start=1):
        build.known(first, last, tf.user_id(number), year, by=by)
    build.known("Zoë 3", "Núñez", tf.user_id(3), 1990, by=by)
    seen = preview.preview_import(tf.swiss(3), by=by)
    assert [(one.player_id, one.known, one.in_file) for one in seen.unlike] == [
        (tf.user_id(1), "Zoë 1 Núñez (1985)", "Zoë 1 Núñez (1990)"),
        (tf.user_id(2), "Ana Ruiz (1990)", "Zoë 2 Núñez (1990)"),
    ]
    assert seen.known == 1
