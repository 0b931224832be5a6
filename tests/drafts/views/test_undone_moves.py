"""A pick tapped by mistake: undone where it was tapped until the next move, later by a judge (R-002)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from decks.models import Draft, Pool
from drafts.engine import Move
from drafts.models import DraftMove
from drafts.views.tablet import tablet_url
from tests import build
from tests.drafts import tracked
from tests.drafts.tracked import draft, now, open_packs, take, token
from tests.html import markup

pytestmark = pytest.mark.django_db

BUTTON = 'value="back"'


@pytest.fixture(params=["rochester", "solomon"])
def row(request) -> Draft:
    made = draft(request.param, 2 if request.param == "solomon" else 4, packs_each=2, pack_size=4)
    open_packs(made)
    for card in now(made).state.table:
        tracked.tap(made, Move("rename", 1, card.number, names=(f"Card {card.number}",)))
    return made


def text(client: Client, where: str) -> str:
    return markup(client.get(where))


def phone(row: Draft, seat: int) -> str:
    return reverse("drafts:my_draft", args=[token(row, seat)])


def picks(client: Client, where: str, row: Draft) -> int:
    """Take the first card for the seat to act by a tap on this page; return the number of the move."""
    key = re.search(r'name="key" value="([^"]+)"', text(client, where))
    game = now(row)
    seat, card = game.to_act[0], game.state.table[0].number
    assert key
    answer = client.post(where, {"do": "pick", "key": key[1], "seat": seat, "card": card})
    assert answer.status_code == 302
    return DraftMove.objects.latest("number").number


def back(client: Client, where: str, of: int, seat: int = 1, key: str = "") -> int:
    sent = {"do": "back", "key": key or tracked.key(), "of": of, "seat": seat}
    return client.post(where, sent).status_code


def test_the_tablet_undoes_what_was_tapped_on_it(client: Client, row: Draft) -> None:
    tablet = tablet_url(row, 1)
    assert BUTTON not in text(client, tablet)
    before = now(row)
    of = picks(client, tablet, row)
    assert BUTTON in text(client, tablet)
    assert back(client, tablet, of, key="key-again-1") == 302
    assert back(client, tablet, of, key="key-again-1") == 302
    after = now(row)
    assert after.state == before.state
    assert after.to_act == before.to_act
    assert DraftMove.objects.filter(kind="undo_move").count() == 1
    assert BUTTON not in text(client, tablet)
    assert picks(client, tablet, row) == of + 2


def test_the_journal_tells_of_it_and_a_judge_undoes_it(client: Client, row: Draft) -> None:
    tablet = tablet_url(row, 1)
    of = picks(client, tablet, row)
    seat = DraftMove.objects.latest("number").seat
    back(client, tablet, of)
    line = JournalEvent.objects.get(kind="DraftTapBack")
    assert (line.facts["pod"], line.facts["seat"], line.facts["of"]) == (1, seat, of)
    judge = Client()
    judge.force_login(build.staff(row.division.tournament, "scorekeeper"))
    journal = text(judge, reverse("tournaments:journal", args=[row.division.tournament.slug]))
    assert f"move {of + 1}, a pick tapped wrongly at seat {seat}, was undone" in journal
    log = text(judge, reverse("drafts:draft_log", args=[row.division.tournament.slug, row.pk]))
    assert f"Undone: move {of + 1}" in log
    undo.undo_step(line, by=None)
    assert len(now(row).pools[seat]) == 1


def test_once_somebody_moved_on_only_a_judge_takes_it_back(client: Client, row: Draft) -> None:
    tablet = tablet_url(row, 1)
    of = picks(client, tablet, row)
    later = picks(client, tablet, row)
    assert back(client, tablet, of) == 409
    assert "Call a judge" in text(client, tablet)
    assert back(client, tablet, later) == 302
    assert back(client, tablet, of) == 409, "what was undone is a move as well"
    judge = Client()
    judge.force_login(build.staff(row.division.tournament, "judge"))
    seat = now(row).moves[of].seat
    data = {"do": "undo_move", "pod": 1, "seat": seat, "reason": "Tapped wrongly.", "key": tracked.key()}
    where = reverse("drafts:draft_judge", args=[row.division.tournament.slug, row.pk])
    assert judge.post(where, data).status_code == 302
    assert now(row).to_act == (seat,)


def test_a_tap_on_a_phone_is_undone_on_that_phone_alone(client: Client, row: Draft) -> None:
    seat = now(row).to_act[0]
    other = next(one for one in range(1, now(row).seats + 1) if one != seat)
    of = picks(client, phone(row, seat), row)
    assert BUTTON in text(client, phone(row, seat))
    assert "Tapped wrongly?" in text(client, phone(row, seat))
    for where in (phone(row, other), tablet_url(row, 1)):
        assert BUTTON not in text(client, where)
        assert back(client, where, of) == 409
    assert back(client, phone(row, seat), of) == 302
    assert now(row).to_act == (seat,)


def test_the_last_pick_of_all_stays_because_pools_are_written(client: Client) -> None:
    row = draft("rochester", 4, packs_each=2, pack_size=1)
    while not now(row).over:
        if now(row).state.idle:
            open_packs(row)
        if sum(len(pile) for pile in now(row).pools.values()) == 7:
            tracked.tap(row, Move("rename", 1, now(row).state.table[0].number, names=("Last",)))
            of = picks(client, tablet_url(row, 1), row)
        else:
            take(row, now(row).to_act[0], "x")
    assert Pool.objects.count() == 4
    assert BUTTON not in text(client, tablet_url(row, 1))
    assert back(client, tablet_url(row, 1), of) == 409


def test_a_secret_pick_is_put_back_by_the_staff_alone(client: Client) -> None:
    row = draft(pack_size=3)
    open_packs(row)
    take(row, 1, "Eevee")
    where = phone(row, 1)
    assert BUTTON not in text(client, where)
    assert "only staff can put a secret card back" in text(client, where)
    assert "only staff can put a secret card back" in text(client, tablet_url(row, 1))
    for page in (where, tablet_url(row, 1)):
        assert back(client, page, 1) == 409
    assert len(now(row).pools[1]) == 1


def test_a_tap_without_its_move_is_refused(client: Client, row: Draft) -> None:
    picks(client, tablet_url(row, 1), row)
    sent = {"do": "back", "key": tracked.key(), "seat": 1}
    assert client.post(tablet_url(row, 1), sent).status_code == 409
    with pytest.raises(Refused):
        tracked.tap(row, Move("undo_move", of=99))
