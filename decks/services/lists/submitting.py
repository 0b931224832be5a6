"""Submit a list: read it, find its cards, judge it, and store it as a new version."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.rule_settings import choice_of_setting
from core.engine.refused import Refused
from decks.engine.journal_kinds import ListEntered, ListFilledIn, ListHandedIn, OfVersion
from decks.engine.refusals import DeckRefusal
from decks.engine.stored_values import printed_row_values, problem_values, read_list_values
from decks.engine.verdicts import DeckVerdict
from decks.models import DeckList, ListRules, Version
from decks.models.lists import MAX_NOTE_LENGTH
from decks.queries.lists import judging, list_rules, submission_window
from decks.queries.lists.filled_lists import AT_END
from decks.queries.lists.judging import settled_problems
from decks.queries.lists.submissions import ListSubmission, Upload, legal_working_copy
from decks.queries.pools import autofill
from decks.queries.pools.available_pools import available_pool
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import set_counted_version
from tournaments.models import User


@transaction.atomic
def submit_list(
    deck_list: DeckList,
    *,
    text: str = "",
    upload: Upload | None = None,
    unused: str = "",
    supplied: int = 0,
    by: User | None = None,
    by_player: bool = True,
    note: str = "",
    now: datetime | None = None,
) -> Version:
    """Submit a new version of a list, as text or file.

    The latest legal version takes effect or, if none is legal, the latest of all; after a redraft with S6
    "new_draft", only versions built since then are considered (R-095). A player may submit until lists
    close (R-030; afterwards S5 decides), but not once round 1 is posted (R-032, R-057). Staff may always
    submit; with S5 "never" they need a `note` to replace a list after closing. The version is marked late
    once lists are closed. `unused` and `supplied`: in Limited, the unused cards and the basic Energy from
    the organizer (R-058), which are filled in if the pool is registered. `note`: what staff changed and
    why.

    Refused: LISTS_NOT_COLLECTED, LIST_STAYS (no note), UNUSED_MISSING (by a player), SUPPLIED_TOO_MANY
    (supplied, energy), whatever `ListSubmission.of` refuses, and for a player whatever
    `submission_window.require_submission_possible` refuses.
    """
    now = now or timezone.now()
    deck_list = locks.lock_deck_list_row(deck_list)
    deck_list.entry.tournament.refresh_from_db()
    rules = list_rules.list_rules_of_event(deck_list.entry.tournament)
    if by_player:
        submission_window.require_submission_possible(deck_list, rules, now)
    else:
        # S5 "never": once lists are closed, staff may change a submitted list only with a reason.
        needs_reason = choice_of_setting(rules.settings, "S5") == "never"
        if (
            needs_reason
            and deck_list.counts_id
            and not note.strip()
            and submission_window.closing_time(deck_list, rules, now)
        ):
            raise Refused(DeckRefusal.LIST_STAYS)
    submission = ListSubmission.of(text, upload, unused, supplied)
    event, pools = deck_list.entry.tournament, available_pool(deck_list.entry_id)
    if (
        by_player
        and submission.unused_read is None
        and pools is None
        and judging.requires_unused_cards(event, rules)
    ):
        raise Refused(DeckRefusal.UNUSED_MISSING)
    verdict = judging.list_judge_for_event(event, rules)(
        submission.read,
        unused=submission.unused_read,
        supplied=supplied,
        home=str(deck_list.home),
        available=pools,
    )
    energy_count = verdict.deck.by_section["energy"]
    if not 0 <= supplied <= energy_count:
        raise Refused(DeckRefusal.SUPPLIED_TOO_MANY, supplied=supplied, energy=energy_count)
    is_late = submission_window.closing_time(deck_list, rules, now) is not None
    version = _create_list_version(
        deck_list, submission, verdict, by=by, by_player=by_player, note=note, at=now, late=is_late
    )
    _apply_new_version(deck_list, rules, version)
    _journal_version(deck_list, version, ListHandedIn if by_player else ListEntered, by, now)
    return version


@transaction.atomic
def submit_at_end_of_building(deck_list: DeckList, *, over: datetime, now: datetime) -> bool:
    """Submit the deck that a player filled in before building ended, if it is legal; return whether it is.

    `over`: when building ended. The version has this time and is not late.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    rules = list_rules.list_rules_of_event(deck_list.entry.tournament)
    legal_copy = legal_working_copy(deck_list, rules)
    if legal_copy is None:
        return False
    version = _create_list_version(
        deck_list, *legal_copy, by=None, by_player=True, note="", at=over, late=False
    )
    version.read = {**version.read, AT_END: True}
    version.save(update_fields=["read"])
    _apply_new_version(deck_list, rules, version)
    _journal_version(deck_list, version, ListFilledIn, None, now)
    return True


@transaction.atomic
def submit_working_copy_if_legal(
    deck_list: DeckList, *, by: User | None, now: datetime | None = None
) -> Version | None:
    """Submit the player's working copy if it is legal, otherwise return None.

    Refused: LISTS_NOT_COLLECTED, and whatever `submit_list` refuses.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    if legal_working_copy(deck_list, list_rules.list_rules_of_event(deck_list.entry.tournament)) is None:
        return None
    return submit_list(
        deck_list,
        text=deck_list.working_copy,
        unused=deck_list.working_copy_unused,
        supplied=deck_list.working_copy_supplied,
        by=by,
        now=now,
    )


def _journal_version(
    deck_list: DeckList, version: Version, kind: type[OfVersion], by: User | None, at: datetime
) -> None:
    """Write a journal line about a new version of a list."""
    list_journal.write_list_line(
        deck_list,
        kind,
        by=by,
        at=at,
        number=version.number,
        legal=version.legal,
        unknown=version.unknown_cards,
        late=version.late,
        note=version.note,
    )


def _create_list_version(
    deck_list: DeckList,
    submission: ListSubmission,
    verdict: DeckVerdict,
    *,
    by: User | None,
    by_player: bool,
    note: str,
    at: datetime,
    late: bool,
) -> Version:
    """Store a submission with its verdict as the next version."""
    previous = deck_list.versions.order_by("-number").first()
    fields = autofill.filled_pool_fields(
        verdict, autofill.TypedFields(submission.unused, submission.supplied)
    )
    return Version.objects.create(
        deck_list=deck_list,
        number=previous.number + 1 if previous else 1,
        text=submission.text,
        unused=fields.unused,
        supplied=fields.supplied,
        read={**read_list_values(submission.read), "filled": fields.filled},
        cards=[printed_row_values(card_row) for card_row in verdict.rows],
        problems=[problem_values(problem) for problem in verdict.problems],
        legal=verdict.is_legal(settled_problems(deck_list)),
        unknown_cards=verdict.unknown_cards(settled_problems(deck_list)),
        questions=verdict.open_questions(settled_problems(deck_list)),
        total=verdict.deck.total,
        unused_total=fields.unused_total,
        catalogue_version=judging.catalogue.stored_catalogue_version(),
        late=late,
        at=at,
        by=by,
        by_name=str(by) if by else "",
        by_player=by_player,
        note=note.strip()[:MAX_NOTE_LENGTH],
    )


def _apply_new_version(deck_list: DeckList, rules: ListRules, version: Version) -> None:
    """Set the effective version, clear the note of a list sent back, and update the working copy.

    The working copy does not change if staff entered the version while the player was writing a different list.
    """
    previous = deck_list.versions.filter(number=version.number - 1).first()
    set_counted_version(deck_list, rules)
    deck_list.sent_back = ""
    if version.by_player or deck_list.working_copy in ("", previous.text if previous else ""):
        typed = autofill.typed_pool_fields(version)
        deck_list.working_copy, deck_list.working_copy_unused, deck_list.working_copy_supplied = (
            version.text,
            typed.unused,
            typed.supplied,
        )
    deck_list.save(
        update_fields=["counts", "sent_back", "working_copy", "working_copy_unused", "working_copy_supplied"]
    )
