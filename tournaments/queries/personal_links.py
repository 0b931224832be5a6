"""Personal links by token."""

from collections.abc import Collection

from tournaments.models import PersonalLink, Tournament

RELATED = ("entry__player", "entry__division", "entry__tournament")


def link_by_token(token: str) -> PersonalLink | None:
    """Return the link with its player, division and event, or None if the token is invalid. Makes one query."""
    link = PersonalLink.objects.select_related(*RELATED).filter(token=token).first()
    if link is not None:
        link.entry.division.tournament = link.entry.tournament
    return link


def links_by_tokens(tokens: Collection[str], *, event: Tournament | None = None) -> list[PersonalLink]:
    """Return the links with these tokens, of one event or all, in the order of `tokens`.

    Tokens that are no longer valid are omitted. Makes one query, or none without tokens.
    """
    if not tokens:
        return []
    rows = PersonalLink.objects.select_related(*RELATED).filter(token__in=tokens)
    if event is not None:
        rows = rows.filter(entry__tournament=event)
    links = list(rows)
    for link in links:
        link.entry.division.tournament = link.entry.tournament
    position_by_token = {token: position for position, token in enumerate(tokens)}
    return sorted(links, key=lambda link: position_by_token[link.token])
