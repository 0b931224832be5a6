"""Reconstruct the brackets of a pod: seeds, and the position of each match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from pairings.engine import bracket as engine
from pairings.engine.bracket import Bout, entrants_by_slot, seed_order
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings import PlayedMatch
from pairings.engine.tdf import TomEvent, TomPod
from pairings.models import Bracket, BracketSeat, Stage
from tournaments.models import Division, Entry

Seeds = Sequence[str]
"""User IDs, best seed first."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a match: its bracket's key, its slot, and whether it is the match for third place."""

    bracket: int
    slot: int
    third_place: bool


@dataclass(frozen=True)
class CutInFile:
    """Brackets of a pod before they are stored.

    `seeds` are by age division. `boxes` are (age division, bout) by round number and left player.
    `third_place` are the age divisions with a match for third place.
    """

    seeds: dict[str, Seeds]
    boxes: dict[tuple[int, str], tuple[str, Bout]]
    third_place: frozenset[str]
    entries: Mapping[str, Entry]

    @property
    def rounds(self) -> int:
        """Number of rounds of the largest bracket."""
        return max((len(seeds) - 1).bit_length() for seeds in self.seeds.values())

    def save(self, stage: Stage) -> dict[tuple[int, str], Place]:
        """Store the brackets. Return the place of each match by round number and left player."""
        bracket_keys: dict[str, int] = {}
        for age_division, seeds in self.seeds.items():
            bracket = Bracket.objects.create(
                stage=stage,
                age_division=age_division,
                size=len(seeds),
                third_place=age_division in self.third_place,
            )
            BracketSeat.objects.bulk_create(
                BracketSeat(bracket=bracket, seed=seed, entry=self.entries[user_id])
                for seed, user_id in enumerate(seeds, start=1)
            )
            bracket_keys[age_division] = int(bracket.pk)
        return {
            match_key: Place(bracket_keys[age_division], bout.slot, bout.third_place)
            for match_key, (age_division, bout) in self.boxes.items()
        }

    def places_in(self, stage: Stage) -> dict[tuple[int, str], Place]:
        """Return the place of each match in the stored brackets of a stage.

        A match for third place is added to a stored bracket if the file has one. Refused:
        TOM_CUT_SEEDED_OTHERWISE.
        """
        brackets = {
            bracket_row.age_division: bracket_row
            for bracket_row in stage.brackets.prefetch_related("seeds__entry")
        }
        for age_division, seeds in self.seeds.items():
            bracket = brackets.get(age_division)
            seats = sorted(bracket.seeds.all(), key=lambda seat: seat.seed) if bracket else []
            if [seat.entry_id for seat in seats] != [self.entries[user_id].pk for user_id in seeds]:
                raise Refused(PairingRefusal.TOM_CUT_SEEDED_OTHERWISE)
            if bracket and age_division in self.third_place and not bracket.third_place:
                bracket.third_place = True
                bracket.save(update_fields=["third_place"])
        return {
            match_key: Place(int(brackets[age_division].pk), bout.slot, bout.third_place)
            for match_key, (age_division, bout) in self.boxes.items()
        }


def cut_of_pod(
    division: Division, pod: TomPod, tom_file: TomEvent, entries: Mapping[str, Entry]
) -> CutInFile:
    """Return the brackets of a pod's elimination rounds. Refused: TDF_BRACKET_UNREADABLE (line, round).

    Age divisions paired together have separate brackets if no match of the cut mixes them (M-031).
    Otherwise, `division.by_age` is set to False, without saving it.
    """
    boxes: dict[tuple[int, str], tuple[str, Bout]] = {}
    seeds: dict[str, Seeds] = {}
    with_third_place: set[str] = set()
    cut = tom_file.cut_of(pod)
    has_third_place = pod.third_place or (cut is not None and cut.third_place)
    matches = [match for round_ in pod.cut_rounds for match in round_.played]
    players = {user_id for match in matches for user_id in (match.left, match.right) if user_id}
    age_division_of = {user_id: str(entries[user_id].age_division) for user_id in players}
    is_mixed = any(
        match.right and age_division_of[match.left] != age_division_of[match.right] for match in matches
    )
    members_by_age_division = {"all": players}
    if not is_mixed and division.by_age:
        members_by_age_division = {
            age_division: {user_id for user_id in players if age_division_of[user_id] == age_division}
            for age_division in set(age_division_of.values())
        }
    for age_division, members in members_by_age_division.items():
        # The bracket engine identifies players by numbers, here their index among the sorted user IDs.
        index_by_user_id = {user_id: index for index, user_id in enumerate(sorted(members))}
        rounds = [
            [
                (
                    match.line,
                    PlayedMatch(
                        round_.number,
                        index_by_user_id[match.left],
                        index_by_user_id.get(match.right or ""),
                        match.outcome,
                    ),
                )
                for match in round_.played
                if match.left in members and match.outcome is not None
            ]
            for round_ in pod.cut_rounds
        ]
        # If the last two rounds have two matches each, the second match of the last is for third place.
        has_third_place_match = (
            has_third_place or (len(rounds) > 1 and len(rounds[-1]) == len(rounds[-2]) == 2)
        ) and len(members) >= 4
        with_third_place |= {age_division} if has_third_place_match else set()
        seeds[age_division], boxes_of_group = _fitted_seeds(
            pod, tom_file, members, rounds, third_place=has_third_place_match
        )
        boxes |= {match_key: (age_division, bout) for match_key, bout in boxes_of_group.items()}
    division.by_age = division.by_age and "all" not in seeds
    return CutInFile(seeds, boxes, frozenset(with_third_place), entries)


def _fitted_seeds(
    pod: TomPod,
    tom_file: TomEvent,
    player_ids: set[str],
    rounds: list[list[tuple[int, PlayedMatch]]],
    *,
    third_place: bool,
) -> tuple[Seeds, dict[tuple[int, str], Bout]]:
    """Return seeds that are consistent with every match of the cut, and the bout of each match.

    `rounds` are the matches of each cut round, each with its line in the file. Bouts are by round number and
    left player. Refused: TDF_BRACKET_UNREADABLE (line, element, round).
    """
    sorted_ids = sorted(player_ids)
    index_by_user_id = {user_id: place for place, user_id in enumerate(sorted_ids)}
    first_unexplained = pod.cut_rounds[0].number, pod.cut_rounds[0].line

    # Try the seeding by slot first, then by the Swiss places in the file.
    player_of = tom_file.player_of
    seedings: list[Seeds] = []
    user_id_by_slot = {
        player_of[user_id].order: user_id for user_id in player_ids if player_of[user_id].order
    }
    size = (
        1 << (max(len(player_ids), *(order for order in user_id_by_slot if order)) - 1).bit_length()
        if user_id_by_slot
        else 0
    )
    by_seed = {
        seed: user_id_by_slot[slot]
        for slot, seed in enumerate(seed_order(size) if size else (), start=1)
        if slot in user_id_by_slot
    }
    if sorted(by_seed) == list(range(1, len(player_ids) + 1)):
        seedings.append([by_seed[seed] for seed in sorted(by_seed)])
    if all(player_of[user_id].seed for user_id in player_ids):
        seedings.append(sorted(player_ids, key=lambda user_id: player_of[user_id].seed or 0))

    for seeds in seedings:
        slots = entrants_by_slot([index_by_user_id[user_id] for user_id in seeds])
        played = [[match for _, match in matches] for matches in rounds]
        unfolded = engine.unfold_rounds(slots, played, third_place=third_place)
        boxes = {
            (match.round, sorted_ids[match.left]): bout
            for bouts, matches in zip(unfolded, played, strict=False)
            for match in matches
            for bout in bouts
            if {bout.left, bout.right} == {match.left, match.right}
        }
        unexplained = [
            (match.round, line)
            for matches in rounds
            for line, match in matches
            if (match.round, sorted_ids[match.left]) not in boxes
        ]
        if not unexplained:
            return seeds, boxes
        first_unexplained = unexplained[0]
    raise Refused(
        PairingRefusal.TDF_BRACKET_UNREADABLE,
        line=first_unexplained[1],
        element="round",
        round=first_unexplained[0],
    )
