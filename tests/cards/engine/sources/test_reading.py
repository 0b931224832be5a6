"""Reading files of card data: what is accepted, what is left out for which reason, what is refused completely."""

import contextlib
import gzip
import io
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.engine.sources import GatheredCards, card_files, read_card_file, read_card_path
from cards.engine.sources.fingerprint import card_text_fingerprint
from core.engine.refused import Refused
from tests.cards.cards import CARDS, EEVEE, LEAFEON, POTION, csv_file, names_file, zipped


def gathered(*files: bytes) -> GatheredCards:
    found = GatheredCards()
    for number, data in enumerate(files):
        read_card_file(f"file{number}", data, found)
    return found


def test_a_zip() -> None:
    found = gathered(zipped(*CARDS))
    leafeon = found.cards["tst1", "13", "Leafeon-GX"]
    assert (leafeon.supertype, leafeon.basic, leafeon.evolves_from) == ("pokemon", False, "Eevee")
    assert found.cards["tst1", "105", "Eevee"].basic
    assert found.expansions["tst1"].codes == ("TST",)
    assert found.refused == []


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ({**EEVEE, "name": ""}, "NAME_MISSING"),
        ({**EEVEE, "number": " "}, "NUMBER_MISSING"),
        ({**EEVEE, "name": "E" * 121}, "TOO_LONG"),
        ({**EEVEE, "subtypes": 7}, "ROW_INVALID"),
        ("Eevee", "ROW_INVALID"),
    ],
)
def test_rows_left_out(card: object, code: str) -> None:
    found = gathered(zipped(card, POTION))
    assert [row.code for row in found.refused] == [code]
    assert list(found.cards) == [("tst1", "127", "Potion")]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"set_id": "", "number": "1", "name": "Eevee"}, "SET_MISSING"),
        ({"set_id": "a", "number": "", "name": "Eevee"}, "NUMBER_MISSING"),
        ({"set_id": "a", "number": "1", "name": ""}, "NAME_MISSING"),
        ({"set_id": "a", "number": "1", "name": "Eevee", "release_date": "soon"}, "DATE_INVALID"),
        ({"set_id": "a", "number": "1", "name": "Eevee", "release_date": "2026-02-31"}, "NO_SUCH_DAY"),
    ],
)
def test_csv_rows_left_out(row: dict[str, str], code: str) -> None:
    found = gathered(csv_file(row))
    assert [(one.place, one.code) for one in found.refused] == [("line 2", code)]


def test_two_sources_of_one_card() -> None:
    """The later one wins, but does not delete values that it lacks."""
    row = {"set_id": "tst1", "number": "013", "name": "Leafeon-GX", "regulation_mark": "A", "text_hash": "x"}
    found = gathered(zipped(*CARDS), csv_file(row))
    (leafeon,) = (card for card in found.cards.values() if card.key == "Leafeon-GX")
    assert (leafeon.mark, leafeon.evolves_from) == ("A", "Eevee")
    assert leafeon.hp == 200


def test_names_in_other_languages() -> None:
    found = gathered(
        names_file(
            {"en": "Leafeon GX", "fr": "Phyllali GX"},
            {"en": "Leafeon-GX", "fr": "Phyllali-GX", "nl": "Leafeon"},
            {"en": "Leafeon-GX", "fr": "Phyllali-GX"},
            {"fr": "Pikachu"},
            {"en": "Missingno", "fr": "Missingno"},
        )
    )
    names = [(name.language, name.name) for name in found.local_names(["Leafeon-GX"])]
    assert names == [("fr", "Phyllali-GX"), ("fr", "Phyllali GX")]
    assert [row.code for row in found.refused] == ["NAME_MISSING", "NAME_UNKNOWN"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "CARDS_UNKNOWN"),
        (b"\x00\x01\x02", "CARDS_UNKNOWN"),
        (b"PK\x03\x04 broken", "CARDS_UNREADABLE"),
        (b"\x1f\x8b broken", "CARDS_UNREADABLE"),
        (b"[1, 2]", "CARDS_UNREADABLE"),
        (b"{not json", "CARDS_UNREADABLE"),
        (b"set_id,name\na,b", "CARDS_COLUMNS"),
        (b"a,\xff\xfe", "CARDS_UNREADABLE"),
    ],
)
def test_files_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        gathered(data)
    assert refused.value.code == code


def test_a_refusal_names_the_columns_that_are_missing() -> None:
    with pytest.raises(Refused) as refused:
        gathered(b"name,text\nN,-")
    assert refused.value.facts == {"missing": "set_id, number"}


def test_a_zip_without_cards_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("readme.txt", "nothing here")
    with pytest.raises(Refused, match="CARDS_UNKNOWN"):
        gathered(packed.getvalue())


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "MAX_UNPACKED", 1000)
    with pytest.raises(Refused, match="ARCHIVE_TOO_BIG"):
        gathered(zipped(*({**EEVEE, "number": str(number)} for number in range(100))))
    with pytest.raises(Refused, match="ARCHIVE_TOO_BIG"):
        gathered(gzip.compress(b"0" * 100_000))


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "MAX_FILES", 3)
    with pytest.raises(Refused, match="ARCHIVE_TOO_BIG"):
        gathered(zipped(*CARDS, **{f"{number}.txt": "" for number in range(5)}))


def test_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped(*CARDS))) as archive:
        archive.extractall(tmp_path)
    found = GatheredCards()
    read_card_path(tmp_path, found)
    assert len(found.cards) == 3


def test_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(*CARDS))
    (tmp_path / "b.json.gz").write_bytes(names_file({"en": "Potion", "de": "Trank"}))
    found = GatheredCards()
    read_card_path(tmp_path, found)
    assert len(found.cards) == 3
    assert found.local == {("Potion", "de"): {"Trank": 1}}


@given(st.binary(max_size=300) | st.binary(max_size=100).map(gzip.compress))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    found = GatheredCards()
    with contextlib.suppress(Refused):
        read_card_file("any", data, found)
    assert not found.cards


class TestFingerprint:
    def test_reminders_do_not_count(self) -> None:
        bare = {**POTION, "rules": POTION["rules"][:1]}
        assert card_text_fingerprint(bare) == card_text_fingerprint(POTION)

    @pytest.mark.parametrize("change", [{"hp": "210"}, {"attacks": []}, {"evolvesFrom": "Espeon"}])
    def test_what_the_card_does_counts(self, change: dict[str, object]) -> None:
        assert card_text_fingerprint({**LEAFEON, **change}) != card_text_fingerprint(LEAFEON)

    @pytest.mark.parametrize("change", [{"number": "1"}, {"rarity": "Rare"}, {"flavorText": "Sleepy."}])
    def test_the_rest_does_not(self, change: dict[str, object]) -> None:
        assert card_text_fingerprint({**LEAFEON, **change}) == card_text_fingerprint(LEAFEON)

    def test_no_text_no_figure(self) -> None:
        assert card_text_fingerprint({"name": "Fire Energy"}) == ""


def sparse(size: int) -> bytes:
    """Return zeros, compressed to a thousandth."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    whole = b"".join(
        packer.compress(bytes(card_files.MEGABYTE)) for _turn in range(size // card_files.MEGABYTE)
    )
    return whole + packer.flush()


def test_what_unpacks_to_300_megabytes_is_refused_before_a_byte_of_it_is_unpacked() -> None:
    size = 300 * card_files.MEGABYTE
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(10):
            archive.writestr(f"cards/en/base{number}.json", bytes(size // 10))
    for data in (sparse(size), packed.getvalue()):
        assert len(data) < card_files.MEGABYTE
        tracemalloc.start()
        with pytest.raises(Refused, match="ARCHIVE_TOO_BIG"):
            gathered(data)
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < card_files.MEGABYTE


def test_names_in_other_languages_are_those_of_the_card_written_a_little_otherwise() -> None:
    found = gathered(
        names_file(
            {"en": "Farfetch'd", "fr": "Canarticho"},
            {"en": "Farfetch’d", "fr": "Canarticho"},
            {"en": "FARFETCHD", "fr": "Canarticho d’or"},
            {"en": "Blastoise-EX", "fr": "Tortank"},
        )
    )
    names = [(name.key, name.name) for name in found.local_names(["Farfetch'd", "Blastoise ex"])]
    assert names == [
        ("Farfetch'd", "Canarticho"),
        ("Farfetch'd", "Canarticho d'or"),
        ("Blastoise ex", "Tortank"),
    ]
    assert found.refused == []


def test_what_is_too_big_says_how_much_is_read(monkeypatch) -> None:
    monkeypatch.setattr(card_files, "MAX_GIVEN", 2 * card_files.MEGABYTE)
    with pytest.raises(Refused) as refused:
        card_files.read_card_file("cards.json", b" " * (2 * card_files.MEGABYTE + 1), GatheredCards())
    assert refused.value.facts == {"most": "2 MB"}


@pytest.mark.parametrize(("more", "code"), [(0, "CARDS_UNKNOWN"), (1, "ARCHIVE_TOO_BIG")])
def test_the_largest_file_is_still_read(more: int, code: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(card_files, "MAX_GIVEN", 100)
    (tmp_path / "cards.bin").write_bytes(b"\0" * (100 + more))
    with pytest.raises(Refused, match=code):
        read_card_path(tmp_path / "cards.bin", GatheredCards())
