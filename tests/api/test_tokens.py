"""Tokens: shown once, stored as a digest, created with the scopes of the user's role, revoked by authorized users."""

import hashlib
import re

import pytest
from django.urls import reverse

from api.models import ApiToken
from api.services import tokens
from core.models import JournalEvent
from core.sentences import journal_text
from tests import build
from tests.api.hall import Hall, hall
from tournaments.models import StaffMember

pytestmark = pytest.mark.django_db
TEXT = re.compile(r"stadium_\d+_[-\w]{43}")


@pytest.fixture
def cup() -> Hall:
    return hall(2, played=0, on=False)


def page(cup: Hall) -> str:
    return reverse("api:tokens", args=[cup.event.slug])


def make(client, cup: Hall, *scopes: str) -> str:
    answer = client.post(page(cup), {"name": "Overlay", "scopes": scopes, "days": "7"})
    assert answer.status_code == 200, answer.content
    assert "no-store" in answer["Cache-Control"]
    return TEXT.findall(answer.content.decode())[0]


def test_a_token_is_on_the_page_once_and_nowhere_else(client, cup):
    client.force_login(build.organizer(cup.division))
    text = make(client, cup, "players", "calls")
    assert text not in client.get(page(cup)).content.decode()
    row = ApiToken.objects.get()
    assert row.digest == hashlib.sha256(text.encode()).hexdigest()
    assert row.scopes == ["players", "calls"]
    assert cup.get("/players", text).status_code == 200
    line = JournalEvent.objects.get(kind="ApiTokenMade")
    assert text not in str(line.facts)
    assert journal_text(line.kind, line.facts) == (
        "API token “Overlay” created: Player IDs, and who is checked in, Judge calls"
    )


def test_a_role_has_its_scopes_to_choose_from(client, cup):
    client.force_login(build.staff(cup.event, "judge"))
    assert 'value="births"' not in client.get(page(cup)).content.decode()
    answer = client.post(page(cup), {"name": "Overlay", "scopes": ["births"], "days": "7"})
    assert answer.status_code == 200
    assert ApiToken.objects.count() == 0


def test_odd_forms_make_no_token(client, cup):
    client.force_login(build.organizer(cup.division))
    for odd in ({}, {"name": " ", "days": "7"}, {"name": "x" * 41, "days": "7"}, {"name": "x", "days": "9"}):
        assert client.post(page(cup), odd).status_code == 200
    assert ApiToken.objects.count() == 0


def test_one_revokes_one_s_own_and_organizers_any(client, cup):
    judge, other = build.staff(cup.event, "judge"), build.staff(cup.event, "scorekeeper")
    for user in (judge, other):
        member = StaffMember.objects.get(user=user)
        tokens.make_token(member, by=user, name=f"of {user}", scopes=(), days=1)
    first, second = ApiToken.objects.order_by("pk")
    client.force_login(judge)
    assert str(other) not in client.get(page(cup)).content.decode()
    assert client.post(reverse("api:token_revoke", args=[cup.event.slug, second.pk])).status_code == 404
    client.post(reverse("api:token_revoke", args=[cup.event.slug, first.pk]))
    client.force_login(build.organizer(cup.division))
    assert str(other) in client.get(page(cup)).content.decode()
    client.post(reverse("api:token_revoke", args=[cup.event.slug, second.pk]))
    assert ApiToken.objects.filter(revoked_at=None).count() == 0
    assert JournalEvent.objects.filter(kind="ApiTokenRevoked").count() == 2
    refused = build.refusal(tokens.revoke_token, first, by=judge)
    assert refused.code == "API_TOKEN_REVOKED"


def test_there_is_an_end_to_tokens(cup):
    user = build.staff(cup.event, "judge")
    member = StaffMember.objects.get(user=user)
    for _number in range(tokens.MAX_TOKENS):
        tokens.make_token(member, by=user, name="x", scopes=(), days=1)
    refused = build.refusal(tokens.make_token, member, by=user, name="x", scopes=(), days=1)
    assert (refused.code, refused.facts) == ("API_TOKENS_TOO_MANY", {"most": tokens.MAX_TOKENS})


def test_strangers_sign_in_first(client, cup):
    assert client.get(page(cup)).status_code == 302
    client.force_login(build.user())
    assert client.get(page(cup)).status_code == 403


def test_the_page_is_found_from_files_and_staff(client, cup):
    client.force_login(build.organizer(cup.division))
    for name in ("pairings:files", "tournaments:staff"):
        assert page(cup) in client.get(reverse(name, args=[cup.event.slug])).content.decode()
