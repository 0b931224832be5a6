"""The data shown on the pages of the reader's players, as plain values for a download.

It contains only data that the players' links show. A file of all stored data is available from the organizer
(`personal_data`).
"""

from collections.abc import Mapping, Sequence

from decks.models import DeckList
from floor.engine.penalties import PenaltyLevel
from floor.queries.my_events import MyEvent, MyEvents, MyPlayer
from floor.queries.penalties import penalties_of_players
from registration.queries.people import REGISTRATION_FIELDS

Row = Mapping[str, object]


def downloadable_data_of_events(mine: MyEvents) -> dict[str, Sequence[Row]]:
    """Return the data of the reader's events as rows by category. Two queries more than `my_events.load_my_events`.

    A registration's answers are included only for a reader with the registration's own link, because a personal
    link does not show them. Penalties that the head judge still has to confirm are left out.
    """
    pairs = [(event, player) for event in mine.events for player in event.players]
    entries = [player.entry for _event, player in pairs if player.entry is not None]
    lists = DeckList.objects.filter(entry__in=[entry.pk for entry in entries]).select_related("counts")
    list_by_entry = {row.entry_id: row for row in lists}
    penalties = penalties_of_players(entries) if entries else {}
    return {
        "events": [_event_row(event, player) for event, player in pairs],
        "registrations": [
            {
                "event": event.row.name,
                **{name: getattr(player.registration, name) for name in REGISTRATION_FIELDS},
            }
            for event, player in pairs
            if player.registration is not None
        ],
        "matches": [
            {
                **_event_and_player_columns(event, player),
                "round": line.round,
                "cut_round": line.cut_round,
                "table": line.table,
                "opponent": line.name,
                "result": line.result.value,
                "games": list(line.games) if line.games else None,
                "points": line.points,
            }
            for event, player in pairs
            for line in player.rounds
        ],
        "deck_lists": [
            {
                **_event_and_player_columns(event, player),
                "number": version.number,
                "text": version.text,
                "at": version.at,
                "legal": version.legal,
            }
            for event, player in pairs
            if player.entry is not None
            and (deck_list := list_by_entry.get(player.entry.pk)) is not None
            and (version := deck_list.counts) is not None
        ],
        "penalties": [
            {
                **_event_and_player_columns(event, player),
                "infraction": penalty.infraction,
                "level": penalty.level,
                "at": penalty.at,
            }
            for event, player in pairs
            if player.entry is not None
            for penalty in penalties.get(player.entry.pk, ())
            if penalty.confirmed_at is not None or not PenaltyLevel(penalty.level).heavy
        ],
    }


def _event_and_player_columns(event: MyEvent, player: MyPlayer) -> Row:
    return {"event": event.row.name, "player": player.name}


def _event_row(event: MyEvent, player: MyPlayer) -> Row:
    entry = player.entry
    return {
        **_event_and_player_columns(event, player),
        "starts_at": event.row.starts_at,
        "venue": event.row.venue,
        "city": event.row.city,
        "division": player.division,
        "checked_in_at": entry.checked_in_at if entry is not None else None,
        "dropped_in": entry.dropped_in if entry is not None else None,
        "disqualified": entry.disqualified if entry is not None else False,
        "record": player.record,
        "place": player.place,
        "players": player.of,
    }
