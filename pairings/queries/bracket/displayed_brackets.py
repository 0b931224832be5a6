"""Brackets for display on pages and sheets."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairings.engine.bracket import Bout, State
from pairings.engine.display_rows import BracketBox, BracketRound, BracketSide, EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, BracketSeat, Match, Round
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from pairings.queries.bracket.cut_titles import cut_round_title
from pairings.queries.rounds.match_rows import AGE_DIVISION_ORDER, person_of_entry
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.team_entries import team_members_of_event
from tournaments.scopes import cached_for_home

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket for display.

    `third` is the match for third place, and `champion` the player in first place. `disqualified` is the winner
    of the final, if they were disqualified and have no place. `from_outside` means that every player of the cut
    is disqualified, so that `champion` is the next player of the standings.
    """

    bracket: Bracket
    rounds: tuple[BracketRound, ...]
    third: BracketBox | None
    champion: EntryPerson | None
    disqualified: EntryPerson | None = None
    from_outside: bool = False


def brackets_to_display(division: Division, *, public: bool = False) -> list[DrawnBracket]:
    """Return the brackets of a division, one per age division with a cut, without unposted rounds.

    For `public`, see `bracket_to_display`.
    """
    return [bracket_to_display(bracket, public=public) for bracket in brackets.brackets_of_division(division)]


def brackets_of_event_to_display(event: Tournament, *, public: bool) -> list[DrawnBracket]:
    """Return every bracket of an event, oldest players first. Cached by language until the event changes.

    Two queries, and at most seven per bracket.
    """

    def draw_brackets() -> list[DrawnBracket]:
        drawn, divisions = [], {division.pk: division for division in event.divisions.all()}
        for pk, division_brackets in brackets.brackets_of_event(event).items():
            divisions[pk].tournament = event
            for bracket in division_brackets:
                bracket.stage.division = divisions[pk]
                drawn.append(bracket_to_display(bracket, public=public))
        return sorted(drawn, key=lambda one: AGE_DIVISION_ORDER.index(one.bracket.age_division))

    return cached_for_home(event, f"brackets.{public}.{get_language()}", draw_brackets)


def bracket_to_display(bracket: Bracket, *, public: bool = False) -> DrawnBracket:
    """Build a bracket with names, seeds, tables and games, without unposted rounds.

    `public` shortens children's names. At most seven queries for any size.
    """
    prefetch_related_objects([bracket], *brackets.WHOLE_BRACKET_LOOKUPS)
    unfolded = brackets.unfold_bracket(bracket)
    teams = team_members_of_event(bracket.stage.division.tournament, public=public)
    seats: list[BracketSeat] = vars(bracket)["loaded_seeds"]
    people = {seat.entry_id: person_of_entry(seat.entry, public=public, teams=teams) for seat in seats}
    seeds = {seat.entry_id: seat.seed for seat in seats}
    # Two players meet at most once in a bracket, so they identify their match.
    posted_matches = (
        match for match in brackets.bracket_matches(bracket) if match.round.state != Round.State.UNPOSTED
    )
    match_by_pair = {
        frozenset((match.left_id, match.right_id)): match for match in posted_matches if match.right_id
    }
    rounds, third = [], None
    for column in unfolded:
        boxes = [(bout, _bracket_box(bout, people, seeds, match_by_pair)) for bout in column]
        main = tuple(box for bout, box in boxes if not bout.third_place)
        rounds.append(BracketRound(cut_round_title(len(main)), main))
        third = next((box for bout, box in boxes if bout.third_place), third)
    ending = brackets.ending_of_age_division(bracket)
    final = next((bout for bout in unfolded[-1] if not bout.third_place), None) if unfolded else None
    winner = final.winner if final else None
    disqualified_winner = (
        winner if winner is not None and winner not in {pk for _, pk in ending.placed} else None
    )
    is_from_outside = ending.champion is not None and ending.champion not in people
    if is_from_outside and ending.champion is not None:
        entry = Entry.objects.select_related("player").get(pk=ending.champion)
        people[entry.pk] = person_of_entry(entry, public=public, teams=teams)
    return DrawnBracket(
        bracket,
        tuple(rounds),
        third,
        champion=people.get(ending.champion) if ending.champion is not None else None,
        disqualified=people.get(disqualified_winner) if disqualified_winner is not None else None,
        from_outside=is_from_outside,
    )


def bracket_name(bracket: Bracket) -> str:
    """Return the name of a bracket, such as "Top 8" or "Single elimination"."""
    if bracket.stage.position == 0:
        return _("Single elimination")
    return _("Top %(size)d") % {"size": bracket.size}


def _bracket_box(
    bout: Bout, people: Mapping[int, EntryPerson], seeds: Mapping[int, int], matches: Mapping[Pair, Match]
) -> BracketBox:
    """Build the box of a bout; `matches` are the posted matches by their two players."""
    match = None
    if bout.left is not None and bout.right is not None:
        match = matches.get(frozenset((bout.left, bout.right)))
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
