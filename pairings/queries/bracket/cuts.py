"""Brackets for display: the same boxes for the page and for the sheet."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, prefetch_related_objects
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairings.engine.bracket import Bout, State
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import BracketBox, BracketRound, BracketSide, Person
from pairings.models import Bracket, BracketSeat, Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from pairings.queries.rounds.rows import person
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.team_entries import teams_of
from tournaments.scopes import remembered_of

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A bracket ready to show. `third` is the match for third place, `champion` the player in first place.

    `disqualified` won the final and has no place. `from_outside`: all of the cut are disqualified, and `champion` is
    the next of the standings.
    """

    bracket: Bracket
    rounds: tuple[BracketRound, ...]
    third: BracketBox | None
    champion: Person | None
    disqualified: Person | None = None
    from_outside: bool = False


def of_division(division: Division, *, public: bool = False) -> list[Drawn]:
    """The brackets of a division, one for each age division with a cut."""
    return [drawn(bracket, public=public) for bracket in brackets.of_division(division)]


def drawn(bracket: Bracket, *, public: bool = False) -> Drawn:
    """A bracket with names, seeds, tables and games, without unposted rounds. Seven queries at most for any size."""
    prefetch_related_objects([bracket], *brackets.WHOLE)
    unfolded = brackets.unfold(bracket)
    teams = teams_of(bracket.stage.division.tournament, public=public)
    loaded: list[BracketSeat] = bracket.loaded_seeds  # type: ignore[attr-defined]
    people = {seat.entry_id: person(seat.entry, public=public, teams=teams) for seat in loaded}
    seeds = {seat.entry_id: seat.seed for seat in loaded}
    # The posted matches by their players, who meet at most once in a bracket.
    posted = (match for match in brackets.matches_of(bracket) if match.round.state != Round.State.UNPOSTED)
    matches = {frozenset((match.left_id, match.right_id)): match for match in posted if match.right_id}
    rounds, third = [], None
    for column in unfolded:
        boxes = [(bout, _box(bout, people, seeds, matches)) for bout in column]
        main = tuple(box for bout, box in boxes if not bout.third_place)
        rounds.append(BracketRound(title(len(main)), main))
        third = next((box for bout, box in boxes if bout.third_place), third)
    ending = brackets.ending_of_age_division(bracket)
    final = next((bout for bout in unfolded[-1] if not bout.third_place), None) if unfolded else None
    winner = final.winner if final else None
    banned = winner if winner is not None and winner not in {pk for _, pk in ending.placed} else None
    outside = ending.champion is not None and ending.champion not in people
    if outside and ending.champion is not None:
        entry = Entry.objects.select_related("player").get(pk=ending.champion)
        people[entry.pk] = person(entry, public=public, teams=teams)
    return Drawn(
        bracket,
        tuple(rounds),
        third,
        champion=people.get(ending.champion) if ending.champion is not None else None,
        disqualified=people.get(banned) if banned is not None else None,
        from_outside=outside,
    )


def title(matches: int) -> str:
    """The name of a round with so many matches."""
    named = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
    if matches in named:
        return named[matches]
    return _("Last %(players)d") % {"players": 2 * matches}


def title_as_object(matches: int) -> str:
    """The same after a verb: "the final"."""
    named = {1: _("the final"), 2: _("the semifinals"), 4: _("the quarterfinals")}
    if matches in named:
        return named[matches]
    return _("the last %(players)d") % {"players": 2 * matches}


def titles(round_: Round, title: Callable[[int], str] = title) -> list[str]:
    """The names of a cut round in its brackets: "Quarterfinals", "Final". One query."""
    return titles_of([round_], title).get(round_.pk, [])


def titles_of(rounds: Iterable[Round], title: Callable[[int], str] = title) -> dict[int, list[str]]:
    """The same of several rounds, by key. One query."""
    rows = Match.objects.filter(round__in=[round_.pk for round_ in rounds], third_place=False).order_by()
    sizes_of: dict[int, set[int]] = {}
    for pk, _bracket, matches in rows.values_list("round", "bracket").annotate(matches=Count("pk")):
        sizes_of.setdefault(pk, set()).add(matches)
    return {pk: [title(matches) for matches in sorted(sizes, reverse=True)] for pk, sizes in sizes_of.items()}


def round_facts(round_: Round) -> dict[str, object]:
    """A round as facts of a refusal: its number, and in the cut its title. Two queries there at most."""
    title = ", ".join(titles(round_)) if round_.stage.kind == Stage.Kind.ELIMINATION else ""
    return {"round": round_.number} | ({"round_title": title} if title else {})


def round_titles(event: Tournament) -> dict[tuple[int, int], str]:
    """The name of each cut round, by division and number: "Quarterfinals"; "Semifinals, Final" where brackets of two
    sizes are played at once.

    One query, none before the next change.
    """
    return remembered_of(event, f"titles.{get_language()}", lambda: _round_titles(event))


def _round_titles(event: Tournament) -> dict[tuple[int, int], str]:
    rows = Match.objects.filter(round__division__tournament=event, bracket__isnull=False, third_place=False)
    grouped = rows.order_by().values_list("round__division", "round__number", "bracket")
    sizes_at: dict[tuple[int, int], set[int]] = {}
    for division, number, _bracket, matches in grouped.annotate(matches=Count("pk")):
        sizes_at.setdefault((division, number), set()).add(matches)
    return {at: ", ".join(map(title, sorted(sizes, reverse=True))) for at, sizes in sizes_at.items()}


def match_titles(matches: Iterable[Match]) -> dict[int, str]:
    """The round of each match of the cut in its own bracket: "Final", "Third place". By key, one query."""
    listed = list(matches)
    rows = Match.objects.filter(round__in={match.round_id for match in listed}, third_place=False).order_by()
    grouped = rows.values_list("round", "bracket").annotate(matches=Count("pk"))
    sizes = {(round_, bracket): count for round_, bracket, count in grouped}
    return {
        match.pk: _("Third place") if match.third_place else title(sizes[match.round_id, match.bracket_id])
        for match in listed
    }


def name_of(bracket: Bracket) -> str:
    """The name of the whole bracket."""
    if bracket.stage.position == 0:
        return _("Single elimination")
    return _("Top %(size)d") % {"size": bracket.size}


def _box(
    bout: Bout, people: Mapping[int, Person], seeds: Mapping[int, int], matches: Mapping[Pair, Match]
) -> BracketBox:
    both = bout.left is not None and bout.right is not None
    match = matches.get(frozenset((bout.left, bout.right))) if both else None  # type: ignore[arg-type]
    sides = []
    for entry in (bout.left, bout.right):
        games = None
        if match is not None and match.outcome != Outcome.PENDING:
            games = match.games_left if entry == match.left_id else match.games_right
        sides.append(
            BracketSide(
                seed=seeds.get(entry) if entry is not None else None,
                person=people.get(entry) if entry is not None else None,
                games=games,
                won=bout.state is State.DECIDED and entry is not None and entry == bout.winner,
            )
        )
    left, right = sides
    return BracketBox(
        left,
        right,
        table=match.table if match else None,
        bye=bout.state is State.BYE,
        by_walkover=bool(match and match.reason == Reason.WALKOVER),
    )
