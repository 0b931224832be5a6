"""The brackets of a pod: the seeds, and the box of each match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from pairings.engine import bracket as engine
from pairings.engine.bracket import Bout, seed_order, slots_of
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings import Played
from pairings.engine.tdf import TomEvent, TomPod
from pairings.models import Bracket, BracketSeat, Stage
from tournaments.models import Division, Entry

Seeds = Sequence[str]
"""User ids, best seed first."""


@dataclass(frozen=True, slots=True)
class Place:
    """The box of a match: its bracket's key, its slot, and whether it is the match for third place."""

    bracket: int
    slot: int
    third_place: bool


@dataclass(frozen=True)
class Cut:
    """The brackets of a pod before they are stored: seeds by age division, boxes by round number and left player."""

    seeds: dict[str, Seeds]
    boxes: dict[tuple[int, str], tuple[str, Bout]]
    third_place: frozenset[str]
    entries: Mapping[str, Entry]

    @property
    def rounds(self) -> int:
        return max((len(seeds) - 1).bit_length() for seeds in self.seeds.values())

    def save(self, stage: Stage) -> dict[tuple[int, str], Place]:
        """Store the brackets; returns the place of each match by round number and left player."""
        keys: dict[str, int] = {}
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
            keys[age_division] = int(bracket.pk)
        return {
            where: Place(keys[age_division], bout.slot, bout.third_place)
            for where, (age_division, bout) in self.boxes.items()
        }

    def places_in(self, stage: Stage) -> dict[tuple[int, str], Place]:
        """The place of each match in the stored brackets of a stage. Refused: TOM_CUT_SEEDED_OTHERWISE."""
        brackets = {row.age_division: row for row in stage.brackets.prefetch_related("seeds__entry")}
        for age_division, seeds in self.seeds.items():
            bracket = brackets.get(age_division)
            rows = sorted(bracket.seeds.all(), key=lambda seat: seat.seed) if bracket else []
            if [seat.entry_id for seat in rows] != [self.entries[user_id].pk for user_id in seeds]:
                raise Refused(PairingRefusal.TOM_CUT_SEEDED_OTHERWISE)
            if bracket and age_division in self.third_place and not bracket.third_place:
                bracket.third_place = True
                bracket.save(update_fields=["third_place"])
        return {
            where: Place(int(brackets[age_division].pk), bout.slot, bout.third_place)
            for where, (age_division, bout) in self.boxes.items()
        }


def of_pod(division: Division, pod: TomPod, read: TomEvent, entries: Mapping[str, Entry]) -> Cut:
    """The brackets of a pod's elimination rounds. Refused: TDF_BRACKET_UNREADABLE (line, round).

    Age divisions paired together have a bracket each if no match of the cut mixes them (M-031).
    """
    boxes: dict[tuple[int, str], tuple[str, Bout]] = {}
    seeds: dict[str, Seeds] = {}
    third: set[str] = set()
    cut = read.cut_of(pod)
    chosen = pod.third_place or (cut is not None and cut.third_place)
    matches = [match for round_ in pod.cut_rounds for match in round_.played]
    everyone = {user_id for match in matches for user_id in (match.left, match.right) if user_id}
    own_of = {user_id: str(entries[user_id].age_division) for user_id in everyone}
    meet = any(match.right and own_of[match.left] != own_of[match.right] for match in matches)
    groups = {"all": everyone}
    if not meet and division.by_age:
        groups = {
            age_division: {user_id for user_id in everyone if own_of[user_id] == age_division}
            for age_division in set(own_of.values())
        }
    for age_division, inside in groups.items():
        # Player ids are indexes in the sorted field.
        number = {user_id: place for place, user_id in enumerate(sorted(inside))}
        rounds = [
            [
                (
                    match.line,
                    Played(round_.number, number[match.left], number.get(match.right or ""), match.outcome),
                )
                for match in round_.played
                if match.left in inside and match.outcome is not None
            ]
            for round_ in pod.cut_rounds
        ]
        # Whether the last round is as long as the one before, two matches: the second is the match
        # for third place
        for_third = (chosen or (len(rounds) > 1 and len(rounds[-1]) == len(rounds[-2]) == 2)) and len(
            inside
        ) >= 4
        third |= {age_division} if for_third else set()
        seeds[age_division], own = _fit(pod, read, inside, rounds, third_place=for_third)
        boxes |= {where: (age_division, bout) for where, bout in own.items()}
    division.by_age = division.by_age and "all" not in seeds
    return Cut(seeds, boxes, frozenset(third), entries)


def _fit(
    pod: TomPod,
    read: TomEvent,
    inside: set[str],
    rounds: list[list[tuple[int, Played]]],
    *,
    third_place: bool,
) -> tuple[Seeds, dict[tuple[int, str], Bout]]:
    """The seeds that explain every match, and the box of each match. Refused: TDF_BRACKET_UNREADABLE."""
    members = sorted(inside)
    number = {user_id: place for place, user_id in enumerate(members)}
    wrong = pod.cut_rounds[0].number, pod.cut_rounds[0].line
    for seeds in _candidates(read, inside):
        slots = slots_of([number[user_id] for user_id in seeds])
        played = [[match for _, match in matches] for matches in rounds]
        unfolded = engine.unfold(slots, played, third_place=third_place)
        boxes = {
            (match.round, members[match.left]): bout
            for bouts, matches in zip(unfolded, played, strict=False)
            for match in matches
            for bout in bouts
            if {bout.left, bout.right} == {match.left, match.right}
        }
        lost = [
            (match.round, line)
            for matches in rounds
            for line, match in matches
            if (match.round, members[match.left]) not in boxes
        ]
        if not lost:
            return seeds, boxes
        wrong = lost[0]
    raise Refused(PairingRefusal.TDF_BRACKET_UNREADABLE, line=wrong[1], element="round", round=wrong[0])


def _candidates(read: TomEvent, inside: set[str]) -> Iterator[Seeds]:
    """Seedings to try: by slot, then by the Swiss place in the file."""
    people = read.player_of
    ordered = {people[user_id].order: user_id for user_id in inside if people[user_id].order}
    size = 1 << (max(len(inside), *(order for order in ordered if order)) - 1).bit_length() if ordered else 0
    by_seed = {
        seed: ordered[slot]
        for slot, seed in enumerate(seed_order(size) if size else (), start=1)
        if slot in ordered
    }
    if sorted(by_seed) == list(range(1, len(inside) + 1)):
        yield [by_seed[seed] for seed in sorted(by_seed)]
    if all(people[user_id].seed for user_id in inside):
        yield sorted(inside, key=lambda user_id: people[user_id].seed or 0)
