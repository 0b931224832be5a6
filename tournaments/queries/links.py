"""Personal links by token, and entries of an account."""

from collections.abc import Collection, Sequence

from tournaments.models import Entry, PersonalLink, Tournament, User

RELATED = ("entry__player", "entry__division__tournament", "entry__tournament")


def by_token(token: str) -> PersonalLink | None:
    """The link with its player, division and event; None for an invalid token. One query."""
    return PersonalLink.objects.select_related(*RELATED).filter(token=token).first()


def of_tokens(tokens: Collection[str], *, event: Tournament | None = None) -> list[PersonalLink]:
    """The links stored on a phone (of one event, or all), in the order of `tokens`. One query, none without tokens."""
    if not tokens:
        return []
    found = PersonalLink.objects.select_related(*RELATED).filter(token__in=tokens)
    if event is not None:
        found = found.filter(entry__tournament=event)
    order = {token: place for place, token in enumerate(tokens)}
    return sorted(found, key=lambda link: order[link.token])


def own_entries(user: User, event: Tournament) -> Sequence[Entry]:
    """The entries of an account's player, at most one. One query."""
    return list(event.entries.filter(player__user=user).select_related("player", "division"))
