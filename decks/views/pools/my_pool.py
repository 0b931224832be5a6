"""A player's pool on their phone: count it, have the neighbor verify it, view and download it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.engine.settings import choice
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.documents.pool_files import FILES, one_pool
from decks.engine import pools as engine
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.models import Draft, ListRules, Pool, PoolVersion
from decks.queries.answers import picked_on
from decks.queries.pools import pools as queries
from decks.services import pools
from decks.views.lists.player import pool_context
from decks.views.pools import pool_entry
from decks.words import pool_words as words
from decks.words.limited_words import subtype_name
from tournaments.models import Entry, PersonalLink
from tournaments.views.personal_link import player_page


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def my_pool(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The page; a POST changes a count, reads a pasted list, or registers the pool (`do`)."""
    entry = link.entry
    draft = queries.newest_draft(entry.division)
    if draft is None or not queries.pod_of(draft, entry.pk):
        return render(request, "decks/pools/none.html", pool_context(link))
    if request.method != "POST":
        return _page(request, link, draft)
    if refused := _refusal(draft, entry, queries.pool_opened_by(draft, entry.pk)):
        messages.error(request, refusal_text(refused))
        return redirect("decks:my_pool", link.token)
    counts, fault, version = pool_entry.sent(
        request,
        draft,
        lambda cards: pools.register(draft, entry, cards, by=None, seen=pool_entry.seen(request)),
    )
    if version is None:
        return _page(request, link, draft, counts=counts, fault=fault)
    messages.success(request, _("Your pool is registered, version %(number)s.") % {"number": version.number})
    return redirect("decks:my_pool", link.token)


@require_POST
@player_page
def verify(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The neighbor's verification of a pool: confirm, report a discrepancy, or count again."""
    entry, draft = link.entry, queries.newest_draft(link.entry.division)
    opener = _opener(draft, request.POST.get("pool", ""))
    if draft is None or opener is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    seen, do = pool_entry.seen(request), request.POST.get("do", "")
    undo = ""
    if do == "again":
        pools.unverify(draft, opener, by_entry=entry, seen=seen)
        message = _("Count it again.")
    elif do == "differs":
        pools.report_discrepancy(draft, opener, by_entry=entry, seen=seen, what=request.POST.get("what", ""))
        message = _("Sent back. Count the pool together; a judge has been told.")
    else:
        pools.verify(draft, opener, by_entry=entry, seen=seen)
        undo = f"undo={reverse('decks:my_pool_again', args=[link.token, opener.pk, seen])}"
        message = _("Verified.")
    messages.success(request, message, extra_tags=undo)
    return redirect("decks:my_pool", link.token)


@require_POST
@player_page
def again(request: HttpRequest, link: PersonalLink, opener: int, seen: int) -> HttpResponse:
    """Withdraw a verification."""
    draft = queries.newest_draft(link.entry.division)
    player = _opener(draft, str(opener))
    if draft is None or player is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    pools.unverify(draft, player, by_entry=link.entry, seen=seen)
    messages.success(request, _("Count it again."))
    return redirect("decks:my_pool", link.token)


@require_safe
@player_page
def export(request: HttpRequest, link: PersonalLink, kind: str) -> HttpResponse:
    """The cards the deck may use, as text or CSV: the player's pool, and those of earlier drafts (S6)."""
    draft = queries.newest_draft(link.entry.division)
    pool = queries.pool_of(draft, link.entry_id) if draft else None
    if pool is None or pool.counts is None or kind not in ("txt", "csv"):
        raise Http404
    earlier = [] if _new_alone(link.entry) else queries.earlier_pools(pool.draft, link.entry_id)
    cards = (card for held in (pool, *earlier) for card in queries.cards_of(held.counts))
    data = one_pool(engine.together(cards), kind)
    name = f"{link.entry.tournament.slug}-pool.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type=FILES[kind], headers=headers)


def _new_alone(entry: Entry) -> bool:
    """Whether a deck after a redraft uses only cards of the new draft (R-095, S6)."""
    rules = ListRules.objects.filter(tournament=entry.tournament_id).first()
    return choice(rules.settings if rules else {}, "S6") == "new_draft"


def _usable(draft: Draft, mine: Pool | None, entry: Entry) -> dict[str, Any]:
    """What a deck may use of earlier drafts, and the total with the new pool."""
    before = queries.earlier_pools(draft, entry.pk)
    alone = bool(before) and _new_alone(entry)
    used = [] if alone else before
    return {
        "earlier": [
            {
                "number": pool.draft.number,
                "total": engine.total(queries.cards_of(pool.counts)),
                "cards": _cards(pool.draft, pool.counts),
            }
            for pool in used
        ],
        "new_alone": alone,
        "usable": sum(engine.total(queries.cards_of(pool.counts)) for pool in (mine, *used) if pool),
    }


def _opener(draft: Draft | None, key: str) -> Entry | None:
    """The player who opened a pool, if seated in this draft."""
    pk = forms.number(key, 2**31)
    if draft is None or not queries.pod_of(draft, pk):
        return None
    return Entry.objects.select_related("player", "division").filter(pk=pk).first()


def _refusal(draft: Draft, entry: Entry, pool: Pool | None) -> Refused | None:
    """Why this player cannot register a pool now, None if they can."""
    return queries.registering_refusal(draft, entry, pool.counts if pool else None)


def _page(
    request: HttpRequest,
    link: PersonalLink,
    draft: Draft,
    *,
    counts: forms.Counted | None = None,
    fault: str = "",
) -> HttpResponse:
    entry = link.entry
    opened = queries.pool_opened_by(draft, entry.pk)
    version = opened.counts if opened else None
    refused = _refusal(draft, entry, opened)
    state = queries.state_of(draft, version, picking=entry.pk in picked_on(draft))
    editing = refused is None and (
        counts is not None or state in ("missing", "discrepancy", "unnamed") or "edit" in request.GET
    )
    mine = queries.pool_of(draft, entry.pk)
    others = mine is not None and mine.opened_by_id != entry.pk
    verifies = queries.verifier_of(draft, opened, entry.pk, queries.still_here(draft))
    context = {
        **pool_context(link),
        "draft": draft,
        "name": subtype_name(draft.subtype),
        "check": draft.pool_check,
        "state": state,
        "chip": words.state_text(state, verified=bool(version and version.verified_at)),
        "version": version,
        "neighbor": Entry.objects.select_related("player").filter(pk=verifies).first() if verifies else None,
        "editing": editing,
        "refused": refusal_text(refused) if refused else "",
        # A player no longer sees the opened cards once they are passed on and verified.
        "cards": _cards(draft, version)
        if opened is not None and (opened.entry_id == entry.pk or state != "done")
        else [],
        "total": engine.total(queries.cards_of(version)),
        "unnamed": engine.unnamed(queries.cards_of(version)),
        "wanted": queries.expected(draft),
        "waiting": [_waiting(draft, pool) for pool in queries.to_verify(draft, entry.pk)],
        "plays": _plays(draft, mine) if mine and others else None,
        "has_pool": mine is not None and mine.counts is not None,
        **_usable(draft, mine, entry),
    }
    if editing:
        start = counts or pool_entry.first(draft, version)
        context |= pool_entry.context(
            draft, start, version, typed=forms.typed_number(request.POST), fault=fault
        )
        context |= {"action": reverse("decks:my_pool", args=[link.token]), "fresh": counts is None}
    return render(request, "decks/pools/my_pool.html", context)


def _cards(draft: Draft, version: PoolVersion | None) -> list[dict[str, Any]]:
    return pool_entry.listed(queries.cards_of(version), draft)


def _waiting(draft: Draft, pool: Pool) -> dict[str, Any]:
    """A pool waiting for this player's verification."""
    cards = queries.cards_of(pool.counts)
    return {
        "opener": pool.opened_by,
        "seen": pool.counts.number if pool.counts else 0,
        "cards": pool_entry.listed(cards, draft),
        "total": engine.total(cards),
    }


def _plays(draft: Draft, pool: Pool) -> dict[str, Any]:
    """The pool this player plays with, opened by another one."""
    return {
        "opener": pool.opened_by,
        "cards": _cards(draft, pool.counts),
        "total": engine.total(queries.cards_of(pool.counts)),
        "waits": queries.state_of(draft, pool.counts) == "waiting",
        "discrepancy": pool.counts.discrepancy
        if pool.counts and queries.state_of(draft, pool.counts) == "discrepancy"
        else "",
        "judge_coming": bool(pool.counts and pool.counts.claimed_at),
    }
