"""Plan a draft: the page, its refusals with the nearest choice, and the run sheet."""

import io
import re

import pytest
from django.test import Client
from pypdf import PdfReader

from tests import build
from tests.html import markup

pytestmark = pytest.mark.django_db
BASE = "subtype=booster&players=16&packs_each=4&pack_size=10&expansion=EVO&energy=yes&starts=10:00"


def page(client: Client, query: str, status: int = 200) -> str:
    answered = client.get(f"/draft-plan?{query}")
    assert answered.status_code == status
    return markup(answered)


def changed(**answers: object) -> str:
    given = dict(part.split("=") for part in BASE.split("&")) | {
        name: str(one) for name, one in answers.items()
    }
    return "&".join(f"{name}={one}" for name, one in given.items())


def test_the_empty_form_and_its_verbs(client: Client) -> None:
    assert "Make the plan" in page(client, "")
    assert "No account" in page(client, "")
    assert client.post("/draft-plan").status_code == 405


def test_an_event_fills_the_form(client: Client) -> None:
    found = page(client, "players=24&card_format=unlimited")
    assert 'value="24"' in found
    assert '<option value="unlimited" selected' in found


def test_a_plan(client: Client) -> None:
    found = page(client, BASE)
    for text in ("2 pods of 8", "Evolutions (EVO)", "1 8 7 6 5 4 3 2 1 8", "R-053", "R-055", "11:04"):
        assert text in found


@pytest.mark.parametrize(
    ("answers", "sentence", "offered"),
    [
        ({"players": 11}, "at most 8", "players=10"),
        ({"players": 15, "pods": "8,7"}, "These have 8, 7.", "pods=5%2C+5%2C+5"),
        ({"expansion": "EVO,GRI,EVO,EVO"}, "same expansion", "expansion=EVO"),
        ({"subtype": "rochester", "packs_each": 3}, "even number, not 3", "packs_each=2"),
        ({"redraft_round": 3}, "Only Solomon", "energy=yes&amp;starts"),
        ({"cooperative": "on"}, "only in Solomon", "Everyone picks alone"),
        ({"players": 9}, "Choose smaller pods, or decide who sits out.", "players=8"),
    ],
)
def test_refusals_offer_the_nearest_choice(
    client: Client, answers: dict[str, object], sentence: str, offered: str
) -> None:
    found = page(client, changed(**answers))
    assert sentence in found
    assert offered in found
    assert "Run sheet" not in found


@pytest.mark.parametrize(
    "answers",
    [
        {"players": 11},
        {"players": 9},
        {"players": 22},
        {"players": 15, "pods": "8,7"},
        {"players": 16, "pods": "5,5,5"},
        {"expansion": "EVO,GRI"},
        {"subtype": "rochester", "packs_each": 1},
        {"subtype": "rochester", "packs_each": 3},
        {"subtype": "solomon", "card_format": "unlimited", "S20": "refuse"},
        {"redraft_round": 1},
        {"cooperative": "on"},
    ],
)
def test_every_offer_leads_to_a_plan(client: Client, answers: dict[str, object]) -> None:
    found = page(client, changed(**answers))
    offers = re.findall(r'<a class="button(?: primary)?" href="(/draft-plan\?[^"]+)"', found)
    assert offers
    for offer in offers:
        assert "Run sheet, A4" in markup(client.get(offer.replace("&amp;", "&")))


def test_a_field_without_equal_pods_is_offered_unequal_ones_for_all_first(client: Client) -> None:
    found = page(client, changed(players=23))
    assert found.index("Pods of 8 + 8 + 7 (reason: 23 players)") < found.index("Plan for 21 players")
    assert "Pods of 8" not in page(client, changed(players=23, S12="strict"))


def test_a_judge_goes_on_with_a_reason(client: Client) -> None:
    found = page(client, changed(players=15, pods="8,7", reason="Two tables"))
    assert "1 pod of 8" in found
    assert "1 pod of 7" in found
    assert "Going ahead anyway: Two tables" in found


def test_announcements_of_a_redraft_and_cooperation(client: Client) -> None:
    found = page(
        client, changed(subtype="solomon", redraft_round=3, cooperative="on", card_format="unlimited")
    )
    for text in (
        "Round 3 is played after a redraft",
        "R-095",
        "Players may talk",
        "R-096",
        "leave Solomon out",
    ):
        assert text in found


def test_thirty_cards_have_their_own_figures(client: Client) -> None:
    found = page(client, changed(style="thirty_limited"))
    assert "exactly 30 cards" in found
    assert "3 Prize cards" in found


def test_a_form_that_cannot_be_answered_keeps_what_was_typed(client: Client) -> None:
    found = page(client, changed(players="many", pods="abc", expansion="GRI"), 422)
    assert 'value="abc"' in found
    assert 'value="GRI"' in found


@pytest.mark.parametrize("subtype", ["sealed", "booster", "rochester", "solomon"])
@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("letter", 612)])
def test_the_run_sheet(client: Client, subtype: str, paper: str, width: int) -> None:
    answered = client.get(
        f"/draft-plan/run-sheet-{paper}.pdf?{changed(subtype=subtype, reason='No more EVO')}"
    )
    assert answered["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answered.content)).pages
    assert int(pages[0].mediabox.width) == width
    text = " ".join("\n".join(one.extract_text() for one in pages).split())
    for line in ("Basic Energy is supplied at the event.", "R-055", "Going ahead anyway: No more EVO"):
        assert line in text
    assert all(len(one.extract_text()) > 120 for one in pages), "an empty page"


@pytest.mark.parametrize(
    "address",
    [
        f"/draft-plan/run-sheet-a5.pdf?{BASE}",
        "/draft-plan/run-sheet-a4.pdf",
        f"/draft-plan/run-sheet-a4.pdf?{changed(players=11)}",
    ],
)
def test_no_run_sheet(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_links_to_it(client: Client) -> None:
    assert "/draft-plan" in markup(client.get("/"))
    limited = build.event(kind="prerelease", play_style="limited", published=True)
    assert "/draft-plan?players=0&amp;card_format=standard&amp;style=limited" in markup(
        client.get(f"/e/{limited.slug}/")
    )
    constructed = build.event(published=True)
    assert "/draft-plan" not in markup(client.get(f"/e/{constructed.slug}/"))
    marta = build.user("planner")
    client.force_login(marta)
    assert "/draft-plan" in markup(client.get("/"))


def test_an_odd_field_of_solomon_is_planned_and_its_odd_player_left_to_the_head_judge(client: Client) -> None:
    """R-094, S13: the plan has pairs and the packs of everyone; the odd player is decided with the seats."""
    answers = changed(subtype="solomon", players=9, packs_each=4, redraft_round=3, cooperative="on")
    found = page(client, answers)
    assert "9 players make 4 pairs, and one player is left over." in found
    assert "When seats are assigned, the head judge gives this player a pool by hand" in found
    assert re.findall(r'class="big-number">([^<]+)<', found)[:3] == ["4", "36", "40"]
    sheet = PdfReader(io.BytesIO(client.get(f"/draft-plan/run-sheet-a4.pdf?{answers}").content))
    assert "One player has no pair" in sheet.pages[0].extract_text()


def test_a_figure_that_all_pods_share_is_said_once(client: Client) -> None:
    """Pods of 6 and 5 have as many cards for each player."""
    found = page(client, changed(players=11, pods="6,5", reason="eleven"))
    assert re.findall(r'class="big-number">([^<]+)<', found)[:3] == ["2", "44", "40"]


def test_an_expansion_nobody_knows_is_told(client: Client) -> None:
    assert "No expansion is known as XYZQ." in page(client, changed(expansion="XYZQ"))
    assert "No expansion is known" not in page(client, changed(expansion="EVO"))


def test_packs_of_several_expansions_are_told_one_by_one(client: Client) -> None:
    answers = changed(expansion="EVO,GRI", packs_each=4, reason="The shop ran out")
    assert "2 expansions for 4 packs." in page(client, answers, status=422)
    assert "The plan" in page(client, changed(expansion="EVO, EVO", packs_each=4))
