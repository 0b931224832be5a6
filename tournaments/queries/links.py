"""Personal links by token, and the entries of an account."""

from collections.abc import Collection, Sequence

from django.db.models import Q

from tournaments.models import AccountLink, Entry, PersonalLink, Tournament, User

RELATED = ("entry__player", "entry__division__tournament", "entry__tournament")


def link_by_token(token: str) -> PersonalLink | None:
    """Return the link with its player, division and event, or None if the token is invalid. Makes one query."""
    return PersonalLink.objects.select_related(*RELATED).filter(token=token).first()


def links_by_tokens(tokens: Collection[str], *, event: Tournament | None = None) -> list[PersonalLink]:
    """Return the links with these tokens, of one event or all, in the order of `tokens`.

    Tokens that are no longer valid are omitted. Makes one query, or none without tokens.
    """
    if not tokens:
        return []
    rows = PersonalLink.objects.select_related(*RELATED).filter(token__in=tokens)
    if event is not None:
        rows = rows.filter(entry__tournament=event)
    position_by_token = {token: position for position, token in enumerate(tokens)}
    return sorted(rows, key=lambda link: position_by_token[link.token])


def own_entries(user: User, event: Tournament) -> Sequence[Entry]:
    """Return the entries of an account in one event (`account_entries_condition`). Makes one query."""
    rows = event.entries.filter(account_entries_condition(user)).select_related("player", "division")
    return list(rows.order_by("pk"))


def account_entries_condition(user: User) -> Q:
    """Return the condition for the entries of an account: those of its player, and those of stored links."""
    return Q(player__user=user) | Q(link__in=AccountLink.objects.filter(user=user).values("link"))


def entries_of_account(user: User) -> list[Entry]:
    """Return the entries of an account in all events, with their links if they have one. Makes one query."""
    rows = Entry.objects.filter(account_entries_condition(user)).select_related(
        "player", "division__tournament", "tournament", "link"
    )
    return list(rows.order_by("-pk"))
