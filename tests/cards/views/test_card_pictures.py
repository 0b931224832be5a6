"""An installation shows its own pictures of cards, and nothing else of its disk."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from cards.queries.card_pictures import card_picture_url
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / "GRI-60.webp").write_bytes(b"lele")
    (pictures / "PR-SM-030.png").write_bytes(b"promo")
    (pictures / "notes.txt").write_text("secret")
    (tmp_path / "SUM-1.png").write_bytes(b"outside")
    settings.STADIUM_CARD_PICTURES = pictures
    return pictures


def fetch(client: Client, name: str):
    return client.get(reverse("cards:cards") + f"/pictures/{name}")


def test_pictures_are_found_by_code_and_number(folder: Path) -> None:
    assert card_picture_url("GRI", "60").startswith("/cards/pictures/GRI-60.webp?")
    assert card_picture_url("gri", "060").startswith("/cards/pictures/GRI-60.webp?")
    assert card_picture_url("PR-SM", "30").startswith("/cards/pictures/PR-SM-030.png?")
    assert card_picture_url("SUM", "1") == ""


def test_a_picture_is_sent_and_stays_in_the_browser(client: Client, folder: Path) -> None:
    answer = fetch(client, "GRI-60.webp")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert "max-age=31536000" in answer["Cache-Control"]
    assert answer.getvalue() == b"lele"
    assert client.post(reverse("cards:picture", args=["GRI-60.webp"])).status_code == 405


@pytest.mark.parametrize(
    "name",
    ["GRI-61.webp", "GRI-60.png", "notes.txt", "..%2FSUM-1.png", "SUM-1.png", "../SUM-1.png", "%00", ".webp"],
)
def test_other_names_are_not_found(client: Client, folder: Path, name: str) -> None:
    assert fetch(client, name).status_code == 404


def test_links_out_of_the_folder_are_not_followed(client: Client, folder: Path) -> None:
    (folder / "SUM-1.png").symlink_to(folder.parent / "SUM-1.png")
    assert fetch(client, "SUM-1.png").status_code == 404


def test_without_a_folder_there_are_none(client: Client, settings: Settings, tmp_path: Path) -> None:
    assert fetch(client, "GRI-60.webp").status_code == 404
    settings.STADIUM_CARD_PICTURES = tmp_path / "gone"
    assert fetch(client, "GRI-60.webp").status_code == 404
    assert card_picture_url("GRI", "60") == ""


def test_a_tile_shows_the_picture_instead_of_the_drawing(client: Client, folder: Path) -> None:
    page = markup(client.get(reverse("cards:cards"), {"q": "GRI 60"}))
    drawn = "Ta</b>" in page
    assert drawn or 'src="/cards/pictures/GRI-60.webp?' in page
    folder.joinpath("GRI-60.webp").unlink()
    assert "/cards/pictures/" not in markup(client.get(reverse("cards:cards"), {"q": "GRI 60"}))
