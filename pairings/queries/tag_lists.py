"""The players of a pasted list of Player IDs, and what the list would change."""

import hashlib
import json
from collections.abc import Sequence

from pairings.queries.player_tags import tag_lines
from registration.engine.tag_lists import ListedTag
from tournaments.engine.player_tags import TagField, TagLine, TagProblem, TagRow
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Tournament


def lines_of_list(event: Tournament, listed: Sequence[ListedTag], tag: TagField) -> list[TagLine]:
    """Return what the lines of a list would change, in their order, or why they are refused. Seven queries.

    The problems are those of the list itself and of `tag_lines`, TAG_PLAYER_UNKNOWN (player_id), and TAG_PLAYER_TWICE
    (player_id, first_row) for the second line of a player.
    """
    numbers = {line.player_id for line in listed if line.player_id}
    entries = dict(event.entries.filter(player_number__in=numbers).values_list("player_number", "pk"))
    first_rows: dict[str, int] = {}
    refused: list[TagLine] = []
    rows: list[TagRow] = []
    for line in listed:
        problem = line.problem
        if line.player_id:
            first_row = first_rows.setdefault(line.player_id, line.row)
            if first_row != line.row:
                facts = {"player_id": line.player_id, "first_row": first_row}
                problem = TagProblem(TournamentRefusal.TAG_PLAYER_TWICE, facts)
            elif line.player_id not in entries:
                problem = TagProblem(TournamentRefusal.TAG_PLAYER_UNKNOWN, {"player_id": line.player_id})
        if problem is not None:
            refused.append(TagLine(line.row, None, line.text, {}, {}, problem))
        else:
            rows.append(TagRow(line.row, entries[line.player_id], {tag.key: line.value}))
    return sorted([*refused, *tag_lines(event, rows)], key=lambda line: line.row)


def digest_of_lines(lines: Sequence[TagLine]) -> str:
    """Return a digest that changes with anything that the lines would do."""
    values = [
        (line.row, line.entry, dict(line.before), dict(line.after), line.problem and line.problem.code)
        for line in lines
    ]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:20]
