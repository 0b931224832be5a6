"""New cards from a server that responds like TCGdex."""

from collections.abc import Iterator
from datetime import date

import pytest
from pytest_django import Settings

from cards.models import Ban, Card, CardText, Expansion, LocalName
from cards.queries import catalogue as queries
from cards.services import catalogue
from cards.services.catalogue import updates
from core.engine.refused import Refused
from tests import build
from tests.cards.tcgdex_server import Tcgdex, a_card, serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def tcgdex(settings: Settings) -> Iterator[Tcgdex]:
    with serving() as server:
        settings.CARDS_URL = server.url
        server.add("me06", a_card("001", "Newmon"), a_card("002", "Snivy"))
        server.names = {"fr": {"001": "Nouveaumon"}, "es-mx": {"001": "Nuevomon"}}
        yield server


def test_a_new_expansion_comes_with_its_cards_and_names(tcgdex: Tcgdex) -> None:
    report = catalogue.import_new_cards()
    assert (report.expansions, report.cards.added, report.left_out) == (1, 2, 0)
    expansion = Expansion.objects.get(pk="me06")
    assert (expansion.name, expansion.codes, expansion.released) == ("Newest Set", "NST", date(2026, 11, 13))
    newmon = Card.objects.get(expansion="me06", number="1")
    assert (newmon.name, newmon.mark, newmon.hp, newmon.types, newmon.basic) == (
        "Newmon",
        "J",
        70,
        "Grass",
        True,
    )
    names = LocalName.objects.filter(key="Newmon").values_list("language", "name")
    assert sorted(names) == [("es-mx", "Nuevomon"), ("fr", "Nouveaumon")]
    assert queries.current_catalogue().printing("NST", "1") is not None
    assert CardText.objects.filter(card=newmon).exists()
    assert [(one.name, one.columns) for one in report.changes] == [("Newmon", []), ("Snivy", [])]


def test_a_second_update_asks_for_the_sets_alone(tcgdex: Tcgdex) -> None:
    catalogue.import_new_cards()
    tcgdex.paths.clear()
    assert not catalogue.import_new_cards().wrote
    assert tcgdex.paths == ["/v2/en/sets"]


def test_only_the_missing_cards_are_asked_for(tcgdex: Tcgdex) -> None:
    catalogue.import_new_cards()
    tcgdex.paths.clear()
    tcgdex.sets["me06"]["all"].append(a_card("003", "Tepig"))
    assert catalogue.import_new_cards().cards.added == 1
    assert [path for path in tcgdex.paths if "cards" in path] == ["/v2/en/cards/me06-003"]


def test_an_expansion_again_takes_corrections_over_and_lists_them(tcgdex: Tcgdex) -> None:
    catalogue.import_new_cards()
    tcgdex.sets["me06"]["all"][0]["regulationMark"] = "K"
    assert catalogue.import_new_cards().cards.changed == 0
    report = catalogue.import_new_cards(again="me06")
    assert [(one.name, one.columns) for one in report.changes] == [("Newmon", ["mark"])]
    assert Card.objects.get(expansion="me06", number="1").mark == "K"


def test_a_card_corrected_by_staff_stays(tcgdex: Tcgdex) -> None:
    catalogue.import_new_cards()
    newmon = Card.objects.get(expansion="me06", number="1")
    facts = {
        "expansion": newmon.expansion,
        "number": "1",
        "name": "Newmon",
        "supertype": "pokemon",
        "mark": "Z",
    }
    catalogue.save_card(newmon, by=build.user(), **facts)  # type: ignore[arg-type]
    report = catalogue.import_new_cards(again="me06")
    assert (report.cards.edited, report.changes) == (1, [])


def test_cards_of_an_app_are_left_alone(tcgdex: Tcgdex) -> None:
    tcgdex.add("A1", a_card("001", "Bulbasaur"), serie={"id": "tcgp", "name": "Pocket"})
    catalogue.import_new_cards()
    assert not Expansion.objects.filter(pk="A1").exists()


def test_a_set_of_another_id_is_the_expansion_that_is_here(tcgdex: Tcgdex) -> None:
    card = a_card("999", "Sprigatito") | {"id": "sv01-999", "set": {"id": "sv01"}}
    tcgdex.add("sv01", card, *({**card, "id": f"sv01-{n}", "localId": str(n)} for n in range(300, 330)))
    catalogue.import_new_cards()
    assert Card.objects.filter(expansion="sv1", number="999").exists()
    assert not Expansion.objects.filter(pk="sv01").exists()


def test_a_spelling_of_its_own_is_the_name_that_is_here(tcgdex: Tcgdex) -> None:
    tcgdex.sets["me06"]["all"][1]["name"] = "Energy–Retrieval"
    catalogue.import_new_cards()
    assert Card.objects.get(expansion="me06", number="2").key == "Energy Retrieval"


def test_what_is_no_card_is_left_out(tcgdex: Tcgdex) -> None:
    tcgdex.answers["/v2/en/cards/me06-001"] = (200, {}, b'["no card"]')
    report = catalogue.import_new_cards()
    assert (report.cards.added, [row.place for row in report.refused]) == (1, ["me06-001"])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((500, {}, b"down"), "UPDATE_UNREACHABLE"),
        ((301, {"Location": "http://127.0.0.1/"}, b""), "UPDATE_UNREACHABLE"),
        ((200, {}, b"<html>"), "UPDATE_UNREADABLE"),
        ((200, {}, b"{}"), "UPDATE_UNREADABLE"),
        ((200, {}, b"[" + b" " * updates.MAX_BYTES + b"]"), "UPDATE_TOO_LARGE"),
    ],
)
def test_an_answer_that_is_none_changes_nothing(
    tcgdex: Tcgdex, answer: tuple[int, dict[str, str], bytes], code: str
) -> None:
    tcgdex.answers["/v2/en/sets"] = answer
    before = Card.objects.count()
    with pytest.raises(Refused, match=code):
        catalogue.import_new_cards()
    assert Card.objects.count() == before


def test_no_more_is_asked_than_the_bound(tcgdex: Tcgdex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "MAX_REQUESTS", 3)
    with pytest.raises(Refused, match="UPDATE_TOO_LARGE"):
        catalogue.import_new_cards()
    assert len(tcgdex.paths) == 3


def test_an_update_takes_no_longer_than_its_time(tcgdex: Tcgdex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "MAX_SECONDS", 0)
    with pytest.raises(Refused, match="UPDATE_TOO_LARGE"):
        catalogue.import_new_cards()
    assert tcgdex.paths == []


def test_a_server_that_is_gone(settings: Settings) -> None:
    settings.CARDS_URL = "http://127.0.0.1:9"
    with pytest.raises(Refused, match="UPDATE_UNREACHABLE"):
        catalogue.import_new_cards()


@pytest.mark.parametrize(
    "address", ["ftp://example.org", "http://169.254.169.254", "http://user@example.org", ""]
)
def test_an_address_that_is_none(settings: Settings, address: str) -> None:
    settings.CARDS_URL = address
    with pytest.raises(Refused, match="UPDATE"):
        catalogue.import_new_cards()


def test_what_was_announced_becomes_the_expansion_of_the_data(tcgdex: Tcgdex) -> None:
    from cards.engine.announced_cards import AnnouncedCard

    by = build.user()
    facts = {"id": "nst", "name": "Newest", "codes": "NST", "released": date(2026, 11, 13)}
    cards = [AnnouncedCard("1", "Newmon"), AnnouncedCard("2", "Ultra Ball"), AnnouncedCard("3", "Missing")]
    announced = catalogue.save_announced_expansion(by=by, cards=cards, **facts)
    usual = {"by": by, "expansion": announced, "number": "1", "name": "Newmon", "card_format": "standard"}
    catalogue.save_ban(**usual, starts_on=date(2026, 12, 1))  # type: ignore[arg-type]
    catalogue.import_new_cards()
    assert not Expansion.objects.filter(pk="nst").exists()
    assert Ban.objects.get(name="Newmon").expansion_id == "me06"
    assert not Card.objects.filter(announced=True).exists()
