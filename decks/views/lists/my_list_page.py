"""The data of the page of a player's list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.engine.rule_settings import choice_of_setting
from core.engine.refused import Refused
from core.navigation import Step
from core.scoreboard.scoreboard import Scoreboard
from core.sentences import refusal_text
from decks.engine.pools import AvailablePool
from decks.engine.refusals import DeckRefusal
from decks.forms.home_country import HomeForm
from decks.models import DeckList, ListRules, Version
from decks.models.lists import MAX_WORKING_COPY_LENGTH
from decks.queries.lists import judging, submission_window
from decks.queries.pools import autofill
from decks.queries.pools.available_pools import available_pool
from decks.queries.supplied_facts import draft_link, list_request
from decks.views.lists import list_conflicts, verdict_rows, working_copies
from decks.views.lists.building_time import BuildPanel, building_panel, set_draft_numbers_of_versions
from decks.views.lists.list_scoreboard import deadline_scoreboard_of_lists
from decks.words.copy_words import back_choices, language_choices
from tournaments.models import Entry


@dataclass(frozen=True, kw_only=True)
class WorkPart:
    """The working copy and its verdict.

    - `rest`: the part of the pool that the deck does not use.
    - `unreadable`: why the text cannot be read.
    - `same`: whether the working copy is the latest version, unchanged.
    """

    sheet: verdict_rows.DisplayedList | None
    played_as: Sequence[verdict_rows.PlayedAs]
    steps: Sequence[Step]
    rest: object = None
    unreadable: str = ""
    same: bool = False


@dataclass(frozen=True, kw_only=True)
class MyDeckListPage(WorkPart):
    """The page of a player's list.

    - `my`: URLs of the player's pages.
    - `pooled`: whether there is a pool to build from.
    - `rewrite`: the open request to rewrite the list, or None.
    - `drafting`: the link to the player's draft, or None.
    - `closed`: why lists cannot be submitted.
    - `free`: whether decks may change between rounds.
    - `past`: whether lists are closed.
    - `counts`: the effective version.
    - `newest`: the latest version if there is an effective one.
    - `aside`: the latest version if there is no effective one.
    - `wants_unused`: whether the list must include the unused cards.
    - `unused_next`: whether entering the unused cards is the next step.
    - `most`: the maximum length of the text.
    - `typed_stamp`: detects edits on two devices at the same time.
    - `fault`: why the last action was refused.
    """

    page: str
    my: Mapping[str, str]
    pooled: bool
    board: Scoreboard
    build: BuildPanel | None
    row: DeckList
    rewrite: object
    entry: Entry
    rules: ListRules
    drafting: object
    closed: str
    free: bool
    past: bool
    versions: Sequence[Version]
    counts: Version | None
    newest: Version | None
    aside: Version | None
    size: int
    wants_unused: bool
    limited: bool
    most: int
    typed_stamp: str
    home: HomeForm | None
    languages: Sequence[tuple[str, str]]
    backs: Sequence[tuple[str, str]]
    fault: str = ""
    edit: bool = False
    unused_next: bool = False


def my_list_page_data(deck_list: DeckList, rules: ListRules) -> MyDeckListPage:
    """Return the data of the page of a player's deck list.

    Six queries, one more for the version of the catalogue and, in Limited, those for builds.
    """
    now, event = timezone.now(), deck_list.entry.tournament
    versions = list(deck_list.versions.order_by("-number"))
    rulings = verdict_rows.rulings_by_problem(deck_list.rulings.filter(withdrawn_at__isnull=True))
    builds = submission_window.limited_builds_of_division(deck_list.entry.division)
    build = building_panel(builds.of(deck_list.entry_id), now)
    refused = submission_window.submission_refusal(deck_list, rules, now, builds)
    size = judging.deck_size(event)
    is_limited = judging.deck_context_of_event(event, rules, complete=True).rules.supplied_only
    available = available_pool(deck_list.entry_id) if is_limited else None
    counted_version = next((version for version in versions if version.pk == deck_list.counts_id), None)
    newest_version = versions[0] if versions and counted_version else None
    closed_at = submission_window.closing_time(deck_list, rules, now, builds)
    if refused is not None:
        sheet = (
            verdict_rows.displayed_list_of_version(counted_version, size=size, ruled=rulings)
            if counted_version
            else None
        )
        work = WorkPart(
            sheet=sheet,
            played_as=verdict_rows.describe_version_stand_ins(counted_version, event, rules),
            steps=list_steps(deck_list, sheet, is_submitted=True, is_locked=True),
        )
    else:
        work = _working_copy_part(deck_list, rules, newest_version, rulings, size, available)
    return MyDeckListPage(
        **vars(work),
        page="list",
        my={
            "table": reverse("floor:my", args=[deck_list.token]),
            "deck": reverse("decks:mine", args=[deck_list.token]),
            "pool": reverse("decks:my_pool", args=[deck_list.token]) if is_limited else "",
        },
        pooled=available is not None,
        board=deadline_scoreboard_of_lists(event, rules, now, build, closed=closed_at),
        build=build,
        row=deck_list,
        rewrite=list_request(deck_list.entry),
        entry=deck_list.entry,
        rules=rules,
        drafting=draft_link(deck_list.entry, deck_list.token),
        closed=_closed_text(refused, counted_version),
        free=choice_of_setting(rules.settings, "S5") == "free",
        past=closed_at is not None,
        versions=set_draft_numbers_of_versions(versions, builds, deck_list.entry_id),
        counts=counted_version,
        newest=newest_version,
        aside=versions[0] if versions and counted_version is None else None,
        size=size,
        wants_unused=judging.requires_unused_cards(event, rules),
        limited=is_limited,
        most=MAX_WORKING_COPY_LENGTH,
        typed_stamp=list_conflicts.working_copy_stamp(deck_list),
        home=HomeForm(row=deck_list) if judging.home_country_matters(event) else None,
        languages=language_choices(judging.deck_context_of_event(event, rules, complete=True)),
        backs=back_choices(),
    )


def _closed_text(refused: Refused | None, counted_version: Version | None) -> str:
    """Return why lists cannot be submitted, or "" if they can.

    If lists are closed and the effective list is legal, the text says so.
    """
    if refused is None:
        return ""
    if refused.code == DeckRefusal.LISTS_CLOSED and counted_version is not None and counted_version.legal:
        if counted_version.unknown_cards:
            return _("Lists are closed. Yours is in. Ask a judge about the cards that are unknown here.")
        return _("Lists are closed. Yours is in and legal.")
    return refusal_text(refused)


def _working_copy_part(
    deck_list: DeckList,
    rules: ListRules,
    newest_version: Version | None,
    rulings: verdict_rows.Ruled,
    size: int,
    available: AvailablePool | None,
) -> WorkPart:
    """Return the working copy and its verdict. Unreadable text is reported, but not changed."""
    sheet, reading_fault, rest = None, "", None
    played_as: list[verdict_rows.PlayedAs] = []
    if deck_list.working_copy.strip():
        try:
            judge = judging.list_judge_for_event(deck_list.entry.tournament, rules)
            verdict = working_copies.judge_working_copy(deck_list, judge, available)
            sheet, rest = (
                verdict_rows.displayed_list_of_verdict(verdict, size=size, ruled=rulings),
                verdict.rest,
            )
            played_as = verdict_rows.describe_stand_ins(judging.stand_ins_of_deck(judge, verdict.deck))
        except Refused as refused:
            reading_fault = refusal_text(refused)
    typed = autofill.TypedFields(deck_list.working_copy_unused, deck_list.working_copy_supplied)
    is_submitted = (
        newest_version is not None
        and newest_version.text == deck_list.working_copy
        and autofill.typed_pool_fields(newest_version) == typed
    )
    return WorkPart(
        sheet=sheet,
        played_as=played_as,
        rest=rest,
        unreadable=reading_fault,
        same=is_submitted,
        steps=list_steps(deck_list, sheet, is_submitted=is_submitted, is_locked=False),
    )


def list_steps(
    deck_list: DeckList, sheet: verdict_rows.DisplayedList | None, *, is_submitted: bool, is_locked: bool
) -> list[Step]:
    """Return the player's steps (paste, fix, submit, locked), each marked as past, current or later.

    - `is_submitted`: whether the working copy is the latest version.
    - `is_locked`: whether submitting is impossible.
    """
    current_step = 3 if is_locked else 0 if sheet is None else 1 if not sheet.legal else 2
    labels = (_("Paste"), _("Fix"), _("Hand in"), _("Locked"))
    # Once a legal list is submitted, all steps but the last are past, and none is current.
    steps_past = 3 if is_submitted and sheet is not None and sheet.legal and not is_locked else current_step
    return [
        Step(label=label, past=step < steps_past, current=step == current_step and step >= steps_past)
        for step, label in enumerate(labels)
    ]
