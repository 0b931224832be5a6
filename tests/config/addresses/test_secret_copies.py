"""Every way of copying an event while a draft is secret writes a line to its journal (R-092)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from config import backups
from core.models import JournalEvent
from decks.models import Draft
from drafts.queries.tracking import tracked_pod
from pairings.documents.event_copies import write_event_copy
from pairings.models import EventCopies
from tests import build as people
from tests.drafts.services.test_draft_log import picked, small
from tournaments.models import Tournament
from tournaments.services import snapshots


def command(event: Tournament, folder: Path) -> None:
    call_command("snapshot", event.slug, "-o", str(folder / "event.stadium"))


def by_hand(event: Tournament, _folder: Path) -> None:
    snapshots.staff_actions.save_snapshot(event, by=people.user("clerk"))


def trial(event: Tournament, _folder: Path) -> None:
    snapshots.staff_actions.create_rehearsal_copy(event, by=people.user("clerk"))


def after_round(event: Tournament, _folder: Path) -> None:
    snapshots.home_folder.save_snapshot_after_closing(event.pk)


def stick(event: Tournament, folder: Path) -> None:
    EventCopies.objects.create(tournament=event, folder=str(folder))
    (folder / f"stadium-{event.slug}").mkdir()
    assert write_event_copy(event.pk)


SNAPSHOTS = (command, by_hand, trial, after_round, stick)


def lines(event: Tournament) -> list[tuple[str, list[int]]]:
    rows = JournalEvent.objects.filter(tournament=event, kind="SecretDraftCopied").order_by("pk")
    return [(row.facts["way"], row.facts["pods"]) for row in rows]


@pytest.mark.django_db
@pytest.mark.parametrize("copy", SNAPSHOTS)
def test_a_snapshot_of_a_secret_draft_is_in_the_journal(
    copy: Callable[[Tournament, Path], None], tmp_path: Path
) -> None:
    row = small("booster")
    picked(row, 2)
    event = row.division.tournament
    copy(event, tmp_path)
    assert lines(event) == [("stick" if copy is stick else "snapshot", [1])]


@pytest.mark.skipif(
    "sqlite" not in settings.DATABASES["default"]["ENGINE"], reason="copies the file of SQLite"
)
@pytest.mark.django_db(transaction=True)
def test_a_backup_is_in_the_journal_of_each_such_event(tmp_path: Path) -> None:
    row, other, before = small("booster"), small("booster"), small("booster")
    picked(row, 2)
    picked(other, 2)
    backups.write_backup(tmp_path / "stadium.backup")
    assert lines(row.division.tournament) == lines(other.division.tournament) == [("backup", [1])]
    assert lines(before.division.tournament) == []


@pytest.mark.django_db
def test_a_draft_face_up_not_begun_or_over_is_no_secret(tmp_path: Path) -> None:
    row, face_up = small("booster"), small("rochester")
    event = row.division.tournament
    picked(face_up, 1)
    command(event, tmp_path)
    command(face_up.division.tournament, tmp_path)
    game = tracking_game(row)
    while not game.over:
        picked(row, 1, begin=len(game.moves))
        game = tracking_game(row)
    command(event, tmp_path)
    assert (lines(event), lines(face_up.division.tournament)) == ([], [])


def tracking_game(row: Draft):  # type: ignore[no-untyped-def]
    return tracked_pod(row, 1).game
