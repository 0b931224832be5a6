"""What differs from one run of the checks to the next, as SHUFFLE says: seeds of tests that play by chance, and whose
turn it is. Without SHUFFLE the seeds are the same and all files are asked.

The checks have 12 minutes. Rules of play, services, the API, sheets, every page, every address as every role and what
several write at once are asked in each run. Long stories in a browser, servers that are killed and walks over whole
events take turns: a run asks a fifth of these files, `.ci/slow` with the same SHUFFLE the others.
"""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")

HERE = Path(__file__).resolve().parent

TURNS = 5
"""Runs after which each of the files that take turns has been asked once, if SHUFFLE counts on by one."""

FOLDERS_BY_TURNS = {"browser", "limits", "servers"}

FILES_BY_TURNS = {
    "api/test_feed.py",
    "api/test_readers.py",
    "api/test_unchanged.py",
    "checks/documents/test_birth_dates.py",
    "config/addresses/test_people_of_others.py",
    "config/addresses/test_uploads.py",
    "config/middleware/test_public_pages.py",
    "config/test_legible_paper.py",
    "config/test_loading.py",
    "config/test_offline_copies.py",
    "config/test_packaging.py",
    "decks/views/draft/test_draft_tables.py",
    "decks/views/draft/test_solomon_log.py",
    "decks/views/lists/test_archive.py",
    "decks/views/lists/test_list_conflicts.py",
    "decks/views/pools/test_card_numbers.py",
    "faults/test_kills.py",
    "floor/queries/test_notices_aside.py",
    "floor/queries/test_personal_data.py",
    "floor/queries/test_webhooks.py",
    "floor/services/rehearsal/test_hall.py",
    "floor/services/snapshots/test_contents.py",
    "floor/services/snapshots/test_killed.py",
    "floor/services/snapshots/test_other_database.py",
    "floor/services/snapshots/test_registry.py",
    "floor/services/snapshots/test_round_trip.py",
    "floor/services/snapshots/test_shelf.py",
    "floor/services/snapshots/test_strangers.py",
    "floor/services/test_forget.py",
    "floor/services/test_retention.py",
    "floor/services/test_walkovers.py",
    "floor/views/people/test_people.py",
    "floor/views/screens/test_desk.py",
    "floor/views/sheets/test_confiscations.py",
    "floor/views/sheets/test_hall_sheets.py",
    "floor/views/test_board_of_page.py",
    "floor/views/test_calls_export.py",
    "floor/views/test_cut_rounds_by_name.py",
    "floor/views/test_feeds.py",
    "floor/views/test_my_acts.py",
    "floor/views/test_my_table_meanwhile.py",
    "floor/views/test_navigation.py",
    "floor/views/test_notices.py",
    "floor/views/test_refused_pages.py",
    "floor/views/test_small_event.py",
    "floor/views/test_table_order.py",
    "floor/views/test_what_stands.py",
    "pairings/services/rounds/test_repeats.py",
    "pairings/services/test_event_copies.py",
    "pairings/services/tom/test_tom_comparison.py",
    "pairings/services/tom/test_tom_export.py",
    "pairings/services/tom/test_tom_kinds.py",
    "pairings/services/tom/test_tom_mutations.py",
    "pairings/services/tom/test_tom_round_trip.py",
    "pairings/views/print/test_empty_divisions.py",
    "pairings/views/print/test_event_copies.py",
    "pairings/views/print/test_files.py",
    "pairings/views/print/test_home_phases.py",
    "pairings/views/print/test_long_lists.py",
    "pairings/views/print/test_printing.py",
    "pairings/views/print/test_round_pack_aside.py",
    "pairings/views/print/test_seal_on_paper.py",
    "pairings/views/print/test_team_sheets.py",
    "pairings/views/redrafts/test_lock_words.py",
    "pairings/views/reports/test_disputes.py",
    "pairings/views/rounds/test_all_divisions.py",
    "pairings/views/rounds/test_desk_pages.py",
    "pairings/views/rounds/test_journal_seals.py",
    "pairings/views/rounds/test_regulars.py",
    "pairings/views/standings/test_resistance.py",
    "pairings/views/tom/test_known_players.py",
    "pairings/views/tom/test_omissions.py",
    "pairings/views/tom/test_tom_pages.py",
    "pairings/words/test_refused_rounds.py",
    "tournaments/management/test_base.py",
    "tournaments/services/notices/test_sending.py",
    "tournaments/services/webhooks/test_webhooks_aside.py",
    "tournaments/views/teams/test_team.py",
    "tournaments/views/teams/test_team_entries.py",
    "tournaments/views/test_glossary.py",
    "tournaments/views/test_not_saved.py",
    "tournaments/views/test_phones.py",
    "tournaments/views/test_players_export.py",
    "tournaments/views/test_privacy.py",
    "tournaments/views/test_snapshots.py",
    "tournaments/views/test_staff_invitations.py",
    "tournaments/views/test_web_app.py",
    "tournaments/views/test_webhooks.py",
}
"""Others that take long, of pages those that came last."""

FILES_OF_EACH_RUN = {
    "browser/draft/test_draft_pages_fit.py",
    "browser/draft/test_draft_story.py",
    "browser/draft/test_reloaded_tap.py",
    "browser/draft/test_tap_while_down.py",
    "browser/draft/test_two_phones.py",
    "browser/floor/test_deck_check_story.py",
    "browser/floor/test_floor.py",
    "browser/floor/test_judge_explains.py",
    "browser/floor/test_table_story.py",
    "browser/phone/test_phone.py",
    "browser/phone/test_report_while_down.py",
    "browser/phone/test_slow_phone.py",
    "browser/test_deck_pages.py",
    "browser/test_every_page.py",
    "browser/test_swiss_event.py",
    "browser/test_without_script.py",
    "config/servers/test_serving.py",
    "config/servers/test_warming.py",
}
"""What no run does without."""


def of_this_run(count: int) -> list[int]:
    """So many seeds. SHUFFLE, which `.ci/run` prints, gives the same ones again."""
    first = int(os.environ.get("SHUFFLE") or 0) * 1000
    return list(range(first, first + count))


def turn(count: int) -> int:
    """Which of so many parts, from 0, this run of the checks asks."""
    return int(os.environ.get("SHUFFLE") or 0) % count


def by_turns(values: Sequence[T], count: int = 1) -> list[ParameterSet]:
    """Parameters of which each run of the checks asks `count`, by turns; the slow suites ask the others."""
    first = turn(len(values))
    now = {(first + place) % len(values) for place in range(count)}
    return [
        pytest.param(value, marks=[] if place in now else pytest.mark.slow)
        for place, value in enumerate(values)
    ]


def rests(path: Path) -> bool:
    """Whether the file waits for another run of the checks, which name their SHUFFLE."""
    place = _in_turn().get(path.relative_to(HERE).as_posix())
    return bool(os.environ.get("SHUFFLE")) and place is not None and place % TURNS != turn(TURNS)


@lru_cache(maxsize=1)
def _in_turn() -> dict[str, int]:
    """The files that take turns, in order: neighbors, which take about as long, are asked one in each run."""
    names = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("test_*.py"))
    taking = [name for name in names if _takes_turns(name) and name not in FILES_OF_EACH_RUN]
    return {name: place for place, name in enumerate(taking)}


def _takes_turns(name: str) -> bool:
    return name in FILES_BY_TURNS or bool(FOLDERS_BY_TURNS & {*Path(name).parts})
