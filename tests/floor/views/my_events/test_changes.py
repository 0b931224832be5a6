"""Players leave a phone or join an account by their own links alone, and each is in the journal."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import JournalEvent
from floor.queries import personal_data
from floor.services import retention
from registration.models import AccountRegistration, Registration
from registration.services import registering
from tests import build
from tests.floor.views.my_events.phone import key, open_event, opened, page, signed_in, upcoming
from tests.html import markup
from tests.registration import signing_up as up
from tournaments.models import AccountLink, User
from tournaments.services import entries, personal_links

pytestmark = pytest.mark.django_db


ADDED, REMOVED = "PersonalLinkAddedToAccount", "PersonalLinkRemovedFromAccount"


def test_a_new_link_takes_the_player_off_phone_and_account_with_a_sentence(client):
    entry = upcoming("Harbor Cup").entries.first()
    client, user = signed_in()
    opened(client, entry)
    client.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    personal_links.renew_personal_link(entry, by=None)
    text = page(client)
    assert "1 player is no longer on this phone" in text
    assert "1 player is no longer in your account" in text
    assert str(entry) not in text
    assert "no longer" not in page(client)
    assert not AccountLink.objects.filter(user=user).exists()


def test_a_new_link_ends_the_address_of_the_registration_too(client):
    row = up.register(open_event(4))
    entry = Registration.objects.get(pk=row.pk).entry
    client.get(reverse("registration:mine", args=[row.token]))
    assert str(entry) in page(client)
    personal_links.renew_personal_link(entry, by=None)
    assert client.get(reverse("registration:mine", args=[row.token])).status_code == 404
    assert str(entry) not in page(client)


def test_a_removed_player_leaves_with_a_sentence(client):
    entry = upcoming("Harbor Cup").entries.first()
    opened(client, entry)
    entries.delete_unpaired_entry(entry, by=None)
    assert "1 player is no longer on this phone" in page(client)


def test_an_account_gathers_what_the_phone_has_and_shows_it_on_another(client):
    event = upcoming("Harbor Cup", players=3)
    first, second, other = event.entries.order_by("pk")
    phone, user = signed_in()
    opened(phone, first, second)
    assert "Keep these with my account" in page(phone)
    phone.post(reverse("floor:my_events_add"), {"of": [key(first), key(second), key(other)]})
    assert set(AccountLink.objects.values_list("user", "link__entry")) == {
        (user.pk, first.pk),
        (user.pk, second.pk),
    }
    another = Client()
    another.force_login(user)
    text = page(another)
    assert str(first) in text
    assert str(second) in text
    assert str(other) not in text
    assert reverse("floor:my", args=[first.link.token]) in text
    assert str(first) not in page(client)


def test_adding_is_in_the_journal_by_link_and_without_the_account(client):
    entry = upcoming("Harbor Cup").entries.first()
    phone, _user = signed_in()
    opened(phone, entry)
    for _again in range(2):
        phone.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    line = JournalEvent.objects.get(kind=ADDED)
    assert line.by is None
    assert line.facts == {"entry": entry.pk, "name": str(entry), "by_link": entry.pk}
    phone.post(reverse("floor:my_events_remove"), {"of": [key(entry)]})
    assert JournalEvent.objects.filter(kind=REMOVED).count() == 1
    assert not AccountLink.objects.exists()
    assert str(entry) in page(phone)  # the phone still has it


def test_no_one_adds_a_player_without_the_link(client):
    entry = upcoming("Harbor Cup").entries.first()
    row = up.register(open_event(1))
    stranger, _user = signed_in("stranger")
    stranger.post(reverse("floor:my_events_add"), {"of": [key(entry), key(row)]})
    assert not AccountLink.objects.exists()
    assert not AccountRegistration.objects.exists()
    assert client.post(reverse("floor:my_events_add"), {"of": [key(entry)]}).status_code == 302
    assert not AccountLink.objects.exists()


def test_an_account_keeps_a_registration_that_becomes_a_player_later():
    event = open_event(1, accept_hours=0)
    seated, waiting = up.registered(event, 2)
    phone, user = signed_in()
    phone.get(reverse("registration:mine", args=[waiting.token]))
    phone.post(reverse("floor:my_events_add"), {"of": [key(waiting)]})
    assert JournalEvent.objects.filter(kind="RegistrationAddedToAccount").count() == 1
    registering.cancel_registration(seated, by=None)
    entry = Registration.objects.get(pk=waiting.pk).entry
    another = Client()
    another.force_login(user)
    assert f"of={key(entry)}" in page(another)
    another.post(reverse("floor:my_events_remove"), {"of": [key(entry)]})
    assert not AccountRegistration.objects.exists()


def test_an_account_finds_its_table_from_the_event():
    entry = upcoming("Harbor Cup").entries.first()
    phone, user = signed_in()
    (token,) = opened(phone, entry)
    phone.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    another = Client()
    another.force_login(user)
    answer = another.get(reverse("floor:my_here", args=[entry.tournament.slug]))
    assert answer["Location"] == reverse("floor:my", args=[token])


def test_forgetting_one_player_asks_and_leaves_the_other(client):
    first, second = upcoming("Harbor Cup").entries.order_by("pk")
    opened(client, first, second)
    forget = reverse("floor:my_events_forget")
    assert f"This phone forgets {first}" in markup(client.get(forget, {"of": key(first)}))
    client.post(forget, {"of": key(first)})
    text = page(client).split("<main")[1].split('id="stored"')[1]
    assert str(first) not in text
    assert str(second) in text
    client.post(forget)
    assert "No events on this phone yet" in page(client)


def test_forgetting_a_player_of_a_registration_forgets_both_addresses(client):
    row = up.register(open_event(4))
    client.get(reverse("registration:mine", args=[row.token]))
    entry = Registration.objects.get(pk=row.pk).entry
    client.post(reverse("floor:my_events_forget"), {"of": key(entry)})
    assert "No events on this phone yet" in page(client)


def test_keys_of_others_and_nonsense_are_ignored(client):
    first, second = upcoming("Harbor Cup").entries.order_by("pk")
    opened(client, first)
    for of in (key(second), "e", "r0", "x\0", "e999999999999999999999"):
        answer = client.post(reverse("floor:my_events_forget"), {"of": of})
        assert answer.status_code == 302
    assert str(first) in page(client)


def test_personal_data_that_ends_takes_players_off_accounts():
    event = upcoming("Harbor Cup", days=-90)
    entry = event.entries.first()
    row = up.of_entry(entry)
    phone, user = signed_in()
    AccountLink.objects.create(user=user, link=personal_links.ensure_link(entry))
    AccountRegistration.objects.create(user=user, registration=row)
    retention.remove_expired_data(days=30, now=timezone.now())
    text = page(phone)
    assert "2 players are no longer in your account" in text
    assert str(entry) not in text
    assert not AccountLink.objects.exists()
    assert not AccountRegistration.objects.exists()


def test_a_person_s_file_says_that_an_account_has_them_and_not_whose():
    entry = upcoming("Harbor Cup").entries.first()
    user = build.user("mother")
    AccountLink.objects.create(user=user, link=personal_links.ensure_link(entry))
    AccountRegistration.objects.create(user=user, registration=up.of_entry(entry))
    data = personal_data.personal_data_of(entry.player)
    assert [row["event"] for row in data["accounts"]] == ["Harbor Cup", "Harbor Cup"]
    assert "mother" not in str(data)


def test_an_account_with_players_keeps_its_address_while_they_keep_their_links():
    entry = upcoming("Harbor Cup").entries.first()
    user = build.user("mother")
    User.objects.update(email="mother@example.org", date_joined=timezone.now() - timedelta(days=400))
    AccountLink.objects.create(user=user, link=personal_links.ensure_link(entry))
    retention.remove_expired_data(days=30, now=timezone.now())
    assert User.objects.get(pk=user.pk).email == "mother@example.org"
