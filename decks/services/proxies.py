"""The log of proxies, cards made by a judge for damaged or misprinted ones (R-016, R-037, S11)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.settings import choice
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.same_click import stored_by_same_click
from decks.engine.journal_kinds import OfProxy, ProxyGranted, ProxyWithdrawn
from decks.engine.refusals import DeckRefusal
from decks.models import ListRules, Proxy
from decks.services import locks
from tournaments import scopes
from tournaments.models import Entry, Tournament, User


def any_judge_may(event: Tournament) -> bool:
    """Whether any judge may make a proxy, not only the head judge (S11)."""
    rules = ListRules.objects.filter(tournament=event).first()
    return choice(rules.settings if rules else {}, "S11") == "any_judge"


@transaction.atomic
def grant(
    entry: Entry,
    *,
    card: str,
    reason: str,
    by: User | None,
    head_judge: bool,
    round_number: int | None = None,
    original_kept: bool = True,
    now: datetime | None = None,
) -> Proxy:
    """Record a proxy, valid for the rest of the event. `head_judge`: whether `by` decides for the event.

    A double click records one.
    Refused: PROXY_BY_HEAD_JUDGE.
    """
    locks.division(entry.division, scopes.entry(entry.pk))
    _require_may(entry.tournament, head_judge)
    now = now or timezone.now()
    alike = {
        "entry": entry,
        "card": card,
        "reason": Proxy.Reason(reason).value,
        "round_number": round_number,
        "original_kept": original_kept,
        "by": by,
    }
    twice = Proxy.objects.filter(**alike, withdrawn_at=None)
    if (there := stored_by_same_click(twice, at="at", now=now)) is not None:
        return there
    row = Proxy.objects.create(**alike, at=now, by_name=str(by) if by else "")
    _journal(row, ProxyGranted, by=by, at=row.at)
    return row


@transaction.atomic
def withdraw(row: Proxy, *, by: User | None, head_judge: bool, now: datetime | None = None) -> Proxy:
    """Withdraw a proxy; allowed to those who may make one (S11).

    Refused: PROXY_NOT_FOUND, PROXY_BY_HEAD_JUDGE.
    """
    locks.division(row.entry.division, scopes.entry(row.entry_id))
    _require_may(row.entry.tournament, head_judge)
    proxies = Proxy.objects.select_related("entry__player", "entry__division", "entry__tournament")
    proxy = proxies.filter(pk=row.pk, withdrawn_at=None).first()
    if proxy is None:
        raise Refused(DeckRefusal.PROXY_NOT_FOUND)
    proxy.withdrawn_at = now or timezone.now()
    proxy.save(update_fields=["withdrawn_at"])
    _journal(proxy, ProxyWithdrawn, by=by, at=proxy.withdrawn_at)
    return proxy


def _require_may(event: Tournament, head_judge: bool) -> None:
    if not head_judge and not any_judge_may(event):
        raise Refused(DeckRefusal.PROXY_BY_HEAD_JUDGE)


def _journal(row: Proxy, kind: Callable[..., OfProxy], *, by: User | None, at: datetime) -> None:
    entry = row.entry
    journal.write(
        entry.tournament,
        kind(proxy=row.pk, name=str(entry), card=row.card),
        by=by,
        division=entry.division,
        at=at,
    )


def _set(line: JournalEvent, *, withdrawn: datetime | None) -> None:
    """Refused: UNDO_OVERTAKEN if it was granted or withdrawn again since."""
    proxy = Proxy.objects.filter(pk=line.facts["proxy"]).first()
    if proxy is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(line, ("ProxyGranted", "ProxyWithdrawn"), proxy=proxy.pk)
    proxy.withdrawn_at = withdrawn
    proxy.save(update_fields=["withdrawn_at"])


add_undo(lambda line: _set(line, withdrawn=timezone.now()), ProxyGranted)
add_undo(lambda line: _set(line, withdrawn=None), ProxyWithdrawn)
