"""Reading TOM files, and reporting what is wrong in a bad one."""

from datetime import date, datetime
from pathlib import Path

import pytest

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import rank_competitors
from pairings.engine.tdf import TdfError, TomMatch, read_tdf_file
from pairings.engine.tom_field import standings_input_of_pod
from tests.pairings.engine.tdf.snippet import match, player, round_of, tom

FIRST = round_of(1, match("1", "11", "12"), match("5", "13", table="0"))


def test_about_the_event() -> None:
    event = read_tdf_file(tom())
    assert (event.name, event.sanction_id, event.city, event.state, event.country) == (
        "Harbor & Hill's Challenge",
        "26-09-000001",
        "Port City",
        "",
        "Brazil",
    )
    assert (event.round_minutes, event.cut_round_minutes, event.seconds_elapsed) == (50, 75, 14240)
    assert (event.organizer_id, event.organizer_name, event.start_date) == (
        "900",
        "Oak Organizer",
        date(2026, 9, 5),
    )
    assert (event.type, event.stage, event.finalized, event.version) == (2, 4, False, "1.86")
    assert (event.game_type, event.mode) == ("TRADING_CARD_GAME", "LEAGUECHALLENGE")
    assert (event.less_swiss, event.auto_table_number, event.overflow_table_start) == (False, True, 20)


def test_a_roster_alone() -> None:
    """What other tools write for TOM: no pods, no rounds, and no one marked as present."""
    data = (
        b'<tournament type="2" stage="1"><data><name>New</name></data><players>'
        + player("7", "Ada", "Lund", "2001", "").encode()
        + b"</players><pods>\n</pods><finalsoptions>\n</finalsoptions></tournament>"
    )
    event = read_tdf_file(data)
    assert [(one.user_id, one.birth_year, one.starter) for one in event.players] == [("7", 2001, False)]
    assert (event.pods, event.standings, event.cuts, event.start_date) == ((), (), (), None)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings_and_line_ends(encoding: str) -> None:
    text = tom(FIRST).decode().replace("\n", "\r\n").replace('"UTF-8"', f'"{encoding.removesuffix("-sig")}"')
    assert read_tdf_file(text.encode(encoding)) == read_tdf_file(tom(FIRST))
    assert read_tdf_file(text.encode(encoding)).players[1].first_name == "Béla"


def test_a_player_whole() -> None:
    more = (
        "<starter>true</starter><order>2</order><seed>8</seed><byes>1</byes>"
        "<late><round>2</round><timestamp>09/05/2026 11:00:00</timestamp><forcedloss>true</forcedloss>"
        "<usedforcedloss>false</usedforcedloss></late>"
        "<dropped><status>1</status><round>3</round><timestamp>09/05/2026 12:00:00</timestamp></dropped>"
    )
    one = read_tdf_file(tom(players=(player("11", "Ada", "Lund", "1999", more),), roster=("11",))).players[0]
    assert (one.order, one.seed, one.byes, one.dropped_in, one.disqualified) == (2, 8, 1, 3, False)
    assert one.dropped_at == datetime(2026, 9, 5, 12)  # noqa: DTZ001
    assert one.late
    assert (one.late.round, one.late.forced_loss, one.late.used_forced_loss) == (2, True, False)


@pytest.mark.parametrize(
    ("more", "late", "dropped_in", "disqualified"),
    [
        ("", False, None, False),
        ("<late>false</late>", False, None, False),
        ("<late>true</late>", True, None, False),
        ("<dropped><status>0</status><round>2</round></dropped>", False, None, False),
        ("<dropped><status>1</status><round>2</round></dropped>", False, 2, False),
        ("<dropped><status>2</status><round>2</round></dropped>", False, 2, True),
    ],
)
def test_late_and_dropped(more: str, late: bool, dropped_in: int | None, disqualified: bool) -> None:
    event = read_tdf_file(tom(players=(player("11", "Ada", "Lund", "1999", more),), roster=("11",)))
    one = event.players[0]
    assert (one.late is not None, one.dropped_in, one.disqualified, one.starter) == (
        late, dropped_in, disqualified, False,
    )  # fmt: skip
    competitor = standings_input_of_pod(event, event.pods[0])[0][0]
    assert (competitor.late, competitor.dropped_in, competitor.disqualified) == (
        late,
        dropped_in,
        disqualified,
    )


def test_a_pod_whole() -> None:
    ranges = (
        '<blockedranges><range first="3" last="6"/><range><from>9</from><to>9</to></range></blockedranges>'
    )
    data = tom(FIRST).replace(b"<blockedranges>\n\t\t\t\t</blockedranges>", ranges.encode())
    pod = read_tdf_file(data).pods[0]
    assert (pod.division, pod.stage, pod.starting_table, pod.third_place) == ("all", 0, 5, True)
    assert (pod.additional_rounds, pod.blocked_ranges, pod.roster) == (
        1,
        ((3, 6), (9, 9)),
        ("11", "12", "13"),
    )


def test_cut_and_places() -> None:
    after = (
        '<standings><pod category="2" type="finished"><player id="11" place="1" /></pod>'
        '<pod category="2" type="dnf"><player id="12" /></pod></standings>'
    )
    event = read_tdf_file(tom(after=after))
    assert [(one.category, one.finished, one.places) for one in event.standings] == [
        (2, True, (("11", 1),)),
        (2, False, (("12", None),)),
    ]
    cut = event.cut_of(event.pods[0])
    assert cut
    assert (cut.options, cut.cut, cut.player_count, cut.third_place) == ((0, 4), 4, 3, True)


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("0", Outcome.PENDING),
        ("1", Outcome.LEFT),
        ("2", Outcome.RIGHT),
        ("3", Outcome.TIE),
        ("6", Outcome.DOUBLE_LOSS),
        ("9", None),
        ("10", Outcome.DOUBLE_LOSS),
    ],
)
def test_outcomes_of_two(code: str, outcome: Outcome | None) -> None:
    one = read_tdf_file(tom(round_of(1, match(code, "11", "12")))).pods[0].rounds[0]
    assert [(each.outcome, each.left, each.right, each.table) for each in one.matches] == [
        (outcome, "11", "12", 1)
    ]
    assert one.complete == (code != "0")


@pytest.mark.parametrize(
    ("code", "outcome"), [("4", Outcome.AWARDED_BYE), ("5", Outcome.BYE), ("8", Outcome.LATE_LOSS)]
)
def test_outcomes_of_one(code: str, outcome: Outcome) -> None:
    one = read_tdf_file(tom(round_of(1, match(code, "11", table="0")))).pods[0].rounds[0].matches[0]
    assert (one.outcome, one.left, one.right, one.table) == (outcome, "11", None, 0)


def test_a_deleted_match_is_not_played() -> None:
    event = read_tdf_file(tom(round_of(1, match("9", "11", "12"), match("1", "12", "13"), match("5", "11"))))
    assert len(event.pods[0].rounds[0].matches) == 3
    assert [one.left for one in standings_input_of_pod(event, event.pods[0])[1]] == [2, 1]


def test_field_and_bracket() -> None:
    cut = round_of(2, match("2", "12", "11"), match("1", "13"), kind="1", stage="8")
    event = read_tdf_file(tom(FIRST, cut))
    ids = {"11": 70, "12": 60, "13": 50}
    competitors, played = standings_input_of_pod(event, event.pods[0], id_of=ids)
    assert [(one.id, one.tie_break_number) for one in competitors] == [(70, 1), (60, 2), (50, 3)]
    assert [(one.round, one.left, one.right, one.outcome) for one in played] == [
        (1, 70, 60, Outcome.LEFT),
        (1, 50, None, Outcome.BYE),
    ]
    assert [[one.outcome for one in part.played] for part in event.pods[0].cut_rounds] == [
        [Outcome.RIGHT, Outcome.BYE]
    ]
    assert [line.id for line in rank_competitors(competitors, played)] == [70, 50, 60]


def in_round(*matches: str) -> bytes:
    return tom(round_of(1, *matches))


BAD: list[tuple[bytes, str, str, dict[str, object]]] = [
    (b"", "TDF_EMPTY", "tournament", {}),
    (b"  \n ", "TDF_EMPTY", "tournament", {}),
    (b"player,name\n1,Ada\n", "TDF_NOT_XML", "tournament", {}),
    (b"\x50\x4b\x03\x04\x00", "TDF_NOT_XML", "tournament", {}),
    (tom(FIRST)[:-40], "TDF_NOT_XML", "categorycut", {}),
    (tom(FIRST).replace(b"</data>", b"</date>"), "TDF_NOT_XML", "data", {"line": 16}),
    (b'<!DOCTYPE a [<!ENTITY b "c">]><tournament>&b;</tournament>', "TDF_FORBIDDEN", "!DOCTYPE", {}),
    (b"<html><body/></html>", "TDF_NOT_A_TOURNAMENT", "html", {"line": 1}),
    (b'<tournament type="2" stage="1"></tournament>', "TDF_MISSING", "tournament", {"missing": "data"}),
    (b'<tournament type="2" stage="1"><data/></tournament>', "TDF_MISSING", "tournament", {"missing": "players"}),
    (tom().replace(b' type="2"', b"", 1), "TDF_MISSING", "tournament", {"missing": "type", "line": 2}),
    (tom().replace(b'stage="4"', b'stage="soon"', 1), "TDF_BAD_NUMBER", "tournament", {"value": "soon"}),
    (tom().replace(b">50<", b">fifty<"), "TDF_BAD_NUMBER", "roundtime", {"value": "fifty", "line": 9}),
    (tom().replace(b">50<", b">99999999999<"), "TDF_BAD_NUMBER", "roundtime", {}),
    (tom().replace(b"09/05/2026", b"05.09.2026", 1), "TDF_BAD_DATE", "startdate", {"line": 12}),
    (tom().replace(b"02/27/2012", b"30/02/2012"), "TDF_BAD_DATE", "birthdate", {"value": "30/02/2012"}),
    (tom().replace(b"02/27/2012", b"02/30/2012"), "TDF_NO_SUCH_DAY", "birthdate", {
        "value": "02/30/2012", "line": 20, "no_such_day": "2012-02-30",
    }),
    (tom().replace(b"09/05/2026", b"02/29/2026", 1), "TDF_NO_SUCH_DAY", "startdate", {"no_such_day": "2026-02-29"}),
    (tom().replace(b">false<", b">no<", 1), "TDF_BAD_FLAG", "lessswiss", {"value": "no"}),
    (tom().replace(b'category="10"', b'category="7"'), "TDF_BAD_CATEGORY", "pod", {"value": 7}),
    (tom().replace(b'userid="12"', b'userid="11"', 1), "TDF_DUPLICATE_PLAYER", "player", {
        "player": "11", "line": 20, "first_line": 19,
    }),
    (tom().replace(b'userid="12"', b'userid=""', 1), "TDF_MISSING", "player", {"missing": "userid"}),
    (tom(roster=("11", "99")), "TDF_UNKNOWN_PLAYER", "pod", {"player": "99"}),
    (tom(roster=("11", "11")), "TDF_PLAYER_IN_TWO_PODS", "pod", {"player": "11"}),
    (in_round(match("7", "11", "12")), "TDF_BAD_OUTCOME", "match", {"value": "7", "line": 43}),
    (in_round(match("won", "11", "12")), "TDF_BAD_OUTCOME", "match", {"value": "won"}),
    (in_round(match("", "11", "12")), "TDF_MISSING", "match", {"missing": "outcome"}),
    (in_round(match("5", "11", "12")), "TDF_BAD_SEATS", "match", {"value": "5", "players": 2}),
    (in_round(match("1", "11")), "TDF_BAD_SEATS", "match", {"value": "1", "players": 1}),
    (in_round(match("1", "11", "12").replace('<player2 userid="12"/>', "")), "TDF_MISSING", "match", {
        "missing": "player2",
    }),
    (in_round(match("1", "11", "99")), "TDF_NOT_IN_POD", "match", {"player": "99", "round": 1}),
    (in_round(match("1", "11", "12"), match("5", "11")), "TDF_PLAYER_TWICE", "match", {
        "player": "11", "round": 1, "first_line": 43,
    }),
    (in_round(match("1", "11", "11")), "TDF_PLAYER_TWICE", "match", {"player": "11"}),
    (tom(round_of(2), round_of(1)), "TDF_ROUND_ORDER", "round", {"round": 1}),
    (tom(round_of(1), round_of(1)), "TDF_ROUND_ORDER", "round", {"round": 1}),
    (tom(round_of(1, kind="1"), round_of(2)), "TDF_ROUND_ORDER", "round", {"round": 2}),
    (tom(after='<standings><pod category="2" type="finished"><player id="99" place="1"/></pod></standings>'),
     "TDF_UNKNOWN_PLAYER", "standings", {"player": "99"}),
    (tom(after='<standings><pod category="2" type="finished"><player id="11" place="x"/></pod></standings>'),
     "TDF_BAD_NUMBER", "player", {"value": "x"}),
    (tom().replace(b"<blockedranges>", b"<blockedranges><range/>"), "TDF_BAD_RANGE", "range", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "code", "element", "facts"), BAD, ids=[f"{at}-{one[1]}" for at, one in enumerate(BAD)]
)
def test_bad_files(data: bytes, code: str, element: str, facts: dict[str, object]) -> None:
    """Each refusal names the line, the element and what is wrong with it."""
    with pytest.raises(TdfError) as refusal:
        read_tdf_file(data)
    assert (refusal.value.code, refusal.value.facts["element"]) == (code, element)
    assert isinstance(refusal.value.facts["line"], int)
    assert facts.items() <= refusal.value.facts.items()


REAL = [
    "challenge_11_players_final",
    "challenge_20_awarded_bye_final",
    "challenge_9_awarded_bye_final",
    "combined_17_late_entries_final",
    "custom_9_players_drop_final",
    "elimination_8_players_third_place_final",
    "vgc_cup_9_r1_begin",
    "vgc_cup_9_r3_end",
    "vgc_premier_17_r1_begin",
    "vgc_premier_19_cut_r8_begin",
    "vgc_premier_19_r4_begin",
]


@pytest.mark.parametrize("name", REAL)
def test_every_match_of_a_real_file_is_read(shared: Path, name: str) -> None:
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    event = read_tdf_file(data)
    matches: list[TomMatch] = [one for pod in event.pods for part in pod.rounds for one in part.matches]
    assert len(matches) == data.count(b"<match ")
    assert len(event.players) == data.count(b"<firstname>") == sum(len(pod.roster) for pod in event.pods)
    assert sum(one.starter for one in event.players) == data.count(b"<starter>true")
    lines = data.splitlines()
    assert all(b"<match " in lines[one.line - 1] for one in matches)


@pytest.mark.parametrize("cut", range(0, 11000, 497))
def test_a_file_cut_anywhere_is_refused(shared: Path, cut: int) -> None:
    """A truncated file is never read as a smaller event."""
    data = (shared / "tdf" / "challenge_11_players_final.tdf").read_bytes()
    with pytest.raises(TdfError, match="TDF_"):
        read_tdf_file(data[:cut])
