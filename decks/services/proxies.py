"""The log of proxies, which judges make for damaged or misprinted cards (R-016, R-037, S11)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from decks.engine.journal_kinds import OfProxy, ProxyGranted, ProxyWithdrawn
from decks.engine.refusals import DeckRefusal
from decks.models import Proxy
from decks.queries.lists.proxies import may_any_judge_grant_proxies
from decks.services import locks
from tournaments import scopes
from tournaments.models import Entry, Tournament, User


@transaction.atomic
def grant_proxy(
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
    """Record a proxy, which stays valid for the rest of the event. A double click records only one.

    `head_judge` says whether `by` may decide as head judge. Refused: PROXY_BY_HEAD_JUDGE.
    """
    locks.lock_division(entry.division, scopes.entry_scope(entry.pk))
    _require_may_grant_proxies(entry.tournament, head_judge)
    now = now or timezone.now()
    fields = {
        "entry": entry,
        "card": card,
        "reason": Proxy.Reason(reason).value,
        "round_number": round_number,
        "original_kept": original_kept,
        "by": by,
    }
    same_proxies = Proxy.objects.filter(**fields, withdrawn_at=None)
    if (stored := stored_by_same_click(same_proxies, time_field="at", now=now)) is not None:
        return stored
    proxy = Proxy.objects.create(**fields, at=now, by_name=str(by) if by else "")
    _journal_proxy(proxy, ProxyGranted, by=by, at=proxy.at)
    return proxy


@transaction.atomic
def withdraw_proxy(proxy: Proxy, *, by: User | None, head_judge: bool, now: datetime | None = None) -> Proxy:
    """Withdraw a proxy; anyone who may make proxies may withdraw them (S11).

    Refused: PROXY_NOT_FOUND, PROXY_BY_HEAD_JUDGE.
    """
    locks.lock_division(proxy.entry.division, scopes.entry_scope(proxy.entry_id))
    _require_may_grant_proxies(proxy.entry.tournament, head_judge)
    proxies = Proxy.objects.select_related("entry__player", "entry__division", "entry__tournament")
    current = proxies.filter(pk=proxy.pk, withdrawn_at=None).first()
    if current is None:
        raise Refused(DeckRefusal.PROXY_NOT_FOUND)
    current.withdrawn_at = now or timezone.now()
    current.save(update_fields=["withdrawn_at"])
    _journal_proxy(current, ProxyWithdrawn, by=by, at=current.withdrawn_at)
    return current


def _require_may_grant_proxies(event: Tournament, head_judge: bool) -> None:
    if not head_judge and not may_any_judge_grant_proxies(event):
        raise Refused(DeckRefusal.PROXY_BY_HEAD_JUDGE)


def _journal_proxy(proxy: Proxy, kind: Callable[..., OfProxy], *, by: User | None, at: datetime) -> None:
    """Write a journal line about a proxy."""
    entry = proxy.entry
    journal.write_journal_line(
        entry.tournament,
        kind(proxy=proxy.pk, name=str(entry), card=proxy.card),
        by=by,
        division=entry.division,
        at=at,
    )


def _set_proxy_withdrawn(line: JournalEvent, *, withdrawn: datetime | None) -> None:
    """Set or clear the time when a proxy was withdrawn.

    Refused: UNDO_OVERTAKEN if the proxy was granted or withdrawn again since.
    """
    proxy = Proxy.objects.filter(pk=line.facts["proxy"]).first()
    if proxy is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, ("ProxyGranted", "ProxyWithdrawn"), proxy=proxy.pk)
    proxy.withdrawn_at = withdrawn
    proxy.save(update_fields=["withdrawn_at"])


add_undo(lambda line: _set_proxy_withdrawn(line, withdrawn=timezone.now()), ProxyGranted)
add_undo(lambda line: _set_proxy_withdrawn(line, withdrawn=None), ProxyWithdrawn)
