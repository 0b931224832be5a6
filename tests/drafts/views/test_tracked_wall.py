"""The wall of a tracked draft: seats first, then picks, then building time."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from tests.drafts.tracked import draft, now, open_packs, take
from tests.html import markup

pytestmark = pytest.mark.django_db


def wall_of(row: Draft) -> str:
    page = Client().get(reverse("drafts:draft_screen", args=[row.division.tournament.slug, row.pk]))
    assert page.status_code == 200
    return markup(page)


def test_the_wall_says_where_to_sit_until_the_first_pack_is_open() -> None:
    row = draft("rochester", 8, packs_each=2, pack_size=1, pods=(4, 4))
    assert wall_of(row).count("Pod 2, ") == 4
    open_packs(row)
    assert "Pod 2, " not in wall_of(row)


def test_a_pod_that_builds_stands_on_the_wall_beside_one_that_drafts() -> None:
    row = draft("rochester", 8, packs_each=2, pack_size=1, pods=(4, 4))
    while not now(row).over:
        if now(row).state.idle:
            open_packs(row)
        take(row, now(row).to_act[0], "x")
    wall = wall_of(row)
    assert wall.count("Build your deck") == 1
    assert "Pod 2" in wall


def test_each_pod_has_a_tile_in_its_place_with_all_that_it_does() -> None:
    row = draft("rochester", 8, packs_each=2, pack_size=1, pods=(4, 4))
    while not now(row, 2).over:
        if now(row, 2).state.idle:
            open_packs(row, 2)
        take(row, now(row, 2).to_act[0], "x", 2)
    wall = wall_of(row)
    assert 'class="wall-pods pair"' in wall
    assert wall.index("<h2>Pod 1</h2>") < wall.index("<h2>Pod 2</h2>") < wall.index("Build your deck")
    open_packs(row)
    assert '<p class="where">Opening 1 of' in wall_of(row)
