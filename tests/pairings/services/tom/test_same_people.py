"""Player IDs of a TOM file that are known here under another name or birth year."""

import pytest

from pairings.services import tom
from pairings.services.tom import preview
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
    """Nobody is added until staff say that they are the same people; what is known of them stays even then."""
    event = build.event()
    by = event.staff.get().user
    first, last, year = known
    other = build.event(by=by, by_age=False)
    player = entries.add(
        other, by=by, first_name=first, last_name=last, player_id=tf.user_id(1), birth_year=year
    ).player
    data = tf.swiss(3)
    if displayed:
        refused = refusal(tom.import_roster, event, data, by=by)
        assert (refused.code, refused.facts) == ("TOM_OTHER_PEOPLE", {"people": displayed, "count": 1})
        assert not event.entries.exists()
    assert tom.import_roster(event, data, by=by, same_people=bool(displayed)) == 3
    player.refresh_from_db()
    assert (player.first_name, player.last_name, player.birth_year) == (first, last, year or 1990)
    assert event.entries.get(player_number=tf.user_id(1)).player_id == player.pk


def test_the_preview_names_who_is_known_with_another_birth_year():
    by = build.user("marta")
    player = build.known("Zoë 1", "Núñez", tf.user_id(1), 1985, by=by)
    seen = preview.preview(tf.swiss(3), by=by)
    assert [(one.code, one.facts) for one in seen.warnings if one.code == "OTHER_BIRTH_YEARS"] == [
        ("OTHER_BIRTH_YEARS", {"people": "Zoë 1 Núñez (1985 / 1990)", "count": 1})
    ]
    tom.import_event(tf.swiss(3), by=by)
    player.refresh_from_db()
    assert player.birth_year == 1985
