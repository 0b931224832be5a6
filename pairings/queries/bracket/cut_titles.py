"""Titles of cut rounds: "Quarterfinals", "Final", "Last 32"."""

from collections.abc import Callable, Iterable

from django.db.models import Count
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairings.models import Match, Round, Stage
from tournaments.models import Tournament
from tournaments.scopes import cached_for_home


def cut_round_title(matches: int) -> str:
    """Return the name of a cut round by its number of matches, such as "Final" or "Last 32"."""
    names = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
    if matches in names:
        return names[matches]
    return _("Last %(players)d") % {"players": 2 * matches}


def cut_round_title_in_sentence(matches: int) -> str:
    """Return the name of a cut round for use inside a sentence, such as "the final"."""
    names = {1: _("the final"), 2: _("the semifinals"), 4: _("the quarterfinals")}
    if matches in names:
        return names[matches]
    return _("the last %(players)d") % {"players": 2 * matches}


def cut_round_titles(round_: Round, title: Callable[[int], str] = cut_round_title) -> list[str]:
    """Return the names of a cut round in its brackets, such as "Quarterfinals" and "Final".

    `title` returns the name for a number of matches; larger brackets come first. One query.
    """
    return cut_round_titles_by_round([round_], title).get(round_.pk, [])


def cut_round_titles_by_round(
    rounds: Iterable[Round], title: Callable[[int], str] = cut_round_title
) -> dict[int, list[str]]:
    """Return the `cut_round_titles` of several rounds by round key. One query.

    Rounds without bracket matches are left out.
    """
    rows = Match.objects.filter(round__in=[round_.pk for round_ in rounds], third_place=False).order_by()
    sizes_of: dict[int, set[int]] = {}
    for pk, _bracket, matches in rows.values_list("round", "bracket").annotate(matches=Count("pk")):
        sizes_of.setdefault(pk, set()).add(matches)
    return {pk: [title(matches) for matches in sorted(sizes, reverse=True)] for pk, sizes in sizes_of.items()}


def refusal_facts_of_round(round_: Round) -> dict[str, int | str]:
    """Return the facts that identify a round in a refusal: its number, and its title in the cut.

    At most two queries.
    """
    title = ", ".join(cut_round_titles(round_)) if round_.stage.kind == Stage.Kind.ELIMINATION else ""
    return {"round": round_.number} | ({"round_title": title} if title else {})


def cut_round_titles_of_event(event: Tournament) -> dict[tuple[int, int], str]:
    """Return the name of each cut round, by division and number.

    If the round has a different name in each bracket, both are joined: "Semifinals, Final". One query, then
    cached until the event changes.
    """
    return cached_for_home(event, f"titles.{get_language()}", lambda: _cut_round_titles_of_event(event))


def _cut_round_titles_of_event(event: Tournament) -> dict[tuple[int, int], str]:
    rows = Match.objects.filter(round__division__tournament=event, bracket__isnull=False, third_place=False)
    bracket_rounds = rows.order_by().values_list("round__division", "round__number", "bracket")
    sizes_by_round: dict[tuple[int, int], set[int]] = {}
    for division, number, _bracket, matches in bracket_rounds.annotate(matches=Count("pk")):
        sizes_by_round.setdefault((division, number), set()).add(matches)
    return {
        round_key: ", ".join(map(cut_round_title, sorted(sizes, reverse=True)))
        for round_key, sizes in sizes_by_round.items()
    }


def cut_match_titles(matches: Iterable[Match]) -> dict[int, str]:
    """Return the name of each cut match in its bracket, "Final" or "Third place", by match key.

    One query.
    """
    cut_matches = list(matches)
    rows = Match.objects.filter(
        round__in={match.round_id for match in cut_matches}, third_place=False
    ).order_by()
    bracket_rounds = rows.values_list("round", "bracket").annotate(matches=Count("pk"))
    sizes = {(round_, bracket): count for round_, bracket, count in bracket_rounds}
    return {
        match.pk: _("Third place")
        if match.third_place
        else cut_round_title(sizes[match.round_id, match.bracket_id])
        for match in cut_matches
    }
