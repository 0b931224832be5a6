"""Importing cards, editing them, and the version that notifies every process."""

from datetime import date
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import connection

from cards.models import Ban, Card, CardImport, CatalogueState, Expansion, LocalName, Reprint
from cards.queries import catalogue as queries
from cards.services import catalogue
from cards.services.catalogue.imports import CardImportReport
from core.engine.refused import Refused
from tests import build
from tests.cards.cards import CARDS, EEVEE, LEAFEON, csv_file, names_file, zipped

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    given = {"a.zip": zipped(*CARDS), "b.json.gz": names_file({"en": "Leafeon-GX", "fr": "Phyllali-GX"})}
    for name, data in given.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in given]


def take(tmp_path: Path, data: bytes) -> CardImportReport:
    file = tmp_path / "given"
    file.write_bytes(data)
    return catalogue.import_card_paths([file])


def version() -> int:
    return CatalogueState.objects.get().version


def test_an_import(files: list[Path]) -> None:
    report = catalogue.import_card_paths(files)
    assert (report.expansions, report.cards.added, report.names.added, report.left_out) == (1, 3, 1, 0)
    leafeon = Card.objects.get(expansion="tst1", number="13")
    assert (leafeon.key, leafeon.subtypes, leafeon.evolves_from) == ("Leafeon-GX", "Stage 1|GX", "Eevee")


def test_twice_changes_nothing(files: list[Path]) -> None:
    catalogue.import_card_paths(files)
    before = version()
    report = catalogue.import_card_paths(files)
    assert (report.cards.added, report.cards.changed, report.cards.unchanged) == (0, 0, 3)
    assert (report.names.added, report.names.changed, report.names.unchanged) == (0, 0, 1)
    assert not report.wrote
    assert version() == before


def test_a_change_is_told_and_raises_the_version(tmp_path: Path) -> None:
    take(tmp_path, zipped(*CARDS))
    before = version()
    report = take(tmp_path, zipped(LEAFEON, {**EEVEE, "regulationMark": "H"}))
    assert (report.cards.changed, report.cards.unchanged) == (1, 1)
    assert Card.objects.get(expansion="tst1", number="105").mark == "H"
    assert version() == before + 1


def test_sources_in_any_order_settle(tmp_path: Path) -> None:
    row = {
        "set_id": "tst1",
        "number": "13",
        "name": "Leafeon-GX",
        "subtypes": "Stage 1|GX",
        "text_hash": "abc",
    }
    row |= {"supertype": "Pokémon", "regulation_mark": ""}
    for data in (csv_file(row), zipped(LEAFEON)):
        take(tmp_path, data)
    assert [take(tmp_path, data).wrote for data in (csv_file(row), zipped(LEAFEON))] == [False, False]


def test_a_name_set_right_mends_the_same_card(tmp_path: Path) -> None:
    take(tmp_path, zipped({**EEVEE, "name": "Eeveee"}))
    report = take(tmp_path, zipped(EEVEE))
    assert (report.cards.added, report.cards.changed) == (0, 1)
    assert Card.objects.get(expansion="tst1").key == "Eevee"


def test_two_cards_of_one_number_both_stay(tmp_path: Path) -> None:
    take(tmp_path, zipped(EEVEE, {**LEAFEON, "number": "105"}))
    assert Card.objects.filter(expansion="tst1", plain_number="105").count() == 2


def test_a_known_expansion_keeps_its_facts(tmp_path: Path) -> None:
    take(tmp_path, zipped({**EEVEE, "number": "999"}, code="sm2"))
    assert Expansion.objects.get(pk="sm2").name == "Guardians Rising"


def test_a_broken_file_writes_nothing(files: list[Path], tmp_path: Path) -> None:
    broken = tmp_path / "c.zip"
    broken.write_bytes(b"PK\x03\x04")
    with pytest.raises(Refused, match="CARDS_UNREADABLE"):
        catalogue.import_card_paths([*files, broken])
    assert not Card.objects.filter(expansion="tst1").exists()


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="CARDS_MISSING"):
        catalogue.import_card_paths([tmp_path / "none"])


def test_a_new_database_has_what_is_shipped() -> None:
    for model in (CatalogueState, LocalName, Ban):
        model.objects.all().delete()
    import_module("cards.migrations.0002_shipped_facts").fill(apps, connection.schema_editor())
    assert CatalogueState.objects.exists()
    assert Ban.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", ["first", "second"])
def test_what_is_shipped_is_there_after_a_test_that_empties_the_tables(turn: str) -> None:
    assert Card.objects.filter(expansion="sm2", number="60").exists()
    Card.objects.all().delete()


def test_what_is_shipped_is_loaded_once() -> None:
    assert catalogue.load_shipped_cards_and_facts() > 20_000
    assert catalogue.load_shipped_cards_and_facts() == 0
    LocalName.objects.filter(key="Rare Candy").delete()
    Ban.objects.first().delete()  # type: ignore[union-attr]
    before = version()
    assert catalogue.load_shipped_cards_and_facts() > 1
    assert version() == before + 1


class TestJobs:
    def test_a_job_reads_its_file_once(self) -> None:
        job = catalogue.store_import(name="a.zip", data=zipped(*CARDS), by=build.user())
        catalogue.run_import(job)
        assert (job.state, job.data, job.report["cards"]["added"]) == ("done", None, 3)
        ended = job.ended_at
        assert catalogue.run_import(CardImport.objects.get(pk=job.pk)).ended_at == ended

    def test_a_file_nobody_can_read(self) -> None:
        job = catalogue.run_import(catalogue.store_import(name="a.zip", data=b"?", by=build.user()))
        assert (job.state, job.report["code"]) == ("refused", "CARDS_UNKNOWN")


class TestMending:
    def test_an_import_leaves_a_mended_card_alone(self, tmp_path: Path) -> None:
        take(tmp_path, zipped(*CARDS))
        eevee = Card.objects.get(expansion="tst1", number="105")
        by = build.user()
        catalogue.save_card(
            eevee, by=by, expansion=eevee.expansion, number="105", name="Eevee", supertype="pokemon", mark="I"
        )
        assert take(tmp_path, zipped(EEVEE)).cards.edited == 1
        eevee.refresh_from_db()
        assert eevee.mark == "I"
        assert LogEntry.objects.get(object_id=str(eevee.pk)).user == by

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"name": " "}, "CARD_NAME_MISSING"),
            ({"number": " "}, "CARD_NUMBER_MISSING"),
            ({"number": "060"}, "CARD_TAKEN"),
            ({"basic_energy": True}, "CARD_ENERGY_ONLY"),
        ],
    )
    def test_refused(self, facts: dict[str, object], code: str) -> None:
        usual = {"expansion": Expansion.objects.get(pk="sm2"), "number": "999", "name": "Ditto"}
        with pytest.raises(Refused, match=code):
            catalogue.save_card(by=build.user(), **{**usual, "supertype": "pokemon", **facts})  # type: ignore[arg-type]

    def test_reprints(self) -> None:
        by, before = build.user(), version()
        new = (Expansion.objects.get(pk="sm2"), "60")
        line = catalogue.save_reprint(by=by, name="Tapu Lele-GX", new=new, identical=True)
        assert line.old_expansion is None
        with pytest.raises(Refused, match="TABLE_TWICE"):
            catalogue.save_reprint(by=by, name="Tapu Lele-GX", new=new, identical=False)
        catalogue.remove_catalogue_row(line, by=by)
        assert not Reprint.objects.filter(key="Tapu Lele-GX").exists()
        assert version() == before + 2

    def test_bans(self) -> None:
        usual = {"by": build.user(), "expansion": Expansion.objects.get(pk="sm2"), "number": "60"}
        usual |= {"name": "Tapu Lele-GX", "card_format": "standard", "starts_on": date(2026, 1, 2)}
        with pytest.raises(Refused, match="PERIOD_BACKWARDS"):
            catalogue.save_ban(**usual, ends_on=date(2026, 1, 2))  # type: ignore[arg-type]
        catalogue.save_ban(**usual)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="TABLE_TWICE"):
            catalogue.save_ban(**usual)  # type: ignore[arg-type]
        assert any(ban.printing == ("sm2", "60") for ban in queries.current_catalogue().bans)
