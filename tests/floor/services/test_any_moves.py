"""Matches move to feature tables and back between all other steps of `test_any_order`."""

from collections.abc import Callable

import pytest
from django.db import transaction

from core.services import undo
from pairings.models import PairingOptions, Round
from pairings.services.rounds import feature_matches
from tests.floor.services.test_any_order import SEEDS, STEPS, Floor, dump, whole

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

FEATURES = (101, 102)


class Stage(Floor):
    """A floor with two feature tables."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        PairingOptions.objects.update_or_create(
            division=self.division, defaults={"feature_tables": [[number, ""] for number in FEATURES]}
        )

    def acts(self) -> list[tuple[int, Callable[[], object]]]:
        return [*super().acts(), (16, self.move)]

    def move(self) -> None:
        match = self.some_match(self.newest())
        if match.home_table is not None and self.chance.random() < 0.5:
            feature_matches.move_back(match, match.home_table, by=None, seen=match.table)
        else:
            feature_matches.move_to_feature_table(match, self.chance.choice(FEATURES), by=None)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_table_is_used_twice_and_each_move_can_be_undone(seed: int) -> None:
    stage = Stage(seed)
    for _ in range(STEPS):
        before = dump(stage.division)
        if stage.step() == "move":
            with transaction.atomic():
                point = transaction.savepoint()
                undo.undo_step(stage.division.journal.earliest("-pk"), by=None)
                after = dump(stage.division)
                before["rounds"] = after["rounds"]  # The revision of a posted round is higher.
                assert after == before
                transaction.savepoint_rollback(point)
        whole(stage.of(), newest=1)
        for round_ in stage.division.rounds.exclude(state=Round.State.CLOSED):
            pairs = round_.matches.values_list("table", "home_table")
            tables = [table for pair in pairs for table in pair if table]
            assert len(tables) == len({*tables})
