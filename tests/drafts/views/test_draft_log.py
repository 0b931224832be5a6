"""The log of a draft on its pages: secret names stay secret, judges work with it, players see their picks."""

import io
import json
from copy import deepcopy

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from core.models import JournalEvent
from decks.models import Draft
from drafts.engine import Move, build_pick_move, draft_files
from drafts.models import DraftMove
from drafts.queries.tracking import tracked_pod
from drafts.services import draft_runs, pick_time
from tests import build, databases
from tests.drafts.services.test_draft_log import paper, picked
from tests.drafts.services.test_tracking import tap, tracked_draft
from tests.html import markup
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef"


def url(row: Draft, name: str = "draft_log", query: str = "") -> str:
    return reverse(f"drafts:{name}", args=[row.division.tournament.slug, row.pk]) + query


def file_url(row: Draft, kind: str, pod: int = 1) -> str:
    return reverse("drafts:draft_log_export", args=[row.division.tournament.slug, row.pk, pod, kind])


def signed(row: Draft, role: str) -> Client:
    client = Client()
    client.force_login(build.staff(row.division.tournament, role))
    return client


def _row() -> Draft:
    found = tracked_draft()
    picked(found, 6)
    return found


built = databases.built_once(_row)


@pytest.fixture
def row(built: Draft) -> Draft:
    return deepcopy(built)


@pytest.fixture
def head(row: Draft) -> Client:
    return signed(row, "head_judge")


def over(row: Draft) -> Draft:
    picked(row, 24 - 6, begin=6)
    assert tracked_pod(row, 1).game.over
    return row


def judged(client: Client, row: Draft, do: str, **more: object) -> str:
    given = {"pod": 1, "do": do, "key": KEY, "reason": "Two cards at once"} | more
    return markup(client.post(url(row, "draft_judge"), given, follow=True))


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return markup(answer)


@pytest.mark.parametrize("role", ["organizer", "head_judge", "scorekeeper", "judge"])
def test_nobody_reads_a_secret_card_without_a_look(row: Draft, role: str) -> None:
    client = signed(row, role)
    last = len(tracked_pod(row, 1).moves)
    pages = [
        url(row),
        url(row, query="?card=Card"),
        *(url(row, query=f"?line={n}") for n in range(1, last + 1)),
    ]
    pages += [url(row, "draft_replay", f"?at={n}") for n in range(last + 1)]
    for address in pages:
        assert "Card 0" not in text(client, address)
        assert "Card 4" not in text(client, address)
    for kind in ("csv", "xlsx", "json"):
        assert client.get(file_url(row, kind)).status_code in (403, 409)


def test_a_look_shows_the_cards_and_the_journal_tells_of_it(row: Draft, head: Client) -> None:
    assert "Show the cards" in text(head, url(row))
    head.post(url(row, "draft_look"), {"pod": 1})
    head.post(url(row, "draft_look"), {"pod": 1})
    assert "picks Card 4" in text(head, url(row))
    assert "Card 4" in text(head, url(row, "draft_replay"))
    assert JournalEvent.objects.filter(kind="DraftLooked").count() == 1
    assert "picks Card 4" not in text(signed(row, "organizer"), url(row))
    journal = reverse("tournaments:journal", args=[row.division.tournament.slug])
    assert "secret cards shown while the draft continues" in text(head, journal)


@pytest.mark.parametrize("role", ["scorekeeper", "judge"])
def test_only_who_decides_may_look(row: Draft, role: str) -> None:
    client = signed(row, role)
    assert "Show the cards" not in text(client, url(row))
    assert client.post(url(row, "draft_look"), {"pod": 1}).status_code == 403


def test_all_staff_read_the_log_of_a_pod_that_is_over(row: Draft) -> None:
    over(row)
    assert "picks Card 4" in text(signed(row, "judge"), url(row))


def test_moves_show_time_who_seconds_and_are_narrowed(row: Draft, head: Client) -> None:
    whole = text(head, url(row))
    assert "player or tablet" in whole
    assert "4 seconds" in whole
    assert whole.count('<b class="qty">7</b>') == 1
    alone = text(head, url(row, query="?seat=3"))
    assert alone.count("picks a card") == 1
    assert "No moves yet" in text(head, url(row, query="?opening=2"))


def test_a_judge_takes_the_last_pick_of_a_seat_back_and_undoes_it(row: Draft) -> None:
    client = signed(row, "judge")
    page = judged(client, row, "undo_move", seat=2)
    assert "is undone. The card goes back into its pack." in page
    assert len(tracked_pod(row, 1).game.pools[2]) == 1
    judged(client, row, "undo_move", seat=2)
    assert len(tracked_pod(row, 1).game.pools[2]) == 1, "the same tap twice is one move"
    line = JournalEvent.objects.filter(kind="DraftJudged").get()
    undo = reverse("pairings:floor_undo", args=[row.division.tournament.slug, line.pk])
    assert undo in page
    client.post(undo)
    assert len(tracked_pod(row, 1).game.pools[2]) == 2


def test_what_an_undo_drags_along_is_shown_and_undone_at_once(row: Draft, head: Client) -> None:
    before = tracked_pod(row, 1).game.state
    assert "Others have picked since" in judged(head, row, "undo_move", seat=3, reason="x")
    page = text(head, url(row, query="?line=4"))
    assert "Undo 3 moves" in page
    undone = judged(head, row, "back_to", of=3, key=KEY + "b")
    assert "3 moves undone" in undone
    assert not tracked_pod(row, 1).game.pools[3]
    line = JournalEvent.objects.filter(kind="DraftMovesUndone").get()
    head.post(reverse("pairings:undo", args=[row.division.tournament.slug, line.pk]))
    assert tracked_pod(row, 1).game.state == before


@pytest.mark.parametrize(("do", "more"), [("leave", {"seat": 1, "way": "skip"}), ("back_to", {"of": 3})])
def test_what_the_head_judge_decides_a_judge_may_not(row: Draft, do: str, more: dict[str, object]) -> None:
    moves = DraftMove.objects.count()
    assert "Only the head judge or the organizer can decide that" in judged(
        signed(row, "judge"), row, do, **more
    )
    assert DraftMove.objects.count() == moves


def test_a_card_is_named_anew_only_by_who_sees_it(row: Draft, head: Client) -> None:
    card = tracked_pod(row, 1).game.pools[1][0].number
    assert "before you correct the name" in judged(head, row, "rename", of=card, name="Mew")
    head.post(url(row, "draft_look"), {"pod": 1})
    judged(head, row, "rename", of=card, name="Mew")
    page = text(head, url(row))
    assert "picks Mew" in page
    assert "first tapped as Card 0" in page


def test_names_that_players_give_are_no_step_of_a_judge(row: Draft, head: Client) -> None:
    card = tracked_pod(row, 1).game.pools[1][0].number
    tap(row, Move("rename", 1, card, names=("Mew",)), "by-player")
    assert ">Judge<" not in text(head, url(row))
    head.post(url(row, "draft_look"), {"pod": 1})
    judged(head, row, "rename", of=card, name="Onix")
    assert text(head, url(row)).count(">Judge<") == 1


def test_a_missing_card_and_a_player_who_leaves(row: Draft, head: Client) -> None:
    assert "Noted: a card is missing" in judged(head, row, "short", seat=4)
    assert "Noted: an extra card" in judged(head, row, "extra", seat=4, key=KEY + "e")
    assert "picks at random" in judged(head, row, "leave", seat=3, way="random", key=KEY + "l")
    page = text(head, url(row))
    assert "from the top, of" in page
    assert "Picked at random for" in judged(head, row, "random", seat=3, key=KEY + "p", reason="")
    assert "continues without" in judged(head, row, "leave", seat=2, way="skip", key=KEY + "s")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "win"},
        {"do": "short", "pod": "9" * 30, "key": KEY},
        {"do": "short", "pod": 7, "key": KEY, "reason": "x"},
        {"do": "short", "pod": 1, "seat": 99, "key": KEY, "reason": "x"},
        {"do": "short", "pod": 1, "seat": 4, "key": KEY},
        {"do": "undo_move", "pod": 1, "seat": 0, "key": KEY, "reason": "x"},
        {"do": "rename", "pod": 1, "of": 9999, "key": KEY, "reason": "x", "name": "y"},
        {"do": "back_to", "pod": 1, "of": 9999, "key": KEY, "reason": "x"},
        {"do": "leave", "pod": 1, "seat": 0, "key": KEY, "reason": "x"},
        {"do": "random", "pod": 1, "seat": 1, "key": KEY},
        {"do": "short", "pod": 1, "seat": 4, "key": "'; drop", "reason": "x"},
    ],
)
def test_odd_steps_are_told_and_change_nothing(row: Draft, head: Client, given: dict[str, object]) -> None:
    moves = DraftMove.objects.count()
    assert head.post(url(row, "draft_judge"), given).status_code == 409
    assert DraftMove.objects.count() == moves


@pytest.mark.parametrize(
    "query", ["?pod=9", "?pod=x", "?line=999", "?seat=²", "?before=-1", "?card=%00", "?at=99999"]
)
def test_odd_addresses_show_a_page(row: Draft, head: Client, query: str) -> None:
    for name in ("draft_log", "draft_replay"):
        assert head.get(url(row, name, query)).status_code == 200


def test_a_dispute_is_settled_from_the_log(row: Draft, head: Client) -> None:
    head.post(url(row, "draft_look"), {"pod": 1})
    page = text(head, url(row, query="?card=card+5"))
    assert "had the pack before; the card was in it" in page
    assert "picked it here" in page
    assert page.count("the card was in it") == 1
    assert page.count("the card was gone") == 0
    assert text(head, url(row, query="?card=card+0")).count("the card was gone") == 1
    assert "No one picked such a card." in text(head, url(row, query="?card=Mewtwo"))
    answer = head.post(url(row, "draft_rule"), {"pod": 1, "text": "It belongs to seat 2"}, follow=True)
    assert "It belongs to seat 2" in markup(answer)
    assert head.post(url(row, "draft_rule"), {"pod": 1, "text": " "}).status_code == 409
    assert signed(row, "judge").post(url(row, "draft_rule"), {"pod": 1, "text": "x"}).status_code == 403


def test_files_hold_every_move_and_can_be_replayed(row: Draft, head: Client) -> None:
    over(row)
    data = json.loads(head.get(file_url(row, "json")).content)
    assert data["proven"] is True
    assert draft_files.states_true_piles(data)
    assert draft_files.replay_draft_file(data).state == tracked_pod(row, 1).game.state
    assert data["piles"]["1"][0] == "Card 0"
    assert len(data["times"]) == len(data["moves"])
    lines = markup(head.get(file_url(row, "csv"))).splitlines()
    assert len(lines) == 1 + len(data["moves"])
    sheet = openpyxl.load_workbook(io.BytesIO(head.get(file_url(row, "xlsx")).content)).active
    assert sheet is not None
    assert sheet.max_row == len(lines)
    assert row.division.tournament.name in (
        sheet.oddHeader.left.text or "",
        sheet.oddHeader.center.text or "",
    )
    assert (sheet["B2"].is_date, sheet["A2"].data_type) == (True, "n")
    for kind, pod in (("txt", 1), ("csv", 9), ("csv", 0)):
        assert head.get(file_url(row, kind, pod)).status_code == 404
    assert signed(row, "judge").get(file_url(row, "csv")).status_code == 403


def test_no_cell_is_a_formula() -> None:
    row = tracked_draft()
    tap(row, Move("open"), "o", staff=True)
    tap(row, build_pick_move(1, 0, '=HYPERLINK("x")'), "p")
    client = signed(row, "head_judge")
    client.post(url(row, "draft_look"), {"pod": 1})
    assert "'=HYPERLINK" in markup(client.get(file_url(row, "csv")))


def test_the_replay_steps_back_to_the_beginning(row: Draft, head: Client) -> None:
    first = text(head, url(row, "draft_replay", "?at=0"))
    assert "Before the first move" in first
    assert 'rel="prev"' not in first
    last = text(head, url(row, "draft_replay"))
    assert "7 of 7" in last
    assert 'rel="next"' not in last


def test_a_player_reads_their_own_picks_once_the_pod_is_over(row: Draft) -> None:
    entry = row.division.entries.get(pk=row.seats[0][0])
    address = reverse("drafts:my_history", args=[personal_links.ensure_link(entry).token])
    running = text(Client(), address)
    assert "Card 0" not in running
    over(row)
    page = text(Client(), address)
    own = [card.name for card in tracked_pod(row, 1).game.pools[1]]
    others = [card.name for seat in (2, 3, 4) for card in tracked_pod(row, 1).game.pools[seat]]
    assert all(f"{name}<small" in page for name in own)
    assert not any(f"{name}<small" in page for name in others)
    assert Client().get(reverse("drafts:my_history", args=["nobody-has-this"])).status_code == 404


def test_a_long_log_takes_as_many_queries_as_a_short_one(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    row = tracked_draft(8, packs_each=3, pack_size=15)
    client = signed(row, "head_judge")
    game, made = tracked_pod(row, 1).game, []
    while not game.over:
        seat = game.to_act[0]
        move = (
            Move("open")
            if game.state.idle
            else build_pick_move(seat, game.state.hand(seat)[0], f"Card {len(made)}")
        )
        game = game.play(move)
        made.append(move)
    at = build.NOON
    DraftMove.objects.bulk_create(
        DraftMove(
            draft=row,
            pod=1,
            number=n,
            key=str(n),
            kind=one.kind,
            seat=one.seat,
            card=one.card,
            names=list(one.names),
            at=at,
        )
        for n, one in enumerate(made)
    )
    assert len(made) == 8 * 45 + 3
    with django_assert_max_num_queries(18):
        page = text(client, url(row))
    assert "363" in page
    assert "Older" in page
    assert "Card 0" in text(client, url(row, query="?card=Card+0"))


def test_a_draft_on_paper_shows_its_steps_and_takes_notes() -> None:
    row = paper()
    client = signed(row, "judge")
    assert "No steps yet" in text(client, url(row))
    for step in range(3):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    assert "On to: " in text(client, url(row))
    given = {"pod": 1, "place": "1-2", "key": KEY, "reason": "Nine cards", "back": 1}
    answer = client.post(url(row, "draft_judge"), given | {"do": "short"}, follow=True)
    assert "Noted: a card is missing" in markup(answer)
    assert "Nine cards" in text(client, url(row))
    leave = given | {"do": "leave", "way": "skip", "key": KEY + "l"}
    assert client.post(url(row, "draft_judge"), leave).status_code == 409
    answer = signed(row, "head_judge").post(url(row, "draft_judge"), leave, follow=True)
    assert "continues without" in markup(answer)
    assert text(client, url(row, "draft")).count("judge decisions") == 1
    for odd in ({"place": "x"}, {"place": "9-9"}, {"place": "1-99"}, {"do": "rename"}):
        assert (
            client.post(url(row, "draft_judge"), given | {"do": "short", "key": KEY + "o"} | odd).status_code
            == 409
        )


def test_screens_that_follow_see_that_a_seat_left() -> None:
    row = paper()
    draft_runs.tap_step(row, 1, "next", step=0, by=None)
    assert Client().get(url(row, "draft", "?seen=1")).status_code in (204, 404)
    client = signed(row, "head_judge")
    assert client.get(url(row, "draft", "?pod=1&seen=1")).status_code == 204
    client.post(
        url(row, "draft_judge"),
        {"place": "1-2", "pod": 1, "do": "leave", "way": "skip", "key": KEY, "reason": "x"},
    )
    assert client.get(url(row, "draft", "?pod=1&seen=1")).status_code == 200


def test_before_the_seats_the_log_is_empty() -> None:
    row = tracked_draft()
    Draft.objects.update(seats=[])
    client = signed(row, "judge")
    assert "No steps yet" in text(client, url(row))
    assert client.get(url(row, "draft_replay")).status_code == 404


def test_a_pod_that_was_paused_at_random_keeps_its_reason(row: Draft, head: Client) -> None:
    pick_time.set_timers_paused(row, 1, paused=True, by=None)
    judged(head, row, "short", seat=4, reason="=Nine of ten")
    assert "=Nine of ten" in text(head, url(row))


def test_the_log_is_printed_with_every_name_and_what_was_undone(row: Draft, head: Client) -> None:
    over(row)
    answer = head.get(file_url(row, "pdf"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Cache-Control"] == "no-store"
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Booster Draft · Pod 1" in text
    assert "Card 0" in text


def test_a_log_with_secret_cards_is_not_printed_before_somebody_looked(row: Draft, head: Client) -> None:
    assert head.get(file_url(row, "pdf"))["Content-Type"] != "application/pdf"
