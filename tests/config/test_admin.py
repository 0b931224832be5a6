"""The administration of the installation, with input that no browser would send."""

from datetime import date

import pytest
from django.contrib import admin
from django.urls import reverse

from tests import build
from tests.html import markup
from tournaments.models import Player, Season

pytestmark = pytest.mark.django_db

NONSENSE = ("abc", "", "-1", "1e9", "9" * 40, "1,2", "x\x00y", "None")


@pytest.fixture
def host(client):
    client.force_login(build.user("host", is_staff=True, is_superuser=True))
    return client


def chosen(client, model, *keys, **more):
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    typed = {"action": "delete_selected", "_selected_action": keys, "index": "0"}
    return client.post(url, typed | more)


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model.__name__)
def test_rows_that_cannot_be_are_deleted_without_a_fault(host, model):
    before = model.objects.count()
    assert chosen(host, model, *NONSENSE).status_code in (200, 302)
    assert chosen(host, model, *NONSENSE, post="yes").status_code in (200, 302)
    assert model.objects.count() == before


def test_rows_that_are_there_go_whatever_stands_beside_them(host):
    one, other = build.players(2)
    assert "Are you sure" in markup(chosen(host, Player, "abc", one.pk))
    assert chosen(host, Player, "abc", one.pk, post="yes").status_code == 302
    assert list(Player.objects.all()) == [other]
    season = Season.objects.create(year=2040, starts_on=date(2039, 9, 1), senior_from=2024, junior_from=2028)
    chosen(host, Season, season.pk, "9" * 40, post="yes")
    assert not Season.objects.filter(pk=season.pk).exists()
