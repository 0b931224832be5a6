"""Submitting a list: parsed, looked up, judged, stored as a new version."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.settings import choice
from core.engine.refused import Refused
from decks.engine.journal_kinds import ListEntered, ListHandedIn
from decks.engine.lists import ReadList, pasted, read_file, read_text
from decks.engine.lists.uploads import text_of
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import Verdict, problem_values, read_values, row_values
from decks.models import DeckList, ListRules, Version
from decks.models.lists import LONGEST_NOTE
from decks.queries.lists import list_rules, submission_window, verdicts
from decks.queries.pools import autofill
from decks.queries.pools.pools import held_of
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import count, settled
from decks.services.lists.working_copies import storable
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Upload:
    """A file with a list in it."""

    data: bytes
    filename: str


@dataclass(frozen=True, slots=True)
class _Sent:
    """A submission, as text and as read."""

    text: str
    read: ReadList
    unused: str
    unused_read: ReadList | None
    supplied: int


@transaction.atomic
def hand_in(
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

    The latest legal version counts, and while none is legal the latest of all; after a redraft with S6 "new_draft" only
    those built since (R-095). A player may submit until lists close (R-030; afterwards S5 decides) and never once round
    1 is posted (R-032, R-057); staff always, marked late once lists are closed. `unused` and `supplied`: cards left out
    and basic Energy from the organizer in Limited (R-058); filled in where the player's pool is registered.

    Refused: LISTS_NOT_COLLECTED, LIST_LOCKED, LISTS_CLOSED (when), ROUND_1_STARTED, ENTRY_ALREADY_LEFT (name),
    LIST_STAYS, UNUSED_MISSING, SUPPLIED_TOO_MANY (supplied, energy), and what `read_text` and `read_file` refuse.
    """
    now = now or timezone.now()
    row = locks.deck_list(deck_list)
    row.entry.tournament.refresh_from_db()
    rules = list_rules.rules_of(row.entry.tournament)
    if by_player:
        submission_window.require_open(row, rules, now)
    else:
        # S5 "never": once lists are closed, a submitted list changes only if staff give a reason.
        strict = choice(rules.settings, "S5") == "never"
        if strict and row.counts_id and not note.strip() and submission_window.closed_since(row, rules, now):
            raise Refused(DeckRefusal.LIST_STAYS)
    sent = _sent(text, upload, unused, supplied)
    verdict = _judged(row, rules, sent, by_player)
    version = _save_version(row, rules, sent, verdict, by=by, by_player=by_player, note=note, now=now)
    _note(row, rules, version)
    list_journal.write(
        row,
        ListHandedIn if by_player else ListEntered,
        by=by,
        at=now,
        number=version.number,
        legal=version.legal,
        unknown=version.unknown_cards,
        late=version.late,
        note=version.note,
    )
    return version


def _sent(text: str, upload: Upload | None, unused: str, supplied: int) -> _Sent:
    if upload is not None:
        read = read_file(upload.data, upload.filename)
        text = text_of(upload.data, read)
    else:
        text = pasted(text)
        read = read_text(text)
    unused = pasted(unused)
    left = read_text(unused) if unused.strip() else None
    return _Sent(storable(text), read, storable(unused), left, supplied)


def _judged(row: DeckList, rules: ListRules, sent: _Sent, by_player: bool) -> Verdict:
    event, pools = row.entry.tournament, held_of(row.entry_id)
    if by_player and sent.unused_read is None and pools is None and verdicts.wants_unused(event, rules):
        raise Refused(DeckRefusal.UNUSED_MISSING)
    verdict = verdicts.judge_for(event, rules)(
        sent.read, unused=sent.unused_read, supplied=sent.supplied, home=str(row.home), held=pools
    )
    energy = verdict.deck.by_section["energy"]
    if not 0 <= sent.supplied <= energy:
        raise Refused(DeckRefusal.SUPPLIED_TOO_MANY, supplied=sent.supplied, energy=energy)
    return verdict


def _save_version(
    row: DeckList,
    rules: ListRules,
    sent: _Sent,
    verdict: Verdict,
    *,
    by: User | None,
    by_player: bool,
    note: str,
    now: datetime,
) -> Version:
    newest = row.versions.order_by("-number").first()
    rest = autofill.rest(verdict, autofill.Typed(sent.unused, sent.supplied))
    return Version.objects.create(
        deck_list=row,
        number=newest.number + 1 if newest else 1,
        text=sent.text,
        unused=rest.unused,
        supplied=rest.supplied,
        read=read_values(sent.read) | {"filled": rest.filled},
        cards=[row_values(listed) for listed in verdict.rows],
        problems=[problem_values(problem) for problem in verdict.problems],
        legal=verdict.legal(settled(row)),
        unknown_cards=verdict.unknown_cards(settled(row)),
        questions=verdict.open_questions(settled(row)),
        total=verdict.deck.total,
        unused_total=rest.unused_total,
        catalogue_version=verdicts.catalogue.version_now(),
        late=submission_window.closed_since(row, rules, now) is not None,
        at=now,
        by=by,
        by_name=str(by) if by else "",
        by_player=by_player,
        note=note.strip()[:LONGEST_NOTE],
    )


def _note(row: DeckList, rules: ListRules, version: Version) -> None:
    """Set the counted version and the working copy, unless the player is writing something else."""
    before = row.versions.filter(number=version.number - 1).first()
    count(row, rules)
    row.sent_back = ""
    if version.by_player or row.working_copy in ("", before.text if before else ""):
        typed = autofill.typed(version)
        row.working_copy, row.working_copy_unused, row.working_copy_supplied = (
            version.text,
            typed.unused,
            typed.supplied,
        )
    row.save(
        update_fields=["counts", "sent_back", "working_copy", "working_copy_unused", "working_copy_supplied"]
    )
