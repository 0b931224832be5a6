"""Rows of the event models that are missing from the demo, with a value in each field."""

from datetime import timedelta

from checks.models import CheckTap, DeckCheck
from decks.models import CheckRules, DeckList, Draft, Pool, PoolVersion, Proxy, Ruling
from drafts.models import BuildMark
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty, Sector, TableMark
from pairings.models import (
    ClockMark,
    Dispute,
    EntryWish,
    Extension,
    KeptApart,
    Match,
    PairingOptions,
    Prize,
    Qualifier,
    TomDetails,
    TomFile,
)
from registration.services.settings import change_registration_settings
from tests.build import NOON
from tests.registration import signing_up
from tournaments.models import Entry, Teammate, Tournament, User
from tournaments.services.self_check_in import change_self_check_in

SOON = NOON + timedelta(minutes=7)


def fill(event: Tournament) -> None:
    """Fill an event that has paired a round."""
    by = event.created_by
    assert by is not None
    round_ = event.divisions.get(pk=event.entries.latest("pk").division_id).rounds.latest("number")
    match = round_.matches.filter(right__isnull=False).earliest("pk")
    _floor(event, match, by)
    _pairings(event, match, by)
    _decks(event, match, by)
    _registration(match.left, by)
    check = DeckCheck.objects.create(
        entry=match.left,
        round_number=2,
        table=5,
        kind="suspicion",
        why="Bent",
        seed=7,
        facts={"target": 10, "lines": [3]},
        state="done",
        picked_at=NOON,
        picked_by=by,
        began_at=NOON,
        began_by=by,
        ended_at=SOON,
        ended_by=by,
        outcome="penalty",
        minutes=7,
        rewrite=True,
        note="Sleeves",
        not_counted="Too late",
    )
    CheckTap.objects.create(
        check_of=check, key="k", kind="pattern", subject="bent:4 N", number=2, at=SOON, by=by
    )
    Teammate.objects.create(entry=match.left, seat="B", first_name="Ana", last_name="Silva", player_id="77")


def _floor(event: Tournament, match: Match, by: User) -> None:
    sector = Sector.objects.create(
        tournament=event,
        name="North",
        table_from=2,
        table_to=9,
        division=match.round.division,
        division_start=1,
    )
    sector.judges.add(event.staff.earliest("pk"))
    HallScreen.objects.create(
        tournament=event,
        name="Door",
        code=f"door-{event.pk}",
        parts=["pairings", "clock"],
        letter_from="A",
        letter_to="M",
        division=match.round.division,
        table=3,
        seconds=25,
        small=True,
        message="Lunch",
        message_fills=True,
        removed_at=SOON,
    )
    mark = TableMark.objects.create(
        match=match,
        number=1,
        kind="prizes",
        game=2,
        side="left",
        facts={"left": 3},
        at=NOON,
        by=by,
        entry=match.left,
        withdrawn_at=SOON,
    )
    JudgeCall.objects.create(
        tournament=event,
        match=match,
        entry=match.right,
        table=5,
        reason="slow",
        text="Slow",
        raised_at=NOON,
        raised_by=by,
        claimed_at=NOON,
        claimed_by=by,
        escalated_at=SOON,
        escalated_by=by,
        closed_at=SOON,
        closed_by=by,
        note="Done",
        withdrawn=True,
    )
    FloorRuling.objects.create(
        tournament=event,
        question="May I?",
        answer="Yes",
        rule="R-1",
        at=NOON,
        by=by,
        by_name="marta",
        withdrawn_at=SOON,
    )
    Confiscation.objects.create(
        tournament=event,
        entry=match.left,
        cards="1 Budew",
        reason="Fake",
        by=by,
        by_name="marta",
        at=NOON,
        returned_at=SOON,
        returned_by_name="kwame",
        withdrawn_at=SOON,
    )
    lines = list(event.journal.order_by("pk").values_list("pk", flat=True)[:2])
    Penalty.objects.create(
        tournament=event,
        entry=match.left,
        match=match,
        round_number=2,
        game=1,
        infraction="pace",
        level="prize",
        prizes=1,
        note="Again",
        by=by,
        at=NOON,
        by_name="marta",
        confirmed_by=by,
        confirmed_at=SOON,
        withdrawn_by=by,
        withdrawn_at=SOON,
        withdrawn_why="Heard both",
        applied={"lines": lines, "match": match.pk, "marks": [mark.pk]},
    )


def _pairings(event: Tournament, match: Match, by: User) -> None:
    round_ = match.round
    TomFile.objects.create(
        tournament=event,
        filename="cup.tdf",
        data=b"<tournament>\xe9",
        baseline=b"\x00\xff",
        timezone="Europe/Madrid",
        taken_at=NOON,
    )
    TomDetails.objects.create(
        tournament=event,
        organizer_name="Marta",
        organizer_id="12",
        state="X",
        country="Spain",
        mode="TCG1DAY",
        version="1.80",
        less_swiss=True,
        cut_sizes=True,
        overflow_table_start=40,
        seconds_elapsed=17,
        let_in_later=["77"],
        file_words={"stage": 1},
    )
    PairingOptions.objects.update_or_create(
        division=round_.division,
        defaults={"random_tables": True, "groups_apart": True, "blocked_tables": [4, 9], "pod_rounds": 2},
    )
    EntryWish.objects.create(entry=match.left, group="Silva", table=9, reason="Wheelchair", seed=3)
    first, second = sorted((match.left_id, match.right_id or 0))
    KeptApart.objects.create(first_id=first, second_id=second, reason="Siblings")
    Prize.objects.create(
        division=round_.division,
        age_division="all",
        first_place=2,
        last_place=4,
        text="Playmat",
        points=32,
        packs=9,
    )
    Qualifier.objects.create(stage=round_.stage, entry=match.left, place=4)
    Dispute.objects.create(match=match, opened_at=NOON, settled_at=SOON, settled_by=by, why="Heard both")
    ClockMark.objects.create(
        round=round_, kind="adjusted", seconds=-60, why="Alarm", at=NOON, by=by, withdrawn_at=SOON
    )
    Extension.objects.create(
        match=match,
        cause="deck_check",
        why="Check",
        began_at=NOON,
        began_by=by,
        ended_at=SOON,
        ended_by=by,
        seconds=420,
        withdrawn_at=SOON,
    )


def _decks(event: Tournament, match: Match, by: User) -> None:
    CheckRules.objects.update_or_create(
        tournament=event, defaults={"target": 12, "base": "still_playing", "shuffling": 180}
    )
    row, _made = DeckList.objects.get_or_create(entry=match.left)
    Ruling.objects.create(
        deck_list=row,
        code="TOO_MANY",
        card="Budew",
        reason="Errata",
        by=by,
        by_name="marta",
        at=NOON,
        withdrawn_at=SOON,
    )
    draft = Draft.objects.filter(division=match.round.division).first() or Draft.objects.create(
        division=match.round.division,
        setup={"subtype": "sealed"},
        seats=[[match.left_id, match.right_id]],
    )
    BuildMark.objects.create(
        draft=draft,
        pod=1,
        kind="more",
        minutes=5,
        reason="Alarm",
        at=NOON,
        by=by,
        withdrawn_at=SOON,
    )
    pool = Pool.objects.create(draft=draft, entry=match.left, opened_by=match.right)
    pool.counts = PoolVersion.objects.create(
        pool=pool,
        number=1,
        cards=[{"name": "Budew", "quantity": 2}],
        source="desk",
        note="By hand",
        at=NOON,
        by=by,
        by_name="marta",
        signed_by=match.right,
        verified_at=SOON,
        verified_by=match.left,
        verified_staff=by,
        discrepancy="One less",
    )
    pool.save()
    Proxy.objects.create(
        entry=match.left,
        card="Budew",
        reason="misprint",
        round_number=2,
        by=by,
        original_kept=False,
        at=NOON,
        by_name="marta",
        withdrawn_at=SOON,
    )


def _registration(entry: Entry, by: User) -> None:
    event = entry.tournament
    change_registration_settings(
        event,
        by=None,
        is_open=True,
        opens_at=NOON - timedelta(days=9),
        closes_at=NOON - timedelta(days=1),
        cancel_until=NOON - timedelta(days=2),
        accept_hours=12,
        code="harbor",
        by_hand=True,
        questions=["birth_year", "rules"],
        fee="12 €",
        rules_text="Bring sleeves.",
        places={entry.division: 64},
    )
    change_self_check_in(
        event, by=None, is_on=True, opens_at=NOON - timedelta(hours=1), closes_at=NOON, seed=7
    )
    signing_up.of_entry(entry, decided_by=by, paid_by=by, language="pt-br")
    signing_up.written_to(entry, answered_by=by)
