"""Writing and patching TOM files: as TOM writes them, without changing anything else."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from tests.pairings import tom_files as tf

FILES = [
    "challenge_11_players_final",
    "combined_17_late_entries_final",
    "elimination_8_players_third_place_final",
    "vgc_premier_19_cut_r8_begin",
]


def event() -> tdf.TomEvent:
    return tdf.read_tdf_file(tf.swiss(4, [tf.round_(1, [(1, 1, 2), (0, 3, 4)])]))


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_is_what_tom_writes(shared, name):
    """The only difference is the days on which players were first entered, which no program reads."""
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    written = tdf.write_tdf(tdf.read_tdf_file(data))
    assert dateless(written).splitlines() == dateless(data).splitlines()
    assert written.count(b"\r\n") == data.count(b"\r\n")


def dateless(data: bytes) -> str:
    return re.sub(r"<(creationdate|lastmodifieddate)>[^<]*<", r"<\1><", data.decode())


@pytest.mark.parametrize(
    ("version", "has", "lacks"),
    [
        ("1.74", [], ["pairtime", "additionalrounds", "blockedranges"]),
        ("1.80", ["pairtime", "additionalrounds"], ["blockedranges"]),
        ("1.86", ["pairtime", "additionalrounds", "blockedranges"], []),
        ("next", ["pairtime", "additionalrounds", "blockedranges"], []),
    ],
)
def test_each_version_has_its_elements(version, has, lacks):
    text = tdf.write_tdf(replace(event(), version=version)).decode()
    assert [name for name in has + lacks if f"<{name}>" in text] == has


texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), max_size=12)


@settings(max_examples=60, deadline=None)
@given(first=texts, last=texts, name=texts, newline=st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read_again(first, last, name, newline):
    """Names may contain quotes, ampersands and tags."""
    one = event()
    players = (replace(one.players[0], first_name=first, last_name=last), *one.players[1:])
    one = replace(one, name=name, organizer_name=last, players=players)
    assert tdf.read_tdf_file(tdf.write_tdf(one, newline=newline)) == one


def test_letters_that_xml_cannot_hold_are_left_out():
    one = replace(event(), name="a\x00b\x0bc \ud800d\n e")
    assert tdf.read_tdf_file(tdf.write_tdf(one)).name == "abc d e"


SOURCE = """<?xml version="1.0" encoding="{encoding}"?>
<!-- by hand -->
<tournament   type='2' stage="4" version="1.86" gametype="TRADING_CARD_GAME" mode="LEAGUECHALLENGE" extra="1">
  <data><name>Caf&#233; &amp; Cup</name><id/><city></city><state/><country>Spain</country>
    <roundtime>30</roundtime><finalsroundtime>75</finalsroundtime><organizer popid="1" name="Núñez"/>
    <startdate>11/14/2026</startdate><![CDATA[ <players> ]]></data>
  <timeelapsed>0</timeelapsed>
  <players>
    <player userid="7000001" color="red"><firstname>Zoë</firstname><lastname>1</lastname><starter>true</starter>
    </player>
    <player userid="7000002"><firstname>Ida</firstname><lastname>2</lastname><starter>true</starter><x>?</x></player>
  </players>
  <pods><pod category="2" stage="0">
    <poddata><startingtable>1</startingtable></poddata>
    <subgroups><subgroup number="1"><players><player userid="7000001"/><player userid="7000002"/></players></subgroup>
    </subgroups>
    <rounds>
      <round number="1" type="2" stage="2" ><timeleft>1800</timeleft><matches><match outcome='0' note="a>b">
        <player1 userid="7000001"/><player2 userid="7000002"/><timestamp/><tablenumber>7</tablenumber></match>
      </matches></round>
    </rounds></pod></pods>
</tournament>
"""


def source(encoding: str = "UTF-8") -> bytes:
    return SOURCE.format(encoding=encoding).encode(encoding)


def patched(data: bytes, change) -> tuple[str, str]:
    """Return the text of a file before and after a change of its values."""
    read = tdf.read_tdf_file(data)
    made = tdf.patch_tdf_text(data, tdf.write_tdf(read), tdf.write_tdf(change(read)))
    encoding = tdf.patching.encoding_of(data)
    return data.decode(encoding), made.decode(encoding)


def with_match(one: tdf.TomEvent, **changed: object) -> tdf.TomEvent:
    (pod,) = one.pods
    (round_,) = pod.rounds
    (match,) = round_.matches
    round_ = replace(round_, matches=(replace(match, **changed),))
    return replace(one, pods=(replace(pod, rounds=(round_,)),))


class TestPatch:
    def test_nothing_changed_is_the_same_bytes(self):
        written = tdf.write_tdf(tdf.read_tdf_file(source()))
        assert tdf.patch_tdf_text(source(), written, written) is not None
        assert tdf.patch_tdf_text(source(), written, written) == source()

    def test_a_result_is_one_attribute(self):
        before, after = patched(source(), lambda one: with_match(one, outcome=Outcome.RIGHT))
        assert after == before.replace("outcome='0'", 'outcome="2"')

    def test_what_was_empty_is_filled(self):
        before, after = patched(source(), lambda one: replace(one, sanction_id="26-11-000009", state="A & B"))
        expected = before.replace("<id/>", "<id>26-11-000009</id>")
        assert after == expected.replace("<state/>", "<state>A &amp; B</state>")

    def test_a_player_who_leaves_gets_an_element_in_its_place(self):
        def drop(one: tdf.TomEvent) -> tdf.TomEvent:
            dropped = replace(one.players[1], dropped_in=1)
            return replace(one, players=(one.players[0], dropped))

        before, after = patched(source(), drop)
        assert re.sub(r"\s*<dropped>.*?</dropped>", "", after, flags=re.DOTALL) == before
        assert after.index("<x>?</x>") < after.index("<dropped>") < after.index("<pods>")
        assert tdf.read_tdf_file(after.encode()).players[1].dropped_in == 1

    def test_new_players_come_in_order_at_the_end(self):
        def enter(one: tdf.TomEvent) -> tdf.TomEvent:
            new = [replace(one.players[0], user_id=str(number)) for number in (8, 9)]
            (pod,) = one.pods
            roster = (*pod.subgroups[0], "8", "9")
            return replace(one, players=(*one.players, *new), pods=(replace(pod, subgroups=(roster,)),))

        _, after = patched(source(), enter)
        read = tdf.read_tdf_file(after.encode())
        assert [one.user_id for one in read.players] == ["7000001", "7000002", "8", "9"]
        assert read.pods[0].roster == ("7000001", "7000002", "8", "9")
        assert '<x>?</x></player>\n\t\t<player userid="8">' in after

    def test_a_player_who_goes_takes_the_blanks_along(self):
        def remove(one: tdf.TomEvent) -> tdf.TomEvent:
            pod = replace(one.pods[0], subgroups=(("7000001",),), rounds=())
            return replace(one, players=one.players[:1], pods=(pod,))

        before, after = patched(source(), remove)
        element = re.search(r"\s*<player userid=\"7000002\"><firstname>.*?</player>", before)
        assert element is not None
        assert after[: element.start()] == before[: element.start()]
        assert after[element.start() :].startswith("\n  </players>")
        assert "<round " not in after
        assert "by hand" in after

    def test_standings_in_another_order_are_written_anew(self):
        def place(*ids: str):
            part = tdf.TomStandings(2, finished=True, places=tuple((one, n) for n, one in enumerate(ids, 1)))
            return lambda one: replace(one, standings=(part,), stage=5)

        first = tdf.read_tdf_file(source())
        once = tdf.patch_tdf_text(
            source(), tdf.write_tdf(first), tdf.write_tdf(place("7000001", "7000002")(first))
        )
        _, after = patched(once, place("7000002", "7000001"))
        assert [one for one, _ in tdf.read_tdf_file(after.encode()).standings[0].places] == [
            "7000002",
            "7000001",
        ]
        assert after.count("<standings>") == 1

    @pytest.mark.parametrize("encoding", ["UTF-8", "utf-8-sig", "ISO-8859-1", "utf-16", "windows-1252"])
    def test_the_encoding_stays(self, encoding):
        data = SOURCE.format(encoding=encoding.removesuffix("-sig")).encode(encoding)
        before, after = patched(data, lambda one: replace(one, name="Łódź"))
        written = "Łódź" if encoding.lower().startswith("utf") else "&#321;ód&#378;"
        assert after == before.replace("Caf&#233; &amp; Cup", written)
        read = tdf.read_tdf_file(data)
        made = tdf.patch_tdf_text(data, tdf.write_tdf(read), tdf.write_tdf(replace(read, name="Łódź")))
        assert made[:2] == data[:2]
        assert tdf.read_tdf_file(made).name == "Łódź"

    def test_lines_end_as_they_did(self):
        data = source().replace(b"\n", b"\r\n")
        read = tdf.read_tdf_file(data)
        made = tdf.patch_tdf_text(
            data, tdf.write_tdf(read), tdf.write_tdf(replace(read, players=(replace(read.players[0], dropped_in=0),
                                                                    read.players[1])))
        )  # fmt: skip
        assert made.count(b"\n") == made.count(b"\r\n") > data.count(b"\n")


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_change_is_there_and_nothing_else(data):
    """Whatever results, drops and names change, the patched file has them, and foreign content is preserved."""
    outcome = data.draw(st.sampled_from([Outcome.LEFT, Outcome.TIE, Outcome.DOUBLE_LOSS, Outcome.PENDING]))
    table, minutes = data.draw(st.integers(1, 300)), data.draw(st.integers(0, 90))
    dropped = data.draw(st.none() | st.integers(0, 9))
    name = data.draw(texts)

    def change(one: tdf.TomEvent) -> tdf.TomEvent:
        one = with_match(one, outcome=outcome, table=table)
        players = (replace(one.players[0], dropped_in=dropped), replace(one.players[1], last_name=name))
        return replace(one, players=players, round_minutes=minutes)

    _, after = patched(source(), change)
    assert tdf.read_tdf_file(after.encode()) == change(tdf.read_tdf_file(source()))
    for foreign in (
        'extra="1"',
        "<x>?</x>",
        'color="red"',
        "<![CDATA[ <players> ]]>",
        "by hand",
        'note="a>b"',
    ):
        assert foreign in after
