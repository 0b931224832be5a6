"""Which pages each action refreshes: none, or those of one event, but never those of all events."""

import ast
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.middleware import live
from core import stamps
from core.services import public_address, teams
from core.services.snapshots import staff_actions
from core.stamps import Stamps
from decks.services import lists
from floor.services import calls, rulings
from pairings.engine.outcomes import Outcome
from pairings.engine.print_choice import PrintChoice
from pairings.models import Round
from pairings.services import known_players, prints
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.pairings.build import open_matches
from tournaments import scopes
from tournaments.models import Tournament, User
from tournaments.services import announcements, events, personal_links

ROOT = Path(settings.BASE_DIR)


@dataclass(frozen=True)
class Hall:
    """An event with a posted round, another event, and an account."""

    event: Tournament
    other: Tournament
    round_: Round
    olga: User
    browser: Client


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    live.raise_planned_stamps_once(os.getpid())
    division = build.division(4)
    Tournament.objects.update(published=True)
    posted = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    olga = build.user("olga", is_superuser=True)
    browser = Client()
    browser.force_login(olga)
    browser.get(reverse("tournaments:home"))
    return Hall(division.tournament, build.event(), posted, olga, browser)


def sign_in(_hall: Hall, password: str = "secret") -> None:
    Client().post(reverse("account_login"), {"login": "olga", "password": password})


def sign_in_with_old_hash(hall: Hall) -> None:
    """Django hashes a password again if its settings have changed."""
    old = PBKDF2PasswordHasher().encode("secret", "salt", iterations=1)
    with transaction.atomic():
        stamps.mark_scopes_changed()
        User.objects.filter(pk=hall.olga.pk).update(password=old)
    sign_in(hall)


def sign_up(_hall: Hall) -> None:
    fields = {"username": "newcomer", "password1": "Gym-Leader-7", "password2": "Gym-Leader-7"}
    assert Client().post(reverse("account_signup"), fields).status_code == 302
    assert User.objects.filter(username="newcomer").exists()


def new_password(hall: Hall) -> None:
    fields = {"oldpassword": "secret", "password1": "Gym-Leader-7", "password2": "Gym-Leader-7"}
    assert hall.browser.post(reverse("account_change_password"), fields).status_code == 302


def killed_before_commit(_hall: Hall) -> None:
    """No plan exists when a process starts."""
    Stamps().raise_planned()


def print_slips(hall: Hall) -> None:
    row, _new = prints.order_print(hall.event, PrintChoice(("slips",)), key="k", by=None, site="http://x")
    begun = prints.start_print(row.pk)
    assert begun
    prints.record_print_progress(begun, sheet=1, sheets=2, pages=3)
    assert prints.store_print_pdf(begun, b"%PDF", pages=3, rounds=[(hall.round_, 1)])


def enter_result(hall: Hall) -> None:
    results.enter_result(open_matches(hall.round_)[0], MatchResult(Outcome.LEFT), by=None)


def call_a_judge(hall: Hall) -> None:
    match = open_matches(hall.round_)[0]
    calls.raise_hand(match, entry=match.left)


def write_a_list(hall: Hall) -> None:
    lists.make_empty_lists(hall.event)
    entry = hall.event.entries.order_by("pk").first()
    assert entry
    lists.save_working_copy(entry.deck_list, text="4 Pikachu")


def withdraw_announcement(hall: Hall) -> None:
    announcements.withdraw_announcement(
        announcements.post_announcement(hall.event, by=None, text="Lunch"), by=None
    )


def close_lists_by_the_clock(hall: Hall) -> None:
    lists.collect_lists(hall.event, by=None, deadline=timezone.now() + timedelta(hours=1))
    assert lists.close_due_lists(now=timezone.now() + timedelta(hours=2)) == 1


def download_snapshot(hall: Hall) -> None:
    staff_actions.read_snapshot_for_download(
        hall.event, staff_actions.save_snapshot(hall.event, by=hall.olga), by=hall.olga
    )


def invite_into_the_team(hall: Hall) -> None:
    teams.invite_member(hall.event.organizer, by=hall.olga, login=build.user("kim").username)


ACTS: Mapping[str, tuple[Callable[[Hall], object], str]] = {
    "sign in": (sign_in, ""),
    "sign in with a wrong password": (lambda hall: sign_in(hall, "wrong"), ""),
    "sign in with an old hash": (sign_in_with_old_hash, ""),
    "sign up": (sign_up, ""),
    "sign out": (lambda hall: hall.browser.post(reverse("account_logout")), ""),
    "sign out elsewhere": (lambda hall: hall.browser.post(reverse("sessions_end")), ""),
    "change the password": (new_password, ""),
    "start a process": (killed_before_commit, ""),
    "make an event": (
        lambda hall: events.create_event(
            by=hall.olga, name="Cup", kind="league_cup", starts_at=timezone.now()
        ),
        "",
    ),
    "copy an event": (lambda hall: staff_actions.create_rehearsal_copy(hall.event, by=hall.olga), "r"),
    "found a team": (lambda hall: teams.create_team(by=hall.olga, name="Crew"), ""),
    "invite into a team": (invite_into_the_team, ""),
    "print codes anyway": (
        lambda hall: public_address.remember_accepted_address(hall.olga, "http://10.0.0.1"),
        "",
    ),
    "load known players": (
        lambda hall: known_players.import_players_to_list(
            [known_players.ListedPlayer("7", "Ana", "Silva", 1990)], by=hall.olga, filename="a.xml"
        ),
        "",
    ),
    "download a snapshot": (download_snapshot, "r"),
    "show a personal link": (
        lambda hall: personal_links.reveal_personal_link(hall.event.entries.earliest("pk"), by=hall.olga),
        "r",
    ),
    "print personal links": (lambda hall: personal_links.links_to_print(hall.event, by=hall.olga), "r"),
    "write a ruling": (
        lambda hall: rulings.record_ruling(hall.event, by=None, question="May I?", answer="Yes."),
        "r",
    ),
    "close lists by the clock": (close_lists_by_the_clock, "er"),
    "announce": (lambda hall: announcements.post_announcement(hall.event, by=None, text="Lunch"), "e"),
    "withdraw an announcement": (withdraw_announcement, "e"),
    "change the event": (
        lambda hall: events.change_event_settings(hall.event, by=None, venue="Hall 2"),
        "er",
    ),
    "enter a result": (enter_result, "mr"),
    "call a judge": (call_a_judge, "mr"),
    "write a deck list": (write_a_list, "nr"),
    "print": (print_slips, "r"),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_news_for_its_own_event_alone(hall: Hall, name: str) -> None:
    act, expected = ACTS[name]
    letters = {
        "e": [scopes.event_scope(hall.event.pk)],
        "r": [scopes.results_scope(hall.event.pk)],
        "m": [scopes.match_scope(pk) for pk in hall.round_.matches.values_list("pk", flat=True)],
        "n": [scopes.entry_scope(pk) for pk in hall.event.entries.values_list("pk", flat=True)],
        "s": [scopes.hall_screens_scope(hall.event.pk)],
        "other event": [scopes.event_scope(hall.other.pk), scopes.results_scope(hall.other.pk)],
        "*": [stamps.EVERYTHING],
    }
    marked = [scope for group in letters.values() for scope in group]
    stamps.STAMPS.raise_planned()  # of transactions of other tests, which are never committed
    before = stamps.read_scope_numbers(marked)
    act(hall)
    after = stamps.read_scope_numbers(marked)
    raised = {
        letter
        for letter, group in letters.items()
        if any(after.numbers[scope] != before.numbers[scope] for scope in group)
    }
    assert raised == set(expected)


def test_what_a_killed_process_had_committed_is_raised_by_the_next(hall: Hall) -> None:
    """A process that dies between a commit and its announcement has planned the announcement."""
    marked = [scopes.event_scope(hall.event.pk), scopes.event_scope(hall.other.pk)]
    before = stamps.read_scope_numbers(marked)
    stamps.STAMPS.plan([marked[0]])  # and no more, as it was killed
    Stamps().raise_planned()
    after = stamps.read_scope_numbers(marked)
    assert after.numbers[marked[0]] > before.numbers[marked[0]]
    assert after.numbers[marked[1]] == before.numbers[marked[1]]
    assert after.numbers[stamps.EVERYTHING] == before.numbers[stamps.EVERYTHING]


def test_a_rolled_back_step_leaves_no_plan(hall: Hall) -> None:
    with transaction.atomic():
        stamps.mark_scopes_changed(scopes.event_scope(hall.event.pk))
        transaction.set_rollback(True)
    enter_result(hall)
    before = stamps.read_scope_numbers([scopes.event_scope(hall.event.pk)])
    Stamps().raise_planned()
    assert stamps.read_scope_numbers([scopes.event_scope(hall.event.pk)]).numbers == before.numbers
    connections.close_all()


UNMARKED = {
    "cards/services/catalogue/editing.py:_save_row": "the catalogue, by which lists of all events are checked",
    "cards/services/catalogue/editing.py:locked_catalogue": "the catalogue",
    "cards/services/catalogue/editing.py:remove_catalogue_row": "the catalogue",
    "cards/services/catalogue/announcing.py:replace_announced": "the catalogue",
    "cards/services/catalogue/announcing.py:save_announced_expansion": "the catalogue",
    "cards/services/catalogue/shipped.py:load_shipped_cards_and_facts": "the catalogue",
    "cards/services/catalogue/jobs.py:store_update": "an import of cards",
    "cards/services/catalogue/bulk_saving.py:save_expansions": "the catalogue",
    "cards/services/catalogue/loading_cards.py:load_cards": "the catalogue",
    "cards/services/catalogue/version.py:locked_catalogue_change": "the catalogue",
    "cards/services/catalogue/version.py:raise_catalogue_version_if_pending": "the catalogue",
    "pairings/services/reports/idempotency.py:store_new_idempotency_key": "within the step that it guards",
    "core/services/accounts.py:create_first_account": "a new account",
    "core/services/accounts.py:set_display_name": "the name of an account, on pages of all its events",
    "tournaments/services/events.py:_save_under_free_slug": "within `create_event`",
    "core/services/editing.py:home_locked_for_editing": "it takes the lock it is given, which marks the home",
    "core/services/jobs/sending.py:send_waiting_jobs": "waiting jobs",
    "tournaments/services/merges/double_entries.py:_move_row": "within a merge",
    "core/services/notices/subscriptions.py:subscribe_browser": "phones with notices",
    "core/services/short_transactions.py:write_pieces": "whatever it is given",
    "tournaments/services/players.py:delete_person": "records of people, by administrators",
    "tournaments/services/players.py:save_person": "records of people, by administrators",
    "core/services/public_address.py:locked_public_address": "the address on printed codes of all events",
    "core/services/public_address.py:remove_public_address": "the address on printed codes of all events",
    "core/services/public_address.py:save_public_address": "the address on printed codes of all events",
    "tournaments/services/schedule.py:correct_round_times": "within unposting",
    "tournaments/services/schedule.py:note_round_ended": "within closing a round",
    "tournaments/services/schedule.py:note_round_started": "within posting a round",
    "core/services/webhooks/sending.py:_write_delivery_body": "webhooks",
}
"""Transactions that name no scope, and why none of them refreshes all pages during an event."""


@dataclass
class Function:
    calls: set[str]
    atomic: bool
    marks: bool


def services() -> dict[tuple[str, str], Function]:
    """Return every function of the services by file and name."""
    found = {}
    for path in sorted(ROOT.glob("*/services/**/*.py")):
        file = path.relative_to(ROOT).as_posix()
        if file.startswith("tests/"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        pure = {
            name.asname or name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and ".engine" in (node.module or "")
            for name in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                calls = {ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)} - pure
                atomic = any(ast.unparse(one) == "transaction.atomic" for one in node.decorator_list)
                atomic = atomic or "transaction.atomic" in calls
                # The locks of the rooms mark the home that they lock.
                marks = "stamps.mark_scopes_changed" in calls or "hooks.home_locks" in ast.unparse(node)
                found[file, node.name] = Function(calls, atomic, marks)
    return found


def test_each_transaction_of_a_service_says_whose_news_it_is() -> None:
    """By a lock or a mark, directly or in a called function; otherwise its changes would refresh every page."""
    functions = services()

    def called(file: str, name: str) -> list[Function]:
        *module, last = name.split(".")
        if not module:
            return [one for (at, own), one in functions.items() if own == last and at == file] or [
                one for (_at, own), one in functions.items() if own == last
            ]
        ends = (f"/{module[-1]}.py", f"/{module[-1]}/__init__.py")
        return [one for (at, own), one in functions.items() if own == last and at.endswith(ends)]

    grew = True
    while grew:
        grew = False
        for (file, _name), function in functions.items():
            if not function.marks and any(one.marks for name in function.calls for one in called(file, name)):
                function.marks = grew = True
    unmarked = {f"{file}:{name}" for (file, name), one in functions.items() if one.atomic and not one.marks}
    assert unmarked == set(UNMARKED)
