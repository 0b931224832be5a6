"""The Print center: one press for the usual documents, choices for the others, and earlier prints."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from pairings.engine.print_choice import PrintChoice
from pairings.models import Match, StoredPrint
from pairings.queries.print.stored_prints import MAX_LISTED_PRINTS
from pairings.services.rounds import manual_pairing, rounds
from tests import build
from tests.asking import queries_of
from tests.html import markup
from tests.pairings import build as pairings
from tests.papers import paper
from tournaments.models import Division

pytestmark = pytest.mark.django_db

FORM = {"key": "press-1", "paper": "a4", "language": "en", "copies": "1", "boards": "", "opponent": "on"}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def division(client) -> Division:
    """Create nine players with round 2 posted, and sign in the organizer."""
    made = pairings.division(9, name="Harbour Cup", timezone="Europe/Oslo", country="NO")
    pairings.play(made)
    rounds.post(rounds.pair_next_round(made, by=None, seed=3), by=None)
    client.force_login(pairings.organizer(made))
    return made


def address(division: Division) -> str:
    return reverse("pairings:print", args=[division.tournament.slug])


def press(client, division: Division, button: str, **more: object):
    return client.post(address(division), FORM | {"press": button} | more, follow=True)


def pdf(answer) -> PdfReader:
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(answer.content))


def test_the_round_pack_is_one_press(client, division):
    read = pdf(press(client, division, "pack"))
    assert [one.title.partition(" · ")[0] for one in read.outline] == [
        "Pairings by name",
        "Pairings by table",
        "Match slips",
    ]
    Match.objects.filter(pk=pairings.open_matches(division.rounds.get(number=2))[0].pk).update(outcome="left")
    read = pdf(press(client, division, "pack", key="press-2"))
    assert read.outline[-1].title.startswith("Open tables"), "once there are results"
    assert read.metadata.title.startswith("Harbour Cup · Round pack")
    assert "Revision" not in read.pages[0].extract_text()
    assert "Revision 1" in read.pages[-1].extract_text(), "sheets for staff name the revision"


def test_one_document_or_the_ticked_ones(client, division):
    assert len(pdf(press(client, division, "standings")).pages) == 1
    both = pdf(press(client, division, "", key="press-2", documents=["door", "tables"], copies="2"))
    assert len(both.pages) == 4
    answer = press(client, division, "", key="press-3")
    assert (answer.status_code, "Choose at least one document" in markup(answer)) == (422, True)


def test_a_reprint_is_the_same_file_and_the_page_says_what_is_out_of_date(client, division):
    first = press(client, division, "pack").content
    row = StoredPrint.objects.get()
    again = reverse("pairings:print_file", args=[division.tournament.slug, row.pk])
    assert client.get(again).content == first
    assert "Out of date" not in markup(client.get(address(division)))
    round_ = division.rounds.select_related("division__tournament", "stage").latest("number")
    one, two = round_.matches.filter(right__isnull=False).select_related("left__player", "right__player")[:2]
    manual_pairing.make_match(round_, one.left, two.right, by=None, anyway=True)
    page = markup(client.get(address(division)))
    assert "The round pack is out of date" in page
    assert "is at revision 2" in page
    assert client.get(again).content == first


def test_what_is_not_there_is_said_beside_the_document_and_never_printed(client):
    made = pairings.division(4)
    client.force_login(pairings.organizer(made))
    page = markup(client.get(address(made)))
    assert "Nothing to print yet" in page
    assert 'value="names"' not in page
    answer = press(client, made, "pack")
    assert (answer.status_code, "Nothing to print yet" in markup(answer)) == (422, True)
    sheet = client.get(reverse("pairings:sheet", args=[made.tournament.slug, "names"]))
    assert (sheet.status_code, sheet["Content-Type"].partition(";")[0]) == (409, "text/html")


def test_choices_are_remembered_and_wrong_ones_are_kept_to_be_put_right(client, division):
    press(client, division, "names", paper="letter", boards="A-K, L-Z", copies="2", language="fr")
    form = client.get(address(division)).context["form"]
    assert [form[name].value() for name in ("paper", "boards", "copies", "language")] == [
        "letter",
        "A–K, L–Z",
        2,
        "fr",
    ]
    answer = press(client, division, "names", key="press-2", boards="A-C, M-Z")
    assert answer.status_code == 422
    assert 'value="A-C, M-Z"' in markup(answer)


def test_choices_are_remembered_behind_a_page_of_other_prints(client, division):
    press(client, division, "names", copies="3")
    event = division.tournament
    now = StoredPrint.objects.get().at
    StoredPrint.objects.bulk_create(
        StoredPrint(
            tournament=event,
            kind="crash",
            choice=PrintChoice(()).facts(),
            key=f"crash-{n}",
            state="done",
            at=now,
        )
        for n in range(MAX_LISTED_PRINTS)
    )
    assert client.get(address(division)).context["form"]["copies"].value() == 3
    client.force_login(build.staff(division.tournament, "scorekeeper"))
    assert client.get(address(division)).context["form"]["copies"].value() == 1


def test_boards_are_proposed_for_as_many_as_there_are(client, division):
    page = client.get(address(division), {"count": "3"})
    proposed = page.context["form"]["boards"].value()
    assert proposed.count(",") == 2
    part = client.get(address(division), {"count": "3"}, headers={"HX-Request": "true"})
    assert f'value="{proposed}"' in markup(part)
    assert "<html" not in markup(part)
    assert client.get(address(division), {"count": "999"}).status_code == 200


def test_a_large_bracket_is_on_a_poster(client):
    from pairings.services.bracket import cuts

    made = pairings.division(4, structure="swiss_cut", kind="league_cup")
    made.cut_size, made.rounds_planned = 2, 1
    made.save()
    pairings.play(made)
    cuts.start_cut(made, by=None)
    client.force_login(pairings.organizer(made))
    answer = press(client, made, "bracket", large="on")
    assert paper(answer.content) == {(1191, 842)}


def test_long_names_may_take_more_pages_of_a_bracket(client):
    from pairings.services.bracket import cuts

    made = pairings.division(4, structure="swiss_cut", kind="league_cup")
    made.cut_size, made.rounds_planned = 2, 1
    made.save()
    pairings.play(made)
    cuts.start_cut(made, by=None)
    client.force_login(pairings.organizer(made))
    assert "page or more" not in markup(client.get(address(made)))
    made.entries.update(last_name="Schwarzenberg-Hohenlohe-Waldenburg")
    assert "1 page or more" in markup(client.get(address(made)))


def test_some_divisions_or_all_at_once(client):
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(2012, 1990))
    homes = list(event.divisions.select_related("tournament"))
    for home in homes:
        rounds.post(rounds.pair_next_round(home, by=None), by=None)
    client.force_login(event.staff.get(role="organizer").user)
    every = [str(home.pk) for home in homes]
    titles = [one.title for one in pdf(press(client, homes[0], "pack", divisions=every)).outline]
    assert sum("Seniors" in title for title in titles) == sum("Masters" in title for title in titles) == 3
    one = pdf(press(client, homes[0], "pack", key="press-2", divisions=every[:1]))
    assert not any("Masters" in found.title for found in one.outline)


def test_a_print_that_stopped_says_so_and_is_started_again(client, division, monkeypatch):
    press(client, division, "names")
    row = StoredPrint.objects.get()
    StoredPrint.objects.update(state="failed", problem="PRINT_FAILED")
    where = reverse("pairings:stored_print", args=[division.tournament.slug, row.pk])
    assert "This print stopped" in markup(client.get(where))
    again = client.post(reverse("pairings:print_restart", args=[division.tournament.slug, row.pk]))
    assert again["Location"] == reverse("pairings:print_file", args=[division.tournament.slug, row.pk])
    part = client.get(where, headers={"HX-Request": "true"})
    assert part["HX-Redirect"] == reverse("pairings:print_file", args=[division.tournament.slug, row.pk])


@pytest.mark.parametrize(("role", "status"), [("scorekeeper", 200), ("judge", 403)])
def test_stored_prints_are_for_those_who_run_the_event(client, division, role, status):
    press(client, division, "names")
    pk = StoredPrint.objects.get().pk
    client.force_login(build.staff(division.tournament, role))
    for name in ("stored_print", "print_file"):
        url = reverse(f"pairings:{name}", args=[division.tournament.slug, pk])
        assert client.get(url).status_code == status
    other = pairings.division(4)
    client.force_login(pairings.organizer(other))
    assert client.get(reverse("pairings:print_file", args=[other.tournament.slug, pk])).status_code == 404


def test_as_many_queries_for_2_players_as_for_300(client):
    counts = []
    for players in (2, 6, 300):
        made = pairings.division(players)
        pairings.play(made)
        client.force_login(pairings.organizer(made))
        counts.append(queries_of(client, address(made)))
    assert counts[0] == counts[1] == counts[2]
