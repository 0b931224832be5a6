"""Cards confiscated from a player: recorded, with a receipt, returned, each step undone (R-014)."""

import pytest
from django.urls import reverse

from core.models import JournalEvent
from core.services import undo
from floor.models import Confiscation
from floor.services import confiscations
from tests import build
from tests.asking import text_of
from tests.pairings import build as pairings
from tests.papers import pages, paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    made = pairings.division(4, name="Harbor Cup")
    return made.entries.select_related("player", "division__tournament").first()


def address(name: str, entry, pk: int) -> str:
    return reverse(f"floor:{name}", args=[entry.tournament.slug, pk])


def test_a_judge_notes_it_on_the_page_of_the_player_and_prints_the_receipt(client, entry):
    judge = build.staff(entry.tournament, "judge")
    client.force_login(judge)
    page = address("confiscations", entry, entry.pk)
    assert page in text_of(client, reverse("floor:player_matches", args=[entry.tournament.slug, entry.pk]))
    empty = client.post(page, {"cards": " \n ", "reason": ""})
    assert not Confiscation.objects.exists()
    assert b"</form>" in empty.content
    answer = client.post(
        page, {"cards": "1 Charizard BS 4\n2 Proxy <N>", "reason": "Fakes & copies"}, follow=True
    )
    row = Confiscation.objects.get()
    assert "/undo/" in answer.content.decode(), "one press undoes it"
    assert address("confiscation_receipt", entry, row.pk) in answer.content.decode()
    for language, size in (("en", "a4"), ("es", "letter"), ("fr", "a4"), ("pt-br", "letter")):
        where = address("confiscation_receipt", entry, row.pk) + f"?paper={size}"
        printed = client.get(where, headers={"accept-language": language}).content
        assert paper(printed) == {(595, 842) if size == "a4" else (612, 792)}
        (text,) = pages(printed)
        for words in (
            str(entry),
            "1 Charizard BS 4",
            "2 Proxy <N>",
            "Fakes & copies",
            str(judge),
            "Harbor Cup",
        ):
            assert text.count(words) == 2, "both halves say the same"
        if language == "en":
            assert text.count("Signature of the player") == 4, "taken and returned, twice"
            assert text.count("Returned on") == 2


def test_forty_cards_stay_on_their_half(client, entry):
    row = confiscations.record_confiscation(
        entry, cards="\n".join(f"1 Card number {n} of a long name" for n in range(40)), by=None
    )
    client.force_login(pairings.organizer(entry.division))
    (text,) = pages(client.get(address("confiscation_receipt", entry, row.pk)).content)
    assert text.count("Card number 39") == 2


def test_given_back_once_and_each_step_undone_newest_first(client, entry):
    organizer = pairings.organizer(entry.division)
    client.force_login(organizer)
    row = confiscations.record_confiscation(entry, cards="1 Charizard", by=organizer)
    taken = JournalEvent.objects.get(kind="CardsConfiscated")
    client.post(address("confiscation_return", entry, row.pk))
    again = client.post(address("confiscation_return", entry, row.pk), follow=True)
    assert "already returned" in again.content.decode()
    back = JournalEvent.objects.get(kind="CardsReturned")
    assert build.refusal(undo.undo_step, taken, by=organizer).code
    undo.undo_step(back, by=organizer)
    row.refresh_from_db()
    assert row.returned_at is None
    undo.undo_step(taken, by=organizer)
    row.refresh_from_db()
    assert row.withdrawn_at is not None
    assert build.refusal(confiscations.return_cards, row, by=organizer).code == "CONFISCATION_WITHDRAWN"
    page = client.get(address("confiscations", entry, entry.pk), headers={"accept-language": "es"})
    assert "Deshecha" in page.content.decode(), "a confiscation is feminine in Spanish"


def test_strangers_and_other_events_see_nothing(client, entry):
    row = confiscations.record_confiscation(entry, cards="1 Charizard", by=None)
    assert "/account/login/" in client.get(address("confiscation_receipt", entry, row.pk))["Location"]
    other = pairings.division(2)
    client.force_login(pairings.organizer(other))
    where = reverse("floor:confiscation_receipt", args=[other.tournament.slug, row.pk])
    assert client.get(where).status_code == 404
