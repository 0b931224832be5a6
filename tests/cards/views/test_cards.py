"""Pages of cards: public to read, but only administrators change cards."""

from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cards.models import Ban, Card, CardImport, CardText, CopyLimit, Expansion, Reprint
from cards.services import catalogue
from cards.services.catalogue import locked_catalogue_change
from tests import build
from tests.cards.cards import CARDS, zipped
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db


def tapu_lele() -> Card:
    return Card.objects.get(expansion="sm2", number="60")


@pytest.fixture
def keeper(client: Client) -> User:
    """Sign in a user who may change cards."""
    user = build.user("keeper")
    user.user_permissions.add(Permission.objects.get(codename="change_card"))
    client.force_login(user)
    return user


def pages_of_staff() -> list[str]:
    card, ban, line = tapu_lele(), Ban.objects.first(), Reprint.objects.first()
    assert ban is not None
    assert line is not None
    return [
        reverse("cards:card_add"),
        reverse("cards:card_edit", args=[card.pk]),
        reverse("cards:card_import"),
        reverse("cards:reprints"),
        reverse("cards:reprint", args=[line.pk]),
        reverse("cards:ban", args=[ban.pk]),
    ]


@pytest.mark.parametrize(
    "text", ["", "tapu", "Kapu-Fala-GX", "GRI 60", "qqqq", "\x00", "Tapu Lelle GX", "x" * 500]
)
def test_search_is_open(client: Client, text: str) -> None:
    assert client.get(reverse("cards:cards"), {"q": text}).status_code == 200


def test_near_names_are_offered(client: Client) -> None:
    assert "?q=Tapu%20Lele-GX" in markup(client.get(reverse("cards:cards"), {"q": "Tapu Lelle GX"}))


def test_a_count_before_a_name_is_left_out_of_the_search(client: Client) -> None:
    assert ">Ultra Ball<" in markup(client.get(reverse("cards:cards"), {"q": "4 ultraball"}))
    french = markup(
        client.get(reverse("cards:cards"), {"q": "Hyper Bull"}, headers={"Accept-Language": "fr"})
    )
    assert ">Hyper Ball<" in french


def test_a_card_has_its_names_and_formats(client: Client) -> None:
    page = markup(client.get(reverse("cards:card", args=[tapu_lele().pk])))
    assert "Tokopiyon-GX" in page
    assert "Guardians Rising" in page
    assert "Not in the format" in page


def test_r076_a_card_shows_the_limit_of_its_text(client: Client) -> None:
    card = tapu_lele()
    page = reverse("cards:card", args=[card.pk])
    assert "the play style’s limit, usually 4" in markup(client.get(page))
    with locked_catalogue_change():
        CopyLimit.objects.create(expansion=card.expansion, number="60", name=card.name, most=1)
    assert "1 per deck" in markup(client.get(page))


def test_a_card_that_is_not_there(client: Client) -> None:
    assert client.get(reverse("cards:card", args=[0])).status_code == 404


def test_the_ban_list_is_open_and_found_by_name(client: Client) -> None:
    page = markup(client.get(reverse("cards:bans"), {"q": "archeops"}))
    assert "Archeops" in page
    assert "Delinquent" not in page


def test_strangers_sign_in_and_others_stay_out(client: Client) -> None:
    for page in pages_of_staff():
        assert client.get(page)["Location"].startswith(reverse("account_login"))
    client.force_login(build.user())
    assert {client.get(page).status_code for page in pages_of_staff()} == {403}
    assert "Ask the person who runs this installation" in markup(client.get(reverse("cards:card_add")))


def test_staff_see_every_page(client: Client, keeper: User) -> None:
    assert {client.get(page).status_code for page in pages_of_staff()} == {200}


def test_wrong_verb(client: Client, keeper: User) -> None:
    assert client.post(reverse("cards:cards")).status_code == 405
    assert client.get(reverse("cards:ban_remove", args=[1])).status_code == 405


def card_fields(**fields: str) -> dict[str, str]:
    return {"name": "Mew-EX", "expansion": "xy10", "number": "201", "supertype": "pokemon", **fields}


def test_adding_a_card(client: Client, keeper: User) -> None:
    answer = client.post(reverse("cards:card_add"), card_fields(subtypes="Basic | EX", basic="on"))
    card = Card.objects.get(name="Mew-EX", number="201")
    assert answer["Location"] == reverse("cards:card", args=[card.pk])
    assert (card.subtypes, card.basic, card.edited) == ("Basic|EX", True, True)


def test_a_number_that_is_taken_keeps_what_was_typed(client: Client, keeper: User) -> None:
    answer = client.post(reverse("cards:card_add"), card_fields(expansion="sm2", number="60"))
    assert answer.status_code == 422
    assert "already Tapu Lele-GX" in markup(answer)
    assert 'value="Mew-EX"' in markup(answer)


def test_mending_a_card(client: Client, keeper: User) -> None:
    card = tapu_lele()
    fields = {"name": card.name, "expansion": "sm2", "number": "60", "supertype": "pokemon", "mark": "Z"}
    client.post(reverse("cards:card_edit", args=[card.pk]), fields)
    card.refresh_from_db()
    assert card.mark == "Z"


def test_bans_and_reprints_come_and_go(client: Client, keeper: User) -> None:
    ban = {
        "name": "Mew-EX",
        "expansion": "xy10",
        "number": "1",
        "format": "expanded",
        "starts_on": "2026-01-02",
    }
    client.post(reverse("cards:ban_add"), ban)
    row = Ban.objects.get(name="Mew-EX")
    answer = client.post(reverse("cards:ban", args=[row.pk]), {**ban, "ends_on": "2026-01-01"})
    assert answer.status_code == 422
    client.post(reverse("cards:ban_remove", args=[row.pk]))
    assert not Ban.objects.filter(name="Mew-EX").exists()
    line = {"name": "Mew-EX", "new_expansion": "xy10", "new_number": "1", "identical": "on"}
    assert client.post(reverse("cards:reprint_add"), {**line, "old_number": "4"}).status_code == 422
    client.post(reverse("cards:reprint_add"), line)
    row_id = Reprint.objects.get(key="Mew-EX").pk
    client.post(reverse("cards:reprint", args=[row_id]), {**line, "identical": ""})
    assert not Reprint.objects.get(pk=row_id).identical
    client.post(reverse("cards:reprint_remove", args=[row_id]))
    assert not Reprint.objects.filter(key="Mew-EX").exists()


def test_an_upload_is_read_and_reported(client: Client, keeper: User) -> None:
    broken = {"name": "", "number": "4", "supertype": "Trainer"}
    file = SimpleUploadedFile("cards.zip", zipped(*CARDS, broken))
    page = markup(client.post(reverse("cards:card_import"), {"file": file}, follow=True))
    assert "Cards: 3 added" in page
    assert "1 row skipped" in page
    assert "no English name" in page
    assert Expansion.objects.filter(pk="tst1").exists()


def test_a_file_nobody_can_read_is_told(client: Client, keeper: User) -> None:
    page = markup(
        client.post(reverse("cards:card_import"), {"file": SimpleUploadedFile("x.zip", b"?")}, follow=True)
    )
    assert "contains no card data" in page


def test_a_job_asks_again_while_it_runs(client: Client, keeper: User) -> None:
    job = CardImport.objects.create(name="x.zip", state=CardImport.State.RUNNING)
    part = markup(client.get(reverse("cards:card_import_job", args=[job.pk]), headers={"hx-request": "true"}))
    assert 'hx-trigger="every 1s"' in part
    assert "<html" not in part


def test_the_text_of_an_imported_card_stands_on_top_of_its_page(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "cards.zip"
    file.write_bytes(zipped(*CARDS))
    catalogue.import_card_paths([file])
    card = Card.objects.get(name="Leafeon-GX", expansion="tst1")
    page = str(markup(client.get(f"/cards/{card.pk}")))
    assert page.index("Solar Beam") < page.index("Printings")
    assert "200 HP" in page
    potion = Card.objects.get(name="Potion", expansion="tst1")
    assert "Heal 30 damage" in markup(client.get(f"/cards/{potion.pk}"))
    catalogue.import_card_paths([file])
    assert CardText.objects.filter(card__expansion="tst1").count() == len(CARDS)


def test_a_card_without_text_has_no_empty_place_for_it(client: Client) -> None:
    card = Card.objects.filter(text=None).first()
    assert card is not None
    assert "Card text" not in markup(client.get(f"/cards/{card.pk}"))
