"""A player's pool on their phone: count it, let the neighbor verify it, view and download it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.engine.rule_settings import choice_of_setting
from core.engine.refused import Refused
from core.requests import HomeRequest
from core.sentences import refusal_text
from decks.documents.pool_files import FILES, pool_file
from decks.engine import pools as engine
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.models import Draft, ListRules, Pool
from decks.queries.pools import pools as queries
from decks.queries.pools.available_pools import earlier_pools
from decks.queries.supplied_facts import entries_with_unfinished_picks
from decks.services import pools
from decks.views.lists.player_pages import pool_context
from decks.views.pools import pool_entry
from decks.views.pools.pool_entry import CardGroup
from decks.words import pool_words as words
from decks.words.limited_words import subtype_name
from tournaments.models import Entry, PersonalLink
from tournaments.views.personal_link import player_page


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def my_pool_page(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Show the player's pool; a POST changes a count, reads a pasted list, or registers the pool (`do`)."""
    entry = link.entry
    draft = queries.newest_draft(entry.division)
    has_seat = draft is not None and bool(queries.pod_entries(draft, entry.pk))
    if draft is None or not (has_seat or queries.pool_of(draft, entry.pk)):
        return render(request, "decks/pools/none.html", vars(pool_context(link)))
    if request.method != "POST":
        return _render_my_pool(request, link, draft)
    pool_opened = queries.pool_opened_by(draft, entry.pk)
    if refused := queries.pool_replacement_refusal(draft, entry, pool_opened.counts if pool_opened else None):
        messages.error(request, refusal_text(refused))
        return redirect("decks:my_pool", link.token)
    counts, fault, version = pool_entry.run_count_action(
        request,
        draft,
        lambda cards: pools.register_pool(
            draft, entry, cards, by=None, seen=pool_entry.seen_version(request)
        ),
    )
    if version is None:
        return _render_my_pool(request, link, draft, counts=counts, fault=fault)
    messages.success(request, _("Your pool is registered, version %(number)s.") % {"number": version.number})
    return redirect("decks:my_pool", link.token)


@require_POST
@player_page
def answer_verification(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Save the neighbor's answer on a pool: verified, a discrepancy, or withdrawn to count again (`do`)."""
    entry, draft = link.entry, queries.newest_draft(link.entry.division)
    opener = _opener_by_key(draft, request.POST.get("pool", ""))
    if draft is None or opener is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    seen, action = pool_entry.seen_version(request), request.POST.get("do", "")
    undo_tag = ""
    if action == "again":
        pools.withdraw_pool_verification(draft, opener, by_entry=entry, seen=seen)
        message = _("Count it again.")
    elif action == "differs":
        pools.report_discrepancy(draft, opener, by_entry=entry, seen=seen, what=request.POST.get("what", ""))
        message = _("Sent back. Count the pool together; a judge has been notified.")
    else:
        pools.verify_pool(draft, opener, by_entry=entry, seen=seen)
        undo_tag = f"undo={reverse('decks:my_pool_again', args=[link.token, opener.pk, seen])}"
        message = _("Verified.")
    messages.success(request, message, extra_tags=undo_tag)
    return redirect("decks:my_pool", link.token)


@require_POST
@player_page
def withdraw_own_verification(
    request: HomeRequest, link: PersonalLink, opener: int, seen: int
) -> HttpResponse:
    """Withdraw the player's verification of a pool that `opener` opened, so that it can be counted again."""
    draft = queries.newest_draft(link.entry.division)
    opening_player = _opener_by_key(draft, str(opener))
    if draft is None or opening_player is None:
        raise Refused(DeckRefusal.POOL_NOT_FOUND)
    pools.withdraw_pool_verification(draft, opening_player, by_entry=link.entry, seen=seen)
    messages.success(request, _("Count it again."))
    return redirect("decks:my_pool", link.token)


@require_safe
@player_page
def export_own_pool(request: HomeRequest, link: PersonalLink, kind: str) -> HttpResponse:
    """Download the cards that the player's deck may use, as text or CSV.

    These are the player's pool and, unless only the new draft counts (S6), the pools of earlier drafts.
    """
    draft = queries.newest_draft(link.entry.division)
    pool = queries.pool_of(draft, link.entry_id) if draft else None
    if pool is None or pool.counts is None or kind not in ("txt", "csv"):
        raise Http404
    earlier = [] if _event_counts_only_new_draft(link.entry) else earlier_pools(pool.draft, link.entry_id)
    cards = (card for usable_pool in (pool, *earlier) for card in queries.version_cards(usable_pool.counts))
    data = pool_file(engine.merge_cards(cards), kind)
    name = f"{link.entry.tournament.slug}-pool.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type=FILES[kind], headers=headers)


def _event_counts_only_new_draft(entry: Entry) -> bool:
    """Return whether a deck built after a redraft may use only cards from the new draft (R-095, S6)."""
    rules = ListRules.objects.filter(tournament=entry.tournament_id).first()
    return choice_of_setting(rules.settings if rules else {}, "S6") == "new_draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPool:
    """The cards of an earlier draft that a deck may use."""

    number: int
    total: int
    cards: Sequence[CardGroup]


@dataclass(frozen=True, kw_only=True)
class EarlierPools:
    """The cards of earlier drafts that a deck may use.

    - `new_alone`: whether there are earlier pools that the deck may not use.
    - `usable`: the number of cards that the deck may use, including the new pool.
    """

    earlier: Sequence[EarlierPool]
    new_alone: bool
    usable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPool:
    """The pool that a player plays with, if another player opened it.

    `waits`: whether the player has to verify it. `judge_coming`: whether a judge has claimed the dispute.
    """

    opener: Entry
    cards: Sequence[CardGroup]
    total: int
    waits: bool
    discrepancy: str
    judge_coming: bool


def _earlier_pools_context(draft: Draft, pool_played: Pool | None, entry: Entry) -> EarlierPools:
    """Return the cards of earlier drafts that a deck may use, and the total with the new pool."""
    pools_of_earlier_drafts = earlier_pools(draft, entry.pk)
    new_alone = bool(pools_of_earlier_drafts) and _event_counts_only_new_draft(entry)
    usable_pools = [] if new_alone else pools_of_earlier_drafts
    return EarlierPools(
        earlier=[
            EarlierPool(
                number=pool.draft.number,
                total=engine.count_cards(queries.version_cards(pool.counts)),
                cards=pool_entry.card_groups(pool.draft, pool.counts),
            )
            for pool in usable_pools
        ],
        new_alone=new_alone,
        usable=sum(
            engine.count_cards(queries.version_cards(pool.counts))
            for pool in (pool_played, *usable_pools)
            if pool
        ),
    )


def _opener_by_key(draft: Draft | None, key: str) -> Entry | None:
    """Return the player who opened a pool, or None if they are not seated in this draft."""
    pk = forms.typed_count(key, 2**31)
    if draft is None or not queries.pod_entries(draft, pk):
        return None
    return Entry.objects.select_related("player", "division").filter(pk=pk).first()


def _render_my_pool(
    request: HttpRequest,
    link: PersonalLink,
    draft: Draft,
    *,
    counts: forms.PoolCounts | None = None,
    fault: str = "",
) -> HttpResponse:
    """Render the page of the player's pool, with the form while the pool can be counted.

    `counts`: the counts just entered, None if the page is only shown. `fault`: why the last action was
    refused.
    """
    entry = link.entry
    pool_opened = queries.pool_opened_by(draft, entry.pk)
    version = pool_opened.counts if pool_opened else None
    refused = queries.pool_replacement_refusal(draft, entry, version)
    state = queries.pool_registration_state(
        draft, version, picking=entry.pk in entries_with_unfinished_picks(draft)
    )
    is_editing = refused is None and (
        counts is not None or state in ("missing", "discrepancy", "unnamed") or "edit" in request.GET
    )
    pool_played = queries.pool_of(draft, entry.pk)
    plays_other_pool = pool_played is not None and pool_played.opened_by_id != entry.pk
    verifier = queries.verifier_of(draft, pool_opened, entry.pk, queries.active_entries_of_draft(draft))
    context = {
        **vars(pool_context(link)),
        "draft": draft,
        "name": subtype_name(draft.subtype),
        "check": draft.pool_check,
        "state": state,
        "chip": words.pool_state_text(state, verified=bool(version and version.verified_at)),
        "version": version,
        "neighbor": Entry.objects.select_related("player").filter(pk=verifier).first() if verifier else None,
        "editing": is_editing,
        "refused": refusal_text(refused) if refused else "",
        # Once the opened cards are passed on and verified, the player no longer sees them.
        "cards": pool_entry.card_groups(draft, version)
        if pool_opened is not None and (pool_opened.entry_id == entry.pk or state != "done")
        else [],
        "total": engine.count_cards(queries.version_cards(version)),
        "unnamed": engine.count_unnamed(queries.version_cards(version)),
        "wanted": queries.expected_pool_size(draft),
        "waiting": [
            {
                "opener": pool.opened_by,
                "seen": pool.counts.number if pool.counts else 0,
                "cards": pool_entry.card_groups(draft, pool.counts),
                "total": engine.count_cards(queries.version_cards(pool.counts)),
            }
            for pool in queries.pools_to_verify(draft, entry.pk)
        ],
        "plays": _played_pool_context(draft, pool_played) if pool_played and plays_other_pool else None,
        "has_pool": pool_played is not None and pool_played.counts is not None,
        **vars(_earlier_pools_context(draft, pool_played, entry)),
    }
    if is_editing:
        initial = counts or pool_entry.initial_counts(draft, version)
        context |= vars(
            pool_entry.pool_entry_context(
                draft, initial, version, typed=forms.typed_card_number(request.POST), fault=fault
            )
        )
        context |= {"action": reverse("decks:my_pool", args=[link.token]), "fresh": counts is None}
    return render(request, "decks/pools/my_pool.html", context)


def _played_pool_context(draft: Draft, pool: Pool) -> PlayedPool:
    """Return the pool that the player plays with, if another player opened it."""
    state = queries.pool_registration_state(draft, pool.counts)
    return PlayedPool(
        opener=pool.opened_by,
        cards=pool_entry.card_groups(draft, pool.counts),
        total=engine.count_cards(queries.version_cards(pool.counts)),
        waits=state == "waiting",
        discrepancy=pool.counts.discrepancy if pool.counts and state == "discrepancy" else "",
        judge_coming=bool(pool.counts and pool.counts.claimed_at),
    )
