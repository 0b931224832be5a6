"""The stored data about a person: each row that names a person is in their file, or is left out for a reason."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from checks.models import DeckCheck
from core.engine.model_labels import stored_model_label
from core.models import PushSubscription
from core.models.model_labels import model_of_label
from decks.models import DeckList, Draft, Pool, PoolVersion, Proxy, Version
from drafts.models import Pod, PodSeat
from floor.models import Confiscation, JudgeCall, Penalty, TableMark
from floor.queries import personal_data
from pairings.models import Bracket, BracketSeat, EntryWish, Qualifier, Report
from tests.build import NOON
from tests.drafts.services.test_draft_log import picked, small
from tests.pairings import build as play
from tests.registration import signing_up
from tournaments.models import Entry, Player, Teammate

pytestmark = pytest.mark.django_db

SECTIONS = {
    "checks.DeckCheck.entry": "deck_checks",
    "decks.DeckList.entry": "deck_lists",
    "decks.Draft.bye": "drafts_without_a_pair",
    "decks.PodSeat.entry": "pods",
    "decks.Pool.entry": "pools",
    "decks.Pool.opened_by": "pools_of_others",
    "decks.PoolVersion.signed_by": "pools_of_others",
    "decks.PoolVersion.verified_by": "pools_of_others",
    "decks.Proxy.entry": "proxies",
    "floor.Confiscation.entry": "confiscations",
    "floor.JudgeCall.entry": "calls",
    "floor.Penalty.entry": "penalties",
    "floor.TableMark.entry": "entered_at_the_table",
    "pairings.BracketSeat.entry": "top_cuts",
    "pairings.EntryWish.entry": "pairing_requests",
    "pairings.Match.left": "matches",
    "pairings.Match.right": "matches",
    "pairings.Qualifier.entry": "day_2",
    "pairings.Report.entry": "reports",
    "pairings.Standing.entry": "standings",
    "registration.Claim.entry": "claims",
    "registration.Mail.entry": "emails",
    "registration.Registration.entry": "registrations",
    "tournaments.Entry.player": "events",
    "tournaments.PushSubscription.entry": "phones_with_notifications",
    "tournaments.Teammate.entry": "teams",
}
"""The section of the file for each kind of row that names a person."""

LEFT_OUT = {
    "pairings.KeptApart.first": "it is of two people, and one of them may have asked not to meet the other",
    "pairings.KeptApart.second": "it is of two people, and one of them may have asked not to meet the other",
    "pairings.Seat.entry": "it says again what the match says",
    "tournaments.PersonalLink.entry": "it opens the pages of a player; the row of the event says that there is one",
}


@pytest.fixture
def entry() -> Entry:
    """Create an entry with a row of each kind."""
    home = play.division(5)
    event = home.tournament
    play.play(home, 2)
    someone, other = home.entries.order_by("pk")[:2]
    match = someone.seats.latest("pk").match
    own = {"tournament": event, "entry": someone}
    row = DeckList.objects.create(entry=someone)
    judged = {"legal": False, "total": 4, "catalogue_version": 1}
    Version.objects.create(deck_list=row, number=1, text="4 Budew", at=NOON, **judged)
    DeckCheck.objects.create(entry=someone, picked_at=NOON)
    pod = Pod.objects.create(division=home, number=1, seed=1)
    PodSeat.objects.create(pod=pod, entry=someone, seat=3)
    draft = Draft.objects.create(division=home, setup={"subtype": "sealed"}, seats=[[other.pk, someone.pk]])
    Draft.objects.create(division=home, number=2, setup={"subtype": "solomon"}, bye=someone)
    mine = Pool.objects.create(draft=draft, entry=someone, opened_by=other)
    PoolVersion.objects.create(pool=mine, number=1, at=NOON)
    theirs = Pool.objects.create(draft=draft, entry=other, opened_by=someone)
    PoolVersion.objects.create(pool=theirs, number=1, at=NOON, signed_by=someone)
    PoolVersion.objects.create(pool=theirs, number=2, at=NOON, verified_by=someone, verified_at=NOON)
    Proxy.objects.create(entry=someone, card="Budew", at=NOON)
    Confiscation.objects.create(**own, cards="Budew", at=NOON)
    JudgeCall.objects.create(**own, raised_at=NOON, table=1)
    Penalty.objects.create(**own, infraction="pace", level="caution", at=NOON)
    TableMark.objects.create(match=match, number=1, kind="won", game=1, at=NOON, entry=someone)
    bracket = Bracket.objects.create(stage=match.round.stage, size=4)
    BracketSeat.objects.create(bracket=bracket, seed=2, entry=someone)
    EntryWish.objects.create(entry=someone, table=9, reason="wheelchair")
    Qualifier.objects.create(stage=match.round.stage, entry=someone, place=7)
    Report.objects.create(match=match, entry=someone, outcome="left", at=NOON, source="player")
    PushSubscription.objects.create(**own, endpoint="https://push.example/1", made_at=NOON)
    signing_up.of_entry(someone)
    signing_up.written_to(someone)
    Teammate.objects.create(entry=someone, seat=1, first_name="Ana", last_name="Silva")
    return someone


def naming() -> set[str]:
    """Return every field that refers to an entry or a person."""
    return {
        f"{stored_model_label(model)}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model in (Entry, Player)
    }


def test_each_row_that_names_a_person_is_in_their_file_or_left_out_for_a_reason():
    assert naming() == SECTIONS.keys() | LEFT_OUT.keys()


@pytest.mark.parametrize("field", sorted(SECTIONS.keys() - {"pairings.Match.left", "pairings.Match.right"}))
def test_it_is_there(entry, field):
    label, _dot, name = field.rpartition(".")
    model = model_of_label(label)
    mine = entry.player if model is Entry else entry
    rows = model.objects.filter(**{name: mine})
    assert rows.exists()
    before = len(personal_data.personal_data_of(entry.player)[SECTIONS[field]])
    assert before >= rows.count()


def test_what_the_rows_say(entry):
    found = personal_data.personal_data_of(entry.player)
    event = {"event": entry.tournament.name}
    assert found["pods"] == [event | {"pod": 1, "seat": 3}]
    assert found["drafts"] == [event | {"draft": 1, "procedure": "sealed", "pod": 1, "seat": 2}]
    assert found["draft_picks"] == []
    assert found["top_cuts"] == [event | {"seed": 2}]
    assert found["day_2"] == [event | {"place": 7}]
    assert [(row["what"], row["at"]) for row in found["pools_of_others"]] == [
        ("opened", None),
        ("signed", NOON),
        ("verified", NOON),
    ]
    (tap,) = found["entered_at_the_table"]
    assert (tap["round"], tap["kind"], tap["game"]) == (2, "won", 1)
    assert [row["card"] for row in found["proxies"]] == ["Budew"]
    assert len(found["matches"]) == 2


def test_nobody_else_has_any_of_it(entry):
    other = entry.tournament.entries.order_by("-pk").first()
    found = personal_data.personal_data_of(other.player)
    filled = {name for name, rows in found.items() if rows}
    assert filled == {"person", "events", "matches", "standings"}


def test_picks_are_there_once_the_pod_is_over():
    """Before that they are secret, and a member of the team may have a seat in the pod (R-092)."""
    row = small("booster")
    picked(row, 8)
    entry = Entry.objects.get(pk=row.seats[0][1])
    assert personal_data.personal_data_of(entry.player)["drafts"][0]["seat"] == 2
    assert personal_data.personal_data_of(entry.player)["draft_picks"] == []
    picked(row, 24, begin=8)
    picks = personal_data.personal_data_of(entry.player)["draft_picks"]
    assert [(one["opening"], one["pick"]) for one in picks] == [
        (opening, pick) for opening in (1, 2) for pick in (1, 2, 3, 4)
    ]
    assert len({one["card"] for one in picks}) == 8
    assert picks[0]["at"] < picks[-1]["at"]
    others = personal_data.personal_data_of(Entry.objects.get(pk=row.seats[0][0]).player)["draft_picks"]
    assert not {one["card"] for one in others} & {one["card"] for one in picks}


def test_the_number_of_queries_does_not_grow_with_what_there_is(entry):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            personal_data.personal_data_of(entry.player)
        return len(queries)

    count()
    before = count()
    for number in range(4):
        Proxy.objects.create(entry=entry, card=f"Card {number}", at=NOON + timedelta(minutes=number))
        match = entry.seats.earliest("pk").match
        TableMark.objects.create(match=match, number=number + 1, kind="won", at=NOON, entry=entry)
    assert count() == before
